"""Repeatable randomness inside compiled code: splitmix64, one word of state, kept by the caller."""

from __future__ import annotations

from typing import Any

import numpy as np

from nouvelle_france.core.compiling import compiled
from nouvelle_france.core.layout import SNOW_CARD
from nouvelle_france.core.rules import cards_left, shape_count

_STEP = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
FREE = -3
"""Stands in a deck being dealt for a card that has none yet."""

_30, _27, _31, _32, _LOW = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32), np.uint64(0xFFFFFFFF)


@compiled
def random_word(rng: Any) -> Any:
    """The next 64 random bits; ``rng`` is an array of one word."""
    rng[0] += _STEP
    word = rng[0]
    word = (word ^ (word >> _30)) * _FIRST
    word = (word ^ (word >> _27)) * _SECOND
    return word ^ (word >> _31)


@compiled
def below(rng: Any, count: Any) -> int:
    """A number from 0 up to, but not including, ``count``."""
    return int(((random_word(rng) >> _32) * np.uint64(count)) >> _32)


@compiled
def shuffle(rng: Any, cards: Any, first: Any, last: Any) -> None:
    """Shuffle the cards from ``first`` up to, but not including, ``last``."""
    for place in range(last - 1, first, -1):
        other = first + below(rng, place - first + 1)
        cards[place], cards[other] = cards[other], cards[place]


@compiled
def free_place(rng: Any, cards: Any, first: Any, last: Any) -> int:
    """Any place from ``first`` up to, but not including, ``last`` that has no card yet, all equally likely; or -1."""
    free = 0
    for place in range(first, last):
        if cards[place] == FREE:
            free += 1
    if not free:
        return -1
    skipped = below(rng, free)
    place = first
    while cards[place] != FREE or skipped:
        if cards[place] == FREE:
            skipped -= 1
        place += 1
    return int(place)


@compiled
def deal(t: Any, g: Any, known: Any, rng: Any) -> None:
    """Deal the unseen cards again, as far as somebody knows them.

    A snowflake lies anywhere in what is left of its pile (SET-3, SOL-2). ``known`` has a row for each of the top cards
    somebody has seen: the group of cards it lies among, that group's first place counted from the top and its size, and
    the card.
    """
    cards = len(g.deck)
    top = g.top
    for place in range(top, cards):
        g.deck[place] = FREE
    snow_seen = 0
    left = np.zeros(shape_count(t), np.int64)
    for shape in range(shape_count(t)):
        left[shape] = cards_left(g, shape)
    for row in range(len(known)):
        first, size, card = top + known[row, 0], known[row, 1], known[row, 2]
        g.deck[free_place(rng, g.deck, first, first + size)] = card
        if card == SNOW_CARD:
            snow_seen += 1
        else:
            left[card] -= 1
    for stage in range(g.snow + g.snowing + snow_seen, len(g.snow_end)):
        # A Huron may have moved the snowflake over the edge of its pile by a card or two.
        place = free_place(rng, g.deck, max(g.snow_start[stage], top), g.snow_end[stage])
        last = max(g.snow_end[stage], top)
        while place < 0 and last < cards:
            last += 1
            place = free_place(rng, g.deck, last - 1, last)
        if place < 0:
            place = free_place(rng, g.deck, top, cards)
        g.deck[place] = SNOW_CARD
    bag = np.zeros(cards, np.int64)
    count = 0
    for shape in range(shape_count(t)):
        for _ in range(left[shape]):
            bag[count] = shape
            count += 1
    shuffle(rng, bag, 0, count)
    for place in range(top, cards):
        if g.deck[place] == FREE:
            count -= 1
            g.deck[place] = bag[count]
