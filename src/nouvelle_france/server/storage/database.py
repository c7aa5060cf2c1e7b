"""Opening a database: its address, the settings of its connections, and its schema."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any, TypeVar

from sqlalchemy import Connection, create_engine, event, inspect, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError

from nouvelle_france.extras import needs
from nouvelle_france.house.storage import StorageError
from nouvelle_france.server.storage.errors import reason
from nouvelle_france.server.storage.schema import REVISION, metadata

T = TypeVar("T")

READERS = 4
"""Concurrent reads. They are short, and the writer is not one of them."""

BUSY_S = 15
"""How long SQLite waits for another process that writes."""

MIGRATING = 0x4E46
"""The number of the PostgreSQL lock held while the schema changes: any number, the same in every process."""

MIGRATIONS = Path(__file__).parent / "migrations"

# A server that silently died is noticed within half a minute, and no connection attempt lasts longer than a player
# would wait. Settings in the address take precedence.
_PATIENCE = {
    "connect_timeout": "5",
    "keepalives_idle": "15",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "tcp_user_timeout": "30000",
}


def read_url(url: str) -> URL:
    """The address of a database, checked and with the driver filled in."""
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):
        raise StorageError(
            "the database address is not one: expected sqlite:///FILE or postgresql://USER@HOST/NAME"
        ) from None
    match parsed.drivername:
        case "sqlite" | "sqlite+pysqlite":
            if parsed.host or parsed.query or not parsed.database or parsed.database == ":memory:":
                raise StorageError(f"{_shown(parsed)}: expected sqlite:///FILE, the path of a file and nothing else")
            return parsed.set(drivername="sqlite")
        case "postgres" | "postgresql" | "postgresql+psycopg":
            if not parsed.database:
                raise StorageError(f"{_shown(parsed)}: the name of the database is missing at the end")
            return parsed.set(drivername="postgresql+psycopg", query={**_PATIENCE, **parsed.query})
        case other:
            raise StorageError(f"{other}: no such kind of database: expected sqlite or postgresql")


def _shown(url: URL) -> str:
    """The address without its secrets and without this program's own settings."""
    query = {name: value for name, value in url.query.items() if name not in _PATIENCE and "password" not in name}
    backend = url.get_backend_name()
    return URL.create(backend, url.username, None, url.host, url.port, url.database, query).render_as_string()


