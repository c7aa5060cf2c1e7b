"""What a bot is, and the game loop that asks bots."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from nouvelle_france.record import Match
from nouvelle_france.rules import Action, Event, LegalActions, View


class Bot(Protocol):
    """An opponent: given what its seat may know and its legal actions, it answers with one of them."""

    def choose(self, view: View, legal: LegalActions) -> Action:
        """The action to play."""


class Winter:
    """Winter's seat in a solo game: its actions are in placement order, and it takes the first (SOL-5d)."""

    def choose(self, view: View, legal: LegalActions) -> Action:
        """The action to play."""
        return next(iter(legal))


def play_on(match: Match, bots: Sequence[Bot], tell: Callable[[tuple[Event, ...]], None] | None = None) -> None:
    """Play a match to its end, one bot a seat; in solo the player's alone is enough, Winter then plays by itself.

    Where several seats may act, the one nearest to the active seat's left is asked first (ALY-3). ``tell`` hears what
    each action caused.
    """
    seated = [*bots, Winter()] if match.setup.game.mode == "solo" and len(bots) == 1 else bots
    while not match.state.over:
        seat = match.state.position.movers[0]
        view = match.state.view(seat)
        events = match.play(seated[seat].choose(view, view.legal))
        if tell is not None:
            tell(events)
