"""The rulebook for the page: one file per language, written when the page is built."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypeAliasType

from nouvelle_france.protocol.events import GameEvent
from nouvelle_france.protocol.game import Cell, Doing, GameTold, PositionTold, Told


class ParagraphTold(Told):
    """Some text, with ``*``, ``**`` and backquotes as in Markdown; of a figure, its id."""

    kind: Literal["text", "ruling", "reading", "item", "figure"]
    text: str


class RuleTold(Told):
    """A rule, or an entry without a number."""

    key: str
    anchor: str
    number: str | None
    heading: str
    paragraphs: list[ParagraphTold]


class ChapterTold(Told):
    """A chapter: its introduction, then its rules."""

    key: str
    anchor: str
    heading: str
    lead: list[ParagraphTold]
    rules: list[RuleTold]


class BriefTold(Told):
    """The standard game in a minute, at a table and in solo."""

    table: list[str]
    solo: list[str]


class RefusedTold(Told):
    """The rule that refuses a step, and its anchor."""

    rule: str
    anchor: str


class PlacementMade(Told):
    """A placed block, in a record's notation."""

    by: str
    do: Literal["place", "bonus"]
    block: str
    site: str
    cubes: list[Cell]


class OrderMade(Told):
    """Cards put back in an order."""

    by: str
    do: Literal["huron"]
    order: list[int]


class UnableMade(Told):
    """A shape that cannot be placed, and the block that goes to the box."""

    by: str
    do: Literal["unable"]
    shape: str
    remove: str


class PlainMade(Told):
    """A move that needs no further data."""

    by: str
    do: Doing


MoveMade = TypeAliasType("MoveMade", PlacementMade | OrderMade | UnableMade | PlainMade)
"""What is played in a step of a figure."""


class FigureStep(Told):
    """Something played, or tried, in a figure. ``again`` says that it starts from the first position again."""

    again: bool
    move: MoveMade
    refused: RefusedTold | None
    gain: dict[str, int]
    events: list[GameEvent]
    position: PositionTold
    said: str


class BoardFigureTold(Told):
    """A position, and the steps from it; ``sites`` are those to show."""

    kind: Literal["board"]
    id: str
    rules: list[str]
    caption: str
    description: list[str]
    game: GameTold
    sites: list[str]
    first: PositionTold
    steps: list[FigureStep]


class FlatCube(Told):
    """A cube of a block that lies flat."""

    at: tuple[int, int]
    colour: str


class FlatBlock(Told):
    """A block that lies flat."""

    block: str
    name: str
    cubes: list[FlatCube]


class BlocksFigureTold(Told):
    """The blocks of some shapes."""

    kind: Literal["blocks"]
    id: str
    rules: list[str]
    caption: str
    description: list[str]
    edition: str
    blocks: list[FlatBlock]


FigureTold = TypeAliasType("FigureTold", BoardFigureTold | BlocksFigureTold)


class BookTold(Told):
    """The whole book in one language, with its figures by their ids.

    ``everyday`` has everyday expressions that people search for, by the number of the rule that answers.
    """

    language: str
    title: str
    brief: BriefTold
    everyday: dict[str, list[str]]
    chapters: list[ChapterTold]
    figures: dict[str, FigureTold]
