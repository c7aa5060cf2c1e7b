"""What table and solo games have in common: asking, drawing, placing, scoring, the end."""

from __future__ import annotations

from nouvelle_france.core.building import build, class_of, completes, cubes_on, points_of
from nouvelle_france.core.compiling import inlined, inner
from nouvelle_france.core.counts import colour_count, level_count, shape_count, site_count
from nouvelle_france.core.events import (
    COMPLETED,
    DREW,
    GAME_OVER,
    PLACED,
    REMOVED,
    SCORED,
    SNOW_FELL,
    SNOW_LIES,
    TALLIED,
    Log,
    tell,
    tell_more,
)
from nouvelle_france.core.phase import DRAW_NOW, OVER, PLACE
from nouvelle_france.core.position import own_colour
from nouvelle_france.core.records import SNOW_CARD, SOLO, Game, Tables, Work


@inner
def ask(g: Game, phase: int, seat: int) -> None:
    """Wait for one seat."""
    g.phase = phase
    g.asked[0] = seat
    g.asked_count = 1


@inner
def stop_asking(g: Game, seat: int) -> None:
    """A seat has answered."""
    kept = 0
    for place in range(g.asked_count):
        if g.asked[place] != seat:
            g.asked[kept] = g.asked[place]
            kept += 1
    g.asked_count = kept


@inner
def discard(g: Game, shape: int) -> None:
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


@inner
def remove(g: Game, seat: int, shape: int, colour: int, log: Log) -> None:
    """A visible card and a block of its shape go to the box (UNA-3, SOL-6, SOL-10)."""
    discard(g, shape)
    g.stock[shape] &= ~(1 << colour)
    tell(log, REMOVED, seat, shape)
    tell_more(log, colour, 0, 0)


@inner
def put(t: Tables, g: Game, seat: int, placement: int, log: Log, work: Work) -> int:
    """SCO, CMPL-1: put a block down, score it, hand over the standee; the points of the seat's own colour."""
    colours = colour_count(t)
    pose, block = placement // colours, placement % colours
    site, kind = t.pose_site[pose], t.pose_shape[pose]
    is_bonus = kind >= shape_count(t)
    tell(log, PLACED, seat, placement)
    tell_more(log, 1 if is_bonus else 0, 0, 0)
    own = own_colour(t, g, site, seat)
    gained = 0
    for colour in range(colours):
        if scores_with(t, g, site, seat, colour):
            points = points_of(t, g, placement, colour, work)
            if points:
                new = t.above[g.snow, pose, class_of(t, block, colour)]
                tell(log, SCORED, colour, new)
                tell_more(log, points - new, 0, 0)
            g.scores[colour] += points
            if colour == own:
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


@inlined
def scores_with(t: Tables, g: Game, site: int, seat: int, colour: int) -> bool:
    """SCO-1, SOL-4: whether a colour scores for a placement of a seat: the seat's own, and alone white too."""
    return bool(colour == own_colour(t, g, site, seat) or (g.mode == SOLO and colour == t.winter))


@inner
def is_counted(t: Tables, g: Game, site: int, colour: int) -> bool:
    """SNW-1, SOL-7: whether snow counts a colour on a site: at a table every player's, alone the site's and white."""
    if g.mode == SOLO:
        return bool(colour == t.winter or colour == t.solo_colour[site])
    for seat in range(g.seats):
        if g.colour_of_seat[seat] == colour:
            return True
    return False


@inner
def tally(t: Tables, g: Game, log: Log) -> None:
    """SNW-1, SOL-7: score the next level of all sites."""
    level = g.snow
    tell(log, SNOW_FELL, level + 1, 0)
    for site in range(site_count(t)):
        mark = g.marks[site, level]
        for colour in range(colour_count(t)):
            if is_counted(t, g, site, colour):
                cubes = cubes_on(t, g, site, colour, level)
                g.scores[colour] += cubes * mark
                tell(log, TALLIED, site, mark)
                tell_more(log, colour, cubes, 0)


@inner
def draw(t: Tables, g: Game, seat: int, log: Log) -> bool:
    """TRN-1, TRN-2: turn up the top card and tally if it is snow; whether it is."""
    card = g.deck[g.top]
    g.top += 1
    tell(log, DREW, seat, card)
    if card == SNOW_CARD:
        tally(t, g, log)
        return True
    g.display[g.display_count] = card
    g.display_count += 1
    ask(g, PLACE, g.active)
    return False


@inner
def lay_snow(g: Game, log: Log) -> None:
    """SNW-1: the snow lies, and the one who drew it draws again."""
    g.snow += 1
    tell(log, SNOW_LIES, g.snow, 0)
    ask(g, DRAW_NOW, g.active)


@inner
def finish(t: Tables, g: Game, winners: int, decided: int, log: Log) -> None:
    """The third snowfall ends the game."""
    g.snow = level_count(t)
    g.phase = OVER
    g.asked_count = 0
    g.winners = winners
    g.decided = decided
    tell(log, GAME_OVER, winners, decided)
