"""Bots that think inside the house: the browser's worker has only one thread."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from nouvelle_france.bots import PURE_BOTS, Winter, stood_in
from nouvelle_france.bots.judging.hinting import Hints, hints
from nouvelle_france.bots.names import parse
from nouvelle_france.edition import Edition
from nouvelle_france.house.thinking import Readiness, Turn
from nouvelle_france.rules import Action, View
from nouvelle_france.tables.chairs import WINTER_SEAT


class Chosen(NamedTuple):
    """What a bot chose, and whether it did so itself."""

    action: Action
    chosen_by: str
    how: str = "bot"


class ThinksHere:
    """Runs the bots that need no compiled core. While one thinks, messages wait: each takes well below a second."""

    def __init__(self) -> None:
        self.changed: list[Callable[[], None]] = []

    def readiness(self, bot: str, edition: Edition) -> Readiness | None:
        """A level that searches cannot play here; nothing else has to be prepared."""
        return Readiness(0.0, failed=True) if parse(bot).is_level and bot not in PURE_BOTS else None

    def expect(self, bot: str, edition: Edition) -> None:
        """Nothing has to be ready."""

    async def choose(self, bot: str, seed: str, view: View, turn: Turn | None = None) -> Chosen:
        """The bot's choice, the same as anywhere else with this seed."""
        if turn is not None:
            turn.begun = True
        thinker = Winter() if bot == WINTER_SEAT else PURE_BOTS[bot](Random(seed))
        return Chosen(thinker.choose(view, view.legal), stood_in(thinker) or bot)

    async def advise(self, view: View, turn: Turn | None = None) -> Hints:
        """Hints for the seat of a view."""
        return hints(view)
