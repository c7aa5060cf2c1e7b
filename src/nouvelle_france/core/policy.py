"""Judging positions and moves: points now, what is certain to come, and what a learned evaluation expects beyond it.

A colour's *projected* score is certain: its points, the stick marks of its cubes on levels still to be scored, its
disks. What it will gain beyond that is estimated from a few features of its chains, by weights learned from self-play
(:mod:`~nouvelle_france.core.learning`). Nothing here looks at the deck, except at cards a Huron has shown.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from nouvelle_france.core.bitsets import lowest, ones
from nouvelle_france.core.compiling import compiled
from nouvelle_france.core.layout import (
    CLAIMED,
    CLOSE,
    COUREUR_ASKED,
    DRAW_NOW,
    FILLE_ASKED,
    LOOK_AFTER,
    LOOK_BEFORE,
    NOBODY,
    PLACE,
    SOLO,
    TABLE,
    TURN,
)
from nouvelle_france.core.rules import (
    COUREUR_TOKEN,
    FILLE_TOKEN,
    FIRST_CLAIM,
    HURON_TOKEN,
    NONE,
    ONE,
    allowed_sites,
    cards_left,
    colour_count,
    completes,
    earns,
    find_groups,
    first_plain,
    fits_somewhere,
    fitting,
    kind_count,
    level_count,
    linked,
    list_claims,
    mask_words,
    offered,
    order_range,
    shape_count,
    site_count,
    unearned,
    winter_choice,
)
from nouvelle_france.core.tables import COUREUR, DECLINE, DRAW, END, FILLE, ORDER, PASS
from nouvelle_france.rules.game import PLAYER, WINTER
from nouvelle_france.rules.legal import PEEK

(
    ALWAYS, OPENINGS, CHAINED, LONGEST, REACH, LOW, HIGH, SECOND, HAS_BONUS, HAS_FILLE, HAS_COUREUR, HAS_HURON,
    WAIT, FINISH_NEXT, FINISH_LATER,
) = range(15)  # fmt: skip
"""The features of a colour: see :func:`colour_features`."""

FEATURES = 15
NEAR = (2, 4, 7)
"""Up to how many draws before the next snowfall a position counts as near it."""
BUCKETS = 3 * (len(NEAR) + 1)
"""Weights differ by stage (three at most: later ones count as the third) and by how near the snowfall is."""

SOFTNESS = 6.0
"""In solo, how many points of lead one colour may be short of another before only the smaller lead counts."""

WINTER_SET, SOLO_SET = 0, 1
"""Sets of weights: Winter's, the solo player's, then one for each number of players from two on."""
SETS = 5

HURRY = 6.0
"""In a hurry, a bonus block is not thought of while more draws than this come before the snowfall."""

SITE_OPENINGS, SITE_CHAINED, SITE_LONGEST, SITE_SECOND, SITE_REACH, SITE_LOW, SITE_HIGH = range(7)


@compiled
def weight_set(g: Any, white: Any) -> int:
    """Which weights a colour's future is judged by."""
    if g.mode == SOLO:
        return WINTER_SET if white else SOLO_SET
    return int(min(g.seats, 4))


@compiled
def draws_to_snow(g: Any) -> float:
    """How many cards will be drawn, more or less, until the next snowfall."""
    stage = min(g.snow + g.snowing, len(g.snow_end) - 1)
    soonest = max(g.snow_start[stage] - g.top, 0)
    latest = max(g.snow_end[stage] - g.top, 1)
    return (soonest + latest) / 2


@compiled
def bucket_of(g: Any) -> int:
    """Which weights apply."""
    draws = draws_to_snow(g)
    near = 0
    for limit in NEAR:
        if draws > limit:
            near += 1
    return int(min(g.snow + g.snowing, 2) * (len(NEAR) + 1) + near)


@compiled
def plays(t: Any, g: Any, site: Any, colour: Any) -> bool:
    """Whether a colour's cubes on a site score for somebody."""
    if g.mode == SOLO:
        return bool(colour == t.winter or colour == t.solo_colour[site])
    for seat in range(g.seats):
        if g.colour_of_seat[seat] == colour:
            return True
    return False


