"""Listing placements with what each scores now and is worth with its stick marks."""

from __future__ import annotations

import numpy as np

from nouvelle_france.core.bitsets import NONE, ONE, lowest, ones
from nouvelle_france.core.building import class_of, completes, find_groups, linked
from nouvelle_france.core.compiling import compiled, inlined, inner
from nouvelle_france.core.counts import colour_count, kind_count, mask_words, site_count
from nouvelle_france.core.judging.notes import Notes
from nouvelle_france.core.position import allowed_sites, earnable, earns, fitting, offered, own_colour, pose_at, tallied
from nouvelle_france.core.records import SOLO, TABLE, Floats, Game, Ints, Tables
from nouvelle_france.rules.game import PLAYER


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
    pruned = g.mode == TABLE and width <= len(notes.best_worths)
    kept = 0
    count = 0
    sites = allowed_sites(t, g)
    high = earnable(g)
    for site in range(site_count(t)):
        if not sites >> site & 1:
            continue
        mine = own_colour(t, g, site, seat)
        far_from_complete = g.bare[site] > t.foot_column.shape[1]  # for any block: the poses need not be asked
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
                    find_chains(t, g, site, seat, mine, notes)
                while left:
                    pose = pose_at(t, site, kind, word - first, lowest(left))
                    left &= left - ONE
                    near = reaches_chains(t, pose, notes)
                    stays_open = far_from_complete or g.bare[site] > t.feet[pose]
                    if (
                        pruned
                        and kept == width
                        and stays_open
                        and most_worth(t, g, site, pose, near, notes) <= notes.best_worths[kept - 1]
                    ):
                        continue
                    score_classes(t, g, site, seat, pose, near, notes)
                    disk = g.disks[site] if not far_from_complete and completes(t, g, pose) else 0
                    extra = 0
                    if high and seat == PLAYER:
                        extra = t.challenge_points * ones(np.uint64(earns(t, g, pose)))
                    for block in range(colour_count(t)):
                        if not blocks >> block & 1:
                            continue
                        worth = add_block(t, g, seat, mine, pose, block, extra, disk, count, notes)
                        if pruned:
                            kept = insert_best(notes.best_worths, notes.best, kept, width, worth, count)
                        count += 1
    return count


@inlined
def reaches_chains(t: Tables, pose: int, notes: Notes) -> bool:
    """Whether a pose touches any of the chains that its cubes may link to."""
    at = np.uint64(pose)  # an index that cannot be negative is looked up faster
    near = NONE
    for lane in range(mask_words(t)):
        near |= t.touch_any[at, lane] & notes.chained[lane]
    return bool(near != NONE)


@inlined
def most_worth(t: Tables, g: Game, site: int, pose: int, near: bool, notes: Notes) -> float:
    """What no block in a pose is worth more than, if it completes nothing."""
    at = np.uint64(pose)
    most = t.most_alone[np.uint64(g.sticks[site]), np.uint64(tallied(g)), at]
    return float(most + (most_linked(t, site, at, notes) if near else 0))


@inlined
def score_classes(t: Tables, g: Game, site: int, seat: int, pose: int, near: bool, notes: Notes) -> None:
    """What the cubes of a pose of each class score now and will earn with the stick, a class being those of a colour.

    Which class is which colour follows from the block's own colour: :func:`~.building.class_of`.
    """
    at, snow = np.uint64(pose), np.uint64(g.snow)
    stick, stage = np.uint64(g.sticks[site]), np.uint64(tallied(g))
    solo = g.mode == SOLO and seat == PLAYER
    for cube_class in range(colour_count(t)):
        notes.class_marks[cube_class] = t.stick_marks[stick, stage, at, cube_class]
        new = t.above[snow, at, cube_class]
        notes.class_points[cube_class] = new
        if near:
            notes.class_points[cube_class] += linked(t, site, pose, cube_class, notes.work) * (new != 0)
        notes.white_points[cube_class] = 0
        if solo and new:
            notes.white_points[cube_class] = new + links_of_white(t, pose, cube_class, notes)


@inlined
def add_block(
    t: Tables, g: Game, seat: int, mine: int, pose: int, block: int, extra: int, disk: int, place: int, notes: Notes
) -> float:
    """Write a block in a pose into the list, at a place; what it is worth."""
    cube_class = class_of(t, block, mine)
    gain = notes.class_points[cube_class] + extra
    worth = float(gain + notes.class_marks[cube_class] + disk)
    if g.mode == SOLO:
        white = class_of(t, block, t.winter)
        notes.white_gains[place] = notes.white_points[white]
        if seat == PLAYER:
            worth -= notes.white_points[white] + notes.class_marks[white]
    else:
        total = 0
        for other in range(g.seats):
            if other != seat:
                total += notes.class_marks[class_of(t, block, g.colour_of_seat[other])]
        worth -= total / (g.seats - 1)
    notes.listed[place] = pose * colour_count(t) + block
    notes.gains[place] = gain
    notes.worths[place] = worth
    return worth


@inner
def find_chains(t: Tables, g: Game, site: int, seat: int, mine: int, notes: Notes) -> None:
    """SCO-2: the chains that cubes on a site may link to: the seat's own, and for the solo player also white's."""
    if g.mode == SOLO and seat == PLAYER:
        find_groups(t, g, site, t.winter, notes.work)
        notes.white_count = notes.work.group_count[site]
        for group in range(notes.white_count):
            notes.white_size[group] = notes.work.group_size[site, group]
            for lane in range(mask_words(t)):
                notes.white_groups[group, lane] = notes.work.groups[site, group, lane]
    find_groups(t, g, site, mine, notes.work)
    for lane in range(mask_words(t)):
        notes.chained[lane] = g.cells[site, mine, lane] & t.exposed[site, g.snow, lane]


@inner
def most_linked(t: Tables, site: int, at: np.uint64, notes: Notes) -> int:
    """The cubes of all chains that any of a pose's cubes links to: no class of them can link to more."""
    total = 0
    for group in range(notes.work.group_count[site]):
        for lane in range(mask_words(t)):
            if t.touch_any[at, lane] & notes.work.groups[site, group, lane]:
                total += notes.work.group_size[site, group]
                break
    return total


@inner
def links_of_white(t: Tables, pose: int, cube_class: int, notes: Notes) -> int:
    """How many cubes a class of a pose links to, by white's chains (:func:`linked` is slower when given the chains)."""
    total = 0
    for group in range(notes.white_count):
        for lane in range(mask_words(t)):
            if t.touch[pose, cube_class, lane] & notes.white_groups[group, lane]:
                total += notes.white_size[group]
                break
    return total
