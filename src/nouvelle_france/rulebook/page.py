"""docs/rules.md, generated from the English rulebook, so that the rules are written once."""

from __future__ import annotations

from collections.abc import Iterator

from nouvelle_france.rulebook.book import Book, Chapter, Paragraph, Rule, load
from nouvelle_france.rulebook.figure import BoardFigure, figures
from nouvelle_france.rulebook.telling import caption, words

INTRO = """\
# The rules, numbered

<!-- Written by `python -m nouvelle_france.rulebook` from src/nouvelle_france/rulebook/text/en.md: change that file. -->

Every rule of the game, drawn from its four rulebooks and put in our own words. Each has a number: tests name the number
they prove, and errors and `nouvelle-france verify` name the number at fault. Where the books are silent or disagree, a
**ruling** says what we do. `nouvelle-france rules` shows the same book in the terminal, in English, French or Polish,
with its figures drawn; [rulebook.md](rulebook.md) says how it is written, [edition.md](edition.md) what each key of the
edition file means.
"""

READINGS = """\
## Readings
Where a sentence above can still be read in two ways, the program does this:
"""


def page() -> str:
    """The whole page."""
    book = load("en")
    chapters = [chapter for chapter in book.chapters if chapter.key != "brief"]
    return "\n".join([INTRO, *map(_chapter, chapters), READINGS + "\n".join(_readings(book))]) + "\n"


def _chapter(chapter: Chapter) -> str:
    code = f" ({chapter.key})" if chapter.key.isupper() else ""
    parts = [f"## {chapter.heading}{code}", *_texts(chapter.lead)]
    return "\n\n".join([*parts, *map(_rule, chapter.rules)]) + "\n"


def _rule(rule: Rule) -> str:
    """``5. **Heading.** …``, later paragraphs indented so that they belong to the number."""
    number = rule.key.partition("-")[2]
    first, *rest = _texts(rule.paragraphs)
    text = "\n\n".join([f"**{rule.heading}.** {first}", *rest])
    return f"{number}. " + text.replace("\n", "\n   ").replace("\n   \n", "\n\n")


def _texts(paragraphs: tuple[Paragraph, ...]) -> list[str]:
    """Each paragraph in Markdown; items of a list stay together."""
    texts: list[str] = []
    for paragraph in paragraphs:
        match paragraph.kind:
            case "text":
                texts.append(paragraph.text)
            case "ruling":
                texts.append(f"**{words('en').say('ruling')}**: {paragraph.text}")
            case "item":
                item = f"- {paragraph.text}"
                if texts and texts[-1].startswith("- "):
                    texts[-1] += f"\n{item}"
                else:
                    texts.append(item)
            case "figure":
                figure = figures()[paragraph.text]
                if isinstance(figure, BoardFigure) and figure.steps:  # only what happens can be told without a picture
                    texts.append(f"*{words('en').say('figure')}*: {caption(figure, 'en')}")
            case "reading":
                continue  # they have a section of their own
    return texts


def _readings(book: Book) -> Iterator[str]:
    for rule in book:
        for paragraph in rule.paragraphs:
            if paragraph.kind == "reading":
                yield f"- {rule.key}: {paragraph.text}"
