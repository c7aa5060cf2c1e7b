"""Backups: everything in a database as lines of JSON, the same for every database.

The first line is a header with counts; then come editions, tables, entries, days and tries, each in the order of their
keys; the last line counts again and holds the SHA-256 of all lines before it, so that a file that was cut or edited is
noticed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import orjson
from sqlalchemy import Connection, Table, delete, func, insert, select, text

from nouvelle_france.house.storage import StorageError
from nouvelle_france.server.storage.database import Database
from nouvelle_france.server.storage.schema import as_json, days, editions, entries, tables, tries
from nouvelle_france.server.storage.storage import Storage

FORMAT = "nouvelle-france-backup/1"

SCHEMA = "0003"
"""The schema whose tables a backup holds; analyses are left out, since they can be made again."""

BEFORE_DAYS = "0001"
"""The schema of backups before there were days: they are read too."""

AT_ONCE = 500
"""Rows in memory at a time."""


class BackupError(StorageError):
    """What was to be restored is no backup, or a damaged one."""


Progress = Callable[[int, int], object]
"""Called now and then with the rows done and the total."""

# The name of a row of each table, in the order of the file.
_KINDS: dict[str, Table] = {"edition": editions, "table": tables, "entry": entries, "day": days, "try": tries}
_KINDS_OF: dict[object, dict[str, Table]] = {
    BEFORE_DAYS: {kind: _KINDS[kind] for kind in ("edition", "table", "entry")},
    SCHEMA: _KINDS,
}
# Columns that hold JSON: they are JSON in the file too, not text in quotes.
_JSON = frozenset({"summary", "data"})
_STATUSES = ("waiting", "playing", "over", "closed")


def backup(
    source: Storage | str, write_line: Callable[[bytes], object], *, progress: Progress | None = None
) -> dict[str, int]:
    """Write everything in a database, as of one moment, while others use it. Returns how many rows of each table.

    Every line is passed to ``write_line`` with its line feed: a file's ``write`` will do.
    """
    with _opened(source, must_exist=True) as database, database.plainly():
        options: dict[str, Any] = {}
        if database.shared:
            options = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
        with database.connect(**options) as connection, connection.begin():
            digest = hashlib.sha256()

            def write(content: dict[str, Any]) -> None:
                line = orjson.dumps(content, option=orjson.OPT_APPEND_NEWLINE)
                digest.update(line)
                write_line(line)

            counts = {
                str(table.name): connection.scalar(select(func.count()).select_from(table)) or 0
                for table in _KINDS.values()
            }
            meter = _Meter(progress, sum(counts.values()))
            write({"format": FORMAT, "schema": SCHEMA, **counts})
            for kind, table in _KINDS.items():
                for row in _rows(connection, table):
                    write({kind: row})
                    meter.step()
            write({"end": {**counts, "sha256": digest.hexdigest()}})
            meter.finish()
            return counts


def _rows(connection: Connection, table: Table) -> Iterator[dict[str, Any]]:
    found = connection.execute(
        select(table).order_by(*table.primary_key), execution_options={"yield_per": AT_ONCE, "stream_results": True}
    )
    for row in found.mappings():
        yield {
            str(name): orjson.Fragment(value) if name in _JSON and value is not None else value
            for name, value in row.items()
        }


def restore(
    target: str, lines: Iterable[bytes], *, replace: bool = False, progress: Progress | None = None
) -> dict[str, int]:
    """Read a backup into a database that is empty, or whose content it should ``replace``.

    All is one transaction: if the backup is bad, :class:`BackupError` names the line, and nothing has changed; an
    SQLite file made for it is removed. No server should be using the database. Returns how many rows there are of each
    table.
    """
    with (
        _opened(target, must_exist=False) as database,
        database.plainly(),
        database.connect(immediate=True) as connection,
        connection.begin(),
    ):
        if database.shared:
            # Others may read the old contents, but not write, until everything is done.
            connection.execute(text("LOCK TABLE editions, tables, entries, days, tries IN EXCLUSIVE MODE"))
        for table in (tables, editions):
            if replace:
                connection.execute(delete(table))
            elif connection.execute(select(table).limit(1)).first():
                raise StorageError(f"{database.shown}: the database is not empty")
        connection.execute(delete(days))  # a server that was only started has promised some, without any game
        return _Reading(connection, lines, progress).run()


@contextmanager
def _opened(where: Storage | str, *, must_exist: bool) -> Iterator[Database]:
    if isinstance(where, Storage):
        yield where.database
        return
    database = Database(where, must_exist=must_exist)
    try:
        yield database
    except BaseException:
        database.unmake()
        raise
    database.close()


class _Meter:
    """Counts rows and reports them now and then."""

    def __init__(self, progress: Progress | None, total: int) -> None:
        self._progress = progress
        self._total = total
        self._done = 0

    def step(self) -> None:
        self._done += 1
        if self._done % AT_ONCE == 0:
            self.finish()

    def finish(self) -> None:
        if self._progress:
            self._progress(self._done, self._total)


class _Reading:
    """A backup being read, line by line, into a transaction."""

    def __init__(self, connection: Connection, lines: Iterable[bytes], progress: Progress | None) -> None:
        self._connection = connection
        self._lines = iter(lines)
        self._progress = progress
        self._number = 0
        self._digest = hashlib.sha256()
        # The state of the entries: tables so far, the last one's name, its expected count, and the count so far.
        self._tables = 0
        self._table = ""
        self._expected = 0
        self._seen = 0

    def run(self) -> dict[str, int]:
        header = self._line("the header of a backup")
        self._require(header.get("format") == FORMAT, f"a backup in the format {FORMAT}")
        kinds = _KINDS_OF.get(header.get("schema"), {})
        self._require(bool(kinds), f"a backup of schema {' or '.join(map(str, _KINDS_OF))}")
        counts: dict[str, Any] = {str(table.name): header.get(table.name) for table in kinds.values()}
        self._require(all(map(_is_number, counts.values())), "the number of rows of each table")
        meter = _Meter(self._progress, sum(counts.values()))
        for kind, table in kinds.items():
            self._read_rows(kind, table, counts[table.name], meter)
        self._end_of_table()
        self._require(self._tables == counts["tables"], f"entries of {counts['tables']} tables, not of {self._tables}")
        digest = self._digest.hexdigest()
        end = self._line("the end of the backup").get("end")
        self._require(isinstance(end, dict), "the end of the backup")
        self._require({**counts, "sha256": digest} == end, f"the SHA-256 {digest}: the file was changed")
        self._require(next(self._lines, None) is None, "nothing after the end of the backup")
        meter.finish()
        return counts

    def _read_rows(self, kind: str, table: Table, number: int, meter: _Meter) -> None:
        rows: list[dict[str, Any]] = []
        keys = [column.name for column in table.primary_key]
        last: tuple[Any, ...] = ()
        expected = f"{kind} {{}} of {number}"
        for index in range(number):
            row: Any = self._line(expected.format(index + 1)).get(kind)
            self._require(isinstance(row, dict), expected.format(index + 1))
            self._check(kind, table, row)
            key = tuple(row[name] for name in keys)
            # In order, so that there are no duplicates.
            self._require(key > last, f"{kind} after {last}, not {key}")
            last = key
            if table is entries:
                self._follow(row)
            rows.append(
                {name: as_json(value) if name in _JSON and value is not None else value for name, value in row.items()}
            )
            if len(rows) == AT_ONCE or index == number - 1:
                self._connection.execute(insert(table), rows)
                rows.clear()
            meter.step()

    def _check(self, kind: str, table: Table, row: dict[str, Any]) -> None:
        self._require(row.keys() == set(table.c.keys()), f"{kind} with {', '.join(table.c.keys())}")
        for column in table.c:
            value = row[column.name]
            if column.name in _JSON:
                good, wanted = isinstance(value, dict) or (column.nullable is True and value is None), "an object"
            elif column.name == "status":
                good, wanted = value in _STATUSES, " or ".join(_STATUSES)
            elif column.type.python_type is bool:
                good, wanted = isinstance(value, bool), "true or false"
            elif column.type.python_type is int:
                good, wanted = _is_number(value) or (column.nullable is True and value is None), "a whole number"
            else:
                # PostgreSQL cannot store the character with number 0.
                good, wanted = isinstance(value, str) and "\0" not in value, "a text"
            self._require(good, f"{kind} where '{column.name}' is {wanted}")

    def _follow(self, row: dict[str, Any]) -> None:
        """Check that a table has all of its entries, numbered from 1."""
        if row["table_id"] != self._table:
            self._end_of_table()
            found = self._connection.scalar(select(tables.c.seq).where(tables.c.id == row["table_id"]))
            self._require(found is not None, f"an entry of a table of this backup, not of '{row['table_id']}'")
            self._table, self._expected, self._seen = row["table_id"], found or 0, 0
            self._tables += 1
        self._seen += 1
        self._require(row["seq"] == self._seen, f"entry {self._seen} of table '{self._table}'")

    def _end_of_table(self) -> None:
        self._require(self._seen == self._expected, f"{self._expected} entries of table '{self._table}'")

    def _line(self, expected: str) -> dict[str, Any]:
        line = next(self._lines, None)
        self._number += 1
        self._require(line is not None, f"{expected}: the file is cut")
        assert line is not None
        try:
            content = orjson.loads(line)
        except orjson.JSONDecodeError:
            content = None
        self._require(isinstance(content, dict) and line.endswith(b"\n"), f"{expected}: this is not a whole line")
        if "end" not in content:
            self._digest.update(line)
        result: dict[str, Any] = content
        return result

    def _require(self, good: bool, expected: str) -> None:
        if not good:
            raise BackupError(f"line {self._number} of the backup: expected {expected}")


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 63
