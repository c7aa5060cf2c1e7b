"""What the house needs of a storage: a log of entries for each table, and the editions they are played with."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from nouvelle_france.tables.entries import Standing, Written

AHEAD_MS = 60_000
"""How far in the future an event may lie, in milliseconds: the clocks of machines differ a little."""


class StorageError(Exception):
    """The storage cannot be used, or a request failed. The message is one line for a person.

    A write that fails with this error may still have been committed, if the connection broke at the very end: re-read
    the table's entries before continuing.
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
    """Where tables and editions are stored. Failures raise :class:`StorageError`."""

    shared: bool
    """Whether other processes may write to it too."""

    async def create(self, table: str, entries: Sequence[Written], standing: Standing) -> bool:
        """Store a new table. False if the id is taken."""

    async def append(self, table: str, entries: Sequence[Written], standing: Standing) -> bool:
        """Add entries to a table; they are durable when this returns.

        False, and nothing written, if they do not follow the table's last entry or the table is gone. Whoever is
        cancelled meanwhile is told this first.
        """

    async def entries(self, table: str, after: int = 0, limit: int | None = None) -> list[Written]:
        """The entries of a table after a number, in order; none if there is no such table."""

    async def due(self, now: int, limit: int) -> list[str]:
        """Tables in play where the server should have acted by now, the longest waiting first.

        Includes those whose last change lies in the future (by :data:`AHEAD_MS`): the clock was set back since.
        """

    async def lobby(self, statuses: Sequence[str], limit: int, before: tuple[int, str] | None) -> list[Listed]:
        """Public tables of these statuses, most recently changed first, from ``(changed_at, id)`` on."""

    async def count(self) -> dict[str, int]:
        """How many tables there are of each status."""

    async def keep_edition(self, digest: str, id: str, text: str) -> None:
        """Store an edition's text, unless it is stored already."""

    async def edition(self, digest: str) -> str | None:
        """The text of a stored edition."""

    async def ping(self) -> None:
        """Raise :class:`StorageError` if the storage does not answer."""

    async def notify(self, message: Mapping[str, Any]) -> None:
        """Send a message to the other processes, if there are any."""

    def listen(self, heard: Callable[[Mapping[str, Any]], None]) -> None:
        """Call ``heard`` with every message of other processes, and with the id of every table that grows."""

    async def listening(self, timeout: float = 10) -> bool:
        """Wait until messages arrive after :meth:`listen`."""
