"""The rules of the table and of solo play over flat records, compiled.

Each function mirrors one of the pure rules and names what it implements; the pure rules are the reference, and a test
plays both side by side. ``t`` is the record of the edition (:data:`~.tables.FIELDS`), ``g`` a game (:mod:`~.layout`),
``work`` room for intermediate results, and ``log`` takes what happened (empty: nobody wants to know).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from nouvelle_france.core.bitsets import lowest, ones
from nouvelle_france.core.compiling import compiled
from nouvelle_france.core.layout import (
    ALLIES_EACH_STAGE,
    BONUS_DUE,
    BONUS_LOST,
    BY_ALLIES,
    BY_PEG,
    BY_POINTS,
    CHALLENGE_EARNED,
    CLAIMED,
    CLAIMED_UNABLE,
    CLOSE,
    COMPLETED,
    COUREUR_ASKED,
    DECLINED,
    DOUBLED,
    DRAW_NOW,
    DREW,
    DUE,
    FILLE_ASKED,
    GAME_OVER,
    LOOK_AFTER,
    LOOK_BEFORE,
    LOST_TURN,
    NOBODY,
    OVER,
    PASSED,
    PEEKED,
    PLACE,
    PLACED,
    PUT_BACK,
    REMOVED,
    SCORED,
    SHARED,
    SNOW_CARD,
    SNOW_FELL,
    SNOW_LIES,
    SOLO,
    TABLE,
    TALLIED,
    TOOK_HALF,
    TURN,
    TURN_BEGAN,
    WINTER_CHOSE,
)
from nouvelle_france.core.tables import (
    COUREUR,
    DECLINE,
    DRAW,
    END,
    FILLE,
    FIRST_ORDER,
    LOOK,
    ORDER,
    ORDERS,
    PASS,
    POSE,
    RECTANGLE,
)
from nouvelle_france.rules import phase as tokens
from nouvelle_france.rules.game import PLAYER, WINTER
from nouvelle_france.rules.legal import PEEK

FILLE_TOKEN, COUREUR_TOKEN, HURON_TOKEN = tokens.FILLE, tokens.COUREUR, tokens.HURON
ALL_TOKENS = FILLE_TOKEN | COUREUR_TOKEN | HURON_TOKEN
FIRST_CLAIM = ORDER + len(ORDERS)
"""The claims' first action, counted like the plain ones."""

ONE = np.uint64(1)
NONE = np.uint64(0)

WIDEST = 256
"""How many placements can be judged by what follows."""

WORK_FIELDS = {
    "fails": "[planes] poses by support that cannot stand",
    "groups": "[S, cells, M] the chains of a colour on each site",
    "group_size": "[S, cells]",
    "group_count": "[S]",
    "chained": "[S, M] the cells of all of them",
    "frontier": "[3, M]",
    "actions": "[actions] a list of actions",
    # What follows serves judging moves (core/policy.py).
    "gains": "[actions] what each placement of the list scores its seat now",
    "white_gains": "[actions] … and, in solo, white",
    "worths": "[actions] … and what it is worth with its stick marks",
    "sticks": "[S, L] the stick marks that the next two are about",
    "stage_marks": "[L + 1, P, C] what a class of a pose will earn at the snowfalls from that stage on",
    "most_alone": "[L + 1, P] the most a pose can be worth where it links to nothing, a disk aside",
    "best_worths": "[width] the best of the list so far",
    "class_marks": "[C] of the pose at hand, by class of cubes",
    "class_points": "[C]",
    "white_points": "[C]",
    "white_groups": "[cells, M] white's chains on the site at hand",
    "white_size": "[cells]",
    "white_count": "",
    "sky": "[S, M] cells that a block can still reach",
    "sky_after": "[M]",
    "cells_after": "[M]",
    "left": "[M]",
    "frontier_cells": "[M]",
    "touched": "[M]",
    "touched_all": "[M]",
    "site_features": "[S, C, 7] what a colour's cubes on a site are good for",
    "kept": "[7]",
    "features": "[features] of a colour",
    "projected": "[C] scores with all that is certain to come",
    "expected": "[C] … and what is expected beyond",
    "seat_of": "[C]",
    "bucket": "which weights apply",
    "top": "[width] the best placements",
    "top_value": "[width]",
    "top_count": "",
    "no_log": "[0, 6] for one who wants to know nothing",
}
"""Room for intermediate results; one a thread."""


