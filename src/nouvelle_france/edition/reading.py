"""Reads an edition file and checks it: every fault names the file, the line, the key and what was expected."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

from nouvelle_france.edition.model import (
    MARKS,
    BonusShape,
    Challenge,
    Colour,
    Column,
    Constraint,
    Deck,
    Edition,
    Names,
    Shape,
    Site,
    Solo,
    Stick,
    Track,
)

FORMAT = "nouvelle-france-edition/1"
LANGUAGES = ("en", "fr", "pl")
DEFAULT = Path(__file__).with_name("reconstruction-1.toml")
"""The edition file this package carries."""


class EditionError(ValueError):
    """An edition file that cannot be used, with the place of the fault."""


def load(path: str | Path) -> Edition:
    """Read and check the edition file at ``path``."""
    return read(path)[0]


def read(path: str | Path) -> tuple[Edition, str]:
    """The edition file at ``path``, checked, and its text."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise EditionError(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise EditionError(f"{path}: is not UTF-8 text") from error
    return parse(text, source=str(path)), text


@cache
def default() -> Edition:
    """The edition this package carries."""
    return load(DEFAULT)


def parse(text: str, source: str = "<edition>") -> Edition:
    """Read and check an edition from its text; ``source`` is the name used in errors."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise EditionError(f"{source}: not a TOML file: {error}") from error
    except RecursionError as error:
        raise EditionError(f"{source}: not an edition: nested too deeply") from error
    return _edition(_Node(data, (), source, _lines_of_keys(text)))


_HEADER = re.compile(r"\s*\[([^\[\]]+)\]")
_KEY = re.compile(r"\s*([\w-]+)\s*=\s*(.*)")
_ROWS = "<rows>"
_QUOTES = ('"""', "'''")


def _lines_of_keys(text: str) -> Mapping[tuple[str, ...], int]:
    """The line on which each table or key begins, and under ``(*path, _ROWS)`` that of a picture's first row.

    Keys inside an inline table share their table's line.
    """
    lines: dict[tuple[str, ...], int] = {}
    table: tuple[str, ...] = ()
    picture = ""
    for number, line in enumerate(text.split("\n"), start=1):
        if picture:
            picture = "" if picture in line else picture
        elif header := _HEADER.match(line):
            table = tuple(part.strip(" \"'") for part in header[1].split("."))
            lines[table] = number
        elif key := _KEY.match(line):
            picture = next((quotes for quotes in _QUOTES if key[2].startswith(quotes)), "")
            lines[*table, key[1]] = number
            lines[*table, key[1], _ROWS] = number + (key[2].strip() in _QUOTES)
            if picture and picture in key[2][len(picture) :]:
                picture = ""  # opened and closed on one line
    return lines


