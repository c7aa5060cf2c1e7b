"""The text of the rulebook: complete, alike in every language, and the one source of docs/rules.md."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder

import nouvelle_france as nf
from nouvelle_france.edition import LANGUAGES
from nouvelle_france.edition import load as load_edition
from nouvelle_france.rulebook import Book, BookError, Chapter, Paragraph, Rule, brief, load, rule_of, write_book
from nouvelle_france.rulebook.book import read
from nouvelle_france.rulebook.facts import snow_odds
from nouvelle_france.rulebook.page import page
from tests.rules.numbers import ROOT, SOURCES, numbers_used, rule_numbers
from tests.rules.situations import solo, table

EDITION = nf.default_edition()

each_language = pytest.mark.parametrize("language", LANGUAGES)

CHAPTERS = {
    **{"CMP": 8, "SET": 6, "TRN": 5, "PLC": 7, "SCO": 5, "SNW": 5, "CMPL": 2, "BON": 3, "ALY": 5, "UNA": 4, "END": 2},
    **{"VAR": 3, "SOL": 11, "CHA": 9},
}
"""How many rules each chapter has."""


@each_language
def test_every_number_is_there(language: str) -> None:
    wanted = [f"{chapter}-{number}" for chapter, count in CHAPTERS.items() for number in range(1, count + 1)]
    assert list(load(language).numbers) == wanted
    assert rule_numbers() == wanted  # those of docs/rules.md, which tests are named after


@each_language
def test_it_speaks_in_the_words_of_players(language: str) -> None:
    chapters = load(language).chapters
    read_out = [
        it for chapter in chapters for part in (chapter.lead, *(r.paragraphs for r in chapter.rules)) for it in part
    ]
    text = "\n".join(it.text for it in read_out if it.kind != "figure")
    marked = set(re.findall(r"`([^`]+)`", text))
    # Marks burnt into a stick, and what the owner of a box types: no names of the program's own.
    commands = {it for it in marked if it.startswith(("nouvelle-france ", "--edition "))}
    assert marked - commands == {"+", "2", "-"}
    assert re.findall(r"\w+_\w+", text) == []


def shape(book: Book) -> list[tuple[object, ...]]:
    """What a translation must share: keys, kinds of paragraphs, figures."""

    def kinds(paragraphs: tuple[Paragraph, ...]) -> list[str]:
        return [f"figure {it.text}" if it.kind == "figure" else it.kind for it in paragraphs]

    return [
        entry
        for chapter in book.chapters
        for entry in [
            (chapter.key, kinds(chapter.lead)),
            *((rule.key, bool(rule.heading), kinds(rule.paragraphs)) for rule in chapter.rules),
        ]
    ]


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_no_language_lacks_what_another_has(language: str) -> None:
    assert shape(load(language)) == shape(load("en"))


@each_language
def test_every_rule_has_a_heading_and_a_text(language: str) -> None:
    for rule in load(language):
        assert rule.heading
        assert any(it.kind in ("text", "ruling") and len(it.text) > 30 for it in rule.paragraphs), rule.key


@each_language
def test_numbers_within_the_text_are_rules(language: str) -> None:
    book = load(language)
    texts = [it.text for chapter in book.chapters for part in _parts(chapter) for it in part]
    named = {number for text in texts for number in re.findall(r"\b[A-Z]{3,4}-\d+\b", text)}
    assert named <= set(book.numbers)
    assert {"PLC-5", "CHA-9", "SOL-10"} <= named


def _parts(chapter: Chapter) -> list[tuple[Paragraph, ...]]:
    return [chapter.lead, *(rule.paragraphs for rule in chapter.rules)]


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_a_rule_names_the_same_numbers_in_every_language(language: str) -> None:
    def named(rule: Rule) -> set[str]:
        return set(re.findall(r"\b[A-Z]{3,4}-\d+\b", " ".join(it.text for it in rule.paragraphs)))

    for rule in load("en"):
        assert named(load(language)[rule.key]) == named(rule), rule.key


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_a_rule_names_the_same_words_of_the_program_in_every_language(language: str) -> None:
    def named(rule: Rule) -> set[str]:
        return {code for it in rule.paragraphs for code in re.findall(r"`[^`]+`", it.text)}

    for rule in load("en"):
        assert named(load(language)[rule.key]) == named(rule), rule.key


# -- links from refusals ---------------------------------------------------------------------------------------------


@each_language
def test_every_refusal_leads_to_its_rule(language: str) -> None:
    used = numbers_used()
    assert {"PLC-1", "PLC-5", "TRN-3", "CHA-9", "SOL-5", "SET-1"} <= used
    assert {"UNA-2", "SOL-8", "SNW-1"} <= used  # the page's own: prompts, dialogs
    for number in used:
        assert load(language)[number].anchor == rule_of(number) == number.lower()


def test_a_number_that_is_no_rules() -> None:
    with pytest.raises(KeyError):
        rule_of("PLC-8")


# -- numbers of the edition ------------------------------------------------------------------------------------------


def test_snow_odds_are_those_of_the_piles() -> None:
    """ "Snow next: 25%" is the third draw of a pile of five shapes and a snowflake (SET-3)."""
    assert snow_odds(5) == (17, 20, 25, 33, 50, 100)
    for language in LANGUAGES:
        assert "17, 20, 25, 33, 50, 100" in load(language)["SET-3"].paragraphs[1].text


@each_language
def test_the_text_follows_the_edition(language: str) -> None:
    sticks = tuple(replace(stick, disk=stick.disk + 90) for stick in EDITION.sticks)
    other = load(language, replace(EDITION, sticks=sticks))
    assert "100" in other["CMP-6"].paragraphs[0].text
    assert "100" not in load(language)["CMP-6"].paragraphs[0].text


def test_an_edition_without_what_the_text_names_has_a_dash_there() -> None:
    tiny = load_edition(ROOT / "tests" / "edition" / "tiny.toml")
    assert "–" in load("en", tiny)["CMP-6"].paragraphs[0].text


def test_a_text_that_names_no_number_of_the_edition() -> None:
    with pytest.raises(BookError, match=r"en: line 3: .*'bloks'"):
        read("# T\n### CMP-1 Blocks\nThere are {bloks}.", "en", {"blocks": 36})


def test_no_such_language() -> None:
    with pytest.raises(BookError, match="en, fr, pl, not 'de'"):
        load("de")


# -- style -----------------------------------------------------------------------------------------------------------


def test_french_spaces_and_apostrophes() -> None:
    for name in ("fr.md", "fr.toml"):
        text = (SOURCES / "rulebook" / "text" / name).read_text(encoding="utf-8")
        prose = re.sub(r"`[^`]*`|^#.*$", "", text, flags=re.MULTILINE)
        assert not re.findall(r".{10} [:;?!»]", prose)
        assert not re.findall(r"« ", prose)
        assert "'" not in prose
        assert not re.findall(r"\w[;?!]", prose)


# -- the game in a minute --------------------------------------------------------------------------------------------


@each_language
def test_the_short_rules_say_how_the_game_ends_by_its_variant(language: str) -> None:
    told = {
        allies: brief(table(rules=nf.Rules(allies=allies)).position.game, language)
        for allies in ("each_stage", "once", "none")
    }
    book = load(language)
    assert told["each_stage"][-1] == book["table.end"].paragraphs[0].text
    assert told["none"][-1] == book["table.end.none"].paragraphs[0].text
    assert book["table.allies.once"].paragraphs[0].text in told["once"]
    assert len({len(lines) for lines in (told["each_stage"], told["once"])}) == 1
    assert len(told["none"]) == len(told["once"]) - 1
    one_card = brief(table(rules=nf.Rules(one_card=True)).position.game, language)
    assert one_card[0] == book["table.turn.one_card"].paragraphs[0].text != told["once"][0]
    alone = brief(solo().position.game, language)
    assert alone[-1] == book["solo.end"].paragraphs[0].text
    assert "10" in alone[-1]


# -- one source ------------------------------------------------------------------------------------------------------


def test_docs_rules_is_written_from_the_english_book() -> None:
    written = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    assert written == page(), "stale: python -m nouvelle_france.rulebook > docs/rules.md"


def test_the_command_that_writes_it() -> None:
    command = [sys.executable, "-m", "nouvelle_france.rulebook"]
    assert subprocess.run(command, capture_output=True, check=True).stdout.decode() == page()


def test_the_book_needs_the_standard_library_alone() -> None:
    program = (
        "import sys; before = set(sys.modules); import nouvelle_france.rulebook; print(*(set(sys.modules) - before))"
    )
    printed = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert {name.partition(".")[0] for name in printed.split()} - set(sys.stdlib_module_names) == {"nouvelle_france"}


@each_language
def test_the_book_as_json(language: str) -> None:
    book = load(language)
    written = write_book(book)
    assert [chapter["key"] for chapter in written["chapters"]] == [chapter.key for chapter in book.chapters]
    numbers = [rule["number"] for chapter in written["chapters"] for rule in chapter["rules"] if rule["number"]]
    assert numbers == list(book.numbers)


def test_the_texts_travel_in_the_wheel() -> None:
    """What the build takes into a wheel, without building the page for it."""
    packed = {
        Path(file.path).relative_to(SOURCES).as_posix() for file in WheelBuilder(str(ROOT)).recurse_included_files()
    }
    texts = {
        file.relative_to(SOURCES).as_posix() for file in (SOURCES / "rulebook").rglob("*") if file.suffix != ".pyc"
    }
    assert {"rulebook/figures.toml", "rulebook/text/fr.md", "rulebook/text/pl.toml"} <= packed
    assert {name for name in texts if "." in name} <= packed
