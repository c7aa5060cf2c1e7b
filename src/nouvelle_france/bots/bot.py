"""What a bot is, and the game loop that asks bots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from nouvelle_france.record import Match
from nouvelle_france.rules import WINTER, Action, LegalActions, Position, View


class Bot(Protocol):
    """An opponent: given what its seat may know and its legal actions, it answers with one of them."""

    def choose(self, view: View, legal: LegalActions) -> Action:
        """The action to play."""


def winter_action(position: Position) -> Action:
    """What Winter does: its actions are in placement order, so the first is the one of SOL-5d."""
    return next(iter(position.legal))


def next_seat(position: Position) -> int:
    """The seat to ask: where several may act, the one nearest to the active seat's left (ALY-3)."""
    return position.movers[0]


def play_on(match: Match, bots: Sequence[Bot]) -> None:
    """Let bots play a match to its end, one bot a seat (in solo only the player's)."""
    while not match.state.over:
        position = match.state.position
        seat = next_seat(position)
        if position.game.mode == "solo" and seat == WINTER:
            action = winter_action(position)
        else:
            view = match.state.view(seat)
            action = bots[seat].choose(view, view.legal)
        match.play(action)
