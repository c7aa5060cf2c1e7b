"""The placement table of an edition as flat arrays, for compiled code.

Sets of poses are words of 64 bits. On a site, each shape begins a word of its own, so that "the standing poses of this
shape" is a run of words; a pose's place in them is its *slot*. Sets of cells are ``mask`` words, bit
``(level - 1) × columns + column`` as in the geometry layer.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from nouvelle_france.core.actions import FIRST_CLAIM, ORDERS
from nouvelle_france.core.layout import WORD, layout_of, runs_of
from nouvelle_france.core.records import (
    COUNT,
    POSE,
    RECTANGLE,
    Array,
    Game,
    Games,
    Tables,
    Work,
    dtype_of,
    fields_of,
)
from nouvelle_france.edition import Edition
from nouvelle_france.geometry import Pose, SiteTable, placement_table
from nouvelle_france.geometry.support import holding_cells
from nouvelle_france.rules.legal import PEEK


@lru_cache(maxsize=8)
def core_tables(edition: Edition) -> Any:
    """The record of an edition (:class:`~.records.Tables`), computed on first use."""
    table = placement_table(edition)
    sites, colours, levels = table.sites, table.colours, edition.levels
    kinds = len(edition.all_shapes)
    poses = table.poses
    layout = layout_of(edition)
    most_cubes, width, heights, mask = layout.cubes, layout.columns, layout.heights, layout.cell_words
    challenges = edition.solo.challenges

    runs = runs_of(table, kinds)
    first_word, words, first_plane, ranks, planes = (np.array(it, np.int32) for it in runs[:5])
    slot_words = runs.slot_words

    pose_slot = np.zeros(len(poses), np.int32)
    slot_pose = np.full((len(sites), slot_words * WORD), -1, np.int32)
    seen = np.zeros((len(sites), kinds), np.int32)
    for pose in poses:
        slot = first_word[pose.site, pose.shape] * WORD + seen[pose.site, pose.shape]
        seen[pose.site, pose.shape] += 1
        pose_slot[pose.id] = slot
        slot_pose[pose.site, slot] = pose.id

    fails = np.zeros((len(sites), width, heights, int(planes.max())), np.uint64)
    blocked = np.zeros((len(sites), width, heights, slot_words), np.uint64)
    resting = np.zeros_like(blocked)
    low = np.zeros((len(sites), slot_words), np.uint64)
    high_for = np.zeros((max(len(challenges), 1), len(sites), slot_words), np.uint64)
    # A support that a pose does not have never carries it: a column every site has says so, at any height.
    for site in sites:
        for kind in range(kinds):
            run = first_plane[site.number, kind]
            size = words[site.number, kind]
            fails[site.number, 0, :, run : run + size * ranks[site.number, kind]] = ~np.uint64(0)
    for pose in poses:
        word, bit = divmod(int(pose_slot[pose.id]), WORD)
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

    shape = (len(poses), most_cubes)
    cube_column, cube_level = np.full(shape, -1, np.int16), np.zeros(shape, np.int8)
    on_level = np.zeros((len(poses), colours, levels), np.int8)
    above = np.zeros((len(poses), colours, levels), np.int8)
    touch = np.zeros((len(poses), colours, mask), np.uint64)
    own = np.zeros((len(poses), colours, mask), np.uint64)
    shadow = np.zeros((len(poses), mask), np.uint64)
    foot_column, foot_level = np.full(shape, -1, np.int16), np.zeros(shape, np.int8)
    holding = np.zeros((len(poses), 1 << most_cubes, mask), np.uint64)
    pose_challenges = np.zeros(len(poses), np.int32)
    for pose in poses:
        site = sites[pose.site]
        for number, (x, y, level) in enumerate(pose.cubes):
            cube_column[pose.id, number], cube_level[pose.id, number] = site.column_number[x, y], level
            if level <= levels:
                on_level[pose.id, _class_of(edition, pose, number), level - 1] += 1
        for colour in range(colours):
            own[pose.id, colour] = words_of(pose.cells_of[colour] & site.above(0), mask)
            for depth in range(levels):
                above[pose.id, colour, depth] = on_level[pose.id, colour, depth:].sum()
            # What is above a cube of the new block is open sky or the block itself, so the deeper the snow, the fewer
            # of the same cells are touched: those of depth 0 serve all depths, once the covered ones are left out.
            touch[pose.id, colour] = words_of(pose.links[0][colour][1], mask)
        below = 0
        for x, y, level in pose.cubes:
            for lower in range(1, min(level, levels) + 1):
                below |= 1 << site.cell((x, y, lower))
        shadow[pose.id] = words_of(below, mask)
        for foot, (column, level) in enumerate(pose.feet):
            foot_column[pose.id, foot], foot_level[pose.id, foot] = column, level
        _fill_holding(holding[pose.id], site, pose)
        for number in pose.challenges:
            pose_challenges[pose.id] |= 1 << number

    exposed = np.zeros((len(sites), levels, mask), np.uint64)
    level_cells = np.zeros((len(sites), levels, mask), np.uint64)
    neighbours = np.zeros((len(sites), width * levels, mask), np.uint64)
    open_above = np.zeros((len(sites), width, heights, mask), np.uint64)
    column_x, column_y = np.zeros((len(sites), width), np.int16), np.zeros((len(sites), width), np.int16)
    for site in sites:
        for depth in range(levels):
            exposed[site.number, depth] = words_of(site.above(depth), mask)
            level_cells[site.number, depth] = words_of(site.level_cells << depth * site.width, mask)
        for cell, beside in enumerate(site.neighbours):
            neighbours[site.number, cell] = words_of(beside, mask)
        for column, (x, y) in enumerate(site.columns):
            for height in range(heights):
                cells = [1 << site.cell((x, y, level)) for level in range(height + 1, levels + 1)]
                open_above[site.number, column, height] = words_of(sum(cells), mask)
            column_x[site.number, column], column_y[site.number, column] = x, y

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
    class_size = np.zeros((kinds, colours), np.int8)
    for pose in poses:
        class_size[pose.shape] = [len(cubes) for cubes in pose.levels_of]
    stick_marks, most_alone = _marks_by_stick(edition, on_level, above)
    fields: dict[str, Array] = {
        "pose_site": np.array([pose.site for pose in poses], np.int8),
        "pose_shape": np.array([pose.shape for pose in poses], np.int8),
        "pose_slot": pose_slot,
        "slot_pose": slot_pose,
        "first_word": first_word,
        "words": words,
        "first_plane": first_plane,
        "ranks": ranks,
        "planes": planes,
        "fails": fails,
        "blocked": blocked,
        "resting": resting,
        "low": low,
        "high_for": high_for,
        "cubes": np.array([len(pose.cubes) for pose in poses], np.int8),
        "cube_column": cube_column,
        "cube_level": cube_level,
        "on_level": on_level,
        "above": np.ascontiguousarray(above.transpose(2, 0, 1)),
        "touch": touch,
        "touch_any": np.bitwise_or.reduce(touch, axis=1),
        "own": own,
        "shadow": shadow,
        "open_above": open_above,
        "feet": np.array([len(pose.feet) for pose in poses], np.int8),
        "foot_column": foot_column,
        "foot_level": foot_level,
        "holding": holding,
        "width": np.array([site.width for site in sites], np.int32),
        "column_x": column_x,
        "column_y": column_y,
        "neighbours": neighbours,
        "exposed": exposed,
        "level_cells": level_cells,
        "solo_colour": np.array([edition.colour_ids.index(site.solo_colour) for site in edition.sites], np.int64),
        "class_size": class_size,
        "stick_marks": stick_marks,
        "most_alone": most_alone,
        "pose_challenges": pose_challenges,
        "challenge": np.array(rows, np.int32).reshape(len(rows), 6),
        "orders": np.array([(*order, *[-1] * (PEEK - len(order))) for order in ORDERS], np.int8),
        "winter": np.array(edition.colour_ids.index(edition.solo.winter), np.int64),
        "challenge_points": np.array(edition.solo.challenge_points, np.int64),
        "player_turns": np.array(edition.solo.player_turns, np.int64),
        "visible": np.array(edition.deck.display, np.int64),
    }
    sizes = {
        letter: size
        for name, values in fields.items()
        for letter, size in zip(fields_of(Tables)[name].shape.split(), values.shape, strict=True)
    }
    record = np.zeros(1, dtype_of(Tables, sizes))
    for name, values in fields.items():
        record[name][0] = values
    return record[0]


def sizes_of(tables: Any) -> dict[str, int]:
    """The sizes of an edition by their letters, from its record."""
    shape = {name: it[0].shape for name, it in tables.dtype.fields.items()}
    (sites, width, heights, planes), (poses, colours, mask) = shape["fails"], shape["own"]
    kinds, levels = shape["class_size"][0], shape["level_cells"][1]
    shapes = kinds - levels
    return {
        "S": sites,
        "W": width,
        "H": heights,
        "G": planes,
        "P": poses,
        "C": colours,
        "M": mask,
        "K": kinds,
        "J": shapes,
        "L": levels,
        "A": shape["low"][1],
        "N": max(colours, 2),
        "T": max(int(tables["player_turns"]), 1),
        "V": int(tables["visible"]) + 1,
        "D": shapes * colours + levels,
        "B": kinds * colours,
        "R": levels * colours,
        "cells": shape["neighbours"][1],
        "E": poses * colours + FIRST_CLAIM + shapes * colours,
    }


def action_count(tables: Any) -> int:
    """How many actions have a number."""
    return sizes_of(tables)["E"]


def new_work(tables: Any) -> Any:
    """Fresh room to work in (:class:`Work`)."""
    return np.zeros(1, dtype_of(Work, sizes_of(tables)))[0]


def new_games(edition: Edition, count: int) -> Games:
    """Room for so many games of an edition (:class:`Game`)."""
    return np.zeros(count, game_dtype(edition))


@lru_cache(maxsize=8)
def game_dtype(edition: Edition) -> np.dtype[np.void]:
    """The NumPy type of a game of an edition."""
    return dtype_of(Game, sizes_of(core_tables(edition)))


def _marks_by_stick(edition: Edition, on_level: Array, above: Array) -> tuple[Array, Array]:
    """What poses will earn at the snowfalls to come, by stick and stage, and the most they are worth by that alone."""
    marks = np.array([stick.marks for stick in edition.sticks])
    earned = np.einsum("pcl,zl->zlpc", on_level.astype(np.int64), marks)
    from_stage = np.flip(np.flip(earned, 1).cumsum(1), 1)
    new = above.max(axis=1).T
    most_alone = new[None] + from_stage.max(axis=3) - from_stage.min(axis=3)
    return from_stage.astype(np.int16), most_alone.astype(np.int16)


def words_of(number: int, words: int) -> Array:
    """A bit set as words, the lowest first."""
    return np.array([number >> WORD * word & (1 << WORD) - 1 for word in range(words)], np.uint64)


def _class_of(edition: Edition, pose: Pose, cube: int) -> int:
    """Cube number j of a construction block has the j-th colour after the one it doubles; a bonus block has one."""
    return cube % len(edition.colours) if pose.shape < len(edition.shapes) else 0


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
