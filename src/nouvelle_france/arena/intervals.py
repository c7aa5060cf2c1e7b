"""95% intervals of shares and means when the games of one deal are correlated.

A deal is played once in every seating, so its games are not independent: a deal that favours a seat makes one bot win
in one seating and lose in the other. All intervals here therefore count deals, not games.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from math import fsum, sqrt
from statistics import NormalDist

Figures = Collection[float]
"""One value per deal. They are processed in plain Python, since statistics must work without NumPy."""

Z = NormalDist().inv_cdf(0.975)
"""How many standard errors a 95% interval reaches to each side."""

CAUTION = 1.0
"""How much evidence for independence is added, in games won or lost against expectation.

It keeps a handful of deals that happen to fall out evenly, or all the same, from looking like certainty.
"""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure and its 95% interval; without ends if there are too few deals for one."""

    value: float
    low: float | None
    high: float | None


def design_effect(residuals: Figures, variance: float, usual: float = 1.0) -> float:
    """How much more (or less) results vary than if all were independent.

    ``residuals`` are, deal by deal, results won beyond expectation; ``variance`` is the expected sum of their squares
    if all results were independent coin tosses; ``usual`` is the prior for small samples.
    """
    return (_squares(residuals) + CAUTION * usual) / (variance + CAUTION)


def share(won: Figures, played: Figures, games: float | None = None) -> Estimate:
    """The share of results won, from those won and played deal by deal.

    Wilson's interval, for the effective number of independent results (Kish's effective sample size). ``games`` is the
    number of games they were played in, if a game can have several, which are first assumed to be correlated.
    """
    results = fsum(played)
    value = fsum(won) / results
    usual = results / (games or results)
    effective = results / design_effect(_residuals(won, played, value), results * value * (1 - value), usual)
    return Estimate(value, *wilson(value, effective))


def wilson(value: float, games: float) -> tuple[float, float]:
    """Wilson's score interval of a share seen in this many independent games.

    >>> [round(end, 4) for end in wilson(0.5, 100)]
    [0.4038, 0.5962]
    """
    middle = (value + Z**2 / (2 * games)) / (1 + Z**2 / games)
    reach = Z / (1 + Z**2 / games) * sqrt(value * (1 - value) / games + Z**2 / (4 * games**2))
    return max(0.0, min(value, middle - reach)), min(1.0, max(value, middle + reach))


def mean(sums: Figures, counts: Figures) -> Estimate:
    """The mean of a figure from its sum and its count deal by deal, with Student's interval over deals."""
    count = fsum(counts)
    value = fsum(sums) / count
    deals = len(sums)
    if deals < 2:
        return Estimate(value, None, None)
    error = sqrt(_squares(_residuals(sums, counts, value)) * deals / (deals - 1)) / count
    reach = student(deals - 1) * error
    return Estimate(value, value - reach, value + reach)


def _residuals(sums: Figures, counts: Figures, value: float) -> list[float]:
    """By how much each deal exceeds the expectation from its count and the value."""
    return [found - value * count for found, count in zip(sums, counts, strict=True)]


def _squares(residuals: Figures) -> float:
    return fsum(it * it for it in residuals)


def student(freedom: int) -> float:
    """Student's 97.5% point, by Hill's expansion around the normal one; exact for one and two degrees of freedom.

    >>> [round(student(freedom), 3) for freedom in (1, 2, 10, 1000)]
    [12.706, 4.303, 2.228, 1.962]
    """
    if freedom == 1:
        return 12.7062047361747
    if freedom == 2:
        return 4.30265272974946
    z, n = Z, freedom
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * n**4)
    )
