"""When a block stands (PLC-5). All arithmetic is exact."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

from nouvelle_france.geometry.orientation import Cube

Point = tuple[int, int]


def stands_freely(cubes: Sequence[Cube], bases: Iterable[tuple[int, int]]) -> bool:
    """Whether the centre of mass lies strictly inside the convex hull of the resting bases.

    Coordinates are scaled by twice the number of cubes, so that the centre of mass is whole.
    """
    scale = 2 * len(cubes)
    centre = (sum(2 * x + 1 for x, _, _ in cubes), sum(2 * y + 1 for _, y, _ in cubes))
    corners = [(scale * (x + dx), scale * (y + dy)) for x, y in bases for dx in (0, 1) for dy in (0, 1)]
    hull = _convex_hull(corners)
    return bool(hull) and all(_turn(a, b, centre) > 0 for a, b in zip(hull, hull[1:] + hull[:1], strict=True))


def _turn(a: Point, b: Point, c: Point) -> int:
    """Positive when c lies to the left of the line from a to b."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _convex_hull(points: list[Point]) -> list[Point]:
    """Counter-clockwise hull (Andrew's monotone chain)."""

    def chain(ordered: Iterable[Point]) -> list[Point]:
        hull: list[Point] = []
        for point in ordered:
            while len(hull) > 1 and _turn(hull[-2], hull[-1], point) <= 0:
                hull.pop()
            hull.append(point)
        return hull[:-1]

    ordered = sorted(set(points))
    return chain(ordered) + chain(reversed(ordered))


def least_supports(cubes: Sequence[Cube], feet: Sequence[Cube]) -> list[tuple[Cube, ...]]:
    """The smallest sets of feet on which the block stands freely.

    The hull only grows with more feet, so it stands on a set of feet exactly if one of these is part of it.
    """
    least: list[tuple[Cube, ...]] = []
    for size in range(1, len(feet) + 1):
        for chosen in combinations(feet, size):
            if any(set(smaller) <= set(chosen) for smaller in least):
                continue
            if stands_freely(cubes, [(x, y) for x, y, _ in chosen]):
                least.append(chosen)
    return least


def leans(cubes: Sequence[Cube], resting: Sequence[Cube], occupied: Callable[[Cube], bool]) -> bool:
    """Whether a neighbour holds up a block that does not stand freely (PLC-5, ``support = "leaning"``)."""
    return any(occupied(cell) for cell in holding_cells(cubes, resting))


def holding_cells(cubes: Sequence[Cube], resting: Sequence[Cube]) -> list[Cube]:
    """The cells where another block's cube would hold up a block that rests on these feet (PLC-5).

    It tips in each axis direction in which its centre of mass lies on or beyond the outermost edge of the
    resting bases; what meets one of its cubes above the lowest resting one on that side holds it.
    """
    if not resting:
        return []
    lowest = min(level for _, _, level in resting)
    own = set(cubes)
    scale = 2 * len(cubes)
    cells = []
    for axis in (0, 1):
        centre = sum(2 * cube[axis] + 1 for cube in cubes)
        low_edge = scale * min(cube[axis] for cube in resting)
        high_edge = scale * (max(cube[axis] for cube in resting) + 1)
        for step, tips in ((1, centre >= high_edge), (-1, centre <= low_edge)):
            beside = [(x + step, y, level) if axis == 0 else (x, y + step, level) for x, y, level in cubes]
            cells += [cell for cell in beside if tips and cell[2] > lowest and cell not in own]
    return cells
