"""How long a bot thinks in Python for browsers: run there by ``tests.browser.node``, with nothing but the package."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from random import Random
from typing import Any

from nouvelle_france import Match, Seat, deal_table, default_edition, play_on
from nouvelle_france.bots import PURE_BOTS
from nouvelle_france.rules import Action, LegalActions, View


class Timed:
    """A bot with a watch."""

    def __init__(self, seed: str) -> None:
        self._bot = PURE_BOTS["artisan"](Random(seed))
        self.seconds: list[float] = []

    def choose(self, view: View, legal: LegalActions) -> Action:
        """What the bot chooses."""
        began = time.perf_counter()
        chosen = self._bot.choose(view, legal)
        if len(legal) > 1:  # else there is nothing to think about
            self.seconds.append(time.perf_counter() - began)
        return chosen


async def play_all(numbers: range, tell: Callable[[str], Any]) -> None:
    """Games of four, the widest there are; the thoughts of each as a line of JSON."""
    edition = default_edition()
    for number in numbers:
        setup = deal_table(edition, Random(f"inside/{number}"), 4)
        bots = [Timed(f"{number}/{seat}") for seat in range(4)]
        play_on(Match(setup, [Seat(colour, "artisan", "artisan") for colour in setup.game.colours]), bots)
        tell(json.dumps([it for bot in bots for it in bot.seconds]))
