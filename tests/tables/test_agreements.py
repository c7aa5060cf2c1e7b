"""What people agree on: going back, ending without an end, giving up; and what nobody can be kept from."""

from __future__ import annotations

from random import Random

import pytest

from nouvelle_france import Rules
from nouvelle_france.record import Record, faults, write_action
from nouvelle_france.tables import Code, Options, Pace, TableError, agreements, decisions
from nouvelle_france.tables.entries import Dismissed, WentBack
from nouvelle_france.tables.tokens import hashed
from tests.tables.sitting import EDITION, Sitting, bot, dealt, everything, in_window, options, person

TWO = ("yellow", "white")
THREE = ("yellow", "white", "blue")


def table_of(*seats: str, bots: tuple[str, ...] = (), pace: Pace | None = None) -> Sitting:
    """A table whose game has begun."""
    chosen = Options("table", Rules(), pace=pace or Pace(), coureur="in_order")
    sitting = Sitting(chosen, [person(it) for it in seats] + [bot(it) for it in bots])
    sitting.start()
    return sitting


def act(sitting: Sitting, kind: str) -> str:
    """Let a seat that is asked do the first thing of a kind."""
    (seat, *_) = sitting.table.asked
    sitting.send(seat, write_action(sitting.table.game, next(iter(sitting.legal(seat).of_kind(kind)))))
    return seat


def placed(sitting: Sitting) -> str:
    """Draw until there is something to place, place it, and let everybody decline: the next seat's turn begins."""
    mover = act(sitting, "draw")
    while "draw" in sitting.legal(mover).kinds():
        act(sitting, "draw")  # a snowflake came before
    act(sitting, "place")
    while sitting.table.playing.state.position.phase.value in ("fille", "coureur", "close"):
        (seat, *_) = sitting.table.asked
        kinds = sitting.legal(seat).kinds()
        act(sitting, "decline" if "decline" in kinds else "end")
    return mover


def refused(code: Code) -> pytest.RaisesExc[TableError]:
    """Something the table refuses with this code."""
    return pytest.RaisesExc(TableError, check=lambda error: error.code is code)


def test_all_agree_and_the_game_goes_back_past_what_others_did() -> None:
    sitting = in_window()
    table = sitting.table
    (other, third) = (seat for seat in table.order if seat != "white")
    sitting.play(other, "decline")
    assert table.takes_back != "white", "by the ordinary rule it is too late"
    sitting.write(agreements.propose(table, "white", "take_back"))
    sitting.write(agreements.answer(table, other, True))
    assert table.by[-1][0] == other, "one of two has not agreed yet"
    sitting.write(agreements.answer(table, third, True))
    assert [seat for seat, _ in table.by] == ["white"], "only the placement is left"
    assert table.proposal is None
    assert list(table.asked) == ["white"]
    assert isinstance(sitting.entries[-1].entry, WentBack)
    assert everything(sitting.reloaded()) == everything(table)


def timed_window() -> Sitting:
    """White has placed a block; brown and yellow had a minute for their answers, and the clock declined for both."""
    sitting = in_window(Sitting(options(pace=Pace(None, 60))).start(dealt()))
    sitting.wait(60)
    for seat in ("brown", "yellow"):
        sitting.write(decisions.time_out(sitting.table, seat, sitting.now))
    assert [how for _, how in sitting.table.by] == ["person", "person", "clock", "clock"]
    return sitting


def test_what_a_clock_answered_in_anothers_turn_is_gone_back_past() -> None:
    sitting = timed_window()
    table = sitting.table
    assert table.takes_back is None, "by the ordinary rule a clock makes it too late"
    sitting.write(agreements.propose(table, "white", "take_back"))
    for seat in ("brown", "yellow"):
        sitting.write(agreements.answer(table, seat, True))
    assert table.by == [("white", "person")]
    assert everything(sitting.reloaded()) == everything(table)


def test_whose_clock_answered_has_the_whole_time_when_all_agree_to_ask_anew() -> None:
    sitting = timed_window()
    table = sitting.table
    sitting.wait(30)
    sitting.write(agreements.propose(table, "brown", "take_back"))
    for seat in ("white", "yellow"):
        sitting.write(agreements.answer(table, seat, True))
    assert set(table.asked) == {"brown", "yellow"}
    assert {table.deadline(seat) for seat in table.asked} == {sitting.now + 60_000}
    assert decisions.time_out(table, "brown", sitting.now) == []
    assert everything(sitting.reloaded()) == everything(table)
    sitting.play("brown", "coureur")


def test_nobody_goes_back_past_a_turn_whose_time_ran_out() -> None:
    sitting = Sitting(options(Rules(allies="none"), pace=Pace(60))).start(dealt())
    sitting.play("white", "bonus")
    sitting.wait(60)
    sitting.write(decisions.time_out(sitting.table, "brown", sitting.now))
    sitting.bots_play(Random(1))
    for seat in ("white", "brown"):
        with refused(Code.TOO_LATE):
            agreements.propose(sitting.table, seat, "take_back")


