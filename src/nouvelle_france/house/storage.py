"""What the house needs of a storage: a log of entries for each table, and the editions they are played with."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from nouvelle_france.tables.entries import Standing, Written

AHEAD_MS = 60_000
"""How far in the future something may have happened, in milliseconds: the clocks of machines differ a little."""


class StorageError(Exception):
    """The storage cannot be used, or did not do what was asked. The message is one line for a person.

    A write that fails with this error may have been committed all the same when the connection broke at the very end:
    whoever catches it reads the table's entries again before going on.
    """


@dataclass(frozen=True, slots=True)
class Listed:
    """A table in a list, without its entries."""

    id: str
    created_at: int
    changed_at: int
    status: str
    seq: int
    summary: Mapping[str, Any]


class Storage(Protocol):
    """Where tables and editions are kept. Whatever it cannot do it refuses with a :class:`StorageError`."""

    shared: bool
    """Whether other processes may write to it too."""

    async def create(self, table: str, entries: Sequence[Written], standing: Standing) -> bool:
        """Keep a new table. False: there is one of that id."""

    async def append(self, table: str, entries: Sequence[Written], standing: Standing) -> bool:
        """Add entries to a table; they are kept for good when this returns.

        False, and nothing written, if they do not follow the table's last entry or the table is gone.
        """

    async def entries(self, table: str, after: int = 0, limit: int | None = None) -> list[Written]:
        """The entries of a table after a number, in order; none if there is no such table."""

    async def due(self, now: int, limit: int) -> list[str]:
        """Tables in play where the server had to act by now, the one that waits longest first.

        With those that changed later than now (by :data:`AHEAD_MS`): the clock was set back since.
        """

    async def lobby(self, statuses: Sequence[str], limit: int, before: tuple[int, str] | None) -> list[Listed]:
        """Public tables of these statuses, the one changed last first, from ``(changed_at, id)`` on."""

    async def count(self) -> dict[str, int]:
        """How many tables there are of each status."""

    async def keep_edition(self, digest: str, id: str, text: str) -> None:
        """Keep an edition's text. It may be kept already."""

    async def edition(self, digest: str) -> str | None:
        """The text of an edition that was kept."""

    async def ping(self) -> None:
        """Raise :class:`StorageError` if the storage does not answer."""

    async def notify(self, message: Mapping[str, Any]) -> None:
        """Tell the other processes something, where there are any."""

    def listen(self, heard: Callable[[Mapping[str, Any]], None]) -> None:
        """Have ``heard`` called with every message of other processes: what they say, and the tables that grow."""

    async def listening(self, timeout: float = 10) -> bool:
        """Wait until messages arrive after :meth:`listen`."""
