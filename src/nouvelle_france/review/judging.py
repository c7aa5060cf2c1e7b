"""Judging one step: what the choice gave up, and how the game stood before it and before what it turned up.

The best is selected by some deals and judged by others, so that it owes nothing to the luck of those that chose it:
what a choice gave up may then come out a little below zero, and is right on average.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from nouvelle_france.bots.judging.hinting import Hint, explain
from nouvelle_france.review.depths import Depth
from nouvelle_france.review.scales import (
    TO_THE_END,
    Margins,
    Scales,
    keys_of,
    known_to,
    next_cards,
    on_top,
    scales,
    seen_by_any,
)
from nouvelle_france.review.steps import Step
from nouvelle_france.rules import Action, Bonus, Place, Position, View
from nouvelle_france.rules.setup import SNOW

Points = tuple[float, ...]
"""Points of margin by seat; alone there is one."""

PLACES = 3
"""Decimal places that points are rounded to, once: from then on they are added and nothing is lost."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """Something that could be done: the margins it comes to, and what it gains its seat beside what was done."""

    hint: Hint
    margins: Points
    gain: float
    error: float
    """The standard error of that gain."""

    @property
    def action(self) -> Action:
        """What it is."""
        return self.hint.action


@dataclass(frozen=True, slots=True)
class Judgement:
    """A choice: what was done, and the best of what else could have been, the one that was selected first."""

    played: Weighed
    others: tuple[Weighed, ...]
    is_best: bool
    """Whether what was done was selected as the best."""

    @property
    def best(self) -> Weighed:
        """What is held to be best."""
        return self.played if self.is_best else self.others[0]

    @property
    def regret(self) -> float:
        """What was given up, in points of the chooser's margin."""
        return self.best.gain

    @property
    def error(self) -> float:
        """How exactly that is known; where the best was done, how exactly what it is ahead by."""
        return self.others[0].error


@dataclass(frozen=True, slots=True)
class Judged:
    """What is known of a step."""

    choice: Judgement | None
    """None where there was nothing to choose."""
    stand: Points | None
    """The margins to be expected before it; None where that was asked earlier in the turn."""
    ahead: Points | None = None
    """… and once it was decided that a card is drawn or cards are looked at, but none was seen …"""
    dry: Points | None = None
    """… and once it was known that the card is no snow, where it could have been."""


def judge(step: Step, depth: Depth) -> Judged:
    """Judge a step: the same step and depth give the same result anywhere."""
    pan = scales(step.position.game.edition)
    choice = judge_choice(step.state.view(step.action.seat), step.action, step.seed, depth) if step.is_choice else None
    ahead = dry = None
    if step.looks:
        keys = keys_of(f"{step.seed}/ahead", depth.stand)
        ahead = _mean(
            pan.weigh(step.position, step.action.seat, seen_by_any(step.state), [step.action], keys, depth.breadth)
        )
    elif step.is_open:
        ahead, dry = _before_the_card(pan, step, depth)
    stand = None
    if step.fresh:
        # Where a card had to be drawn, the game stood as it stands just before the card: one estimate is used for both.
        stand = ahead if ahead is not None and choice is None else stand_at(step, depth)
    return Judged(choice, stand, ahead, dry)


def stand_at(step: Step, depth: Depth) -> Points:
    """The margins that can be expected before a step, by one who has seen what anybody has."""
    pan = scales(step.position.game.edition)
    keys = keys_of(f"{step.seed}/stand", depth.stand)
    return _mean(pan.weigh(step.position, step.action.seat, seen_by_any(step.state), [None], keys, depth.breadth))


