"""Reads an edition file and checks it: every fault names the file, the line, the key and what was expected.

All faults are found in one go, as far as one does not hide another; what is odd but can be played is a warning.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from math import inf
from pathlib import Path
from typing import Any, NamedTuple, NoReturn, TypeVar

from nouvelle_france.edition.lines import ROWS, lines_of_keys
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
    """An edition file that cannot be used; ``faults`` are all that was found, each with its place."""

    def __init__(self, *faults: str) -> None:
        super().__init__(*faults)
        self.faults = faults

    def __str__(self) -> str:
        return "\n".join(self.faults)


class Examined(NamedTuple):
    """An edition that can be played, and what is odd about its file."""

    edition: Edition
    text: str
    warnings: tuple[str, ...]


def load(path: str | Path) -> Edition:
    """Read and check the edition file at ``path``."""
    return read(path).edition


def read(path: str | Path) -> Examined:
    """The edition file at ``path``, checked, with its text."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise EditionError(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise EditionError(f"{path}: is not UTF-8 text") from error
    return examine(text, source=str(path))


@cache
def default() -> Edition:
    """The edition this package carries."""
    return load(DEFAULT)


def parse(text: str, source: str = "<edition>") -> Edition:
    """Read and check an edition from its text; ``source`` is the name used in errors."""
    return examine(text, source).edition


def examine(text: str, source: str = "<edition>") -> Examined:
    """The same, with what is odd about it. A byte order mark, which some editors put in front, is read over."""
    text = text.removeprefix("\ufeff")
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise EditionError(f"{source}: not a TOML file: {error}") from error
    except RecursionError as error:
        raise EditionError(f"{source}: not an edition: nested too deeply") from error
    notes = _Notes(source, lines_of_keys(text))
    edition = notes.attempt(lambda: _edition(_Node(data, (), notes)))
    if notes.faults or edition is None:
        raise EditionError(*notes.told(notes.faults))
    return Examined(edition, text, notes.told([*notes.warnings, *notes.unnamed()]))


Read = TypeVar("Read")


class _Place(NamedTuple):
    """Where in the file, for sorting and for people."""

    line: int
    key: str


class _FaultError(Exception):
    """Something at a place that keeps what is around it from being read."""

    def __init__(self, place: _Place, words: str) -> None:
        super().__init__(words)
        self.place = place
        self.words = words


@dataclass(frozen=True, slots=True)
class _Notes:
    """What was found in a file."""

    source: str
    lines: Mapping[tuple[str, ...], int]
    faults: list[tuple[_Place, str]] = field(default_factory=list)
    warnings: list[tuple[_Place, str]] = field(default_factory=list)
    without: dict[str, list[_Place]] = field(default_factory=dict)
    """By language, the things without a name in it."""

    def attempt(self, read: Callable[[], Read]) -> Read | None:
        """What is read, or None where a fault is in the way, which is noted."""
        try:
            return read()
        except _FaultError as fault:
            self.note(fault)
            return None

    def note(self, fault: _FaultError) -> None:
        """Note a fault; one that is met again, by whoever needs the same key, once."""
        if (fault.place, fault.words) not in self.faults:
            self.faults.append((fault.place, fault.words))

    def unnamed(self) -> list[tuple[_Place, str]]:
        """One warning for each language: who leaves one out mostly does so throughout."""
        return [
            (
                first,
                f"no name in {language}{f', nor {len(others)} times more' if others else ''}; another is shown",
            )
            for language, (first, *others) in self.without.items()
        ]

    def told(self, found: Sequence[tuple[_Place, str]]) -> tuple[str, ...]:
        """As a person reads them, in the order of the file."""
        return tuple(
            f"{self.source}: {f'line {place.line}: ' if place.line else ''}{place.key}: {words}"
            for place, words in sorted(found, key=lambda it: it[0].line or inf)
        )


