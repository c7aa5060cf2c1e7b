"""An edition with its placement table, for clients that draw it."""

from __future__ import annotations

from typing_extensions import TypeAliasType

from nouvelle_france.protocol.game import Cell, Told

Column = TypeAliasType("Column", tuple[int, int])
"""``(x, y)`` of a foundation plan, or of a drawing."""


class NamedTold(Told):
    """Something with a name in each language."""

    id: str
    names: dict[str, str]


class ColourTold(NamedTold):
    """One of the cube colours."""


class ShapeTold(NamedTold):
    """A shape of construction block; ``cubes`` in colour order (CMP-1)."""

    cubes: list[Column]


class BonusShapeTold(NamedTold):
    """A straight bonus block of one colour (CMP-2)."""

    length: int


class SiteTold(NamedTold):
    """A construction site (CMP-4): its plan, row by row, and the joints between columns (SCO-3)."""

    standee: dict[str, str]
    solo_colour: str
    plan: list[str]
    joints: list[tuple[Column, Column]]


class StickTold(Told):
    """A tally stick named by its top colour: one mark a level from the bottom, and its disk's value (CMP-5)."""

    colour: str
    marks: list[int]
    disk: int


class DeckTold(Told):
    """How the cards are piled (SET-3, VAR-1); ``snow`` holds pile numbers counted from 1."""

    display: int
    piles: list[int]
    one_card_piles: list[int]
    snow: list[int]


class ConstraintTold(NamedTold):
    """A constraint challenge: the player turns of a cycle, counted from 1, whose site is fixed (CHA-1)."""

    turns: list[int]


class TrackTold(NamedTold):
    """Where the bonus pieces lie on the score track (CHA-6)."""

    at: list[int]


class ChallengeTold(NamedTold):
    """An architectural challenge (CHA-7); ``pose`` lists offset along the wall and level of each cube."""

    site: str
    shape: str
    count: int
    pose: list[Column] | None
    at: list[Column] | None
    rectangle: Column | None


class SoloNumbersTold(Told):
    """The numbers of the solo game (SOL, CHA)."""

    winter: str
    disk: int
    player_turns: int
    challenge_points: int
    constraints: list[ConstraintTold]
    tracks: list[TrackTold]
    challenges: list[ChallengeTold]


class PosesTold(Told):
    """The poses of one shape on one site: the pose ``first + n`` has the cells ``cubes[n]``."""

    site: str
    shape: str
    first: int
    cubes: list[list[Cell]]


class EditionTold(NamedTold):
    """Everything in the box, and all poses in the order of their ids.

    The block of colour number ``c`` in pose ``p`` is the placement ``p × number of colours + c``.
    """

    digest: str
    colours: list[ColourTold]
    shapes: list[ShapeTold]
    bonus: list[BonusShapeTold]
    sites: list[SiteTold]
    sticks: list[StickTold]
    deck: DeckTold
    solo: SoloNumbersTold
    poses: list[PosesTold]