def judge_choice(view: View, action: Action, seed: str, depth: Depth) -> Judgement | None:
    """What an action is worth beside the best there is, as far as its seat can know; None where it is all there is."""
    assert view.seat is not None
    pan = scales(view.position.game.edition)
    ranked = ranking(view, action, seed, depth)
    if len(ranked) < 2:
        return None
    is_best = ranked[0] == action
    count = depth.kept - is_best
    others = [it for it in ranked if it != action]
    done, *rest = explain(view, [action, *others[: 2 * count + 1]])
    hints = [done, *_unlike(view, rest)[:count]]
    keys = keys_of(f"{seed}/judge", depth.deals)
    worth = pan.weigh(
        view.position, view.seat, known_to(view), [it.action for it in hints], keys, depth.breadth, depth.tries
    )
    own = worth[:, :, view.seat]
    found = []
    for number, hint in enumerate(hints):
        gain = own[:, number] - own[:, 0]
        error = float(gain.std(ddof=1)) / sqrt(len(gain))
        means = _mean(worth[:, number : number + 1])
        found.append(Weighed(hint, means, round(means[view.seat] - _mean(worth[:, :1])[view.seat], PLACES), error))
    played, first, *more = found
    return Judgement(played, (first, *sorted(more, key=lambda it: -it.gain)), is_best)


def ranking(view: View, action: Action | None, seed: str, depth: Depth) -> list[Action]:
    """What could be done, the best first, as far as play-outs tell: the weaker half is dropped again and again.

    What was done is among it from the start.
    """
    seat = view.seat
    assert seat is not None
    pan = scales(view.position.game.edition)
    # Alone the smallest of three leads counts, and that is less than the smallest of those that can be expected.
    horizon = TO_THE_END if view.position.game.mode == "solo" else depth.horizon
    left = pan.candidates(view, depth)
    if action is not None and action not in left:
        left.append(action)
    known = known_to(view)
    totals = np.zeros(len(left))
    rounds, done = depth.rounds, 0
    dropped: list[Action] = []
    while len(left) > depth.kept:
        keys = keys_of(f"{seed}/select/{done}", rounds)
        worth = pan.weigh(view.position, seat, known, left, keys, depth.breadth, depth.tries, horizon)
        totals += worth[:, :, seat].sum(axis=0)
        order = [int(it) for it in np.argsort(-totals, kind="stable")]
        stay = max((len(left) + 1) // 2, depth.kept)
        dropped = [left[it] for it in order[stay:]] + dropped
        left, totals = [left[it] for it in order[:stay]], totals[order[:stay]]
        done += rounds
        rounds *= 2
    if len(left) > 1:
        keys = keys_of(f"{seed}/rank", depth.ranking)
        worth = pan.weigh(view.position, seat, known, left, keys, depth.breadth, depth.tries)
        left = [left[int(it)] for it in np.argsort(-worth[:, :, seat].mean(axis=0), kind="stable")]
    return left + dropped


def _unlike(view: View, ranking: Sequence[Hint]) -> list[Hint]:
    """Those of a ranking that are no mirror images of better ones: the same block on the same site, worth as much.

    Whatever is no placement is unlike all else.
    """
    table = view.position.game.table
    found: dict[object, Hint] = {}
    for hint in ranking:
        action = hint.action
        kind: object = action
        if isinstance(action, Place | Bonus) and hint.worth is not None:
            pose = table.pose(action.placement)
            kind = (pose.shape, action.placement % table.colours, pose.site, round(hint.worth, 1))
        found.setdefault(kind, hint)
    return list(found.values())


def _before_the_card(pan: Scales, step: Step, depth: Depth) -> tuple[Points, Points | None]:
    """How the game stands before a card is turned up that nobody knows, and how if that card is no snow.

    Each card that may come is laid on top of as many deals as any other, and counts by its chance.
    """
    position: Position = step.position
    chances = next_cards(position)
    keys = keys_of(f"{step.seed}/cards", depth.cards)
    worth = {
        card: pan.weigh(
            position, step.action.seat, on_top(position.game.edition, [card]), [step.action], keys, depth.breadth
        ).mean(axis=(0, 1))
        for card in chances
    }
    all_cards = sum(chance * worth[card] for card, chance in chances.items())
    snow = chances.get(SNOW, 0.0)
    dry = (all_cards - snow * worth[SNOW]) / (1 - snow) if 0 < snow < 1 else None
    return _rounded(all_cards), None if dry is None else _rounded(dry)


def _mean(worth: Margins) -> Points:
    """Over all deals, of the one action that was weighed."""
    return _rounded(worth.mean(axis=(0, 1)))


def _rounded(points: Margins) -> Points:
    # A sum of two players' margins is zero and stays so: rounding treats both signs alike. No zero has a sign.
    return tuple(round(float(it), PLACES) + 0.0 for it in points)