@dataclass(frozen=True, slots=True)
class _Node:
    """A value of the file together with its place; reading it wrongly typed raises the fault of that place."""

    value: Any
    path: tuple[str, ...]
    notes: _Notes

    def place(self, row: int | None = None) -> _Place:
        """This place, or that of a row of the picture it is."""
        lines = self.notes.lines
        path = self.path if row is None else (*self.path, ROWS)
        known = next((path[:n] for n in range(len(path), 0, -1) if path[:n] in lines), None)
        return _Place(lines[known] + (row or 0) if known else 0, ".".join(self.path) or "the file")

    def fault(self, expected: str, row: int | None = None) -> NoReturn:
        """Raise for this place, or for a row of the picture it is."""
        raise _FaultError(self.place(row), expected)

    def warn(self, words: str, row: int | None = None) -> None:
        """Note what is odd here."""
        self.notes.warnings.append((self.place(row), words))

    def __getitem__(self, key: str) -> _Node:
        table = self.table()
        child = _Node(table.get(key), (*self.path, key), self.notes)
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
        """Note unknown keys and missing ones."""
        required, optional = tuple(required), tuple(optional)
        for key in self.table():
            if key not in required and key not in optional:
                known = ", ".join(required + optional)
                fault = _FaultError(self._child(key).place(), f"unknown key; expected one of {known}")
                self.notes.note(fault)
        for key in required:
            self.notes.attempt(lambda key=key: self[key])  # type: ignore[misc]  # mypy does not know this way to keep it

    def _child(self, key: str) -> _Node:
        return _Node(self.value[key], (*self.path, key), self.notes)

    def items(self, skip: Iterable[str] = ()) -> list[tuple[str, _Node]]:
        """The entries of a table whose keys are ids."""
        children = [(key, self._child(key)) for key in self.table() if key not in skip]
        for key, child in children:
            if not re.fullmatch(r"[a-z][a-z0-9-]*", key) or key == "snow":
                self.notes.note(
                    _FaultError(child.place(), "an id has small letters, digits and dashes only, and is not 'snow'")
                )
        return children

    def each(self, read: Callable[[str, _Node], Read | None], skip: Iterable[str] = ()) -> dict[str, Read]:
        """What is read of each entry, those with faults left out."""
        found = ((id, self.notes.attempt(lambda id=id, child=child: read(id, child))) for id, child in self.items(skip))  # type: ignore[misc]  # as above
        return {id: it for id, it in found if it is not None}

    def part(self, key: str, read: Callable[[_Node], Read]) -> Read | None:
        """What is read of a key, or None where a fault is in the way, which is noted."""
        return self.notes.attempt(lambda: read(self[key]))

    def elements(self) -> list[_Node]:
        if not isinstance(self.value, list):
            self.fault("expected a list")
        return [_Node(item, self.path, self.notes) for item in self.value]

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
        """A name for each language; where it has none, the first that there is stands in."""
        self.keys((), LANGUAGES)
        told = {language: self[language].text() for language in LANGUAGES if language in self.table()}
        if not told:
            self.fault(f"expected a name in one of {', '.join(LANGUAGES)}")
        for language in LANGUAGES:
            if language not in told:
                self.notes.without.setdefault(language, []).append(self.place())
        return {language: told.get(language, next(iter(told.values()))) for language in LANGUAGES}

    def rows(self, allowed: str, meaning: str) -> tuple[str, ...]:
        """A picture as its rows, all of one length, made of the allowed characters only."""
        text = self.text()
        rows = text.strip("\n").split("\n")
        first = len(text) - len(text.lstrip("\n"))
        width = len(rows[0])
        for number, row in enumerate(rows, start=first):
            for x, mark in enumerate(row):
                if mark not in allowed:
                    self.fault(f"stray character {mark!r} in column {x}; expected {meaning}", number)
            if len(row) != width:
                self.fault(f"row {row!r} is {len(row)} wide; expected {width} as in the first row", number)
        return tuple(rows)

    def warn_of_blanks(self, rows: Sequence[str]) -> None:
        """Rows and columns at the sides where nothing is: mostly a slip, since everything is counted from there."""
        if not set("".join(rows)) - {"."}:
            return
        first = len(self.value) - len(self.value.lstrip("\n"))
        for number, row in enumerate(rows):
            if not row.strip("."):
                self.warn(f"row {number} is blank", first + number)
        for x in (0, len(rows[0]) - 1):
            if all(row[x] == "." for row in rows):
                self.warn(f"column {x} is blank")

    def column(self, columns: Iterable[Column]) -> Column:
        if not (isinstance(self.value, list) and len(self.value) == 2 and all(type(n) is int for n in self.value)):
            self.fault(f"expected a column [x, y], found {self.value!r}")
        x, y = self.value
        if (x, y) not in tuple(columns):
            self.fault(f"[{x}, {y}] is not a column of the plan")
        return x, y


