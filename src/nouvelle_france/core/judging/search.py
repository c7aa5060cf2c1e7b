"""Choosing by playing on: the unseen cards are dealt again, candidates are played, and the game is played out.

Every round deals the unseen cards once and tries all candidates on that deal, so that they differ by their own merit
and not by luck.
"""

from __future__ import annotations

import numpy as np

from nouvelle_france.core.actions import COUREUR, DECLINE, DRAW, END, FILLE, LOOK, ORDER, PASS, first_plain, order_range
from nouvelle_france.core.compiling import compiled, inlined, inner
from nouvelle_france.core.counts import shape_count
from nouvelle_france.core.judging.choosing import best_placement, choose, least_useful_claim
from nouvelle_france.core.judging.features import has_bonus, next_seat_of, prepare
from nouvelle_france.core.judging.notes import Notes
from nouvelle_france.core.judging.scheme import SPREAD
from nouvelle_france.core.judging.value import value_now
from nouvelle_france.core.legal import list_claims
from nouvelle_france.core.phase import (
    CLAIMED,
    CLOSE,
    COUREUR_ASKED,
    DRAW_NOW,
    DUE,
    FILLE_ASKED,
    LOOK_AFTER,
    LOOK_BEFORE,
    OVER,
    PLACE,
    TURN,
)
from nouvelle_france.core.position import fits, peekable
from nouvelle_france.core.records import SOLO, Floats, Game, Games, Ints, Tables, Words
from nouvelle_france.core.setup import deal
from nouvelle_france.core.solo import solo_lead
from nouvelle_france.core.state import play
from nouvelle_france.rules.game import PLAYER


@compiled
def list_candidates(
    t: Tables, g: Game, seat: int, weights: Floats, width: int, judged: int, candidates: Ints, notes: Notes
) -> int:
    """Actions worth a closer look, the most promising first; ``width`` placements at most, out of ``judged``."""
    plain = first_plain(t)
    phase = g.phase
    count = 0
    if phase == DRAW_NOW:
        candidates[0] = plain + DRAW
        return 1
    if phase in (FILLE_ASKED, COUREUR_ASKED):
        candidates[0] = plain + (FILLE if phase == FILLE_ASKED else COUREUR)
        candidates[1] = plain + DECLINE
        return 2
    if phase == CLOSE:
        candidates[0] = plain + END
        candidates[1] = plain + LOOK
        return 2
    if phase in (LOOK_BEFORE, LOOK_AFTER):
        first, orders = order_range(peekable(g))
        for order in range(orders):
            candidates[order] = plain + ORDER + first + order
        return int(orders)
    if phase == TURN:
        candidates[0] = plain + DRAW
        count = 1
        width = max(width // 3, 1)
        if not has_bonus(g, g.colour_of_seat[seat]) or not fits(t, g, shape_count(t) + g.snow):
            return count
    if phase == CLAIMED:
        candidates[0] = plain + PASS
        count = 1
    prepare(t, g, notes)
    best_placement(t, g, seat, next_seat_of(g), weights, judged, notes)
    for place in range(min(notes.top_count, width)):
        candidates[count] = notes.top[place]
        count += 1
    if phase == PLACE and not count:
        claims = list_claims(t, g, notes.work.actions, 0)
        candidates[0] = least_useful_claim(t, g, notes) if claims > 1 else notes.work.actions[0]
        return 1
    return count


@inner
def outcome(t: Tables, g: Game, seat: int) -> float:
    """How well a finished game went for a seat, between -1 and 1: a win counts most, then the lead."""
    if g.mode == SOLO:
        lead = solo_lead(t, g.final)
        won = 1.0 if g.winners >> PLAYER & 1 else -1.0
    else:
        best = -1e9
        for other in range(g.seats):
            if other != seat:
                best = max(best, float(g.final[g.colour_of_seat[other]]))
        lead = g.final[g.colour_of_seat[seat]] - best
        won = 1.0 if g.winners >> seat & 1 else -1.0
        if g.winners & (g.winners - 1):
            won = 0.0
    return float(0.5 * won + 0.5 * np.tanh(lead / SPREAD))


@inlined
def play_on(t: Tables, g: Game, seat: int, weights: Floats, width: int, limit: int, notes: Notes) -> float:
    """How well a game goes for a seat, played on by :func:`~.choosing.choose` to its end or to so many blocks."""
    while g.phase != OVER:
        between_turns = g.phase == TURN or (g.mode == SOLO and g.phase == DRAW_NOW)
        if between_turns and g.placed_count >= limit:
            prepare(t, g, notes)
            return float(np.tanh(value_now(t, g, seat, g.active, weights, notes) / SPREAD))
        mover = g.asked[0]
        play(t, g, mover, choose(t, g, mover, weights, width, False, notes), notes.work.no_log, notes.work)
    return outcome(t, g, seat)


@compiled
def try_out(
    t: Tables,
    g: Game,
    seat: int,
    known: Ints,
    weights: Floats,
    breadth: int,
    horizon: int,
    rounds: int,
    rng: Words,
    room: Games,
    candidates: Ints,
    values: Floats,
    notes: Notes,
) -> None:
    """Repeatedly deal the unseen cards and play on from every candidate, adding up how well it goes.

    ``room`` is one game to play in; ``g`` gets the deals. All candidates are judged when equally many blocks lie,
    ``horizon`` after the choice: whether to draw or to place the bonus block is not decided by who has placed more.
    """
    limit = g.placed_count + horizon
    if g.phase in (TURN, PLACE, CLAIMED, DUE):
        limit += 1
    for _ in range(rounds):
        deal(t, g, known, rng)
        for number in range(len(candidates)):
            room[0] = g
            sim = room[0]
            play(t, sim, seat, candidates[number], notes.work.no_log, notes.work)
            values[number] += play_on(t, sim, seat, weights, breadth, limit, notes)
