"""The table of all placements of an edition, computed once.

A *pose* is a shape standing somewhere on a site, at a level. A *placement* is one block of that shape in that
pose. Both have small integer ids:

* poses are numbered by site, then shape (construction shapes, then bonus blocks), each in the edition's order, then
  by ``(level, y, x)`` of their cubes in the block's own cube order;
* a placement's id is ``pose id × number of colours + the block's colour``, where a construction block's colour is
  the one it doubles.

That is the fixed order of SOL-5d. Poses that look the same (PLC-7) are one entry.

Sets of poses of one site are Python integers used as bit sets (bit *i* is the site's pose number *i*), and so are
sets of its cells (bit ``(level - 1) × columns + column``). That makes "every legal pose" a few dozen ORs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from nouvelle_france.edition import BonusShape, Challenge, Edition, Shape, Site
from nouvelle_france.geometry.orientation import Cube, is_rotation, orientations, reading_order
from nouvelle_france.geometry.support import holding_cells, least_supports


@dataclass(frozen=True, slots=True, eq=False)
class Pose:
    """A shape standing somewhere.

    ``feet`` are the lowest cubes over each column, as (column number, level); ``supports`` are the least sets of
    feet, by their index, on which it stands freely. For each colour class (cubes with
    the same class share a colour on every block of the shape), ``cells_of`` is the bit set of its cells and
    ``levels_of`` their levels; ``links[depth][class]`` is how many of them can score at that snow depth, and the
    bit set of the cells they link to.
    """

    id: int
    site: int
    shape: int
    cubes: tuple[Cube, ...]
    feet: tuple[tuple[int, int], ...]
    covers: int
    """The bit set of columns it hides from above."""
    supports: tuple[tuple[int, ...], ...]
    cells_of: tuple[int, ...]
    levels_of: tuple[tuple[int, ...], ...]
    links: tuple[tuple[tuple[int, int], ...], ...]
    challenges: tuple[int, ...]
    """Challenges whose drawn pose this is."""
    too_high: bool
    """Above the top level: allowed only as the placement that earns its challenge (CHA-9)."""

    @property
    def levels(self) -> range:
        """The levels it takes up."""
        levels = [level for _, _, level in self.cubes]
        return range(min(levels), max(levels) + 1)


@dataclass(frozen=True, slots=True)
class Placement:
    """A block in a pose; ``cubes`` are in the block's own cube order."""

    id: int
    block: str
    site: str
    cubes: tuple[Cube, ...]


