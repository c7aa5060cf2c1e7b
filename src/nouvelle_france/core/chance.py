"""Repeatable randomness inside compiled code: splitmix64, one word of state, kept by the caller."""

from __future__ import annotations

import numpy as np

from nouvelle_france.core.compiling import compiled, inner
from nouvelle_france.core.records import Ints, Words

_STEP = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
_30, _27, _31, _32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)

FREE = -3
"""In a deck being dealt: a place without a card."""


@compiled
def random_word(rng: Words) -> np.uint64:
    """The next 64 random bits; ``rng`` is an array of one word."""
    rng[0] += _STEP
    word: np.uint64 = rng[0]
    word = (word ^ (word >> _30)) * _FIRST
    word = (word ^ (word >> _27)) * _SECOND
    return word ^ (word >> _31)


@inner
def skip_words(rng: Words, count: int) -> None:
    """As if so many words had been drawn."""
    rng[0] += np.uint64(count) * _STEP


@compiled
def below(rng: Words, count: int) -> int:
    """A number from 0 up to, but not including, ``count``."""
    return int(((random_word(rng) >> _32) * np.uint64(count)) >> _32)


@compiled
def shuffle(rng: Words, cards: Ints, first: int, last: int) -> None:
    """Shuffle the cards from ``first`` up to, but not including, ``last``."""
    for place in range(last - 1, first, -1):
        other = first + below(rng, place - first + 1)
        cards[place], cards[other] = cards[other], cards[place]


@inner
def free_place(rng: Words, cards: Ints, first: int, last: int) -> int:
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
