"""Backups of one database, read into another."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from nouvelle_france.house.daybook import Promised, Try
from nouvelle_france.server.storage import BackupError, Storage, StorageError, backup, restore
from nouvelle_france.server.storage.dump import AT_ONCE
from nouvelle_france.tables.daily import Outcome
from tests.server.databases import PostgresServer
from tests.server.storage.making import entry, make, run, standing

COUNTS = {"editions": 2, "tables": 42, "entries": 44 + AT_ONCE, "days": 2, "tries": 2}
BEFORE_DAYS = ("editions", "tables", "entries")


@pytest.fixture
def other_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A second database, of the kind the test asks for."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'other.sqlite'}"
        return
    server: PostgresServer = request.getfixturevalue("postgres_server")
    name = server.create()
    yield server.url(name)
    server.drop(name)


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    """The backup of a full database."""
    source = f"sqlite:///{tmp_path_factory.mktemp('full') / 'source.sqlite'}"
    fill(source)
    return dump(source)


both_kinds = pytest.mark.parametrize(
    "other_url", ["sqlite", pytest.param("postgresql", marks=pytest.mark.unix)], indirect=True
)


def fill(url: str) -> None:
    async def filling(storage: Storage) -> None:
        await storage.keep_edition("d2", "base", "name = 'Nouvelle-France'\n\n\"é\"")
        await storage.keep_edition("d1", "tiny", "")
        for n in range(40):
            await make(storage, f"t{n}", at=n, status=["waiting", "playing", "over", "closed"][n % 4])
        await make(storage, "B")
        assert await storage.append("B", [entry(2, x=0.1, y=[1e300, -5, 2**53])], standing(due=2**45))
        assert await storage.create("é", [entry(n) for n in range(1, AT_ONCE + 3)], standing(public=False))
        for day in ("2026-11-16", "2026-11-15"):
            await storage.days.promise(Promised(day, f"the secret of {day}", 5))
        assert await storage.days.enter(Try("2026-11-15", "ana", 1, "B", 7))
        assert await storage.days.enter(Try("2026-11-15", "ana", 2, "t2", 8))
        await storage.days.settle("B", Outcome(None, True, 3, 90, 1, {"white": 20}), True)

    run(url, filling)


def dump(source: str | Storage) -> list[bytes]:
    lines: list[bytes] = []
    assert backup(source, lines.append)["tables"] == sum(b'{"table":' in line for line in lines)
    return lines


@both_kinds
def test_there_and_back(database_url: str, other_url: str) -> None:
    fill(database_url)
    lines = dump(database_url)
    assert len(lines) == 2 + sum(COUNTS.values())
    seen: list[tuple[int, int]] = []
    assert restore(other_url, iter(lines), progress=lambda done, total: seen.append((done, total))) == COUNTS
    assert seen == sorted(seen)
    assert seen[-1] == (sum(COUNTS.values()), sum(COUNTS.values()))
    assert dump(other_url) == lines

    async def usable(storage: Storage) -> None:
        assert await storage.append("é", [entry(AT_ONCE + 3)], standing())
        assert (await storage.entries("B"))[1] == entry(2, x=0.1, y=[1e300, -5, 2**53])
        assert await storage.edition("d1") == ""

    run(other_url, usable)


def test_the_form_of_a_backup(database_url: str) -> None:
    fill(database_url)
    lines = dump(database_url)
    header, end = json.loads(lines[0]), json.loads(lines[-1])
    assert header == {"format": "nouvelle-france-backup/1", "schema": "0003", **COUNTS}
    assert end == {"end": {**COUNTS, "sha256": hashlib.sha256(b"".join(lines[:-1])).hexdigest()}}
    assert [next(iter(json.loads(line))) for line in lines[1:-1]] == (
        ["edition"] * COUNTS["editions"]
        + ["table"] * COUNTS["tables"]
        + ["entry"] * COUNTS["entries"]
        + ["day", "day", "try", "try"]
    )
    assert json.loads(lines[-6])["entry"]["data"] == {"n": AT_ONCE + 2, "who": "Frontenac « é »"}


def test_a_backup_is_of_one_moment_though_players_go_on(database_url: str) -> None:
    fill(database_url)
    quiet = dump(database_url)

    async def playing(storage: Storage) -> None:
        loop = asyncio.get_running_loop()
        lines: list[bytes] = []

        def write(line: bytes) -> None:
            lines.append(line)
            if len(lines) == 5:
                # In the middle of it, somebody plays and somebody comes.
                for more in (storage.append("B", [entry(3)], standing()), make(storage, "AAA")):
                    asyncio.run_coroutine_threadsafe(more, loop).result(20)

        await asyncio.to_thread(backup, storage, write)
        assert lines == quiet
        assert len(await storage.entries("B")) == 3

    run(database_url, playing)


def test_a_database_with_something_in_it_is_not_overwritten_unless_asked(database_url: str, tmp_path: Path) -> None:
    fill(database_url)
    before = dump(database_url)
    small = f"sqlite:///{tmp_path / 'small.sqlite'}"

    async def little(storage: Storage) -> None:
        await make(storage, "one")

    run(small, little)
    lines = dump(small)
    with pytest.raises(StorageError, match="not empty"):
        restore(database_url, lines)
    assert dump(database_url) == before
    assert restore(database_url, lines, replace=True) == {
        "editions": 0,
        "tables": 1,
        "entries": 1,
        "days": 0,
        "tries": 0,
    }
    assert dump(database_url) == lines


def sealed(lines: list[bytes]) -> list[bytes]:
    """Lines with an end that fits them again, as a clever hand would leave them."""
    end = json.loads(lines[-1])
    end["end"]["sha256"] = hashlib.sha256(b"".join(lines[:-1])).hexdigest()
    return [*lines[:-1], json.dumps(end).encode() + b"\n"]


def edit(number: int, old: bytes, new: bytes) -> Callable[[list[bytes]], list[bytes]]:
    def editing(lines: list[bytes]) -> list[bytes]:
        assert old in lines[number]
        changed = list(lines)
        changed[number] = changed[number].replace(old, new, 1)
        return changed

    return editing


def resealed(editing: Callable[[list[bytes]], list[bytes]]) -> Callable[[list[bytes]], list[bytes]]:
    return lambda lines: sealed(editing(lines))


# The lines of a full database: 0 the header, 1-2 editions, 3-44 tables, 45- entries, the first two of them table B's.
SPOILT: dict[str, tuple[Callable[[list[bytes]], list[bytes]], str]] = {
    "nothing": (lambda lines: [], "line 1 .*header of a backup: the file is cut"),
    "another file": (lambda lines: [b"hello\n"], "line 1 .*header of a backup: this is not a whole line"),
    "another format": (edit(0, b"backup/1", b"backup/2"), "line 1 .*format nouvelle-france-backup/1"),
    "newer": (edit(0, b"0003", b"0009"), "line 1 .*schema 0001 or 0003"),
    "no counts": (edit(0, b'"tables":42', b'"tables":-1'), "line 1 .*number of rows"),
    "cut at a line": (lambda lines: lines[:20], "line 21 .*table 18 of 42: the file is cut"),
    "cut in a line": (lambda lines: [*lines[:20], lines[20][:-9]], "line 21 .*not a whole line"),
    "cut at its very end": (lambda lines: [*lines[:-1], lines[-1][:-1]], "the end of the backup: this is not a whole"),
    "without its end": (lambda lines: lines[:-1], "the end of the backup: the file is cut"),
    "with more": (lambda lines: [*lines, b"{}\n"], "nothing after the end"),
    "a changed word": (edit(-6, b"Frontenac", b"Montcalm "), "SHA-256 .*the file was changed"),
    "a changed end": (edit(-1, b'"tables":42', b'"tables":43'), "SHA-256 .*the file was changed"),
    "a line less": (resealed(lambda lines: lines[:10] + lines[11:]), "line 45 .*table 42 of 42"),
    "two lines changed over": (
        resealed(lambda lines: [lines[0], lines[2], lines[1], *lines[3:]]),
        "line 3 .*edition after",
    ),
    "a line twice": (resealed(lambda lines: [*lines[:10], lines[9], *lines[11:]]), "line 11 .*table after"),
    "a field less": (resealed(edit(1, b'"id":"tiny",', b"")), "line 2 .*edition with digest, id, text"),
    "a wrong status": (resealed(edit(5, b'"playing"', b'"lost"')), "line 6 .*'status' is waiting or playing"),
    "a wrong time": (
        resealed(edit(5, b'"changed_at":', b'"changed_at":-1')),
        "line 6 .*'changed_at' is a whole number",
    ),
    "a wrong text": (resealed(edit(1, b'"tiny"', b'"\\u0000"')), "line 2 .*'id' is a text"),
    "a wrong flag": (resealed(edit(5, b'"public":true', b'"public":1')), "line 6 .*'public' is true or false"),
    "a wrong object": (resealed(edit(-6, b'"data":{', b'"data":0,"x":{')), "entry with table_id"),
    "an entry of nobody": (resealed(edit(45, b'"B"', b'"A"')), "line 46 .*not of 'A'"),
    "an entry missing": (resealed(edit(46, b'"seq":2', b'"seq":3')), "line 47 .*entry 2 of table 'B'"),
    "a table that says more": (resealed(edit(3, b'"seq":2', b'"seq":3')), "3 entries of table 'B'"),
}


@pytest.mark.parametrize("spoilt", SPOILT)
def test_a_spoilt_backup_changes_nothing(spoilt: str, database_url: str, full: list[bytes]) -> None:
    spoil, expected = SPOILT[spoilt]

    async def little(storage: Storage) -> None:
        await make(storage, "kept")

    run(database_url, little)
    before = dump(database_url)
    with pytest.raises(StorageError, match=expected):
        restore(database_url, spoil(full), replace=True)
    assert dump(database_url) == before


@pytest.mark.parametrize("spoilt", ["another file", "cut in a line"])
def test_a_spoilt_backup_leaves_no_new_database(spoilt: str, full: list[bytes], tmp_path: Path) -> None:
    spoil, expected = SPOILT[spoilt]
    with pytest.raises(BackupError, match=expected):
        restore(f"sqlite:///{tmp_path / 'new.sqlite'}", spoil(full))
    assert list(tmp_path.iterdir()) == []


def test_a_table_without_entries_is_refused(sqlite_url: str, tmp_path: Path) -> None:
    async def little(storage: Storage) -> None:
        await make(storage, "a")
        await make(storage, "b")

    run(sqlite_url, little)
    header, first, second, one, _two, end = dump(sqlite_url)
    fewer = [line.replace(b'"entries":2', b'"entries":1') for line in (header, first, second, one, end)]
    with pytest.raises(StorageError, match="entries of 2 tables, not of 1"):
        restore(f"sqlite:///{tmp_path / 'other.sqlite'}", sealed(fewer))


def test_a_backup_from_before_there_were_days_is_read_too(full: list[bytes], database_url: str) -> None:
    header = json.loads(full[0])
    counts = {name: header[name] for name in BEFORE_DAYS}
    old = [json.dumps({"format": header["format"], "schema": "0001", **counts}).encode() + b"\n"]
    old += [line for line in full[1:-1] if not line.startswith((b'{"day"', b'{"try"'))]
    old.append(json.dumps({"end": {**counts, "sha256": hashlib.sha256(b"".join(old)).hexdigest()}}).encode() + b"\n")
    assert restore(database_url, old) == counts
    assert [line for line in dump(database_url) if line.startswith(b'{"entry"')] == [
        line for line in full if line.startswith(b'{"entry"')
    ]


def test_a_missing_file_is_not_made_by_a_backup(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="no such file"):
        dump(f"sqlite:///{tmp_path / 'missing.sqlite'}")
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_is_not_the_databases_fault(sqlite_url: str) -> None:
    fill(sqlite_url)

    def write(line: bytes) -> None:
        raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space left"):
        backup(sqlite_url, write)