@compiled
def site_features(t: Any, site: Any, depth: Any, mine: Any, sky: Any, out: Any, work: Any) -> None:
    """What a colour's cells ``mine`` on a site are good for, when ``sky`` are the cells a block can still reach."""
    mask = mask_words(t)
    levels = level_count(t)
    left, frontier = work.left, work.frontier_cells
    some = NONE
    low = 0
    high = 0
    for part in range(mask):
        left[part] = mine[part] & t.exposed[site, depth, part]
        some |= left[part]
        total = ones(left[part])
        below = ones(left[part] & t.level_cells[site, min(depth, levels - 1), part])
        low += below
        high += total - below
    openings = 0
    chained = 0
    longest = 0
    second = 0
    reach = 0
    touched_all = work.touched_all
    for part in range(mask):
        touched_all[part] = NONE
    start = 0
    touched = work.touched
    while some:
        while not left[start]:
            start += 1
        for part in range(mask):
            frontier[part] = NONE
            touched[part] = NONE
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
            left[at] &= ~one
            size += 1
            cell = at * 64 + bit
            for part in range(mask):
                beside = t.neighbours[site, cell, part]
                touched[part] |= beside
                frontier[part] |= beside & left[part]
                if frontier[part] and part < at:
                    at = part
        some = NONE
        ways = 0
        for part in range(mask):
            some |= left[part]
            free = touched[part] & sky[part]
            ways += ones(free)
            touched_all[part] |= free
        if ways:
            chained += size
            reach += size * min(ways, 8)
            if size > longest:
                second = longest
                longest = size
            elif size > second:
                second = size
    for part in range(mask):
        openings += ones(touched_all[part])
    out[SITE_OPENINGS] = openings
    out[SITE_CHAINED] = chained
    out[SITE_LONGEST] = longest
    out[SITE_SECOND] = second
    out[SITE_REACH] = reach
    out[SITE_LOW] = low
    out[SITE_HIGH] = high


@compiled
def survey(t: Any, g: Any, work: Any) -> None:
    """Look at a position once: reachable cells, features of all sites and colours, projected scores."""
    mask = mask_words(t)
    levels = level_count(t)
    depth = min(g.snow, levels - 1)
    for site in range(site_count(t)):
        for part in range(mask):
            work.sky[site, part] = NONE
        for column in range(t.width[site]):
            for part in range(mask):
                work.sky[site, part] |= t.open_above[site, column, g.heights[site, column], part]
        for part in range(mask):
            work.sky[site, part] &= t.exposed[site, depth, part]
    for colour in range(colour_count(t)):
        work.projected[colour] = g.scores[colour]
    for site in range(site_count(t)):
        if g.standees[site] != NOBODY:
            if g.mode == TABLE:
                work.projected[g.colour_of_seat[g.standees[site]]] += g.disks[site]
            elif g.standees[site] == PLAYER:
                work.projected[t.winter] -= g.disks[site]
        for colour in range(colour_count(t)):
            if not plays(t, g, site, colour):
                for feature in range(7):
                    work.site_features[site, colour, feature] = 0
                continue
            for level in range(g.snow + g.snowing, levels):
                cubes = 0
                for part in range(mask):
                    cubes += ones(g.cells[site, colour, part] & t.level_cells[site, level, part])
                work.projected[colour] += cubes * g.marks[site, level]
            site_features(t, site, depth, g.cells[site, colour], work.sky[site], work.site_features[site, colour], work)


@compiled
def fill_features(t: Any, g: Any, colour: Any, wait: Any, bonus: Any, site_after: Any, bare: Any, work: Any) -> None:
    """The features of a colour; ``wait`` is how many turns come before its own.

    ``bare`` replaces the number of visible columns of the site ``site_after`` (-1: of none).
    """
    it = work.features
    for feature in range(FEATURES):
        it[feature] = 0.0
    longest = 0
    second = 0
    finish = 0
    for site in range(site_count(t)):
        here = work.site_features[site, colour]
        it[OPENINGS] += here[SITE_OPENINGS]
        it[CHAINED] += here[SITE_CHAINED]
        it[REACH] += 0.1 * here[SITE_REACH]
        it[LOW] += here[SITE_LOW]
        it[HIGH] += here[SITE_HIGH]
        for place in (SITE_LONGEST, SITE_SECOND):
            size = here[place]
            if size > longest:
                second = longest
                longest = size
            elif size > second:
                second = size
        open_columns = bare if site == site_after else g.bare[site]
        if 0 < open_columns <= 5:
            finish += g.disks[site]
    it[ALWAYS] = 1.0
    it[LONGEST] = longest
    it[SECOND] = second
    it[WAIT] = wait
    it[FINISH_NEXT if wait == 0 else FINISH_LATER] = finish
    if g.mode == TABLE:
        tokens = g.tokens[work.seat_of[colour]]
        it[HAS_BONUS] = bonus
        it[HAS_FILLE] = (tokens & FILLE_TOKEN) != 0
        it[HAS_COUREUR] = (tokens & COUREUR_TOKEN) != 0
        it[HAS_HURON] = (tokens & HURON_TOKEN) != 0