@dataclass(frozen=True, slots=True)
class _Node:
    """A value of the file together with its place; reading it wrongly typed raises the error for that place."""

    value: Any
    path: tuple[str, ...]
    source: str
    lines: Mapping[tuple[str, ...], int]

    def fault(self, expected: str, row: int | None = None) -> NoReturn:
        """Raise for this place, or for a row of the picture it is."""
        path = self.path if row is None else (*self.path, _ROWS)
        known = next((path[:n] for n in range(len(path), 0, -1) if path[:n] in self.lines), None)
        line = f"line {self.lines[known] + (row or 0)}: " if known else ""
        key = ".".join(self.path) or "the file"
        raise EditionError(f"{self.source}: {line}{key}: {expected}")

    def __getitem__(self, key: str) -> _Node:
        table = self.table()
        child = _Node(table.get(key), (*self.path, key), self.source, self.lines)
        if key not in table:
            child.fault("is missing")
        return child

    def get(self, key: str) -> _Node | None:
        return self[key] if key in self.table() else None

    def table(self) -> dict[str, Any]:
        if not isinstance(self.value, dict):
            self.fault("expected a table of keys")
        return self.value

    def keys(self, required: Iterable[str], optional: Iterable[str] = ()) -> None:
        """Refuse unknown keys and name a missing one."""
        required, optional = tuple(required), tuple(optional)
        for key in self.table():
            if key not in required and key not in optional:
                self._child(key).fault(f"unknown key; expected one of {', '.join(required + optional)}")
        for key in required:
            self[key]

    def _child(self, key: str) -> _Node:
        return _Node(self.value[key], (*self.path, key), self.source, self.lines)

    def items(self, skip: Iterable[str] = ()) -> list[tuple[str, _Node]]:
        """The entries of a table whose keys are ids."""
        children = [(key, self._child(key)) for key in self.table() if key not in skip]
        for key, child in children:
            if not re.fullmatch(r"[a-z][a-z0-9-]*", key) or key == "snow":
                child.fault("an id has small letters, digits and dashes only, and is not 'snow'")
        return children

    def elements(self) -> list[_Node]:
        if not isinstance(self.value, list):
            self.fault("expected a list")
        return [_Node(item, self.path, self.source, self.lines) for item in self.value]

    def text(self) -> str:
        if not isinstance(self.value, str) or not self.value.strip():
            self.fault("expected a text")
        return self.value

    def number(self, least: int = 0) -> int:
        if type(self.value) is not int or self.value < least:
            self.fault(f"expected a whole number of at least {least}, found {self.value!r}")
        return self.value

    def one_of(self, ids: Iterable[str], what: str) -> str:
        ids = tuple(ids)
        if self.value not in ids:
            self.fault(f"expected a {what} ({', '.join(ids)}), found {self.value!r}")
        return str(self.value)

    def names(self) -> Names:
        self.keys(LANGUAGES)
        return {language: self[language].text() for language in LANGUAGES}

    def rows(self, allowed: str, meaning: str) -> tuple[str, ...]:
        """A picture as its rows, all of one length, made of the allowed characters only."""
        text = self.text()
        rows = text.strip("\n").split("\n")
        width = len(rows[0])
        for number, row in enumerate(rows, start=len(text) - len(text.lstrip("\n"))):
            for x, mark in enumerate(row):
                if mark not in allowed:
                    self.fault(f"stray character {mark!r} in column {x}; expected {meaning}", number)
            if len(row) != width:
                self.fault(f"row {row!r} is {len(row)} wide; expected {width} as in the first row", number)
        return tuple(rows)

    def column(self, columns: Iterable[Column]) -> Column:
        if not (isinstance(self.value, list) and len(self.value) == 2 and all(type(n) is int for n in self.value)):
            self.fault(f"expected a column [x, y], found {self.value!r}")
        x, y = self.value
        if (x, y) not in tuple(columns):
            self.fault(f"[{x}, {y}] is not a column of the plan")
        return x, y


def _edition(top: _Node) -> Edition:
    top.keys(("format", "id", "names", "colours", "shapes", "bonus", "sites", "sticks", "deck", "solo"))
    if top["format"].value != FORMAT:
        top["format"].fault(f"expected {FORMAT!r}, found {top['format'].value!r}")
    colours = _colours(top["colours"])
    shapes = _shapes(top["shapes"])
    bonus = _bonus(top["bonus"], shapes)
    colour_ids = tuple(colour.id for colour in colours)
    winter = top["solo"]["winter"].one_of(colour_ids, "colour")
    sites = _sites(top["sites"], tuple(colour for colour in colour_ids if colour != winter))
    return Edition(
        id=top["id"].text(),
        names=top["names"].names(),
        colours=colours,
        shapes=shapes,
        bonus=bonus,
        sites=sites,
        sticks=_sticks(top["sticks"], colour_ids, sites, levels=len(bonus)),
        deck=_deck(top["deck"], cards=len(shapes) * len(colours), levels=len(bonus)),
        solo=_solo(top["solo"], winter, shapes, sites, copies=len(colours), levels=len(bonus)),
    )


def _colours(node: _Node) -> tuple[Colour, ...]:
    for id, child in node.items():
        if "-" in id:
            child.fault("a colour's id has no dash: a block is named SHAPE-COLOUR")
    colours = tuple(Colour(id, child.names()) for id, child in node.items())
    if not 2 <= len(colours) <= 9:
        node.fault(f"expected two to nine colours, found {len(colours)}")
    return colours


def _shapes(node: _Node) -> tuple[Shape, ...]:
    count = node["cubes"].number(least=1)
    if count > 10:
        node["cubes"].fault(f"expected at most 10, one digit a cube, found {count}")
    shapes = tuple(_shape(id, child, count) for id, child in node.items(skip=["cubes"]))
    if not shapes:
        node.fault("expected at least one shape")
    return shapes


