"""The rulebook as plain JSON, for a page: the text, and figures that a board can show and step through."""

from __future__ import annotations

import json
from typing import Any

from nouvelle_france.edition import LANGUAGES, default
from nouvelle_france.rulebook.book import Book, Paragraph, load
from nouvelle_france.rulebook.brief import brief_of
from nouvelle_france.rulebook.figure import BlocksFigure, Figure, Step, figures
from nouvelle_france.rulebook.telling import block_name, caption, describe, steps_of, words
from nouvelle_france.rules import Rules
from nouvelle_france.wire.edition import write_edition
from nouvelle_france.wire.events import write_event
from nouvelle_france.wire.position import write_game, write_position


def write_book(book: Book) -> dict[str, Any]:
    """Chapters, rules and paragraphs; a figure's paragraph holds its id."""
    return {
        "language": book.language,
        "title": book.title,
        "brief": {mode: brief_of(book, mode, Rules()) for mode in ("table", "solo")},
        "everyday": {number: list(asked) for number, asked in words(book.language).everyday.items()},
        "chapters": [
            {
                "key": chapter.key,
                "anchor": chapter.anchor,
                "heading": chapter.heading,
                "lead": _paragraphs(chapter.lead),
                "rules": [
                    {
                        "key": rule.key,
                        "anchor": rule.anchor,
                        "number": rule.key if rule.numbered else None,
                        "heading": rule.heading,
                        "paragraphs": _paragraphs(rule.paragraphs),
                    }
                    for rule in chapter.rules
                ],
            }
            for chapter in book.chapters
        ],
    }


def _paragraphs(paragraphs: tuple[Paragraph, ...]) -> list[dict[str, str]]:
    return [{"kind": paragraph.kind, "text": paragraph.text} for paragraph in paragraphs]


def write_figure(figure: Figure, language: str) -> dict[str, Any]:
    """A figure in the words of the wire: where it starts, and each step with what it scores or why it is refused."""
    told = {
        "id": figure.id,
        "rules": [rule.key for rule in load(language) if figure.id in rule.figures],
        "caption": caption(figure, language),
        "description": describe(figure, language),
    }
    if isinstance(figure, BlocksFigure):
        blocks = [
            {
                "block": block,
                "name": block_name(figure.edition, block, language),
                "cubes": [{"at": list(at), "colour": colour} for at, colour in cubes],
            }
            for block, cubes in figure.blocks()
        ]
        return {**told, "kind": "blocks", "edition": figure.edition.digest, "blocks": blocks}
    return {
        **told,
        "kind": "board",
        "game": write_game(figure.first.game),
        "sites": list(figure.sites),
        "first": write_position(figure.first),
        "steps": [
            {**_step(step), "said": said}
            for step, said in zip(figure.steps, steps_of(figure, language, drawn=True), strict=True)
        ],
    }  # fmt: skip


def _step(step: Step) -> dict[str, Any]:
    refusal = step.refusal
    return {
        "again": step.again,
        "move": dict(step.move),
        "refused": None if refusal is None else {"rule": refusal.rule, "anchor": load("en")[refusal.rule].anchor},
        "gain": dict(step.gain),
        "events": [write_event(step.before.game, event) for event in step.events],
        "position": write_position(step.after),
    }


def write_figures(language: str) -> dict[str, Any]:
    """Every figure by its id."""
    return {id: write_figure(figure, language) for id, figure in figures().items()}


def write_files() -> dict[str, str]:
    """The files that the built page carries, by name: the book with its figures per language, and their edition."""
    books = {language: {**write_book(load(language)), "figures": write_figures(language)} for language in LANGUAGES}
    return {
        **{f"{language}.json": _compact(book) for language, book in books.items()},
        "edition.json": _compact(write_edition(default())),
    }


def _compact(told: dict[str, Any]) -> str:
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))