def new_work(tables: Any) -> Any:
    """Fresh room (:data:`WORK_FIELDS`)."""
    sites, cells, mask = tables["neighbours"].shape
    colours = tables["own"].shape[1]
    poses, levels = tables["on_level"].shape[0], tables["on_level"].shape[2]
    actions = action_count(tables)
    fields: list[Any] = [
        ("fails", "u8", tables["fails"].shape[3]),
        ("groups", "u8", (sites, cells, mask)),
        ("group_size", "i4", (sites, cells)),
        ("group_count", "i4", sites),
        ("chained", "u8", (sites, mask)),
        ("frontier", "u8", (3, mask)),
        ("actions", "i4", actions),
        ("gains", "i4", actions),
        ("white_gains", "i4", actions),
        ("worths", "f8", actions),
        ("sticks", "i4", tables["level_cells"].shape[:2]),
        ("stage_marks", "i2", (levels + 1, poses, colours)),
        ("most_alone", "i2", (levels + 1, poses)),
        ("best_worths", "f8", WIDEST),
        ("class_marks", "i4", colours),
        ("class_points", "i4", colours),
        ("white_points", "i4", colours),
        ("white_groups", "u8", (cells, mask)),
        ("white_size", "i4", cells),
        ("white_count", "i8"),
        ("sky", "u8", (sites, mask)),
        ("sky_after", "u8", mask),
        ("cells_after", "u8", mask),
        ("left", "u8", mask),
        ("frontier_cells", "u8", mask),
        ("touched", "u8", mask),
        ("touched_all", "u8", mask),
        ("site_features", "i4", (sites, colours, 7)),
        ("kept", "i4", 7),
        ("features", "f8", 15),
        ("projected", "f8", colours),
        ("expected", "f8", colours),
        ("seat_of", "i4", colours),
        ("bucket", "i8"),
        ("top", "i8", WIDEST),
        ("top_value", "f8", WIDEST),
        ("top_count", "i8"),
        ("no_log", "i4", (0, 6)),
    ]
    assert [field[0] for field in fields] == list(WORK_FIELDS)
    return np.zeros(1, np.dtype(fields, align=True))[0]


def action_count(tables: Any) -> int:
    """How many actions have a number."""
    poses, colours = tables["own"].shape[:2]
    blocks = (tables["class_size"].shape[0] - tables["on_level"].shape[2]) * colours
    return int(poses * colours + ORDER + len(ORDERS) + blocks)


@compiled
def tell(log: Any, kind: Any, a: Any = 0, b: Any = 0, c: Any = 0, d: Any = 0, e: Any = 0) -> None:
    """Note what happened; the first row counts."""
    if len(log):
        row = log[0, 0] + 1
        log[0, 0] = row
        log[row, 0] = kind
        log[row, 1] = a
        log[row, 2] = b
        log[row, 3] = c
        log[row, 4] = d
        log[row, 5] = e


# -- how many there are: known when compiling ------------------------------------------------------------------------


@compiled
def site_count(t: Any) -> int:
    """S"""
    return len(t.width)


@compiled
def colour_count(t: Any) -> int:
    """C"""
    return int(t.class_size.shape[1])


@compiled
def level_count(t: Any) -> int:
    """L"""
    return int(t.on_level.shape[2])


@compiled
def kind_count(t: Any) -> int:
    """K"""
    return len(t.class_size)


@compiled
def shape_count(t: Any) -> int:
    """Of construction blocks: there is one bonus shape a level."""
    return int(len(t.class_size) - t.on_level.shape[2])


@compiled
def mask_words(t: Any) -> int:
    """M"""
    return int(t.own.shape[2])


@compiled
def slot_words(t: Any) -> int:
    """A"""
    return int(t.low.shape[1])


@compiled
def first_plain(t: Any) -> int:
    """The first action that is no placement."""
    return len(t.pose_site) * colour_count(t)


# -- where blocks stand ----------------------------------------------------------------------------------------------


@compiled
def stand(t: Any, g: Any, site: Any, work: Any) -> None:
    """PLC-1, PLC-5: which poses can be put on a site, those above the top level included."""
    planes = t.planes[site]
    fails = work.fails
    for plane in range(planes):
        fails[plane] = NONE
    for column in range(t.width[site]):
        row = t.fails[site, column, g.heights[site, column]]
        for plane in range(planes):
            fails[plane] |= row[plane]
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


@compiled
def lean(t: Any, g: Any, site: Any) -> None:
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
            pose = t.slot_pose[site, word * 64 + bit]
            feet = 0
            for foot in range(t.feet[pose]):
                if g.heights[site, t.foot_column[pose, foot]] == t.foot_level[pose, foot] - 1:
                    feet |= 1 << foot
            for part in range(mask):
                taken = NONE
                for colour in range(colour_count(t)):
                    taken |= g.cells[site, colour, part]
                if taken & t.holding[pose, feet, part]:
                    held |= ONE << np.uint64(bit)
                    break
        g.standing[site, word] |= held


@compiled
def unearned(g: Any) -> int:
    """The bit set of challenges that the player to place may still earn (CHA-7, CHA-9)."""
    if g.mode == SOLO and g.phase == PLACE and g.active == PLAYER:
        return int(g.challenges & ~g.earned)
    return 0


@compiled
def fitting(t: Any, g: Any, site: Any, word: Any, high: Any) -> Any:
    """The poses of a word that may be used: above the top level only where that earns one of these challenges."""
    standing = g.standing[site, word]
    allowed = standing & t.low[site, word]
    if high:
        for challenge in range(len(t.challenge)):
            if high >> challenge & 1:
                allowed |= standing & t.high_for[challenge, site, word]
    return allowed


@compiled
def fits(t: Any, g: Any, site: Any, kind: Any, high: Any) -> bool:
    """Whether a shape can be put somewhere on a site."""
    first = t.first_word[site, kind]
    for word in range(first, first + t.words[site, kind]):
        if fitting(t, g, site, word, high):
            return True
    return False


@compiled
def fits_somewhere(t: Any, g: Any, kind: Any) -> bool:
    """Whether a shape can be put on any site, within the levels."""
    for site in range(site_count(t)):
        if fits(t, g, site, kind, 0):
            return True
    return False


