"""Playing at a table: whose turn it is, what is stale, what was done before, what the rules refuse."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest

from nouvelle_france import RULES_VERSION, Decline, Phase, Rules, SoloSettings, State, tables
from nouvelle_france.bots.stand_in import HARMLESS
from nouvelle_france.record import read_action
from nouvelle_france.tables import Code, Entry, Pace, Table, Written, decisions
from nouvelle_france.tables.decisions import AlreadyDone
from nouvelle_france.tables.entries import Moved
from tests.tables.sitting import Sitting, bot, dealt, edition_of, in_window, options, person, refused


def claimed() -> Sitting:
    """White claims that a shape cannot be placed; brown is asked, then yellow."""
    sitting = Sitting(options(Rules(unable="claimed"))).start(dealt())
    sitting.play("white", "draw")
    sitting.play("white", "unable")
    assert sitting.table.playing.state.position.phase is Phase.CLAIMED
    return sitting


# -- whose turn ----------------------------------------------------------------------------------------------------


def test_trn_5_only_the_seat_that_is_asked_may_act() -> None:
    sitting = Sitting().start(dealt())
    error = refused(Code.NOT_YOUR_TURN, lambda: sitting.decide("brown", {"by": "brown", "do": "draw"}))
    assert error.rule == "TRN-5"
    assert refused(
        Code.NOT_YOUR_TURN, lambda: claimed().decide("yellow", {"by": "yellow", "do": "pass"})
    ).rule == "UNA-2"  # fmt: skip
    solo = Sitting(options(solo=SoloSettings()), [person("player")]).start()
    while "player" in solo.table.asked:
        solo.play("player", next(iter(solo.legal("player").kinds())))
    assert list(solo.table.asked) == ["winter"]
    error = refused(Code.NOT_YOUR_TURN, lambda: solo.decide("player", {"by": "player", "do": "draw"}))
    assert error.rule == "SOL-3"


def test_nobody_moves_before_the_game() -> None:
    sitting = Sitting()
    refused(Code.NOT_PLAYING, lambda: sitting.decide("white", {"by": "white", "do": "draw"}))
    refused(Code.NOT_PLAYING, lambda: decisions.take_back(sitting.table, "white", 1, "id"))


def test_a_seat_cannot_act_in_anothers_name() -> None:
    sitting = in_window()
    refused(Code.NOT_YOUR_SEAT, lambda: sitting.decide("brown", {"by": "yellow", "do": "decline"}))


# -- what is stale -------------------------------------------------------------------------------------------------


def test_a_move_made_on_an_older_position_or_one_to_come_is_stale() -> None:
    sitting = Sitting().start(dealt())
    draw = {"by": "white", "do": "draw"}
    refused(Code.STALE, lambda: sitting.decide("white", draw, on=sitting.table.game_seq - 1))
    refused(Code.STALE, lambda: sitting.decide("white", draw, on=sitting.table.seq + 1))
    assert sitting.decide("white", draw, on=sitting.table.game_seq)


def test_what_does_not_change_the_game_makes_no_move_stale() -> None:
    sitting = Sitting().start(dealt())
    on = sitting.table.seq
    sitting.write(decisions.say(sitting.table, "brown", "1", "hello"))
    sitting.write(decisions.leave(sitting.table, "brown"))
    assert sitting.table.game_seq == on
    sitting.send("white", {"by": "white", "do": "draw"}, on=on)


def test_aly_3_anothers_refusal_does_not_make_a_claim_stale() -> None:
    sitting = in_window()
    on = sitting.table.seq
    sitting.send("brown", {"by": "brown", "do": "decline"}, on=on)
    sitting.send("yellow", {"by": "yellow", "do": "coureur"}, on=on)
    assert sitting.table.playing.state.position.score("yellow") == 1


def test_aly_3_nor_does_a_refusal_that_was_taken_back() -> None:
    sitting = in_window()
    on, asked = sitting.table.seq, sitting.table.asked["yellow"]
    sitting.wait(5)
    sitting.play("brown", "decline")
    sitting.take_back("brown")
    assert sitting.table.asked["yellow"] == asked, "its choice is the one it had, and so is its time"
    assert sitting.table.asked["brown"].seq == sitting.table.seq
    refused(Code.STALE, lambda: sitting.decide("brown", {"by": "brown", "do": "coureur"}, on=on))
    sitting.send("yellow", {"by": "yellow", "do": "coureur"}, on=on)


def test_aly_3_the_first_claim_wins() -> None:
    sitting = in_window()
    on = sitting.table.seq
    sitting.send("yellow", {"by": "yellow", "do": "coureur"}, on=on)
    refused(Code.STALE, lambda: sitting.decide("brown", {"by": "brown", "do": "coureur"}, on=on))
    refused(Code.NOT_YOUR_TURN, lambda: sitting.decide("brown", {"by": "brown", "do": "coureur"}))
    assert sitting.table.playing.state.position.score("brown") == 0


def test_aly_3_in_order_seats_are_asked_one_after_another() -> None:
    sitting = in_window(Sitting(options(coureur="in_order")).start(dealt()))
    assert list(sitting.table.asked) == ["brown"]
    error = refused(Code.NOT_YOUR_TURN, lambda: sitting.decide("yellow", {"by": "yellow", "do": "coureur"}))
    assert error.rule == "ALY-3"
    on = sitting.table.seq
    sitting.play("brown", "decline")
    assert list(sitting.table.asked) == ["yellow"]
    refused(Code.STALE, lambda: sitting.decide("yellow", {"by": "yellow", "do": "coureur"}, on=on))
    sitting.play("yellow", "coureur")
    assert list(sitting.table.asked) == ["white"]


def test_una_2_a_claim_is_put_to_one_seat_after_another() -> None:
    sitting = claimed()
    assert list(sitting.table.asked) == ["brown"]
    on = sitting.table.seq
    sitting.play("brown", "pass")
    assert list(sitting.table.asked) == ["yellow"]
    refused(Code.STALE, lambda: sitting.decide("yellow", {"by": "yellow", "do": "pass"}, on=on))
    sitting.play("yellow", "place")
    assert list(sitting.table.asked) == ["brown"], "white's turn is over"


# -- what was done before ------------------------------------------------------------------------------------------


def test_the_same_message_is_answered_again_and_done_once() -> None:
    sitting = Sitting().start(dealt())
    on = sitting.table.seq
    placing = sitting.action("white", "bonus")
    seq = sitting.send("white", placing, on=on, id="m1").seq
    for table in (sitting.table, sitting.reloaded()):
        assert decisions.move(table, "white", on, "m1", placing) == AlreadyDone(seq)
    sitting.take_back("white", "m2")
    back = sitting.table.seq
    for table in (sitting.table, sitting.reloaded()):
        assert decisions.move(table, "white", on, "m1", placing) == AlreadyDone(seq), "also once it was taken back"
        assert decisions.take_back(table, "white", on, "m2") == AlreadyDone(back)
    sitting.write(decisions.close(sitting.table))
    assert decisions.move(sitting.table, "white", on, "m1", placing) == AlreadyDone(seq), "also on a closed table"


def test_the_same_id_with_other_content_is_refused() -> None:
    sitting = Sitting().start(dealt())
    placing, other = sitting.action("white", "bonus"), sitting.action("white", "bonus", 1)
    sitting.send("white", placing, id="m1")
    for table in (sitting.table, sitting.reloaded()):
        # mypy gives a lambda's default no type
        refused(Code.ID_REUSED, lambda table=table: decisions.move(table, "white", table.seq, "m1", other))  # type: ignore[misc]
        # mypy gives a lambda's default no type
        refused(Code.ID_REUSED, lambda table=table: decisions.take_back(table, "white", table.seq, "m1"))  # type: ignore[misc]
        # mypy gives a lambda's default no type
        refused(Code.ID_REUSED, lambda table=table: decisions.say(table, "white", "m1", "hello"))  # type: ignore[misc]
    assert decisions.say(sitting.table, "brown", "m1", "hello"), "another seat's ids are its own"


def test_a_holder_says_that_nobody_chose_and_all_are_told() -> None:
    sitting = Sitting().start(dealt())
    placing = sitting.action("white", "bonus")
    on = sitting.table.seq
    news = sitting.write(decisions.move(sitting.table, "white", on, "m1", placing, HARMLESS))[-1]
    assert (news.told["how"], news.told["stand_in"]) == ("stand_in", HARMLESS)
    for table in (sitting.table, sitting.reloaded()):
        assert table.playing.moves[-1]["stand_in"] == HARMLESS
        # mypy gives a lambda's default no type
        refused(Code.ID_REUSED, lambda table=table: decisions.move(table, "white", on, "m1", placing))  # type: ignore[misc]
    assert sitting.table.takes_back == "white"


# -- what the rules refuse -----------------------------------------------------------------------------------------


def test_refusals_carry_the_number_of_the_rule() -> None:
    sitting = Sitting().start(dealt())

    def rule(code: Code, **action: object) -> str | None:
        return refused(code, lambda: sitting.decide("white", {"by": "white", **action})).rule

    assert rule(Code.ILLEGAL_MOVE, do="fille") == "ALY-2"
    assert rule(Code.ILLEGAL_MOVE, do="end") == "ALY-4"
    floating = {"block": "beam-white", "site": "mill", "cubes": [[0, 0, 2], [1, 0, 2], [2, 0, 2]]}
    assert rule(Code.ILLEGAL_MOVE, do="bonus", **floating) == "PLC-1"
    assert rule(Code.INVALID_MOVE, do="unable", shape="sphere", remove="sphere-white") == "CMP-1"
    assert rule(Code.INVALID_MOVE, do="huron", order=[0, 0, 1]) == "ALY-4"
    assert sitting.table.seq == sitting.table.game_seq == 2, "nothing has changed"


def test_news_of_a_move_say_who_did_what_and_what_it_gained() -> None:
    sitting = Sitting().start(dealt())
    news = sitting.play("white", "bonus", id="m1")
    assert news.told == {"seat": "white", "how": "person", "do": "bonus", "gain": {"white": 3}}
    seen = news.seen_by([])
    assert (seen["seq"], seen["kind"], seen["seat"]) == (3, "moved", "white")
    assert [event["event"] for event in seen["events"]] == ["placed"]
    assert set(news.changes["position"]) == {"phase", "buildings", "scores", "bonus", "points"}


def test_a_game_of_other_rules_is_not_played_on() -> None:
    sitting = Sitting().start(dealt())
    created, started = sitting.entries
    older = Written(2, started.at, "started", {**started.data, "rules_version": RULES_VERSION - 1})
    refused(Code.OTHER_RULES, lambda: Table.load("TableNumber1", edition_of, [created, older]))
    waiting = Written(1, created.at, "created", {**created.data, "rules_version": RULES_VERSION - 1})
    table = Table.load("TableNumber1", edition_of, [waiting, started])
    assert table.rules_version == RULES_VERSION, "a game has the rules it began with"


def test_entries_have_no_gaps() -> None:
    sitting = Sitting().start(dealt())
    with pytest.raises(ValueError, match="entry 2 after 0"):
        Table.load("TableNumber1", edition_of, sitting.entries[1:])
    with pytest.raises(ValueError, match="entry 2 after 2"):
        sitting.table.apply(sitting.entries[-1])


def test_bots_wait_for_persons_in_a_window() -> None:
    sitting = Sitting(chairs=[person("white"), bot("brown"), person("yellow")]).start(dealt())
    in_window(sitting)
    assert sitting.table.persons_asked == ["yellow"]
    assert sitting.table.due is None, "yellow has all the time it wants"
    sitting.play("yellow", "decline")
    assert sitting.table.due == sitting.now, "brown's bot answers at once"
    sitting.wait(1)
    sitting.bots_play(Random(1))
    assert list(sitting.table.asked) == ["white"]


# -- no more work than needed ----------------------------------------------------------------------------------------


def test_a_persons_move_is_read_once_and_everybodys_is_played_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """On its way from the decision into the table; what a bot or a clock does is known without reading."""
    done: list[str] = []

    def counted(name: str, work: Callable[..., Any]) -> Callable[..., Any]:
        def work_and_count(*given: Any) -> Any:
            done.append(name)
            return work(*given)

        return work_and_count

    sitting = Sitting(options(pace=Pace(window=5)), [person("white"), person("brown"), bot("yellow")]).start(dealt())
    table = sitting.table
    for module in (decisions, tables.table):
        monkeypatch.setattr(module, "read_action", counted("read", read_action))
    monkeypatch.setattr(State, "play", counted("played", State.play))

    def works(entries: Sequence[Entry] | AlreadyDone) -> list[str]:
        assert not isinstance(entries, AlreadyDone)
        for entry in entries:
            sitting.reporter.apply(Written.of(table.seq + 1, sitting.now, entry))
        told = done.copy()
        done.clear()
        return told

    for do in ("bonus", "decline"):
        assert works(sitting.decide("white", sitting.action("white", do))) == ["read", "played"]
    assert list(table.asked) == ["brown", "yellow"]
    assert works(decisions.time_out(table, "brown", sitting.wait(5))) == ["played"]
    answer = sitting.legal("yellow").of_kind("decline")[0]
    assert works(decisions.bot_move(table, "yellow", table.asked["yellow"], "random", answer, "random")) == ["played"]
    assert [how for _, how in table.by] == ["person", "person", "clock", "bot"]


def test_a_clocks_move_is_held_against_the_rules_too() -> None:
    sitting = in_window(Sitting(options(pace=Pace(window=5))).start(dealt()))
    before = sitting.table.playing.state
    (entry,) = decisions.time_out(sitting.table, "brown", sitting.wait(5))
    assert isinstance(entry, Moved)
    assert entry.step == before.play(Decline(1))
    assert sitting.table.playing.state is before, "deciding changes nothing"
