"""Tables on the browser's own shelf: entries are committed to its database before anybody is told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

import orjson

from nouvelle_france.house import Listed, StorageError
from nouvelle_france.house.storage import AHEAD_MS
from nouvelle_france.tables.entries import Standing, Written


class Shelf(Protocol):
    """The JavaScript side (``web/src/net/inside/shelf.ts``): rows are JSON, which it never parses.

    Several tabs share it: an entry whose number is taken is refused, as by any storage. Failures raise.
    """

    async def add(self, table: str, first: int, entries: str, standing: str) -> bool:
        """Store entries from number ``first`` on, and the table's standing, in one transaction; False if the first does
        not follow the last stored."""

    async def entries(self, table: str, after: int, limit: int | None) -> str:
        """The entries after a number: a list of rows."""

    async def standings(self) -> str:
        """The standing of all tables: a list of rows."""

    async def keep_edition(self, digest: str, text: str) -> None:
        """Keep an edition's text."""

    async def edition(self, digest: str) -> str | None:
        """The text of an edition."""

    async def remove(self, table: str) -> None:
        """Delete a table."""

    def listen(self, heard: Callable[[str, int], None]) -> None:
        """Have ``heard`` called with a table and its last entry when another tab has written to it."""


class BrowserStorage:
    """A storage on a shelf. Other writers are noticed, but not queried: ``shared`` would make bots wait."""

    shared = False

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    async def create(self, table: str, entries: Sequence[Written], standing: Standing) -> bool:
        """Keep a new table."""
        return await self._add(table, entries, standing)

    async def append(self, table: str, entries: Sequence[Written], standing: Standing) -> bool:
        """Add entries to a table."""
        return await self._add(table, entries, standing)

    async def _add(self, table: str, entries: Sequence[Written], standing: Standing) -> bool:
        rows = [{"seq": it.seq, "at": it.at, "kind": it.kind, "data": it.data} for it in entries]
        stands = {
            "table": table,
            "seq": entries[-1].seq,
            "changed_at": entries[-1].at,
            "status": standing.status,
            "public": standing.public,
            "due": standing.due,
            "summary": standing.summary,
        }
        try:
            return await self._shelf.add(table, entries[0].seq, _text(rows), _text(stands))
        except Exception as error:
            raise StorageError(str(error)) from error

    async def entries(self, table: str, after: int = 0, limit: int | None = None) -> list[Written]:
        """The entries of a table after a number."""
        return [Written(**row) for row in await self._rows(self._shelf.entries(table, after, limit))]

    async def due(self, now: int, limit: int) -> list[str]:
        """Tables where something is due, or that changed in times to come."""
        rows = [it for it in await self._standings() if it["status"] == "playing" and it["due"] is not None]
        late = [it for it in rows if it["due"] <= now or it["changed_at"] > now + AHEAD_MS]
        return [it["table"] for it in sorted(late, key=lambda it: (it["due"], it["table"]))][:limit]

    async def lobby(self, statuses: Sequence[str], limit: int, before: tuple[int, str] | None) -> list[Listed]:
        """There are no strangers here who could come to a table."""
        return []

    async def count(self) -> dict[str, int]:
        """How many tables there are of each status."""
        return dict(Counter(it["status"] for it in await self._standings()))

    async def keep_edition(self, digest: str, id: str, text: str) -> None:
        """Keep an edition's text."""
        await self._done(self._shelf.keep_edition(digest, text))

    async def edition(self, digest: str) -> str | None:
        """The text of an edition."""
        found: str | None = await self._done(self._shelf.edition(digest))
        return found

    async def remove(self, table: str) -> None:
        """Delete a table."""
        await self._done(self._shelf.remove(table))

    async def ping(self) -> None:
        """Look whether the shelf is there."""
        await self._standings()

    async def notify(self, message: Mapping[str, Any]) -> None:
        """The shelf itself tells other tabs what was written."""

    def listen(self, heard: Callable[[Mapping[str, Any]], None]) -> None:
        """Hear what other tabs write."""
        self._shelf.listen(lambda table, seq: heard({"table": table, "seq": seq}))

    async def listening(self, timeout: float = 10) -> bool:
        """They are heard at once."""
        return True

    async def _standings(self) -> list[dict[str, Any]]:
        return await self._rows(self._shelf.standings())

    async def _rows(self, asked: Any) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = orjson.loads(await self._done(asked))
        return rows

    async def _done(self, asked: Any) -> Any:
        try:
            return await asked
        except Exception as error:
            raise StorageError(str(error)) from error


def _text(value: Any) -> str:
    # Read-only mappings are as good as a dict.
    return orjson.dumps(value, default=dict).decode()
