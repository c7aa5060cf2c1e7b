"""The requirements of a placement: clauses such as ``linked`` or ``gain>=4``, each judged by the rules.

A placement is right if every clause holds; otherwise the first that fails is the reason.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from nouvelle_france.geometry import Cube, Placement
from nouvelle_france.rules import WINTER, Position
from nouvelle_france.rules.events import ScoredCubes
from nouvelle_france.rules.position import Scoring

_CLAUSE = re.compile(r"([a-z-]+)(?:(>=|<=|=)([\w-]+))?")


class Clause(NamedTuple):
    """One requirement; its name is the reason when it fails."""

    name: str
    how: str = ""
    value: str = ""

    @classmethod
    def read(cls, text: str) -> Clause:
        """As a lesson declares it."""
        found = _CLAUSE.fullmatch(text)
        if not found or found[1] not in _MEASURES:
            raise ValueError(f"no such clause: {text}")
        return cls(*(part or "" for part in found.groups()))


class Judge:
    """Judges the placements of one seat in one position."""

    def __init__(self, position: Position, seat: int, placements: Sequence[int]) -> None:
        self.position = position
        self.seat = seat
        self.placements = placements

    def reason(self, placement: int, wanted: Sequence[Clause]) -> str | None:
        """Why a placement is wrong; None if it is right."""
        judged = Judged(self, placement)
        return next((clause.name for clause in wanted if not _holds(judged, clause)), None)

    @cached_property
    def best(self) -> int:
        """The most points that the seat can score here."""
        return max(Judged(self, placement).gain for placement in self.placements)


class Judged:
    """A placement, and all properties that clauses may test."""

    def __init__(self, judge: Judge, placement: int) -> None:
        self.judge = judge
        self.position = judge.position
        self.id = placement
        self.placement: Placement = judge.position.game.table[placement]

    @property
    def _site(self) -> int:
        return self.position.game.edition.site_ids.index(self.placement.site)

    @cached_property
    def colour(self) -> int:
        """The colour that scores for the placer: the seat's, in solo the site's (SCO-1, SOL-4)."""
        game = self.position.game
        if game.mode == "table":
            return game.colour_of_seat[self.judge.seat]
        return game.winter if self.judge.seat == WINTER else game.colour_of_site[self._site]

    @cached_property
    def scoring(self) -> Scoring:
        """What it scores."""
        return self.position.scoring(self.id, self.judge.seat)

    def points(self, colour: int) -> int:
        """What it scores for a colour now."""
        return self.scoring.gain.get(self.position.game.edition.colour_ids[colour], 0)

    @property
    def gain(self) -> int:
        """What it scores for the placer."""
        return self.points(self.colour)

    @cached_property
    def own(self) -> tuple[Cube, ...]:
        """The cubes of that colour on the block."""
        pose, block = self.position.game.table.pose(self.id), self.id % self.position.game.table.colours
        building = self.position.buildings[self._site]
        cells = pose.cells_of[(self.colour - block) % len(self.position.scores)]
        return building.site.cubes(cells)

    @cached_property
    def standing(self) -> Mapping[Cube, int]:
        """Each occupied cell of the site, and its block."""
        building = self.position.buildings[self._site]
        table = self.position.game.table
        return {
            cube: number
            for number, (placement, _) in enumerate(building.placed)
            for cube in table.pose(placement).cubes
        }

    @cached_property
    def under(self) -> frozenset[int]:
        """The blocks it rests on."""
        below = ((x, y, level - 1) for x, y, level in self.placement.cubes)
        return frozenset(self.standing[cell] for cell in below if cell in self.standing)

    @property
    def hangs(self) -> bool:
        """Whether a cube of it has nothing under it."""
        cubes = set(self.placement.cubes)
        below = ((x, y, level - 1) for x, y, level in cubes if level > 1)
        return any(cell not in self.standing and cell not in cubes for cell in below)

    @property
    def links(self) -> int:
        """How many cubes in place it links to."""
        return sum(len(scored.linked) for scored in self._scored)

    @property
    def joins(self) -> bool:
        """Whether it links to something that it touches only across a joint (SCO-3)."""
        for scored in self._scored:
            left, open_ = set(scored.linked), list(scored.new)
            while open_:
                x, y, level = open_.pop()
                for cell in ((x + 1, y, level), (x - 1, y, level), (x, y + 1, level), (x, y - 1, level),
                             (x, y, level + 1), (x, y, level - 1)):  # fmt: skip
                    if cell in left:
                        left.remove(cell)
                        open_.append(cell)
            if left:
                return True
        return False

    @property
    def _scored(self) -> list[ScoredCubes]:
        name = self.position.game.edition.colour_ids[self.colour]
        return [scored for scored in self.scoring.scored if scored.colour == name]

    def marks(self, *, next_only: bool) -> list[int]:
        """The stick's marks of its own cubes' levels, at all snowfalls to come or only the next (SNW-1)."""
        marks, done = self.position.game.marks[self._site], self.position.tallied
        levels = (level for _, _, level in self.own if done < level <= len(marks))
        return [marks[level - 1] for level in levels if not next_only or level == done + 1]


_MEASURES: Mapping[str, Callable[[Judged], object]] = {
    "own": lambda it: len(it.own),
    "shape": lambda it: it.position.game.table.shape_ids[it.position.game.table.pose(it.id).shape],
    "site": lambda it: it.placement.site,
    "upright": lambda it: len({level for _, _, level in it.placement.cubes}) > 1,
    "flat": lambda it: len({level for _, _, level in it.placement.cubes}) == 1,
    "height": lambda it: max(level for _, _, level in it.placement.cubes),
    "top": lambda it: max((level for _, _, level in it.own), default=0),
    "low": lambda it: min((level for _, _, level in it.own), default=0),
    "linked": lambda it: it.links > 0,
    "gain": lambda it: it.gain,
    "best": lambda it: it.gain == it.judge.best,
    "winter": lambda it: it.points(it.position.game.winter),
    "joint": lambda it: it.joins,
    "on-block": lambda it: bool(it.under),
    "overhang": lambda it: it.hangs,
    "bridge": lambda it: it.hangs and len(it.under) > 1,
    "snow": lambda it: sum(it.marks(next_only=True)),
    "later": lambda it: sum(it.marks(next_only=False)),
    "no-minus": lambda it: min(it.marks(next_only=False), default=0) >= 0,
    "completes": lambda it: it.scoring.completes,
    "challenge": lambda it: bool(it.scoring.challenges),
}
"""The property a clause tests."""


def _holds(judged: Judged, clause: Clause) -> bool:
    found = _MEASURES[clause.name](judged)
    match clause.how:
        case ">=":
            assert isinstance(found, int)
            return found >= int(clause.value)
        case "<=":
            assert isinstance(found, int)
            return found <= int(clause.value)
        case "=":
            return str(found) == clause.value
        case _:
            return bool(found)