def _edition(top: _Node) -> Edition | None:
    """The edition, or None where faults were noted: each part is read as far as the parts it leans on are there."""
    sections = ("format", "id", "names", "colours", "shapes", "bonus", "sites", "sticks", "deck", "solo")
    top.keys(sections)
    attempt, told = top.notes.attempt, top.table()
    attempt(lambda: _check_format(top["format"]))
    id, names = top.part("id", _Node.text), top.part("names", _Node.names)
    colours = attempt(lambda: _colours(top["colours"]))
    shapes = attempt(lambda: _shapes(top["shapes"]))
    bonus = attempt(lambda: _bonus(top["bonus"], _ids(told.get("shapes"), "cubes")))
    colour_ids, levels = _ids(told.get("colours")), len(_ids(told.get("bonus")))
    winter = attempt(lambda: top["solo"]["winter"].one_of(colour_ids, "colour")) if colour_ids else None
    sites = attempt(lambda: _sites(top["sites"], [it for it in colour_ids if it != winter] if winter else []))
    counts = _Counts(
        colours=len(colour_ids),
        shapes=len(_ids(told.get("shapes"), "cubes")),
        sites=len(_ids(told.get("sites"))),
        levels=levels,
    )
    sticks = attempt(lambda: _sticks(top["sticks"], colour_ids, counts))
    deck = attempt(lambda: _deck(top["deck"], counts))
    solo = attempt(lambda: _solo(top["solo"], winter, shapes or {}, sites or {}, counts, told))
    if top.notes.faults:
        return None
    return Edition(
        id=_sure(id),
        names=_sure(names),
        colours=tuple(_sure(colours).values()),
        shapes=tuple(_sure(shapes).values()),
        bonus=tuple(_sure(bonus).values()),
        sites=tuple(_sure(sites).values()),
        sticks=tuple(_sure(sticks).values()),
        deck=_sure(deck),
        solo=_sure(solo),
    )


def _sure(value: Read | None) -> Read:
    """What was read: where there are no faults, all of it was."""
    assert value is not None
    return value


class _Counts(NamedTuple):
    """How many there are of what; 0 where that could not be read, and nothing is held against it."""

    colours: int
    shapes: int
    sites: int
    levels: int

    @property
    def cards(self) -> int:
        return self.shapes * self.colours


def _ids(table: Any, *but: str) -> tuple[str, ...]:
    return tuple(key for key in table if key not in but) if isinstance(table, dict) else ()


def _check_format(node: _Node) -> None:
    if node.value != FORMAT:
        node.fault(f"expected {FORMAT!r}, found {node.value!r}")


def _colours(node: _Node) -> dict[str, Colour]:
    def colour(id: str, child: _Node) -> Colour:
        if "-" in id:
            child.fault("a colour's id has no dash: a block is named SHAPE-COLOUR")
        return Colour(id, child.names())

    count = len(node.table())
    if not 2 <= count <= 9:
        node.fault(f"expected two to nine colours, found {count}")
    colours = node.each(colour)
    _warn_of_same_names(node, {id: it.names for id, it in colours.items()})
    return colours


