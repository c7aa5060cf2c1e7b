"""Levels that do not search, in plain Python: they choose the moves of the compiled ones, with nothing to compile."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import monotonic

from nouvelle_france.bots.judging.choosing import Chooser
from nouvelle_france.bots.judging.features import BUCKETS, FEATURES, SETS, next_snow
from nouvelle_france.bots.judging.ordering import best_order
from nouvelle_france.bots.levels import Level
from nouvelle_france.bots.weights import Weights, package_weights
from nouvelle_france.rules import Action, Huron, LegalActions, Phase, View
from nouvelle_france.rules.legal import PEEK

UNLEARNED: Weights = (((0.0,) * FEATURES,) * BUCKETS,) * SETS
"""Nothing is expected beyond what is certain."""


class PureBot:
    """A bot of the ladder for which nothing is compiled; its level must be one that does not search.

    With ``seconds`` it stops thinking in time. It judges by the weights of the package, or by those given.
    """

    def __init__(self, level: Level, rng: Random, seconds: float | None = None, learned: Weights | None = None) -> None:
        if level.searches:
            raise ValueError(f"{level.name} searches, which only the compiled core is fast enough for")
        self.level = level
        self._rng = rng
        self._seconds = seconds
        self._weights = UNLEARNED
        if level.learned:
            self._weights = package_weights() if learned is None else learned

    def choose(self, view: View, legal: LegalActions) -> Action:
        """The action to play."""
        began = monotonic()
        if len(legal) == 1:
            return next(iter(legal))
        position, seat = view.position, view.seat
        assert seat is not None
        if position.phase is Phase.TURN and self.level.looks and legal.of_kind("huron") and _snow_is_near(view):
            return Huron(seat)
        if position.phase in (Phase.LOOK_BEFORE, Phase.LOOK_AFTER):
            seed = self._rng.getrandbits(64)
            return best_order(view, legal, self.level, self._weights, seed, self._late(began))
        return Chooser(position, seat, self._weights, self.level.judged).choose(legal)

    def _late(self, began: float) -> Callable[[], bool]:
        if self._seconds is None:
            return lambda: False
        until = began + 0.9 * self._seconds - 0.01  # as LadderBot
        return lambda: monotonic() > until


def _snow_is_near(view: View) -> bool:
    """Whether a snowflake may be among the next cards, for one who knows no card."""
    drawn, first, _ = next_snow(view.position)
    return drawn + PEEK > first
