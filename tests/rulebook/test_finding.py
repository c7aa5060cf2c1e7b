"""A rule is found by its number, its chapter or a word, whatever the accents and capitals."""

from __future__ import annotations

import pytest

from nouvelle_france.rulebook import find, load, suggestions


@pytest.mark.parametrize("asked", ["PLC-5", "plc-5", "plc5", "PLC 5", " plc-5 "])
def test_by_number(asked: str) -> None:
    assert [rule.key for rule in find(load("en"), asked).rules] == ["PLC-5"]


@pytest.mark.parametrize(
    ("language", "asked", "key"), [("en", "plc", "PLC"), ("en", "credits", "credits"), ("fr", "Les alliés", "ALY")]
)
def test_a_chapter(language: str, asked: str, key: str) -> None:
    chapter = find(load(language), asked).chapter
    assert chapter is not None
    assert chapter.key == key


@pytest.mark.parametrize(
    ("language", "asked", "first"),
    [
        ("en", "joint", "SCO-3"),
        ("en", "Fille du Roy", "ALY-2"),
        ("en", "fur trader", "CMP-6"),
        ("fr", "fille du roy", "ALY-2"),
        ("fr", "joint", "SCO-3"),
        ("fr", "BATONNETS", "CMP-5"),
        ("fr", "centre de gravite", "PLC-5"),
        ("pl", "traper", "ALY-3"),
        ("pl", "zlacza", "SCO-3"),
        ("pl", "środek ciężkości", "PLC-5"),
        ("pl", "magazynem", "SET-5"),  # an ending the text has not
    ],
)
def test_by_a_word(language: str, asked: str, first: str) -> None:
    assert find(load(language), asked).rules[0].key == first


def test_others_that_mention_it_follow() -> None:
    found = find(load("en"), "joint")
    assert {"SCO-5", "CMPL-1"} <= {rule.key for rule in found.also}


@pytest.mark.parametrize(
    ("asked", "likely"), [("jiont", "joint"), ("PLC-9", "PLC-1 … PLC-7"), ("snwo", "snow"), ("PLX-5", "PLC-5")]
)
def test_suggestions(asked: str, likely: str) -> None:
    assert not find(load("en"), asked)
    assert likely in suggestions(load("en"), asked)


@pytest.mark.parametrize("asked", ["", "   ", "qqqqqq"])
def test_nothing(asked: str) -> None:
    assert not find(load("en"), asked)
    assert suggestions(load("en"), asked) == []