def _shapes(node: _Node) -> dict[str, Shape]:
    count = node["cubes"].number(least=1)
    if count > 10:
        node["cubes"].fault(f"expected at most 10, one digit a cube, found {count}")
    shapes = node.each(lambda id, child: _shape(id, child, count), skip=["cubes"])
    if len(node.table()) == 1:
        node.fault("expected at least one shape")
    figures: dict[str, str] = {}
    for id, shape in shapes.items():
        other = figures.setdefault(str(_figure(list(shape.cubes))), id)
        if other != id:
            node[id]["picture"].warn(f"is the same figure as {other}, turned over perhaps")
    _warn_of_same_names(node, {id: it.names for id, it in shapes.items()})
    return shapes


def _warn_of_same_names(node: _Node, named: Mapping[str, Names]) -> None:
    """One warning for each two; those whose names have faults have none."""
    ids = [id for id, names in named.items() if names]
    for number, id in enumerate(ids):
        for other in ids[:number]:
            same = [language for language in LANGUAGES if named[id][language] == named[other][language]]
            if same:
                node[id].warn(f"has the same name as {other}: {named[id][same[0]]} ({', '.join(same)})")


def _shape(id: str, node: _Node, count: int) -> Shape:
    node.keys(("names", "picture"))
    names = node.part("names", _Node.names)
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
    picture.warn_of_blanks(rows)
    return Shape(id, names or {}, cubes)


def _connected(cubes: tuple[tuple[int, int], ...]) -> bool:
    reached, frontier = {cubes[0]}, [cubes[0]]
    while frontier:
        x, y = frontier.pop()
        for cube in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if cube in cubes and cube not in reached:
                reached.add(cube)
                frontier.append(cube)
    return len(reached) == len(cubes)


def _bonus(node: _Node, shapes: Sequence[str]) -> dict[str, BonusShape]:
    def bonus(id: str, child: _Node) -> BonusShape:
        child.keys(("names", "length"))
        names = child.part("names", _Node.names)
        if id in shapes:
            child.fault("a shape has this id already")
        length = child["length"].number(least=1)
        if length > 10:
            child["length"].fault(f"expected at most 10, found {length}")
        return BonusShape(id, names or {}, length)

    if not node.table():
        node.fault("expected one bonus block a stage, found none")
    return node.each(bonus)


def _sites(node: _Node, free_colours: Sequence[str]) -> dict[str, Site]:
    """``free_colours`` is empty where nobody knows which those are."""
    taken: set[str] = set()
    plans: dict[tuple[str, ...], str] = {}

    def colour_of(child: _Node) -> str:
        colour = child.one_of(free_colours, "colour other than Winter's") if free_colours else child.text()
        if colour in taken:
            child.fault(f"{colour} plays for another site already")
        taken.add(colour)
        return colour

    def site(id: str, child: _Node) -> Site:
        child.keys(("names", "standee", "solo", "plan", "joints"))
        attempt = child.notes.attempt
        names, standee = child.part("names", _Node.names), child.part("standee", _Node.names)
        colour = attempt(lambda: colour_of(child["solo"]))
        plan = child["plan"].rows("#.", "# for a column or a dot")
        found = Site(id, names or {}, standee or {}, colour or "", plan, joints=())
        if not found.columns:
            child["plan"].fault("expected at least one column #")
        if len(found.columns) > 400:
            child["plan"].fault(f"expected at most 400 columns, found {len(found.columns)}")
        child["plan"].warn_of_blanks(plan)
        if (other := plans.setdefault(plan, id)) != id:
            child["plan"].warn(f"is the same as that of {other}")
        joints = attempt(lambda: _joints(child["joints"], found))
        return Site(id, found.names, found.standee, found.solo_colour, plan, joints or ())

    if not node.table():
        node.fault("expected at least one site")
    sites = node.each(site)
    _warn_of_same_names(node, {id: it.names for id, it in sites.items()})
    return sites


