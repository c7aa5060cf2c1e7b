"""Whether things come up as often as they should. All seeds of the tests are fixed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import sqrt


def chi_square(seen: Counter[int], chances: Sequence[float]) -> float:
    """How far what was seen is from the chances of 0, 1, 2 …; what has none must not come up."""
    total = seen.total()
    assert all(chances[it] for it in seen), "something impossible came up"
    return sum((seen[it] - total * chance) ** 2 / (total * chance) for it, chance in enumerate(chances) if chance)


def critical(outcomes: int) -> float:
    """Chi-square of so many outcomes is above this once in a thousand times (Wilson and Hilferty)."""
    freedom = outcomes - 1
    return freedom * (1 - 2 / (9 * freedom) + 3.09 * sqrt(2 / (9 * freedom))) ** 3