def test_nobody_goes_back_past_a_card_that_was_revealed() -> None:
    sitting = table_of(*TWO)
    mover = placed(sitting)
    act(sitting, "draw")
    with refused(Code.TOO_LATE):
        agreements.propose(sitting.table, mover, "take_back")
    with refused(Code.TOO_LATE):
        agreements.propose(sitting.table, next(it for it in TWO if it != mover), "take_back")


def test_whoever_acts_ends_a_proposal_to_go_back_but_not_one_to_abandon() -> None:
    sitting = table_of(*TWO)
    mover = placed(sitting)
    sitting.write(agreements.propose(sitting.table, mover, "take_back"))
    act(sitting, "draw")
    assert sitting.table.proposal is None
    sitting.write(agreements.propose(sitting.table, mover, "abandon"))
    act(sitting, "place")
    assert sitting.table.proposal is not None
    with refused(Code.PROPOSED):
        agreements.propose(sitting.table, next(it for it in TWO if it != mover), "abandon")


@pytest.mark.parametrize("agrees", [True, False])
def test_a_game_is_abandoned_when_all_agree(agrees: bool) -> None:
    sitting = table_of(*TWO, bots=("blue",))
    table = sitting.table
    sitting.write(agreements.propose(table, "yellow", "abandon"))
    sitting.write(agreements.answer(table, "white", agrees))
    assert table.proposal is None
    if not agrees:
        assert isinstance(sitting.entries[-1].entry, Dismissed)
        assert table.status == "playing"
        return
    assert (table.status, table.ended and table.ended.how) == ("over", "abandoned")
    assert table.asked == {}
    record = Record.from_json(table.record().to_json())
    assert record.result is None
    assert list(faults(record, EDITION)) == [], "any replayer takes it for a game that was not finished"


def test_one_of_two_concedes_and_the_other_has_won() -> None:
    sitting = table_of(*TWO)
    placed(sitting)
    table = sitting.table
    sitting.write(agreements.concede(table, "white"))
    assert table.status == "over"
    assert table.ended is not None
    assert (table.ended.seat, table.ended.winners) == ("white", ("yellow",))
    assert table.proof().record.result is None
    assert table.standing().due is None
    with refused(Code.NOT_PLAYING):
        agreements.concede(table, "yellow")
    assert [it.kind for it in decisions.rematch(table, "TableNumber2")] == ["rematched"]


def test_in_a_larger_game_one_leaves_instead() -> None:
    with refused(Code.NOT_TWO):
        agreements.concede(table_of(*THREE).table, "white")


def test_bots_and_those_who_are_away_are_not_asked() -> None:
    sitting = table_of("yellow", bots=("white", "blue"))
    sitting.write(agreements.propose(sitting.table, "yellow", "abandon"))
    assert sitting.table.status == "over"
    sitting = table_of(*THREE)
    sitting.write(agreements.propose(sitting.table, "yellow", "abandon"))
    sitting.write(agreements.answer(sitting.table, "white", True))
    sitting.write(decisions.leave(sitting.table, "blue"))
    assert sitting.table.status == "over", "whoever leaves holds up nobody"


def test_what_somebody_proposed_is_off_when_they_leave_or_hand_the_seat_on() -> None:
    for go in ("leave", "hand over"):
        sitting = table_of(*THREE)
        table = sitting.table
        sitting.write(agreements.propose(table, "yellow", "abandon"))
        if go == "leave":
            sitting.write(decisions.leave(table, "yellow"))
        else:
            sitting.write(decisions.offer(table, "yellow", hashed("code")))
            sitting.write(decisions.take_over(table, hashed("code"), "Zoé", hashed("new")))
        assert table.proposal is None
        with refused(Code.STALE):
            agreements.answer(table, "white", True)


def test_proposing_for_ever_is_refused_and_leaving_never_is() -> None:
    sitting = table_of(*THREE)
    table = sitting.table
    with refused(Code.TOO_MANY):
        for _ in range(decisions.FUSS_KEPT + 1):
            entries = agreements.propose(table, "yellow", "abandon")
            decisions.restrain(table, entries)
            sitting.write(entries)
            sitting.write(agreements.answer(table, "yellow", False))
    leaving = decisions.leave(table, "yellow")
    decisions.restrain(table, leaving)
    assert [it.kind for it in leaving] == ["left"]


def test_going_back_anywhere_leaves_a_game_by_the_rules() -> None:
    for seed in range(12):
        rng = Random(seed)
        sitting = table_of(*TWO)
        table = sitting.table
        went = 0
        for _ in range(60):
            if table.status != "playing":
                break
            seat = rng.choice(TWO)
            if agreements.goes_back(table, seat) and rng.random() < 0.4:
                before = len(table.by)
                sitting.write(agreements.propose(table, seat, "take_back"))
                sitting.write(agreements.answer(table, next(it for it in TWO if it != seat), True))
                went += before - len(table.by)
                assert seat in table.asked
                continue
            (asked, *_) = table.asked
            sitting.send(asked, write_action(table.game, rng.choice(list(sitting.legal(asked)))))
        assert went > 0
        assert list(faults(Record.from_json(table.playing.record().to_json()), EDITION)) == []
