"""What stands on a site, cube by cube."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nouvelle_france.charts.look import PAINTS, SERIES
from nouvelle_france.geometry import Cube
from nouvelle_france.rules import Position

Cubes = Mapping[Cube, int]
"""The occupied cells ``(x, y, level)``, each with the number of its colour."""


def cubes_on(position: Position, site: int) -> Cubes:
    """Every cube of a building, including those a challenge puts above the last level (CHA-9)."""
    building = position.buildings[site]
    return {cube: colour for colour, cells in enumerate(building.cubes) for cube in building.site.cubes(cells)}


def wood(colours: Sequence[str], number: int) -> str:
    """The paint of a cube of that colour, as ``#rrggbb``; an edition with other colours gets other paints."""
    name = colours[number]
    return PAINTS[name].wood if name in PAINTS else SERIES[number % len(SERIES)]
