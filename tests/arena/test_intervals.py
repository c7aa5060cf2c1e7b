"""Intervals against known values, and held to what 95% means where the games of a deal hang together."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nouvelle_france.arena.intervals import Estimate, mean, share, student, wilson


@pytest.mark.parametrize(
    ("value", "games", "low", "high"),
    [(0.0, 10, 0.0, 0.2775), (0.5, 10, 0.2366, 0.7634), (0.81, 263, 0.7582, 0.8529), (1.0, 200, 0.9812, 1.0)],
)
def test_wilson(value: float, games: int, low: float, high: float) -> None:
    """The values are from tables; 0.81 of 263 is the worked example of Newcombe (1998)."""
    assert wilson(value, games) == pytest.approx((low, high), abs=1.5e-3)


@pytest.mark.parametrize(
    ("freedom", "point"), [(1, 12.7062), (2, 4.3027), (3, 3.1824), (5, 2.5706), (30, 2.0423), (199, 1.9720)]
)
def test_student(freedom: int, point: float) -> None:
    assert student(freedom) == pytest.approx(point, rel=3e-3)


def test_one_game_a_deal_is_wilson() -> None:
    won = np.array([1.0] * 30 + [0.0] * 10)
    result = share(won, np.ones(40))
    assert (result.low, result.high) == pytest.approx(wilson(0.75, 40))


def test_deals_that_always_split_say_more_than_games_and_deals_that_never_do_say_less() -> None:
    played = np.full(100, 2.0)
    split, whole = share(np.ones(100), played), share(np.array([2.0, 0.0] * 50), played)
    alone = wilson(0.5, 200)
    assert split.value == whole.value == 0.5
    assert split.low is not None
    assert whole.low is not None
    assert alone[0] + 0.05 < split.low < 0.5
    assert (whole.low, whole.high) == pytest.approx(wilson(0.5, 100), abs=1e-3)


def test_winning_everything_is_not_certainty() -> None:
    result = share(np.full(200, 2.0), np.full(200, 2.0))
    assert result.value == result.high == 1.0
    assert result.low == pytest.approx(wilson(1.0, 400)[0])
    # Three meetings in each of 20 games that all end alike are worth 20, as nothing tells that they were independent.
    assert share(np.full(5, 12.0), np.full(5, 12.0), games=20).low == pytest.approx(wilson(1.0, 20)[0])


def test_a_mean_over_deals() -> None:
    # Sums 2, 4, 9 of two games each: mean 2.5 a game; the deals' means 1, 2, 4.5 have a standard error of 1.0408.
    result = mean(np.array([2.0, 4.0, 9.0]), np.full(3, 2.0))
    assert result.value == 2.5
    assert result.high == pytest.approx(2.5 + 4.3027 * 1.0408, rel=1e-3)
    assert mean(np.array([3.0]), np.array([2.0])) == Estimate(1.5, None, None)


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(0, 4), st.integers(1, 4)), min_size=1, max_size=30))
def test_a_share_is_always_inside_its_interval(deals: list[tuple[int, int]]) -> None:
    won = np.array([float(min(w, n)) for w, n in deals])
    result = share(won, np.array([float(n) for _, n in deals]))
    assert result.low is not None
    assert result.high is not None
    assert 0 <= result.low <= result.value <= result.high <= 1
    assert result.low < result.high


@pytest.mark.parametrize("hanging_together", [-0.8, 0.0, 0.8])
@pytest.mark.parametrize("chance", [0.5, 0.75])
def test_nineteen_of_twenty_intervals_hold_the_truth(chance: float, hanging_together: float) -> None:
    """Pairs of games whose results hang together through a normal variable each, 1000 times 100 deals."""
    rng = np.random.default_rng(5)
    both = [[1.0, hanging_together], [hanging_together, 1.0]]
    luck = rng.multivariate_normal([0.0, 0.0], both, size=(1000, 100), method="cholesky")
    won = (luck < np.quantile(rng.normal(size=1_000_000), chance)).sum(axis=2).astype(float)
    held = 0
    for deals in won:
        result = share(deals, np.full(100, 2.0))
        assert result.low is not None
        assert result.high is not None
        held += result.low <= chance <= result.high
    assert 930 <= held <= 970
