"""The features of a position by which it is judged.

A colour's *projected* score is certain: its points, the stick marks of its cubes on levels still to be scored, its
disks. What it will gain beyond that is estimated from a few features of its chains, by weights learned from self-play
(:mod:`~nouvelle_france.core.judging.learning`). Nothing here looks at the deck.
"""

from __future__ import annotations

from nouvelle_france.core.bitsets import NONE, ones
from nouvelle_france.core.building import cubes_on, flood, set_out
from nouvelle_france.core.compiling import compiled, inlined, inner
from nouvelle_france.core.counts import colour_count, level_count, mask_words, site_count
from nouvelle_france.core.judging.notes import Notes
from nouvelle_france.core.judging.scheme import (
    ALMOST_COMPLETE,
    ALWAYS,
    CHAINED,
    FEATURES,
    FINISH_LATER,
    FINISH_NEXT,
    HAS_BONUS,
    HAS_COUREUR,
    HAS_FILLE,
    HAS_HURON,
    HIGH,
    LONGEST,
    LOW,
    MOST_WAYS,
    NEAR,
    OPENINGS,
    REACH,
    SECOND,
    SETS,
    SITE_CHAINED,
    SITE_FEATURES,
    SITE_HIGH,
    SITE_LONGEST,
    SITE_LOW,
    SITE_OPENINGS,
    SITE_REACH,
    SITE_SECOND,
    SOLO_SET,
    STAGES,
    WAIT,
    WAY,
    WINTER_SET,
)
from nouvelle_france.core.phase import COUREUR_TOKEN, FILLE_TOKEN, HURON_TOKEN
from nouvelle_france.core.play import is_counted
from nouvelle_france.core.position import tallied
from nouvelle_france.core.records import NOBODY, SOLO, TABLE, Game, Ints, Tables, Words
from nouvelle_france.rules.game import PLAYER
from nouvelle_france.rules.legal import PEEK


@inner
def weight_set(g: Game, white: bool) -> int:
    """Which weights a colour's future is judged by."""
    if g.mode == SOLO:
        return WINTER_SET if white else SOLO_SET
    return int(min(g.seats, SETS - 1))


@inner
def draws_to_snow(g: Game) -> float:
    """About how many cards will be drawn before the next snowfall."""
    stage = min(tallied(g), len(g.snow_end) - 1)
    soonest = max(g.snow_start[stage] - g.top, 0)
    latest = max(g.snow_end[stage] - g.top, 1)
    return float(soonest + latest) / 2


@compiled
def bucket_of(g: Game) -> int:
    """Which weights apply."""
    draws = draws_to_snow(g)
    near = 0
    for limit in NEAR:
        if draws > limit:
            near += 1
    return int(min(tallied(g), STAGES - 1) * (len(NEAR) + 1) + near)


@compiled
def snow_is_near(g: Game) -> bool:
    """Whether snow may be among the cards a Huron would look at, for somebody who knows no card."""
    return bool(g.top + PEEK > g.snow_start[tallied(g)])


@inner
def has_bonus(g: Game, colour: int) -> bool:
    """Whether a colour may still place its bonus block of this stage."""
    return bool(g.snow < len(g.bonus) and g.bonus[g.snow] >> colour & 1)


@compiled
def next_seat_of(g: Game) -> int:
    """Whose turn is next."""
    return int((g.active + 1) % g.seats)


@inner
def wait_of(t: Tables, g: Game, colour: int, next_seat: int, notes: Notes) -> int:
    """How many turns come before a colour's next one; in solo, before Winter's."""
    if g.mode == TABLE:
        return int((notes.seat_of[colour] - next_seat + g.seats) % g.seats)
    return int(t.player_turns - g.turn) if colour == t.winter else 0


