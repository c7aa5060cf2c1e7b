"""A rule is found by its number, its chapter or a word, whatever the accents and capitals."""

from __future__ import annotations

import pytest

from nouvelle_france.edition import LANGUAGES
from nouvelle_france.rulebook import find, load, suggestions
from nouvelle_france.rulebook.telling import words


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


@pytest.mark.parametrize(
    ("language", "asked", "first"),
    [
        ("en", "stuck", "UNA-1"),
        ("en", "I'm stuck!", "UNA-1"),
        ("en", "sideways", "PLC-1"),
        ("en", "when does the game end?", "END-1"),
        ("en", "can blocks touch at a corner", "SCO-1"),
        ("en", "win solo", "SOL-11"),
        ("fr", "bloqué", "UNA-1"),
        ("fr", "je suis coincée", "UNA-1"),
        ("fr", "de cote", "PLC-1"),
        ("fr", "Quand la partie se termine-t-elle ?", "END-1"),
        ("fr", "arrondi", "ALY-3"),
        ("pl", "utknąłem", "UNA-1"),
        ("pl", "z boku", "PLC-1"),
        ("pl", "kiedy kończy się gra?", "END-1"),
        ("pl", "kto wygrywa przy remisie", "END-2"),
    ],
)
def test_in_everyday_words(language: str, asked: str, first: str) -> None:
    assert find(load(language), asked).rules[0].key == first


def test_everyday_words_are_for_the_same_rules_in_each_language_and_lead_there() -> None:
    assert (
        set(words("fr").everyday) == set(words("pl").everyday) == set(words("en").everyday) <= set(load("en").numbers)
    )
    for language in LANGUAGES:
        for number, entries in words(language).everyday.items():
            for entry in entries:
                assert find(load(language), entry).rules[0].key == number, f"{language}: {entry}"


def test_part_of_an_entry_is_not_enough() -> None:
    assert "END-1" not in [rule.key for rule in find(load("en"), "game").rules]
    assert "PLC-1" not in [rule.key for rule in find(load("en"), "side").rules]


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
