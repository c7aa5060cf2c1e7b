"""Whether a block stands, by another method than the library's: what several tests hold it against."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from nouvelle_france import Cube

Base = tuple[int, int]


def lowest(cubes: Sequence[Cube]) -> list[Cube]:
    """The lowest cube over each column."""
    return [cube for cube in cubes if not any(other[:2] == cube[:2] and other[2] < cube[2] for other in cubes)]


def inside(cubes: Sequence[Cube], bases: Sequence[Base]) -> bool:
    """Second method, without a hull: every line through the centre of mass leaves corners strictly on both sides.

    It is enough to look at the lines that pass through a corner: any other line with all corners on one side can
    be turned until it meets one.
    """
    cx = Fraction(sum(2 * x + 1 for x, _, _ in cubes), 2 * len(cubes))
    cy = Fraction(sum(2 * y + 1 for _, y, _ in cubes), 2 * len(cubes))
    corners = [(x + dx - cx, y + dy - cy) for x, y in bases for dx in (0, 1) for dy in (0, 1)]
    for px, py in corners:
        sides = [px * qy - py * qx for qx, qy in corners]
        if (px or py) and not min(sides) < 0 < max(sides):
            return False
    return bool(corners)