class SiteTable:
    """One site: its cells, their neighbours, and all poses on it."""

    def __init__(self, site: Site, number: int, edition: Edition, first: int) -> None:
        self.site = site
        self.edition = edition
        self.number = number
        self.first = first
        self.levels = edition.levels
        self.columns = site.columns
        self.width = len(site.columns)
        self.column_number = {column: number for number, column in enumerate(site.columns)}
        self.level_cells = (1 << self.width) - 1
        self.neighbours = self._neighbours()
        self._holding: dict[tuple[int, tuple[int, ...]], int] = {}
        self._colours = len(edition.colours)
        drawn = [
            _drawn_poses(challenge, site) if challenge.site == site.id and challenge.pose else set()
            for challenge in edition.solo.challenges
        ]
        self.poses: list[Pose] = []
        self.of_shape: list[int] = []
        for shape_number, shape in enumerate(edition.all_shapes):
            start = len(self.poses)
            for cubes in self._poses_of(shape, drawn):
                self._add(cubes, shape_number, shape, drawn)
            self.of_shape.append(((1 << (len(self.poses) - start)) - 1) << start)
        self.height = max((pose.levels[-1] for pose in self.poses), default=self.levels)
        self.too_high = _bit_set(i for i, pose in enumerate(self.poses) if pose.too_high)
        self.too_high_for = [
            _bit_set(i for i, pose in enumerate(self.poses) if pose.too_high and number in pose.challenges)
            for number in range(len(drawn))
        ]

    def cell(self, cube: Cube) -> int:
        """The bit number of a cell."""
        x, y, level = cube
        return (level - 1) * self.width + self.column_number[x, y]

    def cube(self, cell: int) -> Cube:
        """The cell of a bit number, the inverse of :meth:`cell`."""
        level, column = divmod(cell, self.width)
        return (*self.columns[column], level + 1)

    def cubes(self, cells: int) -> tuple[Cube, ...]:
        """The cells of a bit set, from the bottom up."""
        return tuple(self.cube(cell) for cell in bits(cells))

    def above(self, depth: int) -> int:
        """The bit set of the cells that can score at that snow depth (SCO-2)."""
        return ((1 << self.width * self.levels) - 1) >> (self.width * depth) << (self.width * depth)

    def _neighbours(self) -> tuple[int, ...]:
        """For each cell the bit set of the cells face to face with it, joints included (SCO-1, SCO-3)."""
        joined: dict[tuple[int, int], list[tuple[int, int]]] = {column: [] for column in self.columns}
        for first, second in self.site.joints:
            joined[first].append(second)
            joined[second].append(first)
        neighbours = []
        for level in range(1, self.levels + 1):
            for x, y in self.columns:
                beside = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1), *joined[x, y]]
                cells = [(*column, level) for column in beside if column in self.column_number]
                cells += [(x, y, other) for other in (level - 1, level + 1) if 1 <= other <= self.levels]
                neighbours.append(_bit_set(self.cell(cube) for cube in cells))
        return tuple(neighbours)

    def _poses_of(self, shape: Shape | BonusShape, drawn: list[set[frozenset[Cube]]]) -> list[tuple[Cube, ...]]:
        """Every pose of a shape over the plan (PLC-3) and not too high (PLC-4, CHA-9), in id order."""
        poses = []
        for oriented in orientations(shape.cubes, _colour_classes(shape, self._colours)):
            for x, y in self._corners(oriented):
                for bottom in range(1, self.levels + 1):
                    cubes = tuple((cx + x, cy + y, cz + bottom) for cx, cy, cz in oriented)
                    if max(level for _, _, level in cubes) <= self.levels or any(
                        frozenset(cubes) in poses_drawn for poses_drawn in drawn
                    ):
                        poses.append(cubes)
        return sorted(poses, key=reading_order)

    def _corners(self, oriented: tuple[Cube, ...]) -> Iterator[tuple[int, int]]:
        """Where an orientation can be moved so that every cube is over a column."""
        x0, y0, _ = oriented[0]
        for x, y in self.columns:
            corner = (x - x0, y - y0)
            if all((cx + corner[0], cy + corner[1]) in self.column_number for cx, cy, _ in oriented):
                yield corner

    def _add(
        self,
        cubes: tuple[Cube, ...],
        shape_number: int,
        shape: Shape | BonusShape,
        drawn: list[set[frozenset[Cube]]],
    ) -> None:
        classes = _colour_classes(shape, self._colours)
        of_class: list[list[Cube]] = [[] for _ in range(self._colours)]
        for cube, colour_class in zip(cubes, classes, strict=True):
            of_class[colour_class].append(cube)
        self.poses.append(
            Pose(
                id=self.first + len(self.poses),
                site=self.number,
                shape=shape_number,
                cubes=cubes,
                feet=tuple((self.column_number[x, y], level) for x, y, level in _feet(cubes)),
                covers=_bit_set([self.column_number[x, y] for x, y, _ in _feet(cubes)]),
                supports=_supports_on_feet(_at_origin(cubes)),
                cells_of=tuple(_bit_set(map(self.cell, cubes)) for cubes in of_class),
                levels_of=tuple(tuple(level for _, _, level in cubes) for cubes in of_class),
                links=tuple(tuple(self._links(cubes, depth) for cubes in of_class) for depth in range(self.levels)),
                challenges=tuple(i for i, poses in enumerate(drawn) if frozenset(cubes) in poses),
                too_high=any(level > self.levels for _, _, level in cubes),
            )
        )

    def _links(self, cubes: Sequence[Cube], depth: int) -> tuple[int, int]:
        live = [self.cell(cube) for cube in cubes if depth < cube[2] <= self.levels]
        touched = 0
        for cell in live:
            touched |= self.neighbours[cell]
        return len(live), touched

    @cached_property
    def _blocked(self) -> list[list[int]]:
        """``[column][height]``: the poses with a cube of that column at or below a height already built."""
        blocked = [[0] * (self.height + 1) for _ in self.columns]
        for i, pose in enumerate(self.poses):
            for column, level in pose.feet:
                for height in range(level, self.height + 1):
                    blocked[column][height] |= 1 << i
        return blocked

    @cached_property
    def _resting(self) -> list[list[int]]:
        """``[column][height]``: the poses with a foot just above that height."""
        resting = [[0] * (self.height + 1) for _ in self.columns]
        for i, pose in enumerate(self.poses):
            for column, level in pose.feet:
                resting[column][level - 1] |= 1 << i
        return resting

    @cached_property
    def _unsupported(self) -> tuple[int, list[list[int]]]:
        """The least supports of all poses, side by side: how many a pose has at most, and ``[column][height]``.

        Bit ``r × poses + i`` stands for pose *i* on its least support number *r*. It is set where that support
        wants the column to be built to another height, or where the pose is blocked.
        """
        ranks = max((len(pose.supports) for pose in self.poses), default=0)
        count = len(self.poses)
        never = _bit_set(r * count + i for i, pose in enumerate(self.poses) for r in range(len(pose.supports), ranks))
        bad = [[never] * (self.height + 1) for _ in self.columns]
        for column, heights in enumerate(self._blocked):
            for height, blocked in enumerate(heights):
                for r in range(ranks):
                    bad[column][height] |= blocked << (r * count)
        for i, pose in enumerate(self.poses):
            for r, support in enumerate(pose.supports):
                for column, level in (pose.feet[foot] for foot in support):
                    for height in range(self.height + 1):
                        if height != level - 1:
                            bad[column][height] |= 1 << (r * count + i)
        return ranks, bad

    def free_standing(self, heights: Sequence[int]) -> int:
        """The bit set of poses that come down from above and stand freely on columns of these heights.

        PLC-1 and PLC-5: every foot clears its column, and some least support rests on what is built.
        """
        ranks, bad = self._unsupported
        failing = 0
        for column, height in enumerate(heights):
            failing |= bad[column][height]
        count = len(self.poses)
        everywhere = (1 << count) - 1
        standing = ((1 << (ranks * count)) - 1) & ~failing
        result = 0
        while standing:
            result |= standing & everywhere
            standing >>= count
        return result

    def leaning(self, heights: Sequence[int], occupied: int) -> int:
        """The bit set of poses that only a neighbour holds up (PLC-5, ``support = "leaning"``)."""
        blocked = touching = 0
        for column, height in enumerate(heights):
            blocked |= self._blocked[column][height]
            touching |= self._resting[column][height]
        result = 0
        for i in bits(touching & ~blocked & ~self.free_standing(heights)):
            feet = self.poses[i].feet
            resting = tuple(foot for foot, (column, level) in enumerate(feet) if heights[column] == level - 1)
            if occupied & self._holds(i, resting):
                result |= 1 << i
        return result

    def _holds(self, pose: int, resting: tuple[int, ...]) -> int:
        """The bit set of cells that hold up a pose resting on these of its feet; each is worked out once."""
        key = (pose, resting)
        if key not in self._holding:
            it = self.poses[pose]
            feet = [(*self.columns[column], level) for column, level in (it.feet[foot] for foot in resting)]
            cells = holding_cells(it.cubes, feet)
            self._holding[key] = _bit_set([self.cell(cell) for cell in cells if cell[:2] in self.column_number])
        return self._holding[key]


