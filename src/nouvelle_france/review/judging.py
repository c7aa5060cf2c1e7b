"""Judges one step: what the choice gave up, and how the game stood before it and before what it revealed.

The best is selected with some deals and judged with others, so that it owes nothing to the luck of the selection: what
a choice gave up may then come out slightly below zero, and is unbiased.
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
"""Points of margin by seat; in solo there is one."""

PLACES = 3
"""Decimal places that points are rounded to, once, so that they add up exactly afterwards."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """A possible action: the margins it leads to, and what it gains its seat compared with the action taken."""

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
    """A choice: the action taken, and the best alternatives, the selected one first."""

    played: Weighed
    others: tuple[Weighed, ...]
    is_best: bool
    """Whether the action taken was selected as the best."""

    @property
    def best(self) -> Weighed:
        """The action considered best."""
        return self.played if self.is_best else self.others[0]

    @property
    def regret(self) -> float:
        """What was given up, in points of the chooser's margin."""
        return self.best.gain

    @property
    def error(self) -> float:
        """Its standard error; if the best was played, the standard error of its lead."""
        return self.others[0].error


@dataclass(frozen=True, slots=True)
class Judged:
    """The judgement of a step."""

    choice: Judgement | None
    """None if there was nothing to choose."""
    stand: Points | None
    """The expected margins before it; None if that was evaluated earlier in the turn."""
    ahead: Points | None = None
    """… and once it was decided to draw a card or look at cards, but none was seen …"""
    dry: Points | None = None
    """… and once it was known that the card is not snow, if it could have been."""


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
        # If a card had to be drawn, the game stood as it does just before the card: one estimate serves for both.
        stand = ahead if ahead is not None and choice is None else stand_at(step, depth)
    return Judged(choice, stand, ahead, dry)


def stand_at(step: Step, depth: Depth) -> Points:
    """The expected margins before a step, for an observer with everybody's knowledge."""
    pan = scales(step.position.game.edition)
    keys = keys_of(f"{step.seed}/stand", depth.stand)
    return _mean(pan.weigh(step.position, step.action.seat, seen_by_any(step.state), [None], keys, depth.breadth))


def judge_choice(
    view: View, action: Action, seed: str, depth: Depth, instead_of: Action | None = None
) -> Judgement | None:
    """What an action is worth compared with the best, given its seat's knowledge; None if it is the only one.

    ``instead_of`` is the action that was judged there before: it competes again, so that the same one is best.
    """
    assert view.seat is not None
    pan = scales(view.position.game.edition)
    ranked = ranking(view, [action] if instead_of is None else [instead_of, action], seed, depth)
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


def ranking(view: View, taken: Sequence[Action], seed: str, depth: Depth) -> list[Action]:
    """The possible actions, best first, according to play-outs: the weaker half is dropped repeatedly.

    Those ``taken`` are among them from the start.
    """
    seat = view.seat
    assert seat is not None
    pan = scales(view.position.game.edition)
    # In solo the smallest of three leads counts, whose expectation is less than the smallest expectation.
    horizon = TO_THE_END if view.position.game.mode == "solo" else depth.horizon
    left = pan.candidates(view, depth)
    for action in taken:
        if action not in left:
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
    """Those of a ranking that are not mirror images of better ones: the same block on the same site, worth as much.

    Actions other than placements have no mirror images.
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
    """How the game stands before an unknown card is turned up, and how if that card is not snow.

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
    """The mean over all deals for the single action."""
    return _rounded(worth.mean(axis=(0, 1)))


def _rounded(points: Margins) -> Points:
    # A sum of two players' margins is zero and stays so: rounding treats both signs alike. No zero has a sign.
    return tuple(round(float(it), PLACES) + 0.0 for it in points)
