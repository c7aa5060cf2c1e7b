"""Group commit: one thread writes everything pending in one transaction, while the next batch collects."""

from __future__ import annotations

import asyncio
import contextlib
import queue
import threading
from asyncio import Future
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from time import monotonic
from typing import Any

from sqlalchemy import Connection, Insert, Table, Update, bindparam, insert, text, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError

from nouvelle_france.house.storage import StorageError
from nouvelle_france.server.storage.database import Database
from nouvelle_france.server.storage.errors import reason
from nouvelle_france.server.storage.schema import as_json, entries, tables
from nouvelle_france.tables.entries import Standing, Written

BATCH = 500
"""The maximum per transaction, so that the first of them does not wait for ever."""

CHANNEL = "nouvelle_france"
"""PostgreSQL's channel between the processes."""

# Every process locks rows in the same order, so that no two wait for each other. SQLite has no row locks: there the
# whole database is ours since BEGIN IMMEDIATE.
_HEADS = "SELECT id, seq FROM tables WHERE id = ANY(%(ids)s) ORDER BY id FOR UPDATE"
_HEADS_SQLITE = "SELECT id, seq FROM tables WHERE id IN ({})"
_MOVE = (
    update(tables)
    .where(tables.c.id == bindparam("table"))
    .values(
        {name: bindparam(name) for name in ("changed_at", "seq", "status", "public", "due_at", "edition", "summary")}
    )
)
_ADD = insert(entries).values({column.name: bindparam(column.name) for column in entries.c})
_NOTIFY = text("SELECT pg_notify(:channel, message) FROM unnest(CAST(:messages AS text[])) AS message")


@dataclass(slots=True)
class Append:
    """Entries to add to a table: all of them or, if they do not follow the table's last one, none."""

    table: str
    first: int
    last: int
    rows: list[dict[str, Any]]
    standing: dict[str, Any]
    new: bool
    future: Future[bool]


@dataclass(slots=True)
class Work:
    """Any other write, done in the same transaction as the appends around it."""

    do: Callable[[Connection], Any]
    future: Future[Any]


def make_append(table: str, what: Sequence[Written], standing: Standing, future: Future[bool], *, new: bool) -> Append:
    """Entries in the writer's form. JSON is made here, so that invalid data fails only its own caller."""
    numbers = [entry.seq for entry in what]
    if not numbers or numbers != list(range(numbers[0], numbers[0] + len(numbers))) or (new and numbers[0] != 1):
        raise ValueError(f"entries must follow one another{', from 1' if new else ''}: {numbers}")
    return Append(
        table=table,
        first=numbers[0],
        last=numbers[-1],
        rows=[
            {"table_id": table, "seq": entry.seq, "at": entry.at, "kind": entry.kind, "data": as_json(entry.data)}
            for entry in what
        ],
        standing={
            "changed_at": what[-1].at,
            "seq": numbers[-1],
            "status": standing.status,
            "public": standing.public,
            "due_at": standing.due,
            "edition": standing.edition,
            "summary": as_json(standing.summary),
        },
        new=new,
        future=future,
    )


def make_if_new(database: Database, table: Table) -> postgresql.Insert | sqlite.Insert:
    """An INSERT that does nothing if the key is taken. Both databases have it, but it is not in the standard."""
    return (postgresql.insert if database.shared else sqlite.insert)(table).on_conflict_do_nothing()


class _Prepared:
    """A statement that is compiled once, since every batch of moves uses the same."""

    def __init__(self, statement: Update | Insert, database: Database) -> None:
        compiled = statement.compile(dialect=database.engine.dialect)
        self._words = str(compiled)
        self._order: Sequence[str] | None = compiled.positiontup

    def __call__(self, connection: Connection, rows: Sequence[Mapping[str, Any]]) -> None:
        """Carry it out for each of these rows."""
        order = self._order  # SQLite takes values by their place, PostgreSQL by name
        values = list(rows) if order is None else [tuple(row[name] for name in order) for row in rows]
        connection.exec_driver_sql(self._words, values)


def _answer(batch: Sequence[Append | Work], results: Sequence[Any]) -> None:
    for item, result in zip(batch, results, strict=True):
        if not item.future.done():
            item.future.set_result(result)


