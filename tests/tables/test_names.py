"""No two at a table look alike, and nobody is invisible."""

from __future__ import annotations

import pytest
from pydantic import TypeAdapter, ValidationError

from nouvelle_france.protocol.texts import Name
from nouvelle_france.tables import Chair, decisions
from nouvelle_france.tables.entries import BotSeated
from nouvelle_france.tables.names import distinct, skeleton
from nouvelle_france.tables.tokens import hashed
from tests.tables.sitting import INVITE, Sitting, bot

NAME = TypeAdapter[str](Name)


@pytest.mark.parametrize(
    "name",
    [
        "\u3164", "\u2800", "\u200d", "\ufe0f", "\u115f", "\u00ad", "\u034f", "\U000e0041", "\u0301", "A\u00adna",
        "A\u3164na", "\u2800Ana", "Ana\u2800", "Ana\u200d", "\u0301Ana", "A\u206ana", "Ana\u180e",
    ],
)  # fmt: skip
def test_what_cannot_be_seen_is_no_name(name: str) -> None:
    with pytest.raises(ValidationError):
        NAME.validate_python(name)


@pytest.mark.parametrize("name", ["Ana", "Zoé", "Łucja Ż.", "张伟", "❤️", "👩‍👧", "O’Brien", "é", "x y", "한국"])
def test_what_can_be_seen_is_one(name: str) -> None:
    assert NAME.validate_python(name) == name


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ana", "ana"), ("Ana", "Аnа"), ("Ana", "Ａｎａ"), ("Ana", "An\u200da"), ("Ana", "Ana\ufe0f"), ("Olli", "0IIi"),
     ("Modem", "Modern"), ("Zoé", "Zoe\u0301"), ("Ana B", "AnaB"), ("Eva", "ΕVA"), ("Сосо", "Coco")],
)  # fmt: skip
def test_names_that_look_alike_are_taken_for_the_same(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


def test_who_sits_down_under_anothers_name_gets_a_number() -> None:
    sitting = Sitting(chairs=[Chair("white"), Chair("brown"), Chair("yellow"), bot("blue", "greedy")])
    for seat, name in (("white", "Ana"), ("brown", "АNА"), ("yellow", "greedy")):
        sitting.write(decisions.sit(sitting.table, seat, name, hashed(seat), "", INVITE))
    assert [chair.name for chair in sitting.table.chairs.values()] == ["Ana", "АNА 2", "greedy 2", "greedy"]
    sitting.write(decisions.offer(sitting.table, "yellow", hashed("code")))
    sitting.write(decisions.take_over(sitting.table, hashed("code"), "Ana", hashed("new")))
    assert sitting.table.chairs["yellow"].name == "Ana 3"
    sitting.write(decisions.offer(sitting.table, "white", hashed("mine")))
    sitting.write(decisions.take_over(sitting.table, hashed("mine"), "Ana", hashed("newer")))
    assert sitting.table.chairs["white"].name == "Ana", "one does not look like oneself"


def test_a_numbered_name_is_no_longer_than_a_name() -> None:
    long = "n" * 30
    assert NAME.validate_python(distinct(long, [long])) == "n" * 28 + " 2"


def test_of_two_who_sit_down_together_under_one_name_the_second_gets_a_number() -> None:
    chairs = [Chair("white", "person", "Ana", token=hashed("a")), Chair("brown", "person", "ana", token=hashed("b"))]
    assert [chair.name for chair in Sitting(chairs=chairs).table.chairs.values()] == ["Ana", "ana 2"]


def unnamed(seat: str) -> Chair:
    return Chair(seat, "bot", bot="greedy")


def test_a_bot_has_a_name_that_no_person_and_no_other_bot_has() -> None:
    person = Chair("yellow", "person", "Greedy 1", token=hashed("y"))
    sitting = Sitting(chairs=[unnamed("white"), unnamed("brown"), person, Chair("blue")])
    table = sitting.table

    def names() -> list[str]:
        return [chair.name for chair in table.chairs.values()]

    assert names() == ["greedy 2", "greedy 3", "Greedy 1", ""]
    sitting.write(decisions.seat_bot(table, "white", "random"))
    assert names() == ["random 2", "greedy 3", "Greedy 1", ""]
    sitting.write(decisions.seat_bot(table, "white", "greedy"))
    assert names() == ["greedy 2", "greedy 3", "Greedy 1", ""]
    sitting.write(decisions.open_seat(table, "white"))
    sitting.write(decisions.sit(table, "white", "greedy 4", hashed("w"), "", INVITE))
    sitting.write(decisions.seat_bot(table, "blue", "greedy"))
    assert names() == ["greedy 4", "greedy 3", "Greedy 1", "greedy 2"]


def test_a_bot_in_place_of_another_takes_no_name_from_a_third() -> None:
    sitting = Sitting(chairs=[unnamed("white"), unnamed("brown")])
    for level in ("random", "greedy"):
        sitting.write(decisions.seat_bot(sitting.table, "white", level))
    assert [chair.name for chair in sitting.table.chairs.values()] == ["greedy 3", "greedy 2"]


def test_names_that_were_alike_in_an_old_log_stay_as_they_were() -> None:
    sitting = Sitting(chairs=[unnamed("white"), unnamed("brown")])
    sitting.write([BotSeated("white", "greedy 2", "greedy")])
    assert [chair.name for chair in sitting.reloaded().chairs.values()] == ["greedy 2", "greedy 2"]
