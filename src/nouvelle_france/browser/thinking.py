"""Bots that think where the house is: the browser's worker has one thread, and nobody else to ask."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from nouvelle_france.bots import PURE_BOTS, Winter
from nouvelle_france.bots.judging.hinting import Hints, hints
from nouvelle_france.edition import Edition
from nouvelle_france.house.schedule import Readiness, Turn
from nouvelle_france.rules import Action, View
from nouvelle_france.tables.chairs import WINTER_SEAT


class Chosen(NamedTuple):
    """What a bot chose itself."""

    action: Action
    chosen_by: str
    how: str = "bot"


class ThinksHere:
    """Lets the bots think that need no compiled core. While one does, messages wait: each takes well below a second."""

    def __init__(self) -> None:
        self.changed: list[Callable[[], None]] = []

    def readiness(self, bot: str, edition: Edition) -> Readiness | None:
        """Nothing has to be compiled."""
        return None

    def expect(self, bot: str, edition: Edition) -> None:
        """Nothing has to be ready."""

    async def choose(self, bot: str, seed: str, view: View, turn: Turn | None = None) -> Chosen:
        """The bot's choice, the same as anywhere else with this seed."""
        if turn is not None:
            turn.begun = True
        thinker = Winter() if bot == WINTER_SEAT else PURE_BOTS[bot](Random(seed))
        return Chosen(thinker.choose(view, view.legal), bot)

    async def advise(self, view: View, turn: Turn | None = None) -> Hints:
        """Hints for the seat of a view."""
        return hints(view)
