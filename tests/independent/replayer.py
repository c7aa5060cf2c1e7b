"""An independent replayer of Nouvelle-France game records.

It is a second implementation of the rules, written from the specification alone (`rules.md`,
`edition.md`, `record.md`) and sharing nothing with the rules engine it is there to check: not a line,
not a table. It prefers the naive and obviously right to the clever. Functions name the rules they follow.

    faults = check(record)                      # replay a whole record; no faults means a good record
    options = placements(record, 12)            # every legal placement after the first twelve moves
    python tests/independent/replayer.py games.jsonl
"""

import itertools
import json
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

Column = tuple[int, int]
Cell = tuple[int, int, int]
Cells = tuple[Cell, ...]
Board = dict[Cell, str]
Gain = dict[str, int]
Move = dict[str, Any]

# --------------------------------------------------------------------------------------------------
# The edition `reconstruction-1`, typed from edition.md
# --------------------------------------------------------------------------------------------------

FORMAT = "nouvelle-france-record/1"
EDITION = "reconstruction-1"
COLOURS = ("white", "brown", "yellow", "blue")
SITES = ("church", "mill", "redoubt")

SHAPES: dict[str, tuple[Column, ...]] = {
    "cannon": ((0, 0), (1, 0), (2, 0), (3, 0), (1, 1)),
    "horseshoe": ((0, 1), (0, 0), (1, 0), (2, 0), (2, 1)),
    "stairs": ((0, 0), (1, 0), (1, 1), (2, 1), (2, 2)),
    "square": ((0, 2), (0, 1), (0, 0), (1, 0), (2, 0)),
    "plow": ((1, 0), (1, 1), (0, 1), (1, 2), (2, 2)),
    "scythe": ((0, 0), (1, 0), (2, 0), (3, 0), (3, 1)),
    "weathercock": ((1, 0), (1, 1), (1, 2), (0, 2), (2, 2)),
    "eel": ((0, 0), (1, 0), (2, 0), (2, 1), (3, 1)),
    "cross": ((1, 0), (0, 1), (1, 1), (2, 1), (1, 2)),
}
PIECES: dict[str, tuple[Column, ...]] = {
    "beam": ((0, 0), (1, 0), (2, 0)),
    "post": ((0, 0), (1, 0)),
    "peg": ((0, 0),),
}
PIECE_OF_STAGE = ("beam", "post", "peg")

PLANS: dict[str, tuple[str, ...]] = {
    "church": (
        "..###..",
        "..#.#..",
        "###.###",
        "#.....#",
        "###.###",
        "..#.#..",
        "..#.#..",
        "..#.#..",
        "..###..",
    ),
    "mill": (
        "########",
        "#......#",
        "#......#",
        "#......#",
        "#......#",
        "#......#",
        "#......#",
        "########",
    ),
    "redoubt": (
        "###....###",
        "#..####..#",
        "#........#",
        ".#......#.",
        ".#......#.",
        ".#......#.",
        ".#......#.",
        "#........#",
        "#..####..#",
        "###....###",
    ),
}
COLUMNS: dict[str, frozenset[Column]] = {
    site: frozenset((x, y) for y, row in enumerate(plan) for x, mark in enumerate(row) if mark == "#")
    for site, plan in PLANS.items()
}
REDOUBT_JOINTS: tuple[tuple[Column, Column], ...] = (
    ((2, 0), (3, 1)),
    ((6, 1), (7, 0)),
    ((0, 2), (1, 3)),
    ((9, 2), (8, 3)),
    ((1, 6), (0, 7)),
    ((8, 6), (9, 7)),
    ((2, 9), (3, 8)),
    ((6, 8), (7, 9)),
)
JOINED: dict[str, dict[Column, Column]] = {
    "church": {},
    "mill": {},
    "redoubt": {a: b for pair in REDOUBT_JOINTS for a, b in (pair, pair[::-1])},
}

# The marks of levels 1, 2, 3 of each stick, by the colour of its top cube: `+` is 1, `2` is 2, `-` is -1.
STICKS: dict[str, tuple[int, int, int]] = {"blue": (1, 2, -1), "yellow": (2, -1, 1), "brown": (-1, 1, 2)}
DISKS: dict[str, int] = {"blue": 10, "yellow": 8, "brown": 6}

SOLO_DISK = 10
SOLO_COLOURS = ("brown", "yellow", "blue")
SITE_COLOUR: dict[str, str] = {"church": "brown", "mill": "yellow", "redoubt": "blue"}
TRACKS: dict[str, dict[str, int]] = {
    "standard": {"beam": 18, "post": 40, "peg": 60},
    "stalwart": {"beam": 20, "post": 43, "peg": 64},
    "plucky": {"beam": 22, "post": 46, "peg": 68},
    "dauntless": {"beam": 24, "post": 50, "peg": 72},
}
CONSTRAINED_TURNS: dict[str, tuple[bool, bool, bool]] = {
    "apprentice": (False, False, False),
    "artisan": (False, True, False),
    "master-builder": (True, True, False),
    "kings-engineer": (True, True, True),
}
CHALLENGE_SITE: dict[str, str] = {
    "belfry": "church",
    "way-of-the-cross": "church",
    "sails": "mill",
    "scythes": "mill",
    "cannons": "redoubt",
    "ramparts": "redoubt",
}
CHALLENGE_POINTS = 10
ABOVE_THE_WALL = ("belfry", "sails")

TOP_LEVEL = 3
HIGHEST_LEVEL = 5  # the tip of the Belfry (CHA-9)


class Block(NamedTuple):
    """A block: its shape and the colours of its cubes in the block's own order."""

    shape: str
    colours: tuple[str, ...]


class Placement(NamedTuple):
    """A block on a site, its cells in the block's own cube order."""

    block: str
    site: str
    cells: Cells


def construction_blocks() -> dict[str, Block]:
    """CMP-1: four blocks a shape; cube j of the block that doubles colour k has colour (k + j) mod 4."""
    return {
        f"{shape}-{doubled}": Block(shape, tuple(COLOURS[(k + j) % 4] for j in range(5)))
        for shape in SHAPES
        for k, doubled in enumerate(COLOURS)
    }


def bonus_blocks() -> dict[str, Block]:
    """CMP-2: for each colour a beam, a post and a peg of that single colour."""
    return {
        f"{piece}-{colour}": Block(piece, (colour,) * len(cubes))
        for piece, cubes in PIECES.items()
        for colour in COLOURS
    }


BLOCKS: dict[str, Block] = construction_blocks()
BONUS_BLOCKS: dict[str, Block] = bonus_blocks()
ALL_BLOCKS: dict[str, Block] = {**BLOCKS, **BONUS_BLOCKS}


class Fault(Exception):  # noqa: N818 - a breach of a rule, as players say it
    """A breach of a rule after which the replay cannot go on."""

    def __init__(self, rule: str, text: str) -> None:
        """A fault names the rule that is broken and says how."""
        super().__init__(f"{rule}: {text}")


# --------------------------------------------------------------------------------------------------
# Geometry
# --------------------------------------------------------------------------------------------------


def rotations() -> list[Callable[[Cell], Cell]]:
    """PLC-2: the 24 rotations of space: signed axis permutations that keep the handedness."""
    found: list[Callable[[Cell], Cell]] = []
    for axes in itertools.permutations((0, 1, 2)):
        swaps = sum(1 for i, j in ((0, 1), (0, 2), (1, 2)) if axes[i] > axes[j])
        for signs in itertools.product((1, -1), repeat=3):
            if signs[0] * signs[1] * signs[2] == (-1) ** swaps:
                found.append(signed_permutation(axes, signs))
    return found


def signed_permutation(axes: tuple[int, ...], signs: tuple[int, ...]) -> Callable[[Cell], Cell]:
    """PLC-2: the map that takes coordinate `axes[i]`, times `signs[i]`, as the new coordinate i."""

    def turn(cell: Cell) -> Cell:
        return (signs[0] * cell[axes[0]], signs[1] * cell[axes[1]], signs[2] * cell[axes[2]])

    return turn


