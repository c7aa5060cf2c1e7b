"""What costs nothing goes on somebody's account: one who uses theirs up keeps nobody else from anything."""

from __future__ import annotations

from nouvelle_france.tables import Chair, Code, decisions
from nouvelle_france.tables.decisions import FUSS_KEPT
from nouvelle_france.tables.entries import Entry, Sat
from nouvelle_france.tables.tokens import hashed
from tests.tables.sitting import INVITE, Sitting, options, person, refused, token


def written(sitting: Sitting, entries: list[Entry]) -> None:
    """As the house does it."""
    decisions.restrain(sitting.table, entries)
    sitting.write(entries)


def use_up(sitting: Sitting, seat: str) -> None:
    """Words until there is no more to be had."""
    for number in range(FUSS_KEPT):
        written(sitting, decisions.add_words(sitting.table, seat, f"w{number}"))
    refused(Code.TOO_MANY, lambda: written(sitting, decisions.add_words(sitting.table, seat, "one more")))
    refused(Code.TOO_MANY, lambda: written(sitting, decisions.offer(sitting.table, seat, hashed("code"))))


def wear_out(sitting: Sitting, seat: str, invite: str | None) -> None:
    """Somebody sits down and leaves until they may not any more."""
    for number in range(FUSS_KEPT):
        written(sitting, decisions.sit(sitting.table, seat, "Mallory", hashed(f"m{number}"), "", invite))
        written(sitting, decisions.leave(sitting.table, seat))
    once_more = decisions.sit(sitting.table, seat, "Mallory", hashed("once more"), "", invite)
    refused(Code.TOO_MANY, lambda: written(sitting, once_more))


def waiting() -> Sitting:
    return Sitting(chairs=[person("white"), person("brown"), Chair("yellow")])


def test_one_seat_uses_up_its_own_account_alone() -> None:
    sitting = waiting()
    use_up(sitting, "white")
    table = sitting.table
    written(sitting, decisions.add_words(table, "brown", "mine"))
    written(sitting, decisions.offer(table, "brown", hashed("code")))
    written(sitting, decisions.take_over(table, hashed("code"), "Zoé", hashed("new")))
    written(sitting, decisions.invite(table, INVITE))
    written(sitting, decisions.sit(table, "yellow", "Eva", hashed("eva"), "", INVITE))
    sitting.start()
    written(sitting, decisions.stand_in(table, "white", False))
    written(sitting, decisions.come_back(table, "white"))
    written(sitting, decisions.leave(table, "white"))
    assert table.chairs["white"].away


def test_who_used_theirs_up_can_be_removed_and_the_next_has_a_new_one() -> None:
    sitting = waiting()
    use_up(sitting, "white")
    written(sitting, decisions.open_seat(sitting.table, "white"))
    written(sitting, decisions.sit(sitting.table, "white", "Eva", hashed("eva"), "", INVITE))
    written(sitting, decisions.add_words(sitting.table, "white", "mine"))
    assert sitting.reloaded().fuss == sitting.table.fuss


def test_who_leaves_for_ever_comes_back_only_so_often() -> None:
    sitting = Sitting().start()
    for _ in range(FUSS_KEPT):
        written(sitting, decisions.leave(sitting.table, "white"))
        written(sitting, decisions.come_back(sitting.table, "white"))
    written(sitting, decisions.leave(sitting.table, "white"))
    refused(Code.TOO_MANY, lambda: written(sitting, decisions.come_back(sitting.table, "white")))
    written(sitting, decisions.leave(sitting.table, "brown"))


def test_strangers_who_wear_a_public_seat_out_keep_it_from_nobody_who_is_invited() -> None:
    sitting = Sitting(options(public=True), [person("white"), Chair("yellow")])
    wear_out(sitting, "yellow", None)
    assert sitting.reloaded().fuss == sitting.table.fuss
    written(sitting, decisions.sit(sitting.table, "yellow", "Eva", hashed("eva"), "", INVITE))
    assert sitting.table.chairs["yellow"].name == "Eva"


def test_how_somebody_sat_down_is_kept_only_of_those_without_an_invitation() -> None:
    assert "invited" not in Sat("white", "Eva", "hash", "").write(), "as it always was"
    assert Sat("white", "Eva", "hash", "", invited=False).write()["invited"] is False


def test_a_seat_is_sat_on_only_so_often_and_then_the_host_has_bots() -> None:
    sitting = waiting()
    wear_out(sitting, "yellow", INVITE)
    written(sitting, decisions.seat_bot(sitting.table, "yellow", "random"))
    sitting.start()
    assert sitting.table.seat_of(token("white")) == "white"
