"""The placement table of an edition as flat arrays, for compiled code.

Sets of poses are words of 64 bits. On a site, each shape begins a word of its own, so that "the standing poses of this
shape" is a run of words; a pose's place in them is its *slot*. Sets of cells are ``mask`` words, bit
``(level - 1) × columns + column`` as in the geometry layer.
"""

from __future__ import annotations

import numpy as np

from nouvelle_france.core.actions import ORDERS
from nouvelle_france.core.layout import WORD, Layout, Runs, layout_of, runs_of
from nouvelle_france.core.records import COUNT, POSE, RECTANGLE, Array
from nouvelle_france.edition import Edition
from nouvelle_france.geometry import PlacementTable, Pose, SiteTable, placement_table
from nouvelle_france.geometry.support import holding_cells
from nouvelle_france.rules.legal import PEEK

Fields = dict[str, Array]
"""Fields of :class:`~.records.Tables` by name."""


def fields_of_edition(edition: Edition) -> Fields:
    """All fields of the record of an edition."""
    table, layout = placement_table(edition), layout_of(edition)
    runs = runs_of(table, len(edition.all_shapes))
    slots = _slots(table, runs)
    poses = _poses(edition, table, layout)
    return {
        **slots,
        **_support(edition, table, layout, slots),
        **poses,
        **_feet(table, layout),
        **_sites(table, layout),
        **_marks_by_stick(edition, poses["on_level"], poses["above"]),
        **_challenges(edition),
        **_numbers(edition),
    }


def _slots(table: PlacementTable, runs: Runs) -> Fields:
    """Where each pose has its bit."""
    first_word, words, first_plane, ranks, planes = (np.array(it, np.int32) for it in runs[:5])
    pose_slot = np.zeros(len(table.poses), np.int32)
    slot_pose = np.full((len(table.sites), runs.slot_words * WORD), -1, np.int32)
    first_pose = np.full(first_word.shape, -1, np.int32)
    seen = np.zeros_like(first_word)
    for pose in table.poses:
        slot = first_word[pose.site, pose.shape] * WORD + seen[pose.site, pose.shape]
        if not seen[pose.site, pose.shape]:
            first_pose[pose.site, pose.shape] = pose.id
        seen[pose.site, pose.shape] += 1
        pose_slot[pose.id] = slot
        slot_pose[pose.site, slot] = pose.id
    return {
        "pose_site": np.array([pose.site for pose in table.poses], np.int8),
        "pose_shape": np.array([pose.shape for pose in table.poses], np.int8),
        "pose_slot": pose_slot,
        "slot_pose": slot_pose,
        "first_word": first_word,
        "words": words,
        "first_pose": first_pose,
        "first_plane": first_plane,
        "ranks": ranks,
        "planes": planes,
    }


def _support(edition: Edition, table: PlacementTable, layout: Layout, slots: Fields) -> Fields:
    """Which poses a column of a height rules out or carries (PLC-1, PLC-5), and which are within the levels."""
    sites, width, heights = len(table.sites), layout.columns, layout.heights
    first_word, words, first_plane = slots["first_word"], slots["words"], slots["first_plane"]
    fails = np.zeros((sites, width, heights, int(slots["planes"].max())), np.uint64)
    blocked = np.zeros((sites, width, heights, layout.slot_words), np.uint64)
    resting = np.zeros_like(blocked)
    low = np.zeros((sites, layout.slot_words), np.uint64)
    high_for = np.zeros((max(len(edition.solo.challenges), 1), sites, layout.slot_words), np.uint64)
    # A support that a pose does not have never carries it: a column every site has says so, at any height.
    for site in range(sites):
        for kind in range(len(edition.all_shapes)):
            run = first_plane[site, kind]
            fails[site, 0, :, run : run + words[site, kind] * slots["ranks"][site, kind]] = ~np.uint64(0)
    for pose in table.poses:
        word, bit = divmod(int(slots["pose_slot"][pose.id]), WORD)
        one = np.uint64(1) << np.uint64(bit)
        within = word - int(first_word[pose.site, pose.shape])
        run = int(first_plane[pose.site, pose.shape]) + within
        step = int(words[pose.site, pose.shape])
        for column, level in pose.feet:
            blocked[pose.site, column, level:, word] |= one
            resting[pose.site, column, level - 1, word] |= one
        for rank in range(len(pose.supports)):
            fails[pose.site, 0, :, run + rank * step] &= ~one
        for rank, support in enumerate(pose.supports):
            for column, level in pose.feet:
                fails[pose.site, column, level:, run + rank * step] |= one
            for column, level in (pose.feet[foot] for foot in support):
                for height in range(heights):
                    if height != level - 1:
                        fails[pose.site, column, height, run + rank * step] |= one
        if not pose.too_high:
            low[pose.site, word] |= one
        else:
            for number in pose.challenges:
                high_for[number, pose.site, word] |= one
    return {"fails": fails, "blocked": blocked, "resting": resting, "low": low, "high_for": high_for}


