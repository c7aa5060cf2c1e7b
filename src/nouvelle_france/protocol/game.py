"""A game as sent to clients: its fixed part, positions, offers. The field names are those of a record."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict
from typing_extensions import TypeAliasType

Cell = TypeAliasType("Cell", tuple[int, int, int])
"""``(x, y, level)``; levels count from 1."""

Mode = TypeAliasType("Mode", Literal["table", "solo"])

Awaited = TypeAliasType(
    "Awaited",
    Literal[
        "turn", "draw", "place", "fille", "coureur", "close", "look-before", "look-after", "claimed", "due", "over"
    ],
)
"""What a position awaits: its phase."""

Doing = TypeAliasType(
    "Doing", Literal["draw", "place", "bonus", "fille", "coureur", "decline", "huron", "end", "unable", "pass"]
)
"""The kinds of action."""

Ally = TypeAliasType("Ally", Literal["fille", "coureur", "huron"])

DecidedBy = TypeAliasType("DecidedBy", Literal["points", "allies", "peg", "shared"])
"""What decided the winner (END-2)."""


class Told(BaseModel):
    """A part of a server's message. Clients ignore unknown fields, so that servers may add some."""

    model_config = ConfigDict(extra="ignore", frozen=True)


class RulesChosen(Told):
    """The variants of a game (VAR, PLC-5, UNA-4)."""

    one_card: bool
    allies: Literal["each_stage", "once", "none"]
    support: Literal["free-standing", "leaning"]
    unable: Literal["verified", "claimed"]


class SoloGame(Told):
    """The challenges of a solo game, and the required site of each player turn of a cycle."""

    constraint: str
    track: str
    architecture: list[str]
    sites: list[str | None]


class Pile(Told):
    """A part of the deck: how many cards, and how many of them are snowflakes."""

    cards: int
    snow: int


class GameTold(Told):
    """The fixed public facts from the first turn on; ``seats`` are in turn order."""

    edition: str
    mode: Mode
    rules: RulesChosen
    seats: list[str]
    sticks: dict[str, str]
    piles: list[Pile]
    solo: SoloGame | None


class BlockTold(Told):
    """A block that stands on a site."""

    by: str
    block: str
    cubes: list[Cell]


class Claim(Told):
    """The shape a seat says it cannot place, and the block that goes to the box."""

    shape: str
    remove: str


class Due(Told):
    """A bonus block the solo player must place, and the colour of the marker that brought it."""

    shape: str
    colour: str


class SoloTold(Told):
    """What a solo game has beyond a table game."""

    turn: int
    required_site: str | None
    due: list[Due]
    reached: dict[str, list[str]]
    earned: list[str]
    snowing: bool


class ResultTold(Told):
    """How the game ended."""

    scores: dict[str, int]
    standees: dict[str, str | None]
    winners: list[str]
    decided_by: DecidedBy


class PositionTold(Told):
    """Everything open on the table."""

    phase: Awaited
    active: str
    asked: list[str]
    buildings: dict[str, list[BlockTold]]
    scores: dict[str, int]
    display: list[str]
    deck: int
    snow: int
    snow_may_come: bool
    stock: dict[str, list[str]]
    bonus: dict[str, list[str]]
    tokens: dict[str, list[Ally]]
    standees: dict[str, str | None]
    points: int
    claim: Claim | None
    solo: SoloTold | None
    result: ResultTold | None


class PlacementGroup(Told):
    """The legal placements of one block on one site, by their ids, with the gain of each."""

    do: Literal["place", "bonus"]
    block: str
    site: str
    ids: list[int]
    gain: dict[str, list[int]]
    completes: list[int]
    challenges: dict[str, list[str]]


class Offer(Told):
    """What a seat may do now: the kinds of action, every legal placement, every way to be unable.

    ``order`` is how many cards a Huron has to put in order, 0 if none looked.
    """

    do: list[Doing]
    placements: list[PlacementGroup]
    order: int
    unable: list[Claim]


class Foreseen(Told):
    """Cards a seat knows to lie among the next ``size``, from the top of the deck."""

    size: int
    cards: list[str]
