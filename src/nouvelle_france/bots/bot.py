"""The interface of a bot, and the game loop that calls bots."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from nouvelle_france.record import Match
from nouvelle_france.rules import Action, Event, LegalActions, View


class Bot(Protocol):
    """An opponent: given what its seat may know and its legal actions, it answers with one of them."""

    def choose(self, view: View, legal: LegalActions) -> Action:
        """The action to play."""


def stood_in(bot: Bot) -> str | None:
    """Who chose instead of a bot when it last answered; None where it was the bot itself.

    A bot that may let another choose for it names that one as ``stand_in``. Most need none.
    """
    name = getattr(bot, "stand_in", None)
    return name if isinstance(name, str) else None


class Winter:
    """Winter's seat in a solo game: its actions are in placement order, and it takes the first (SOL-5d)."""

    def choose(self, view: View, legal: LegalActions) -> Action:
        """The action to play."""
        return next(iter(legal))


def play_on(match: Match, bots: Sequence[Bot], tell: Callable[[tuple[Event, ...]], None] | None = None) -> None:
    """Play a match to its end, one bot per seat; in solo only the player's is needed, Winter then plays by itself.

    Where several seats may act, the one nearest to the active seat's left is asked first (ALY-3). ``tell`` is called
    with the events of each action. The record marks the moves that somebody else chose (:func:`stood_in`).
    """
    seated = [*bots, Winter()] if match.setup.game.mode == "solo" and len(bots) == 1 else bots
    while not match.state.over:
        seat = match.state.position.movers[0]
        view = match.state.view(seat)
        action = seated[seat].choose(view, view.legal)
        events = match.play(action, stand_in=stood_in(seated[seat]))
        if tell is not None:
            tell(events)
