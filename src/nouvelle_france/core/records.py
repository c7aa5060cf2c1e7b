"""The records compiled code works on, as annotated classes: one line per field, with its shape and its meaning.

The NumPy type of a record is derived from its class (:func:`dtype_of`), and the class is what mypy checks calls
against; a record itself is a ``numpy.void``, whose fields compiled code reads as attributes. Shapes are part of the
type, so that loops over a field are of known length when they are compiled. Their letters:

S sites, W columns, H heights, K shapes (J of construction, then bonus), C colours, L levels, P poses, Q cubes, M words
of a set of cells, A words of a site's set of poses, G planes of failing poses, X challenges (Y: at least one), N seats,
T turns of the solo player, Z sticks, V visible cards, D cards, B blocks, R bonus pieces, E actions. Counts that differ
by site are padded; what is unused is 0 or -1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Self, TypeAlias, TypeVar, cast, overload

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]
Ints: TypeAlias = NDArray[np.signedinteger[Any]]
Words: TypeAlias = NDArray[np.uint64]
Floats: TypeAlias = NDArray[np.float64]
Bools: TypeAlias = NDArray[np.bool_]
TABLE, SOLO = 0, 1
"""``Game.mode``."""

NO_ALLIES, ALLIES_ONCE, ALLIES_EACH_STAGE = 0, 1, 2
"""``Game.allies``."""
ALLIES = ("none", "once", "each_stage")

BY_POINTS, BY_ALLIES, BY_PEG, SHARED = 0, 1, 2, 3
"""``Game.decided``."""
DECIDED = ("points", "allies", "peg", "shared")

SNOW_CARD = -1
"""The snowflake among the shape numbers of a deck."""

UNKNOWN_CARD = -2
"""In a deck: a card that has been drawn, or that nobody knows."""

NOBODY = -1

COUNT, POSE, RECTANGLE = 0, 1, 2
"""What a challenge asks of its blocks: to be there, to stand as drawn, to fill a rectangle."""


class Field(NamedTuple):
    """A field of a record."""

    dtype: str | type[Record]
    shape: str
    meaning: str


class Record:
    """A class whose :class:`Field` defaults describe a NumPy record.

    Values of such a type are really ``numpy.void``: compiled code reads their fields as attributes, Python by name.
    """

    if TYPE_CHECKING:
        dtype: np.dtype[np.void]

        def __getitem__(self, name: str) -> Any: ...

        def __setitem__(self, name: str, value: Any) -> None: ...

        def tobytes(self) -> bytes:
            """Its memory as it is."""

        def copy(self) -> Self:
            """Another of the same."""


R = TypeVar("R", bound=Record)

if TYPE_CHECKING:

    class Records(np.ndarray[tuple[int], np.dtype[np.void]], Generic[R]):
        """An array of records of one class: games are not taken for memories, and what is in one has its fields.

        So mypy sees it. Really it is a plain array, and NumPy's functions forget whose records they give back.
        """

        @overload  # type: ignore[override]  # NumPy's own, which knows no records, gives back anything
        def __getitem__(self, key: int | np.integer[Any]) -> R: ...
        @overload
        def __getitem__(self, key: str) -> Array: ...
        @overload
        def __getitem__(self, key: slice | Array | list[int]) -> Records[R]: ...
        def __getitem__(self, key: Any) -> Any: ...

        def __iter__(self) -> Iterator[R]: ...  # type: ignore[override]  # as above

        def copy(self, order: Any = "C") -> Records[R]:
            """Another of the same."""

else:
    Records = np.ndarray


def i1(shape: str, meaning: str) -> Any:
    """Numbers of 8 bits."""
    return Field("i1", shape, meaning)


def i2(shape: str, meaning: str) -> Any:
    """Numbers of 16 bits."""
    return Field("i2", shape, meaning)


def i4(shape: str, meaning: str) -> Any:
    """Numbers of 32 bits."""
    return Field("i4", shape, meaning)


def i8(shape: str, meaning: str) -> Any:
    """Numbers of 64 bits."""
    return Field("i8", shape, meaning)


def u8(shape: str, meaning: str) -> Any:
    """Bit sets: words of 64 bits."""
    return Field("u8", shape, meaning)


def f4(shape: str, meaning: str) -> Any:
    """Floating-point numbers of 32 bits."""
    return Field("f4", shape, meaning)


def f8(shape: str, meaning: str) -> Any:
    """Floating-point numbers."""
    return Field("f8", shape, meaning)


def nested(record: type[Record], meaning: str) -> Any:
    """A record within a record."""
    return Field(record, "", meaning)


def fields_of(record: type[Record]) -> dict[str, Field]:
    """The fields of a record in their order."""
    return {name: it for name, it in vars(record).items() if isinstance(it, Field)}


def dtype_of(record: type[Record], sizes: Mapping[str, int]) -> np.dtype[np.void]:
    """The NumPy type of a record in an edition of these sizes."""
    members: list[Any] = []
    for name, field in fields_of(record).items():
        kind = field.dtype if isinstance(field.dtype, str) else dtype_of(field.dtype, sizes)
        shape = tuple(int(it) if it.isdigit() else sizes[it] for it in field.shape.split())
        members.append((name, kind, shape) if shape else (name, kind))
    return np.dtype(members, align=True)


def zeros(record: type[R], count: int, dtype: np.dtype[np.void]) -> Records[R]:
    """So many records of a class, whose type in an edition is ``dtype``, with nothing but zeros."""
    return cast("Records[R]", np.zeros(count, dtype))


def repeated(records: Records[R], times: int | Ints) -> Records[R]:
    """Each of them so many times, one after another."""
    return cast("Records[R]", np.repeat(records, times))


def joined(parts: Sequence[Records[R]]) -> Records[R]:
    """One after another."""
    return cast("Records[R]", np.concatenate(parts))


class Tables(Record):
    """An edition: the table of all its placements, and what the rules ask of it."""

    pose_site: Ints = i1("P", "where a pose stands")
    pose_shape: Ints = i1("P", "which shape")
    pose_slot: Ints = i4("P", "its bit on its site")
    slot_pose: Ints = i4("S slots", "the pose of a bit")
    first_word: Ints = i4("S K", "where a shape's words begin on a site")
    words: Ints = i4("S K", "how many there are")
    first_pose: Ints = i4("S K", "the pose of their first bit: those of the other bits follow one after another")
    first_plane: Ints = i4("S K", "where its words begin among the failing ones")
    ranks: Ints = i4("S K", "how many least supports its poses have at most, one run of words each")
    planes: Ints = i4("S", "how many failing words there are")
    fails: Words = u8("S W H G", "poses on a support that a column of that height does not give, or blocked by it")
    blocked: Words = u8("S W H A", "poses that a column of that height is in the way of")
    resting: Words = u8("S W H A", "poses with a foot just above that height")
    low: Words = u8("S A", "poses within the levels; the others only for a challenge (CHA-9)")
    high_for: Words = u8("Y S A", "poses above the top level that such a challenge allows")
    cubes: Ints = i1("P", "how many cubes")
    cube_column: Ints = i2("P Q", "over which column each is")
    cube_level: Ints = i1("P Q", "and on which level, from 1")
    on_level: Ints = i1("P C L", "cubes of a class on a level")
    above: Ints = i1("L P C", "cubes of a class that score at a snow depth")
    touch: Words = u8("P C M", "cells that the cubes of a class link to")
    touch_any: Words = u8("P M", "cells that any of its cubes links to")
    own: Words = u8("P C M", "cells of a class")
    shadow: Words = u8("P M", "cells of its columns that nothing can reach once it stands")
    open_above: Words = u8("S W H M", "cells of a column above a height")
    feet: Ints = i1("P", "how many columns it stands over")
    foot_column: Ints = i2("P Q", "which they are")
    foot_level: Ints = i1("P Q", "and on which level its lowest cube there is")
    holding: Words = u8("P subsets M", "cells that hold up a pose resting on that set of its feet (PLC-5, leaning)")
    width: Ints = i4("S", "columns")
    column_x: Ints = i2("S W", "where a column is")
    column_y: Ints = i2("S W", "where a column is")
    neighbours: Words = u8("S cells M", "cells that a cell links to")
    exposed: Words = u8("S L M", "cells above a snow depth")
    level_cells: Words = u8("S L M", "cells of a level")
    solo_colour: Ints = i8("S", "the colour that the solo player builds for")
    class_size: Ints = i1("K C", "cubes of a class")
    stick_marks: Ints = i2("Z L P C", "what a class will earn at the snowfalls from a stage on, by the site's stick")
    most_alone: Ints = i2("Z L P", "the most a pose can be worth then where it links to nothing, a disk aside")
    pose_challenges: Ints = i4("P", "bit set of challenges whose drawn pose it is")
    challenge: Ints = i4("X 6", "site, shape, count, kind, width and height of the rectangle")
    orders: Ints = i1("9 3", "the orders a Huron may put cards back in: of one card, then of two, then of three")
    winter: int = i8("", "Winter's colour")
    challenge_points: int = i8("", "what a challenge earns")
    player_turns: int = i8("", "the player's turns of a solo cycle")
    visible: int = i8("", "how many cards may lie visible")


class Game(Record):
    """One game. Fields up to ``snow_end`` are fixed for a game; the rest moves.

    What lies behind a count (``asked``, ``display``, ``due``, ``placed``) or before ``top`` is stale.
    """

    mode: int = i4("", "TABLE or SOLO")
    seats: int = i4("", "how many play; in solo two, the player and Winter")
    allies: int = i4("", "NO_ALLIES, ALLIES_ONCE or ALLIES_EACH_STAGE")
    leaning: int = i4("", "1 where a neighbour may hold a block up (PLC-5)")
    claims: int = i4("", "1 where a claim to be unable is not verified (UNA)")
    colour_of_seat: Ints = i4("N", "the colour each seat plays")
    sticks: Ints = i4("S", "which stick lies at a site")
    marks: Ints = i4("S L", "what the stick of a site pays for each cube of a level")
    disks: Ints = i4("S", "what completing a site pays")
    required: Ints = i4("T", "solo: the site each turn must build on, or NOBODY")
    track: Ints = i4("L", "solo: the score at which each bonus piece comes due")
    challenges: int = i4("", "solo: bit set of the challenges in play")
    snow_start: Ints = i4("L", "the cards of the deck from which each snowflake may come …")
    snow_end: Ints = i4("L", "… and before which it has come")
    phase: int = i4("", "what is to be done, by its place in PHASES")
    active: int = i4("", "whose turn it is")
    asked: Ints = i4("N", "the seats that may act, as in Position")
    asked_count: int = i4("", "how many they are")
    heights: Ints = i4("S W", "how high each column is")
    bare: Ints = i4("S", "columns without a block")
    cells: Words = u8("S C M", "cells of each colour: bit (level - 1) × columns + column")
    standing: Words = u8("S A", "poses that stand, each shape from a word of its own")
    scores: Ints = i4("C", "by colour")
    display: Ints = i4("V", "the visible cards, oldest first, by shape")
    display_count: int = i4("", "how many they are")
    deck: Ints = i4("D", "the cards by shape, snow as SNOW_CARD")
    top: int = i4("", "the place of the top card: what lies before it has been drawn")
    stock: Ints = i4("J", "by shape: bit set of the colours whose block is in stock")
    bonus: Ints = i4("L", "by stage: bit set of the colours whose bonus block is left")
    tokens: Ints = i4("N", "bit set of the allies a seat has left")
    standees: Ints = i4("S", "who completed a site, or NOBODY")
    snow: int = i4("", "how many levels lie under snow")
    points: int = i4("", "what the placement just made gained its seat")
    claim_shape: int = i4("", "of the block said not to fit, or -1")
    claim_colour: int = i4("", "of that block")
    turn: int = i4("", "solo: the turn within a cycle")
    due: Ints = i4("R 2", "solo: bonus pieces to be placed, with the colours that reached them")
    due_count: int = i4("", "how many they are")
    reached: Ints = i4("L", "solo: by piece, bit set of the colours that have reached it")
    earned: int = i4("", "solo: bit set of the challenges done")
    snowing: int = i4("", "solo: 1 between a snowfall and the snow lying")
    placed: Ints = i4("B", "the placements in the order they were made; site by site in a game made of a view or state")
    placed_by: Ints = i4("B", "and who made them")
    placed_count: int = i4("", "how many they are")
    winners: int = i4("", "bit set of seats")
    decided: int = i4("", "BY_POINTS, BY_ALLIES, BY_PEG or SHARED")
    final: Ints = i4("C", "the scores with the disks")


Games: TypeAlias = Records[Game]


class Work(Record):
    """Scratch space for the rules; one per thread."""

    fails: Words = u8("G", "poses by support that cannot stand")
    groups: Words = u8("S cells M", "the chains of a colour on each site")
    group_size: Ints = i4("S cells", "how many cubes each has")
    group_count: Ints = i4("S", "how many there are")
    left: Words = u8("M", "cells not yet flooded")
    frontier: Words = u8("M", "cells the flood is about to reach")
    flooded: Words = u8("M", "cells it has reached")
    touched: Words = u8("M", "cells beside those")
    actions: Ints = i4("E", "a list of actions")
    no_log: Ints = i4("0 6", "an empty log: nothing is recorded")
