"""Clocks: a turn's time, a window's, what happens when it is up, and when the server must act by itself."""

from __future__ import annotations

from random import Random
from unittest.mock import ANY

import pytest

from nouvelle_france import Rules, SoloSettings
from nouvelle_france.tables import Code, Options, Pace, branching, decisions
from nouvelle_france.tables.entries import Moved
from nouvelle_france.tables.news import public_view
from tests.tables.sitting import Sitting, bot, dealt, in_window, options, person, refused

MINUTE = Pace(turn=60, window=10)
CLAIMED = Rules(unable="claimed")


def hurried(rules: Rules | None = None) -> Sitting:
    """White has a minute for its turn, others ten seconds in it."""
    return Sitting(options(rules, pace=MINUTE)).start(dealt())


def left(sitting: Sitting, seat: str) -> float:
    """The seconds a seat has left."""
    deadline = sitting.table.deadline(seat)
    assert deadline is not None
    return (deadline - sitting.now) / 1000


def test_a_turns_time_is_used_up_only_while_its_seat_is_waited_for() -> None:
    sitting = hurried()
    assert left(sitting, "white") == 60
    sitting.wait(20)
    sitting.play("white", "bonus")
    assert left(sitting, "white") == 40
    sitting.wait(5)
    sitting.play("white", "decline")
    assert [left(sitting, seat) for seat in sitting.table.asked] == [10, 10]
    sitting.wait(8)
    sitting.play("brown", "decline")
    assert left(sitting, "yellow") == 2, "brown's answer gives yellow no more time"
    sitting.wait(1)
    sitting.play("yellow", "decline")
    assert left(sitting, "white") == 35, "the windows were not white's time"
    sitting.wait(5)
    sitting.play("white", "end")
    assert left(sitting, "brown") == 60


def test_chat_and_leaving_do_not_stop_the_clock() -> None:
    sitting = hurried()
    sitting.wait(20)
    sitting.write(decisions.say(sitting.table, "white", "1", "hm"))
    sitting.write(decisions.leave(sitting.table, "brown"))
    assert left(sitting, "white") == 40


def test_taking_back_within_a_turn_gives_no_time_back() -> None:
    sitting = hurried()
    sitting.wait(20)
    sitting.play("white", "bonus")
    sitting.wait(5)
    sitting.take_back("white")
    assert left(sitting, "white") == 35


def test_taking_back_out_of_a_window_costs_only_ones_own_time() -> None:
    sitting = hurried()
    sitting.wait(20)
    in_window(sitting)
    sitting.wait(9)
    sitting.take_back("white")
    assert left(sitting, "white") == 40


def test_taking_back_across_a_turn_gives_back_what_was_left() -> None:
    sitting = hurried(Rules(allies="none"))
    sitting.wait(20)
    sitting.play("white", "bonus")
    sitting.wait(7)
    sitting.take_back("white")
    assert left(sitting, "white") == 40
    sitting.wait(15)
    sitting.play("white", "bonus", nth=1)
    sitting.wait(30)
    sitting.play("brown", "bonus")
    assert left(sitting, "yellow") == 60
    sitting.take_back("brown")
    assert left(sitting, "brown") == 30
    sitting.wait(10)
    sitting.take_back("white")
    assert left(sitting, "white") == 25


def test_nothing_times_out_before_its_time() -> None:
    sitting = hurried()
    sitting.wait(59.999)
    assert decisions.time_out(sitting.table, "white", sitting.now) == []
    assert decisions.time_out(sitting.table, "brown", sitting.now + 10**9) == [], "it is not asked"
    assert decisions.time_out(sitting.table, "white", sitting.wait(0.001)) != []


def test_out_of_time_in_ones_own_turn_a_stand_in_plays_until_it_ends() -> None:
    sitting = hurried()
    sitting.play("white", "draw")
    sitting.wait(60)
    (news,) = sitting.write(decisions.time_out(sitting.table, "white", sitting.now))
    assert news.told == {"seat": "white"}
    assert decisions.time_out(sitting.table, "white", sitting.now) == []
    assert sitting.table.bot_of("white") == "greedy"
    assert sitting.table.deadline("white") is None
    refused(Code.OUT_OF_TIME, lambda: sitting.decide("white", sitting.action("white", "place")))
    sitting.bots_play(Random(1))
    assert list(sitting.table.asked) == ["brown", "yellow"], "what it placed is worth a Coureur"
    sitting.play("brown", "coureur")
    sitting.bots_play(Random(1))
    acted = [(seat, how) for seat, how in sitting.table.by if seat == "white"]
    assert acted[0] == ("white", "person")
    assert {how for _, how in acted[1:]} == {"stand_in"}
    assert sitting.table.bot_of("white") is None, "it plays its next turn itself"
    assert not sitting.table.chairs["white"].away
    assert list(sitting.table.asked) == ["brown"]


