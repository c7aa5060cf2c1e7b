"""A game being played and written down: the one authority that applies actions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from nouvelle_france.record.moves import Move, write_move
from nouvelle_france.record.record import Record, Seat
from nouvelle_france.rules import Action, Event, Huron, Setup, State, start


class Played(NamedTuple):
    """One action of a match: the state it was played in, and what it caused."""

    before: State
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

    def play(self, action: Action) -> tuple[Event, ...]:
        """Apply an action; what it caused. Nothing changes when it raises."""
        before = self.state
        self.state, events = before.play(action)
        self.history.append(Played(before, action, events))
        if not (isinstance(action, Huron) and action.order is None):
            # Looking and putting back are one move of the record, written when it is whole.
            self.moves.append(write_move(before.position, action, self.state.position, events))
        return events

    def record(self) -> Record:
        """The record so far."""
        return Record.of(self.setup, self.seats, tuple(self.moves), self.state.position.result)
