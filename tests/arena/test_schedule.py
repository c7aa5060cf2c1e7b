"""Who meets whom, in which seats: every bot gets every seat of every deal equally often."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from nouvelle_france.arena.schedule import arrangements, round_robin, schedule

LINEUPS = st.lists(st.sampled_from("abcd"), min_size=1, max_size=4).map(tuple)


def test_everybody_meets_everybody() -> None:
    assert round_robin("abcd", 2) == tuple(map(tuple, ("ab", "ac", "ad", "bc", "bd", "cd")))
    assert round_robin("abcd", 3) == tuple(map(tuple, ("abc", "abd", "acd", "bcd")))
    assert round_robin("abc", 3) == (("a", "b", "c"),)
    assert round_robin("abc", 4) == (("a", "b", "b", "b"), ("a", "c", "c", "c"), ("b", "c", "c", "c"))
    assert round_robin("ab", 1) == (("a",), ("b",))


@settings(deadline=None)
@given(LINEUPS, st.integers(0, 50))
def test_every_seat_is_taken_equally_often_in_each_deal(lineup: tuple[str, ...], deal: int) -> None:
    seatings = arrangements(lineup, deal)
    assert len(set(seatings)) == len(seatings)
    for seat in range(len(lineup)):
        taken = Counter(seating[seat] for seating in seatings)
        assert {bot: count * len(lineup) for bot, count in taken.items()} == {
            bot: count * len(seatings) for bot, count in Counter(lineup).items()
        }


def test_over_the_deals_each_bot_sits_at_each_others_left() -> None:
    left = Counter(
        (seating[seat - 1], seating[seat])
        for deal in range(6)
        for seating in arrangements(("a", "b", "c", "d"), deal)
        for seat in range(4)
    )
    assert len(left) == 12
    assert len(set(left.values())) == 1


def test_the_first_game_seats_the_bots_as_they_were_named() -> None:
    assert next(schedule([("d", "a", "c", "b")], 1)).bots == ("d", "a", "c", "b")


@settings(deadline=None)
@given(st.lists(LINEUPS.filter(lambda it: len(it) == 3), min_size=1, max_size=4), st.integers(1, 40))
def test_each_lineup_has_enough_games_in_whole_deals_and_more_games_only_add_some(
    lineups: list[tuple[str, ...]], games: int
) -> None:
    fixtures = list(schedule(lineups, games))
    for number, lineup in enumerate(lineups):
        mine = [it for it in fixtures if it.lineup == number]
        deals = max(it.deal for it in mine) + 1
        assert [it.bots for it in mine] == [bots for deal in range(deals) for bots in arrangements(lineup, deal)]
        assert games <= len(mine) < games + 3
    assert set(fixtures) <= set(schedule(lineups, games + 5))
    assert len({fixture[:3] for fixture in fixtures}) == len(fixtures)
