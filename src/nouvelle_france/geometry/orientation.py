"""The ways a block can be turned in space (PLC-2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations, product

Cube = tuple[int, int, int]
"""A cell ``(x, y, level)``."""


def _rotations() -> Iterator[tuple[tuple[int, int, int], tuple[int, int, int]]]:
    """The 24 rotations as (which axis each coordinate comes from, its sign)."""
    for axes in permutations(range(3)):
        inversions = sum(axes[i] > axes[j] for i in range(3) for j in range(i + 1, 3))
        for signs in product((1, -1), repeat=3):
            if (-1) ** inversions * signs[0] * signs[1] * signs[2] == 1:
                yield (axes[0], axes[1], axes[2]), (signs[0], signs[1], signs[2])


ROTATIONS = tuple(_rotations())


def orientations(cubes: Sequence[tuple[int, int]], classes: Sequence[int]) -> list[tuple[Cube, ...]]:
    """All orientations of a flat block that look different (PLC-7), each moved to touch the three planes at 0.

    ``classes`` says which cubes share a colour. Of two orientations that look the same the smaller one, by
    ``(level, y, x)`` of its cubes in order, is kept.
    """
    distinct: dict[tuple[tuple[Cube, int], ...], tuple[Cube, ...]] = {}
    for axes, signs in ROTATIONS:
        turned = []
        for x, y in cubes:
            point = (x, y, 0)
            turned.append([sign * point[axis] for axis, sign in zip(axes, signs, strict=True)])
        corner = [min(cube[axis] for cube in turned) for axis in range(3)]
        moved = tuple((c[0] - corner[0], c[1] - corner[1], c[2] - corner[2]) for c in turned)
        look = tuple(sorted(zip(moved, classes, strict=True)))
        if look not in distinct or reading_order(moved) < reading_order(distinct[look]):
            distinct[look] = moved
    return sorted(distinct.values(), key=reading_order)


def reading_order(cubes: Sequence[Cube]) -> tuple[tuple[int, int, int], ...]:
    """The sort key of poses: ``(level, y, x)`` of each cube, in the block's own cube order."""
    return tuple((level, y, x) for x, y, level in cubes)


def is_rotation(cubes: Sequence[Cube], shape: Sequence[tuple[int, int]]) -> bool:
    """Whether the cubes are that flat shape turned and moved, cube for cube: all distances are the shape's.

    That accepts a mirror image too, which for a flat shape is a rotation in space.
    """
    return len(cubes) == len(shape) and _distances(cubes) == _distances([(x, y, 0) for x, y in shape])


def _distances(cubes: Sequence[Cube]) -> list[int]:
    return [
        (x - other_x) ** 2 + (y - other_y) ** 2 + (level - other_level) ** 2
        for i, (x, y, level) in enumerate(cubes)
        for other_x, other_y, other_level in cubes[i + 1 :]
    ]
