"""The action for somebody who could not play: quick, harmless, and no reward for being late."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic
from typing import Literal

from nouvelle_france.rules import Action, LegalActions

QUICK = "greedy"
"""The bot that plays for whoever is away, out of time or not ready: itself it is always ready, and quick."""

HARMLESS: Literal["harmless"] = "harmless"
"""Who is said to have chosen when nobody did: the action that spends least was taken."""

CLOCK = "clock"
"""Who is said to have chosen when time ran out: the seat declined or passed."""

CHANCE = "chance"
"""Who is said to have chosen when a move was drawn at random."""

MEEK_FIRST = ("decline", "pass", "end", "draw", "place")
"""The stand-in's taste: it spends no ally and no bonus block that a person might want kept."""


def meekest(kinds: Sequence[str]) -> str:
    """The kind of action a stand-in takes."""
    return next((kind for kind in MEEK_FIRST if kind in kinds), kinds[0])


def fallback(legal: LegalActions) -> Action:
    """A quick, harmless action, for a bot that could not play."""
    return legal.of_kind(meekest(legal.kinds()))[0]


def late_after(seconds: float | None) -> Callable[[], bool]:
    """Says when the time of a choice that begins now is so nearly over that somebody else should make it."""
    if seconds is None:
        return lambda: False
    # A round of play-outs takes some milliseconds: it is not begun when it might not end in time.
    until = monotonic() + 0.9 * seconds - 0.01
    return lambda: monotonic() > until
