"""What a player has not seen of a game, drawn anew: unseen cards, and orders in which others put cards back."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from random import Random
from typing import NamedTuple

from nouvelle_france.core import Kind
from nouvelle_france.core.actions import DRAW, FIRST_CLAIM, LOOK, ORDER, ORDERS
from nouvelle_france.rules.legal import PEEK

TRIES = 200
"""How often orders that another seat may have put cards back in are drawn, until they lead to what was seen."""


class Course(NamedTuple):
    """A game so far."""

    kind: Kind
    players: int
    dealt: Sequence[int]
    """What chance decided before the first action; the cards of the display come last."""
    shown: Sequence[int]
    """Those cards."""
    revealed: Sequence[int]
    """The cards of the deck that have come to light since, in that order."""
    steps: Sequence[tuple[int, int]]
    """Who did what."""
    waiting: bool
    """Whether the last step waits for more cards."""


def resample(course: Course, player: int, chance: Random) -> list[int] | None:
    """A history in which a player has seen the same, or None where none was found."""
    for _ in range(TRIES):
        actions, forced = _with_other_orders(course, player, chance)
        deck = _dealt_around(course, forced, chance) if forced is not None else None
        if deck is not None:
            cards = iter(deck)
            return [next(cards) if action is None else action for action in actions]
    return None


def _with_other_orders(course: Course, player: int, chance: Random) -> tuple[list[int | None], dict[int, int] | None]:
    """The history with None for cards, others' orders drawn anew; and the cards that the player knows by slot.

    There are no such cards where these orders contradict what was seen.
    """
    first_order = course.kind.placements + ORDER
    actions: list[int | None] = list(course.dealt)
    real: list[int] = []
    ours: list[int] = []
    forced: dict[int, int] = {}
    consistent = True
    revealed = 0
    for number, (seat, action) in enumerate(course.steps):
        plain = action - course.kind.placements
        order = other = ORDERS[plain - ORDER] if ORDER <= plain < FIRST_CLAIM else ()
        if order and seat != player:
            other = chance.choice(list(permutations(range(len(order)))))
        if seat < course.players:  # Winter's actions are no part of the history
            actions.append(first_order + ORDERS.index(other) if order else action)
        while len(real) < cards_of(plain) and revealed < len(course.revealed):
            real.append(revealed)
            ours.append(revealed)
            actions.append(None)
            revealed += 1
        if course.waiting and number == len(course.steps) - 1:
            break
        real[: len(order)] = [real[place] for place in order]
        ours[: len(order)] = [ours[place] for place in other]
        for mine, theirs in zip(ours, real, strict=True) if plain == LOOK and seat == player else ():
            consistent &= forced.setdefault(mine, course.revealed[theirs]) == course.revealed[theirs]
        if plain == DRAW:
            mine, theirs = ours.pop(0), real.pop(0)
            consistent &= forced.setdefault(mine, course.revealed[theirs]) == course.revealed[theirs]
    return actions, forced if consistent else None


def _dealt_around(course: Course, forced: dict[int, int], chance: Random) -> list[int] | None:
    """The cards that came to light, in that order: those that are known, and the others dealt anew (SET-3)."""
    edition, start = course.kind.edition, course.kind.start[0]
    shown = course.shown
    shapes = len(edition.shapes)
    deck: list[int | None] = [None] * len(start["deck"])
    deck[: len(shown)] = shown
    for slot, card in forced.items():
        deck[len(shown) + slot] = card
    for first, last in zip(start["snow_start"].tolist(), start["snow_end"].tolist(), strict=True):
        snows = deck[first:last].count(shapes)
        free = [place for place in range(first, last) if deck[place] is None]
        if snows > 1 or (not snows and not free):
            return None
        if not snows:
            deck[chance.choice(free)] = shapes
    if deck.count(shapes) != edition.levels:
        return None
    rest = [shape for shape in range(shapes) for _ in range(len(edition.colours) - deck.count(shape))]
    chance.shuffle(rest)
    dealt = [rest.pop() if card is None else card for card in deck]
    return dealt[len(shown) : len(shown) + len(course.revealed)]


def cards_of(plain: int) -> int:
    """How many of the top cards an action brings to light."""
    return 1 if plain == DRAW else PEEK if plain == LOOK else 0