class Database:
    """An open database: connections set up as they must be, a schema of the right revision, errors in plain words."""

    def __init__(self, url: str, *, must_exist: bool = False) -> None:
        """Open and, where needed, migrate. ``must_exist`` refuses to make a new SQLite file."""
        self.url = read_url(url)
        self.shown = _shown(self.url)
        self.shared = self.url.get_backend_name() == "postgresql"
        self._made: Path | None = None  # an SQLite file that was not there before
        options: dict[str, Any] = {}
        if not self.shared:
            self._prepare_file(must_exist)
            options["connect_args"] = {"timeout": BUSY_S}
        try:
            # One connection for each reader, one for the writer, and one to spare for a backup.
            # What is written contains secrets, so errors never show it.
            self.engine = create_engine(
                self.url, pool_size=READERS + 2, max_overflow=0, hide_parameters=True, **options
            )
        except ModuleNotFoundError:
            raise StorageError(f"PostgreSQL {needs('postgres')}") from None
        if not self.shared:
            event.listen(self.engine, "connect", _set_up_sqlite)
            event.listen(self.engine, "begin", _begin_sqlite)
        try:
            with self.plainly():
                self._bring_up_to_date()
        except BaseException:
            self.engine.dispose()
            raise

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()

    def unmake(self) -> None:
        """Close all connections, and remove an SQLite file that this made, with those SQLite puts next to it."""
        self.close()
        if self._made is not None:
            for end in ("", "-wal", "-shm"):
                Path(f"{self._made}{end}").unlink(missing_ok=True)

    @contextmanager
    def plainly(self) -> Iterator[None]:
        """Turn the database's errors into a :class:`StorageError`."""
        try:
            yield
        except SQLAlchemyError as error:
            raise StorageError(f"{self.shown}: {reason(error)}") from error

    def connect(self, *, immediate: bool = False, **options: Any) -> Connection:
        """A connection; its transaction takes SQLite's write lock at once if ``immediate``.

        A transaction that reads first and writes later fails in SQLite when another one wrote in between.
        """
        return self.engine.connect().execution_options(immediate=immediate, **options)

    def read(self, work: Callable[[Connection], T]) -> T:
        """Run a read. A connection that was lost in the meantime is silently replaced."""
        # PostgreSQL: a single SELECT needs no transaction around it, which would be two more messages.
        options: dict[str, Any] = {"isolation_level": "AUTOCOMMIT"} if self.shared else {}
        with self.plainly():
            try:
                with self.connect(**options) as connection:
                    return work(connection)
            except DBAPIError as error:
                if not error.connection_invalidated:
                    raise
            with self.connect(**options) as connection:
                return work(connection)

    def driver_options(self) -> dict[str, Any]:
        """What the driver needs for a connection outside the engine."""
        _, options = self.engine.dialect.create_connect_args(self.url)
        return dict(options)

    def _prepare_file(self, must_exist: bool) -> None:
        file = Path(self.url.database or "")
        if file.exists():
            return
        if must_exist:
            raise StorageError(f"{self.shown}: there is no such file")
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            # Entries contain secrets, so only the owner can read the file (and those SQLite puts next to it).
            os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
            self._made = file
        except OSError as error:
            raise StorageError(f"{self.shown}: cannot make the file: {error.strerror}") from error

    def _bring_up_to_date(self) -> None:
        with self.connect() as connection:
            if _revision(connection) == REVISION:
                return
        with self.connect(immediate=True) as connection, connection.begin():
            if self.shared:
                connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": MIGRATING})
            # Checked again, now that no other process can be migrating.
            if (found := _revision(connection)) != REVISION:
                self._migrate(connection, found)

    def _migrate(self, connection: Connection, found: str | None) -> None:
        # Imported here because it takes longer than the rest of opening, and is needed once in a database's life.
        from alembic.operations import Operations  # noqa: PLC0415
        from alembic.runtime.migration import MigrationContext  # noqa: PLC0415
        from alembic.script import ScriptDirectory  # noqa: PLC0415

        script = ScriptDirectory(str(MIGRATIONS))
        if found is None:
            there = set(inspect(connection).get_table_names()) & set(metadata.tables)
            if there:
                raise StorageError(f"{self.shown}: the database has a table '{min(there)}' of another program")
        elif found not in {step.revision for step in script.walk_revisions()}:
            raise StorageError(
                f"{self.shown}: the database is newer than this program: its schema is {found}, "
                f"this program knows up to {REVISION}"
            )
        # Without env.py, which is for Alembic's own command: this does the same, on our connection and transaction.
        context = MigrationContext.configure(
            connection,
            opts={"script": script, "fn": lambda revision, _context: script._upgrade_revs(REVISION, revision)},
        )
        with Operations.context(context):
            context.run_migrations()


def _revision(connection: Connection) -> str | None:
    """The schema's revision; None in a new database."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return found


def _set_up_sqlite(connection: sqlite3.Connection, _record: object) -> None:
    # Python's driver begins transactions by its own rules; _begin_sqlite does it instead.
    connection.isolation_level = None
    cursor = connection.cursor()
    _use_wal(cursor)
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()


def _use_wal(cursor: sqlite3.Cursor) -> None:
    """Switching a new file to WAL turns a read lock into a write lock, for which SQLite does not wait."""
    until = monotonic() + BUSY_S
    while True:
        try:
            cursor.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or monotonic() > until:
                raise
            sleep(0.01)
        else:
            return


def _begin_sqlite(connection: Connection) -> None:
    immediate = connection.get_execution_options().get("immediate")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if immediate else "BEGIN")
