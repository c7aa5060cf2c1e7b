"""`nouvelle-france rules`: the rulebook in the terminal."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from typing import Annotated, NoReturn

import typer
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.pager import SystemPager
from rich.text import Text

from nouvelle_france.cli.drawing import STYLES
from nouvelle_france.cli.output import plain_console
from nouvelle_france.cli.problem import Problem
from nouvelle_france.edition import LANGUAGES, default
from nouvelle_france.rulebook import (
    BlocksFigure,
    BoardFigure,
    Book,
    Chapter,
    Paragraph,
    Rule,
    caption,
    figures,
    find,
    load,
    suggestions,
)
from nouvelle_france.rulebook.drawing import Line, draw_first, draw_step, key
from nouvelle_france.rulebook.telling import joints_of, steps_of, words

UNBROKEN = "\ue000"
"""Stands for a no-break space; a private-use character, so no text contains it."""

_STYLES = re.compile(r"\x1b\[[\d;]*m")

WIDTH = 100
"""The maximum line length for readable text."""


def rules(
    asked: Annotated[
        list[str] | None,
        typer.Argument(metavar="[NUMBER|WORD]", help="A rule (PLC-5), a chapter (PLC) or a word (joint)."),
    ] = None,
    language: Annotated[
        str | None,
        typer.Option("--language", "-l", help="en, fr or pl. Default: the language of your terminal, or English."),
    ] = None,
    whole: Annotated[bool, typer.Option("--all", help="The whole book, a page at a time in a terminal.")] = False,
) -> None:
    """Look up a rule, with its figures, or read the whole rulebook.

    Every refusal names the number of a rule: look it up here. A word finds the rules that mention it, ignoring accents
    and capitals. Without an argument, the contents are shown. The figures' scores are computed by the rules.

    **Examples**

    * `nouvelle-france rules`
    * `nouvelle-france rules PLC-5`
    * `nouvelle-france rules joint`
    * `nouvelle-france rules neige --language fr`
    * `nouvelle-france rules --all --language pl`
    """
    language = language or language_of(os.environ)
    if language not in LANGUAGES:
        raise Problem(f"--language {language}: expected {', '.join(LANGUAGES)}")
    if whole and asked:
        raise Problem("--all shows every rule; leave the number or word out")
    reader = Reader(load(language))
    if whole:
        show(reader.book_page(), paged=True)
        return
    if not asked:
        show(reader.contents())
        return
    found = find(reader.book, " ".join(asked))
    if not found:
        _not_found(reader.book, " ".join(asked))
    parts = [reader.chapter(found.chapter)] if found.chapter else [reader.rule(rule) for rule in found.rules]
    if any(rule.figures for rule in (found.chapter.rules if found.chapter else found.rules)):
        parts.append(reader.key())
    if found.also:
        parts.append(reader.also(found.also))
    show(Group(*parts))


def show(page: RenderableType, paged: bool = False) -> None:
    """Print the requested text, or show it a page at a time (without colours, which not every pager supports).

    Rich breaks lines at no-break spaces too, so they are replaced while it lays out the page.
    """
    console = plain_console()
    console.width = min(console.width, WIDTH)
    paged = paged and console.is_terminal
    console.no_color = console.no_color or paged
    with console.capture() as captured:
        console.print(page)
    text = captured.get().replace(UNBROKEN, "\N{NO-BREAK SPACE}")
    if paged:
        SystemPager().show(_STYLES.sub("", text))
    else:
        console.file.write(text)


def language_of(environment: Mapping[str, str]) -> str:
    """The language of the terminal, from the usual variables; English if the book has no such language."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        for wanted in environment.get(name, "").split(":"):
            if wanted[:2] in LANGUAGES and wanted[2:3] in ("", "_", ".", "@"):
                return wanted[:2]
        if environment.get(name):
            break
    return "en"


def _not_found(book: Book, asked: str) -> NoReturn:
    """One line that helps, and exit code 1."""
    line = f"nouvelle-france: {words(book.language).say('unknown', word=asked)}"
    close = suggestions(book, asked)
    elsewhere = [other for other in LANGUAGES if other != book.language and find(load(other), asked)]
    if elsewhere:
        line += "; " + words(book.language).say("elsewhere", option=f"--language {elsewhere[0]}")
    elif close:
        line += "; " + words(book.language).say("suggest", words=", ".join(close))
    plain_console(stderr=True).print(line, soft_wrap=True)
    raise typer.Exit(1)