@inner
def site_features(t: Tables, site: int, depth: int, mine: Words, sky: Words, out: Ints, notes: Notes) -> None:
    """What a colour's cells ``mine`` on a site are good for, when ``sky`` are the cells a block can still reach."""
    mask = mask_words(t)
    levels = level_count(t)
    left, touched = notes.work.left, notes.work.touched
    some = NONE
    low = 0
    high = 0
    for lane in range(mask):
        left[lane] = mine[lane] & t.exposed[site, depth, lane]
        some |= left[lane]
        total = ones(left[lane])
        below = ones(left[lane] & t.level_cells[site, min(depth, levels - 1), lane])
        low += below
        high += total - below
    openings = 0
    chained = 0
    longest = 0
    second = 0
    reach = 0
    touched_all = notes.touched_all
    for lane in range(mask):
        touched_all[lane] = NONE
    start = 0
    while some:
        while not left[start]:
            start += 1
        set_out(t, start, notes.work)
        size = flood(t, site, notes.work)
        some = NONE
        ways = 0
        for lane in range(mask):
            some |= left[lane]
            free = touched[lane] & sky[lane]
            ways += ones(free)
            touched_all[lane] |= free
        if ways:
            chained += size
            reach += size * min(ways, MOST_WAYS)
            if size > longest:
                second = longest
                longest = size
            elif size > second:
                second = size
    for lane in range(mask):
        openings += ones(touched_all[lane])
    out[SITE_OPENINGS] = openings
    out[SITE_CHAINED] = chained
    out[SITE_LONGEST] = longest
    out[SITE_SECOND] = second
    out[SITE_REACH] = reach
    out[SITE_LOW] = low
    out[SITE_HIGH] = high


@inlined
def survey(t: Tables, g: Game, notes: Notes) -> None:
    """Look at a position once: reachable cells, features of all sites and colours, projected scores."""
    mask = mask_words(t)
    levels = level_count(t)
    depth = min(g.snow, levels - 1)
    for site in range(site_count(t)):
        for lane in range(mask):
            notes.sky[site, lane] = NONE
        for column in range(t.width[site]):
            for lane in range(mask):
                notes.sky[site, lane] |= t.open_above[site, column, g.heights[site, column], lane]
        for lane in range(mask):
            notes.sky[site, lane] &= t.exposed[site, depth, lane]
    for colour in range(colour_count(t)):
        notes.projected[colour] = g.scores[colour]
    for site in range(site_count(t)):
        if g.standees[site] != NOBODY:
            if g.mode == TABLE:
                notes.projected[g.colour_of_seat[g.standees[site]]] += g.disks[site]
            elif g.standees[site] == PLAYER:
                notes.projected[t.winter] -= g.disks[site]
        for colour in range(colour_count(t)):
            if not is_counted(t, g, site, colour):
                for feature in range(SITE_FEATURES):
                    notes.site_features[site, colour, feature] = 0
                continue
            for level in range(tallied(g), levels):
                notes.projected[colour] += cubes_on(t, g, site, colour, level) * g.marks[site, level]
            site_features(
                t, site, depth, g.cells[site, colour], notes.sky[site], notes.site_features[site, colour], notes
            )


@inner
def fill_features(
    t: Tables, g: Game, colour: int, wait: int, bonus: bool, site_after: int, bare: int, notes: Notes
) -> None:
    """The features of a colour; ``wait`` is how many turns come before its own.

    ``bare`` replaces the number of visible columns of the site ``site_after`` (-1: of none).
    """
    it = notes.features
    for feature in range(FEATURES):
        it[feature] = 0.0
    longest = 0
    second = 0
    finish = 0
    for site in range(site_count(t)):
        here = notes.site_features[site, colour]
        it[OPENINGS] += here[SITE_OPENINGS]
        it[CHAINED] += here[SITE_CHAINED]
        it[REACH] += WAY * here[SITE_REACH]
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
        if 0 < open_columns <= ALMOST_COMPLETE:
            finish += g.disks[site]
    it[ALWAYS] = 1.0
    it[LONGEST] = longest
    it[SECOND] = second
    it[WAIT] = wait
    it[FINISH_NEXT if wait == 0 else FINISH_LATER] = finish
    if g.mode == TABLE:
        tokens = g.tokens[notes.seat_of[colour]]
        it[HAS_BONUS] = bonus
        it[HAS_FILLE] = (tokens & FILLE_TOKEN) != 0
        it[HAS_COUREUR] = (tokens & COUREUR_TOKEN) != 0
        it[HAS_HURON] = (tokens & HURON_TOKEN) != 0


@compiled
def prepare(t: Tables, g: Game, notes: Notes) -> None:
    """Look at a position before judging moves in it."""
    survey(t, g, notes)
    notes.bucket = bucket_of(g)
    for seat in range(g.seats):
        if g.mode == TABLE:
            notes.seat_of[g.colour_of_seat[seat]] = seat