@compiled
def on_display(g: Any, shape: Any) -> bool:
    """Whether a card of that shape is visible."""
    for place in range(g.display_count):
        if g.display[place] == shape:
            return True
    return False


@compiled
def cards_left(g: Any, shape: Any) -> int:
    """How many cards of a shape are still in the deck: as many as blocks in stock, less those on display (CMP-3)."""
    count = ones(np.uint64(g.stock[shape]))
    for place in range(g.display_count):
        if g.display[place] == shape:
            count -= 1
    return count


@compiled
def offered(t: Any, g: Any, kind: Any) -> int:
    """The bit set of colours whose block of a shape may be placed in this phase."""
    shapes = shape_count(t)
    if g.phase == PLACE:
        return int(g.stock[kind]) if kind < shapes and on_display(g, kind) else 0
    if g.phase == TURN:
        return int(g.bonus[g.snow]) & 1 << g.colour_of_seat[g.active] if kind == shapes + g.snow else 0
    if g.phase == CLAIMED:
        return int(g.stock[kind]) if kind == g.claim_shape else 0
    if g.phase == DUE:
        return int(g.bonus[g.due[0, 0]]) if kind == shapes + g.due[0, 0] else 0
    return 0


@compiled
def allowed_sites(t: Any, g: Any) -> int:
    """The bit set of sites that may be used now (CHA-2..5)."""
    everywhere = (1 << site_count(t)) - 1
    if g.mode == SOLO and g.phase == PLACE and g.active == PLAYER and g.required[g.turn] >= 0:
        site = g.required[g.turn]
        high = unearned(g)
        for shape in range(shape_count(t)):
            if g.stock[shape] and fits(t, g, site, shape, high):
                return 1 << site
    return everywhere


@compiled
def list_placements(t: Any, g: Any, out: Any) -> int:
    """What may be placed now, in placement order; not for Winter, who follows SOL-5."""
    colours = colour_count(t)
    sites = allowed_sites(t, g)
    high = unearned(g)
    count = 0
    for site in range(site_count(t)):
        if not sites >> site & 1:
            continue
        for kind in range(kind_count(t)):
            blocks = offered(t, g, kind)
            if not blocks:
                continue
            first = t.first_word[site, kind]
            for word in range(first, first + t.words[site, kind]):
                left = fitting(t, g, site, word, high)
                while left:
                    pose = t.slot_pose[site, word * 64 + lowest(left)]
                    left &= left - ONE
                    for block in range(colours):
                        if blocks >> block & 1:
                            out[count] = pose * colours + block
                            count += 1
    return count


@compiled
def count_placements(t: Any, g: Any) -> int:
    """How many placements there are, without listing them."""
    sites = allowed_sites(t, g)
    high = unearned(g)
    count = 0
    for kind in range(kind_count(t)):
        blocks = offered(t, g, kind)
        if not blocks:
            continue
        poses = 0
        for site in range(site_count(t)):
            if sites >> site & 1:
                first = t.first_word[site, kind]
                for word in range(first, first + t.words[site, kind]):
                    poses += ones(fitting(t, g, site, word, high))
        count += poses * ones(np.uint64(blocks))
    return count