class Reader:
    """A book as a terminal shows it."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.words = words(book.language)

    def contents(self) -> RenderableType:
        """Chapters and rules, one line each."""
        lines: list[RenderableType] = [_text(self.book.title, style="bold"), Text()]
        for chapter in self.book.chapters:
            lines.append(_heading(chapter.key if chapter.key.isupper() else "", chapter.heading))
            lines += [_text(f"  {rule.key:<8} {rule.heading}") for rule in chapter.rules if rule.numbered]
        return Group(*lines, Text(), _text(self.words.say("look_up")))

    def book_page(self) -> RenderableType:
        """The whole book."""
        title = _text(self.book.title, style="bold")
        return Group(title, *(self.chapter(it) for it in self.book.chapters), Text(), self.key())

    def chapter(self, chapter: Chapter) -> RenderableType:
        """A chapter with its rules."""
        heading = _heading(chapter.key if chapter.key.isupper() else "", chapter.heading)
        lead = list(self._paragraphs(chapter.lead))
        return Group(Text(), heading, *lead, *(self.rule(rule) for rule in chapter.rules))

    def rule(self, rule: Rule) -> RenderableType:
        """A rule with its rulings and figures."""
        heading = [Text(), _heading(rule.key if rule.numbered else "", rule.heading)] if rule.heading else []
        return Group(*heading, *self._paragraphs(rule.paragraphs))

    def also(self, rules: tuple[Rule, ...]) -> RenderableType:
        """Other rules, one line each."""
        lines = [_text(f"  {rule.key:<8} {rule.heading}") for rule in rules]
        return Group(Text(), _text(self.words.say("says", what=self.words.say("also"), said="")), *lines)

    def _paragraphs(self, paragraphs: tuple[Paragraph, ...]) -> Iterator[RenderableType]:
        for paragraph in paragraphs:
            match paragraph.kind:
                case "text":
                    yield _marked(paragraph.text)
                case "item":
                    yield Padding(_marked(f"• {paragraph.text}"), (0, 0, 0, 2))
                case "ruling" | "reading":
                    label = self.words.say("says", what=f"*{self.words.say(paragraph.kind)}*", said=paragraph.text)
                    yield Padding(_marked(label), (0, 0, 0, 4))
                case "figure":
                    yield Padding(self.figure(paragraph.text), (1, 0, 1, 4))

    def figure(self, id: str) -> RenderableType:
        """A figure drawn before and after each step, with its caption."""
        figure, language = figures()[id], self.book.language
        parts = [_text(caption(figure, language), style="italic")]
        if isinstance(figure, BlocksFigure) or not figure.steps or any(it.placed for it in figure.first.buildings):
            parts.append(_drawn(draw_first(figure, language)))
        if isinstance(figure, BoardFigure):
            for step, said in zip(figure.steps, steps_of(figure, language, drawn=True), strict=True):
                parts += [_text(f"→ {said}"), _drawn(draw_step(step, language))]
            if not figure.steps:
                parts += [_text(joints) for site in figure.sites if (joints := joints_of(figure, site, language))]
        return Group(*(part for part in parts if part.plain))

    def key(self) -> RenderableType:
        """What the letters of the drawings mean."""
        return Padding(_text(key(default(), self.book.language), style="dim"), (0, 0, 0, 4))


def _unbroken(text: str) -> str:
    return text.replace("\N{NO-BREAK SPACE}", UNBROKEN)


def _text(text: str, style: str = "") -> Text:
    return Text(_unbroken(text), style=style)


def _heading(number: str, heading: str) -> Text:
    return _text(f"{number}  {heading}" if number else heading, style="bold")


def _drawn(lines: list[Line]) -> Text:
    drawn = Text(no_wrap=True, overflow="crop")
    for number, line in enumerate(lines):
        drawn.append("\n" if number else "")
        for piece in line:
            drawn.append(piece.text, STYLES.get(piece.colour or "", ""))
    return drawn


_MARKS = re.compile(r"\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`")


def _marked(text: str) -> Text:
    """Bold, italic and code, as the book marks them."""
    text = _unbroken(text)
    marked = Text()
    end = 0
    for match in _MARKS.finditer(text):
        marked.append(text[end : match.start()])
        style = ("bold", "italic", "cyan")[(match.lastindex or 1) - 1]
        marked.append(match[match.lastindex or 0], style)
        end = match.end()
    return marked.append(text[end:])
