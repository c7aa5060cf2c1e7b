"""The storage as the server sees it."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from asyncio import Future
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from sqlalchemy import ColumnElement, Connection, Row, Select, delete, func, or_, select, text, tuple_, update

from nouvelle_france.house.storage import AHEAD_MS, Listed, StorageError
from nouvelle_france.server.storage.database import READERS, Database
from nouvelle_france.server.storage.daybook import DatabaseDays
from nouvelle_france.server.storage.noticing import Noticing
from nouvelle_france.server.storage.schema import analyses, as_json, editions, entries, from_json, tables
from nouvelle_france.server.storage.writer import Work, Writer, make_append, make_if_new
from nouvelle_france.tables.entries import Standing, Written

if TYPE_CHECKING:
    from nouvelle_france.server.storage.listener import Listener

T = TypeVar("T")

FINISHED = ("over", "closed")
"""The statuses of a table that has ended."""

TROUBLED_S = 60.0
"""How long a failed write counts, if none has succeeded since, in seconds."""

PROVEN_S = 30.0
"""How long a successful write is taken as proof that the next will succeed, in seconds."""

_NOTHING_NEW = text("UPDATE alembic_version SET version_num = version_num")

PRUNED_AT_ONCE = 100
"""Tables deleted in one transaction: players who wait for theirs hardly notice."""

MESSAGE_BYTES = 7999
"""The longest message PostgreSQL accepts."""


class KeptAnalysis(NamedTuple):
    """The progress of an analysis at a time, and its text if it is complete."""

    at: int
    done: int
    total: int
    data: str | None = None


class Storage:
    """Tables and editions in a database. For one event loop, which nothing here blocks."""

    def __init__(self, database: Database) -> None:
        """Use :meth:`open`."""
        self.database = database
        self.url_shown = database.shown
        """The address without its password, for logs."""
        self.shared = database.shared
        """Whether other processes may use the database too (PostgreSQL)."""
        self.process = secrets.token_urlsafe(9)
        """This process's id among the processes."""
        self._closed = False
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="storage-reader")
        self._loop = asyncio.get_running_loop()
        self._writer = Writer(database, self.process, self._loop)
        self._listener: Listener | None = None
        self.days = DatabaseDays(database, self._read, self._write)
        """The stored days."""
        self.noticing = Noticing(database, self._read, self._write)
        """The stored subscriptions and notices."""

    @classmethod
    async def open(cls, url: str, *, must_exist: bool = False) -> Storage:
        """Open a database, making or migrating it as needed. :class:`StorageError` says in one line why not.

        ``must_exist`` refuses to make a new SQLite file.
        """
        return cls(await asyncio.to_thread(Database, url, must_exist=must_exist))

    async def close(self) -> None:
        """Write everything pending and close. May be called twice."""
        if not self._closed:
            self._closed = True
            await asyncio.to_thread(self._close)

    def _close(self) -> None:
        self._writer.close()
        if self._listener:
            self._listener.close()
        self._readers.shutdown()
        self.database.close()

    async def create(self, table: str, entries: Sequence[Written], standing: Standing) -> bool:
        """Store a new table. False if the id is taken."""
        self._check_open()
        item = make_append(table, entries, standing, self._loop.create_future(), new=True)
        self._writer.take(item)
        return await item.future

    async def append(self, table: str, entries: Sequence[Written], standing: Standing) -> bool:
        """Add entries to a table; they are on the disk when this returns.

        False, and nothing written, if they do not follow the table's last entry (another process was first) or the
        table is gone. After a :class:`StorageError` they may or may not be written.
        """
        self._check_open()
        item = make_append(table, entries, standing, self._loop.create_future(), new=False)
        self._writer.take(item)
        return await _settled(item.future)

    async def entries(self, table: str, after: int = 0, limit: int | None = None) -> list[Written]:
        """The entries of a table after a number, in order; none if there is no such table."""
        query = (
            select(entries.c.seq, entries.c.at, entries.c.kind, entries.c.data)
            .where(entries.c.table_id == table, entries.c.seq > after)
            .order_by(entries.c.seq)
            .limit(limit)
        )

        def read(connection: Connection) -> list[Written]:
            return [Written(row.seq, row.at, row.kind, from_json(row.data)) for row in connection.execute(query)]

        return await self._read(read)

    async def lobby(self, statuses: Sequence[str], limit: int, before: tuple[int, str] | None) -> list[Listed]:
        """Public tables of these statuses, most recently changed first.

        The next page is the one ``before`` the last table's ``(changed_at, id)``.
        """
        order = (tables.c.changed_at, tables.c.id)
        query = _listing(tables.c.public.is_(True), tables.c.status.in_(statuses)).limit(limit)
        if before is not None:
            query = query.where(tuple_(*order) < before)
        return await self._list(query.order_by(*(column.desc() for column in order)))

    async def finished(self, after: tuple[int, str] | None, limit: int) -> list[Listed]:
        """Tables that are over or closed, least recently changed first.

        The next page is the one ``after`` the last table's ``(changed_at, id)``.
        """
        order = (tables.c.changed_at, tables.c.id)
        query = _listing(tables.c.status.in_(FINISHED)).limit(limit)
        if after is not None:
            query = query.where(tuple_(*order) > after)
        return await self._list(query.order_by(*order))

    async def due(self, now: int, limit: int) -> list[str]:
        """Tables in play where the server should have acted by now, longest waiting first.

        Includes those whose last change lies in the future: the clock was set back since, so how late they are is
        unknown.
        """
        late = or_(tables.c.due_at <= now, tables.c.changed_at > now + AHEAD_MS)
        query = (
            select(tables.c.id)
            .where(tables.c.status == "playing", tables.c.due_at.is_not(None), late)
            .order_by(tables.c.due_at, tables.c.id)
            .limit(limit)
        )
        return await self._read(lambda connection: list(connection.scalars(query)))

    async def keep_edition(self, digest: str, id: str, text: str) -> None:
        """Store an edition's text, unless it is stored already."""
        if await self.edition(digest) is None:
            statement = make_if_new(self.database, editions)
            row = {"digest": digest, "id": id, "text": text}
            await self._write(lambda connection: connection.execute(statement, row))

    async def edition(self, digest: str) -> str | None:
        """The text of a stored edition."""
        query = select(editions.c.text).where(editions.c.digest == digest)
        return await self._read(lambda connection: connection.scalar(query))

    async def analysis(self, table: str, bot: str) -> KeptAnalysis | None:
        """The stored analysis of a table's game, at the depth of that bot."""
        it = analyses.c
        query = select(it.at, it.done, it.total, it.data).where(it.table_id == table, it.bot == bot)

        def read(connection: Connection) -> KeptAnalysis | None:
            row = connection.execute(query).first()
            return None if row is None else KeptAnalysis(row.at, row.done, row.total, row.data)

        return await self._read(read)

    async def keep_analysis(self, table: str, bot: str, kept: KeptAnalysis) -> None:
        """Store its progress, or the complete analysis; never for a deleted table, nor over a complete one."""
        it = analyses.c
        mine = (it.table_id == table, it.bot == bot)

        def write(connection: Connection) -> None:
            if connection.scalar(select(tables.c.id).where(tables.c.id == table)) is None:
                return
            if connection.scalar(select(it.bot).where(*mine)) is None:
                connection.execute(
                    make_if_new(self.database, analyses), {"table_id": table, "bot": bot, **kept._asdict()}
                )
            else:
                connection.execute(update(analyses).where(*mine, it.data.is_(None)).values(**kept._asdict()))

        await self._write(write)

    async def count(self) -> dict[str, int]:
        """How many tables there are of each status."""
        query = select(tables.c.status, func.count()).group_by(tables.c.status).order_by(tables.c.status)
        return await self._read(lambda connection: dict(connection.execute(query).all()))

    async def ping(self) -> None:
        """Raise :class:`StorageError` if the database does not answer, or the last write failed.

        If nothing was written for a while, make a write that changes nothing: a disk may have become full.
        """
        await self._read(lambda connection: connection.execute(text("SELECT 1")))
        trouble, now = self._writer.trouble, monotonic()
        if trouble is not None and now - trouble[0] < TROUBLED_S:
            raise StorageError(f"{self.url_shown}: {trouble[1]} (when something was last written)")
        if trouble is not None or now - self._writer.committed_at > PROVEN_S:
            await self._write(lambda connection: connection.execute(_NOTHING_NEW))

    async def newest(self) -> int | None:
        """The time of the last change at any table."""
        # The latest of each status: there is an index for that, and none across statuses.
        query = select(func.max(tables.c.changed_at)).group_by(tables.c.status)
        return max(await self._read(lambda connection: list(connection.scalars(query))), default=None)

    async def prune(
        self, *, finished_before: int | None, waiting_before: int | None, playing_before: int | None
    ) -> dict[str, int]:
        """Delete tables that last changed before a time; None keeps them all. Returns how many of each."""
        return {
            "finished": await self._prune(FINISHED, finished_before),
            "waiting": await self._prune(("waiting",), waiting_before),
            "playing": await self._prune(("playing",), playing_before),
        }

    async def _prune(self, statuses: Sequence[str], before: int | None) -> int:
        if before is None:
            return 0
        # A table being changed by another process right now is not old, and waiting for it could deadlock.
        old = (
            select(tables.c.id)
            .where(tables.c.status.in_(statuses), tables.c.changed_at < before)
            .order_by(tables.c.changed_at, tables.c.id)
            .limit(PRUNED_AT_ONCE)
            .with_for_update(skip_locked=True)
        )

        def remove(connection: Connection) -> int:
            return connection.execute(delete(tables).where(tables.c.id.in_(list(connection.scalars(old))))).rowcount

        total = 0
        while removed := await self._write(remove):
            total += removed
        return total

    async def ids(self) -> list[str]:
        """All tables."""
        return await self._read(lambda connection: list(connection.scalars(select(tables.c.id).order_by(tables.c.id))))

    async def erase(self, table: str) -> bool:
        """Remove a table with all its entries; returns whether it existed."""
        return await self._write(lambda it: it.execute(delete(tables).where(tables.c.id == table)).rowcount) > 0

    async def rewrite(self, table: str, changed: Sequence[Written], standing: Standing) -> None:
        """Rewrite entries of a table, and what the lobby shows of it. Nothing else changes."""

        def write(connection: Connection) -> None:
            for it in changed:
                at = (entries.c.table_id == table) & (entries.c.seq == it.seq)
                connection.execute(update(entries).where(at).values(data=as_json(it.data)))
            summary = as_json(standing.summary)
            connection.execute(update(tables).where(tables.c.id == table).values(summary=summary))

        await self._write(write)

    async def notify(self, message: Mapping[str, Any]) -> None:
        """Send a message to the other processes; on SQLite there are none."""
        self._check_open()
        if not self.shared:
            return
        if len(as_json({"from": self.process, **message}).encode()) > MESSAGE_BYTES:
            raise ValueError(f"a message to other processes holds at most {MESSAGE_BYTES} bytes")
        await self._write(lambda connection: self._writer.notify(connection, [message]))

    def listen(self, heard: Callable[[Mapping[str, Any]], None]) -> None:
        """Call ``heard``, in this event loop, with every message of other processes.

        These are what they :meth:`notify` and, for each commit, ``{"table": id, "seq": last}``; both with ``"from"``.
        After an interruption, in which messages may have been lost, it is called once with ``{"lost": True}``.
        """
        if not self.shared:
            return
        if self._listener:
            raise RuntimeError("the storage listens already")
        # Only a PostgreSQL storage has the driver.
        from nouvelle_france.server.storage.listener import Listener  # noqa: PLC0415

        loop = asyncio.get_running_loop()

        def pass_on(message: dict[str, Any]) -> None:
            # Nobody receives it once the loop is closed.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(heard, message)

        self._listener = Listener(self.database.driver_options(), self.process, pass_on)

    async def listening(self, timeout: float = 10) -> bool:
        """Wait until messages arrive after :meth:`listen`. False if they still do not after ``timeout`` seconds."""
        listener = self._listener
        return listener is not None and await asyncio.to_thread(listener.ready.wait, timeout)

    async def _write(self, do: Callable[[Connection], T]) -> T:
        self._check_open()
        item = Work(do, self._loop.create_future())
        self._writer.take(item)
        result: T = await item.future
        return result

    async def _read(self, work: Callable[[Connection], T]) -> T:
        self._check_open()
        return await asyncio.get_running_loop().run_in_executor(self._readers, self.database.read, work)

    async def _list(self, query: Select[Any]) -> list[Listed]:
        return await self._read(lambda connection: [_listed(row) for row in connection.execute(query)])

    def _check_open(self) -> None:
        if self._closed:
            raise StorageError(f"{self.url_shown}: the storage is closed")


async def _settled(future: Future[T]) -> T:
    """What comes of a future, even where the task that waits for it is cancelled: it is, at its next pause after that.

    Otherwise it would not know whether its entries are written, and nobody would hear of them if they are.
    """
    task, cancelled = asyncio.current_task(), False
    assert task is not None
    try:
        while True:
            try:
                return await asyncio.shield(future)
            except asyncio.CancelledError:
                cancelled = True
                task.uncancel()
    finally:
        if cancelled:
            task.cancel()


def _listing(*conditions: ColumnElement[bool]) -> Select[Any]:
    table = tables.c
    return select(table.id, table.created_at, table.changed_at, table.status, table.seq, table.summary).where(
        *conditions
    )


def _listed(row: Row[Any]) -> Listed:
    return Listed(row.id, row.created_at, row.changed_at, row.status, row.seq, from_json(row.summary))
