"""What an edition file has, counted before its parts are read: a part is held against others that may have faults."""

from __future__ import annotations

from typing import Any, NamedTuple

MOST_POINTS = 100
"""The most that a disk or a challenge may be worth, and the farthest that a bonus block may lie on the track.

This and the next are bounds because what learners observe has a byte for each (docs/environments.md)."""

MOST_CARDS = 120
"""The most cards of a deck, with snow."""


class Counts(NamedTuple):
    """How many there are of what; 0 where that could not be read, and nothing is held against it."""

    colours: int
    shapes: int
    sites: int
    levels: int

    @property
    def cards(self) -> int:
        """One for each construction block."""
        return self.shapes * self.colours


def ids(table: Any, *but: str) -> tuple[str, ...]:
    """The keys of what may be a table, as far as they are ids."""
    return tuple(key for key in table if key not in but) if isinstance(table, dict) else ()