def to_corner(cells: Iterable[Cell]) -> Cells:
    """Move cells, keeping their order, so that the smallest x and y are 0 and the lowest level is 1."""
    kept = tuple(cells)
    left, back, low = (min(cell[axis] for cell in kept) for axis in range(3))
    return tuple((x - left, y - back, level - low + 1) for x, y, level in kept)


@cache
def orientations(shape: str) -> tuple[Cells, ...]:
    """PLC-2: every way to turn a shape, as cells in its cube order, moved to the corner."""
    flat = [(x, y, 0) for x, y in {**SHAPES, **PIECES}[shape]]
    return tuple(dict.fromkeys(to_corner(turn(cell) for cell in flat) for turn in rotations()))


@cache
def ground_poses(shape: str, site: str) -> tuple[Cells, ...]:
    """PLC-2, PLC-3: every turn and position of a shape over the site's plan, its lowest cube on level 1."""
    columns = COLUMNS[site]
    poses: list[Cells] = []
    for cells in orientations(shape):
        for right, down in itertools.product(range(len(PLANS[site][0])), range(len(PLANS[site]))):
            moved = tuple((x + right, y + down, level) for x, y, level in cells)
            if all((x, y) in columns for x, y, _ in moved):
                poses.append(moved)
    return tuple(poses)


def column_top(board: Board, column: Column) -> int:
    """PLC-1: the highest level of a column that holds a cube, 0 for bare foundation."""
    x, y = column
    return max((level for level in range(1, HIGHEST_LEVEL + 1) if (x, y, level) in board), default=0)


def column_tops(board: Board, site: str) -> dict[Column, int]:
    """PLC-1: the tops of all columns of a site."""
    return {column: column_top(board, column) for column in COLUMNS[site]}


def dropped(pose: Cells, tops: Mapping[Column, int]) -> Cells:
    """PLC-1: a pose on level 1, lifted to where it first touches when it comes straight down."""
    lift = max(tops[(x, y)] + 1 - level for x, y, level in pose)
    return tuple((x, y, level + lift) for x, y, level in pose)


def resting(cells: Cells, tops: Mapping[Column, int]) -> Cells:
    """PLC-5: the cubes whose bases rest on the foundation or on a cube of another block."""
    return tuple((x, y, level) for x, y, level in cells if level == tops[(x, y)] + 1)


def centre_of_mass(columns: Iterable[Column]) -> tuple[Fraction, Fraction]:
    """PLC-5: the centre of mass of equal cubes, seen from above (a cube fills x to x+1 and y to y+1)."""
    kept = list(columns)
    twice = 2 * len(kept)
    return Fraction(sum(2 * x + 1 for x, _ in kept), twice), Fraction(sum(2 * y + 1 for _, y in kept), twice)


Point = tuple[Fraction, Fraction] | Column


def side(start: Point, end: Point, point: Point) -> Fraction | int:
    """Positive when the point lies left of the line from start to end, 0 on it, negative right of it."""
    return (end[0] - start[0]) * (point[1] - start[1]) - (end[1] - start[1]) * (point[0] - start[0])


def strictly_inside_hull(point: Point, corners: Iterable[Column]) -> bool:
    """PLC-5: is the point strictly left of every line through two corners that has no corner on its right?"""
    kept = set(corners)
    for start, end in itertools.permutations(kept, 2):
        is_hull_edge = all(side(start, end, corner) >= 0 for corner in kept)
        if is_hull_edge and side(start, end, point) <= 0:
            return False
    return True


@cache
def balanced(columns: tuple[Column, ...], bases: tuple[Column, ...]) -> bool:
    """PLC-5: does the centre of mass lie strictly inside the convex hull of the resting bases?"""
    corners = [(x + right, y + down) for x, y in bases for right in (0, 1) for down in (0, 1)]
    return strictly_inside_hull(centre_of_mass(columns), corners)


def stands_freely(cells: Cells, rests: Cells) -> bool:
    """PLC-5: `support = "free-standing"` (moved to the corner, so that `balanced` is cached well)."""
    left, back = min(x for x, _, _ in cells), min(y for _, y, _ in cells)
    return balanced(tuple((x - left, y - back) for x, y, _ in cells), tuple((x - left, y - back) for x, y, _ in rests))


def tipping_directions(cells: Cells, rests: Cells) -> list[Column]:
    """PLC-5: the axis directions in which the centre of mass is on or beyond the outermost resting edge."""
    centre_x, centre_y = centre_of_mass((x, y) for x, y, _ in cells)
    tips: list[Column] = []
    if centre_x >= max(x + 1 for x, _, _ in rests):
        tips.append((1, 0))
    if centre_x <= min(x for x, _, _ in rests):
        tips.append((-1, 0))
    if centre_y >= max(y + 1 for _, y, _ in rests):
        tips.append((0, 1))
    if centre_y <= min(y for _, y, _ in rests):
        tips.append((0, -1))
    return tips


def is_held(cells: Cells, rests: Cells, board: Board) -> bool:
    """PLC-5: `support = "leaning"`: a neighbour on a tipping side, higher than the lowest resting cube."""
    lowest = min(level for _, _, level in rests)
    return any(
        level > lowest and (x + right, y + down, level) in board
        for right, down in tipping_directions(cells, rests)
        for x, y, level in cells
    )


def look(placement: Placement) -> tuple[str, str, tuple[tuple[Cell, str], ...]]:
    """PLC-7: equal for two placements that put the same block's colours on the same cells."""
    colours = ALL_BLOCKS[placement.block].colours
    return (placement.block, placement.site, tuple(sorted(zip(placement.cells, colours, strict=True))))


# --------------------------------------------------------------------------------------------------
# Scoring
# --------------------------------------------------------------------------------------------------


def counts(cell: Cell, snow: int) -> bool:
    """SCO-2, CHA-9: only cubes above the snow and not above level 3 score and link."""
    return snow < cell[2] <= TOP_LEVEL


def face_neighbours(cell: Cell, site: str) -> list[Cell]:
    """SCO-1, SCO-3: the six cells that share a face, and the other column of a redoubt joint."""
    x, y, level = cell
    near = [(x + 1, y, level), (x - 1, y, level), (x, y + 1, level), (x, y - 1, level)]
    near += [(x, y, level + 1), (x, y, level - 1)]
    if (x, y) in JOINED[site]:
        near.append((*JOINED[site][(x, y)], level))
    return near


def points_for(colour: str, placement: Placement, board: Board, snow: int) -> int:
    """SCO-1: the new cubes of a colour and all of it linked to them; the board is the one before."""
    new = dict(zip(placement.cells, ALL_BLOCKS[placement.block].colours, strict=True))
    frontier = [cell for cell, new_colour in new.items() if new_colour == colour and counts(cell, snow)]
    linked = set(frontier)
    while frontier:
        for near in face_neighbours(frontier.pop(), placement.site):
            same = board.get(near) == colour or new.get(near) == colour
            if same and near not in linked and counts(near, snow):
                linked.add(near)
                frontier.append(near)
    return len(linked)


def level_count(board: Board, level: int, colour: str) -> int:
    """SNW-1: how many cubes of a colour lie on a level, linked or not."""
    return sum(1 for cell, cube in board.items() if cell[2] == level and cube == colour)


def without_zeros(gain: Gain) -> Gain:
    """record.md: a gain lists only the colours whose score changes."""
    return {colour: points for colour, points in gain.items() if points != 0}


# --------------------------------------------------------------------------------------------------
# Architectural challenges
# --------------------------------------------------------------------------------------------------

Built = list[tuple[str, Cells]]

BELFRY: frozenset[Cell] = frozenset({(3, 8, 3), (2, 8, 4), (3, 8, 4), (4, 8, 4), (3, 8, 5)})
SAILS: tuple[frozenset[Cell], ...] = tuple(
    frozenset({(x, 7, 2), (x, 7, 3), (x - 1, 7, 4), (x, 7, 4), (x + 1, 7, 4)}) for x in (3, 4)
)


def has_belfry(built: Built) -> bool:
    """CHA-7: an upright cross with its foot on level 3 of column (3,8); its arms can only follow the wall."""
    return any(shape == "cross" and frozenset(cells) == BELFRY for shape, cells in built)


