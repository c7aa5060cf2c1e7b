"""The placements that may be made, with what each scores now and is worth with the stick marks of its cubes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from heapq import heappush, heapreplace
from operator import attrgetter
from typing import NamedTuple

from nouvelle_france.bots.judging.features import outlines
from nouvelle_france.edition import Edition
from nouvelle_france.geometry import Pose, bits, placement_table
from nouvelle_france.rules import Position
from nouvelle_france.rules.position import Choice


class Listed(NamedTuple):
    """A placement that may be made."""

    worth: float
    """The points, the marks its own cubes will earn and a disk won, less the marks that the opponents' cubes will."""
    placement: int
    gain: int
    """What it scores its seat now …"""
    white_gain: int
    """… and, in solo, white."""


class Prospect(NamedTuple):
    """What is certain of a pose as long as the sticks stand and no more snow falls."""

    marks: tuple[int, ...]
    """What the cubes of each class will earn at the snowfalls to come."""
    most_alone: int
    """The most it can be worth at a table where it links to nothing, a disk aside."""
    touches: int
    """The cells that any of its cubes links to."""


@lru_cache(maxsize=256)
def _prospects(edition: Edition, site: int, stick: tuple[int, ...], tallied: int) -> list[Prospect]:
    """The prospects of the poses of a site, with the marks of its stick and so many levels scored already."""
    outline = outlines(edition)
    found = []
    for pose in placement_table(edition).sites[site].poses:
        on_level = outline[pose.id].on_level
        marks = tuple(sum(cubes[level] * stick[level] for level in range(tallied, len(stick))) for cubes in on_level)
        new = max(sum(cubes[tallied:]) for cubes in on_level)
        touches = 0
        for _, touched in pose.links[0]:
            touches |= touched
        found.append(Prospect(marks, new + max(marks) - min(marks), touches))
    return found


def best_listed(position: Position, choices: Sequence[Choice], seat: int, width: int) -> list[Listed]:
    """Of these placements the ``width`` worth most to a seat, the best first; of equal ones the first in id order."""
    alone = position.game.mode == "solo"
    best = _Best(width)
    for choice in choices:
        for listed in _listed_alone(position, choice) if alone else _listed_at_table(position, choice, seat, best):
            best.add(listed)
    return best.in_order()


class _Best:
    """The placements worth most of those seen so far, and no more than so many."""

    def __init__(self, width: int) -> None:
        self._width = width
        self._worths: list[float] = []  # a heap
        self._found: list[Listed] = []

    def excludes(self, worth: float) -> bool:
        """Whether a placement worth so much is none of them."""
        return len(self._worths) == self._width and worth <= self._worths[0]

    def add(self, listed: Listed) -> None:
        """Look at another."""
        if not self.excludes(listed.worth):
            (heappush if len(self._worths) < self._width else heapreplace)(self._worths, listed.worth)
            self._found.append(listed)

    def in_order(self) -> list[Listed]:
        """The best first."""
        return sorted(self._found, key=attrgetter("worth"), reverse=True)[: self._width]


def _listed_at_table(position: Position, choice: Choice, seat: int, best: _Best) -> Iterator[Listed]:
    """The placements of a choice, but for most of those that are not among the best."""
    game = position.game
    colours, snow = game.table.colours, position.snow
    building, site = position.buildings[choice.site], choice.site
    own = game.colour_of_seat[seat]
    chains = _Chains(position, site, own)
    prospects = _prospects(game.edition, site, game.marks[site], position.tallied)
    bare = building.heights.count(0)
    # By block: the class of its own cubes and of each opponent's.
    blocks = [
        (
            block,
            (own - block) % colours,
            [(colour - block) % colours for other, colour in enumerate(game.colour_of_seat) if other != seat],
        )
        for block in bits(choice.colours)
    ]
    for number in bits(choice.poses):
        pose, (marks, most_alone, touches) = building.site.poses[number], prospects[number]
        links = touches & chains.cells
        may_complete = bare <= len(pose.feet)
        if not links and not may_complete and best.excludes(most_alone):
            continue
        disk = game.disks[site] if may_complete and building.completed_by(pose) else 0
        for block, class_, others in blocks:
            count, touched = pose.links[snow][class_]
            gain = count + chains.linked(touched) if links else count
            total = 0
            for other in others:
                total += marks[other]
            worth = float(gain + marks[class_] + disk) - total / len(others)
            yield Listed(worth, pose.id * colours + block, gain, 0)


def _listed_alone(position: Position, choice: Choice) -> Iterator[Listed]:
    """The placements of a choice for the solo player, to whom white is the opponent."""
    game = position.game
    colours, white = game.table.colours, game.winter
    building, site = position.buildings[choice.site], choice.site
    own = game.colour_of_site[site]
    own_chains, white_chains = _Chains(position, site, own), _Chains(position, site, white)
    prospects = _prospects(game.edition, site, game.marks[site], position.tallied)
    for number in bits(choice.poses):
        pose, marks = building.site.poses[number], prospects[number].marks
        disk = game.disks[site] if building.completed_by(pose) else 0
        extra = game.edition.solo.challenge_points * len(position.earns(pose))
        for block in bits(choice.colours):
            own_class, white_class = (own - block) % colours, (white - block) % colours
            gain = own_chains.points(pose, own_class) + extra
            white_gain = white_chains.points(pose, white_class)
            worth = float(gain + marks[own_class] + disk) - (white_gain + marks[white_class])
            yield Listed(worth, pose.id * colours + block, gain, white_gain)


class _Chains:
    """A colour's chains on a site, and how many cubes of them are linked to; sets of cells asked for are remembered."""

    def __init__(self, position: Position, site: int, colour: int) -> None:
        building = position.buildings[site]
        self.cells = building.cubes[colour] & building.site.above(position.snow)
        self._groups = [(group, group.bit_count()) for group in building.groups(colour, position.snow)]
        self._depth = position.snow
        self._linked: dict[int, int] = {0: 0}

    def linked(self, touched: int) -> int:
        """How many cubes are chained to any of the touched cells (SCO-1)."""
        touched &= self.cells
        count = self._linked.get(touched)
        if count is None:
            count = sum(size for group, size in self._groups if group & touched)
            self._linked[touched] = count
        return count

    def points(self, pose: Pose, class_: int) -> int:
        """What a class of a pose's cubes scores (SCO-1, SCO-2)."""
        count, touched = pose.links[self._depth][class_]
        return count + self.linked(touched)