class PlacementTable:
    """All poses and placements of an edition. ``len()`` counts placements; index with an id."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.colours = len(edition.colours)
        self.shape_ids = tuple(shape.id for shape in edition.all_shapes)
        self.shape_number = {shape: number for number, shape in enumerate(self.shape_ids)}
        self.blocks = tuple(f"{shape}-{colour}" for shape in self.shape_ids for colour in edition.colour_ids)
        self.block_number = {block: number for number, block in enumerate(self.blocks)}
        self.sites: list[SiteTable] = []
        first = 0
        for number, site in enumerate(edition.sites):
            self.sites.append(SiteTable(site, number, edition, first))
            first += len(self.sites[-1].poses)
        self.poses = tuple(pose for site in self.sites for pose in site.poses)

    def __len__(self) -> int:
        return len(self.poses) * self.colours

    def __getitem__(self, id: int) -> Placement:
        if not 0 <= id < len(self):
            raise IndexError(f"placement ids go from 0 to {len(self) - 1}, not {id}")
        pose = self.poses[id // self.colours]
        block = self.blocks[pose.shape * self.colours + id % self.colours]
        return Placement(id, block, self.edition.sites[pose.site].id, pose.cubes)

    def pose(self, placement: int) -> Pose:
        """The pose of a placement."""
        return self.poses[placement // self.colours]

    def find(self, block: str, site: str, cubes: Sequence[Cube]) -> int | None:
        """The id of the placement that puts this block on these cells, given in its own cube order, or None.

        Two orders that put the same colours on the same cells find the same placement (PLC-7).
        """
        number = self.block_number.get(block)
        if number is None or site not in self.edition.site_ids:
            return None
        shape, colour = divmod(number, self.colours)
        described = self.edition.all_shapes[shape]
        if not is_rotation(cubes, described.cubes):
            return None
        look = _look(cubes, _colour_classes(described, self.colours))
        pose = self._by_look.get((self.edition.site_ids.index(site), shape, look))
        return None if pose is None else pose * self.colours + colour

    @cached_property
    def _by_look(self) -> dict[tuple[int, int, tuple[tuple[Cube, int], ...]], int]:
        shapes = self.edition.all_shapes
        return {
            (
                pose.site,
                pose.shape,
                _look(pose.cubes, _colour_classes(shapes[pose.shape], self.colours)),
            ): pose.id
            for pose in self.poses
        }


@lru_cache(maxsize=8)
def placement_table(edition: Edition) -> PlacementTable:
    """The table of an edition, computed on first use."""
    return PlacementTable(edition)


def bits(number: int) -> Iterator[int]:
    """The places of the ones in a bit set, rising."""
    while number:
        lowest = number & -number
        yield lowest.bit_length() - 1
        number ^= lowest


def _feet(cubes: Sequence[Cube]) -> list[Cube]:
    """The lowest cube over each column, in the block's own cube order of those columns."""
    lowest: dict[tuple[int, int], Cube] = {}
    for cube in cubes:
        if cube[:2] not in lowest or cube[2] < lowest[cube[:2]][2]:
            lowest[cube[:2]] = cube
    return list(lowest.values())


