"""What the next cubes could link to, seen on the boards of an observation, in compiled code.

A module of its own, so that Numba keeps the compiled code under one name, whoever imports it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

REACH = 2  # cubes that a block adds to a column, at most


@njit(cache=True)
def number_chains(cubes: Any, low: int, chain: Any, length: Any) -> None:
    """Number the chains of cubes from a level on, [level, y, x]; `chain` has a margin of one all around."""
    levels, size, _ = cubes.shape
    chain[:] = 0
    number = 0
    waiting = np.zeros((levels * size * size, 3), np.int64)
    for first in range(low * size * size, levels * size * size):
        start = first // (size * size), first // size % size, first % size
        if not cubes[start] or chain[start[0] + 1, start[1] + 1, start[2] + 1]:
            continue
        number += 1
        length[number] = 0
        chain[start[0] + 1, start[1] + 1, start[2] + 1] = number
        waiting[0, 0], waiting[0, 1], waiting[0, 2] = start
        left = 1
        while left:
            left -= 1
            length[number] += 1
            z, y, x = waiting[left, 0], waiting[left, 1], waiting[left, 2]
            for p, q, r in ((z + 1, y, x), (z - 1, y, x), (z, y + 1, x), (z, y - 1, x), (z, y, x + 1), (z, y, x - 1)):
                inside = low <= p < levels and 0 <= q < size and 0 <= r < size
                if inside and cubes[p, q, r] and not chain[p + 1, q + 1, r + 1]:
                    chain[p + 1, q + 1, r + 1] = number
                    waiting[left, 0], waiting[left, 1], waiting[left, 2] = p, q, r
                    left += 1


@njit(cache=True)
def same(cubes: Any, heights: Any, row: int, site: int) -> bool:
    """Whether a site is as in the row before."""
    _, _, _, levels, size, _ = cubes.shape
    for y in range(size):
        for x in range(size):
            if heights[row, site, y, x] != heights[row - 1, site, y, x]:
                return False
            for z in range(levels):
                for side in range(2):
                    if cubes[row, side, site, z, y, x] != cubes[row - 1, side, site, z, y, x]:
                        return False
    return True


@njit(cache=True)
def prospects(cubes: Any, heights: Any, snow: Any) -> Any:
    """What the next cubes of both sides could link to, [observation, side, site, 3].

    Of the places that a block could reach: how many touch cubes of the side, the most cubes that a new one would link
    in one of them, and how many in all of them. Most actions leave a site as it was: then so is the row before.
    """
    rows, _, sites, levels, size, _ = cubes.shape
    found = np.zeros((rows, 2, sites, 3), np.int32)
    chain = np.zeros((levels + 2, size + 2, size + 2), np.int32)
    length, counted = np.zeros((2, levels * size * size + 1), np.int64)
    place = 0
    for row in range(rows):
        low = snow[row, 0]
        for site in range(sites):
            if row and low == snow[row - 1, 0] and same(cubes, heights, row, site):
                found[row, :, site] = found[row - 1, :, site]
                continue
            for side in range(2):
                number_chains(cubes[row, side, site], low, chain, length)
                for column in range(size * size):
                    y, x = column // size, column % size
                    height = heights[row, site, y, x]
                    if height < 0:  # it is none of the site's
                        continue
                    for z in range(max(height, low), min(height + REACH, levels)):
                        beside = (
                            chain[z, y + 1, x + 1], chain[z + 2, y + 1, x + 1], chain[z + 1, y, x + 1],
                            chain[z + 1, y + 2, x + 1], chain[z + 1, y + 1, x], chain[z + 1, y + 1, x + 2],
                        )  # fmt: skip
                        links = 0
                        place += 1
                        for number in beside:
                            if number and counted[number] != place:  # a chain on two sides links once
                                counted[number] = place
                                links += length[number]
                        found[row, side, site, 0] += links > 0
                        found[row, side, site, 1] = max(found[row, side, site, 1], links)
                        found[row, side, site, 2] += links
    return found
