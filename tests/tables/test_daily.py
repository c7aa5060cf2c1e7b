"""The game of a day at a table: how it begins, what comes of it, and that it is sealed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

import pytest

from nouvelle_france import BOTS, days
from nouvelle_france.record import write_action
from nouvelle_france.tables import Code, Entry, Options, Pace, Table, agreements, daily, decisions
from nouvelle_france.tables.entries import Unsealed
from nouvelle_france.tables.fairness import deal, unfairness
from nouvelle_france.tables.news import public_view
from nouvelle_france.tables.options import DayCount, DayGame
from tests.tables.sitting import EDITION, NOON, SECRET, Sitting, refused, token

DAY = days.day_of(NOON)


def begun(count: DayCount = "first") -> Sitting:
    """A day's game that has just begun."""
    made, began = daily.begin(DayGame(DAY, count), SECRET, EDITION, "Ana", token("player"), Pace(), deal)
    sitting = Sitting(made.options, made.chairs, secret=made.secret)
    sitting.write([began])
    return sitting


def played(sitting: Sitting, helped: bool = False) -> Sitting:
    """It is played to its end by its player; or a bot stands in after the second snowfall."""
    rng = Random(7)
    player = BOTS["random"](rng)
    table = sitting.table
    while table.status == "playing":
        if helped and table.playing.state.position.snow == 2 and not table.chairs["player"].away:
            sitting.write(decisions.leave(table, "player"))
        sitting.bots_play(rng)
        if "player" in table.persons_asked:
            view = table.playing.state.view(0)
            sitting.send("player", write_action(table.game, player.choose(view, view.legal)))
    return sitting


def test_sol_5_a_days_game_begins_at_once_without_hints_and_with_winters_ties_fixed() -> None:
    table = begun().table
    assert table.status == "playing"
    assert (table.options.hints, table.options.winter_ties) == (False, "fixed")
    assert table.options.solo == days.challenge(DAY, EDITION)
    assert table.secret == days.key(DAY, SECRET)
    assert Options.read(table.options.write()) == table.options
    assert table.words == (("player", ""),)


def test_what_is_seen_of_a_days_game_tells_nothing_of_its_deck() -> None:
    """Before its first card is turned up: only what lies open follows from the deck."""
    table = begun().table
    shown = str(public_view(table))
    assert table.secret not in shown
    assert SECRET not in shown
    assert public_view(table)["secret"] is None


def test_a_first_game_that_its_player_ends_in_time_is_listed() -> None:
    table = played(begun()).table
    came_of_it = daily.outcome(table)
    result = table.playing.state.position.result
    assert result is not None
    assert came_of_it.why_not is None
    assert came_of_it.won == (result.winners == ("player",)) == (came_of_it.margin > 0)
    assert came_of_it.scores == dict(result.scores)
    assert daily.read(daily.written(came_of_it)) == came_of_it


@pytest.mark.parametrize("count", ["further", "past", "alone"])
def test_other_games_are_told_apart(count: DayCount) -> None:
    assert daily.outcome(played(begun(count)).table).why_not == count


def test_a_game_that_a_bot_has_ended_is_told_apart() -> None:
    assert daily.outcome(played(begun(), helped=True).table).why_not == "helped"


def test_a_game_that_ends_when_its_deal_is_no_secret_any_more_is_told_apart() -> None:
    sitting = begun()
    sitting.now = days.closes(DAY)
    assert daily.outcome(played(sitting).table).why_not == "late"
    sitting = begun()
    sitting.now = days.closes(DAY) - 1_000_000  # Winter's pauses take some of it
    assert daily.outcome(played(sitting).table).why_not is None


def test_a_game_that_was_given_up_or_closed_has_come_to_nothing() -> None:
    ways: list[Callable[[Table], list[Entry]]] = [partial(agreements.concede, seat="player"), decisions.close]
    for give_up in ways:
        sitting = begun()
        sitting.write(give_up(sitting.table))
        assert daily.outcome(sitting.table).why_not == "unfinished"


def test_it_is_sealed_until_the_day_is_over_and_has_a_proof_then() -> None:
    sitting = played(begun())
    table = sitting.table
    refused(Code.SEALED, lambda: decisions.watch(table, ()))
    decisions.watch(table, ("player",))
    refused(Code.SEALED, table.record)
    refused(Code.SEALED, table.proof)
    assert public_view(table)["secret"] is None
    sitting.write([Unsealed()])
    decisions.watch(table, ())
    assert public_view(table)["secret"] == days.key(DAY, SECRET)
    assert unfairness(table.proof(), EDITION) == []
    # What comes after it has a deal of its own.
    assert decisions.rematch_options(table).day is None


@pytest.mark.parametrize("count", ["past", "alone"])
def test_a_game_whose_deal_is_no_secret_is_not_sealed(count: DayCount) -> None:
    table = begun(count).table
    decisions.watch(table, ())
    refused(Code.NOT_OVER, table.record)


def test_its_seat_is_nobody_elses() -> None:
    table = begun().table
    refused(Code.BAD_OPTIONS, lambda: decisions.offer(table, "player", "a code"))
