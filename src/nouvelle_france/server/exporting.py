"""Exports finished games from a server's storage."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable

from nouvelle_france.days import closes
from nouvelle_france.house.editions import Editions
from nouvelle_france.house.house import now_ms
from nouvelle_france.record import Record
from nouvelle_france.server.storage import Storage, StorageError
from nouvelle_france.tables import Table, TableError, Written
from nouvelle_france.tables.entries import Unsealed
from nouvelle_france.tables.fairness import Proof

AT_ONCE = 100


async def records(url: str, table: str | None, left_out: Callable[[str], None]) -> AsyncIterator[Record]:
    """The records of finished games, oldest first, or of one. ``left_out`` is called for the others."""
    async for found in _finished(url, table, left_out):
        yield found.record()


async def proofs(url: str, table: str | None, left_out: Callable[[str], None]) -> AsyncIterator[Proof]:
    """The same with the proofs of their shuffles, if they have one."""
    async for found in _finished(url, table, left_out):
        try:
            yield found.proof()
        except TableError as error:  # the first player was arranged
            if table is not None:
                raise StorageError(f"table {table}: {error.message}") from error
            left_out(f"table {found.id}: {error.message}")


async def _finished(url: str, table: str | None, left_out: Callable[[str], None]) -> AsyncIterator[Table]:
    storage = await Storage.open(url, must_exist=True)
    editions = Editions()
    try:
        if table is not None:
            try:
                found = await _table(storage, editions, table)
            except TableError as error:  # a game of other rules
                raise StorageError(f"table {table}: {error.message}") from error
            if found is None:
                raise StorageError(f"there is no table {table!r}")
            if found.status != "over":
                raise StorageError(f"the game of table {table} is not over: its deck is still a secret")
            if found.sealed:
                raise StorageError(f"the deal of table {table} is still being played at another table")
            yield found
            return
        after: tuple[int, str] | None = None
        while page := await storage.finished(after, AT_ONCE):
            for listed in page:
                try:
                    finished = await _table(storage, editions, listed.id)
                except TableError as error:  # a game of other rules
                    left_out(f"table {listed.id}: {error.message}")
                    continue
                if finished is not None and finished.sealed:
                    left_out(f"table {listed.id}: its deal is still being played at another table")
                elif finished is not None and finished.status == "over":
                    yield finished
            after = (page[-1].changed_at, page[-1].id)
    finally:
        await storage.close()


async def _table(storage: Storage, editions: Editions, id: str) -> Table | None:
    entries = await storage.entries(id)
    if not entries:
        return None
    await editions.fetch(storage, entries[0].data["edition"])
    table = Table.load(id, editions.known, entries)
    day = table.options.day
    if day is not None and table.sealed and table.finished and closes(day.date) <= now_ms():
        # No server has run since that day was over: what it would do first is done here, only for this export.
        table.apply(Written.of(table.seq + 1, table.changed_at, Unsealed()))
    return table
