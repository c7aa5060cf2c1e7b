"""What a position says: what is offered and where, what a placement brings, what Winter chooses."""

from __future__ import annotations

import numpy as np

from nouvelle_france.core.bitsets import ONE, lowest, ones
from nouvelle_france.core.building import class_of, find_groups, linked
from nouvelle_france.core.compiling import compiled, inlined, inner
from nouvelle_france.core.counts import colour_count, level_count, shape_count, site_count
from nouvelle_france.core.events import WINTER_CHOSE, Log, tell, tell_more
from nouvelle_france.core.layout import WORD
from nouvelle_france.core.phase import CLAIMED, DUE, LOOK_AFTER, LOOK_BEFORE, PLACE, TURN
from nouvelle_france.core.records import POSE, RECTANGLE, SOLO, TABLE, Floats, Game, Ints, Tables, Work
from nouvelle_france.rules.game import PLAYER, WINTER
from nouvelle_france.rules.legal import PEEK


@inner
def tallied(g: Game) -> int:
    """How many levels have been scored: in solo, while bonus blocks are due, one more than lie under snow."""
    return int(g.snow + g.snowing)


@inlined
def unearned(g: Game) -> int:
    """The bit set of challenges in play and not yet done (CHA-7)."""
    return int(g.challenges & ~g.earned)


@inner
def earnable(g: Game) -> int:
    """The bit set of challenges that may be earned now: by the solo player with a construction block (CHA-7, CHA-9)."""
    return unearned(g) if g.mode == SOLO and g.phase == PLACE and g.active == PLAYER else 0


@inner
def fitting(t: Tables, g: Game, site: int, word: int, high: int) -> np.uint64:
    """The poses of a word that may be used: above the top level only where that earns one of these challenges."""
    standing = g.standing[site, word]
    allowed: np.uint64 = standing & t.low[site, word]
    if high:
        for challenge in range(len(t.challenge)):
            if high >> challenge & 1:
                allowed |= standing & t.high_for[challenge, site, word]
    return allowed


@inner
def pose_at(t: Tables, site: int, kind: int, word: int, bit: int) -> int:
    """The pose of a bit; ``word`` counts from the first of its shape on that site."""
    return int(t.first_pose[site, kind] + word * WORD + bit)


@inner
def fits_on(t: Tables, g: Game, site: int, kind: int, high: int) -> bool:
    """Whether a shape can be put somewhere on a site."""
    first = t.first_word[site, kind]
    for word in range(first, first + t.words[site, kind]):
        if fitting(t, g, site, word, high):
            return True
    return False


@inner
def fits(t: Tables, g: Game, kind: int) -> bool:
    """Whether a shape can be put on any site, within the levels."""
    for site in range(site_count(t)):
        if fits_on(t, g, site, kind, 0):
            return True
    return False


@inner
def on_display(g: Game, shape: int) -> bool:
    """Whether a card of that shape is visible."""
    for place in range(g.display_count):
        if g.display[place] == shape:
            return True
    return False


@inner
def cards_left(g: Game, shape: int) -> int:
    """How many cards of a shape are still in the deck: as many as blocks in stock, less those on display (CMP-3)."""
    count = ones(np.uint64(g.stock[shape]))
    for place in range(g.display_count):
        if g.display[place] == shape:
            count -= 1
    return count


@compiled
def snow_chance(g: Game) -> float:
    """How likely the next card is snow, for somebody who knows no card, nor that a Huron may have moved it (ALY-4)."""
    stage = min(tallied(g), len(g.snow_end) - 1)
    if g.top < g.snow_start[stage]:
        return 0.0
    return float(1.0 / max(g.snow_end[stage] - g.top, 1))


@inner
def chances(t: Tables, g: Game, out: Floats) -> None:
    """How likely each card is to be the next, for somebody as for :func:`snow_chance`: by shape, then snow."""
    shapes = shape_count(t)
    snow = snow_chance(g)
    cards = 0
    for shape in range(shapes):
        cards += cards_left(g, shape)
    for shape in range(shapes):
        out[shape] = (1 - snow) * cards_left(g, shape) / cards if cards else 0.0
    out[shapes] = snow


