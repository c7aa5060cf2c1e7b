"""How much work goes into judging a choice, by the level whose depth it is; and why so much."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Depth:
    """How much work goes into the moments of a game.

    Of ``judged`` placements the best ``candidates`` are played on from, each for ``rounds`` deals of the unseen cards
    and ``horizon`` placements; then the weaker half is dropped and the number of deals doubled, until no more than
    ``kept`` are left. Those are played to the end and ranked by ``ranking`` deals; the best of them, and what was
    played, are judged by ``deals`` others. In a play-out every seat judges ``breadth`` placements.
    """

    name: str
    judged: int
    candidates: int
    rounds: int
    kept: int
    ranking: int
    deals: int
    horizon: int
    breadth: int
    tries: int
    """Deals by which the order of a Huron's cards is found in a play-out that looks at them."""
    stand: int
    """Deals by which it is told how a game stands between two choices …"""
    cards: int
    """… and what each card would have been worth that could have been drawn."""

    def with_effort(self, effort: float) -> Depth:
        """The same with so much more work, or less: then errors are larger, and no verdict is given within them."""
        deals = ("rounds", "ranking", "deals", "stand", "cards")
        return replace(self, **{name: max(round(effort * getattr(self, name)), 2) for name in deals})


DEPTHS = {
    depth.name: depth
    for depth in (
        # Wider than `maitre` itself looks: what somebody else has found must be among the candidates. Three rounds of
        # play-outs leave three of 24; with 320 deals the difference of two moves has an error of half a point at first,
        # and less towards the end.
        Depth(
            "maitre", judged=96, candidates=24, rounds=12, kept=3, ranking=256, deals=320,
            horizon=6, breadth=2, tries=2, stand=256, cards=32,
        ),
        # As many candidates as `ingenieur` has, and answers as good as those it expects; the errors are half as large.
        Depth(
            "ingenieur", judged=256, candidates=48, rounds=24, kept=3, ranking=1024, deals=1280,
            horizon=6, breadth=8, tries=4, stand=768, cards=96,
        ),
    )
}  # fmt: skip
"""The depths there are, by name."""
