"""Games of the ladder's levels, the same for whoever plays them again."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

from nouvelle_france import Bot, Setup, State, start
from nouvelle_france.bots import Winter
from nouvelle_france.bots.ladder import LadderBot
from nouvelle_france.bots.levels import LEVELS, Level
from nouvelle_france.record import write_action
from nouvelle_france.rules import Action
from tests.core.variants import GROUPS

ALONE = LEVELS["ingenieur"].solo
assert ALONE is not None
SMALL = replace(LEVELS["ingenieur"], candidates=16, budget=32, solo=replace(ALONE, budget=32))
"""The strongest level with less patience: it thinks the same way, and a test has no time for more."""

QUICK_LEVELS = [LEVELS["apprenti"], LEVELS["artisan"], LEVELS["maitre"], SMALL]

TABLE = "reconstruction-1-table-each_stage-free-standing-claimed"
SOLO = "reconstruction-1-solo-kings-engineer-free-standing"
REPEATED = [(LEVELS["artisan"], TABLE), (LEVELS["maitre"], TABLE), (SMALL, SOLO)]


def quick(level: Level, seed: object) -> LadderBot:
    return LadderBot(level, Random(f"{level.name}/{seed}"))


Watch = Callable[[State, int, Action], None]


def played(setup: Setup, bots: Sequence[Bot], watch: Watch | None = None) -> State:
    """Play a game to its end; every answer must be legal, and whoever is asked may not touch what it was shown."""
    state = start(setup)
    seated = [*bots, Winter()] if setup.game.mode == "solo" else bots
    while not state.over:
        seat = state.position.movers[-1]
        view = state.view(seat)
        action = seated[seat].choose(view, view.legal)
        assert action in view.legal, f"{action} in {state.position.summary()}"
        if watch is not None:
            watch(state, seat, action)
        state = state.play(action).state
    return state


def answers(level: Level, group: str, seed: str) -> list[str]:
    """What a level answers in a game of its own, as the words of a record."""
    said: list[str] = []
    variant = GROUPS[group][-1]
    setup = variant.deal(Random(seed))

    def watch(state: State, seat: int, action: Action) -> None:
        said.append(json.dumps(write_action(setup.game, action), sort_keys=True))

    played(setup, [quick(level, seat) for seat in range(len(setup.game.colours) or 1)], watch)
    return said
