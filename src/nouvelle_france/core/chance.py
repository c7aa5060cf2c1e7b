"""Repeatable randomness inside compiled code: splitmix64, one word of state, kept by the caller."""

from __future__ import annotations

from typing import Any

import numpy as np

from nouvelle_france.core.compiling import compiled

_STEP = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
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
    return np.int64(((random_word(rng) >> _32) * np.uint64(count)) >> _32)


@compiled
def shuffle(rng: Any, cards: Any, first: Any, last: Any) -> None:
    """Shuffle the cards from ``first`` up to, but not including, ``last``."""
    for place in range(last - 1, first, -1):
        other = first + below(rng, place - first + 1)
        cards[place], cards[other] = cards[other], cards[place]


@compiled
def deal(t: Any, g: Any, rng: Any) -> None:
    """Shuffle the cards still to be drawn, snow within the piles it belongs to (SET-3, SOL-2)."""