@compiled
def future(t: Any, g: Any, colour: Any, weights: Any, work: Any) -> float:
    """What the features in ``work`` say a colour will gain beyond its projected score."""
    row = weights[weight_set(g, colour == t.winter), work.bucket]
    total = 0.0
    for feature in range(FEATURES):
        total += row[feature] * work.features[feature]
    return total


@compiled
def has_bonus(g: Any, colour: Any) -> bool:
    """Whether a colour may still place its bonus block of this stage."""
    return bool(g.snow < len(g.bonus) and g.bonus[g.snow] >> colour & 1)


@compiled
def wait_of(t: Any, g: Any, colour: Any, next_seat: Any, work: Any) -> int:
    """How many turns come before a colour's next one; in solo, before Winter's."""
    if g.mode == TABLE:
        return int((work.seat_of[colour] - next_seat + g.seats) % g.seats)
    return int(t.player_turns - g.turn) if colour == t.winter else 0


@compiled
def prepare(t: Any, g: Any, work: Any) -> None:
    """Look at a position before judging moves in it."""
    survey(t, g, work)
    work.bucket = bucket_of(g)
    for seat in range(g.seats):
        if g.mode == TABLE:
            work.seat_of[g.colour_of_seat[seat]] = seat


@compiled
def verdict(t: Any, g: Any, seat: Any, work: Any) -> float:
    """How good the expected final scores in ``work`` are for a seat."""
    if g.mode == SOLO:
        # All three colours must end ahead of white: what counts most is the one that is behind.
        behind = 0.0
        for site in range(site_count(t)):
            lead = work.expected[t.solo_colour[site]] - work.expected[t.winter]
            behind += np.exp(-lead / SOFTNESS)
        return -SOFTNESS * np.log(behind)
    own = work.expected[g.colour_of_seat[seat]]
    total = 0.0
    best = -1e9
    for other in range(g.seats):
        if other != seat:
            score = work.expected[g.colour_of_seat[other]]
            total += score
            best = max(best, score)
    # Everybody is to be beaten, the one in front most of all.
    return own - 0.5 * (total / (g.seats - 1) + best)


@compiled
def value_now(t: Any, g: Any, seat: Any, next_seat: Any, weights: Any, work: Any) -> float:
    """How good a position is for a seat when ``next_seat`` begins its turn; look at it first (:func:`prepare`)."""
    for colour in range(colour_count(t)):
        if g.mode == SOLO or plays(t, g, 0, colour):
            wait = wait_of(t, g, colour, next_seat, work)
            fill_features(t, g, colour, wait, has_bonus(g, colour), -1, 0, work)
            work.expected[colour] = work.projected[colour] + future(t, g, colour, weights, work)
    return verdict(t, g, seat, work)


