"""What has to be kept of days where several people play one deal: their secrets, and who has begun which game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from nouvelle_france.tables.daily import Outcome


@dataclass(frozen=True, slots=True)
class Promised:
    """A day's secret, and since when its hash has been published."""

    day: str
    secret: str
    at: int


@dataclass(frozen=True, slots=True)
class Try:
    """A game of a day. ``person`` is the hash of the token that holds the seat; it is the same for all their games."""

    day: str
    person: str
    number: int
    """1 for the first that somebody begins on that day."""
    table: str
    begun_at: int


@dataclass(frozen=True, slots=True)
class Listing:
    """A game of a day that has ended: who played it, and what came of it."""

    table: str
    name: str
    outcome: Outcome


class DayBook(Protocol):
    """Where days are kept. Whatever it cannot do it refuses with a :class:`~nouvelle_france.house.StorageError`."""

    async def promise(self, promised: Promised) -> None:
        """Keep the secret of a day, unless there is one."""

    async def promised(self, first: str, last: str) -> list[Promised]:
        """The secrets of these days, as far as there are any, the earliest day first."""

    async def before(self, day: str, limit: int) -> list[Promised]:
        """The last so many days before one, the latest first."""

    async def knows(self, person: str) -> bool:
        """Whether somebody has begun a day's game before."""

    async def tries(self, day: str, person: str) -> list[Try]:
        """What somebody has begun on a day, in order."""

    async def enter(self, begun: Try) -> bool:
        """Keep that a game was begun. False where that number is taken."""

    async def settle(self, table: str, outcome: Outcome, open: bool) -> None:
        """Keep what came of a game, and whether it may be seen by all now."""

    async def unsettled(self, last: str) -> list[str]:
        """The tables that have ended without being settled; of days up to the last, those not open yet too."""

    async def listings(self, day: str) -> list[Listing]:
        """All settled games of a day."""
