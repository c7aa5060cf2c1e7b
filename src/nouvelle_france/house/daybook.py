"""What must be stored about days on which several people play one deal: secrets, and who has begun which game."""

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
    """1 for the first one a person begins that day."""
    table: str
    begun_at: int


@dataclass(frozen=True, slots=True)
class Listing:
    """A game of a day that has ended: who played it, and its result."""

    table: str
    name: str
    outcome: Outcome


class DayBook(Protocol):
    """Where days are stored. Failures raise :class:`~nouvelle_france.house.StorageError`."""

    async def promise(self, promised: Promised) -> None:
        """Store the secret of a day, unless there is one."""

    async def promised(self, first: str, last: str) -> list[Promised]:
        """The existing secrets of these days, the earliest day first."""

    async def before(self, day: str, limit: int) -> list[Promised]:
        """The last ``limit`` days before one, the latest first."""

    async def knows(self, person: str) -> bool:
        """Whether this person has begun a day's game before."""

    async def tries(self, day: str, person: str) -> list[Try]:
        """The games a person has begun on a day, in order."""

    async def enter(self, begun: Try) -> bool:
        """Store that a game was begun. False if that number is taken."""

    async def settle(self, table: str, outcome: Outcome, open: bool) -> None:
        """Store the result of a game, and whether everybody may see it now."""

    async def unsettled(self, last: str) -> list[str]:
        """The tables that have ended without being settled; for days up to ``last``, also those not open yet."""

    async def listings(self, day: str) -> list[Listing]:
        """All settled games of a day."""