def has_sails(built: Built) -> bool:
    """CHA-7: an upright weathercock, stem on levels 2-3 of column (3,7) or (4,7), bar on level 4."""
    return any(shape == "weathercock" and frozenset(cells) in SAILS for shape, cells in built)


def has_three(shape: str) -> Callable[[Built], bool]:
    """CHA-7: Way of the Cross (three crosses) and Cannons (three cannons), anywhere on the site."""
    return lambda built: sum(1 for other, _ in built if other == shape) >= 3


def has_stowed_scythes(built: Built) -> bool:
    """CHA-7: two scythes that fill an upright rectangle of 5 by 2 cubes."""
    scythes = [cells for shape, cells in built if shape == "scythe"]
    return any(is_upright_rectangle(one + other) for one, other in itertools.combinations(scythes, 2))


def is_upright_rectangle(cells: Cells) -> bool:
    """CHA-7: ten cubes in a box 5 long, 1 thick and 2 high leave no gap in it."""
    extents = tuple(len({cell[axis] for cell in cells}) for axis in range(3))
    spans = tuple(max(cell[axis] for cell in cells) - min(cell[axis] for cell in cells) + 1 for axis in range(3))
    return extents == spans and spans in ((5, 1, 2), (1, 5, 2)) and len(set(cells)) == 10


def has_ramparts(built: Built) -> bool:
    """CHA-7: two upright horseshoes, open side up: tips (cubes 0 and 4) on level 3, the rest on level 2."""
    levels = [tuple(level for _, _, level in cells) for shape, cells in built if shape == "horseshoe"]
    return levels.count((3, 2, 2, 2, 3)) >= 2


CHALLENGE_DONE: dict[str, Callable[[Built], bool]] = {
    "belfry": has_belfry,
    "way-of-the-cross": has_three("cross"),
    "sails": has_sails,
    "scythes": has_stowed_scythes,
    "cannons": has_three("cannon"),
    "ramparts": has_ramparts,
}


# --------------------------------------------------------------------------------------------------
# Reading JSON strictly
# --------------------------------------------------------------------------------------------------

REQUIRED_KEYS: dict[str, frozenset[str]] = {
    "draw": frozenset({"card"}),
    "place": frozenset({"block", "site", "cubes"}),
    "bonus": frozenset({"block", "site", "cubes"}),
    "fille": frozenset({"gain"}),
    "coureur": frozenset({"gain"}),
    "decline": frozenset(),
    "huron": frozenset({"order"}),
    "end": frozenset(),
    "unable": frozenset({"shape", "remove"}),
    "pass": frozenset(),
}
OPTIONAL_KEYS: dict[str, frozenset[str]] = {
    "draw": frozenset({"gain"}),
    "place": frozenset({"gain", "completes", "challenges"}),
    "bonus": frozenset({"gain", "completes", "challenges"}),
}


def is_int(value: object) -> bool:
    """A JSON whole number, not true or false."""
    return type(value) is int


def is_one_of(value: object, names: Iterable[str]) -> bool:
    """A string out of a list of names."""
    return isinstance(value, str) and value in set(names)


