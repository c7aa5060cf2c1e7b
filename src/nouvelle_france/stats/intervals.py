"""Shares and means of samples that know their deal: games with the same cards are not independent evidence."""

from __future__ import annotations

from collections.abc import Iterable

from nouvelle_france.arena.intervals import Estimate, Figures, mean, share

Sample = tuple[str, float]
"""A deal and a value."""


def mean_estimate(samples: Iterable[Sample]) -> Estimate | None:
    """The mean of the values and its interval; None without values."""
    found = _by_deal(samples)
    return None if found is None else mean(*found)


def share_estimate(samples: Iterable[Sample]) -> Estimate | None:
    """The share of successes (1, 0, or a fraction for a shared title) and its interval; None without values."""
    found = _by_deal(samples)
    return None if found is None else share(*found)


def _by_deal(samples: Iterable[Sample]) -> tuple[Figures, Figures] | None:
    """Sums and counts, deal by deal."""
    sums: dict[str, float] = {}
    counts: dict[str, int] = {}
    for deal, value in samples:
        sums[deal] = sums.get(deal, 0.0) + value
        counts[deal] = counts.get(deal, 0) + 1
    return (sums.values(), counts.values()) if sums else None