def _joints(node: _Node, site: Site) -> tuple[tuple[Column, Column], ...]:
    joints: list[tuple[Column, Column]] = []
    for joint in node.elements():
        ends = joint.elements()
        if len(ends) != 2:
            joint.fault(f"expected two columns [[x, y], [x, y]], found {joint.value!r}")
        first, second = (end.column(site.columns) for end in ends)
        if first == second:
            joint.fault(f"joins the column {list(first)} to itself")
        if (first, second) in joints or (second, first) in joints:
            joint.warn(f"{joint.value} is there twice")
        elif abs(first[0] - second[0]) + abs(first[1] - second[1]) == 1:
            joint.warn(f"{joint.value} joins columns that are face to face anyway")
        joints.append((first, second))
    return tuple(joints)


def _sticks(node: _Node, colours: Sequence[str], counts: _Counts) -> dict[str, Stick]:
    levels = counts.levels

    def stick(id: str, child: _Node) -> Stick:
        if colours and id not in colours:
            child.fault(f"a stick is named by its top colour: expected one of {', '.join(colours)}")
        child.keys(("marks", "disk"))
        disk = child.part("disk", _Node.number)
        marks = child["marks"].text()
        if (levels and len(marks) != levels) or any(mark not in MARKS for mark in marks):
            child["marks"].fault(f"expected {levels} marks out of {' '.join(MARKS)}, found {marks!r}")
        return Stick(id, tuple(MARKS[mark] for mark in marks), disk or 0)

    count = len(node.table())
    if counts.sites and count != counts.sites:
        node.fault(f"expected one stick a site ({counts.sites}), found {count}")
    return node.each(stick)


def _deck(node: _Node, counts: _Counts) -> Deck | None:
    node.keys(("display", "piles", "one_card_piles", "snow"))
    attempt, cards, levels = node.notes.attempt, counts.cards, counts.levels

    def pile_sizes(of: _Node) -> tuple[int, ...]:
        sizes = _numbers(of, lambda pile: pile.number(least=1))
        if cards and sum(sizes) != cards:
            of.fault(f"expected {cards} cards in all, one for each block, found {sum(sizes)}")
        return sizes

    piles = attempt(lambda: pile_sizes(node["piles"]))
    one_card_piles = attempt(lambda: pile_sizes(node["one_card_piles"]))
    snow = _numbers(node["snow"], lambda pile: pile.number(least=1))
    display = node["display"].number()
    if piles is None or one_card_piles is None or not levels:
        return None
    fits = len(snow) == levels and list(snow) == sorted(set(snow))
    if not fits or not snow[-1] == len(piles) == len(one_card_piles):
        node["snow"].fault(
            f"expected {levels} rising pile numbers, one for each level and the last that of the last pile, "
            f"found {list(snow)}"
        )
    if display > sum(piles[: snow[0] - 1]):
        node["display"].fault("expected at most as many cards as lie above the first pile with snow")
    return Deck(display, piles, one_card_piles, snow)


def _numbers(node: _Node, read: Callable[[_Node], int]) -> tuple[int, ...]:
    return tuple(read(element) for element in node.elements())


