"""What stands on one site."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from nouvelle_france.edition import Edition
from nouvelle_france.geometry import Pose, SiteTable, bits, placement_table


@dataclass(frozen=True)
class Building:
    """The blocks on a site: height of each column, cells of each colour (bit sets), placements in order.

    ``placed`` holds (placement id, seat that placed it).
    """

    site: SiteTable = field(repr=False, compare=False)
    leaning: bool
    heights: tuple[int, ...]
    cubes: tuple[int, ...]
    placed: tuple[tuple[int, int], ...] = ()

    @classmethod
    def empty(cls, site: SiteTable, colours: int, leaning: bool) -> Building:
        """A bare foundation."""
        return cls(site, leaning, (0,) * site.width, (0,) * colours)

    def __reduce__(self) -> tuple[object, ...]:
        # The site's table is worked out anew, once, on the other side of a process boundary.
        site = (self.site.edition, self.site.number)
        return _restored, (*site, self.leaning, self.heights, self.cubes, self.placed)

    @cached_property
    def occupied(self) -> int:
        """The bit set of all cells taken."""
        cells = 0
        for cubes in self.cubes:
            cells |= cubes
        return cells

    @cached_property
    def standing(self) -> int:
        """The bit set of poses that can be put here by PLC-1 and PLC-5, those above the top level included."""
        standing = self.site.free_standing(self.heights)
        if self.leaning:
            standing |= self.site.leaning(self.heights, self.occupied)
        return standing

    @cached_property
    def _open(self) -> int:
        """The bit set of columns visible from above."""
        return sum(1 << column for column, height in enumerate(self.heights) if not height)

    def completed_by(self, pose: Pose) -> bool:
        """Whether that pose covers the last visible columns (CMPL-1)."""
        return bool(self._open) and not self._open & ~pose.covers

    def completed_by_any(self, poses: Iterable[Pose]) -> list[Pose]:
        """Those of these poses that cover the last visible columns (CMPL-1)."""
        left = self._open
        return [pose for pose in poses if not left & ~pose.covers] if left else []

    def with_block(self, pose: Pose, colour: int, placement: int, seat: int) -> Building:
        """The building after a block of that colour (the one it doubles) took that pose."""
        heights, cubes = list(self.heights), list(self.cubes)
        for x, y, level in pose.cubes:
            column = self.site.column_number[x, y]
            heights[column] = max(heights[column], level)
        for colour_class, cells in enumerate(pose.cells_of):
            cubes[(colour + colour_class) % len(cubes)] |= cells
        placed = (*self.placed, (placement, seat))
        return Building(self.site, self.leaning, tuple(heights), tuple(cubes), placed)

    def count(self, colour: int, level: int) -> int:
        """How many cubes of a colour lie on a level (SNW-1)."""
        return (self.cubes[colour] >> ((level - 1) * self.site.width) & self.site.level_cells).bit_count()

    @cached_property
    def _groups(self) -> dict[tuple[int, int], tuple[int, ...]]:
        return {}

    def groups(self, colour: int, depth: int) -> tuple[int, ...]:
        """The chains of a colour above the snow, each as a bit set of cells (SCO-1, SCO-2)."""
        if (colour, depth) not in self._groups:
            left = self.cubes[colour] & self.site.above(depth)
            groups = []
            while left:
                group, frontier = 0, left & -left
                while frontier:
                    group |= frontier
                    reached = 0
                    for cell in bits(frontier):
                        reached |= self.site.neighbours[cell]
                    frontier = reached & left & ~group
                groups.append(group)
                left &= ~group
            self._groups[colour, depth] = tuple(groups)
        return self._groups[colour, depth]

    def linked(self, touched: int, colour: int, depth: int) -> int:
        """The cells of a colour chained to any of the touched ones."""
        linked = 0
        if touched & self.cubes[colour]:
            for group in self.groups(colour, depth):
                if touched & group:
                    linked |= group
        return linked

    def points(self, pose: Pose, block_colour: int, colour: int, depth: int) -> int:
        """What a colour would score for a block in that pose (SCO-1)."""
        count, touched = pose.links[depth][(colour - block_colour) % len(self.cubes)]
        return count + self.linked(touched, colour, depth).bit_count()

    def points_of(self, poses: Iterable[Pose], block_colour: int, colour: int, depth: int) -> list[int]:
        """What a colour would score for a block in each of these poses (SCO-1): chains are measured once for all."""
        colour_class = (colour - block_colour) % len(self.cubes)
        cubes = self.cubes[colour]
        groups = [(group, group.bit_count()) for group in self.groups(colour, depth)]
        found = []
        for links in [pose.links[depth] for pose in poses]:
            points, touched = links[colour_class]
            if touched & cubes:
                for group, size in groups:
                    if touched & group:
                        points += size
            found.append(points)
        return found


def _restored(edition: Edition, site: int, *rest: Any) -> Building:
    return Building(placement_table(edition).sites[site], *rest)
