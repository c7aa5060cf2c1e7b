"""Blocks on a site: which poses stand, what is linked, putting one down.

In all of the core, ``t`` is the record of the edition, ``g`` a game, ``work`` room for intermediate results, and
``log`` takes what happened. Each function mirrors one of the pure rules and names what it implements; the pure rules
are the reference, and a test plays both side by side.
"""

from __future__ import annotations

import numpy as np

from nouvelle_france.core.bitsets import NONE, ONE, lowest, ones
from nouvelle_france.core.compiling import compiled, inner
from nouvelle_france.core.counts import colour_count, kind_count, mask_words, slot_words
from nouvelle_france.core.layout import WORD
from nouvelle_france.core.records import Game, Tables, Work


@inner
def class_of(t: Tables, block: int, colour: int) -> int:
    """Which class of a block's cubes has that colour; ``block`` is the colour it doubles."""
    colours = colour_count(t)
    return int((colour - block + colours) % colours)


@compiled
def stand(t: Tables, g: Game, site: int, work: Work) -> None:
    """PLC-1, PLC-5: which poses can be put on a site, those above the top level included."""
    planes = t.planes[site]
    fails = work.fails
    for plane in range(planes):
        fails[plane] = NONE
    # Four columns at a time, so that what has failed so far is read and written a quarter as often; a column taken
    # twice does no harm.
    last = t.width[site] - 1
    for column in range(0, t.width[site], 4):
        one, two, three = min(column + 1, last), min(column + 2, last), min(column + 3, last)
        row = t.fails[site, column, g.heights[site, column]]
        row_one = t.fails[site, one, g.heights[site, one]]
        row_two = t.fails[site, two, g.heights[site, two]]
        row_three = t.fails[site, three, g.heights[site, three]]
        for plane in range(planes):
            fails[plane] |= row[plane] | row_one[plane] | row_two[plane] | row_three[plane]
    for kind in range(kind_count(t)):
        words = t.words[site, kind]
        plane = t.first_plane[site, kind]
        first = t.first_word[site, kind]
        for word in range(words):
            standing = NONE
            for rank in range(t.ranks[site, kind]):
                standing |= ~fails[plane + rank * words + word]
            g.standing[site, first + word] = standing
    if g.leaning:
        lean(t, g, site)


@inner
def lean(t: Tables, g: Game, site: int) -> None:
    """PLC-5, leaning: also the poses that a neighbour holds up."""
    mask = mask_words(t)
    for word in range(slot_words(t)):
        blocked = NONE
        resting = NONE
        for column in range(t.width[site]):
            height = g.heights[site, column]
            blocked |= t.blocked[site, column, height, word]
            resting |= t.resting[site, column, height, word]
        held = NONE
        left = resting & ~blocked & ~g.standing[site, word]
        while left:
            bit = lowest(left)
            left &= left - ONE
            pose = t.slot_pose[site, word * WORD + bit]
            feet = 0
            for foot in range(t.feet[pose]):
                if g.heights[site, t.foot_column[pose, foot]] == t.foot_level[pose, foot] - 1:
                    feet |= 1 << foot
            for lane in range(mask):
                taken = NONE
                for colour in range(colour_count(t)):
                    taken |= g.cells[site, colour, lane]
                if taken & t.holding[pose, feet, lane]:
                    held |= ONE << np.uint64(bit)
                    break
        g.standing[site, word] |= held


@inner
def flood(t: Tables, site: int, work: Work) -> int:
    """SCO-2: take the chains of the cells in ``work.frontier`` out of ``work.left``; how many cells they have.

    They are then in ``work.flooded``, and all cells beside them in ``work.touched``.
    """
    mask = mask_words(t)
    left, frontier, flooded, touched = work.left, work.frontier, work.flooded, work.touched
    for lane in range(mask):
        flooded[lane] = NONE
        touched[lane] = NONE
    size = 0
    at = 0
    while at < mask:
        if not frontier[at]:
            at += 1
            continue
        bit = lowest(frontier[at])
        one = ONE << np.uint64(bit)
        frontier[at] &= ~one
        flooded[at] |= one
        left[at] &= ~one
        size += 1
        cell = at * WORD + bit
        for lane in range(mask):
            beside = t.neighbours[site, cell, lane]
            touched[lane] |= beside
            frontier[lane] |= beside & left[lane]
            if frontier[lane] and lane < at:
                at = lane
    return size