@compiled
def value_after(
    t: Any, g: Any, seat: Any, placement: Any, gain: Any, white_gain: Any, next_seat: Any, weights: Any, work: Any
) -> float:
    """How good a position is for a seat once it has made a placement; look at it first (:func:`prepare`).

    The placement gains its seat ``gain`` now, and in solo white ``white_gain``.
    """
    mask = mask_words(t)
    colours = colour_count(t)
    pose, block = placement // colours, placement % colours
    site = t.pose_site[pose]
    is_bonus = t.pose_shape[pose] >= shape_count(t)
    for part in range(mask):
        work.sky_after[part] = work.sky[site, part] & ~t.shadow[pose, part]
    bare = g.bare[site]
    for foot in range(t.feet[pose]):
        if g.heights[site, t.foot_column[pose, foot]] == 0:
            bare -= 1
    disk = g.disks[site] if bare == 0 and g.bare[site] > 0 else 0
    for colour in range(colours):
        if g.mode == TABLE and not plays(t, g, site, colour):
            continue
        more = 0.0
        counts = plays(t, g, site, colour)
        if counts:
            part_of_block = (colour - block + colours) % colours
            here = work.site_features[site, colour]
            for feature in range(7):
                work.kept[feature] = here[feature]
            for part in range(mask):
                work.cells_after[part] = g.cells[site, colour, part] | t.own[pose, part_of_block, part]
            site_features(t, site, g.snow, work.cells_after, work.sky_after, here, work)
            for level in range(g.snow + g.snowing, level_count(t)):
                more += t.on_level[pose, part_of_block, level] * g.marks[site, level]
        bonus = False
        if g.mode == TABLE:
            own = work.seat_of[colour] == seat
            bonus = has_bonus(g, colour) and not (is_bonus and own)
            if own:
                more += gain + disk
        elif colour == t.winter:
            more += white_gain
            if seat == PLAYER:
                more -= disk
        elif counts:
            more += gain
        fill_features(t, g, colour, wait_of(t, g, colour, next_seat, work), bonus, site, bare, work)
        work.expected[colour] = work.projected[colour] + more + future(t, g, colour, weights, work)
        if counts:
            for feature in range(7):
                here[feature] = work.kept[feature]
    return verdict(t, g, seat, work)


@compiled
def find_marks(t: Any, g: Any, work: Any) -> None:
    """What the cubes of every pose will earn at the snowfalls to come, by stage: the same as long as the sticks are."""
    same = True
    for site in range(site_count(t)):
        for level in range(level_count(t)):
            if work.sticks[site, level] != g.marks[site, level]:
                work.sticks[site, level] = g.marks[site, level]
                same = False
    if same:
        return
    for pose in range(len(t.pose_site)):
        site = t.pose_site[pose]
        for stage in range(level_count(t) - 1, -1, -1):
            most, least, new = -(1 << 14), 1 << 14, 0
            for part in range(colour_count(t)):
                marks = work.stage_marks[stage + 1, pose, part] + t.on_level[pose, part, stage] * g.marks[site, stage]
                work.stage_marks[stage, pose, part] = marks
                most = max(most, marks)
                least = min(least, marks)
                new = max(new, t.above[stage, pose, part])
            work.most_alone[stage, pose] = new + most - least


@compiled
def list_and_score(t: Any, g: Any, seat: Any, work: Any) -> int:
    """All placements that may be made now, with what each scores and is worth: see :func:`list_best`."""
    return list_best(t, g, seat, 1 << 30, work)