def _solo(
    node: _Node,
    winter: str | None,
    shapes: Mapping[str, Shape],
    sites: Mapping[str, Site],
    counts: _Counts,
    told: Mapping[str, Any],
) -> Solo | None:
    node.keys(("winter", "disk", "player_turns", "challenge_points", "constraints", "tracks", "challenges"))
    attempt = node.notes.attempt

    def cycle() -> int:
        turns = node["player_turns"].number(least=1)
        if turns > 100:
            node["player_turns"].fault(f"expected at most 100, found {turns}")
        return turns

    def some(key: str, read: Callable[[str, _Node], Read]) -> dict[str, Read]:
        if not node[key].table():
            node[key].fault("expected at least one")
        return node[key].each(read)

    turns, disk = attempt(cycle), node.part("disk", _Node.number)
    points = node.part("challenge_points", _Node.number)
    constraints = attempt(lambda: some("constraints", lambda id, child: _constraint(id, child, turns, counts.sites)))
    tracks = attempt(lambda: some("tracks", lambda id, child: _track(id, child, counts.levels)))
    known = _ids(told.get("sites")), _ids(told.get("shapes"), "cubes")
    challenges = attempt(
        lambda: node["challenges"].each(lambda id, child: _challenge(id, child, shapes, sites, known, counts))
    )
    if node.notes.faults:
        return None
    return Solo(
        winter=_sure(winter),
        disk=_sure(disk),
        player_turns=_sure(turns),
        challenge_points=_sure(points),
        constraints=tuple(_sure(constraints).values()),
        tracks=tuple(_sure(tracks).values()),
        challenges=tuple(_sure(challenges).values()),
    )


def _constraint(id: str, node: _Node, turns: int | None, sites: int) -> Constraint:
    node.keys(("names", "turns"))
    names = node.part("names", _Node.names)
    fixed = _numbers(node["turns"], lambda turn: turn.number(least=1))
    most = turns or max(fixed, default=1)
    if list(fixed) != sorted(set(fixed)) or any(turn > most for turn in fixed) or (sites and len(fixed) > sites):
        node["turns"].fault(f"expected rising turn numbers from 1 to {most}, at most {sites} of them")
    return Constraint(id, names or {}, fixed)


def _track(id: str, node: _Node, levels: int) -> Track:
    node.keys(("names", "at"))
    names = node.part("names", _Node.names)
    at = _numbers(node["at"], lambda place: place.number(least=1))
    if (levels and len(at) != levels) or list(at) != sorted(set(at)):
        node["at"].fault(f"expected {levels} rising places, one for each bonus block, found {list(at)}")
    return Track(id, names or {}, at)


def _challenge(
    id: str,
    node: _Node,
    shapes: Mapping[str, Shape],
    sites: Mapping[str, Site],
    known: tuple[Sequence[str], Sequence[str]],
    counts: _Counts,
) -> Challenge | None:
    """None where the shape or the site it speaks of has faults of its own."""
    node.keys(("names", "site", "shape", "count"), optional=("pose", "at", "rectangle"))
    attempt = node.notes.attempt
    names = node.part("names", _Node.names)
    site_id = attempt(lambda: node["site"].one_of(known[0], "site")) if known[0] else None
    shape_id = attempt(lambda: node["shape"].one_of(known[1], "shape")) if known[1] else None
    count = node["count"].number(least=1)
    if counts.colours and count > counts.colours:
        node["count"].fault(f"expected at most {counts.colours}, the number of blocks of a shape")
    pose_node, at_node, rectangle_node = (node.get(key) for key in ("pose", "at", "rectangle"))
    if at_node and not (pose_node and "@" in pose_node.text()):
        at_node.fault("expected a pose whose cube at this column is marked @")
    site, shape = sites.get(site_id or ""), shapes.get(shape_id or "")
    pose = attempt(lambda: _pose(pose_node, shape)) if pose_node and shape else None
    if pose_node and pose and count > 1 and counts.levels and max(level for _, level in pose) > counts.levels:
        pose_node.fault(f"expected levels up to {counts.levels}; only a challenge of a single block may stand higher")
    at = tuple(place.column(site.columns) for place in at_node.elements()) if at_node and site else None
    rectangle = _rectangle(rectangle_node, count * len(shape.cubes)) if rectangle_node and shape else None
    if site_id is None or shape_id is None:
        return None
    return Challenge(id, names or {}, site_id, shape_id, count, pose, at, rectangle)


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
