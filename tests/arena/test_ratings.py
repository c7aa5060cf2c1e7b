"""Ratings against closed forms, against the likelihood itself, and against bots whose strength is known."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, log10

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nouvelle_france.arena.intervals import Estimate
from nouvelle_france.arena.ratings import ELO, Table, log_likelihood, rate


def table(seats: Sequence[int], wins: Sequence[float]) -> Table:
    """A line-up whose games were each a deal of their own."""
    games = round(sum(wins))
    return Table(np.array(seats, float), np.array([wins], float) / games * np.ones((games, 1)), np.ones(games))


@pytest.mark.parametrize(("wins", "losses"), [(1, 0), (10, 10), (64, 36), (73, 27), (400, 0)])
def test_two_bots_have_the_closed_form(wins: int, losses: int) -> None:
    """With the one shared game, the odds are (wins + ½) to (losses + ½)."""
    rated = rate([table([1, 1], [wins, losses])], 2)
    assert rated is not None
    assert rated[0].value - rated[1].value == pytest.approx(400 * log10((wins + 0.5) / (losses + 0.5)), abs=1e-6)
    assert rated[0].value + rated[1].value == pytest.approx(0, abs=1e-6)


def test_the_interval_of_two_bots_is_that_of_the_log_odds() -> None:
    """Independent games: the variance of the log odds is 1/(wins + ½) + 1/(losses + ½), half the error for each bot."""
    won = np.array([1.0] * 300 + [0.0] * 100)
    rated = rate([Table(np.ones(2), np.stack([won, 1 - won], axis=1), np.ones(400))], 2)
    assert rated is not None
    assert rated[0].high is not None
    error = (1 / 300.5 + 1 / 100.5) ** 0.5 / 2
    assert rated[0].high - rated[0].value == pytest.approx(1.96 * error * ELO, rel=0.01)


def test_one_against_three_of_the_other() -> None:
    """A bot that wins a quarter is as strong as the three others; at 50% it has three times their strength."""
    for share, strength in ((0.25, 1.0), (0.5, 3.0)):
        rated = rate([table([1, 3], [4000 * share, 4000 * (1 - share)])], 2)
        assert rated is not None
        assert rated[0].value - rated[1].value == pytest.approx(ELO * log(strength), abs=1)


def test_three_bots_that_fit_exactly() -> None:
    """Results just as strengths 4, 2, 1 would have them give those strengths back."""
    pairs = [table([1, 1, 0], [4000, 2000, 0]), table([1, 0, 1], [4800, 0, 1200]), table([0, 1, 1], [0, 4000, 2000])]
    together = table([1, 1, 1], [4000, 2000, 1000])
    for tables in (pairs, [together], [*pairs, together]):
        rated = rate(tables, 3)
        assert rated is not None
        assert rated[0].value - rated[1].value == pytest.approx(400 * log10(2), abs=0.5)
        assert rated[1].value - rated[2].value == pytest.approx(400 * log10(2), abs=0.5)


@settings(deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from([(1, 1, 0), (1, 0, 1), (0, 1, 1), (1, 1, 1), (2, 1, 1), (1, 3, 0)]), st.data()),
        min_size=1,
        max_size=5,
    ),
    st.lists(st.floats(-2, 2), min_size=3, max_size=3),
)
def test_no_other_strengths_are_more_likely(
    games: list[tuple[tuple[int, ...], st.DataObject]], step: list[float]
) -> None:
    tables = [table([1, 1, 1], [1, 1, 1])]
    for seats, data in games:
        wins = [data.draw(st.integers(0, 30)) if count else 0 for count in seats]
        if sum(wins):
            tables.append(table(seats, wins))
    rated = rate(tables, 3)
    assert rated is not None
    strengths = np.array([it.value / ELO for it in rated])
    all_seats = np.array([it.seats for it in tables] + [[1, 1, 0], [1, 0, 1], [0, 1, 1]], float)
    all_wins = np.array([it.wins.sum(axis=0) for it in tables] + [[0.5, 0.5, 0], [0.5, 0, 0.5], [0, 0.5, 0.5]])
    best = log_likelihood(strengths, all_seats, all_wins)
    assert best >= log_likelihood(strengths + np.array(step), all_seats, all_wins) - 1e-9
    assert best >= log_likelihood(strengths + np.array(step) / 1000, all_seats, all_wins) - 1e-9


@pytest.mark.parametrize("seats", [2, 4])
def test_a_bot_that_met_itself_only_is_rated_0(seats: int) -> None:
    """Self-play is a control, and no error."""
    rated = rate([table([seats], [20])], 1)
    assert rated == [Estimate(0, 0, 0)]


def test_bots_that_never_met_through_anybody_have_no_ratings() -> None:
    assert rate([table([1, 1, 0, 0], [3, 1, 0, 0]), table([0, 0, 1, 1], [0, 0, 3, 1])], 4) is None
    assert rate([table([1, 1, 0], [3, 1, 0]), table([0, 1, 1], [0, 3, 1])], 3) is not None


def test_nineteen_of_twenty_intervals_hold_the_truth() -> None:
    rng = np.random.default_rng(3)
    strengths = np.array([0.8, 0.0, -0.8])
    held = 0
    for _ in range(300):
        tables = []
        for one, other in ((0, 1), (0, 2), (1, 2)):
            chance = 1 / (1 + exp(strengths[other] - strengths[one]))
            wins = np.zeros((60, 3))
            wins[:, one] = rng.binomial(2, chance, size=60)
            wins[:, other] = 2 - wins[:, one]
            seats = np.zeros(3)
            seats[[one, other]] = 1
            tables.append(Table(seats, wins, np.full(60, 2.0)))
        rated = rate(tables, 3)
        assert rated is not None
        for it, strength in zip(rated, strengths, strict=True):
            assert it.low is not None
            assert it.high is not None
            held += it.low <= ELO * strength <= it.high
    assert 0.93 <= held / 900 <= 0.97
