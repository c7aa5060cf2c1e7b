"""Whole games inside compiled code."""

from __future__ import annotations

import numpy as np

from nouvelle_france.core.actions import COUREUR, DECLINE, DRAW, END, FILLE, LOOK, ORDER, PASS, first_plain, order_range
from nouvelle_france.core.chance import below
from nouvelle_france.core.compiling import compiled
from nouvelle_france.core.legal import count_placements, list_claims, list_returns, nth_placement
from nouvelle_france.core.phase import (
    CLAIMED,
    CLOSE,
    COUREUR_ASKED,
    DRAW_NOW,
    DUE,
    FILLE_ASKED,
    HURON_TOKEN,
    OVER,
    PLACE,
    TURN,
)
from nouvelle_france.core.position import peekable, winter_choice
from nouvelle_france.core.records import SOLO, Game, Games, Tables, Words, Work
from nouvelle_france.core.state import play
from nouvelle_france.rules.game import WINTER


@compiled
def random_action(t: Tables, g: Game, seat: int, rng: Words, work: Work) -> int:
    """Any kind of action, then any action of that kind: the `random` bot. Winter plays as it must."""
    plain = first_plain(t)
    phase = g.phase
    if phase == DRAW_NOW:
        return plain + DRAW
    if phase == FILLE_ASKED:
        return plain + (FILLE if below(rng, 2) else DECLINE)
    if phase == COUREUR_ASKED:
        return plain + (COUREUR if below(rng, 2) else DECLINE)
    if phase == CLOSE:
        return plain + (LOOK if below(rng, 2) else END)
    if phase == PLACE and g.mode == SOLO and seat == WINTER:
        if winter_choice(t, g, work.actions, work.no_log, work):
            return int(work.actions[0])
        list_returns(t, g, work.actions, 0)
        return int(work.actions[0])
    if phase in (TURN, PLACE, CLAIMED, DUE):
        count = count_placements(t, g)
        if phase == TURN:
            kinds = 1 + (count > 0) + ((g.tokens[seat] & HURON_TOKEN) > 0)
            kind = below(rng, kinds)
            if kind == 0:
                return plain + DRAW
            if kind == 2 or not count:
                return plain + LOOK
        elif phase == CLAIMED:
            if below(rng, 2):
                return plain + PASS
        elif phase == PLACE and (not count or (g.claims and below(rng, 2))):
            claims = list_claims(t, g, work.actions, 0)
            return int(work.actions[below(rng, claims)])
        return nth_placement(t, g, below(rng, count))
    first, orders = order_range(peekable(g))
    return plain + ORDER + first + below(rng, orders)


@compiled
def play_randomly(t: Tables, games: Games, seeds: Words, work: Work) -> int:
    """Play games to their end, each from its own seed; how many actions that took."""
    rng = np.zeros(1, np.uint64)
    actions = 0
    for number in range(len(games)):
        g = games[number]
        rng[0] = seeds[number]
        while g.phase != OVER:
            seat = g.asked[0]
            play(t, g, seat, random_action(t, g, seat, rng, work), work.no_log, work)
            actions += 1
    return actions
