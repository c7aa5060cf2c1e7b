"""The rulebook of one language: chapters, rules and paragraphs, read from its text.

The text is Markdown with a small convention, which docs/rulebook.md explains:

* ``## PLC Placing a block`` begins a chapter, ``### PLC-5 It must stand by itself`` a rule, or an entry without number;
* a paragraph that begins with ``!`` is a ruling, one with ``~`` fine print, one with ``-`` an item of a list;
* ``[figure chain]`` shows a figure;
* ``{blocks}`` is a number of the edition (:mod:`~nouvelle_france.rulebook.facts`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import files
from typing import Literal

from nouvelle_france.edition import LANGUAGES, Edition, default
from nouvelle_france.rulebook.facts import facts

Kind = Literal["text", "ruling", "reading", "item", "figure"]

_KINDS: Mapping[str, Kind] = {"!": "ruling", "~": "reading", "-": "item"}
_FIGURE = re.compile(r"\[figure ([a-z0-9-]+)\]")
_NUMBER = re.compile(r"[A-Z]{3,4}-\d+")


class BookError(ValueError):
    """A text of the rulebook that does not follow its convention."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Some text, with ``*``, ``**`` and backquotes as in Markdown; of a figure, its id."""

    kind: Kind
    text: str


@dataclass(frozen=True, slots=True)
class Rule:
    """A numbered rule; ``key`` is its number. Entries without a number have a key in small letters."""

    key: str
    heading: str
    paragraphs: tuple[Paragraph, ...]

    @property
    def anchor(self) -> str:
        """Where a page shows it, as in ``#plc-5``."""
        return self.key.lower()

    @property
    def numbered(self) -> bool:
        """Whether it is a rule of the game, with a number."""
        return bool(_NUMBER.fullmatch(self.key))

    @property
    def figures(self) -> tuple[str, ...]:
        """The figures it shows."""
        return tuple(paragraph.text for paragraph in self.paragraphs if paragraph.kind == "figure")


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter: ``key`` is the letters of its rules' numbers, or a word in small letters where it has none."""

    key: str
    heading: str
    lead: tuple[Paragraph, ...]
    rules: tuple[Rule, ...]

    @property
    def anchor(self) -> str:
        """Where a page shows it."""
        return self.key.lower()


@dataclass(frozen=True)
class Book:
    """The whole rulebook in one language, with the numbers of one edition."""

    language: str
    title: str
    chapters: tuple[Chapter, ...]

    def __iter__(self) -> Iterator[Rule]:
        """Every numbered rule, in order."""
        return (rule for chapter in self.chapters for rule in chapter.rules if rule.numbered)

    @cached_property
    def numbers(self) -> tuple[str, ...]:
        """Every number, in order."""
        return tuple(rule.key for rule in self)

    @cached_property
    def _rules(self) -> Mapping[str, Rule]:
        return {rule.key: rule for chapter in self.chapters for rule in chapter.rules}

    def __getitem__(self, key: str) -> Rule:
        """The rule of that number, or the entry of that key."""
        return self._rules[key]

    def __contains__(self, key: object) -> bool:
        """Whether there is such a rule or entry."""
        return key in self._rules

    def chapter(self, key: str) -> Chapter:
        """The chapter of that key."""
        return next(chapter for chapter in self.chapters if chapter.key == key)


def load(language: str, edition: Edition | None = None) -> Book:
    """The rulebook in a language, with the numbers of an edition (or the built-in one)."""
    return _load(language, edition or default())


@lru_cache(maxsize=12)
def _load(language: str, edition: Edition) -> Book:
    if language not in LANGUAGES:
        raise BookError(f"the rulebook is in {', '.join(LANGUAGES)}, not {language!r}")
    text = files(__package__).joinpath("text", f"{language}.md").read_text(encoding="utf-8")
    return read(text, language, facts(edition))


def rule_of(number: str) -> str:
    """The anchor of a rule, the same in every language. Raises KeyError for a number that is no rule's."""
    return load("en")[number].anchor


def read(text: str, language: str, numbers: Mapping[str, object]) -> Book:
    """Read a rulebook's text; its ``{…}`` are filled in."""
    title = ""
    chapters: list[Chapter] = []
    heading: tuple[str, str] | None = None
    lead: list[Paragraph] = []
    rules: list[Rule] = []
    entry: tuple[str, str] | None = None
    body: list[Paragraph] = []

    def close_entry() -> None:
        nonlocal entry, body
        if entry is not None:
            rules.append(Rule(*entry, tuple(body)))
        entry, body = None, []

    def close_chapter() -> None:
        nonlocal heading, lead, rules
        close_entry()
        if heading is not None:
            chapters.append(Chapter(*heading, tuple(lead), tuple(rules)))
        heading, lead, rules = None, [], []

    for place, line in enumerate(text.splitlines(), start=1):
        if not line:
            continue
        hashes, _, words = line.partition(" ")
        key, _, named = words.partition(" ")
        match hashes:
            case "#":
                title = words
            case "##":
                close_chapter()
                heading = (key, named)
            case "###":
                close_entry()
                entry = (key, named)
            case _:
                try:
                    paragraph = _paragraph(line, numbers)
                except (KeyError, ValueError, IndexError) as error:
                    raise BookError(f"{language}: line {place}: {error!r} in {line!r}") from error
                (lead if entry is None else body).append(paragraph)
    close_chapter()
    return Book(language, title, tuple(chapters))


def _paragraph(line: str, numbers: Mapping[str, object]) -> Paragraph:
    if figure := _FIGURE.fullmatch(line):
        return Paragraph("figure", figure[1])
    mark, _, rest = line.partition(" ")
    if mark in _KINDS:
        return Paragraph(_KINDS[mark], rest.format_map(numbers))
    return Paragraph("text", line.format_map(numbers))
