"""A game being played and recorded: the only authority that applies actions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from nouvelle_france.record.moves import Move, write_move
from nouvelle_france.record.record import Record, Seat
from nouvelle_france.rules import Action, Event, Huron, Setup, State, start
from nouvelle_france.rules.events import Drew, Peeked
from nouvelle_france.rules.state import Step


class Played(NamedTuple):
    """One action of a match, and what it caused."""

    action: Action
    events: tuple[Event, ...]
    stand_in: str | None = None
    """Who chose it, as a record says it, if that was not the seat's own player or bot."""

    @property
    def reveals(self) -> bool:
        """Whether somebody saw a card by it: no table goes back past that, so no match keeps the states before it."""
        return any(isinstance(event, Drew | Peeked) for event in self.events)


class Match:
    """Holds the state, plays actions on it and keeps the record. People, bots and replays all go through here.

    ``history`` is every action, including a Huron's look; ``moves`` are the entries of the record.
    """

    def __init__(self, setup: Setup, seats: Sequence[Seat]) -> None:
        self.setup = setup
        self.seats = tuple(seats)
        self.state: State = start(setup)
        self.history: list[Played] = []
        self.moves: list[Move] = []
        self._before: list[State] = []
        """The states before the last actions, as far back as a table may go: to the last revealed card."""

    def play(self, action: Action, step: Step | None = None, stand_in: str | None = None) -> tuple[Event, ...]:
        """Apply an action, and return what it caused. Nothing changes if it raises.

        ``step`` is the action's result, if the caller has computed it already; ``stand_in`` says who chose it (a bot,
        or ``clock``, ``harmless``, ``chance``), if that was not the seat's own player or bot.
        """
        before = self.state
        self.state, events = before.play(action) if step is None else step
        self.history.append(Played(action, events, stand_in))
        if self.history[-1].reveals:
            self._before.clear()
        else:
            self._before.append(before)
        if not _looks(action):
            # Looking and putting back are one move of the record, written when complete.
            if stand_in is None and isinstance(action, Huron):
                stand_in = self.history[-2].stand_in
            move = write_move(before.position, action, self.state.position, events)
            self.moves.append(move if stand_in is None else {**move, "stand_in": stand_in})
        return events

    def take_back(self) -> Action:
        """Undo the last action and return it. Whether it may be undone is for the table to say, not for the rules.

        Before a revealed card the game is replayed up to there: not all states are kept, since a match may last for
        days beside many others.
        """
        action = self.history[-1].action
        self.state = self._before.pop() if self._before else self._replayed(len(self.history) - 1)
        self.history.pop()
        if not _looks(action):
            self.moves.pop()
        return action

    def _replayed(self, actions: int) -> State:
        state = start(self.setup)
        for played in self.history[:actions]:
            state = state.play(played.action).state
        return state

    @property
    def gain(self) -> Mapping[str, int]:
        """The last action's change of the scores; none for a look, which is not a move of the record yet."""
        gain: Mapping[str, int] = {} if _looks(self.history[-1].action) else self.moves[-1].get("gain", {})
        return gain

    def record(self) -> Record:
        """The record so far."""
        return Record.of(self.setup, self.seats, tuple(self.moves), self.state.position.result)


def _looks(action: Action) -> bool:
    return isinstance(action, Huron) and action.order is None
