"""Whether a position has one best placement: by play-outs to the end, from deals not used to choose it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import sqrt
from typing import NamedTuple

from nouvelle_france.bots.judging.hinting import explain
from nouvelle_france.puzzles.puzzle import Rival
from nouvelle_france.review.depths import DEPTHS, Depth
from nouvelle_france.review.judging import PLACES, ranking
from nouvelle_france.review.scales import keys_of, known_to, scales
from nouvelle_france.review.telling import WITHIN
from nouvelle_france.rules import Place, View

LEAST = 1.0
"""Points of margin by which the answer must be best: a person could not see less …"""

CERTAIN = 4.0
"""… and standard errors: with some hundred puzzles of a dozen answers each, hardly any is a fluke."""

QUICK = replace(DEPTHS["maitre"], name="quick", judged=48, candidates=12, rounds=8, ranking=2, deals=80)
"""Enough to see that a position has no clear best; most have none."""

CLOSE = replace(DEPTHS["ingenieur"], name="close", rounds=12, kept=4, ranking=256, deals=1024, breadth=4)
"""As wide as `ingenieur` looks, played to the end; four are ranked. The errors come to a quarter of a point."""

LIKE = 0.4
"""Poses of a block on a site may be the same answer if the evaluation finds no larger difference than this …"""

EQUAL = 0.4
"""… and are if play-outs find no larger difference than this, in points, or than two standard errors."""

MIRRORS = 6
"""The maximum number of poses equal to the answer: with more there is nothing to find."""

FIRST, FEW = 0.25, 64
"""The share of the deals after which an unclear position is dropped, as most are; unless deals are few."""


class Judgement(NamedTuple):
    """The best placement, the margin it leads to, and its rivals, best first."""

    best: int
    worth: float
    rivals: tuple[Rival, ...]
    same: tuple[int, ...] = ()
    """Other poses of the block on its site that are worth the same: mirror images and their like."""

    def ahead(self, points: float, errors: float) -> bool:
        """Whether the best leads every rival by this many points and errors, if there are any."""
        clear = all(it.gives_up >= points and it.gives_up > errors * it.error for it in self.rivals)
        return bool(self.rivals) and clear and len(self.same) <= MIRRORS


def glance(view: View, seed: str, depth: Depth) -> Judgement | None:
    """The best of some candidates and its rivals, by few deals, which also choose it and so flatter it."""
    ranked = _ranked(view, seed, depth)
    if len(ranked) < 2:
        return None
    first, *others = ranked[: depth.kept]
    nearest = weighed(view, first, others, f"{seed}/choose", depth).rivals[0]
    best = nearest.placement if nearest.gives_up < 0 else first
    mirrors = _mirrors(view, best)
    unlike = [it for it in ranked if it != best and it not in mirrors]
    found = weighed(view, best, unlike[: depth.kept - 1], f"{seed}/choose", depth)
    return found._replace(same=tuple(mirrors))


def judge(view: View, seed: str, depth: Depth, besides: tuple[int, ...] = ()) -> Judgement | None:
    """The best placement and its rivals; ``besides`` are further placements to weigh.

    None if there is no choice, or if a quarter of the deals shows no clear best.
    """
    ranked = _ranked(view, seed, depth)
    if len(ranked) < 2:
        return None
    best = ranked[0]
    mirrors = _mirrors(view, best)
    unlike = [it for it in ranked if it != best and it not in mirrors]
    others = dict.fromkeys([*mirrors[: MIRRORS + 1], *unlike[: depth.kept - 1], *besides])
    others.pop(best, None)
    first = replace(depth, deals=int(FIRST * depth.deals))
    if first.deals >= FEW:
        near = weighed(view, best, unlike[: depth.kept - 1], f"{seed}/first", first).rivals
        if any(it.gives_up <= WITHIN * it.error for it in near):
            return None
    found = weighed(view, best, list(others), f"{seed}/judge", depth)
    equal = {
        it for it in found.rivals if it.placement in mirrors and abs(it.gives_up) <= max(EQUAL, WITHIN * it.error)
    }  # fmt: skip
    rivals = tuple(it for it in found.rivals if it not in equal)
    return found._replace(rivals=rivals, same=tuple(sorted(it.placement for it in equal)))


def weighed(view: View, best: int, others: Sequence[int], seed: str, depth: Depth) -> Judgement:
    """Weigh a placement against others, with deals that depend only on the seed."""
    seat = view.seat
    assert seat is not None
    pan = scales(view.position.game.edition)
    actions = [Place(seat, it) for it in (best, *others)]
    keys = keys_of(seed, depth.deals)
    worth = pan.weigh(view.position, seat, known_to(view), actions, keys, depth.breadth)[:, :, seat]
    rivals = []
    for number, other in enumerate(others, start=1):
        less = worth[:, 0] - worth[:, number]
        error = float(less.std(ddof=1)) / sqrt(len(less))
        rivals.append(Rival(other, round(float(less.mean()), PLACES), round(error, PLACES)))
    return Judgement(best, round(float(worth[:, 0].mean()), PLACES), tuple(sorted(rivals, key=lambda it: it.gives_up)))


def _ranked(view: View, seed: str, depth: Depth) -> list[int]:
    return [it.placement for it in ranking(view, [], seed, depth) if isinstance(it, Place)]


def _mirrors(view: View, best: int) -> list[int]:
    """The placements that look like the best: the same block on the same site, of nearly the same worth."""
    table, seat = view.position.game.table, view.seat
    assert seat is not None

    def block(placement: int) -> tuple[int, int, int]:
        pose = table.pose(placement)
        return pose.shape, placement % table.colours, pose.site

    legal = [it for it in view.legal.of_kind("place") if isinstance(it, Place)]
    alike = [it for it in legal if block(it.placement) == block(best) and it.placement != best]
    first, *rest = explain(view, [Place(seat, best), *alike])
    assert first.worth is not None
    return [
        it.placement
        for it, hint in zip(alike, rest, strict=True)
        if hint.worth is not None and abs(hint.worth - first.worth) <= LIKE
    ]
