"""For whom a game waits and since when: what somebody is told of, once."""

from __future__ import annotations

from nouvelle_france.tables import decisions
from tests.tables.sitting import Sitting, dealt, options

A_MOMENT = 59
A_WHILE = 60


def begun() -> Sitting:
    """White begins; brown and yellow are asked in its turn."""
    return Sitting(options()).start(dealt())


def waits(sitting: Sitting) -> dict[str, int]:
    """The entries since which seats are waited for."""
    return {seat: sitting.table.clock.waits[seat].seq for seat in sitting.table.asked}


def test_a_turn_is_one_wait_though_others_are_asked_for_a_moment_in_it() -> None:
    sitting = begun()
    first = waits(sitting)
    assert list(first) == ["white"]
    sitting.play("white", "bonus")
    assert waits(sitting) == first
    sitting.play("white", "decline")
    window = sitting.table.seq
    assert waits(sitting) == {"brown": window, "yellow": window}
    sitting.wait(A_MOMENT)
    sitting.play("brown", "decline")
    assert waits(sitting) == {"yellow": window}
    sitting.play("yellow", "decline")
    assert waits(sitting) == first
    sitting.play("white", "end")
    assert waits(sitting) == {"brown": sitting.table.seq}


def test_who_was_not_asked_for_a_while_is_waited_for_anew() -> None:
    sitting = begun()
    first = waits(sitting)
    sitting.play("white", "bonus")
    sitting.play("white", "decline")
    sitting.play("brown", "decline")
    sitting.wait(A_WHILE)
    sitting.play("yellow", "decline")
    assert waits(sitting) == {"white": sitting.table.seq}
    assert waits(sitting) != first


def test_what_is_taken_back_for_a_moment_begins_no_other_wait() -> None:
    sitting = begun()
    for seat, do in (("white", "bonus"), ("white", "decline"), ("brown", "decline"), ("yellow", "decline")):
        sitting.play(seat, do)
    mine = waits(sitting)
    sitting.play("white", "end")
    theirs = waits(sitting)
    sitting.wait(A_MOMENT)
    sitting.take_back("white")
    assert waits(sitting) == mine
    sitting.play("white", "end")
    assert waits(sitting) == theirs
    sitting.take_back("white")
    sitting.wait(A_WHILE)
    sitting.play("white", "end")
    assert waits(sitting) == {"brown": sitting.table.seq} != theirs


def test_chat_and_who_comes_and_goes_begin_no_wait() -> None:
    sitting = begun()
    first = waits(sitting)
    sitting.wait(A_WHILE)
    sitting.write(decisions.say(sitting.table, "brown", "1", "hm"))
    sitting.write(decisions.leave(sitting.table, "yellow"))
    sitting.write(decisions.come_back(sitting.table, "yellow"))
    assert waits(sitting) == first


def test_nobody_waits_for_a_seat_that_a_bot_plays() -> None:
    sitting = begun()
    sitting.write(decisions.leave(sitting.table, "white"))
    assert list(sitting.table.asked) == ["white"]
    assert sitting.table.persons_asked == []