@compiled
def list_best(t: Any, g: Any, seat: Any, width: Any, work: Any) -> int:
    """The placements that may be made now, what each scores its seat now, and what it is worth with its stick marks.

    The ``width`` worth most are among them; most of those that cannot be are passed over. They are in ``work.actions``,
    ``gains`` (in solo also ``white_gains``) and ``worths``. The worth is the points, the marks its own cubes will earn
    and a disk won, less the marks that the opponents' cubes will earn (their mean).
    """
    colours = colour_count(t)
    find_marks(t, g, work)
    stage = np.uint64(g.snow + g.snowing)
    snow = np.uint64(g.snow)
    pruned = g.mode == TABLE and width <= len(work.best_worths)
    kept = 0
    sites = allowed_sites(t, g)
    high = unearned(g)
    count = 0
    marks = work.class_marks
    points = work.class_points
    white_points = work.white_points
    solo = g.mode == SOLO
    for site in range(site_count(t)):
        if not sites >> site & 1:
            continue
        mine = t.solo_colour[site] if solo else g.colour_of_seat[seat]
        if solo and seat == WINTER:
            mine = t.winter
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
                        find_groups(t, g, site, t.winter, work)
                        work.white_count = work.group_count[site]
                        for group in range(work.white_count):
                            work.white_size[group] = work.group_size[site, group]
                            for part in range(mask_words(t)):
                                work.white_groups[group, part] = work.groups[site, group, part]
                    find_groups(t, g, site, mine, work)
                while left:
                    pose = t.slot_pose[site, word * 64 + lowest(left)]
                    at = np.uint64(pose)  # an index that cannot be negative is looked up faster
                    left &= left - ONE
                    near = NONE
                    for piece in range(mask_words(t)):
                        near |= t.touch_any[at, piece] & work.chained[site, piece]
                    if pruned and kept == width and bare > t.feet[at]:
                        most = float(work.most_alone[stage, at])
                        if near:
                            for group in range(work.group_count[site]):
                                for piece in range(mask_words(t)):
                                    if t.touch_any[at, piece] & work.groups[site, group, piece]:
                                        most += work.group_size[site, group]
                                        break
                        if most <= work.best_worths[kept - 1]:
                            continue
                    for part in range(colours):
                        marks[part] = work.stage_marks[stage, at, part]
                        new = t.above[snow, at, part]
                        points[part] = new + linked(t, site, at, part, work) if new and near else new
                        white_points[part] = 0
                        if solo and seat == PLAYER and new:
                            white_points[part] = new
                            for group in range(work.white_count):
                                for piece in range(mask_words(t)):
                                    if t.touch[pose, part, piece] & work.white_groups[group, piece]:
                                        white_points[part] += work.white_size[group]
                                        break
                    disk = g.disks[site] if bare <= t.feet[at] and completes(t, g, pose) else 0
                    extra = 0
                    if high and seat == PLAYER:
                        extra = t.challenge_points * ones(np.uint64(earns(t, g, pose)))
                    for block in range(colours):
                        if not blocks >> block & 1:
                            continue
                        part = (mine - block + colours) % colours
                        gain = points[part] + extra
                        worth = float(gain + marks[part] + disk)
                        if solo:
                            white = (t.winter - block + colours) % colours
                            work.white_gains[count] = white_points[white]
                            if seat == PLAYER:
                                worth -= white_points[white] + marks[white]
                        else:
                            total = 0
                            for other in range(g.seats):
                                if other != seat:
                                    total += marks[(g.colour_of_seat[other] - block + colours) % colours]
                            worth -= total / (g.seats - 1)
                        work.actions[count] = pose * colours + block
                        work.gains[count] = gain
                        work.worths[count] = worth
                        count += 1
                        if pruned and (kept < width or worth > work.best_worths[kept - 1]):
                            place = kept if kept < width else kept - 1
                            while place > 0 and work.best_worths[place - 1] < worth:
                                work.best_worths[place] = work.best_worths[place - 1]
                                place -= 1
                            work.best_worths[place] = worth
                            if kept < width:
                                kept += 1
    return count


# -- choosing --------------------------------------------------------------------------------------------------------


@compiled
def best_placement(t: Any, g: Any, seat: Any, next_seat: Any, weights: Any, width: Any, work: Any) -> int:
    """The best placement that may be made now, or -1; look at the position first (:func:`prepare`).

    The ``width`` placements that are worth most are judged by what the position is like afterwards; they are then in
    ``work.top``, with ``work.top_value``, in falling order (``work.top_count``).
    """
    width = min(width, len(work.top))
    count = list_best(t, g, seat, width, work)
    kept = 0
    for number in range(count):
        worth = work.worths[number]
        if kept == width and worth <= work.top_value[kept - 1]:
            continue
        place = kept if kept < width else kept - 1
        while place > 0 and work.top_value[place - 1] < worth:
            work.top_value[place] = work.top_value[place - 1]
            work.top[place] = work.top[place - 1]
            place -= 1
        work.top_value[place] = worth
        work.top[place] = number
        if kept < width:
            kept += 1
    work.top_count = kept
    if width > 1:
        for place in range(kept):
            number = work.top[place]
            value = value_after(
                t,
                g,
                seat,
                work.actions[number],
                work.gains[number],
                work.white_gains[number],
                next_seat,
                weights,
                work,
            )
            here = place
            while here > 0 and work.top_value[here - 1] < value:
                work.top_value[here] = work.top_value[here - 1]
                work.top[here] = work.top[here - 1]
                here -= 1
            work.top_value[here] = value
            work.top[here] = number
    for place in range(kept):
        work.top[place] = work.actions[work.top[place]]
    return int(work.top[0]) if kept else -1


@compiled
def next_seat_of(g: Any) -> int:
    """Whose turn comes after this one."""
    return int((g.active + 1) % g.seats)


@compiled
def snow_chance(g: Any) -> float:
    """How likely the next card is snow, for one who knows no card."""
    stage = min(g.snow + g.snowing, len(g.snow_end) - 1)
    if g.top < g.snow_start[stage]:
        return 0.0
    return 1.0 / max(g.snow_end[stage] - g.top, 1)


