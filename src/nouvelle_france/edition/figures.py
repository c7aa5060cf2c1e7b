"""Flat figures of cubes, as pictures show them."""

from __future__ import annotations


def connected(cubes: tuple[tuple[int, int], ...]) -> bool:
    """Whether each cube is reached from the first through shared faces."""
    reached, frontier = {cubes[0]}, [cubes[0]]
    while frontier:
        x, y = frontier.pop()
        for cube in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if cube in cubes and cube not in reached:
                reached.add(cube)
                frontier.append(cube)
    return len(reached) == len(cubes)


def figure(cubes: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The same list for all eight ways to turn a flat figure."""
    ways = []
    for _ in range(2):
        cubes = [(y, x) for x, y in cubes]
        for _ in range(4):
            cubes = [(-y, x) for x, y in cubes]
            left, top = min(x for x, _ in cubes), min(y for _, y in cubes)
            ways.append(sorted((x - left, y - top) for x, y in cubes))
    return min(ways)
