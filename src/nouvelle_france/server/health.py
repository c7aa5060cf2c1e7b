"""Whether the rules still work: a small game is dealt and a block placed, in memory."""

from __future__ import annotations

import asyncio
import time
from random import Random

from nouvelle_france.edition import default
from nouvelle_france.record import Match, Seat, write_action
from nouvelle_france.rules import Draw, deal_table


class HealthCheck:
    """Plays a move on request, in a thread and at most once a second, so that frequent checks slow nobody down."""

    def __init__(self) -> None:
        self._move = ""
        self._at = -1.0

    async def move(self) -> str:
        """The block placed. Raises if the rules are broken."""
        if time.monotonic() - self._at > 1 or not self._move:
            self._move = ""
            self._move = await asyncio.to_thread(play_a_move)
            self._at = time.monotonic()
        return self._move


def play_a_move() -> str:
    """Deal, draw and place a block, which is returned. Raises if the rules are broken."""
    setup = deal_table(default(), Random(1), ["yellow", "white"])
    match = Match(setup, [Seat("yellow", "a"), Seat("white", "b")])
    match.play(Draw(0))
    action = match.state.legal.of_kind("place")[0]
    match.play(action)
    return str(write_action(setup.game, action)["block"])
