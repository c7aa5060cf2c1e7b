"""Finds a rule by its number, by a word, or by an everyday expression for it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from typing import NamedTuple

from nouvelle_france.rulebook.book import Book, Chapter, Rule
from nouvelle_france.rulebook.telling import words


class Found(NamedTuple):
    """The results: rules to read in full, and others that mention the word."""

    chapter: Chapter | None
    rules: tuple[Rule, ...]
    also: tuple[Rule, ...]

    def __bool__(self) -> bool:
        """Whether anything was found."""
        return bool(self.chapter or self.rules)


STEM = 5
"""A Polish word is also searched with other endings, as long as this many of its letters remain."""

PART = 5
"""This many letters of an everyday word are enough."""

NUMBER = re.compile(r"([a-z]{3,4})[- ]?(\d+)")


def find(book: Book, asked: str) -> Found:
    """A rule by its number (``PLC-5``, ``plc5``), a chapter by its letters or name, or rules by a word of theirs.

    Rules that answer to it in everyday words come first, or else those that have the word in their heading: they are to
    be read in full. If there are none, so is the first of those that mention it.
    """
    wanted = folded(asked).strip()
    if number := NUMBER.fullmatch(wanted):
        key = f"{number[1].upper()}-{number[2]}"
        return Found(None, (book[key],) if key in book else (), ())
    for chapter in book.chapters:
        if wanted in (chapter.anchor, folded(chapter.heading)):
            return Found(chapter, (), ())
    meant = tuple(book[number] for number in answering(book.language, wanted))
    if book.language == "pl" and len(wanted) > STEM:
        wanted = wanted.rstrip("aeiouy")
    found = _by_word(book, wanted)
    if meant:
        return Found(None, meant, tuple(rule for rule in (*found.rules, *found.also) if rule not in meant))
    while not found and book.language == "pl" and len(wanted) > STEM:
        wanted = wanted[:-1]  # another ending of the same word
        found = _by_word(book, wanted)
    return found


def answering(language: str, asked: str) -> list[str]:
    """The rules that answer something asked in everyday words: all words of one of their entries are in it.

    Those matched by more words come first.
    """
    spoken = _WORD.findall(folded(asked))

    def said(part: str) -> bool:
        return any(word.startswith(part) or (len(word) >= PART and part.startswith(word)) for word in spoken)

    def heard(entries: Sequence[str]) -> int:
        """The number of words in the longest fully matched entry."""
        split = (_WORD.findall(folded(entry)) for entry in entries)
        return max((len(parts) for parts in split if all(map(said, parts))), default=0)

    found = {number: heard(entries) for number, entries in words(language).everyday.items()}
    return sorted((number for number, length in found.items() if length), key=lambda number: -found[number])


_WORD = re.compile(r"[^\W_]+")


def _by_word(book: Book, wanted: str) -> Found:
    heading = tuple(rule for rule in book if _has(rule.heading, wanted))
    text = tuple(
        rule
        for rule in book
        if rule not in heading and any(_has(it.text, wanted) for it in rule.paragraphs if it.kind != "figure")
    )
    return Found(None, heading, text) if heading else Found(None, text[:1], text[1:])


def suggestions(book: Book, asked: str, count: int = 3) -> list[str]:
    """Numbers or words of the book that look similar."""
    wanted = folded(asked).strip()
    if number := NUMBER.fullmatch(wanted):
        same = [key for key in book.numbers if key.startswith(f"{number[1].upper()}-")]
        if same:
            return [f"{same[0]} … {same[-1]}"]
    known = {folded(word): word for word in _words(book)}
    close = get_close_matches(wanted, [*map(str.lower, book.numbers), *known], count, cutoff=0.75)
    return [known.get(word, word.upper()) for word in close]


def _words(book: Book) -> Iterator[str]:
    """The words of headings and texts, of four letters or more."""
    for rule in book:
        texts = [rule.heading, *(it.text for it in rule.paragraphs if it.kind != "figure")]
        for text in texts:
            yield from (word.lower() for word in re.findall(r"[^\W\d_]{4,}", text))


def _has(text: str, wanted: str) -> bool:
    """Whether a text has a word beginning with the one searched for, ignoring accents and capitals."""
    return bool(wanted) and re.search(rf"(?<!\w){re.escape(wanted)}", folded(text)) is not None


def folded(text: str) -> str:
    """Without accents and capitals, and with plain spaces and apostrophes."""
    text = text.replace("’", "'").replace("ł", "l").replace("Ł", "L").replace("œ", "oe").replace("Œ", "OE")
    apart = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in apart if not unicodedata.combining(letter)).casefold()
