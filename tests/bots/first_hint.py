"""A bot that always takes the first hint: what somebody plays like who does nothing else."""

from __future__ import annotations

from random import Random

from nouvelle_france import Action, LegalActions
from nouvelle_france.bots.judging.hinting import hints
from nouvelle_france.rules import View


class FirstHint:
    """For a person's own command line: ``arena --bots greedy,tests.bots.first_hint:FirstHint``."""

    def __init__(self, rng: Random) -> None:
        """Nothing is left to chance."""

    def choose(self, view: View, legal: LegalActions) -> Action:
        """The first hint."""
        return hints(view).best[0].action
