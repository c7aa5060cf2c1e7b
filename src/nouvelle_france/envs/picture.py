"""A position as a picture, drawn with NumPy alone: each site level by level, the visible cards, points as bars."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nouvelle_france.charts.look import GRID, INK, PAINTS, PAPER, SERIES
from nouvelle_france.rules import Position

CELL, GAP = 14, 10
POINT = 4
"""Pixels for a point in a bar."""

SNOW = 0.45
"""How much of the paper covers a cube under snow."""

Picture = NDArray[np.uint8]


def rgb(text: str) -> NDArray[np.float64]:
    """A colour like ``#fbf6ec``."""
    return np.array([int(text[place : place + 2], 16) for place in (1, 3, 5)], float)


def paint_of(position: Position, colour: int) -> NDArray[np.float64]:
    """A player colour as it is drawn; an edition with other colours gets others."""
    name = position.game.edition.colour_ids[colour]
    return rgb(PAINTS[name].wood if name in PAINTS else SERIES[colour % len(SERIES)])


def draw(position: Position) -> Picture:
    """The picture: rows of sites, one level beside another."""
    edition = position.game.edition
    rows = max(len(site.plan) for site in edition.sites)
    width = max(len(row) for site in edition.sites for row in site.plan)
    tall, wide = rows * CELL + GAP, width * CELL + GAP
    picture = np.zeros((GAP + len(edition.sites) * tall + 4 * CELL + GAP, GAP + (edition.levels + 1) * wide, 3))
    picture[:] = rgb(PAPER)
    for site in range(len(edition.sites)):
        for level in range(1, edition.levels + 1):
            _level(picture, position, site, level, GAP + site * tall, GAP + (level - 1) * wide)
    _cards(picture, position, GAP, GAP + edition.levels * wide)
    _bars(picture, position, GAP + len(edition.sites) * tall)
    return picture.astype(np.uint8)


def _level(picture: NDArray[np.float64], position: Position, site: int, level: int, top: int, left: int) -> None:
    building = position.buildings[site]
    for column, (x, y) in enumerate(building.site.columns):
        at = np.s_[top + y * CELL : top + (y + 1) * CELL - 1, left + x * CELL : left + (x + 1) * CELL - 1]
        picture[at] = rgb(GRID)
        inside = np.s_[top + y * CELL + 1 : top + (y + 1) * CELL - 2, left + x * CELL + 1 : left + (x + 1) * CELL - 2]
        cell = 1 << building.site.cell((x, y, level))
        colour = next((number for number, cubes in enumerate(building.cubes) if cubes & cell), None)
        if colour is not None:
            covered = SNOW if level <= position.snow else 0.0
            picture[at] = rgb(INK)
            picture[inside] = (1 - covered) * paint_of(position, colour) + covered * rgb("#ffffff")
        elif building.heights[column] >= level:
            picture[inside] = (rgb(GRID) + rgb(INK)) / 2  # below an overhang: nothing can be put there any more


def _cards(picture: NDArray[np.float64], position: Position, top: int, left: int) -> None:
    """The shapes of the visible cards, in ink."""
    for card in position.display:
        shape = next(it for it in position.game.edition.shapes if it.id == card)
        for x, y in shape.cubes:
            at = np.s_[top + y * CELL : top + (y + 1) * CELL - 1, left + x * CELL : left + (x + 1) * CELL - 1]
            picture[at] = rgb(INK)
        top += (max(y for _, y in shape.cubes) + 1) * CELL + GAP


def _bars(picture: NDArray[np.float64], position: Position, top: int) -> None:
    """Points, one bar a colour, from a line at 0; points below it go to the left."""
    zero = GAP + 10 * POINT
    for colour, points in enumerate(position.scores):
        first, last = sorted((zero, zero + points * POINT))
        row = np.s_[top + colour * CELL : top + (colour + 1) * CELL - 2, max(first, 0) : last]
        picture[row] = paint_of(position, colour)
    picture[top : top + len(position.scores) * CELL, zero - 1 : zero + 1] = rgb(INK)
