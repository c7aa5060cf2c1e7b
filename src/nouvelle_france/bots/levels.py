"""The ladder's levels: how much work each puts into a choice, and why so much.

A level is a fixed amount of work, never a blunder made on purpose. Strengths are from the arena (docs/bots.md has the
tables); change a number here only with games that show what it does.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Level:
    """How much work goes into a choice.

    ``judged`` placements, those worth most now, are judged by the position after them. With a ``budget`` of play-outs,
    the best ``candidates`` are played on for ``horizon`` placements, half of them dropped again and again; in a
    play-out every seat judges ``breadth`` placements.
    """

    name: str
    judged: int
    candidates: int = 0
    budget: int = 0
    horizon: int = 0
    breadth: int = 2
    solo: Level | None = None
    """Its settings in solo, if different."""
    learned: bool = True
    looks: bool = True
    """Whether it uses its Huron."""

    @property
    def searches(self) -> bool:
        """Whether it plays on before it chooses, which only the compiled core is fast enough for."""
        return self.budget > 0


LEVELS = {
    level.name: level
    for level in (
        # For a newcomer: it sees every point on the board and nothing beyond. Without weights an ally is worth nothing
        # to keep, so it spends each at the first chance, and the Huron, of which it understands nothing, never. It
        # loses two games of three to `greedy`.
        Level("apprenti", judged=1, learned=False, looks=False),
        # Listing ranks placements well enough that the one the evaluation likes best is rarely beyond the first 24,
        # and judging those takes 0.4 ms. It wins 76% against `greedy`.
        Level("artisan", judged=24),
        Level(
            "maitre",
            judged=24,
            # As little search as makes a level of its own: 48 play-outs take 2 ms and win 74% against `artisan`.
            candidates=6,
            budget=48,
            # Its own placement and the answer to it.
            horizon=2,
            # In solo nobody answers until Winter does, after the player's turns of a cycle: it looks beyond that.
            solo=Level("maitre", judged=24, candidates=6, budget=48, horizon=6),
        ),
        Level(
            "ingenieur",
            # Width is what helped most: with 48 candidates out of 256 it wins 93% against `artisan`; the 16 out of 32
            # that it tried before left good placements out that look poor at first.
            judged=256,
            candidates=48,
            # The most that keeps a person from waiting: 6,400 brought single moves of games of four near a second,
            # 4,800 take about 0.1 s a move with two players, and 0.9 s at most with four, on one core of our machine.
            budget=4800,
            # More than once around a table of four.
            horizon=6,
            # In a play-out the others answer with the best of 8 rather than of 2: a good answer matters more, the
            # further it looks.
            breadth=8,
            # In solo there is nobody to answer and plans are longer: twice as far from fewer candidates, with play-outs
            # that cost more each and are therefore fewer. It beats Winter in 98% of games.
            solo=Level("ingenieur", judged=32, candidates=16, budget=1600, horizon=12),
        ),
    )
}
"""The levels by name, from relaxed to as strong as we can."""

PLAIN = "artisan"
"""The level whose choice is played for one that searches and has no time for a single play-out."""

QUICK = 0.25
"""The share of the budget that a choice between two uses of an ally, or orders of cards, deserves: there are few."""

ORDER_ROUNDS = 6
"""Play-outs of each order of a Huron's cards, for a level that does not search otherwise …"""

ORDER_HORIZON = 4
"""… and their placements: all three cards are drawn by then."""