@inner
def set_out(t: Tables, start: int, work: Work) -> None:
    """Begin the flood at the first cell of a word of ``work.left``."""
    for lane in range(mask_words(t)):
        work.frontier[lane] = NONE
    work.frontier[start] = work.left[start] & (~work.left[start] + ONE)


@inner
def linked_cubes(t: Tables, g: Game, site: int, colour: int, pose: int, cube_class: int, work: Work) -> int:
    """SCO-1, SCO-2: how many cubes in place a class of a pose links to, without finding all chains of the colour."""
    some = NONE
    for lane in range(mask_words(t)):
        work.left[lane] = g.cells[site, colour, lane] & t.exposed[site, g.snow, lane]
        work.frontier[lane] = work.left[lane] & t.touch[pose, cube_class, lane]
        some |= work.frontier[lane]
    return flood(t, site, work) if some else 0


@inner
def find_groups(t: Tables, g: Game, site: int, colour: int, work: Work) -> None:
    """SCO-1, SCO-2: the chains of a colour on a site above the snow."""
    mask = mask_words(t)
    left = work.left
    some = NONE
    for lane in range(mask):
        left[lane] = g.cells[site, colour, lane] & t.exposed[site, g.snow, lane]
        some |= left[lane]
    count = 0
    start = 0
    while some:
        while not left[start]:
            start += 1
        set_out(t, start, work)
        work.group_size[site, count] = flood(t, site, work)
        some = NONE
        for lane in range(mask):
            work.groups[site, count, lane] = work.flooded[lane]
            some |= left[lane]
        count += 1
    work.group_count[site] = count


@inner
def linked(t: Tables, site: int, pose: int, cube_class: int, work: Work) -> int:
    """How many cubes in place a class of a pose links to, by the chains found last on that site.

    No step depends on which chains those are: a processor guesses such things, and guesses wrong in positions it has
    not just seen.
    """
    at = np.uint64(pose)
    total = 0
    for group in range(work.group_count[site]):
        both = NONE
        for lane in range(mask_words(t)):
            both |= t.touch[at, cube_class, lane] & work.groups[site, group, lane]
        total += work.group_size[site, group] * (both != NONE)
    return total


@inner
def points_of(t: Tables, g: Game, placement: int, colour: int, work: Work) -> int:
    """SCO-1: what a colour scores for a placement."""
    pose, block = placement // colour_count(t), placement % colour_count(t)
    cube_class = class_of(t, block, colour)
    count = t.above[g.snow, pose, cube_class]
    if not count:
        return 0
    return int(count) + linked_cubes(t, g, t.pose_site[pose], colour, pose, cube_class, work)


@inner
def cubes_on(t: Tables, g: Game, site: int, colour: int, level: int) -> int:
    """SNW-1: how many cubes of a colour lie on a level of a site; the lowest level is 0."""
    cubes = 0
    for lane in range(mask_words(t)):
        cubes += ones(g.cells[site, colour, lane] & t.level_cells[site, level, lane])
    return cubes


@inner
def completes(t: Tables, g: Game, pose: int) -> bool:
    """CMPL-1: whether a pose covers the last visible columns."""
    site = t.pose_site[pose]
    if g.bare[site] > t.feet[pose]:
        return False
    covered = 0
    for foot in range(t.feet[pose]):
        if g.heights[site, t.foot_column[pose, foot]] == 0:
            covered += 1
    return covered > 0 and covered == g.bare[site]


@inner
def build(t: Tables, g: Game, placement: int, seat: int, work: Work) -> None:
    """Put a block down: heights, cells, what stands now."""
    colours = colour_count(t)
    pose, block = placement // colours, placement % colours
    site = t.pose_site[pose]
    for cube in range(t.cubes[pose]):
        column = t.cube_column[pose, cube]
        if g.heights[site, column] == 0:
            g.bare[site] -= 1
        g.heights[site, column] = max(g.heights[site, column], t.cube_level[pose, cube])
    for cube_class in range(colours):
        colour = (block + cube_class) % colours
        for lane in range(mask_words(t)):
            g.cells[site, colour, lane] |= t.own[pose, cube_class, lane]
    g.placed[g.placed_count] = placement
    g.placed_by[g.placed_count] = seat
    g.placed_count += 1
    stand(t, g, site, work)