def test_aly_3_out_of_time_in_a_window_the_seat_declines() -> None:
    sitting = in_window(hurried())
    sitting.wait(10)
    (draft,) = decisions.time_out(sitting.table, "yellow", sitting.now)
    assert draft.write() == {"seat": "yellow", "action": {"by": "yellow", "do": "decline"}, "how": "clock"}
    (news,) = sitting.write([draft])
    assert news.told["how"] == "clock"
    assert list(sitting.table.asked) == ["brown"]
    assert sitting.table.bot_of("yellow") is None
    assert decisions.time_out(sitting.table, "yellow", sitting.now) == []


@pytest.mark.parametrize(("rules", "before", "do"), [(None, "bonus", "decline"), (CLAIMED, "draw", "pass")])
def test_the_record_says_that_the_clock_answered_for_a_seat(rules: Rules | None, before: str, do: str) -> None:
    sitting = hurried(rules)
    sitting.play("white", before)
    sitting.play("white", "decline" if do == "decline" else "unable")
    sitting.wait(10)
    (seat, *_) = sitting.table.asked
    sitting.write(decisions.time_out(sitting.table, seat, sitting.now))
    move = {"by": seat, "do": do, "stand_in": "clock"}
    for table in (sitting.table, sitting.reloaded()):
        assert table.playing.moves[-1] == move
        assert "stand_in" not in table.playing.moves[-2]
        assert branching.moved_entries(table.playing)[-1] == Moved(seat, ANY, "replayed", stand_in="clock")


def test_una_2_out_of_time_after_a_claim_the_seat_passes() -> None:
    sitting = hurried(CLAIMED)
    sitting.play("white", "draw")
    sitting.play("white", "unable")
    sitting.wait(10)
    sitting.write(decisions.time_out(sitting.table, "brown", sitting.now))
    assert sitting.entries[-1].data["action"] == {"by": "brown", "do": "pass"}
    assert left(sitting, "yellow") == 10


def test_without_a_windows_time_a_turns_holds() -> None:
    sitting = in_window(Sitting(options(pace=Pace(turn=30))).start(dealt()))
    assert left(sitting, "brown") == 30
    sitting = in_window(Sitting(options(pace=Pace(window=5))).start(dealt()))
    assert left(sitting, "brown") == 5
    sitting.play("brown", "coureur")
    assert sitting.table.deadline("white") is None, "its own turn may take as long as it likes"


def test_unhurried_tables_have_no_deadlines() -> None:
    sitting = Sitting().start(dealt())
    for do in ("bonus", "decline"):
        assert sitting.table.deadline("white") is None
        assert sitting.table.due is None
        sitting.play("white", do)
    sitting.wait(10**6)
    for seat in ("brown", "yellow"):
        assert sitting.table.deadline(seat) is None
        assert decisions.time_out(sitting.table, seat, sitting.now) == []
    assert sitting.table.standing().due is None


def test_the_server_is_due_when_the_first_clock_runs_out_or_a_bot_has_waited() -> None:
    sitting = Sitting(options(pace=Pace(60, 10, 1.5)), [person("white"), person("brown"), bot("yellow")])
    assert sitting.table.due is None
    sitting.start(dealt())
    began = sitting.now
    assert sitting.table.due == sitting.table.standing().due == began + 60_000
    sitting.wait(30)
    in_window(sitting)
    assert sitting.table.due == sitting.now + 10_000, "brown's clock; the bot waits for brown"
    sitting.play("brown", "decline")
    assert sitting.table.due == sitting.now, "the bot answers at once in another's turn"
    sitting.bots_play(Random(1))
    assert sitting.table.due == sitting.now + 30_000
    sitting.play("white", "end")
    sitting.play("brown", "bonus")
    sitting.play("brown", "decline")
    sitting.play("white", "decline")
    sitting.bots_play(Random(1))
    sitting.play("brown", "end")
    assert list(sitting.table.asked) == ["yellow"]
    assert sitting.table.due == sitting.now + 1500, "people can follow, and take back"


def test_a_stand_in_is_due_like_a_bot() -> None:
    sitting = hurried()
    sitting.write(decisions.leave(sitting.table, "white"))
    assert sitting.table.due == sitting.now + 1000
    assert public_view(sitting.table)["asks"] == [{"seat": "white", "since": 2, "deadline": None}]


def test_sol_3_winter_acts_by_itself_and_takes_none_of_the_players_time() -> None:
    chosen = Options("solo", Rules(allies="none"), SoloSettings(), pace=Pace(60, bots=2))
    sitting = Sitting(chosen, [person("player")]).start()
    while "player" in sitting.table.asked:
        assert left(sitting, "player") > 0
        sitting.play("player", next(iter(sitting.legal("player").kinds())))
    assert sitting.table.due == sitting.now + 2000
    sitting.bots_play(Random(1))
    assert list(sitting.table.asked) == ["player"]
    assert left(sitting, "player") == 60
    assert {seat for seat, how in sitting.table.by if how == "bot"} == {"winter"}