def _poses(edition: Edition, table: PlacementTable, layout: Layout) -> Fields:
    """The cubes of each pose: where they are, what they link to and what they cover."""
    count, colours, levels, mask = len(table.poses), table.colours, edition.levels, layout.cell_words
    cube_column = np.full((count, layout.cubes), -1, np.int16)
    cube_level = np.zeros((count, layout.cubes), np.int8)
    by_level = [[[it.count(level + 1) for level in range(levels)] for it in pose.levels_of] for pose in table.poses]
    on_level = np.array(by_level, np.int8)
    above = np.stack([on_level[:, :, depth:].sum(axis=2, dtype=np.int8) for depth in range(levels)])
    touch = np.zeros((count, colours, mask), np.uint64)
    own = np.zeros((count, colours, mask), np.uint64)
    shadow = np.zeros((count, mask), np.uint64)
    class_size = np.zeros((len(edition.all_shapes), colours), np.int8)
    for pose in table.poses:
        site = table.sites[pose.site]
        for number, (x, y, level) in enumerate(pose.cubes):
            cube_column[pose.id, number], cube_level[pose.id, number] = site.column_number[x, y], level
        for cube_class in range(colours):
            own[pose.id, cube_class] = words_of(pose.cells_of[cube_class] & site.above(0), mask)
            # What is above a cube of the new block is open sky or the block itself, so the deeper the snow, the fewer
            # of the same cells are touched: those of depth 0 serve all depths, once the covered ones are left out.
            touch[pose.id, cube_class] = words_of(pose.links[0][cube_class][1], mask)
        below = 0
        for x, y, level in pose.cubes:
            for lower in range(1, min(level, levels) + 1):
                below |= 1 << site.cell((x, y, lower))
        shadow[pose.id] = words_of(below, mask)
        class_size[pose.shape] = [len(cubes) for cubes in pose.levels_of]
    return {
        "cubes": np.array([len(pose.cubes) for pose in table.poses], np.int8),
        "cube_column": cube_column,
        "cube_level": cube_level,
        "on_level": on_level,
        "above": above,
        "touch": touch,
        "touch_any": np.bitwise_or.reduce(touch, axis=1),
        "own": own,
        "shadow": shadow,
        "class_size": class_size,
    }


def _feet(table: PlacementTable, layout: Layout) -> Fields:
    """The columns each pose stands over, and the cells that hold it up where it rests on some of them only."""
    count, cubes = len(table.poses), layout.cubes
    foot_column, foot_level = np.full((count, cubes), -1, np.int16), np.zeros((count, cubes), np.int8)
    holding = np.zeros((count, 1 << cubes, layout.cell_words), np.uint64)
    for pose in table.poses:
        for foot, (column, level) in enumerate(pose.feet):
            foot_column[pose.id, foot], foot_level[pose.id, foot] = column, level
        _fill_holding(holding[pose.id], table.sites[pose.site], pose)
    feet = np.array([len(pose.feet) for pose in table.poses], np.int8)
    return {"feet": feet, "foot_column": foot_column, "foot_level": foot_level, "holding": holding}