def same_json(one: object, other: object) -> bool:
    """Equal as JSON: 1, 1.0 and true are three different values; the order of keys does not matter."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def key_faults(value: object, required: Iterable[str], optional: Iterable[str] = ()) -> list[str]:
    """record.md: what is wrong with the keys of a JSON object, unknown keys being refused."""
    if not isinstance(value, dict):
        return [f"should be an object, not {value!r}"]
    needed = set(required)
    missing = [f"key {key!r} is missing" for key in sorted(needed - set(value))]
    return missing + [f"unknown key {key!r}" for key in value if key not in needed | set(optional)]


def check_move_shape(move: object) -> Move:
    """record.md: a move is an object with `by`, `do` and exactly the keys of its kind."""
    if not isinstance(move, dict):
        raise Fault("record.md", f"a move should be an object, not {move!r}")
    kind = move.get("do")
    if not isinstance(kind, str) or kind not in REQUIRED_KEYS:
        raise Fault("record.md", f"unknown kind of move {kind!r}")
    # Who chose a move (`stand_in`) changes nothing in the game.
    faults = key_faults(move, {"by", "do"} | REQUIRED_KEYS[kind], OPTIONAL_KEYS.get(kind, frozenset()) | {"stand_in"})
    if faults:
        raise Fault("record.md", f"{kind}: " + ", ".join(faults))
    return move


def read_placement(move: Move) -> Placement:
    """record.md: the block, site and cubes of a `place` or `bonus` move."""
    block, site, cubes = move["block"], move["site"], move["cubes"]
    if not is_one_of(block, ALL_BLOCKS):
        raise Fault("CMP-1", f"there is no block {block!r}")
    if not is_one_of(site, SITES):
        raise Fault("CMP-4", f"there is no site {site!r}")
    size = len(ALL_BLOCKS[block].colours)
    if not isinstance(cubes, list) or len(cubes) != size or not all(is_cube(cube) for cube in cubes):
        raise Fault("record.md", f"cubes should be {size} times [x, y, level], not {cubes!r}")
    return Placement(block, site, tuple((x, y, level) for x, y, level in cubes))


def is_cube(value: object) -> bool:
    """record.md: `[x, y, level]`."""
    return isinstance(value, list) and len(value) == 3 and all(is_int(number) for number in value)


# --------------------------------------------------------------------------------------------------
# The game
# --------------------------------------------------------------------------------------------------


class Game(ABC):
    """What the table game and the solo game share: deck, display, stock, sites, scores and the phase.

    The phase says which moves may come next: `start` of a turn, `draw` (only a draw), `choose` (a card is
    drawn), `fille`, `coureur`, `last` (Huron or end), `asked` (UNA-2), `due` (a solo bonus piece) and
    `over`. `phase_rule` is the rule that brought it about.
    """

    def __init__(self, record: Mapping[str, Any]) -> None:
        """SET: lay out a game from the setup of a sound record."""
        self.leaning = record["rules"]["support"] == "leaning"
        self.one_card: bool = record["rules"]["one_card"]
        self.deck: list[str] = list(record["setup"]["deck"])
        self.display: list[str] = [] if self.one_card else [self.deck.pop(0), self.deck.pop(0)]
        self.sticks: dict[str, str] = dict(record["setup"]["sticks"])
        self.boards: dict[str, Board] = {site: {} for site in SITES}
        self.stock: list[str] = list(BLOCKS)
        self.standees: dict[str, str | None] = dict.fromkeys(SITES)
        self.scores: dict[str, int] = {}
        self.snowflakes = 0
        self.snow = 0
        self.phase = "start"
        self.phase_rule = "TRN-1"
        self.notes: list[str] = []

    # What each of the two games says for itself.

    @abstractmethod
    def active(self) -> str:
        """Whose turn it is, as `by` names them."""

    @abstractmethod
    def allowed(self) -> list[tuple[str, str]]:
        """The (by, do) pairs of the moves that may come next."""

    @abstractmethod
    def act(self, move: Move) -> None:
        """Carry out a move that `allowed` lets through."""

    @abstractmethod
    def options(self, block: str | None = None) -> Iterator[Placement]:
        """Every legal placement of the one to move, look-alikes included; only those of `block` if named."""

    @abstractmethod
    def gain_of(self, placement: Placement, by: str) -> Gain:
        """The score changes of a placement, zeros left out."""

    @abstractmethod
    def snow_gain(self, level: int) -> Gain:
        """The score changes of a snowfall."""

    @abstractmethod
    def after_snow(self) -> None:
        """What follows the tally of the first and second snowfall."""

    @abstractmethod
    def final(self) -> dict[str, Any]:
        """The result of the finished game."""

    @abstractmethod
    def may_stand_out(self, placement: Placement, by: str) -> bool:
        """CHA-9: may this placement reach above level 3?"""

    # Playing a move.

    def play(self, move: object) -> list[str]:
        """Play one move; return the faults that do not stop the replay, raise `Fault` for one that does."""
        self.notes = []
        checked = check_move_shape(move)
        if not isinstance(checked["by"], str) or (checked["by"], checked["do"]) not in self.allowed():
            self.refuse(checked)
        self.act(checked)
        return self.notes

    def refuse(self, move: Move) -> NoReturn:
        """Say which moves were due instead of this one."""
        rule = self.phase_rule
        if self.phase == "start" and move["by"] == self.active():
            rule = {"bonus": "BON-1", "huron": "ALY-1"}.get(move["do"], rule)
        due = " or ".join(f"{kind} by {by}" for by, kind in self.allowed()) or "nothing, the game is over"
        raise Fault(rule, f"{move['do']} by {move['by']!r} cannot come here; due is: {due}")

    def enter(self, phase: str, rule: str) -> None:
        """Go on to a phase."""
        self.phase, self.phase_rule = phase, rule

    def compare(self, move: Move, key: str, expected: object, rule: str) -> None:
        """Note a key whose value is wrong; None stands for a key that must be left out."""
        if expected is None and key in move:
            self.notes.append(f"{rule}: {key} says {move[key]!r}, should be left out")
        if expected is not None and not (key in move and same_json(move[key], expected)):
            self.notes.append(f"{rule}: {key} says {move.get(key)!r}, should be {expected!r}")

    def add(self, gain: Gain) -> None:
        """CMP-7: move the markers; scores have no floor and no ceiling."""
        for colour, points in gain.items():
            self.scores[colour] += points

    # Drawing.

    def draw(self, move: Move) -> None:
        """TRN-2: draw the top card; a shape joins the display, a snowflake is resolved."""
        card = self.deck[0]
        if move["card"] != card:
            raise Fault("TRN-2", f"the card drawn says {move['card']!r}, the top card is {card!r}")
        self.deck.pop(0)
        if card == "snow":
            self.snowfall(move)
            return
        self.compare(move, "gain", None, "TRN-2")
        self.display.append(card)
        self.enter("choose", "TRN-3")

    def snowfall(self, move: Move) -> None:
        """SNW-1, END-1: tally the level of this snowflake; the third ends the game at once."""
        self.snowflakes += 1
        gain = self.snow_gain(self.snowflakes)
        self.compare(move, "gain", gain or None, "SNW-1")
        self.add(gain)
        if self.snowflakes == 3:
            self.enter("over", "END-1")
        else:
            self.after_snow()

    def mark(self, site: str, level: int) -> int:
        """CMP-5: the value of a level of a site."""
        return STICKS[self.sticks[site]][level - 1]

    # Placing.

    def check_legal(self, placement: Placement, by: str) -> None:
        """PLC-1 to PLC-5: raise the first rule that a placement breaks."""
        shape, cells = ALL_BLOCKS[placement.block].shape, placement.cells
        where = f"{placement.block} at {[list(cell) for cell in cells]} on the {placement.site}"
        if to_corner(cells) not in orientations(shape):
            raise Fault("PLC-2", f"{where} is not a rotation of the block")
        if any((x, y) not in COLUMNS[placement.site] for x, y, _ in cells):
            raise Fault("PLC-3", f"{where} leaves the plan")
        tops = column_tops(self.boards[placement.site], placement.site)
        if any(level <= tops[(x, y)] for x, y, level in cells):
            raise Fault("PLC-1", f"{where} goes through or under what is there")
        if not resting(cells, tops):
            raise Fault("PLC-1", f"{where} rests on nothing")
        if not self.height_allowed(placement, by):
            raise Fault("PLC-4", f"{where} stands above level 3")
        if not self.stands(placement, tops):
            raise Fault("PLC-5", f"{where} does not stand")

    def height_allowed(self, placement: Placement, by: str) -> bool:
        """PLC-4, CHA-9: nothing above level 3 but what earns the Belfry or the Sails."""
        highest = max(level for _, _, level in placement.cells)
        return highest <= TOP_LEVEL or self.may_stand_out(placement, by)

    def stands(self, placement: Placement, tops: Mapping[Column, int]) -> bool:
        """PLC-5: free-standing, or, where the rules say so, leaning on a neighbour."""
        rests = resting(placement.cells, tops)
        if stands_freely(placement.cells, rests):
            return True
        return self.leaning and is_held(placement.cells, rests, self.boards[placement.site])

    def legal(self, block: str, sites: Iterable[str], by: str) -> Iterator[Placement]:
        """PLC: every legal placement of a block on some sites, found by dropping each of its poses."""
        shape = ALL_BLOCKS[block].shape
        for site in sites:
            tops = column_tops(self.boards[site], site)
            for pose in ground_poses(shape, site):
                placement = Placement(block, site, dropped(pose, tops))
                if self.height_allowed(placement, by) and self.stands(placement, tops):
                    yield placement

    def fits(self, block: str, sites: Iterable[str], by: str) -> bool:
        """Can a block be placed on one of some sites at all?"""
        return any(True for _ in self.legal(block, sites, by))

    def any_shape_fits(self, shapes: Iterable[str], sites: Iterable[str], by: str) -> bool:
        """UNA-1: can some block in stock of some shapes be placed? Its colours play no part."""
        return any(self.fits(blocks[0], sites, by) for blocks in map(self.in_stock, dict.fromkeys(shapes)) if blocks)

    def in_stock(self, shape: str) -> list[str]:
        """TRN-3: the blocks of a shape that are still in stock."""
        return [block for block in self.stock if BLOCKS[block].shape == shape]

    def check_choice(self, placement: Placement, shapes: Iterable[str], rule: str) -> None:
        """TRN-3, UNA-2: the block is of an allowed shape and still in stock."""
        kept = list(shapes)
        if ALL_BLOCKS[placement.block].shape not in kept:
            raise Fault(rule, f"{placement.block} is not of a shape that may be placed: {', '.join(kept)}")
        if placement.block not in self.stock:
            raise Fault(rule, f"{placement.block} is no longer in stock")

    def put(self, move: Move, placement: Placement, by: str, rule: str) -> int:
        """SCO, CMPL: put a legal block on its site, compare and book its gain; return the points of `by`."""
        gain = self.gain_of(placement, by)
        self.compare(move, "gain", gain or None, rule)
        completes = self.completes(placement)
        self.compare(move, "completes", True if completes else None, "CMPL-1")
        if completes:
            self.standees[placement.site] = by
        self.boards[placement.site].update(zip(placement.cells, ALL_BLOCKS[placement.block].colours, strict=True))
        self.add(gain)
        return gain.get(by, 0)

    def completes(self, placement: Placement) -> bool:
        """CMPL-1: does this placement cover the last columns of its site?"""
        covered = {(x, y) for x, y, _ in [*self.boards[placement.site], *placement.cells]}
        return self.standees[placement.site] is None and covered == COLUMNS[placement.site]

    def use_card(self, block: str) -> None:
        """TRN-3, UNA-3: a block leaves the stock and a card of its shape leaves the display."""
        self.stock.remove(block)
        self.display.remove(BLOCKS[block].shape)

    def check_removal(self, move: Move, rule: str) -> None:
        """UNA-1, UNA-3: the named shape is visible and the block to remove is one of it in stock."""
        if not is_one_of(move["shape"], self.display):
            raise Fault(rule, f"no card of the shape {move['shape']!r} is visible")
        if not is_one_of(move["remove"], self.in_stock(move["shape"])):
            raise Fault(rule, f"{move['remove']!r} is no block of the shape {move['shape']} in stock")


class TableGame(Game):
    """A game of two to four players."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        """SET-1, SET-6: everybody on 0 with all allies; seat 0 begins."""
        super().__init__(record)
        self.seats: list[str] = [seat["colour"] for seat in record["seats"]]
        self.scores = dict.fromkeys(self.seats, 0)
        self.allies: str = record["rules"]["allies"]
        self.verified = record["rules"]["unable"] == "verified"
        self.face_down: dict[str, set[str]] = {seat: set() for seat in self.seats}
        self.bonus_placed: set[str] = set()
        self.turn = 0
        self.points = 0
        self.waiting: list[str] = []
        self.claimed_shape = ""
        self.block_to_remove = ""

    def active(self) -> str:
        """SET-6: seats play in order."""
        return self.seats[self.turn]

    def others(self) -> list[str]:
        """UNA-2, ALY-3: the other seats from the active player's left."""
        return self.seats[self.turn + 1 :] + self.seats[: self.turn]

    def holds(self, seat: str, ally: str) -> bool:
        """ALY-1, VAR-2: does a seat have an ally lying face up?"""
        return self.allies != "none" and ally not in self.face_down[seat]

    def bonus_block(self) -> str | None:
        """BON-1: the active player's bonus block of this stage, unless already placed."""
        block = f"{PIECE_OF_STAGE[self.snowflakes]}-{self.active()}"
        return None if block in self.bonus_placed else block

    def allowed(self) -> list[tuple[str, str]]:
        """TRN, ALY-3, UNA-2: who may do what in this phase."""
        me = self.active()
        if self.phase == "start":
            may = [(me, "draw")]
            may += [(me, "bonus")] if self.bonus_block() else []
            return may + ([(me, "huron")] if self.holds(me, "huron") else [])
        return {
            "draw": [(me, "draw")],
            "choose": [(me, "place"), (me, "unable")],
            "fille": [(me, "fille"), (me, "decline")],
            "coureur": [(seat, kind) for seat in self.waiting for kind in ("coureur", "decline")],
            "last": [(me, "huron"), (me, "end")],
            "asked": [(seat, kind) for seat in self.waiting[:1] for kind in ("place", "pass")],
            "over": [],
        }[self.phase]

    def act(self, move: Move) -> None:
        """Carry out an allowed move."""
        actions: dict[str, Callable[[Move], None]] = {
            "draw": self.draw,
            "place": self.place,
            "bonus": self.place_bonus,
            "fille": self.fille,
            "coureur": self.coureur,
            "decline": self.decline,
            "huron": self.huron,
            "end": lambda _: self.next_turn(),
            "unable": self.unable,
            "pass": self.pass_on,
        }
        actions[move["do"]](move)

    def next_turn(self) -> None:
        """TRN-5: the turn passes to the left."""
        self.turn = (self.turn + 1) % len(self.seats)
        self.enter("start", "TRN-1")

    # Placing and scoring.

    def gain_of(self, placement: Placement, by: str) -> Gain:
        """SCO-4: only the placer scores."""
        points = points_for(by, placement, self.boards[placement.site], self.snow)
        return without_zeros({by: points})

    def may_stand_out(self, placement: Placement, by: str) -> bool:
        """PLC-4: never at the table."""
        return False

    def place(self, move: Move) -> None:
        """TRN-3, UNA-2: place a block of a visible card, or, when asked, of the claimed shape."""
        asked = self.phase == "asked"
        placement = read_placement(move)
        if asked:
            self.check_choice(placement, [self.claimed_shape], "UNA-2")
        else:
            self.check_choice(placement, self.display, "VAR-1" if self.one_card else "TRN-3")
        self.check_legal(placement, move["by"])
        points = self.put(move, placement, move["by"], "SCO-1")
        self.compare(move, "challenges", None, "CHA-7")
        self.use_card(placement.block)
        if asked:
            self.next_turn()
        else:
            self.open_fille_window(points)

    def place_bonus(self, move: Move) -> None:
        """BON-1, BON-2: place this stage's own bonus block instead of drawing."""
        placement = read_placement(move)
        if placement.block != self.bonus_block():
            raise Fault("BON-1", f"the bonus block of this stage is {self.bonus_block()}, not {placement.block}")
        self.check_legal(placement, move["by"])
        points = self.put(move, placement, move["by"], "SCO-1")
        self.compare(move, "challenges", None, "CHA-7")
        self.bonus_placed.add(placement.block)
        self.open_fille_window(points)

    def options(self, block: str | None = None) -> Iterator[Placement]:
        """TRN-1, TRN-3, UNA-2: the placements open to the seat to move."""
        bonus = self.bonus_block() if self.phase == "start" else None
        open_shapes = {"choose": self.display, "asked": [self.claimed_shape]}
        shapes = open_shapes.get(self.phase, [])
        blocks = [name for name in self.stock if BLOCKS[name].shape in shapes]
        by = self.waiting[0] if self.phase == "asked" else self.active()
        for name in [bonus] if bonus else blocks:
            if block in (None, name):
                yield from self.legal(name, SITES, by)

    # Allies.

    def open_fille_window(self, points: int) -> None:
        """ALY-2, ALY-3: after a placement worth something the active player may double it."""
        self.points = points
        if points >= 1 and self.holds(self.active(), "fille"):
            self.enter("fille", "ALY-2")
        else:
            self.open_coureur_window()

    def open_coureur_window(self) -> None:
        """ALY-3: the others may claim half of it, unless that is 0 or nobody holds a Coureur."""
        holders = [seat for seat in self.others() if self.holds(seat, "coureur")]
        self.waiting = holders if self.points // 2 >= 1 else []
        if self.waiting:
            self.enter("coureur", "ALY-3")
        else:
            self.open_huron_window()

    def open_huron_window(self) -> None:
        """ALY-4: the active player may end the turn with a Huron."""
        if self.holds(self.active(), "huron"):
            self.enter("last", "ALY-4")
        else:
            self.next_turn()

    def fille(self, move: Move) -> None:
        """ALY-2: double the points of the placement."""
        gain = {move["by"]: self.points}
        self.compare(move, "gain", gain, "ALY-2")
        self.add(gain)
        self.face_down[move["by"]].add("fille")
        self.open_coureur_window()

    def coureur(self, move: Move) -> None:
        """ALY-3: half of the undoubled points, rounded down; the first claim closes the window."""
        gain = {move["by"]: self.points // 2}
        self.compare(move, "gain", gain, "ALY-3")
        self.add(gain)
        self.face_down[move["by"]].add("coureur")
        self.open_huron_window()

    def decline(self, move: Move) -> None:
        """ALY-2, ALY-3: let a Fille or Coureur chance pass."""
        if self.phase == "fille":
            self.open_coureur_window()
            return
        self.waiting.remove(move["by"])
        if not self.waiting:
            self.open_huron_window()

    def huron(self, move: Move) -> None:
        """ALY-4: put the top three cards (or as many as are left) back in another order."""
        order, size = move["order"], min(3, len(self.deck))
        if not isinstance(order, list) or not all(map(is_int, order)) or sorted(order) != list(range(size)):
            raise Fault("ALY-4", f"order should be an order of the numbers 0 to {size - 1}, not {order!r}")
        self.deck[:size] = [self.deck[old] for old in order]
        self.face_down[move["by"]].add("huron")
        if self.phase == "last":
            self.next_turn()

    # Unable to place.

    def unable(self, move: Move) -> None:
        """UNA-1, UNA-4: claim that nothing fits; the others are asked where the shape fits after all."""
        self.check_removal(move, "UNA-1")
        if self.verified and self.any_shape_fits(self.display, SITES, move["by"]):
            raise Fault("UNA-4", "unable is claimed, but a visible shape can be placed")
        self.claimed_shape, self.block_to_remove = move["shape"], move["remove"]
        if self.any_shape_fits([move["shape"]], SITES, move["by"]):
            self.waiting = self.others()
            self.enter("asked", "UNA-2")
        else:
            self.nobody_places()

    def pass_on(self, move: Move) -> None:
        """UNA-2: an asked seat does not place the block."""
        self.waiting.remove(move["by"])
        if not self.waiting:
            self.nobody_places()

    def nobody_places(self) -> None:
        """UNA-3: the block and its card leave the game and the active player draws again."""
        self.use_card(self.block_to_remove)
        self.enter("draw", "UNA-3")

    # Snow and the end.

    def snow_gain(self, level: int) -> Gain:
        """SNW-1: every player's cubes on the level, times the mark of each site."""
        return without_zeros(
            {
                seat: sum(level_count(self.boards[site], level, seat) * self.mark(site, level) for site in SITES)
                for seat in self.seats
            }
        )

    def after_snow(self) -> None:
        """SNW-3 to SNW-5: snow covers the level, allies come back, the same player draws again."""
        self.snow = self.snowflakes
        if self.allies == "each_stage":
            self.face_down = {seat: set() for seat in self.seats}
        self.enter("draw", "SNW-5")

    def final(self) -> dict[str, Any]:
        """END-1: the disks of the standees are added after the last tally."""
        scores = dict(self.scores)
        for site, holder in self.standees.items():
            if holder is not None:
                scores[holder] += DISKS[self.sticks[site]]
        return {"scores": scores, "standees": self.standees, "winners": self.winners(scores)}

    def winners(self, scores: Gain) -> list[str]:
        """END-2: most points; fewest allies face down; who did not place the peg; otherwise shared."""
        tied = [seat for seat in self.seats if scores[seat] == max(scores.values())]
        fewest = min(len(self.face_down[seat]) for seat in tied)
        tied = [seat for seat in tied if len(self.face_down[seat]) == fewest]
        return [seat for seat in tied if f"peg-{seat}" not in self.bonus_placed] or tied


class SoloGame(Game):
    """One player against Winter."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        """SOL-1, SOL-8: all four markers on 0, the white pieces on the track."""
        super().__init__(record)
        self.scores = dict.fromkeys(COLOURS, 0)
        self.track: dict[str, int] = dict(TRACKS[record["solo"]["track"]])
        self.required: list[str | None] = record["setup"]["sites"]
        self.unearned: set[str] = set(record["solo"]["architecture"])
        self.built: dict[str, Built] = {site: [] for site in SITES}
        self.bonus_stock: list[str] = [f"{piece}-{colour}" for piece in PIECES for colour in SOLO_COLOURS]
        self.triggered: set[tuple[str, str]] = set()
        self.due: list[str] = []
        self.turn = 0
        self.enter("draw", "SOL-4")

    def active(self) -> str:
        """SOL-3: three player turns, then one Winter turn."""
        return "winter" if self.turn == 3 else "player"

    def allowed(self) -> list[tuple[str, str]]:
        """SOL-4, SOL-5, SOL-8: who may do what in this phase."""
        me = self.active()
        return {
            "draw": [(me, "draw")],
            "choose": [(me, "place"), (me, "unable")],
            "due": [("player", "bonus")],
            "over": [],
        }[self.phase]

    def act(self, move: Move) -> None:
        """Carry out an allowed move."""
        actions: dict[str, Callable[[Move], None]] = {
            "draw": self.draw,
            "place": self.place_for_winter if self.active() == "winter" else self.place,
            "bonus": self.place_bonus,
            "unable": self.winter_unable if self.active() == "winter" else self.unable,
        }
        actions[move["do"]](move)

    def next_turn(self) -> None:
        """SOL-3: the next turn of the cycle, which begins with a draw."""
        self.turn = (self.turn + 1) % 4
        self.enter("draw", "SOL-5" if self.turn == 3 else "SOL-4")

    # Scoring and challenges.

    def gain_of(self, placement: Placement, by: str) -> Gain:
        """SOL-4, SOL-6, CHA-7: the site's colour and white; in Winter's turn white only."""
        board = self.boards[placement.site]
        gain = {"white": points_for("white", placement, board, self.snow)}
        if by == "player":
            colour = SITE_COLOUR[placement.site]
            gain[colour] = points_for(colour, placement, board, self.snow)
            gain[colour] += CHALLENGE_POINTS * len(self.earned(placement))
        return without_zeros(gain)

    def earned(self, placement: Placement) -> list[str]:
        """CHA-7: the challenges that a placement of the player earns; bonus blocks play no part."""
        if placement.block in BONUS_BLOCKS:
            return []
        built = [*self.built[placement.site], (BLOCKS[placement.block].shape, placement.cells)]
        return [
            challenge
            for challenge, site in CHALLENGE_SITE.items()
            if challenge in self.unearned and site == placement.site and CHALLENGE_DONE[challenge](built)
        ]

    def may_stand_out(self, placement: Placement, by: str) -> bool:
        """CHA-9: only the player's placement that earns the Belfry or the Sails."""
        return by == "player" and any(challenge in ABOVE_THE_WALL for challenge in self.earned(placement))

    # The player's turn.

    def allowed_sites(self) -> list[str]:
        """CHA-2 to CHA-5: the required site of this turn; all if none is required or no block fits there."""
        site = self.required[self.turn]
        if site is None or not self.any_shape_fits(SHAPES, [site], "player"):
            return list(SITES)
        return [site]

    def check_site(self, placement: Placement) -> None:
        """CHA-5: the site is the required one (what stands there proves that something fits) or free."""
        required = self.required[self.turn]
        if placement.site != required and placement.site not in self.allowed_sites():
            raise Fault("CHA-5", f"this turn's site is the {required}, not the {placement.site}")

    def place(self, move: Move) -> None:
        """SOL-4: the player places a block of a visible card."""
        placement = read_placement(move)
        self.check_choice(placement, self.display, "TRN-3")
        self.check_legal(placement, "player")
        self.check_site(placement)
        earned = self.earned(placement)
        self.compare(move, "challenges", earned or None, "CHA-7")
        self.put(move, placement, "player", "SOL-4")
        self.unearned -= set(earned)
        self.built[placement.site].append((BLOCKS[placement.block].shape, placement.cells))
        self.use_card(placement.block)
        self.trigger_pieces()
        self.settle_due()

    def unable(self, move: Move) -> None:
        """SOL-10: nothing visible fits where it is allowed: a card and a block go; draw again."""
        self.check_removal(move, "SOL-10")
        if self.any_shape_fits(self.display, self.allowed_sites(), "player"):
            raise Fault("SOL-10", "unable is claimed, but a visible shape can be placed where it is allowed")
        self.use_card(move["remove"])
        self.enter("draw", "SOL-10")

    # Winter's turn.

    def white_cubes(self, block: str) -> int:
        """SOL-5a: how many white cubes a block has."""
        return BLOCKS[block].colours.count("white")

    def winter_value(self, placement: Placement) -> tuple[int, int, int]:
        """SOL-5: (a) white cubes, (b) points for white, (c) marks of its white cubes above the snow."""
        colours = BLOCKS[placement.block].colours
        marks = sum(
            self.mark(placement.site, cell[2])
            for cell, colour in zip(placement.cells, colours, strict=True)
            if colour == "white" and counts(cell, self.snow)
        )
        points = points_for("white", placement, self.boards[placement.site], self.snow)
        return self.white_cubes(placement.block), points, marks

    def winter_choices(self) -> tuple[tuple[int, int, int], list[Placement]]:
        """SOL-5a to SOL-5c: the best value and every placement that has it, none if nothing fits."""
        blocks = [block for block in self.stock if BLOCKS[block].shape in self.display]
        for white in sorted({self.white_cubes(block) for block in blocks}, reverse=True):
            valued = [
                (self.winter_value(placement), placement)
                for block in blocks
                if self.white_cubes(block) == white
                for placement in self.legal(block, SITES, "winter")
            ]
            if valued:
                best = max(value for value, _ in valued)
                return best, [placement for value, placement in valued if value == best]
        return (0, 0, 0), []

    def place_for_winter(self, move: Move) -> None:
        """SOL-5, SOL-6: Winter's placement must be one of those tied after SOL-5c; only white scores."""
        placement = read_placement(move)
        self.check_choice(placement, self.display, "SOL-5")
        self.check_legal(placement, "winter")
        best, _ = self.winter_choices()
        for step, mine, most in zip("abc", self.winter_value(placement), best, strict=True):
            if mine != most:
                raise Fault(f"SOL-5{step}", f"Winter's choice is worth {mine} here, the best one {most}")
        self.compare(move, "challenges", None, "CHA-7")
        self.put(move, placement, "winter", "SOL-6")
        self.use_card(placement.block)
        self.next_turn()

    def winter_unable(self, move: Move) -> None:
        """SOL-6: Winter can place nothing: the newest card goes, with a block of it, fewest white first."""
        self.check_removal(move, "SOL-6")
        if self.any_shape_fits(self.display, SITES, "winter"):
            raise Fault("SOL-6", "Winter is said to be unable, but a visible shape can be placed")
        newest = self.display[-1]
        if move["shape"] != newest:
            raise Fault("SOL-6", f"the newest card is {newest}, not {move['shape']}")
        if self.white_cubes(move["remove"]) > min(map(self.white_cubes, self.in_stock(newest))):
            raise Fault("SOL-6", f"{move['remove']} goes, but a {newest} with fewer white cubes is in stock")
        self.use_card(move["remove"])
        self.next_turn()

    # Bonus pieces of the track.

    def trigger_pieces(self) -> None:
        """SOL-8: queue the pieces that coloured markers have now reached or passed for the first time."""
        for piece, colour in itertools.product(PIECE_OF_STAGE, SOLO_COLOURS):
            reached = piece in self.track and self.scores[colour] >= self.track[piece]
            if reached and (colour, piece) not in self.triggered:
                self.triggered.add((colour, piece))
                self.due.append(piece)

    def due_blocks(self) -> list[str]:
        """SOL-8: the bonus blocks in stock of the length that is due first."""
        return [block for block in self.bonus_stock if self.due and BONUS_BLOCKS[block].shape == self.due[0]]

    def settle_due(self) -> None:
        """SOL-8: ask for the next due piece, passing over those that fit nowhere; then go on."""
        while self.due and not any(self.fits(block, SITES, "player") for block in self.due_blocks()):
            self.due.pop(0)
        if self.due:
            self.enter("due", "SOL-8")
        elif self.snowflakes > self.snow:
            self.end_snowfall()
        else:
            self.next_turn()

    def place_bonus(self, move: Move) -> None:
        """SOL-8: place the due bonus block in a colour of one's choice on any site."""
        placement = read_placement(move)
        if placement.block not in self.due_blocks():
            raise Fault("SOL-8", f"{placement.block} cannot be placed; due is: {', '.join(self.due_blocks())}")
        self.check_legal(placement, "player")
        self.compare(move, "challenges", None, "CHA-7")
        self.put(move, placement, "player", "SOL-8")
        self.bonus_stock.remove(placement.block)
        self.due.pop(0)
        self.trigger_pieces()
        self.settle_due()

    def options(self, block: str | None = None) -> Iterator[Placement]:
        """SOL-4, SOL-5, SOL-8: the player's placements, Winter's tied ones, or a bonus block's."""
        if self.phase == "due":
            for name in self.due_blocks():
                if block in (None, name):
                    yield from self.legal(name, SITES, "player")
        elif self.phase == "choose" and self.active() == "winter":
            yield from (choice for choice in self.winter_choices()[1] if block in (None, choice.block))
        elif self.phase == "choose":
            sites = self.allowed_sites()
            for name in self.stock:
                if BLOCKS[name].shape in self.display and block in (None, name):
                    yield from self.legal(name, sites, "player")

    # Snow and the end.

    def snow_gain(self, level: int) -> Gain:
        """SOL-7: at each site only the site's colour and white, times the mark."""
        gain = dict.fromkeys(COLOURS, 0)
        for site in SITES:
            for colour in (SITE_COLOUR[site], "white"):
                gain[colour] += level_count(self.boards[site], level, colour) * self.mark(site, level)
        return without_zeros(gain)

    def after_snow(self) -> None:
        """SOL-7: after the tally the pieces it made due are placed, before the snow lies."""
        self.trigger_pieces()
        self.settle_due()

    def end_snowfall(self) -> None:
        """SOL-7, SOL-9: the beam or post leaves the track, the snow lies, and the same side draws again."""
        del self.track[PIECE_OF_STAGE[self.snow]]
        self.snow = self.snowflakes
        self.enter("draw", "SNW-5")

    def final(self) -> dict[str, Any]:
        """SOL-11: white goes back for the player's buildings; all three colours must be ahead."""
        scores = dict(self.scores)
        scores["white"] -= SOLO_DISK * list(self.standees.values()).count("player")
        ahead = all(scores[colour] > scores["white"] for colour in SOLO_COLOURS)
        return {"scores": scores, "standees": self.standees, "winners": ["player" if ahead else "winter"]}


# --------------------------------------------------------------------------------------------------
# The record
# --------------------------------------------------------------------------------------------------

TABLE_KEYS = ("format", "edition", "mode", "rules", "seats", "setup", "moves", "result")
TABLE_RULES: dict[str, tuple[object, ...]] = {
    "one_card": (False, True),
    "allies": ("each_stage", "once", "none"),
    "support": ("free-standing", "leaning"),
    "unable": ("verified", "claimed"),
}
SOLO_RULES: dict[str, tuple[object, ...]] = {
    "one_card": (False,),
    "allies": ("none",),
    "support": ("free-standing", "leaning"),
    "unable": ("verified",),
}


def record_faults(record: object) -> list[str]:
    """record.md: everything that is wrong with a record before its first move."""
    if not isinstance(record, dict):
        return ["record.md: a record should be an object"]
    if record.get("format") != FORMAT or record.get("edition") != EDITION:
        return [f"record.md: not a record of format {FORMAT} and edition {EDITION}"]
    if not is_one_of(record.get("mode"), ("table", "solo")):
        return [f"record.md: mode says {record.get('mode')!r}, should be 'table' or 'solo'"]
    solo = record["mode"] == "solo"
    faults = key_faults(record, (*TABLE_KEYS, "solo") if solo else TABLE_KEYS)
    if faults:
        return [f"record.md: {fault}" for fault in faults]
    if not isinstance(record["moves"], list):
        return ["record.md: moves should be a list"]
    faults = rules_faults(record["rules"], solo) + (solo_faults(record["solo"]) if solo else [])
    faults += seat_faults(record["seats"], solo)
    return faults or setup_faults(record)


def rules_faults(rules: object, solo: bool) -> list[str]:
    """VAR-1 to VAR-3: the four options and their values."""
    faults = [f"VAR-3: rules: {fault}" for fault in key_faults(rules, TABLE_RULES)]
    if faults or not isinstance(rules, dict):
        return faults
    return [
        f"VAR-3: rules: {key} says {rules[key]!r}"
        for key, values in (SOLO_RULES if solo else TABLE_RULES).items()
        if not any(same_json(rules[key], value) for value in values)
    ]


def solo_faults(solo: object) -> list[str]:
    """CHA-1 to CHA-8: the chosen challenges."""
    faults = [f"CHA-8: solo: {fault}" for fault in key_faults(solo, ("constraint", "track", "architecture"))]
    if faults or not isinstance(solo, dict):
        return faults
    if not is_one_of(solo["constraint"], CONSTRAINED_TURNS):
        faults.append(f"CHA-1: there is no constraint {solo['constraint']!r}")
    if not is_one_of(solo["track"], TRACKS):
        faults.append(f"CHA-6: there is no track level {solo['track']!r}")
    chosen = solo["architecture"]
    if not isinstance(chosen, list) or not all(is_one_of(name, CHALLENGE_SITE) for name in chosen):
        faults.append(f"CHA-7: architecture should be a list of challenges, not {chosen!r}")
    elif len(set(chosen)) < len(chosen):
        faults.append("CHA-7: a challenge is switched on twice")
    return faults


def seat_faults(seats: object, solo: bool) -> list[str]:
    """SET-1: two to four seats of different colours; in solo one seat without a colour."""
    if not isinstance(seats, list) or len(seats) not in ((1,) if solo else (2, 3, 4)):
        return ["SET-1: seats should be a list of 2, 3 or 4 seats, in solo of one"]
    faults: list[str] = []
    for number, seat in enumerate(seats):
        faults += [f"SET-1: seat {number}: {fault}" for fault in one_seat_faults(seat, solo)]
    if not faults and len({seat["colour"] for seat in seats}) < len(seats):
        faults.append("SET-1: two seats have the same colour")
    return faults


def one_seat_faults(seat: object, solo: bool) -> list[str]:
    """SET-1: a seat has a colour, a name and the name of its bot, if any."""
    faults = key_faults(seat, ("colour", "name", "bot"))
    if faults or not isinstance(seat, dict):
        return faults
    if not (seat["colour"] is None if solo else is_one_of(seat["colour"], COLOURS)):
        faults.append(f"colour says {seat['colour']!r}")
    if not isinstance(seat["name"], str):
        faults.append(f"name says {seat['name']!r}")
    if not (seat["bot"] is None or isinstance(seat["bot"], str)):
        faults.append(f"bot says {seat['bot']!r}")
    return faults


def setup_faults(record: Mapping[str, Any]) -> list[str]:
    """SET-2, SET-3, CHA-2 to CHA-4: sticks, deck and required sites, in a record otherwise sound."""
    solo, setup = record["mode"] == "solo", record["setup"]
    faults = [f"record.md: setup: {fault}" for fault in key_faults(setup, setup_keys(solo))]
    if faults:
        return faults
    faults += stick_faults(setup["sticks"])
    faults += deck_faults(setup["deck"], record["rules"]["one_card"], solo)
    return faults + (required_site_faults(setup["sites"], record["solo"]["constraint"]) if solo else [])


def setup_keys(solo: bool) -> tuple[str, ...]:
    """record.md: only a solo setup has the required sites."""
    return ("deck", "sticks", "sites") if solo else ("deck", "sticks")


def stick_faults(sticks: object) -> list[str]:
    """SET-2: each of the three sticks lies at one of the three sites."""
    faults = [f"SET-2: sticks: {fault}" for fault in key_faults(sticks, SITES)]
    if faults or not isinstance(sticks, dict):
        return faults
    stick_names = list(sticks.values())
    if not all(is_one_of(name, STICKS) for name in stick_names) or set(stick_names) != set(STICKS):
        return [f"SET-2: the sticks should be {', '.join(STICKS)}, each at one site, not {sticks!r}"]
    return []


def deck_faults(deck: object, one_card: bool, solo: bool) -> list[str]:
    """CMP-3, SET-3, VAR-1, SOL-2: 36 shape cards and three snowflakes, in piles that can come of the deal."""
    if not isinstance(deck, list) or not all(is_one_of(card, (*SHAPES, "snow")) for card in deck):
        return ["CMP-3: the deck should be a list of shapes and snow"]
    wrong = [name for name in SHAPES if deck.count(name) != 4]
    if wrong or deck.count("snow") != 3:
        return [f"CMP-3: the deck should hold four cards a shape and three snowflakes; wrong: {wrong or 'snow'}"]
    rule = "SOL-2" if solo else "VAR-1" if one_card else "SET-3"
    faults: list[str] = []
    start = 0
    for pile, size in enumerate((6, 6, 6, 6, 6, 6) if one_card else (11, 5, 5, 5, 5, 5), 1):
        flakes = 1 if pile in (2, 4, 6) else 0
        cards = deck[start : start + size + flakes]
        start += size + flakes
        if cards.count("snow") != flakes:
            faults.append(f"{rule}: pile {pile} should hold {flakes} snowflakes, not {cards.count('snow')}")
    if solo and deck[-1] != "snow":
        faults.append("SOL-2: the third snowflake should lie under pile 6")
    return faults


def required_site_faults(sites: object, constraint: str) -> list[str]:
    """CHA-1 to CHA-4: different sites for exactly the constrained turns of a cycle."""
    if not isinstance(sites, list) or len(sites) != 3:
        return ["CHA-2: setup: sites should be a list of three sites or nulls"]
    fixed = [site for site in sites if site is not None]
    if not all(is_one_of(site, SITES) for site in fixed) or len(set(fixed)) < len(fixed):
        return [f"CHA-3: setup: the required sites should be different sites, not {sites!r}"]
    if tuple(site is not None for site in sites) != CONSTRAINED_TURNS[constraint]:
        return [f"CHA-2: setup: {sites!r} are not the required sites of the constraint {constraint}"]
    return []


def result_faults(game: Game, result: object) -> list[str]:
    """END-1, END-2, SOL-11: the result is null exactly in an unfinished game, and otherwise right."""
    if game.phase != "over":
        return [] if result is None else ["record.md: the game is unfinished, so result should be null"]
    faults = [f"record.md: {fault}" for fault in key_faults(result, ("scores", "standees", "winners"))]
    if faults or not isinstance(result, dict):
        return faults
    solo = isinstance(game, SoloGame)
    rules = {"scores": "SOL-11" if solo else "END-1", "standees": "CMPL-1"}
    return [
        f"{rules.get(key, 'SOL-11' if solo else 'END-2')}: {key} says {result[key]!r}, should be {expected!r}"
        for key, expected in game.final().items()
        if not same_json(result[key], expected)
    ]


def new_game(record: Mapping[str, Any]) -> Game:
    """SET: the game of a sound record before its first move."""
    return SoloGame(record) if record["mode"] == "solo" else TableGame(record)


# --------------------------------------------------------------------------------------------------
# Public functions
# --------------------------------------------------------------------------------------------------


def check(record: dict[str, Any]) -> list[str]:
    """Re-play a whole record by the rules and return its faults, none for a good record.

    A fault begins with `move N`, `record` or `result` and names the rule that is broken. The replay goes
    on after a wrong `gain`, `completes` or `challenges` (with the right one) and stops at a move that cannot
    be played.
    """
    faults = [f"record: {fault}" for fault in record_faults(record)]
    if faults:
        return faults
    game = new_game(record)
    for number, move in enumerate(record["moves"], 1):
        try:
            faults += [f"move {number}: {note}" for note in game.play(move)]
        except Fault as fault:
            return [*faults, f"move {number}: {fault}"]
    return faults + [f"result: {fault}" for fault in result_faults(game, record["result"])]


def placements(record: dict[str, Any], moves: int, block: str | None = None) -> list[dict[str, Any]]:
    """Every legal placement of the one to move after the first `moves` moves, look-alikes (PLC-7) only once.

    Each has `block`, `site`, `cubes` and `gain` as a record's move would have them, `gain` being `{}` when
    nobody's score changes. For Winter they are the placements tied after SOL-5c. Only those of `block` if
    one is named. A record with a fault before that point raises `ValueError`.
    """
    faults = record_faults(record)
    if faults:
        raise ValueError(f"record: {faults[0]}")
    if not 0 <= moves <= len(record["moves"]):
        raise ValueError(f"the record has {len(record['moves'])} moves, not {moves}")
    game = new_game(record)
    for number, move in enumerate(record["moves"][:moves], 1):
        try:
            notes = game.play(move)
        except Fault as fault:
            raise ValueError(f"move {number}: {fault}") from fault
        if notes:
            raise ValueError(f"move {number}: {notes[0]}")
    return open_placements(game, block)


def open_placements(game: Game, block: str | None = None) -> list[dict[str, Any]]:
    """PLC-7: the different placements open in a game, as `placements` gives them."""
    different = {look(placement): placement for placement in game.options(block)}
    allowed = game.allowed()
    return [
        {
            "block": placement.block,
            "site": placement.site,
            "cubes": [list(cell) for cell in placement.cells],
            "gain": game.gain_of(placement, allowed[0][0]),
        }
        for placement in different.values()
    ]


def canonical(placement: Mapping[str, Any]) -> tuple[str, str, tuple[tuple[Cell, str], ...]]:
    """PLC-7: a key that is equal for two placements (or `place` moves) that look the same."""
    cells = tuple((x, y, level) for x, y, level in placement["cubes"])
    return look(Placement(placement["block"], placement["site"], cells))


def main() -> int:
    """Check every line of the files named on the command line; 1 if any of them has a fault."""
    paths = sys.argv[1:]
    if not paths:
        print("usage: replayer.py GAMES.jsonl ...", file=sys.stderr)
        return 2
    games = bad = 0
    for path in paths:
        with Path(path).open(encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                if not line.strip():
                    continue
                faults = line_faults(line)
                games += 1
                bad += bool(faults)
                for fault in faults:
                    print(f"{path}: game {number}: {fault}")
    print(f"{games} games, {bad} with faults")
    return 1 if bad else 0


def line_faults(line: str) -> list[str]:
    """The faults of one line of a JSON Lines file."""
    try:
        record = json.loads(line)
    except ValueError as error:
        return [f"record: record.md: not JSON: {error}"]
    return check(record)


if __name__ == "__main__":
    sys.exit(main())
