"""What is played for somebody who could not: quick, harmless, and no reward for being late."""

from __future__ import annotations

from collections.abc import Sequence

from nouvelle_france.rules import Action, LegalActions

MEEK_FIRST = ("decline", "pass", "end", "draw", "place")
"""The stand-in's taste: it spends no ally and no bonus block that a person might want kept."""


def meekest(kinds: Sequence[str]) -> str:
    """The kind of action a stand-in takes."""
    return next((kind for kind in MEEK_FIRST if kind in kinds), kinds[0])


def fallback(legal: LegalActions) -> Action:
    """A quick, harmless action: what is played for a bot that could not."""
    return legal.of_kind(meekest(legal.kinds()))[0]
