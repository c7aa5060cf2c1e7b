"""A building as one closed surface, for a 3D printer.

The solid is the union of its cubes: faces between two cubes are left out. Where cubes meet only along an edge or at a
corner (as over the redoubt's joints) that union is not a solid: four faces would share the edge, and the print would be
unpredictable. There it is bridged: along such an edge a bar fills the two empty corners, at such a corner a small cube,
each :data:`BRIDGE` of a cube thick. That joins what touches and adds less than a thousandth to the volume.

It is computed on a grid that is finer near the faces of the cubes: every cell is cut in three along each axis, with
outer slices as thick as a bridge. Bridges are then cells like others, and the surface lies between full and empty ones.
Identical slices are merged again, so that a building without bridges has plain cubes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from nouvelle_france.keepsakes.cubes import Cubes

BRIDGE = 0.04
"""How thick a bridge is, in cubes: at 10 mm a cube, the 0.4 mm that a usual nozzle lays in one line."""

SLICES = 3
"""A bridge, the middle, a bridge."""

Cell = tuple[int, int, int]
Full = dict[Cell, int]
"""Cells that are full, by their numbers along x, y and z, each with its colour."""

AXES = (0, 1, 2)
CORNERS: tuple[Cell, ...] = tuple((x, y, z) for x in (-1, 0) for y in (-1, 0) for z in (-1, 0))
"""The offsets of the cells around a grid point."""


@dataclass(frozen=True, slots=True)
class Mesh:
    """A closed surface: points in cubes, triangles counter-clockwise seen from outside, the colour of each triangle."""

    points: Sequence[tuple[float, float, float]]
    triangles: Sequence[tuple[int, int, int]]
    colours: Sequence[int]


def solid(cubes: Cubes) -> Mesh:
    """The surface of a building, x to the right, y away from the viewer (a plan counts towards them), z upwards.

    It lies where no number is negative, as printers like it, and stands on z = 0.
    """
    if not cubes:
        return Mesh((), (), ())
    least_x = min(x for x, _, _ in cubes)
    most_y = max(y for _, y, _ in cubes)
    cells = {(x - least_x, most_y - y, level - 1): colour for (x, y, level), colour in cubes.items()}
    full = _bridged(_sliced(cells))
    return _surface(*_joined(full))


def _sliced(cells: Full) -> Full:
    """Each cell as the slices it is cut into."""
    full = {}
    for (x, y, z), colour in cells.items():
        for a, b, c in product(range(SLICES), repeat=3):
            full[SLICES * x + a, SLICES * y + b, SLICES * z + c] = colour
    return full


def _bridged(full: Full) -> Full:
    """The same with the bridges that make it a solid. A bridge causes no new contacts, so one round is enough."""
    while True:
        bridges: Full = {}
        for corner in {_moved(cell, offset, -1) for cell in full for offset in CORNERS}:
            around = [_moved(corner, offset) for offset in CORNERS]
            taken = [cell for cell in around if cell in full]
            bad = [cell for edge in _edges(corner) if _crossed(edge, full) for cell in edge]
            if not bad and len(taken) in (2, 6) and _apart(taken if len(taken) == 2 else set(around) - set(taken)):
                bad = around
            for cell in bad:
                if cell not in full:
                    bridges.setdefault(cell, full[taken[0]])
        if not bridges:
            return full
        full = full | bridges


def _edges(corner: Cell) -> Iterator[list[Cell]]:
    """The three edges that start at a corner, each as the ring of cells around it."""
    for axis in AXES:
        ring = []
        for one, other in ((-1, -1), (-1, 0), (0, 0), (0, -1)):
            offset = [0, 0, 0]
            offset[axis - 2], offset[axis - 1] = one, other
            ring.append(_moved(corner, offset))
        yield ring


def _crossed(ring: Sequence[Cell], full: Full) -> bool:
    """Whether exactly two cells around an edge are full, across from each other: they touch along that edge only."""
    first, second, third, fourth = (cell in full for cell in ring)
    return first == third != second == fourth


def _apart(two: Iterable[Cell]) -> bool:
    """Whether two cells around a corner have nothing but that corner in common."""
    one, other = two
    return all(a != b for a, b in zip(one, other, strict=True))


def _moved(cell: Cell, offset: Sequence[int], times: int = 1) -> Cell:
    x, y, z = cell
    return x + times * offset[0], y + times * offset[1], z + times * offset[2]


def _joined(full: Full) -> tuple[Full, list[list[float]]]:
    """Merge identical slices; returns the new cells, and where the planes between them lie along each axis."""
    planes: list[list[float]] = []
    for axis in AXES:
        slices: dict[int, Full] = {}
        for cell, colour in full.items():
            slices.setdefault(cell[axis], {})[_without(cell, axis)] = colour
        last = max(slices) + 1
        # Keep a plane where something changes, and always between cubes.
        kept = [at for at in range(last) if at % SLICES == 0 or slices.get(at - 1) != slices.get(at)]
        full = {
            _with(cell, axis, kept.index(cell[axis])): colour for cell, colour in full.items() if cell[axis] in kept
        }
        planes.append([_place(at) for at in (*kept, last)])
    return full, planes


def _without(cell: Cell, axis: int) -> Cell:
    return _with(cell, axis, 0)


def _with(cell: Cell, axis: int, value: int) -> Cell:
    x, y, z = (value if it == axis else cell[it] for it in AXES)
    return x, y, z


def _place(plane: int) -> float:
    cube, slice_ = divmod(plane, SLICES)
    return cube + (0.0, BRIDGE, 1 - BRIDGE)[slice_]


def _surface(full: Full, planes: Sequence[Sequence[float]]) -> Mesh:
    """Two triangles for each exposed side of a full cell."""
    points: dict[Cell, int] = {}
    triangles: list[tuple[int, int, int]] = []
    colours: list[int] = []
    for cell, colour in full.items():
        for axis, side in product(AXES, (0, 1)):
            step = [0, 0, 0]
            step[axis] = 1 if side else -1
            if _moved(cell, step) in full:
                continue
            square = []
            for one, other in ((0, 0), (1, 0), (1, 1), (0, 1)):
                offset = [0, 0, 0]
                offset[axis], offset[axis - 2], offset[axis - 1] = side, one, other
                square.append(points.setdefault(_moved(cell, offset), len(points)))
            a, b, c, d = square if side else reversed(square)
            triangles += [(a, b, c), (a, c, d)]
            colours += [colour, colour]
    placed = [(planes[0][x], planes[1][y], planes[2][z]) for x, y, z in points]
    return Mesh(placed, triangles, colours)