@inner
def peekable(g: Game) -> int:
    """ALY-4: how many cards a Huron looks at now."""
    return int(min(PEEK, len(g.deck) - g.top))


@inner
def cards_shown(g: Game) -> int:
    """ALY-4: how many of the top cards the seat to act is looking at."""
    return peekable(g) if g.phase in (LOOK_BEFORE, LOOK_AFTER) else 0


@inner
def offered(t: Tables, g: Game, kind: int) -> int:
    """The bit set of colours whose block of a shape may be placed in this phase."""
    shapes = shape_count(t)
    if g.phase == PLACE:
        return int(g.stock[kind]) if kind < shapes and on_display(g, kind) else 0
    if g.phase == TURN:
        return int(g.bonus[g.snow] & (1 << g.colour_of_seat[g.active])) if kind == shapes + g.snow else 0
    if g.phase == CLAIMED:
        return int(g.stock[kind]) if kind == g.claim_shape else 0
    if g.phase == DUE:
        return int(g.bonus[g.due[0, 0]]) if kind == shapes + g.due[0, 0] else 0
    return 0


@inner
def allowed_sites(t: Tables, g: Game) -> int:
    """The bit set of sites that may be used now (CHA-2..5)."""
    everywhere = (1 << site_count(t)) - 1
    if g.mode == SOLO and g.phase == PLACE and g.active == PLAYER and g.required[g.turn] >= 0:
        site = g.required[g.turn]
        high = unearned(g)
        for shape in range(shape_count(t)):
            if g.stock[shape] and fits_on(t, g, site, shape, high):
                return int(1 << site)
    return everywhere


@inlined
def own_colour(t: Tables, g: Game, site: int, seat: int) -> int:
    """The colour that a seat builds for on a site."""
    if g.mode == TABLE:
        return int(g.colour_of_seat[seat])
    return int(t.winter if seat == WINTER else t.solo_colour[site])


@inner
def marks_of(t: Tables, g: Game, pose: int, block: int, colour: int) -> int:
    """What a colour's cubes of a placement will earn at the coming snowfalls."""
    cube_class = class_of(t, block, colour)
    total = 0
    for level in range(tallied(g), level_count(t)):
        total += t.on_level[pose, cube_class, level] * g.marks[t.pose_site[pose], level]
    return total


@inner
def earns(t: Tables, g: Game, pose: int) -> int:
    """CHA-7, CHA-9: the bit set of challenges done once the solo player has placed this."""
    colours = colour_count(t)
    open_challenges = unearned(g)
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


@inner
def fills_rectangle(t: Tables, g: Game, pose: int, number: int) -> bool:
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


@inlined
def _upright(t: Tables, site: int, pose: int, earlier: Ints, count: int, chosen: int, number: int) -> bool:
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


@inner
def winter_choice(t: Tables, g: Game, out: Ints, log: Log, work: Work) -> int:
    """SOL-5: the placements Winter may choose from, in order; the log records why."""
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
                    pose = pose_at(t, site, shape, word - first, lowest(left))
                    left &= left - ONE
                    for block in range(colours):
                        if not g.stock[shape] >> block & 1:
                            continue
                        cube_class = class_of(t, block, white)
                        cubes = t.class_size[shape, cube_class]
                        if cubes < best_cubes:
                            continue
                        points = t.above[g.snow, pose, cube_class]
                        if points:
                            points += linked(t, site, pose, cube_class, work)
                        marks = marks_of(t, g, pose, block, white)
                        if cubes > best_cubes or points > best_points or (points == best_points and marks > best_marks):
                            best_cubes, best_points, best_marks = cubes, points, marks
                            count = 0
                        if cubes == best_cubes and points == best_points and marks == best_marks:
                            out[count] = pose * colours + block
                            count += 1
    if len(log):
        tell(log, WINTER_CHOSE, best_cubes, best_points)
        tell_more(log, best_marks, count, 0)
    return count
