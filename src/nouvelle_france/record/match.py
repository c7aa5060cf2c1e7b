"""A game being played and written down: the one authority that applies actions."""

from __future__ import annotations

from collections.abc import Sequence

from nouvelle_france.record.moves import Move, write_move
from nouvelle_france.record.record import Record, Seat
from nouvelle_france.rules import Action, Event, Huron, Setup, State, start


class Match:
    """Holds the state, plays actions on it and keeps the record. People, bots and re-plays all go through here."""

    def __init__(self, setup: Setup, seats: Sequence[Seat]) -> None:
        self.setup = setup
        self.seats = tuple(seats)
        self.state: State = start(setup)
        self.moves: list[Move] = []

    def play(self, action: Action) -> tuple[Event, ...]:
        """Apply an action; what it caused. Nothing changes when it raises."""
        before = self.state.position
        self.state, events = self.state.play(action)
        if isinstance(action, Huron) and action.order is None:
            return events  # looking and putting back are one move of the record, written when it is whole
        self.moves.append(write_move(before, action, self.state.position, events))
        return events

    def record(self) -> Record:
        """The record so far."""
        return Record.of(self.setup, self.seats, tuple(self.moves), self.state.position.result)
