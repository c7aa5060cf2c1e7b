"""Games in, figures out: ties in parts, several seats of one bot, solo on equal deals, times."""

from __future__ import annotations

from random import Random

import pytest

from nouvelle_france.arena.contest import Game
from nouvelle_france.arena.schedule import Fixture
from nouvelle_france.arena.standings import FORMAT, Standings, Stopwatch, Times


def game(wins: list[float], scores: list[int], times: list[list[int]] | None = None, **faults: int) -> Game:
    times = times or [[] for _ in wins]
    return Game(tuple(wins), tuple(scores), tuple(map(tuple, times)), tuple(faults for _ in wins), "")


def test_a_table_of_three() -> None:
    lineups = [("a", "b", "b")]
    fixtures = [Fixture(0, 0, 0, ("a", "b", "b")), Fixture(0, 0, 1, ("b", "b", "a")), Fixture(0, 0, 2, ("b", "a", "b"))]
    standings = Standings(fixtures, lineups)
    standings.add(2, game([0, 0, 1], [30, 40, 50], late=1))
    standings.add(0, game([1, 0, 0], [60, 50, 40]))
    standings.add(1, game([0.5, 0, 0.5], [70, 10, 70]))
    results = standings.results()
    a, b = results.bots
    assert (a.name, a.seats, a.wins, a.share.value) == ("a", 3, 1.5, 0.5)
    assert (b.name, b.seats, b.wins, b.share.value) == ("b", 6, 1.5, 0.25)
    assert (a.score.value, b.score.value) == (170 / 3, 250 / 6)
    assert (a.faults, b.faults) == ({"late": 1}, {"late": 2})
    (pair,) = results.pairs
    # Against each b: ahead of both; equal and ahead; behind one that won and ahead of the other.
    assert (pair.meetings, pair.ahead.value) == (6, (2 + 1.5 + 1) / 6)
    assert pair.margin.value == pytest.approx((10 + 20 + 0 + 60 + 10 - 10) / 6)
    (lineup,) = results.lineups
    assert (lineup.even, lineup.games, lineup.deals) == (1 / 3, 3, 1)
    assert lineup.shares["a"].value == 0.5
    assert a.rating is not None
    assert b.rating is not None
    assert a.rating.value > b.rating.value
    assert standings.shares() == [("a", 3, 0.5), ("b", 6, 0.25)]


def test_the_order_in_which_games_end_changes_nothing() -> None:
    lineups = [("a", "b", "c")]
    rng = Random(1)
    fixtures = [Fixture(0, n // 3, n % 3, tuple(rng.sample("abc", 3))) for n in range(60)]
    games = [
        game(rng.choice([[1, 0, 0], [0, 0.5, 0.5], [1 / 3, 1 / 3, 1 / 3]]), rng.choices(range(99), k=3))
        for _ in fixtures
    ]
    documents = []
    for _ in range(3):
        standings = Standings(fixtures, lineups)
        for number in rng.sample(range(60), 60):
            standings.add(number, games[number])
        documents.append(standings.results().as_json({"seed": 1}))
    assert documents[0] == documents[1] == documents[2]
    assert documents[0]["format"] == FORMAT
    assert documents[0]["settings"] == {"seed": 1}


def test_solo_bots_are_compared_on_the_same_deals() -> None:
    fixtures = [Fixture(bot, deal, 0, (name,)) for deal in range(4) for bot, name in enumerate("ab")]
    standings = Standings(fixtures, [("a",), ("b",)])
    for number, (won, lead) in enumerate([(1, 5), (0, 9), (0, -3), (0, -3), (1, 4), (1, 1), (0, -9), (1, 0)]):
        standings.add(number, game([won], [lead]))
    results = standings.results()
    assert [(bot.share.value, bot.score.value, bot.rating) for bot in results.bots] == [
        (0.5, -0.75, None),
        (0.5, 1.75, None),
    ]
    (pair,) = results.pairs
    assert (pair.meetings, pair.ahead.value, pair.margin.value) == (4, (1 + 0.5 + 1 + 0) / 4, (-4 + 0 + 3 - 9) / 4)


def test_a_stopwatch_knows_mean_percentile_and_maximum() -> None:
    watch = Stopwatch()
    assert watch.times() is None
    watch.add([])
    watch.add([1000] * 980 + [20_000] * 15)
    watch.add([3_000_000] * 5)
    times = watch.times()
    assert times is not None
    assert (times.moves, times.max) == (1000, 3.0)
    assert times.mean == pytest.approx((0.98 + 0.3 + 15) / 1000)
    assert times.p99 == pytest.approx(0.02, rel=0.011)
    watch = Stopwatch()
    watch.add([0])
    assert watch.times() == Times(1, 0.0, 0.0, 0.0)
