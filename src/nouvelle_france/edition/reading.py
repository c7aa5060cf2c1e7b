"""Reads an edition file and checks it: every fault names the file, the line, the key and what was expected.

All faults are found in one go, as far as one does not hide another; what is odd but can be played is a warning.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from nouvelle_france.edition.counts import MOST_CARDS, MOST_POINTS, Counts, ids
from nouvelle_france.edition.figures import connected, figure
from nouvelle_france.edition.lines import lines_of_keys
from nouvelle_france.edition.model import (
    LANGUAGES,
    MARKS,
    BonusShape,
    Colour,
    Column,
    Deck,
    Edition,
    Names,
    Shape,
    Site,
    Stick,
)
from nouvelle_france.edition.nodes import Node, Notes, sure
from nouvelle_france.edition.solo import read_solo

FORMAT = "nouvelle-france-edition/1"
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
    notes = Notes(source, lines_of_keys(text))
    edition = notes.attempt(lambda: _edition(Node(data, (), notes)))
    if notes.faults or edition is None:
        raise EditionError(*notes.told(notes.faults))
    return Examined(edition, text, notes.told([*notes.warnings, *notes.unnamed()]))


def _edition(top: Node) -> Edition | None:
    """The edition, or None where faults were noted: each part is read as far as the parts it leans on are there."""
    sections = ("format", "id", "names", "colours", "shapes", "bonus", "sites", "sticks", "deck", "solo")
    top.keys(sections)
    attempt, told = top.notes.attempt, top.table()
    attempt(lambda: _check_format(top["format"]))
    id, names = top.part("id", Node.text), top.part("names", Node.names)
    colours = attempt(lambda: _colours(top["colours"]))
    shapes = attempt(lambda: _shapes(top["shapes"]))
    bonus = attempt(lambda: _bonus(top["bonus"], ids(told.get("shapes"), "cubes")))
    colour_ids, levels = ids(told.get("colours")), len(ids(told.get("bonus")))
    winter = attempt(lambda: top["solo"]["winter"].one_of(colour_ids, "colour")) if colour_ids else None
    sites = attempt(lambda: _sites(top["sites"], [it for it in colour_ids if it != winter] if winter else []))
    counts = Counts(
        colours=len(colour_ids),
        shapes=len(ids(told.get("shapes"), "cubes")),
        sites=len(ids(told.get("sites"))),
        levels=levels,
    )
    attempt(lambda: _check_cards(top["shapes"], counts))
    sticks = attempt(lambda: _sticks(top["sticks"], colour_ids, counts))
    deck = attempt(lambda: _deck(top["deck"], counts))
    solo = attempt(lambda: read_solo(top["solo"], winter, shapes or {}, sites or {}, counts, told))
    if top.notes.faults:
        return None
    return Edition(
        id=sure(id),
        names=sure(names),
        colours=tuple(sure(colours).values()),
        shapes=tuple(sure(shapes).values()),
        bonus=tuple(sure(bonus).values()),
        sites=tuple(sure(sites).values()),
        sticks=tuple(sure(sticks).values()),
        deck=sure(deck),
        solo=sure(solo),
    )


def _check_format(node: Node) -> None:
    if node.value != FORMAT:
        node.fault(f"expected {FORMAT!r}, found {node.value!r}")


def _colours(node: Node) -> dict[str, Colour]:
    def colour(id: str, child: Node) -> Colour:
        if "-" in id:
            child.fault("a colour's id has no dash: a block is named SHAPE-COLOUR")
        return Colour(id, child.names())

    count = len(node.table())
    if not 2 <= count <= 9:
        node.fault(f"expected two to nine colours, found {count}")
    colours = node.each(colour)
    _warn_of_same_names(node, {id: it.names for id, it in colours.items()})
    return colours


def _shapes(node: Node) -> dict[str, Shape]:
    count = node["cubes"].number(least=1)
    if count > 10:
        node["cubes"].fault(f"expected at most 10, one digit a cube, found {count}")
    shapes = node.each(lambda id, child: _shape(id, child, count), skip=["cubes"])
    if len(node.table()) == 1:
        node.fault("expected at least one shape")
    figures: dict[str, str] = {}
    for id, shape in shapes.items():
        other = figures.setdefault(str(figure(list(shape.cubes))), id)
        if other != id:
            node[id]["picture"].warn(f"is the same figure as {other}, turned over perhaps")
    _warn_of_same_names(node, {id: it.names for id, it in shapes.items()})
    return shapes


def _check_cards(node: Node, counts: Counts) -> None:
    cards = counts.cards + counts.levels
    if cards > MOST_CARDS:
        node.fault(f"expected at most {MOST_CARDS} cards, one for each block and each snowfall, found {cards}")


def _warn_of_same_names(node: Node, named: Mapping[str, Names]) -> None:
    """One warning for each two; those whose names have faults have none."""
    ids = [id for id, names in named.items() if names]
    for number, id in enumerate(ids):
        for other in ids[:number]:
            same = [language for language in LANGUAGES if named[id][language] == named[other][language]]
            if same:
                node[id].warn(f"has the same name as {other}: {named[id][same[0]]} ({', '.join(same)})")


def _shape(id: str, node: Node, count: int) -> Shape:
    node.keys(("names", "picture"))
    names = node.part("names", Node.names)
    picture = node["picture"]
    digits = "0123456789"[:count]
    rows = picture.rows(digits + ".", f"a digit from 0 to {count - 1} for a cube or a dot")
    places = {mark: (x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark != "."}
    drawn = "".join(rows).replace(".", "")
    if "".join(sorted(drawn)) != digits:
        picture.fault(f"expected each cube from 0 to {count - 1} once, found {drawn!r}")
    cubes = tuple(places[digit] for digit in digits)
    if not connected(cubes):
        picture.fault("the cubes are not connected; each must share a face with another")
    picture.warn_of_blanks(rows)
    return Shape(id, names or {}, cubes)


def _bonus(node: Node, shapes: Sequence[str]) -> dict[str, BonusShape]:
    def bonus(id: str, child: Node) -> BonusShape:
        child.keys(("names", "length"))
        names = child.part("names", Node.names)
        if id in shapes:
            child.fault("a shape has this id already")
        return BonusShape(id, names or {}, child["length"].number(least=1, most=10))

    if not node.table():
        node.fault("expected one bonus block a stage, found none")
    return node.each(bonus)


def _sites(node: Node, free_colours: Sequence[str]) -> dict[str, Site]:
    """``free_colours`` is empty where nobody knows which those are."""
    taken: set[str] = set()
    plans: dict[tuple[str, ...], str] = {}

    def colour_of(child: Node) -> str:
        colour = child.one_of(free_colours, "colour other than Winter's") if free_colours else child.text()
        if colour in taken:
            child.fault(f"{colour} plays for another site already")
        taken.add(colour)
        return colour

    def site(id: str, child: Node) -> Site:
        child.keys(("names", "standee", "solo", "plan", "joints"))
        attempt = child.notes.attempt
        names, standee = child.part("names", Node.names), child.part("standee", Node.names)
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


def _joints(node: Node, site: Site) -> tuple[tuple[Column, Column], ...]:
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


def _sticks(node: Node, colours: Sequence[str], counts: Counts) -> dict[str, Stick]:
    levels = counts.levels

    def stick(id: str, child: Node) -> Stick:
        if colours and id not in colours:
            child.fault(f"a stick is named by its top colour: expected one of {', '.join(colours)}")
        child.keys(("marks", "disk"))
        disk = child.part("disk", lambda it: it.number(most=MOST_POINTS))
        marks = child["marks"].text()
        if (levels and len(marks) != levels) or any(mark not in MARKS for mark in marks):
            child["marks"].fault(f"expected {levels} marks out of {' '.join(MARKS)}, found {marks!r}")
        return Stick(id, tuple(MARKS[mark] for mark in marks), disk or 0)

    count = len(node.table())
    if counts.sites and count != counts.sites:
        node.fault(f"expected one stick a site ({counts.sites}), found {count}")
    return node.each(stick)


def _deck(node: Node, counts: Counts) -> Deck | None:
    node.keys(("display", "piles", "one_card_piles", "snow"))
    attempt, cards, levels = node.notes.attempt, counts.cards, counts.levels

    def pile_sizes(of: Node) -> tuple[int, ...]:
        sizes = of.numbers()
        if cards and sum(sizes) != cards:
            of.fault(f"expected {cards} cards in all, one for each block, found {sum(sizes)}")
        return sizes

    piles = attempt(lambda: pile_sizes(node["piles"]))
    one_card_piles = attempt(lambda: pile_sizes(node["one_card_piles"]))
    snow = node["snow"].numbers()
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
