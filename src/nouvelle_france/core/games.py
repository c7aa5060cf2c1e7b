"""Whole games inside compiled code."""

from __future__ import annotations

from typing import Any

import numpy as np

from nouvelle_france.core.chance import below
from nouvelle_france.core.compiling import compiled
from nouvelle_france.core.layout import (
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
    SOLO,
    TURN,
)
from nouvelle_france.core.policy import choose
from nouvelle_france.core.rules import (
    HURON_TOKEN,
    count_placements,
    first_plain,
    list_claims,
    nth_placement,
    order_range,
    play,
    winter_choice,
)
from nouvelle_france.core.tables import COUREUR, DECLINE, DRAW, END, FILLE, LOOK, ORDER, PASS
from nouvelle_france.rules.game import WINTER
from nouvelle_france.rules.legal import PEEK


@compiled
def random_action(t: Any, g: Any, seat: Any, rng: Any, work: Any) -> int:
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
        if winter_choice(t, g, work.actions, np.zeros((0, 6), np.int32), work):
            return int(work.actions[0])
        list_claims(t, g, seat, work.actions, 0)
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
            claims = list_claims(t, g, seat, work.actions, 0)
            return int(work.actions[below(rng, claims)])
        return nth_placement(t, g, below(rng, count))
    first, orders = order_range(min(PEEK, len(g.deck) - g.top))
    return plain + ORDER + first + below(rng, orders)


@compiled
def play_randomly(t: Any, games: Any, seeds: Any, work: Any) -> int:
    """Play games to their end, each from its own seed; how many actions that took."""
    log = np.zeros((0, 6), np.int32)
    rng = np.zeros(1, np.uint64)
    actions = 0
    for number in range(len(games)):
        g = games[number]
        rng[0] = seeds[number]
        while g.phase != OVER:
            seat = np.int64(g.asked[0])
            play(t, g, seat, random_action(t, g, seat, rng, work), log, work)
            actions += 1
    return actions


@compiled
def snow_is_near(g: Any) -> bool:
    """Whether a snowflake may be among the next cards, for one who knows no card."""
    return bool(g.top + PEEK > g.snow_start[g.snow + g.snowing])


@compiled
def play_by_policy(t: Any, g: Any, judged: Any, looks: Any, weights: Any, written: Any, work: Any) -> int:
    """Play on, every seat by :func:`~.policy.choose`, until the game is over or a Huron's cards are to be put back.

    ``judged``, ``looks`` and ``weights`` are by seat: how many placements it judges, whether it uses its Huron (when
    snow may be near), and what it judges by. ``written`` gets the seat and number of each action, while there is room;
    how many there were.
    """
    actions = 0
    while g.phase not in (OVER, LOOK_BEFORE, LOOK_AFTER):
        seat = np.int64(g.asked[0])
        if g.phase == TURN and looks[seat] and g.tokens[seat] & HURON_TOKEN and snow_is_near(g):
            action = first_plain(t) + LOOK
        else:
            action = choose(t, g, seat, weights[seat], judged[seat], True, work)
        if actions < len(written):
            written[actions, 0] = seat
            written[actions, 1] = action
        actions += 1
        play(t, g, seat, action, work.no_log, work)
    return actions
