"""What an edition consists of: plain, immutable descriptions in the order of its file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from functools import cached_property
from hashlib import sha256
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

LANGUAGES = ("en", "fr", "pl")
Names = Mapping[str, str]
"""One name a language: ``{"en": …, "fr": …, "pl": …}``."""

Column = tuple[int, int]
"""A cell ``(x, y)`` of a foundation plan."""

MARKS: Mapping[str, int] = {"+": 1, "2": 2, "-": -1}
"""What a mark on a tally stick multiplies by (CMP-5)."""


def fields_only(value: DataclassInstance) -> dict[str, Any]:
    """For ``__getstate__``: a value travels to another process without what it has worked out from its fields."""
    return {field.name: getattr(value, field.name) for field in fields(value)}


@dataclass(frozen=True, slots=True)
class Colour:
    """One of the cube colours."""

    id: str
    names: Names


@dataclass(frozen=True, slots=True)
class Shape:
    """A shape of construction block; ``cubes`` are ``(x, y)`` in colour order (CMP-1)."""

    id: str
    names: Names
    cubes: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class BonusShape:
    """A straight bonus block of one colour (CMP-2)."""

    id: str
    names: Names
    length: int

    @property
    def cubes(self) -> tuple[tuple[int, int], ...]:
        """The cubes in a row, like those of a :class:`Shape`."""
        return tuple((x, 0) for x in range(self.length))


@dataclass(frozen=True, slots=True)
class Site:
    """A construction site (CMP-4): its columns in reading order and the joints between them (SCO-3)."""

    id: str
    names: Names
    standee: Names
    solo_colour: str
    plan: tuple[str, ...]
    joints: tuple[tuple[Column, Column], ...]

    @property
    def columns(self) -> tuple[Column, ...]:
        """Every ``#`` of the plan, row by row."""
        return tuple((x, y) for y, row in enumerate(self.plan) for x, mark in enumerate(row) if mark == "#")


@dataclass(frozen=True, slots=True)
class Stick:
    """A tally stick named by its top colour: one mark a level from the bottom, and its disk's value."""

    colour: str
    marks: tuple[int, ...]
    disk: int


@dataclass(frozen=True, slots=True)
class Deck:
    """How the cards are piled (SET-3, VAR-1); ``snow`` holds pile numbers counted from 1."""

    display: int
    piles: tuple[int, ...]
    one_card_piles: tuple[int, ...]
    snow: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Constraint:
    """A constraint challenge: the player turns of a cycle, counted from 1, whose site is fixed (CHA-1..4)."""

    id: str
    names: Names
    turns: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Track:
    """Where the bonus pieces lie on the score track (CHA-6)."""

    id: str
    names: Names
    at: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Challenge:
    """An architectural challenge (CHA-7).

    ``pose`` lists ``(offset along the wall, level)`` of each cube, the marked cube at offset 0.
    """

    id: str
    names: Names
    site: str
    shape: str
    count: int
    pose: tuple[tuple[int, int], ...] | None
    at: tuple[Column, ...] | None
    rectangle: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class Solo:
    """The numbers of the solo game (SOL, CHA)."""

    winter: str
    disk: int
    player_turns: int
    challenge_points: int
    constraints: tuple[Constraint, ...]
    tracks: tuple[Track, ...]
    challenges: tuple[Challenge, ...]

    def constraint(self, id: str) -> Constraint:
        """The constraint of that id."""
        return next(it for it in self.constraints if it.id == id)

    def track(self, id: str) -> Track:
        """The track of that id."""
        return next(it for it in self.tracks if it.id == id)


@dataclass(frozen=True, eq=False)
class Edition:
    """Everything a box holds and its pictures show. Two editions are equal when they hold the same."""

    id: str
    names: Names
    colours: tuple[Colour, ...]
    shapes: tuple[Shape, ...]
    bonus: tuple[BonusShape, ...]
    sites: tuple[Site, ...]
    sticks: tuple[Stick, ...]
    deck: Deck
    solo: Solo

    def __repr__(self) -> str:
        return f"<Edition {self.id!r}>"

    __getstate__ = fields_only

    @cached_property
    def digest(self) -> str:
        """A fingerprint of all it holds: the same in every process, whatever file it came from."""
        return sha256(json.dumps(asdict(self), sort_keys=True).encode()).hexdigest()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Edition) and self.digest == other.digest

    def __hash__(self) -> int:
        return int(self.digest[:15], 16)

    @property
    def levels(self) -> int:
        """How many levels are built and scored; also how often it snows, and the number of stages."""
        return len(self.bonus)

    @cached_property
    def all_shapes(self) -> tuple[Shape | BonusShape, ...]:
        """The construction shapes, then the bonus shapes."""
        return (*self.shapes, *self.bonus)

    @cached_property
    def colour_ids(self) -> tuple[str, ...]:
        """The colours in order."""
        return tuple(colour.id for colour in self.colours)

    @cached_property
    def shape_ids(self) -> tuple[str, ...]:
        """The construction shapes in order."""
        return tuple(shape.id for shape in self.shapes)

    @cached_property
    def bonus_ids(self) -> tuple[str, ...]:
        """The bonus shapes in order of their stages."""
        return tuple(shape.id for shape in self.bonus)

    @cached_property
    def site_ids(self) -> tuple[str, ...]:
        """The sites in order."""
        return tuple(site.id for site in self.sites)

    @cached_property
    def stick_ids(self) -> tuple[str, ...]:
        """The top colours of the sticks in order."""
        return tuple(stick.colour for stick in self.sticks)

    @cached_property
    def challenge_ids(self) -> tuple[str, ...]:
        """The architectural challenges in order."""
        return tuple(challenge.id for challenge in self.solo.challenges)