def _shape(id: str, node: _Node, count: int) -> Shape:
    node.keys(("names", "picture"))
    picture = node["picture"]
    digits = "0123456789"[:count]
    rows = picture.rows(digits + ".", f"a digit from 0 to {count - 1} for a cube or a dot")
    places = {mark: (x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark != "."}
    drawn = "".join(rows).replace(".", "")
    if "".join(sorted(drawn)) != digits:
        picture.fault(f"expected each cube from 0 to {count - 1} once, found {drawn!r}")
    cubes = tuple(places[digit] for digit in digits)
    if not _connected(cubes):
        picture.fault("the cubes are not connected; each must share a face with another")
    return Shape(id, node["names"].names(), cubes)


def _connected(cubes: tuple[tuple[int, int], ...]) -> bool:
    reached, frontier = {cubes[0]}, [cubes[0]]
    while frontier:
        x, y = frontier.pop()
        for cube in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if cube in cubes and cube not in reached:
                reached.add(cube)
                frontier.append(cube)
    return len(reached) == len(cubes)


def _bonus(node: _Node, shapes: tuple[Shape, ...]) -> tuple[BonusShape, ...]:
    bonus = []
    for id, child in node.items():
        child.keys(("names", "length"))
        if id in (shape.id for shape in shapes):
            child.fault("a shape has this id already")
        length = child["length"].number(least=1)
        if length > 10:
            child["length"].fault(f"expected at most 10, found {length}")
        bonus.append(BonusShape(id, child["names"].names(), length))
    if not bonus:
        node.fault("expected one bonus block a stage, found none")
    return tuple(bonus)


def _sites(node: _Node, free_colours: tuple[str, ...]) -> tuple[Site, ...]:
    sites: list[Site] = []
    for id, child in node.items():
        child.keys(("names", "standee", "solo", "plan", "joints"))
        plan = child["plan"].rows("#.", "# for a column or a dot")
        colour = child["solo"].one_of(free_colours, "colour other than Winter's")
        if colour in (site.solo_colour for site in sites):
            child["solo"].fault(f"{colour} plays for another site already")
        site = Site(id, child["names"].names(), child["standee"].names(), colour, plan, joints=())
        if not site.columns:
            child["plan"].fault("expected at least one column #")
        if len(site.columns) > 400:
            child["plan"].fault(f"expected at most 400 columns, found {len(site.columns)}")
        joints = _joints(child["joints"], site)
        sites.append(Site(site.id, site.names, site.standee, site.solo_colour, plan, joints))
    if not sites:
        node.fault("expected at least one site")
    return tuple(sites)


def _joints(node: _Node, site: Site) -> tuple[tuple[Column, Column], ...]:
    joints = []
    for joint in node.elements():
        ends = joint.elements()
        if len(ends) != 2:
            joint.fault(f"expected two columns [[x, y], [x, y]], found {joint.value!r}")
        first, second = (end.column(site.columns) for end in ends)
        if first == second:
            joint.fault(f"joins the column {list(first)} to itself")
        joints.append((first, second))
    return tuple(joints)


def _sticks(node: _Node, colours: tuple[str, ...], sites: tuple[Site, ...], levels: int) -> tuple[Stick, ...]:
    sticks = []
    for id, child in node.items():
        if id not in colours:
            child.fault(f"a stick is named by its top colour: expected one of {', '.join(colours)}")
        child.keys(("marks", "disk"))
        marks = child["marks"].text()
        if len(marks) != levels or any(mark not in MARKS for mark in marks):
            child["marks"].fault(f"expected {levels} marks out of {' '.join(MARKS)}, found {marks!r}")
        sticks.append(Stick(id, tuple(MARKS[mark] for mark in marks), child["disk"].number()))
    if len(sticks) != len(sites):
        node.fault(f"expected one stick a site ({len(sites)}), found {len(sticks)}")
    return tuple(sticks)


def _deck(node: _Node, cards: int, levels: int) -> Deck:
    node.keys(("display", "piles", "one_card_piles", "snow"))
    piles, one_card_piles = (
        _numbers(node[key], lambda pile: pile.number(least=1)) for key in ("piles", "one_card_piles")
    )
    for key, sizes in (("piles", piles), ("one_card_piles", one_card_piles)):
        if sum(sizes) != cards:
            node[key].fault(f"expected {cards} cards in all, one for each block, found {sum(sizes)}")
    snow = _numbers(node["snow"], lambda pile: pile.number(least=1))
    fits = len(snow) == levels and list(snow) == sorted(set(snow))
    if not fits or not snow[-1] == len(piles) == len(one_card_piles):
        node["snow"].fault(
            f"expected {levels} rising pile numbers, one for each level and the last that of the last pile, "
            f"found {list(snow)}"
        )
    display = node["display"].number()
    if display > sum(piles[: snow[0] - 1]):
        node["display"].fault("expected at most as many cards as lie above the first pile with snow")
    return Deck(display, piles, one_card_piles, snow)


def _numbers(node: _Node, read: Callable[[_Node], int]) -> tuple[int, ...]:
    return tuple(read(element) for element in node.elements())


def _solo(
    node: _Node, winter: str, shapes: tuple[Shape, ...], sites: tuple[Site, ...], copies: int, levels: int
) -> Solo:
    node.keys(("winter", "disk", "player_turns", "challenge_points", "constraints", "tracks", "challenges"))
    turns = node["player_turns"].number(least=1)
    if turns > 100:
        node["player_turns"].fault(f"expected at most 100, found {turns}")
    for key in ("constraints", "tracks"):
        if not node[key].table():
            node[key].fault("expected at least one")
    return Solo(
        winter=winter,
        disk=node["disk"].number(),
        player_turns=turns,
        challenge_points=node["challenge_points"].number(),
        constraints=tuple(_constraint(id, child, turns, len(sites)) for id, child in node["constraints"].items()),
        tracks=tuple(_track(id, child, levels) for id, child in node["tracks"].items()),
        challenges=tuple(
            _challenge(id, child, shapes, sites, copies, levels) for id, child in node["challenges"].items()
        ),
    )


def _constraint(id: str, node: _Node, turns: int, sites: int) -> Constraint:
    node.keys(("names", "turns"))
    fixed = _numbers(node["turns"], lambda turn: turn.number(least=1))
    if list(fixed) != sorted(set(fixed)) or any(turn > turns for turn in fixed) or len(fixed) > sites:
        node["turns"].fault(f"expected rising turn numbers from 1 to {turns}, at most {sites} of them")
    return Constraint(id, node["names"].names(), fixed)


def _track(id: str, node: _Node, levels: int) -> Track:
    node.keys(("names", "at"))
    at = _numbers(node["at"], lambda place: place.number(least=1))
    if len(at) != levels or list(at) != sorted(set(at)):
        node["at"].fault(f"expected {levels} rising places, one for each bonus block, found {list(at)}")
    return Track(id, node["names"].names(), at)


def _challenge(
    id: str, node: _Node, shapes: tuple[Shape, ...], sites: tuple[Site, ...], copies: int, levels: int
) -> Challenge:
    node.keys(("names", "site", "shape", "count"), optional=("pose", "at", "rectangle"))
    site_id = node["site"].one_of((site.id for site in sites), "site")
    shape_id = node["shape"].one_of((shape.id for shape in shapes), "shape")
    site = next(site for site in sites if site.id == site_id)
    shape = next(shape for shape in shapes if shape.id == shape_id)
    count = node["count"].number(least=1)
    if count > copies:
        node["count"].fault(f"expected at most {copies}, the number of blocks of a shape")
    pose_node, at_node, rectangle_node = (node.get(key) for key in ("pose", "at", "rectangle"))
    pose = _pose(pose_node, shape) if pose_node else None
    if pose_node and pose and count > 1 and max(level for _, level in pose) > levels:
        pose_node.fault(f"expected levels up to {levels}; only a challenge of a single block may stand higher")
    at = tuple(place.column(site.columns) for place in at_node.elements()) if at_node else None
    if at_node and not (pose_node and "@" in pose_node.text()):
        at_node.fault("expected a pose whose cube at this column is marked @")
    rectangle = _rectangle(rectangle_node, count * len(shape.cubes)) if rectangle_node else None
    return Challenge(id, node["names"].names(), site_id, shape_id, count, pose, at, rectangle)


def _pose(node: _Node, shape: Shape) -> tuple[tuple[int, int], ...]:
    """Rows such as ``4 ###``: a level, then its cubes."""
    rows = node.rows("123456789 .#@", "a level, a space, then # or @ for a cube or a dot")
    cubes, marked = [], 0
    for number, row in enumerate(rows):
        label, _, picture = row.partition(" ")
        if not label.isdigit() or int(label) != int(rows[0][0]) - number or set(picture) - set(".#@"):
            node.fault(f"row {row!r}: expected a level number (one less each row), a space, cubes", number)
        cubes += [(offset, int(label)) for offset, mark in enumerate(picture) if mark != "."]
        marked = picture.index("@") if "@" in picture else marked
    if _figure(cubes) != _figure(list(shape.cubes)):
        node.fault(f"does not show a {shape.id}")
    return tuple((offset - marked, level) for offset, level in cubes)


def _figure(cubes: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The same list for all eight ways to turn a flat figure."""
    ways = []
    for _ in range(2):
        cubes = [(y, x) for x, y in cubes]
        for _ in range(4):
            cubes = [(-y, x) for x, y in cubes]
            left, top = min(x for x, _ in cubes), min(y for _, y in cubes)
            ways.append(sorted((x - left, y - top) for x, y in cubes))
    return min(ways)


def _rectangle(node: _Node, cubes: int) -> tuple[int, int]:
    sides = _numbers(node, lambda side: side.number(least=1))
    if len(sides) != 2 or sides[0] * sides[1] != cubes:
        node.fault(f"expected [width, height] of {cubes} cubes, found {node.value!r}")
    return sides[0], sides[1]