def _at_origin(cubes: Sequence[Cube]) -> tuple[Cube, ...]:
    x0, y0, level0 = cubes[0]
    return tuple((x - x0, y - y0, level - level0) for x, y, level in cubes)


@lru_cache(maxsize=4096)
def _supports_on_feet(cubes: tuple[Cube, ...]) -> tuple[tuple[int, ...], ...]:
    """The least supports as indices into the feet: the same wherever the block stands."""
    feet = _feet(cubes)
    return tuple(tuple(feet.index(foot) for foot in support) for support in least_supports(cubes, feet))


def _bit_set(places: Iterator[int] | Sequence[int]) -> int:
    result = 0
    for place in places:
        result |= 1 << place
    return result


def _colour_classes(shape: Shape | BonusShape, colours: int) -> tuple[int, ...]:
    """Which cubes share a colour: cube j of a construction block has colour (k + j) mod the number of colours."""
    if isinstance(shape, BonusShape):
        return (0,) * shape.length
    return tuple(j % colours for j in range(len(shape.cubes)))


def _look(cubes: Sequence[Cube], classes: Sequence[int]) -> tuple[tuple[Cube, int], ...]:
    return tuple(sorted(zip(cubes, classes, strict=True)))


def _drawn_poses(challenge: Challenge, site: Site) -> set[frozenset[Cube]]:
    """The cell sets of a challenge's drawn pose, on each wall direction and allowed column."""
    assert challenge.pose is not None
    return {
        frozenset((x + offset * dx, y + offset * dy, level) for offset, level in challenge.pose)
        for x, y in (challenge.at if challenge.at is not None else site.columns)
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
    }
