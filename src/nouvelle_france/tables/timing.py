"""Whom a table's game asks and since when, and how much time is left of a turn.

Nothing here knows a rule of the game: the table says what has happened.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

MOMENT_MS = 60_000
"""For how long the game may ask others in between without it being another wait, in milliseconds: who has placed a
block and is asked again when all have declined has not been away from the table."""


class Ask(NamedTuple):
    """Since when a seat has had the choice it has now: the entry that gave it, and its time."""

    seq: int
    at: int


class Wait(NamedTuple):
    """Since when a game has waited for a seat: the entry with which that began, its time, and the turn it is in."""

    seq: int
    at: int
    turn: int


@dataclass(slots=True)
class Clock:
    """The clock of turns."""

    seq: int = 0
    """The entry that last changed the game."""
    at: int = 0
    """And its time."""
    turn: int = 0
    """How many turns have begun."""
    asked: dict[str, Ask] = field(default_factory=dict)
    """The seats that may act now."""
    waits: dict[str, Wait] = field(default_factory=dict)
    """By seat, the last time the game came to wait for it; of those in :attr:`asked` it goes on."""
    out_of_time: list[str] = field(default_factory=list)
    """The seats whose turn a stand-in plays to its end."""

    _left: int = 0
    """What was left of the turn at :attr:`at`, in milliseconds."""
    _left_before: list[int] = field(default_factory=list)
    """The same before each action of the history."""
    _asked_before: list[Ask] = field(default_factory=list)
    """Since when the one who made each action of the history had had that choice."""
    _let_go: dict[str, int] = field(default_factory=dict)
    """When each seat was last asked no longer."""

    @property
    def end_of_turn(self) -> int:
        """When the time of the turn is over."""
        return self.at + self._left

    def spend(self, active: str, now: int) -> None:
        """The time since the game last changed is the active seat's, unless others were asked."""
        if active in self.asked:
            self._left = max(0, self._left - (now - self.at))

    def keep(self, seat: str) -> None:
        """Keep what an action of a seat is about to change, for taking it back."""
        self._left_before.append(self._left)
        self._asked_before.append(self.asked[seat])

    def take_back(self, began_turn: bool) -> Ask:
        """Take the last action back, which may have begun a turn; since when its maker had had that choice."""
        left = self._left_before.pop()
        if began_turn:
            self._left = left  # what was left of the turn it goes back to
            self.turn -= 1
        return self._asked_before.pop()

    def begin_turn(self, limit: int | None) -> None:
        """Another turn begins, of so many seconds."""
        self._left = (limit or 0) * 1000
        self.out_of_time.clear()
        self.turn += 1

    def ask(self, seats: Iterable[str], now: Ask, same_window: bool) -> None:
        """The game has changed and asks these seats; in the same window, those who were asked before stay asked."""
        self.seq, self.at = now
        before = self.asked
        self.asked = {seat: before.get(seat, now) if same_window else now for seat in seats}
        self._wait(before, now)

    def _wait(self, before: Iterable[str], now: Ask) -> None:
        """For whom the game waits now, and since when: in a turn that goes on, a moment for others is no new wait."""
        for seat in set(before) - self.asked.keys():
            self._let_go[seat] = now.at
        for seat in self.asked:
            last = self.waits.get(seat)
            goes_on = seat in before or now.at - self._let_go.get(seat, now.at) < MOMENT_MS
            if last is None or last.turn != self.turn or not goes_on:
                self.waits[seat] = Wait(now.seq, now.at, self.turn)

    def stop(self) -> None:
        """Nobody is asked any more."""
        self.asked = {}
