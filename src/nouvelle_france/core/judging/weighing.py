"""Weighing moves in points: the margin that each seat may expect after them, by playing on from many deals.

Every deal is tried with all moves that are weighed, so that they differ by their own merit and not by luck. Here points
are counted, where :mod:`~.search` counts what they do for winning.
"""

from __future__ import annotations

import numpy as np

from nouvelle_france.core.actions import LOOK, ORDER, first_plain, order_range
from nouvelle_france.core.compiling import compiled, inlined, inner
from nouvelle_france.core.judging.choosing import choose
from nouvelle_france.core.judging.features import prepare
from nouvelle_france.core.judging.notes import Notes
from nouvelle_france.core.judging.value import value_now
from nouvelle_france.core.phase import OVER, TURN
from nouvelle_france.core.position import peekable
from nouvelle_france.core.records import SOLO, Floats, Game, Games, Ints, Tables, Words
from nouvelle_france.core.setup import deal
from nouvelle_france.core.solo import solo_lead
from nouvelle_france.core.state import play

NO_ACTION = -1
"""Among the moves to weigh: make no move, but play on from the position itself."""

GLANCE = 4
"""How many placements each order of a Huron's cards is played on for: all three cards are drawn by then."""


@inner
def margins(t: Tables, g: Game, scores: Floats, out: Floats) -> None:
    """By seat, its score less the mean of the others'; alone, the lead over white (SOL-11)."""
    if g.mode == SOLO:
        out[0] = solo_lead(t, scores)
        return
    total = 0.0
    for seat in range(g.seats):
        total += scores[g.colour_of_seat[seat]]
    for seat in range(g.seats):
        own = scores[g.colour_of_seat[seat]]
        out[seat] = own - (total - own) / (g.seats - 1)


@compiled
def play_until(
    t: Tables, g: Game, weights: Floats, breadth: int, limit: int, scores: Floats, out: Floats, notes: Notes
) -> None:
    """Play on by :func:`~.choosing.choose` to the end, or until so many blocks lie; the margins it comes to."""
    while g.phase != OVER:
        if g.phase == TURN and g.placed_count >= limit:
            prepare(t, g, notes)
            value_now(t, g, 0, g.active, weights, notes)
            margins(t, g, notes.expected, out)
            return
        mover = g.asked[0]
        play(t, g, mover, choose(t, g, mover, weights, breadth, False, notes), notes.work.no_log, notes.work)
    for colour in range(len(scores)):
        scores[colour] = g.final[colour]
    margins(t, g, scores, out)


@inner
def limit_after(g: Game, horizon: int) -> int:
    """How many blocks lie once at least so many more do and it is the first seat's turn again."""
    limit = g.placed_count + horizon
    return int(limit + -limit % g.seats)


@inlined
def put_back_well(
    t: Tables,
    g: Game,
    seat: int,
    weights: Floats,
    breadth: int,
    tries: int,
    rng: Words,
    inner_room: Games,
    scores: Floats,
    out: Floats,
    notes: Notes,
) -> None:
    """ALY-4: put the cards a Huron sees back in the order that plays out best, what lies below them dealt anew."""
    plain = first_plain(t)
    count = peekable(g)
    first, orders = order_range(count)
    seen = np.zeros((count, 3), np.int64)
    for place in range(count):
        seen[place, 0] = place
        seen[place, 1] = 1
        seen[place, 2] = g.deck[g.top + place]
    limit = limit_after(g, GLANCE)
    totals = np.zeros(orders)
    for _ in range(tries):
        inner_room[1] = g
        deal(t, inner_room[1], seen, rng)
        for order in range(orders):
            inner_room[0] = inner_room[1]
            play(t, inner_room[0], seat, plain + ORDER + first + order, notes.work.no_log, notes.work)
            play_until(t, inner_room[0], weights, breadth, limit, scores, out, notes)
            totals[order] += out[seat]
    best = 0
    for order in range(1, orders):
        if totals[order] > totals[best]:
            best = order
    play(t, g, seat, plain + ORDER + first + best, notes.work.no_log, notes.work)


@compiled
def weigh(
    t: Tables,
    g: Game,
    seat: int,
    known: Ints,
    weights: Floats,
    breadth: int,
    horizon: int,
    tries: int,
    keys: Words,
    room: Games,
    actions: Ints,
    out: Floats,
    notes: Notes,
) -> None:
    """For each key, deal the unseen cards and play on from every action: ``out[key, action, seat]`` gets the margins.

    ``g`` gets the deals, and ``room`` is three games to play in. All are judged when equally many blocks lie, at least
    ``horizon`` after the choice and when it is the first seat's turn again (to move is worth something, which must not
    come and go from one choice to the next), or at the end. After a look (ALY-4), ``tries`` deals of what lies below
    tell the order in which the cards are put back; with none they stay as they lie.
    """
    limit = limit_after(g, horizon)
    rng = np.zeros(1, np.uint64)
    scores = np.zeros(len(g.scores))
    for number in range(len(keys)):
        rng[0] = keys[number]
        deal(t, g, known, rng)
        for place in range(len(actions)):
            room[0] = g
            sim = room[0]
            if actions[place] != NO_ACTION:
                play(t, sim, seat, actions[place], notes.work.no_log, notes.work)
                if actions[place] == first_plain(t) + LOOK and tries:
                    put_back_well(
                        t, sim, seat, weights, breadth, tries, rng, room[1:], scores, out[number, place], notes
                    )
            play_until(t, sim, weights, breadth, limit, scores, out[number, place], notes)