@compiled
def nth_placement(t: Any, g: Any, number: Any) -> int:
    """The placement of that number, counted by shape, then site, pose and block."""
    colours = colour_count(t)
    sites = allowed_sites(t, g)
    high = unearned(g)
    for kind in range(kind_count(t)):
        blocks = offered(t, g, kind)
        if not blocks:
            continue
        each = ones(np.uint64(blocks))
        for site in range(site_count(t)):
            if not sites >> site & 1:
                continue
            first = t.first_word[site, kind]
            for word in range(first, first + t.words[site, kind]):
                left = fitting(t, g, site, word, high)
                here = ones(left) * each
                if number >= here:
                    number -= here
                    continue
                for _ in range(number // each):
                    left &= left - ONE
                pose = t.slot_pose[site, word * 64 + lowest(left)]
                number %= each
                for block in range(colours):
                    if blocks >> block & 1:
                        if number == 0:
                            return int(pose * colours + block)
                        number -= 1
    return -1


# -- scoring ---------------------------------------------------------------------------------------------------------


@compiled
def find_groups(t: Any, g: Any, site: Any, colour: Any, work: Any) -> None:
    """SCO-1, SCO-2: the chains of a colour on a site above the snow."""
    mask = mask_words(t)
    left, frontier, group = work.frontier[0], work.frontier[1], work.frontier[2]
    some = NONE
    for part in range(mask):
        left[part] = g.cells[site, colour, part] & t.exposed[site, g.snow, part]
        some |= left[part]
        work.chained[site, part] = left[part]
    count = 0
    start = 0
    while some:
        while not left[start]:
            start += 1
        for part in range(mask):
            group[part] = NONE
            frontier[part] = NONE
        frontier[start] = left[start] & (~left[start] + ONE)
        size = 0
        at = start
        while at < mask:
            if not frontier[at]:
                at += 1
                continue
            bit = lowest(frontier[at])
            one = ONE << np.uint64(bit)
            frontier[at] &= ~one
            group[at] |= one
            left[at] &= ~one
            size += 1
            cell = at * 64 + bit
            for part in range(mask):
                frontier[part] |= t.neighbours[site, cell, part] & left[part]
                if frontier[part] and part < at:
                    at = part
        some = NONE
        for part in range(mask):
            work.groups[site, count, part] = group[part]
            some |= left[part]
        work.group_size[site, count] = size
        count += 1
    work.group_count[site] = count


@compiled
def linked(t: Any, site: Any, pose: Any, part_of_block: Any, work: Any) -> int:
    """How many cubes in place a class of a pose links to, by the chains found last on that site."""
    mask = mask_words(t)
    some = NONE
    for part in range(mask):
        some |= t.touch[pose, part_of_block, part] & work.chained[site, part]
    if not some:  # as most often
        return 0
    total = 0
    for group in range(work.group_count[site]):
        for part in range(mask):
            if t.touch[pose, part_of_block, part] & work.groups[site, group, part]:
                total += work.group_size[site, group]
                break
    return total


@compiled
def class_of(t: Any, block: Any, colour: Any) -> int:
    """Which class of cubes has that colour on a block."""
    colours = colour_count(t)
    return int((colour - block + colours) % colours)


@compiled
def points_of(t: Any, g: Any, placement: Any, colour: Any, work: Any) -> int:
    """SCO-1: what a colour scores for a placement; finds that colour's chains on the site."""
    colours = colour_count(t)
    pose, block = placement // colours, placement % colours
    site = t.pose_site[pose]
    part_of_block = (colour - block + colours) % colours
    count = t.above[g.snow, pose, part_of_block]
    if not count:
        return 0
    find_groups(t, g, site, colour, work)
    return int(count) + linked(t, site, pose, part_of_block, work)


@compiled
def marks_of(t: Any, g: Any, pose: Any, block: Any, colour: Any) -> int:
    """What a colour's cubes of a placement will earn at the coming snowfalls."""
    colours = colour_count(t)
    part_of_block = (colour - block + colours) % colours
    total = 0
    for level in range(g.snow + g.snowing, level_count(t)):
        total += t.on_level[pose, part_of_block, level] * g.marks[t.pose_site[pose], level]
    return total


@compiled
def completes(t: Any, g: Any, pose: Any) -> bool:
    """CMPL-1: whether a pose covers the last visible columns."""
    site = t.pose_site[pose]
    if g.bare[site] > t.feet[pose]:
        return False
    covered = 0
    for foot in range(t.feet[pose]):
        if g.heights[site, t.foot_column[pose, foot]] == 0:
            covered += 1
    return covered > 0 and covered == g.bare[site]


@compiled
def earns(t: Any, g: Any, pose: Any) -> int:
    """CHA-7, CHA-9: the bit set of challenges done once the solo player has placed this."""
    colours = colour_count(t)
    open_challenges = g.challenges & ~g.earned
    shape = t.pose_shape[pose]
    if not open_challenges or shape >= shape_count(t):
        return 0
    site = t.pose_site[pose]
    earned = 0
    for number in range(len(t.challenge)):
        if not open_challenges >> number & 1:
            continue
        if t.challenge[number, 0] != site or t.challenge[number, 1] != shape:
            continue
        count = 1
        if t.challenge[number, 3] == POSE:
            count = t.pose_challenges[pose] >> number & 1
        if t.challenge[number, 3] == RECTANGLE:
            if fills_rectangle(t, g, pose, number):
                earned |= 1 << number
            continue
        for place in range(g.placed_count):
            other = g.placed[place] // colours
            if g.placed_by[place] != PLAYER or t.pose_site[other] != site or t.pose_shape[other] != shape:
                continue
            if t.challenge[number, 3] != POSE or t.pose_challenges[other] >> number & 1:
                count += 1
        if count >= t.challenge[number, 2]:
            earned |= 1 << number
    return earned


@compiled
def fills_rectangle(t: Any, g: Any, pose: Any, number: Any) -> bool:
    """Whether a pose and some earlier blocks of the player fill the standing rectangle of a challenge."""
    colours = colour_count(t)
    site, shape = t.pose_site[pose], t.pose_shape[pose]
    wanted = t.challenge[number, 2]
    # Of a shape there are as many blocks as colours, so all choices among the earlier ones are soon tried.
    earlier = np.zeros(colours, np.int64)
    count = 0
    for place in range(g.placed_count):
        other = g.placed[place] // colours
        if g.placed_by[place] == PLAYER and t.pose_site[other] == site and t.pose_shape[other] == shape:
            earlier[count] = other
            count += 1
    for chosen in range(1 << count):
        if ones(np.uint64(chosen)) == wanted - 1 and _upright(t, site, pose, earlier, count, chosen, number):
            return True
    return False


@compiled
def _upright(t: Any, site: Any, pose: Any, earlier: Any, count: Any, chosen: Any, number: Any) -> bool:
    low_x = low_y = low_level = 1 << 30
    high_x = high_y = high_level = -1
    cubes = 0
    for which in range(-1, count):
        if which >= 0 and not chosen >> which & 1:
            continue
        other = pose if which < 0 else earlier[which]
        for cube in range(t.cubes[other]):
            column, level = t.cube_column[other, cube], t.cube_level[other, cube]
            x, y = t.column_x[site, column], t.column_y[site, column]
            low_x, high_x = min(low_x, x), max(high_x, x)
            low_y, high_y = min(low_y, y), max(high_y, y)
            low_level, high_level = min(low_level, level), max(high_level, level)
            cubes += 1
    width, height = t.challenge[number, 4], t.challenge[number, 5]
    thin = high_x == low_x or high_y == low_y
    # Cubes of different blocks never share a cell: as many as the box has room for fill it.
    return bool(
        thin
        and high_x - low_x + high_y - low_y == width - 1
        and high_level - low_level == height - 1
        and cubes == width * height
    )


# -- Winter ----------------------------------------------------------------------------------------------------------


@compiled
def winter_choice(t: Any, g: Any, out: Any, log: Any, work: Any) -> int:
    """SOL-5: the placements Winter may choose from, in order; the log learns why."""
    colours = colour_count(t)
    white = t.winter
    for site in range(site_count(t)):
        find_groups(t, g, site, white, work)
    best_cubes, best_points, best_marks = -1, 0, 0
    count = 0
    for site in range(site_count(t)):
        for shape in range(shape_count(t)):
            if not g.stock[shape] or not on_display(g, shape):
                continue
            first = t.first_word[site, shape]
            for word in range(first, first + t.words[site, shape]):
                left = fitting(t, g, site, word, 0)
                while left:
                    pose = t.slot_pose[site, word * 64 + lowest(left)]
                    left &= left - ONE
                    for block in range(colours):
                        if not g.stock[shape] >> block & 1:
                            continue
                        part = (white - block + colours) % colours
                        cubes = t.class_size[shape, part]
                        if cubes < best_cubes:
                            continue
                        points = t.above[g.snow, pose, part]
                        if points:
                            points += linked(t, site, pose, part, work)
                        marks = marks_of(t, g, pose, block, white)
                        if cubes > best_cubes or points > best_points or (points == best_points and marks > best_marks):
                            best_cubes, best_points, best_marks = cubes, points, marks
                            count = 0
                        if cubes == best_cubes and points == best_points and marks == best_marks:
                            out[count] = pose * colours + block
                            count += 1
    if len(log):
        tell(log, WINTER_CHOSE, best_cubes, best_points, best_marks, count)
    return count


# -- what may be done ------------------------------------------------------------------------------------------------


@compiled
def list_claims(t: Any, g: Any, seat: Any, out: Any, count: Any) -> int:
    """UNA-1, UNA-4, SOL-6, SOL-10: the claims, as actions; Winter returns the newest card, fewest white first."""
    colours = colour_count(t)
    base = first_plain(t) + FIRST_CLAIM
    fewest = -1
    newest = g.display[g.display_count - 1] if g.display_count else -1
    winter = g.mode == SOLO and seat == WINTER
    if winter:
        for block in range(colours):
            whites = t.class_size[newest, class_of(t, block, t.winter)]
            if g.stock[newest] >> block & 1 and (fewest < 0 or whites < fewest):
                fewest = whites
    for shape in range(shape_count(t)):
        if not on_display(g, shape) or (winter and shape != newest):
            continue
        for block in range(colours):
            if not g.stock[shape] >> block & 1:
                continue
            if winter and t.class_size[shape, class_of(t, block, t.winter)] != fewest:
                continue
            out[count] = base + shape * colours + block
            count += 1
    return int(count)


@compiled
def list_actions(t: Any, g: Any, seat: Any, out: Any, work: Any) -> int:
    """Every legal action of a seat that may act now."""
    plain = first_plain(t)
    phase = g.phase
    count = 0
    if phase == TURN:
        count = list_placements(t, g, out)
        out[count] = plain + DRAW
        count += 1
        if g.tokens[seat] & HURON_TOKEN:
            out[count] = plain + LOOK
            count += 1
    elif phase == DRAW_NOW:
        out[0] = plain + DRAW
        count = 1
    elif phase == PLACE:
        if g.mode == SOLO and seat == WINTER:
            count = winter_choice(t, g, out, np.zeros((0, 6), np.int32), work)
            if not count:
                count = list_claims(t, g, seat, out, count)
        else:
            count = list_placements(t, g, out)
            if g.claims or not count:
                count = list_claims(t, g, seat, out, count)
    elif phase in (FILLE_ASKED, COUREUR_ASKED):
        out[0] = plain + (FILLE if phase == FILLE_ASKED else COUREUR)
        out[1] = plain + DECLINE
        count = 2
    elif phase == CLOSE:
        out[0] = plain + LOOK
        out[1] = plain + END
        count = 2
    elif phase in (LOOK_BEFORE, LOOK_AFTER):
        cards = min(PEEK, len(g.deck) - g.top)
        first, orders = order_range(cards)
        for order in range(orders):
            out[order] = plain + ORDER + first + order
        count = orders
    elif phase == CLAIMED:
        count = list_placements(t, g, out)
        out[count] = plain + PASS
        count += 1
    elif phase == DUE:
        count = list_placements(t, g, out)
    return count


@compiled
def order_range(cards: Any) -> Any:
    """Where the orders of so many cards begin, and how many there are."""
    first = FIRST_ORDER[cards]
    return first, FIRST_ORDER[cards + 1] - first


# -- playing ---------------------------------------------------------------------------------------------------------


@compiled
def ask(g: Any, phase: Any, seat: Any) -> None:
    """Wait for one seat."""
    g.phase = phase
    g.asked[0] = seat
    g.asked_count = 1


@compiled
def ask_others(g: Any, phase: Any, token: Any) -> None:
    """Wait for the other seats from the left of the active one; with a token, those that hold it."""
    g.phase = phase
    g.asked_count = 0
    for step in range(1, g.seats):
        seat = (g.active + step) % g.seats
        if not token or g.tokens[seat] & token:
            g.asked[g.asked_count] = seat
            g.asked_count += 1


@compiled
def stop_asking(g: Any, seat: Any) -> None:
    """A seat has answered."""
    kept = 0
    for place in range(g.asked_count):
        if g.asked[place] != seat:
            g.asked[kept] = g.asked[place]
            kept += 1
    g.asked_count = kept


@compiled
def discard(g: Any, shape: Any) -> None:
    """Take the oldest visible card of a shape away."""
    kept = 0
    gone = False
    for place in range(g.display_count):
        if g.display[place] == shape and not gone:
            gone = True
        else:
            g.display[kept] = g.display[place]
            kept += 1
    g.display_count = kept


@compiled
def build(t: Any, g: Any, placement: Any, seat: Any, work: Any) -> None:
    """Put a block down: heights, cells, what stands now."""
    colours = colour_count(t)
    pose, block = placement // colours, placement % colours
    site = t.pose_site[pose]
    for cube in range(t.cubes[pose]):
        column = t.cube_column[pose, cube]
        if g.heights[site, column] == 0:
            g.bare[site] -= 1
        g.heights[site, column] = max(g.heights[site, column], t.cube_level[pose, cube])
    for part_of_block in range(colours):
        colour = (block + part_of_block) % colours
        for part in range(mask_words(t)):
            g.cells[site, colour, part] |= t.own[pose, part_of_block, part]
    g.placed[g.placed_count] = placement
    g.placed_by[g.placed_count] = seat
    g.placed_count += 1
    stand(t, g, site, work)


@compiled
def put(t: Any, g: Any, seat: Any, placement: Any, log: Any, work: Any) -> int:
    """SCO, CMPL-1: put a block down, score it, hand over the standee; the points of the seat's own colour."""
    colours = colour_count(t)
    pose, block = placement // colours, placement % colours
    site, kind = t.pose_site[pose], t.pose_shape[pose]
    is_bonus = kind >= shape_count(t)
    tell(log, PLACED, seat, placement, is_bonus)
    gained = 0
    white = t.winter
    for colour in range(colours):
        if g.mode == TABLE:
            scores = colour == g.colour_of_seat[seat]
        elif seat == WINTER:
            scores = colour == white
        else:
            scores = colour in (t.solo_colour[site], white)
        if scores:
            points = points_of(t, g, placement, colour, work)
            if points:
                new = t.above[g.snow, pose, class_of(t, block, colour)]
                tell(log, SCORED, colour, new, points - new)
            g.scores[colour] += points
            if colour != white or g.mode == TABLE or seat == WINTER:
                gained = points
    whole = completes(t, g, pose)
    build(t, g, placement, seat, work)
    if is_bonus:
        g.bonus[kind - shape_count(t)] &= ~(1 << block)
    else:
        discard(g, kind)
        g.stock[kind] &= ~(1 << block)
    if whole:
        g.standees[site] = seat
        tell(log, COMPLETED, seat, site)
    return gained


@compiled
def tally(t: Any, g: Any, log: Any) -> None:
    """SNW-1, SOL-7: score the next level of all sites."""
    level = g.snow
    tell(log, SNOW_FELL, level + 1)
    for site in range(site_count(t)):
        mark = g.marks[site, level]
        for colour in range(colour_count(t)):
            counted = False
            if g.mode == TABLE:
                for seat in range(g.seats):
                    counted = counted or g.colour_of_seat[seat] == colour
            else:
                counted = colour in (t.solo_colour[site], t.winter)
            if counted:
                cubes = 0
                for part in range(mask_words(t)):
                    cubes += ones(g.cells[site, colour, part] & t.level_cells[site, level, part])
                g.scores[colour] += cubes * mark
                tell(log, TALLIED, site, mark, colour, cubes)


@compiled
def draw(t: Any, g: Any, seat: Any, log: Any, work: Any) -> None:
    """TRN-1, TRN-2: turn up the top card."""
    card = g.deck[g.top]
    g.top += 1
    tell(log, DREW, seat, card)
    if card == SNOW_CARD:
        tally(t, g, log)
        if g.snow + 1 == level_count(t):
            if g.mode == TABLE:
                end_table(t, g, log)
            else:
                end_solo(t, g, log)
        elif g.mode == TABLE:
            g.bonus[g.snow] = 0
            if g.allies == ALLIES_EACH_STAGE:
                for other in range(g.seats):
                    g.tokens[other] = ALL_TOKENS
            g.snow += 1
            tell(log, SNOW_LIES, g.snow)
            ask(g, DRAW_NOW, g.active)
        else:
            g.snowing = 1
            trigger_pieces(t, g, log)
            place_due(t, g, log)
    else:
        g.display[g.display_count] = card
        g.display_count += 1
        ask(g, PLACE, g.active)


@compiled
def end_table(t: Any, g: Any, log: Any) -> None:
    """END-1, END-2: disks, then most points, fewest tokens face down, peg not placed, or shared."""
    for colour in range(colour_count(t)):
        g.final[colour] = g.scores[colour]
    for site in range(site_count(t)):
        if g.standees[site] != NOBODY:
            g.final[g.colour_of_seat[g.standees[site]]] += g.disks[site]
    tied = (1 << g.seats) - 1
    decided = BY_POINTS
    for criterion in range(3):
        least = 1 << 30
        kept = 0
        for seat in range(g.seats):
            if not tied >> seat & 1:
                continue
            colour = g.colour_of_seat[seat]
            if criterion == 0:
                key = -g.final[colour]
            elif criterion == 1:
                key = -ones(np.uint64(g.tokens[seat]))
            else:
                key = 1 - (g.bonus[level_count(t) - 1] >> colour & 1)
            if key < least:
                least = key
                kept = 0
            if key == least:
                kept |= 1 << seat
        if kept != tied and criterion > 0:
            decided = BY_ALLIES if criterion == 1 else BY_PEG
        tied = kept
        if not tied & (tied - 1):
            break
    if tied & (tied - 1):
        decided = SHARED
    finish(t, g, tied, decided, log)


@compiled
def end_solo(t: Any, g: Any, log: Any) -> None:
    """SOL-11: white goes back for each building the player completed; all others must be ahead of it."""
    white = t.winter
    for colour in range(colour_count(t)):
        g.final[colour] = g.scores[colour]
    for site in range(site_count(t)):
        if g.standees[site] == PLAYER:
            g.final[white] -= g.disks[site]
    won = True
    for site in range(site_count(t)):
        won = won and g.scores[t.solo_colour[site]] > g.final[white]
    finish(t, g, 1 << PLAYER if won else 1 << WINTER, BY_POINTS, log)


@compiled
def finish(t: Any, g: Any, winners: Any, decided: Any, log: Any) -> None:
    """The third snowfall ends the game."""
    g.snow = level_count(t)
    g.phase = OVER
    g.asked_count = 0
    g.winners = winners
    g.decided = decided
    tell(log, GAME_OVER, winners, decided)


@compiled
def play(t: Any, g: Any, seat: Any, action: Any, log: Any, work: Any) -> None:
    """Play a legal action."""
    if len(log):
        log[0, 0] = 0
    if g.mode == TABLE:
        play_table(t, g, seat, action, log, work)
    else:
        play_solo(t, g, seat, action, log, work)


# -- at the table ----------------------------------------------------------------------------------------------------


@compiled
def play_table(t: Any, g: Any, seat: Any, action: Any, log: Any, work: Any) -> None:
    """One action of a table game (TRN, BON, ALY, UNA)."""
    plain = action - first_plain(t)
    if plain < 0 and g.phase == CLAIMED:
        put(t, g, seat, action, log, work)
        g.claim_shape = -1
        tell(log, LOST_TURN, g.active)
        next_turn(g, log)
    elif plain < 0:
        g.points = put(t, g, seat, action, log, work)
        if g.points and g.tokens[g.active] & FILLE_TOKEN:
            ask(g, FILLE_ASKED, g.active)
        else:
            offer_coureur(g, log)
    elif plain == DRAW:
        draw(t, g, seat, log, work)
    elif plain == FILLE:
        g.tokens[seat] &= ~FILLE_TOKEN
        g.scores[g.colour_of_seat[seat]] += g.points
        tell(log, DOUBLED, seat, g.points)
        offer_coureur(g, log)
    elif plain == COUREUR:
        g.tokens[seat] &= ~COUREUR_TOKEN
        g.scores[g.colour_of_seat[seat]] += g.points // 2
        tell(log, TOOK_HALF, seat, g.points // 2)
        close(g, log)
    elif plain == DECLINE and g.phase == FILLE_ASKED:
        tell(log, DECLINED, seat, 0)
        offer_coureur(g, log)
    elif plain == DECLINE:
        tell(log, DECLINED, seat, 1)
        stop_asking(g, seat)
        if not g.asked_count:
            close(g, log)
    elif plain == LOOK:
        look(g, seat, log)
    elif plain == END:
        next_turn(g, log)
    elif plain == PASS:
        tell(log, PASSED, seat)
        stop_asking(g, seat)
        if not g.asked_count:
            remove_claimed(g, log)
    elif plain < FIRST_CLAIM:
        put_back(t, g, seat, plain - ORDER, log)
    else:
        block = plain - FIRST_CLAIM
        g.claim_shape = block // colour_count(t)
        g.claim_colour = block % colour_count(t)
        tell(log, CLAIMED_UNABLE, seat, g.claim_shape)
        if fits_somewhere(t, g, g.claim_shape):
            ask_others(g, CLAIMED, 0)
        else:
            remove_claimed(g, log)


@compiled
def offer_coureur(g: Any, log: Any) -> None:
    """ALY-3: skipped when half rounds down to 0 or nobody can claim."""
    if g.points // 2:
        ask_others(g, COUREUR_ASKED, COUREUR_TOKEN)
        if g.asked_count:
            return
    close(g, log)


@compiled
def close(g: Any, log: Any) -> None:
    """ALY-4: a Huron may be used at the very end of one's own turn."""
    g.points = 0
    if g.tokens[g.active] & HURON_TOKEN:
        ask(g, CLOSE, g.active)
    else:
        next_turn(g, log)


@compiled
def next_turn(g: Any, log: Any) -> None:
    """TRN-5: the turn passes to the left."""
    g.active = (g.active + 1) % g.seats
    ask(g, TURN, g.active)
    tell(log, TURN_BEGAN, g.active)


@compiled
def look(g: Any, seat: Any, log: Any) -> None:
    """ALY-4: look at the top cards."""
    g.tokens[seat] &= ~HURON_TOKEN
    if len(log):
        cards = min(PEEK, len(g.deck) - g.top)
        first = g.deck[g.top]
        second = g.deck[g.top + 1] if cards > 1 else -2
        third = g.deck[g.top + 2] if cards > 2 else -2
        tell(log, PEEKED, seat, cards, first, second, third)
    ask(g, LOOK_BEFORE if g.phase == TURN else LOOK_AFTER, seat)


@compiled
def put_back(t: Any, g: Any, seat: Any, order: Any, log: Any) -> None:
    """ALY-4: put the top cards back in an order."""
    cards = min(PEEK, len(g.deck) - g.top)
    seen = (g.deck[g.top], g.deck[g.top + (cards > 1)], g.deck[g.top + (cards > 2) * 2])
    for place in range(cards):
        g.deck[g.top + place] = seen[t.orders[order, place]]
    tell(log, PUT_BACK, seat, order)
    if g.phase == LOOK_BEFORE:
        ask(g, TURN, seat)
    else:
        next_turn(g, log)


@compiled
def remove_claimed(g: Any, log: Any) -> None:
    """UNA-3: the block goes to the box with its card, and the active player draws another."""
    discard(g, g.claim_shape)
    g.stock[g.claim_shape] &= ~(1 << g.claim_colour)
    tell(log, REMOVED, g.active, g.claim_shape, g.claim_colour)
    g.claim_shape = -1
    ask(g, DRAW_NOW, g.active)


# -- alone against Winter --------------------------------------------------------------------------------------------


@compiled
def play_solo(t: Any, g: Any, seat: Any, action: Any, log: Any, work: Any) -> None:
    """One action of a solo game (SOL, CHA)."""
    plain = action - first_plain(t)
    if plain == DRAW:
        draw(t, g, seat, log, work)
    elif plain < 0 and seat == WINTER:
        if len(log):
            winter_choice(t, g, work.actions, log, work)
        put(t, g, seat, action, log, work)
        next_solo_turn(t, g, log)
    elif plain < 0:
        pose = action // colour_count(t)
        if g.phase == DUE:
            g.due_count -= 1
            for place in range(g.due_count):
                g.due[place, 0] = g.due[place + 1, 0]
                g.due[place, 1] = g.due[place + 1, 1]
            put(t, g, seat, action, log, work)
        else:
            earned = earns(t, g, pose)
            put(t, g, seat, action, log, work)
            earn(t, g, earned, log)
        trigger_pieces(t, g, log)
        place_due(t, g, log)
    else:
        block = plain - FIRST_CLAIM
        shape, colour = block // colour_count(t), block % colour_count(t)
        tell(log, CLAIMED_UNABLE, seat, shape)
        discard(g, shape)
        g.stock[shape] &= ~(1 << colour)
        tell(log, REMOVED, seat, shape, colour)
        if seat == WINTER:
            next_solo_turn(t, g, log)
        else:
            ask(g, DRAW_NOW, PLAYER)


@compiled
def next_solo_turn(t: Any, g: Any, log: Any) -> None:
    """SOL-3: the player's turns, then Winter's."""
    turns = t.player_turns
    g.turn = (g.turn + 1) % (turns + 1)
    g.active = WINTER if g.turn == turns else PLAYER
    ask(g, DRAW_NOW, g.active)
    tell(log, TURN_BEGAN, g.active)


@compiled
def earn(t: Any, g: Any, earned: Any, log: Any) -> None:
    """CHA-7: the site's colour gains the points of each challenge done."""
    for number in range(len(t.challenge)):
        if earned >> number & 1:
            colour = t.solo_colour[t.challenge[number, 0]]
            g.scores[colour] += t.challenge_points
            g.earned |= 1 << number
            tell(log, CHALLENGE_EARNED, number, colour, t.challenge_points)


@compiled
def trigger_pieces(t: Any, g: Any, log: Any) -> None:
    """SOL-8: queue each piece still on the track that a coloured marker has newly reached or passed."""
    for piece in range(g.snow, level_count(t)):
        for colour in range(colour_count(t)):
            if colour != t.winter and g.scores[colour] >= g.track[piece] and not g.reached[piece] >> colour & 1:
                g.reached[piece] |= 1 << colour
                g.due[g.due_count, 0] = piece
                g.due[g.due_count, 1] = colour
                g.due_count += 1
                tell(log, BONUS_DUE, colour, piece)


@compiled
def place_due(t: Any, g: Any, log: Any) -> None:
    """SOL-8: ask for the first due piece that fits somewhere; with none left, go on with the snowfall or the game."""
    while g.due_count:
        ask(g, DUE, PLAYER)
        piece, colour = g.due[0, 0], g.due[0, 1]
        if g.bonus[piece] and fits_somewhere(t, g, shape_count(t) + piece):
            return
        g.due_count -= 1
        for place in range(g.due_count):
            g.due[place, 0] = g.due[place + 1, 0]
            g.due[place, 1] = g.due[place + 1, 1]
        tell(log, BONUS_LOST, colour, piece)
    if g.snowing:
        g.snowing = 0
        g.snow += 1
        tell(log, SNOW_LIES, g.snow)
        ask(g, DRAW_NOW, g.active)
    else:
        next_solo_turn(t, g, log)