class Writer:
    """The one thread of a process that writes. The futures it settles are of one event loop."""

    def __init__(self, database: Database, process: str, loop: asyncio.AbstractEventLoop) -> None:
        self._database = database
        self._loop = loop
        self._move = _Prepared(_MOVE, database)
        self._insert = _Prepared(_ADD, database)
        self._process = process
        self.committed_at = monotonic()
        """When something was last committed."""
        self.trouble: tuple[float, str] | None = None
        """The time and reason of a failure since then."""
        self._waiting: queue.SimpleQueue[Append | Work | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="storage-writer", daemon=True)
        self._thread.start()

    def take(self, item: Append | Work) -> None:
        """Write this soon; its future completes when it is committed."""
        self._waiting.put(item)

    def close(self) -> None:
        """Write everything pending, then stop."""
        self._waiting.put(None)
        self._thread.join()

    def _run(self) -> None:
        more = True
        while more:
            taken = [self._waiting.get()]
            with contextlib.suppress(queue.Empty):
                while len(taken) < BATCH:
                    taken.append(self._waiting.get_nowait())
            more = None not in taken
            # Items cancelled while waiting are not written; from here on it is too late to cancel.
            batch = [item for item in taken if item is not None and not item.future.cancelled()]
            if batch:
                self._commit(batch)

    def _commit(self, batch: list[Append | Work], *, again: bool = False) -> None:
        stage = "connecting"
        try:
            with self._database.connect(immediate=True) as connection:
                try:
                    with connection.begin():
                        stage = "writing"
                        results = self._write(connection, batch)
                        stage = "committing"
                except BaseException:
                    # Whatever state it is in, the next batch gets a fresh one.
                    connection.invalidate()
                    raise
        except Exception as error:
            lost = isinstance(error, DBAPIError) and error.connection_invalidated
            if lost and stage != "committing" and not again:
                # The server was restarted since the last batch. Nothing of this one is written yet.
                self._commit(batch, again=True)
            elif stage == "writing" and not lost and len(batch) > 1:
                # One of them is at fault, and the others must not suffer for it.
                for item in batch:
                    self._commit([item])
            else:
                self._fail(batch, stage, error)
        else:
            self.committed_at, self.trouble = monotonic(), None
            self._settle(lambda: _answer(batch, results))

    def _fail(self, batch: list[Append | Work], stage: str, error: Exception) -> None:
        doubt = " (while committing: it may be written or not)" if stage == "committing" else ""
        # The database may be back by now; what could not be written may still fail.
        gone = stage == "connecting" or (isinstance(error, DBAPIError) and error.connection_invalidated)
        self.trouble = (-inf if gone else monotonic(), reason(error))

        def answer() -> None:
            for item in batch:
                if not item.future.done():
                    failure = StorageError(f"{self._database.shown}: {reason(error)}{doubt}")
                    failure.__cause__ = error
                    item.future.set_exception(failure)

        self._settle(answer)

    def _settle(self, answer: Callable[[], None]) -> None:
        """Answer a whole batch at once: waking the loop costs more than the work it then does."""
        with contextlib.suppress(RuntimeError):  # nobody waits in a loop that is closed
            self._loop.call_soon_threadsafe(answer)

    def _write(self, connection: Connection, batch: list[Append | Work]) -> list[Any]:
        """Write a batch and return the result of each item. A handful of statements, however many items."""
        appends = [item for item in batch if isinstance(item, Append)]
        self._make(connection, sorted((item for item in appends if item.new), key=lambda item: item.table))
        heads = self._heads(connection, appends)
        results: dict[int, Any] = {}
        moved: dict[str, dict[str, Any]] = {}
        rows: list[dict[str, Any]] = []
        for item in appends:
            # A table made in this batch is at 0, and belongs to the first item that wanted to make it.
            fits = heads.get(item.table) == item.first - 1 and (item.new or item.first > 1)
            results[id(item)] = fits
            if fits:
                heads[item.table] = item.last
                moved[item.table] = item.standing
                rows += item.rows
        if rows:
            self._move(connection, [{"table": table, **standing} for table, standing in moved.items()])
            self._insert(connection, rows)
            self.notify(connection, [{"table": table, "seq": heads[table]} for table in moved])
        for work in batch:
            if isinstance(work, Work):
                results[id(work)] = work.do(connection)
        return [results[id(item)] for item in batch]

    def _make(self, connection: Connection, new: list[Append]) -> None:
        """Insert new tables, still at 0, a number that no existing table has."""
        if new:
            rows = [{"id": item.table, "created_at": item.rows[0]["at"], **item.standing, "seq": 0} for item in new]
            connection.execute(make_if_new(self._database, tables), rows)

    def _heads(self, connection: Connection, appends: list[Append]) -> dict[str, int]:
        """The number of the last entry of each table, which no other process can change until the commit."""
        if not appends:
            return {}
        ids = sorted({item.table for item in appends})
        if self._database.shared:
            found = connection.exec_driver_sql(_HEADS, {"ids": ids})
        else:
            found = connection.exec_driver_sql(_HEADS_SQLITE.format(",".join("?" * len(ids))), tuple(ids))
        return {id: seq for id, seq in found}  # noqa: C416 - rows are not pairs to mypy

    def notify(self, connection: Connection, messages: Sequence[Mapping[str, Any]]) -> None:
        """Notify the other processes, when and if the transaction commits. With SQLite there are none."""
        if self._database.shared:
            notices = [as_json({"from": self._process, **message}) for message in messages]
            connection.execute(_NOTIFY, {"channel": CHANNEL, "messages": notices})
