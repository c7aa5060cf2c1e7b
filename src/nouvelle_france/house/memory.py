"""A storage that lives only as long as its process: for tables in a browser, and for tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from nouvelle_france.house.storage import AHEAD_MS, Listed
from nouvelle_france.tables.entries import Standing, Written


class MemoryStorage:
    """Keeps tables and editions in dictionaries."""

    shared = False

    def __init__(self) -> None:
        self._logs: dict[str, list[Written]] = {}
        self._standings: dict[str, Standing] = {}
        self._editions: dict[str, str] = {}

    async def create(self, table: str, entries: Sequence[Written], standing: Standing) -> bool:
        """Keep a new table."""
        if table in self._logs:
            return False
        self._logs[table], self._standings[table] = list(entries), standing
        return True

    async def append(self, table: str, entries: Sequence[Written], standing: Standing) -> bool:
        """Add entries to a table."""
        log = self._logs.get(table, [])
        if not log or entries[0].seq != log[-1].seq + 1:
            return False
        log += entries
        self._standings[table] = standing
        return True

    async def entries(self, table: str, after: int = 0, limit: int | None = None) -> list[Written]:
        """The entries of a table after a number."""
        found = self._logs.get(table, [])[after:]
        return found if limit is None else found[:limit]

    async def due(self, now: int, limit: int) -> list[str]:
        """Tables where something is due, or whose last change lies in the future."""
        times = {id: it.due for id, it in self._standings.items() if it.status == "playing" and it.due is not None}
        late = (id for id, due in times.items() if due <= now or self._logs[id][-1].at > now + AHEAD_MS)
        return sorted(late, key=lambda id: (times[id], id))[:limit]

    async def lobby(self, statuses: Sequence[str], limit: int, before: tuple[int, str] | None) -> list[Listed]:
        """Public tables, most recently changed first."""
        found = [
            Listed(id, log[0].at, log[-1].at, standing.status, log[-1].seq, standing.summary)
            for id, log in self._logs.items()
            if (standing := self._standings[id]).public and standing.status in statuses
        ]
        found = [it for it in found if before is None or (it.changed_at, it.id) < before]
        return sorted(found, key=lambda it: (it.changed_at, it.id), reverse=True)[:limit]

    async def count(self) -> dict[str, int]:
        """How many tables there are of each status."""
        return dict(Counter(it.status for it in self._standings.values()))

    async def keep_edition(self, digest: str, id: str, text: str) -> None:
        """Keep an edition's text."""
        self._editions[digest] = text

    async def edition(self, digest: str) -> str | None:
        """The text of an edition."""
        return self._editions.get(digest)

    async def ping(self) -> None:
        """Always available."""

    async def notify(self, message: Mapping[str, Any]) -> None:
        """There are no others."""

    def listen(self, heard: Callable[[Mapping[str, Any]], None]) -> None:
        """Nobody else speaks."""

    async def listening(self, timeout: float = 10) -> bool:
        """Nobody else speaks."""
        return False
