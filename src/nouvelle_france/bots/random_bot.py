"""The `random` bot: any kind of action, then any action of that kind."""

from __future__ import annotations

from random import Random

from nouvelle_france.rules import Action, LegalActions, View


class RandomBot:
    """Uniform over the kinds of action, then over the choices, so that every rule is met in a few games."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def choose(self, view: View, legal: LegalActions) -> Action:
        """The action to play."""
        return self._rng.choice(legal.of_kind(self._rng.choice(legal.kinds())))
