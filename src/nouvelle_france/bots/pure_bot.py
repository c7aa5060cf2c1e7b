"""Levels that do not search, in plain Python: they choose the moves of the compiled ones, with nothing to compile."""

from __future__ import annotations

from random import Random

from nouvelle_france.bots.judging.choosing import Chooser
from nouvelle_france.bots.judging.features import next_snow
from nouvelle_france.bots.judging.ordering import best_order
from nouvelle_france.bots.levels import Level
from nouvelle_france.bots.stand_in import HARMLESS, fallback, late_after
from nouvelle_france.bots.weights import Weights, package_weights
from nouvelle_france.core.judging.scheme import BUCKETS, FEATURES, SETS
from nouvelle_france.rules import Action, Huron, LegalActions, Phase, View
from nouvelle_france.rules.legal import PEEK

UNLEARNED: Weights = (((0.0,) * FEATURES,) * BUCKETS,) * SETS
"""Evaluates only what is certain."""


class PureBot:
    """A bot of the ladder without compiled code; its level must be one that does not search.

    With ``seconds`` it stops thinking in time; ``stand_in`` says so where it could not try a single order of a Huron's
    cards before, and the first is played. It judges by the weights of the package, or by those given.
    """

    def __init__(self, level: Level, rng: Random, seconds: float | None = None, learned: Weights | None = None) -> None:
        if level.searches:
            raise ValueError(f"{level.name} searches, which only the compiled core is fast enough for")
        self.level = level
        self.stand_in: str | None = None
        self._rng = rng
        self._seconds = seconds
        self._weights = UNLEARNED
        if level.learned:
            self._weights = package_weights() if learned is None else learned

    def choose(self, view: View, legal: LegalActions) -> Action:
        """The action to play."""
        is_late = late_after(self._seconds)
        self.stand_in = None
        if len(legal) == 1:
            return next(iter(legal))
        position, seat = view.position, view.seat
        assert seat is not None
        if position.phase is Phase.TURN and self.level.looks and legal.of_kind("huron") and _snow_is_near(view):
            return Huron(seat)
        if position.phase in (Phase.LOOK_BEFORE, Phase.LOOK_AFTER):
            seed = self._rng.getrandbits(64)
            order = best_order(view, legal, self.level, self._weights, seed, is_late)
            self.stand_in = HARMLESS if order is None else None
            return fallback(legal) if order is None else order
        return Chooser(position, seat, self._weights, self.level.judged).choose(legal)


def _snow_is_near(view: View) -> bool:
    """Whether a snowflake may be among the next cards, without private knowledge."""
    drawn, first, _ = next_snow(view.position)
    return drawn + PEEK > first
