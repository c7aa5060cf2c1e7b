"""A game being played and written down: the one authority that applies actions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from nouvelle_france.record.moves import Move, write_move
from nouvelle_france.record.record import Record, Seat
from nouvelle_france.rules import Action, Event, Huron, Setup, State, start
from nouvelle_france.rules.state import Step


class Played(NamedTuple):
    """One action of a match, and what it caused."""

    action: Action
    events: tuple[Event, ...]


class Match:
    """Holds the state, plays actions on it and keeps the record. People, bots and re-plays all go through here.

    ``history`` is every action, also a Huron's look; ``moves`` are the entries of the record.
    """

    def __init__(self, setup: Setup, seats: Sequence[Seat]) -> None:
        self.setup = setup
        self.seats = tuple(seats)
        self.state: State = start(setup)
        self.history: list[Played] = []
        self.moves: list[Move] = []

    def play(self, action: Action, step: Step | None = None, stand_in: str | None = None) -> tuple[Event, ...]:
        """Apply an action; what it caused. Nothing changes when it raises.

        ``step`` is what the action leads to from here, if the caller has worked that out already; ``stand_in`` the bot
        that chose it in place of the seat's own player or bot.
        """
        before = self.state
        self.state, events = before.play(action) if step is None else step
        self.history.append(Played(action, events))
        if not _looks(action):
            # Looking and putting back are one move of the record, written when it is whole.
            move = write_move(before.position, action, self.state.position, events)
            self.moves.append(move if stand_in is None else {**move, "stand_in": stand_in})
        return events

    def take_back(self) -> Action:
        """Undo the last action and return it. Whether it may be undone is for the table to say, not for the rules.

        The game is played again up to there: states are not kept, since a match may last for days beside many others.
        """
        action = self.history[-1].action
        before = start(self.setup)
        for played in self.history[:-1]:
            before = before.play(played.action).state
        self.state = before
        self.history.pop()
        if not _looks(action):
            self.moves.pop()
        return action

    @property
    def gain(self) -> Mapping[str, int]:
        """What the last action changed of the scores; a look, which is no move of the record yet, changes none."""
        gain: Mapping[str, int] = {} if _looks(self.history[-1].action) else self.moves[-1].get("gain", {})
        return gain

    def record(self) -> Record:
        """The record so far."""
        return Record.of(self.setup, self.seats, tuple(self.moves), self.state.position.result)


def _looks(action: Action) -> bool:
    return isinstance(action, Huron) and action.order is None
