"""The only authority that changes a table: it decides, applies, commits, and then broadcasts.

Every request to a table (from a person over a socket, a bot, the clock) goes through :meth:`House.act`: under the
table's lock it is decided on, applied, written and committed, and only then broadcast. If another process wrote to the
same table first, the storage refuses, the table catches up, and the request is decided anew.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from nouvelle_france.edition import Edition
from nouvelle_france.house.editions import Editions
from nouvelle_france.house.live import Live
from nouvelle_france.house.notes import Notes
from nouvelle_france.house.storage import Storage, StorageError
from nouvelle_france.house.work import Work
from nouvelle_france.record import Match, Record
from nouvelle_france.tables import Code, Entry, Table, TableError, Written, decisions, fairness
from nouvelle_france.tables.decisions import AlreadyDone, Deal
from nouvelle_france.tables.entries import Created
from nouvelle_france.tables.news import News, Reporter
from nouvelle_france.tables.tokens import Names, hashed

Decide = Callable[[Table], "list[Entry] | AlreadyDone"]

Changed = Callable[[Live, int], None]
"""Called when a table has changed or was loaded into memory, with the milliseconds that another process that wrote to
it has to do what is due there."""

GRACE = 3_000
"""How long another process has to do what is due at a table it last wrote to, in milliseconds."""


def now_ms() -> int:
    """The time, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class House:
    """The tables of one process. Clock, randomness and dealing are passed in, so that tests can reproduce them."""

    def __init__(
        self,
        storage: Storage,
        editions: Editions,
        notes: Notes | None = None,
        clock: Callable[[], int] = now_ms,
        names: Names | None = None,
        deal: Deal = fairness.deal,
    ) -> None:
        self.storage = storage
        self.editions = editions
        self.notes = notes or Notes()
        self.clock = clock
        self.names = names or Names()
        self.deal = deal
        self.work = Work(self.notes)
        self.in_memory: dict[str, Live] = {}
        self.changed: list[Changed] = []
        """Called when tables change, by the rooms that look after them."""
        self._loading: dict[str, asyncio.Task[Live]] = {}

    # -- tables in memory ------------------------------------------------------------------------------------------

    async def live(self, id: str) -> Live:
        """The table with an id, loaded if necessary."""
        live = self.in_memory.get(id)
        if live is None:
            if id not in self._loading:
                self._loading[id] = asyncio.create_task(self._load(id))
                self._loading[id].add_done_callback(partial(self._loaded, id))
            await asyncio.shield(self._loading[id])
            live = self.in_memory[id]
        live.used = time.monotonic()
        return live

    def _loaded(self, id: str, loading: asyncio.Task[Live]) -> None:
        self._loading.pop(id, None)
        if not loading.cancelled():
            loading.exception()  # those still waiting get the error; all may have gone

    async def _load(self, id: str) -> Live:
        return self._keep(Live(await self._read(id)), GRACE if self.storage.shared else 0)

    def _keep(self, live: Live, grace: int) -> Live:
        """Add a table to memory."""
        self.in_memory[live.table.id] = live
        live.used = time.monotonic()
        self.notes.in_memory(len(self.in_memory))
        self._has_changed(live, grace)
        return live

    def forget(self, id: str) -> None:
        """Drop a table from memory."""
        self.in_memory.pop(id, None)

    def _has_changed(self, live: Live, grace: int) -> None:
        for hear in self.changed:
            hear(live, grace)

    async def _read(self, id: str, until: int | None = None) -> Table:
        return Table.load(id, self.editions.known, await self.log(id, until))

    async def log(self, id: str, until: int | None = None) -> Sequence[Written]:
        """The entries of a table from storage, all or up to a number; its edition is at hand too then."""
        try:
            log = await self.storage.entries(id, limit=until)
            if log:
                await self.edition(log[0].data["edition"])
        except StorageError as error:
            raise self._unavailable(error) from error
        if not log:
            raise TableError(Code.UNKNOWN_TABLE, "there is no such table, or it was removed")
        return log

    def _unavailable(self, error: StorageError) -> TableError:
        self.notes.error("storage", error=str(error))
        return TableError(Code.UNAVAILABLE, "the storage does not answer; send it again under the same id")

    # -- the one authority -----------------------------------------------------------------------------------------

    async def create(self, made: Created, *then: Entry) -> Live:
        """Store a new table, with its first entries."""
        while True:
            table = Table(self.names.table(), self.editions.known)
            log = self._stamp(table, [made, *then])
            for written in log:
                table.apply(written)
            try:
                await self.editions.keep(self.storage, self.editions.known(made.edition))
                created = await self.storage.create(table.id, log, table.standing())
            except StorageError as error:
                raise self._unavailable(error) from error
            if created:
                break
        for written in log:
            self.notes.written(table, written)
        return self._keep(Live(table), 0)

    async def act(self, id: str, decide: Decide) -> int:
        """Carry out a request at a table, and return the number of the last entry it led to, after the commit."""
        live = await self.live(id)
        async with live.lock:
            up_to_date = not self.storage.shared
            while True:
                if live.stale:
                    await self._refresh(live)
                try:
                    decided = decide(live.table)
                except TableError:
                    if up_to_date:
                        raise
                    await self._catch_up(live)  # another process may have changed the reason for the refusal
                    up_to_date = True
                    continue
                if isinstance(decided, AlreadyDone):
                    return decided.seq
                if not decided:
                    return live.table.seq
                decisions.restrain(live.table, decided)
                news = await self._commit(live, decided)
                if news is not None:
                    break
            live.broadcast(news)
            self._has_changed(live, 0)
            return live.table.seq

    async def _commit(self, live: Live, entries: list[Entry]) -> list[News] | None:
        """Commit entries; None if another process was first, and the table has caught up instead."""
        table = live.table
        log = self._stamp(table, entries)
        live.stale = True  # until the commit: if this ends early for any reason, memory is ahead of the storage
        news = [live.reporter.apply(written) for written in log]
        began = time.perf_counter()
        try:
            committed = await self.storage.append(table.id, log, table.standing())
        except StorageError as error:
            raise self._unavailable(error) from error
        self.notes.committed(time.perf_counter() - began)
        if not committed:
            self.notes.conflict()
            await self._refresh(live)
            return None
        live.stale = False
        for written in log:
            self.notes.written(table, written)
        return news

    def _stamp(self, table: Table, entries: Sequence[Entry]) -> list[Written]:
        now = max(self.clock(), table.changed_at)  # time never goes backwards, even if the clock was set back
        return [Written.of(table.seq + place, now, entry) for place, entry in enumerate(entries, start=1)]

    async def _refresh(self, live: Live) -> None:
        """Reload the table as it was last broadcast here, then apply what was written after that."""
        live.table = await self._read(live.table.id, until=live.told)
        live.reporter = Reporter(live.table)
        await self._catch_up(live)
        live.stale = False

    async def _catch_up(self, live: Live) -> None:
        """Apply what other processes wrote."""
        try:
            log = await self.storage.entries(live.table.id, after=live.table.seq)
        except StorageError as error:
            live.stale = True
            raise self._unavailable(error) from error
        if log:
            live.broadcast([live.reporter.apply(written) for written in log])
            self._has_changed(live, GRACE)

    # -- other processes -------------------------------------------------------------------------------------------

    def heard(self, message: Mapping[str, Any]) -> None:
        """Catch up: another process has written to a table, or it is unknown what was written."""
        if message.get("lost"):
            for live in list(self.in_memory.values()):
                self.work.spawn(self.catch_up_with(live))
        elif "seq" in message:
            live_here = self.in_memory.get(message.get("table", ""))
            if live_here is not None and (message["seq"] > live_here.table.seq or live_here.lock.locked()):
                self.work.spawn(self.catch_up_with(live_here))

    async def catch_up_with(self, live: Live) -> None:
        """Bring a table up to date with the storage."""
        async with live.lock:
            if live.stale:
                await self._refresh(live)
            await self._catch_up(live)

    # -- what is asked ---------------------------------------------------------------------------------------------

    @asynccontextmanager
    async def up_to_date(self, live: Live) -> AsyncIterator[Table]:
        """The table, locked and up to date with the storage. Do not call :meth:`act` inside."""
        async with live.lock:
            if live.stale:
                await self._refresh(live)
            elif self.storage.shared:
                await self._catch_up(live)
            yield live.table

    async def hosts(self, id: str, token: str) -> bool:
        """Whether a token is the host's."""
        return (await self.live(id)).table.host == hashed(token)

    async def look(self, id: str, tokens: Sequence[str] = ()) -> dict[str, Any]:
        """A snapshot of a table for whoever has these tokens; each must hold a seat."""
        live = await self.live(id)
        async with self.up_to_date(live) as table:
            seats = seats_held(table, tokens)
            decisions.watch(table, seats)
            return live.snapshot(seats)

    async def edition(self, digest: str) -> Edition:
        """An edition of a table, loaded from storage if necessary."""
        return await self.editions.fetch(self.storage, digest)

    async def ping(self) -> None:
        """Raise :class:`StorageError` if the storage does not answer."""
        await self.storage.ping()

    async def finished(self, id: str) -> Match:
        """A finished game, for anyone who may see its record; it never changes."""
        async with self.up_to_date(await self.live(id)) as table:
            table.record()  # refuses as long as anything of the game is secret
            return table.playing

    async def record(self, id: str) -> Record:
        """The record of a finished game."""
        async with self.up_to_date(await self.live(id)) as table:
            return table.record()

    async def proof(self, id: str) -> fairness.Proof:
        """The proof of a finished game's shuffle, with its record."""
        async with self.up_to_date(await self.live(id)) as table:
            return table.proof()


def seats_held(table: Table, tokens: Sequence[str]) -> frozenset[str]:
    """The seats these tokens hold; each must hold one.

    Ask it of a table that is up to date, or within a decision: elsewhere a seat may just have been handed over.
    """
    seats = [table.seat_of(hashed(token)) for token in tokens]
    if None in seats:
        raise TableError(Code.BAD_TOKEN, "this token holds no seat at this table")
    return frozenset(seat for seat in seats if seat is not None)