def _sites(table: PlacementTable, layout: Layout) -> Fields:
    """The columns and cells of each site."""
    sites, levels, mask = table.sites, table.sites[0].levels, layout.cell_words
    exposed = np.zeros((len(sites), levels, mask), np.uint64)
    level_cells = np.zeros((len(sites), levels, mask), np.uint64)
    neighbours = np.zeros((len(sites), layout.columns * levels, mask), np.uint64)
    open_above = np.zeros((len(sites), layout.columns, layout.heights, mask), np.uint64)
    column_x, column_y = (np.zeros((len(sites), layout.columns), np.int16) for _ in range(2))
    for site in sites:
        for depth in range(levels):
            exposed[site.number, depth] = words_of(site.above(depth), mask)
            level_cells[site.number, depth] = words_of(site.level_cells << depth * site.width, mask)
        for cell, beside in enumerate(site.neighbours):
            neighbours[site.number, cell] = words_of(beside, mask)
        for column, (x, y) in enumerate(site.columns):
            for height in range(layout.heights):
                cells = [1 << site.cell((x, y, level)) for level in range(height + 1, levels + 1)]
                open_above[site.number, column, height] = words_of(sum(cells), mask)
            column_x[site.number, column], column_y[site.number, column] = x, y
    return {
        "width": np.array([site.width for site in sites], np.int32),
        "column_x": column_x,
        "column_y": column_y,
        "neighbours": neighbours,
        "exposed": exposed,
        "level_cells": level_cells,
        "open_above": open_above,
    }


def _challenges(edition: Edition) -> Fields:
    """What each challenge asks for, and the poses that are drawn for one."""
    poses = placement_table(edition).poses
    challenges = edition.solo.challenges
    rows = [
        (
            edition.site_ids.index(it.site),
            edition.shape_ids.index(it.shape),
            it.count,
            RECTANGLE if it.rectangle else POSE if it.pose else COUNT,
            *(it.rectangle or (0, 0)),
        )
        for it in challenges
    ]
    return {
        "challenge": np.array(rows, np.int32).reshape(len(rows), 6),
        "pose_challenges": np.array([sum(1 << number for number in pose.challenges) for pose in poses], np.int32),
    }


def _numbers(edition: Edition) -> Fields:
    """What else the rules ask of an edition."""
    solo, colours = edition.solo, edition.colour_ids
    return {
        "solo_colour": np.array([colours.index(site.solo_colour) for site in edition.sites], np.int64),
        "orders": np.array([(*order, *[-1] * (PEEK - len(order))) for order in ORDERS], np.int8),
        "winter": np.array(colours.index(solo.winter), np.int64),
        "challenge_points": np.array(solo.challenge_points, np.int64),
        "player_turns": np.array(solo.player_turns, np.int64),
        "visible": np.array(edition.deck.display, np.int64),
    }


def _marks_by_stick(edition: Edition, on_level: Array, above: Array) -> Fields:
    """What poses will earn at coming snowfalls, by stick and stage, and the most each can be worth without a link."""
    marks = np.array([stick.marks for stick in edition.sticks])
    earned = np.einsum("pcl,zl->zlpc", on_level.astype(np.int64), marks)
    from_stage = np.flip(np.flip(earned, 1).cumsum(1), 1)
    new = above.max(axis=2)
    most_alone = new[None] + from_stage.max(axis=3) - from_stage.min(axis=3)
    return {"stick_marks": from_stage.astype(np.int16), "most_alone": most_alone.astype(np.int16)}


def words_of(number: int, words: int) -> Array:
    """A bit set as words, the lowest first."""
    return np.array([number >> WORD * word & (1 << WORD) - 1 for word in range(words)], np.uint64)


def _fill_holding(holding: Array, site: SiteTable, pose: Pose) -> None:
    """The cells where another block holds this one up, for every set of feet it may rest on."""
    feet = [(*site.columns[column], level) for column, level in pose.feet]
    for subset in range(1, 1 << len(feet)):
        resting = [foot for number, foot in enumerate(feet) if subset >> number & 1]
        cells = 0
        for x, y, level in holding_cells(pose.cubes, resting):
            if (x, y) in site.column_number and level <= site.levels:
                cells |= 1 << site.cell((x, y, level))
        holding[subset] = words_of(cells, holding.shape[1])
