"""Listing placements with what each scores now and is worth with its stick marks."""

from __future__ import annotations

import numpy as np

from nouvelle_france.core.bitsets import NONE, ONE, lowest, ones
from nouvelle_france.core.building import completes, find_groups, linked
from nouvelle_france.core.compiling import compiled, inner
from nouvelle_france.core.counts import colour_count, kind_count, mask_words, site_count
from nouvelle_france.core.judging.notes import Notes
from nouvelle_france.core.position import allowed_sites, earns, fitting, offered, unearned
from nouvelle_france.core.records import SOLO, TABLE, Floats, Game, Ints, Tables
from nouvelle_france.rules.game import PLAYER, WINTER


@inner
def insert_best(values: Floats, items: Ints, kept: int, width: int, value: float, item: int) -> int:
    """Keep an item if it is one of the ``width`` of highest value so far, in falling order; how many are kept then."""
    if kept == width and value <= values[kept - 1]:
        return kept
    place = kept if kept < width else kept - 1
    while place > 0 and values[place - 1] < value:
        values[place] = values[place - 1]
        items[place] = items[place - 1]
        place -= 1
    values[place] = value
    items[place] = item
    return kept + 1 if kept < width else kept


@compiled
def list_and_score(t: Tables, g: Game, seat: int, notes: Notes) -> int:
    """All placements that may be made now, with what each scores and is worth: see :func:`list_best`."""
    return list_best(t, g, seat, 1 << 30, notes)


@inner
def list_best(t: Tables, g: Game, seat: int, width: int, notes: Notes) -> int:
    """The placements that may be made now, what each scores its seat now, and what it is worth with its stick marks.

    The ``width`` worth most are among them; most of those that cannot be are passed over. They are in ``notes.listed``,
    with ``gains`` (in solo also ``white_gains``) and ``worths``. The worth is the points, the marks its own cubes will
    earn and a disk won, less the marks that the opponents' cubes will earn (their mean).
    """
    colours = colour_count(t)
    stage = np.uint64(g.snow + g.snowing)
    snow = np.uint64(g.snow)
    pruned = g.mode == TABLE and width <= len(notes.best_worths)
    kept = 0
    sites = allowed_sites(t, g)
    high = unearned(g)
    count = 0
    marks = notes.class_marks
    points = notes.class_points
    white_points = notes.white_points
    solo = g.mode == SOLO
    for site in range(site_count(t)):
        if not sites >> site & 1:
            continue
        mine = t.solo_colour[site] if solo else g.colour_of_seat[seat]
        if solo and seat == WINTER:
            mine = t.winter
        stick = np.uint64(g.sticks[site])
        bare = g.bare[site]
        found = False
        for kind in range(kind_count(t)):
            blocks = offered(t, g, kind)
            if not blocks:
                continue
            first = t.first_word[site, kind]
            for word in range(first, first + t.words[site, kind]):
                left = fitting(t, g, site, word, high)
                if left and not found:
                    found = True
                    if solo and seat == PLAYER:
                        find_groups(t, g, site, t.winter, notes.work)
                        notes.white_count = notes.work.group_count[site]
                        for group in range(notes.white_count):
                            notes.white_size[group] = notes.work.group_size[site, group]
                            for lane in range(mask_words(t)):
                                notes.white_groups[group, lane] = notes.work.groups[site, group, lane]
                    find_groups(t, g, site, mine, notes.work)
                while left:
                    pose = t.slot_pose[site, word * 64 + lowest(left)]
                    at = np.uint64(pose)  # an index that cannot be negative is looked up faster
                    left &= left - ONE
                    near = NONE
                    for lane in range(mask_words(t)):
                        near |= t.touch_any[at, lane] & notes.work.chained[site, lane]
                    if pruned and kept == width and bare > t.feet[at]:
                        most = float(t.most_alone[stick, stage, at])
                        if near:
                            for group in range(notes.work.group_count[site]):
                                for lane in range(mask_words(t)):
                                    if t.touch_any[at, lane] & notes.work.groups[site, group, lane]:
                                        most += notes.work.group_size[site, group]
                                        break
                        if most <= notes.best_worths[kept - 1]:
                            continue
                    for part_of_block in range(colours):
                        marks[part_of_block] = t.stick_marks[stick, stage, at, part_of_block]
                        new = t.above[snow, at, part_of_block]
                        points[part_of_block] = new
                        if new and near:
                            points[part_of_block] += linked(t, site, pose, part_of_block, notes.work)
                        white_points[part_of_block] = 0
                        if solo and seat == PLAYER and new:
                            white_points[part_of_block] = new
                            for group in range(notes.white_count):
                                for lane in range(mask_words(t)):
                                    if t.touch[pose, part_of_block, lane] & notes.white_groups[group, lane]:
                                        white_points[part_of_block] += notes.white_size[group]
                                        break
                    disk = g.disks[site] if bare <= t.feet[at] and completes(t, g, pose) else 0
                    extra = 0
                    if high and seat == PLAYER:
                        extra = t.challenge_points * ones(np.uint64(earns(t, g, pose)))
                    for block in range(colours):
                        if not blocks >> block & 1:
                            continue
                        part_of_block = (mine - block + colours) % colours
                        gain = points[part_of_block] + extra
                        worth = float(gain + marks[part_of_block] + disk)
                        if solo:
                            white = (t.winter - block + colours) % colours
                            notes.white_gains[count] = white_points[white]
                            if seat == PLAYER:
                                worth -= white_points[white] + marks[white]
                        else:
                            total = 0
                            for other in range(g.seats):
                                if other != seat:
                                    total += marks[(g.colour_of_seat[other] - block + colours) % colours]
                            worth -= total / (g.seats - 1)
                        notes.listed[count] = pose * colours + block
                        notes.gains[count] = gain
                        notes.worths[count] = worth
                        if pruned:
                            kept = insert_best(notes.best_worths, notes.best, kept, width, worth, count)
                        count += 1
    return count
