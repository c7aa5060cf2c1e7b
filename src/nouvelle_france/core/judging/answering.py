"""Seats that are played by a policy, between those that somebody else plays."""

from __future__ import annotations

import numpy as np

from nouvelle_france.core.actions import LOOK, first_plain
from nouvelle_france.core.compiling import compiled
from nouvelle_france.core.foresight import Memories, play_and_remember
from nouvelle_france.core.games import random_action
from nouvelle_france.core.judging.choosing import choose
from nouvelle_france.core.judging.features import snow_is_near
from nouvelle_france.core.judging.notes import Notes
from nouvelle_france.core.phase import HURON_TOKEN, LOOK_AFTER, LOOK_BEFORE, OVER, TURN
from nouvelle_france.core.records import Bools, Floats, Games, Ints, Tables, Words

SOMEBODY, ANYHOW = -1, 0
"""Who plays a seat: somebody else, or chance; any larger number is a policy that judges so many placements."""


@compiled
def answer_all(
    t: Tables,
    games: Games,
    memories: Memories,
    streams: Words,
    judged: Ints,
    looks: Bools,
    weights: Floats,
    notes: Notes,
) -> None:
    """Play each game on until somebody else's seat is asked, or a Huron's cards are to be put back."""
    rng = np.zeros(1, np.uint64)
    for number in range(len(games)):
        g, m = games[number], memories[number]
        rng[0] = streams[number]
        while g.phase != OVER and judged[g.asked[0]] != SOMEBODY:
            seat = g.asked[0]
            if judged[seat] == ANYHOW:
                action = random_action(t, g, seat, rng, notes.work)
            elif g.phase == LOOK_BEFORE or g.phase == LOOK_AFTER:
                break
            elif g.phase == TURN and looks[seat] and g.tokens[seat] & HURON_TOKEN and snow_is_near(g):
                action = first_plain(t) + LOOK
            else:
                action = choose(t, g, seat, weights[seat], judged[seat], True, notes)
            play_and_remember(t, g, m, action, rng, notes.work)
        streams[number] = rng[0]
