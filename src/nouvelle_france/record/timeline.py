"""A game moment by moment, with direct access to each: the position, what led to it and what that scored."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import overload

from nouvelle_france.edition import Edition
from nouvelle_france.record.match import Match, Played
from nouvelle_france.record.record import Record, Seat
from nouvelle_france.record.replay import verified
from nouvelle_france.rules import Action, Event, Huron, Position, Setup, State, start


@dataclass(frozen=True, slots=True)
class Moment:
    """The game after a number of actions, and the last of them; the first moment has none."""

    number: int
    """How many actions were played."""
    move: int
    """The move of the record that led here, counted from 1. A Huron's look and what follows are one move."""
    action: Action | None
    events: tuple[Event, ...]
    state: State
    gain: Mapping[str, int]
    """By colour, the action's change of the scores, including the disks at the end."""
    stand_in: str | None = None
    """Who chose the action, as a record says it, if that was not the seat's own player or bot."""

    @property
    def position(self) -> Position:
        """The open position."""
        return self.state.position


class Timeline(Sequence[Moment]):
    """The moments of a game, from the deal on. States are immutable and share most of what they hold, so all are kept.

    >>> from random import Random
    >>> import nouvelle_france as nf
    >>> setup = nf.deal_table(nf.default_edition(), Random(7), players=["yellow", "white"])
    >>> match = nf.Match(setup, [nf.Seat("yellow", "one"), nf.Seat("white", "two")])
    >>> nf.play_on(match, [nf.BOTS["greedy"](Random(1)), nf.BOTS["greedy"](Random(2))])
    >>> timeline = nf.Timeline.of(match.record(), nf.default_edition())
    >>> timeline[0].position.deck_count, timeline[-1].position.over
    (37, True)
    """

    def __init__(self, setup: Setup, seats: Sequence[Seat], history: Iterable[Played]) -> None:
        self.setup = setup
        self.seats = tuple(seats)
        self._moments = tuple(_moments(setup, history))

    @classmethod
    def of(cls, record: Record, edition: Edition) -> Timeline:
        """The timeline of a record. Raises a :class:`FaultyRecordError` for its first fault."""
        return cls.of_match(verified(record, edition))

    @classmethod
    def of_match(cls, match: Match) -> Timeline:
        """The timeline of a match, as far as it was played."""
        return cls(match.setup, match.seats, match.history)

    @overload
    def __getitem__(self, index: int) -> Moment: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Moment, ...]: ...

    def __getitem__(self, index: int | slice) -> Moment | tuple[Moment, ...]:
        return self._moments[index]

    def __len__(self) -> int:
        return len(self._moments)

    def __repr__(self) -> str:
        return f"<Timeline of {len(self)} moments>"


def _moments(setup: Setup, history: Iterable[Played]) -> Iterator[Moment]:
    state, move = start(setup), 0
    yield Moment(0, 0, None, (), state, {})
    looked = False
    for number, (action, events, stand_in) in enumerate(history, start=1):
        before = state
        state = before.play(action).state
        move += not looked
        looked = isinstance(action, Huron) and action.order is None
        scores = zip(setup.game.edition.colour_ids, before.position.scores, state.position.scores, strict=True)
        gain = {colour: now - was for colour, was, now in scores if now != was}
        yield Moment(number, move, action, events, state, gain, stand_in)
