"""Who sits where: sitting down, bots, invitations, handing over, leaving, the rematch, a closed table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, replace
from random import Random

import pytest

from nouvelle_france import Rules, SoloSettings, faults
from nouvelle_france.tables import Chair, Code, Options, Pace, Table, decisions
from nouvelle_france.tables.decisions import AlreadyDone
from nouvelle_france.tables.entries import Entry, OptionsChanged
from nouvelle_france.tables.news import CHAT_SHOWN, chat, public_view
from nouvelle_france.tables.tokens import Names, hashed
from tests.tables.sitting import (
    EDITION,
    HOST,
    INVITE,
    SECRET,
    Sitting,
    bot,
    bots_table,
    dealt,
    options,
    person,
    refused,
    token,
)


def half_empty(*, public: bool = False) -> Sitting:
    """A table with a person, two open seats and a bot."""
    return Sitting(options(public=public), [person("white"), Chair("brown"), Chair("yellow"), bot("blue")])


def sit(table: Table, seat: str | None = None, invite: str | None = INVITE) -> list[Entry]:
    return decisions.sit(table, seat, "Zoé", hashed("new"), "moose", invite)


# -- making a table ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("chosen", "chairs", "rule"),
    [
        (options(), [person("white")], "SET-1"),
        (options(), [person("white"), person("white")], "SET-1"),
        (options(), [person("white"), person("mauve")], "SET-1"),
        (options(), [person("player")], "SET-1"),
        (options(solo=SoloSettings()), [person("white")], "SOL-1"),
        (options(solo=SoloSettings()), [person("player"), Chair("winter")], "SOL-1"),
        (options(Rules(), SoloSettings()), [person("player")], "VAR-3"),
        (options(solo=SoloSettings("no-such")), [person("player")], "CHA-1"),
        (options(solo=SoloSettings(track="no-such")), [person("player")], "CHA-6"),
        (options(solo=SoloSettings(architecture=("no-such",))), [person("player")], "CHA-7"),
        (Options("solo", Rules(allies="none")), [person("player")], "SOL-1"),
        (Options("table", Rules(allies="none"), SoloSettings()), [person("white"), person("blue")], "SET-1"),
        (Options("table", Rules(), begins="brown"), [person("white"), person("blue")], "SET-6"),
        (Options("solo", Rules(allies="none"), SoloSettings(), begins="player"), [person("player")], "SET-6"),
    ],
)
def test_options_that_make_no_game_are_refused_before_anyone_sits(
    chosen: Options, chairs: list[Chair], rule: str
) -> None:
    error = refused(
        Code.BAD_OPTIONS,
        lambda: decisions.create(chosen, EDITION, chairs, secret=SECRET, host=HOST, invite=INVITE),
    )
    assert error.rule == rule


def test_options_read_back_as_they_were_written() -> None:
    table = options(Rules(True, "once", "leaning", "claimed"), pace=Pace(60, 5, 0.5), public=True, coureur="in_order")
    arranged = replace(table, begins="white")
    for chosen in (table, arranged, options(solo=SoloSettings("artisan", "plucky", ("belfry",)))):
        assert Options.read(chosen.write()) == chosen


def test_set_6_options_of_earlier_versions_draw_who_begins() -> None:
    written = options().write()
    del written["begins"]
    assert Options.read(written) == options()


# -- what is arranged before the game ------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", ["white", "brown", "yellow", "blue"])
def test_set_6_who_begins_may_be_arranged_and_then_there_is_no_proof(seat: str) -> None:
    sat = ["yellow", "white", "blue", "brown"]
    chosen = replace(options(Rules(one_card=True, allies="none")), begins=seat)
    sitting = Sitting(chosen, [bot(it) for it in sat])
    assert public_view(sitting.table)["options"]["begins"] == seat, "all are told before they begin"
    sitting.start()
    at = sat.index(seat)
    assert sitting.table.order == (*sat[at:], *sat[:at])
    refused(Code.NOT_OVER, sitting.table.record)
    sitting.bots_play(Random(seat))
    assert refused(Code.NO_PROOF, sitting.table.proof).rule == "SET-6"
    record = sitting.table.record()
    assert [it.colour for it in record.seats] == list(sitting.table.order)
    assert list(faults(record, EDITION)) == []


def test_var_the_host_chooses_other_rules_before_the_game() -> None:
    sitting = half_empty()
    table = sitting.table
    other = Rules(True, "none", "leaning", "claimed")
    (news,) = sitting.write(decisions.change_rules(table, other, None, "in_order"))
    assert news.changes == {"options": table.options.write()}
    assert (table.options.rules, table.options.coureur) == (other, "in_order")
    assert table.standing().summary["rules"] == asdict(other), "the lobby shows it too"
    assert decisions.change_rules(table, other, None, None) == [], "nothing new"
    assert refused(Code.BAD_OPTIONS, lambda: decisions.change_rules(table, other, SoloSettings(), None)).rule == "SOL-1"
    assert sitting.reloaded().options == table.options
    sit_all = [decisions.seat_bot(table, seat, "random") for seat in ("brown", "yellow")]
    for entries in sit_all:
        sitting.write(entries)
    sitting.start()
    assert table.game.rules == other
    refused(Code.NOT_WAITING, lambda: decisions.change_rules(table, Rules(), None, None))


def test_var_3_alone_other_rules_are_refused_as_they_are_from_the_beginning() -> None:
    table = Sitting(options(solo=SoloSettings()), [person("player")]).table
    error = refused(Code.BAD_OPTIONS, lambda: decisions.change_rules(table, Rules(), SoloSettings(), None))
    assert error.rule == "VAR-3"
    refused(Code.BAD_OPTIONS, lambda: decisions.change_rules(table, Rules(allies="none"), None, None))
    leaning, artisan = Rules(allies="none", support="leaning"), SoloSettings("artisan")
    (changed,) = decisions.change_rules(table, leaning, artisan, winter_ties="player")
    assert isinstance(changed, OptionsChanged)
    assert (changed.options.rules, changed.options.solo) == (leaning, artisan)
    assert changed.options.winter_ties == "player"


def test_names_are_as_long_as_they_promise_and_depend_on_chance_alone() -> None:
    names, again = Names(Random(1).randbytes), Names(Random(1).randbytes)
    made = [names.token(), names.table(), names.secret()]
    assert made == [again.token(), again.table(), again.secret()]
    assert list(map(len, made)) == [33, 12, 64]
    assert Names().token() != Names().token()
    assert hashed(made[0]) != hashed(made[1])


# -- sitting down --------------------------------------------------------------------------------------------------


def test_sitting_takes_the_seat_named_or_the_first_open_one() -> None:
    sitting = half_empty()
    (news,) = sitting.write(sit(sitting.table))
    assert news.told == {"seat": "brown", "name": "Zoé"}
    chair = sitting.table.chairs["brown"]
    assert (chair.kind, chair.name, chair.token, chair.words) == ("person", "Zoé", hashed("new"), "moose")
    assert sitting.table.seat_of(hashed("new")) == "brown"
    sitting.write(sit(sitting.table, "yellow"))
    assert sitting.table.chairs["yellow"].kind == "person"
    assert list(sitting.table.chairs) == ["white", "brown", "yellow", "blue"], "nobody changes places"


def test_a_seat_is_taken_once() -> None:
    sitting = half_empty()
    refused(Code.SEAT_TAKEN, lambda: sit(sitting.table, "white"))
    refused(Code.SEAT_TAKEN, lambda: sit(sitting.table, "blue"))
    refused(Code.UNKNOWN_SEAT, lambda: sit(sitting.table, "mauve"))
    sitting.write(sit(sitting.table))
    sitting.write(sit(sitting.table))
    refused(Code.NOT_OPEN, lambda: sit(sitting.table))


def test_the_link_to_watch_never_lets_one_sit() -> None:
    sitting = half_empty()
    for invite in (None, "", sitting.table.id, hashed(sitting.table.id), HOST, token("white")):
        # mypy gives a lambda's default no type
        refused(Code.BAD_INVITE, lambda invite=invite: sit(sitting.table, invite=invite))  # type: ignore[misc]
    assert sit(sitting.table)


def test_a_public_table_asks_for_no_invitation() -> None:
    assert sit(half_empty(public=True).table, invite=None)


def test_a_new_invitation_ends_the_old_one() -> None:
    sitting = half_empty()
    (news,) = sitting.write(decisions.invite(sitting.table, hashed("another")))
    assert (news.told, news.changes) == ({}, {})
    refused(Code.BAD_INVITE, lambda: sit(sitting.table))
    assert sit(sitting.table, invite=hashed("another"))


def test_bots_take_open_seats_and_bots_places_but_no_persons() -> None:
    sitting = half_empty()
    sitting.write(decisions.seat_bot(sitting.table, "brown", "greedy"))
    sitting.write(decisions.seat_bot(sitting.table, "blue", "greedy"))
    assert [sitting.table.bot_of(seat) for seat in sitting.table.chairs] == [None, "greedy", None, "greedy"]
    refused(Code.SEAT_TAKEN, lambda: decisions.seat_bot(sitting.table, "white", "greedy"))
    refused(Code.UNKNOWN_SEAT, lambda: decisions.seat_bot(sitting.table, "mauve", "greedy"))


def test_a_seat_is_opened_whoever_sits_on_it_and_the_token_holds_nothing_any_more() -> None:
    sitting = half_empty()
    for seat in ("white", "blue"):
        sitting.write(decisions.open_seat(sitting.table, seat))
        assert sitting.table.chairs[seat] == Chair(seat)
    assert decisions.open_seat(sitting.table, "brown") == [], "it is open"
    assert sitting.table.seat_of(token("white")) is None
    refused(Code.UNKNOWN_SEAT, lambda: decisions.open_seat(sitting.table, "mauve"))


def test_leaving_before_the_game_opens_the_seat() -> None:
    sitting = half_empty()
    (news,) = sitting.write(decisions.leave(sitting.table, "white"))
    assert (news.kind, sitting.table.chairs["white"].kind) == ("opened", "open")


def test_words_are_added_before_the_game_and_told_when_it_begins() -> None:
    sitting = Sitting()
    (news,) = sitting.write(decisions.add_words(sitting.table, "brown", "otter"))
    assert news.told == {"seat": "brown"}
    assert news.changes == {}, "those who come later must not know them"
    assert decisions.add_words(sitting.table, "brown", "otter") == []
    assert public_view(sitting.table)["words"] is None
    sitting.start()
    assert public_view(sitting.table)["words"] == [
        {"seat": "white", "words": ""},
        {"seat": "brown", "words": "otter"},
        {"seat": "yellow", "words": ""},
    ]
    refused(Code.NOT_WAITING, lambda: decisions.add_words(sitting.table, "brown", "beaver"))


def test_a_game_does_not_begin_with_open_seats() -> None:
    sitting = half_empty()
    assert "brown, yellow" in refused(Code.SEATS_OPEN, lambda: decisions.start(sitting.table)).message
    sitting.write(sit(sitting.table))
    refused(Code.SEATS_OPEN, lambda: decisions.start(sitting.table))
    sitting.write(sit(sitting.table))
    sitting.start()
    assert sitting.table.status == "playing"


def test_once_begun_nobody_sits_down_or_is_removed() -> None:
    sitting = Sitting().start()
    table = sitting.table
    for decide in (
        lambda: sit(table),
        lambda: decisions.seat_bot(table, "white", "greedy"),
        lambda: decisions.open_seat(table, "white"),
        lambda: decisions.invite(table, hashed("another")),
        lambda: decisions.change_rules(table, Rules(one_card=True), None, None),
        lambda: decisions.start(table),
    ):
        refused(Code.NOT_WAITING, decide)


def test_the_first_player_is_drawn_and_the_others_follow_as_they_sit() -> None:
    begins = set()
    for number in range(40):
        sitting = Sitting(secret=f"{number:064x}").start()
        first = ("white", "brown", "yellow").index(sitting.table.order[0])
        assert sitting.table.order == (*("white", "brown", "yellow")[first:], *("white", "brown", "yellow")[:first])
        assert list(sitting.table.asked) == [sitting.table.order[0]]
        begins.add(first)
    assert begins == {0, 1, 2}


# -- handing over --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("begun", [False, True])
def test_a_seat_is_handed_over_and_the_old_token_is_dead(begun: bool) -> None:
    sitting = Sitting()
    if begun:
        sitting.start(dealt())
        sitting.write(decisions.leave(sitting.table, "brown"))
    refused(Code.BAD_INVITE, lambda: decisions.take_over(sitting.table, hashed("code"), "Zoé", hashed("new")))
    (offered,) = sitting.write(decisions.offer(sitting.table, "brown", hashed("code")))
    assert offered.told == {"seat": "brown"}
    assert [seat["offered"] for seat in offered.changes["seats"]] == [False, True, False]
    sitting.write(decisions.take_over(sitting.table, hashed("code"), "Zoé", hashed("new")))
    assert sitting.table.seat_of(token("brown")) is None
    assert sitting.table.seat_of(hashed("new")) == "brown"
    chair = sitting.table.chairs["brown"]
    assert (chair.name, chair.offer, chair.away) == ("Zoé", "", False)
    refused(Code.BAD_INVITE, lambda: decisions.take_over(sitting.table, hashed("code"), "Eve", hashed("eve")))


def test_a_bot_holds_no_token() -> None:
    sitting = Sitting(chairs=[bot("white"), person("blue")])
    assert sitting.table.seat_of("") is None


# -- standing in ---------------------------------------------------------------------------------------------------


def test_a_bot_stands_in_for_one_who_left_until_they_are_back() -> None:
    sitting = Sitting().start(dealt())
    sitting.write(decisions.leave(sitting.table, "white"))
    assert decisions.leave(sitting.table, "white") == []
    assert sitting.table.bot_of("white") == "greedy"
    assert sitting.table.persons_asked == []
    sitting.write(decisions.come_back(sitting.table, "white"))
    assert sitting.table.bot_of("white") is None
    assert decisions.come_back(sitting.table, "white") == []
    assert sitting.table.persons_asked == ["white"]


def test_others_let_a_bot_stand_in_only_for_one_who_is_not_there() -> None:
    sitting = Sitting(chairs=[person("white"), bot("blue")])
    refused(Code.NOT_PLAYING, lambda: decisions.stand_in(sitting.table, "white", False))
    sitting.start(dealt(order=("white", "blue")))
    refused(Code.PRESENT, lambda: decisions.stand_in(sitting.table, "white", True))
    refused(Code.UNKNOWN_SEAT, lambda: decisions.stand_in(sitting.table, "mauve", False))
    assert decisions.stand_in(sitting.table, "blue", False) == [], "it is a bot"
    sitting.write(decisions.stand_in(sitting.table, "white", False))
    assert sitting.table.chairs["white"].away
    assert decisions.stand_in(sitting.table, "white", False) == []


def test_one_who_moves_is_back() -> None:
    sitting = Sitting().start(dealt())
    sitting.write(decisions.leave(sitting.table, "white"))
    sitting.play("white", "draw")
    assert [entry.kind for entry in sitting.entries[-2:]] == ["returned", "moved"]
    assert not sitting.table.chairs["white"].away


# -- chat ----------------------------------------------------------------------------------------------------------


def test_chat_is_kept_up_to_its_limit_and_the_last_lines_are_shown() -> None:
    sitting = Sitting()
    for number in range(decisions.CHAT_LINES):
        (news,) = sitting.write(decisions.say(sitting.table, "white", f"id-{number}", f"line {number}"))
        assert news.changes == {}
    assert news.told == {"seat": "white", "name": "white's holder", "text": "line 999"}
    shown = chat(sitting.table)
    assert [line["text"] for line in shown] == [f"line {number}" for number in range(1000 - CHAT_SHOWN, 1000)]
    refused(Code.CHAT_FULL, lambda: decisions.say(sitting.table, "white", "more", "more"))
    assert decisions.say(sitting.table, "white", "id-7", "line 7") == AlreadyDone(sitting.table.chat[7].seq)
    refused(Code.ID_REUSED, lambda: decisions.say(sitting.table, "white", "id-7", "line 8"))
    refused(Code.CHAT_FULL, lambda: decisions.say(sitting.table, "brown", "id-7", "an id is its seat's own"))


# -- the end -------------------------------------------------------------------------------------------------------


def test_a_rematch_keeps_the_seats_and_their_tokens() -> None:
    sitting = bots_table(Rules(), 2, "rematch")
    seat, other = sitting.table.chairs
    sitting.table.chairs[seat] = Chair(seat, "person", "Zoé", None, token(seat), hashed("code"), True, "words")
    sitting.write(decisions.rematch(sitting.table, "TableNumber2"))
    assert sitting.table.rematch == "TableNumber2"
    assert public_view(sitting.table)["rematch"] == "TableNumber2"
    assert decisions.rematch(sitting.table, "TableNumber3") == [], "one rematch is enough"
    chairs = decisions.rematch_chairs(sitting.table)
    assert chairs == [Chair(seat, "person", "Zoé", None, token(seat)), sitting.table.chairs[other]]
    again = Sitting(options(), chairs)
    assert again.table.seat_of(token(seat)) == seat


def test_a_rematch_comes_after_the_game() -> None:
    sitting = Sitting()
    refused(Code.NOT_OVER, lambda: decisions.rematch(sitting.table, "TableNumber2"))
    sitting.start()
    refused(Code.NOT_OVER, lambda: decisions.rematch(sitting.table, "TableNumber2"))
    refused(Code.NOT_OVER, sitting.table.proof)


@pytest.mark.parametrize("begun", [False, True])
def test_a_closed_table_refuses_everything(begun: bool) -> None:
    sitting = Sitting()
    if begun:
        sitting.start(dealt())
    sitting.write(decisions.offer(sitting.table, "white", hashed("code")))
    sitting.write(decisions.close(sitting.table))
    table = sitting.table
    wishes: list[Callable[[], object]] = [
        lambda: sit(table),
        lambda: decisions.seat_bot(table, "white", "greedy"),
        lambda: decisions.open_seat(table, "white"),
        lambda: decisions.add_words(table, "white", "words"),
        lambda: decisions.invite(table, hashed("another")),
        lambda: decisions.offer(table, "white", hashed("code")),
        lambda: decisions.take_over(table, hashed("code"), "Zoé", hashed("new")),
        lambda: decisions.leave(table, "white"),
        lambda: decisions.stand_in(table, "white", False),
        lambda: decisions.start(table),
        lambda: decisions.move(table, "white", table.seq, "id", {"by": "white", "do": "draw"}),
        lambda: decisions.take_back(table, "white", table.seq, "id"),
        lambda: decisions.say(table, "white", "id", "hello"),
        lambda: decisions.close(table),
    ]
    for wish in wishes:
        refused(Code.CLOSED, wish)
    refused(Code.NOT_OVER, lambda: decisions.rematch(table, "TableNumber2"))
    refused(Code.NOT_OVER, table.proof)
    assert decisions.come_back(table, "white") == []
    assert decisions.time_out(table, "white", sitting.wait(10**6)) == []
    assert (table.asked, table.due, table.standing().status) == ({}, None, "closed")
    assert public_view(table)["secret"] is None, "a game that was broken off keeps its deck secret"


def test_after_the_game_nothing_but_chat_and_a_rematch_is_left() -> None:
    sitting = bots_table(Rules(), 2, "over")
    table = sitting.table
    seat = table.order[0]
    for wish in (
        lambda: decisions.move(table, seat, table.seq, "id", {"by": seat, "do": "draw"}),
        lambda: decisions.take_back(table, seat, table.seq, "id"),
        lambda: decisions.leave(table, seat),
        lambda: decisions.offer(table, seat, hashed("code")),
        lambda: decisions.close(table),
    ):
        refused(Code.NOT_PLAYING, wish)
    refused(Code.NOT_WAITING, lambda: decisions.start(table))
    assert sitting.write(decisions.say(table, seat, "id", "well played"))
    assert public_view(table)["secret"] == table.secret
    assert (table.asked, table.due, table.takes_back) == ({}, None, None)