@compiled
def value_of_drawing(t: Any, g: Any, seat: Any, weights: Any, width: Any, thorough: Any, work: Any) -> float:
    """What drawing a card now is worth: the best placement of the visible cards, or of the one drawn if that is better.

    In a hurry the drawn card is left out.
    """
    after = next_seat_of(g)
    phase, shown = g.phase, g.display_count
    g.phase = PLACE
    best = -1e9
    if best_placement(t, g, seat, after, weights, width, work) >= 0:
        best = work.top_value[0]
    total = best
    if thorough or not shown:
        total = 0.0
        cards = 0
        newest = g.display[0]
        for shape in range(shape_count(t)):
            count = cards_left(g, shape)
            if count:
                g.display[0] = shape
                g.display_count = 1
                value = best
                if best_placement(t, g, seat, after, weights, width, work) >= 0:
                    value = max(best, work.top_value[0])
                g.display[0] = newest
                g.display_count = shown
                total += count * value
                cards += count
        total = total / cards if cards else best
    g.phase = phase
    g.display_count = shown
    return total


@compiled
def least_useful_claim(t: Any, g: Any, seat: Any, work: Any) -> int:
    """The block that goes to the box: the one with the fewest own cubes."""
    colours = colour_count(t)
    count = list_claims(t, g, seat, work.actions, 0)
    best = -1
    fewest = 1 << 30
    for number in range(count):
        block = work.actions[number] - first_plain(t) - FIRST_CLAIM
        cubes = 0
        if g.mode == TABLE:
            cubes = t.class_size[block // colours, (g.colour_of_seat[g.active] - block % colours + colours) % colours]
        if cubes < fewest:
            fewest = cubes
            best = work.actions[number]
    return int(best)


@compiled
def choose(t: Any, g: Any, seat: Any, weights: Any, width: Any, thorough: Any, work: Any) -> int:
    """A good action for a seat that may act, without search; a Huron is neither used nor missed.

    ``width`` placements are judged by what follows; 1 takes the one worth most.
    """
    plain = first_plain(t)
    phase = g.phase
    if phase == DRAW_NOW:
        return plain + DRAW
    if phase == CLOSE:
        return plain + END
    if phase in (LOOK_BEFORE, LOOK_AFTER):
        first, _ = order_range(min(PEEK, len(g.deck) - g.top))
        return plain + ORDER + first
    if phase == PLACE and g.mode == SOLO and seat == WINTER:
        if not winter_choice(t, g, work.actions, work.no_log, work):
            list_claims(t, g, seat, work.actions, 0)
        return int(work.actions[0])
    work.bucket = bucket_of(g)
    if phase == FILLE_ASKED:
        worth = weights[weight_set(g, False), work.bucket, HAS_FILLE]
        return plain + (FILLE if g.points >= worth else DECLINE)
    if phase == COUREUR_ASKED:
        worth = weights[weight_set(g, False), work.bucket, HAS_COUREUR]
        return plain + (COUREUR if g.points // 2 >= worth else DECLINE)
    if phase == TURN and (
        not has_bonus(g, g.colour_of_seat[seat])
        or not fits_somewhere(t, g, shape_count(t) + g.snow)
        or (not thorough and draws_to_snow(g) > HURRY)
    ):
        return plain + DRAW
    prepare(t, g, work)
    action = best_placement(t, g, seat, next_seat_of(g), weights, width, work)
    if phase == TURN:
        if action < 0:
            return plain + DRAW
        value = work.top_value[0]
        risk = snow_chance(g) * weights[weight_set(g, False), work.bucket, HAS_BONUS] if width > 1 else 0.0
        if width == 1 and snow_chance(g) > 0 and value > 0:
            return action
        drawing = value_of_drawing(t, g, seat, weights, width, thorough, work)
        return action if value >= drawing - risk and (width > 1 or value > 0) else plain + DRAW
    if phase == CLAIMED and (action < 0 or claimed_worth(work) < 0):
        return plain + PASS
    if action < 0:
        return least_useful_claim(t, g, seat, work)
    return action


@compiled
def claimed_worth(work: Any) -> float:
    """What the best listed placement is worth."""
    for number in range(len(work.actions)):
        if work.actions[number] == work.top[0]:
            return float(work.worths[number])
    return 0.0
