"""Tables and editions, the same on both databases."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from sqlalchemy import event, select

from nouvelle_france.server.storage import KeptAnalysis, Storage, StorageError
from nouvelle_france.server.storage.schema import entries, tables
from nouvelle_france.tables.entries import Written
from tests.server.storage.making import entry, make, opened, run, standing


def test_entries_come_back_in_order_and_as_they_were(database_url: str) -> None:
    odd = Written(2, 2**52, "said", {"text": "l'été \u0000 \N{GRINNING FACE}", "x": [1, 2.5, None, True], "o": {}})

    async def test(storage: Storage) -> None:
        assert await storage.create("t", [entry(1), odd], standing())
        assert await storage.append("t", [entry(n) for n in range(3, 14)], standing())
        expected = [entry(1), odd, *(entry(n) for n in range(3, 14))]
        assert await storage.entries("t") == expected
        assert await storage.entries("t", after=2) == expected[2:]
        assert await storage.entries("t", after=2, limit=3) == expected[2:5]
        assert await storage.entries("unknown") == []

    run(database_url, test)

    async def again(storage: Storage) -> None:
        assert [each.seq for each in await storage.entries("t")] == list(range(1, 14))

    run(database_url, again)


def test_read_only_mappings_are_kept(database_url: str) -> None:
    async def test(storage: Storage) -> None:
        assert await storage.create(
            "t", [Written(1, 1, "made", MappingProxyType({"a": MappingProxyType({})}))], standing()
        )
        assert (await storage.entries("t"))[0].data == {"a": {}}

    run(database_url, test)


def test_an_id_is_taken_once(database_url: str) -> None:
    async def test(storage: Storage) -> None:
        assert await storage.create("t", [entry(1, who="first")], standing())
        assert not await storage.create("t", [entry(1, who="second"), entry(2)], standing("waiting"))
        together = await asyncio.gather(
            *(storage.create("u", [entry(1, who=str(n)), entry(2)], standing()) for n in range(20))
        )
        assert together.count(True) == 1
        assert await storage.entries("t") == [entry(1, who="first")]
        assert (await storage.entries("u"))[0] == entry(1, who=str(together.index(True)))
        assert await storage.count() == {"playing": 2}

    run(database_url, test)


def test_an_append_that_does_not_follow_writes_nothing(database_url: str) -> None:
    async def test(storage: Storage) -> None:
        assert await storage.create("t", [entry(1), entry(2)], standing())
        before = await storage.lobby(["playing"], 9, None)
        assert not await storage.append("t", [entry(2), entry(3)], standing("over")), "2 is there already"
        assert not await storage.append("t", [entry(4)], standing("over")), "3 would be missing"
        assert not await storage.append("t", [entry(1)], standing("over"))
        assert not await storage.append("gone", [entry(2)], standing())
        assert not await storage.append("gone", [entry(1)], standing())
        assert await storage.entries("t") == [entry(1), entry(2)]
        assert await storage.entries("gone") == []
        assert await storage.lobby(["playing"], 9, None) == before

    run(database_url, test)


def test_entries_must_follow_one_another(database_url: str) -> None:
    async def test(storage: Storage) -> None:
        for bad in ([], [entry(2)], [entry(1), entry(3)], [entry(1), entry(1)]):
            with pytest.raises(ValueError, match="must follow one another"):
                await storage.create("t", bad, standing())
        assert await storage.count() == {}

    run(database_url, test)


def test_many_appends_share_few_commits(database_url: str) -> None:
    async def test(storage: Storage) -> None:
        for n in range(20):
            await make(storage, f"t{n}")
        commits: list[object] = []
        event.listen(storage.database.engine, "commit", commits.append)
        results = await asyncio.gather(
            *(storage.append(f"t{n % 20}", [entry(2 + n // 20)], standing()) for n in range(200)),
            *(storage.append("t0", [entry(2)], standing()) for _ in range(5)),
        )
        assert results == [True] * 200 + [False] * 5
        assert 0 < len(commits) < 50
        for n in range(20):
            assert [each.seq for each in await storage.entries(f"t{n}")] == list(range(1, 12))

    run(database_url, test)


def test_one_bad_item_does_not_spoil_its_batch(database_url: str) -> None:
    async def test(storage: Storage) -> None:
        good = [storage.create(f"g{n}", [entry(1)], standing()) for n in range(10)]
        bad = storage.create("bad", [entry(1), entry(2, at=2**70)], standing())
        results = await asyncio.gather(*good[:5], bad, *good[5:], return_exceptions=True)
        assert isinstance(results.pop(5), StorageError)
        assert results == [True] * 10
        assert await storage.count() == {"playing": 10}
        assert await storage.entries("bad") == []

    run(database_url, test)


@asynccontextmanager
async def held_up(storage: Storage) -> AsyncIterator[None]:
    """Inside, the writer is busy with the commit of a table "first", so that all that comes is one batch."""
    let_go, held = threading.Event(), threading.Event()

    def hold(*_: object) -> None:
        held.set()
        let_go.wait(20)

    event.listen(storage.database.engine, "commit", hold, once=True)
    first = asyncio.create_task(storage.create("first", [entry(1)], standing()))
    try:
        assert await asyncio.to_thread(held.wait, 20)
        yield
    finally:
        let_go.set()
        assert await first


def test_in_one_batch_the_first_to_make_a_table_has_it(database_url: str) -> None:
    async def test(storage: Storage) -> None:
        async with held_up(storage):
            batch = asyncio.gather(
                storage.append("t", [entry(1, who="too early")], standing()),
                storage.create("t", [entry(1, who="first"), entry(2)], standing()),
                storage.create("t", [entry(1, who="second")], standing()),
                storage.append("t", [entry(3)], standing()),
                storage.append("t", [entry(3, who="too late")], standing()),
            )
            await asyncio.sleep(0)
        assert list(await batch) == [False, True, False, True, False]
        assert await storage.entries("t") == [entry(1, who="first"), entry(2), entry(3)]

    run(database_url, test)


def test_whoever_is_cancelled_while_waiting_is_not_written(database_url: str) -> None:
    async def test(storage: Storage) -> None:
        async with held_up(storage):
            second = asyncio.create_task(storage.create("second", [entry(1)], standing()))
            await asyncio.sleep(0)
            second.cancel()
            await asyncio.gather(second, return_exceptions=True)
        assert second.cancelled()
        assert await storage.create("third", [entry(1)], standing())
        assert [each.id for each in await storage.lobby(["playing"], 9, None)] == ["third", "first"]

    run(database_url, test)


def test_the_lobby_is_paged_newest_first(database_url: str) -> None:
    async def test(storage: Storage) -> None:
        times = {"a": 50, "b": 70, "B": 70, "é": 70, "c": 60, "d": 10}
        for name, at in times.items():
            await make(storage, name, at, "waiting")
        await make(storage, "private", 99, "waiting", public=False)
        await make(storage, "finished", 99, "over")
        assert await storage.append("d", [entry(2, 80)], standing("playing"))
        wanted = [name for _, name in sorted(((at, name) for name, at in {**times, "d": 80}.items()), reverse=True)]
        found: list[str] = []
        before: tuple[int, str] | None = None
        while page := await storage.lobby(["waiting", "playing"], 2, before):
            assert len(page) <= 2
            found += [each.id for each in page]
            before = (page[-1].changed_at, page[-1].id)
        assert found == wanted == ["d", "é", "b", "B", "c", "a"]
        (top,) = await storage.lobby(["playing"], 9, None)
        assert (top.created_at, top.changed_at, top.status, top.seq) == (10, 80, "playing", 2)
        assert top.summary == standing().summary
        assert await storage.lobby([], 9, None) == []

    run(database_url, test)


def test_due_tables_oldest_first(database_url: str) -> None:
    async def test(storage: Storage) -> None:
        for name, due in {"late": 30, "later": 20, "now": 40, "soon": 41, "never": None}.items():
            await make(storage, name, due=due)
        await make(storage, "over", status="over", due=1)
        assert await storage.due(40, 9) == ["later", "late", "now"]
        assert await storage.due(40, 2) == ["later", "late"]
        assert await storage.append("later", [entry(2)], standing(due=None))
        assert await storage.due(40, 9) == ["late", "now"]

    run(database_url, test)


def test_editions_are_kept_once(database_url: str) -> None:
    async def test(storage: Storage) -> None:
        assert await storage.edition("d") is None
        await asyncio.gather(*(storage.keep_edition("d", "base", "text é") for _ in range(5)))
        await storage.keep_edition("d", "base", "another text is not looked at: the digest says that it is the same")
        assert await storage.edition("d") == "text é"

    run(database_url, test)


def test_finished_tables_are_paged_oldest_first(database_url: str) -> None:
    async def test(storage: Storage) -> None:
        for name, at, status in [("x", 3, "over"), ("y", 1, "closed"), ("z", 3, "over"), ("p", 2, "playing")]:
            await make(storage, name, at, status, public=False)
        first = await storage.finished(None, 2)
        assert [each.id for each in first] == ["y", "x"]
        assert [each.id for each in await storage.finished((3, "x"), 2)] == ["z"]
        assert await storage.finished((3, "z"), 2) == []

    run(database_url, test)


def test_prune_takes_tables_with_their_entries(database_url: str) -> None:
    def count_entries(connection: Any) -> list[str]:
        return sorted(set(connection.scalars(select(entries.c.table_id))))

    async def test(storage: Storage) -> None:
        for status in ("waiting", "playing", "over", "closed"):
            for at in (10, 20):
                await make(storage, f"{status}{at}", at, status)
        await asyncio.gather(*(make(storage, f"many{n}", 1, "closed") for n in range(250)))
        assert await storage.prune(finished_before=None, waiting_before=None, playing_before=None) == {
            "finished": 0,
            "waiting": 0,
            "playing": 0,
        }
        assert await storage.prune(finished_before=11, waiting_before=20, playing_before=10) == {
            "finished": 252,
            "waiting": 1,
            "playing": 0,
        }
        left = ["closed20", "over20", "playing10", "playing20", "waiting20"]
        assert storage.database.read(lambda c: sorted(c.scalars(select(tables.c.id)))) == left
        assert storage.database.read(count_entries) == left
        assert not await storage.append("over10", [entry(2)], standing()), "it is gone"

    run(database_url, test)


def test_an_analysis_is_kept_with_its_table_and_goes_with_it(database_url: str) -> None:
    async def test(storage: Storage) -> None:
        await make(storage, "t", 10, "over")
        assert await storage.analysis("t", "maitre") is None
        for kept in (KeptAnalysis(1000, 0, 9), KeptAnalysis(3000, 4, 9), KeptAnalysis(5000, 9, 9, '{"é": 1}')):
            await storage.keep_analysis("t", "maitre", kept)
            assert await storage.analysis("t", "maitre") == kept
        await storage.keep_analysis("t", "maitre", KeptAnalysis(6000, 1, 9))
        assert await storage.analysis("t", "maitre") == kept, "what is whole stays"
        assert await storage.analysis("t", "ingenieur") is None
        together = [storage.keep_analysis("t", "ingenieur", KeptAnalysis(1, n, 9)) for n in range(9)]
        await asyncio.gather(*together)
        assert await storage.analysis("t", "ingenieur") is not None
        await storage.keep_analysis("gone", "maitre", kept)
        assert await storage.analysis("gone", "maitre") is None
        await storage.prune(finished_before=11, waiting_before=None, playing_before=None)
        assert await storage.analysis("t", "maitre") is None

    run(database_url, test)


def test_counts_and_ping(database_url: str) -> None:
    async def test(storage: Storage) -> None:
        await storage.ping()
        assert await storage.count() == {}
        await make(storage, "a")
        await make(storage, "b")
        await make(storage, "c", status="waiting")
        assert await storage.count() == {"playing": 2, "waiting": 1}

    run(database_url, test)


def test_a_closed_storage_says_so_and_has_written_what_waited(database_url: str) -> None:
    async def test() -> None:
        async with opened(database_url) as (storage,):
            waiting = [asyncio.create_task(make(storage, f"t{n}")) for n in range(50)]
            await asyncio.sleep(0)
            await storage.close()
            await storage.close()
            await asyncio.gather(*waiting)
            for late in (storage.ping(), storage.create("x", [entry(1)], standing()), storage.notify({})):
                with pytest.raises(StorageError, match="closed"):
                    await late
        async with opened(database_url) as (again,):
            assert await again.count() == {"playing": 50}

    asyncio.run(test())


def test_two_storages_append_to_the_same_tables(database_url: str) -> None:
    """Each tries until it wins: every entry is somebody's, none is lost, none is there twice."""

    async def test() -> None:
        async with opened(database_url, database_url) as both:
            for name in "abc":
                await make(both[0], name)

            async def push(storage: Storage, table: str, who: str) -> int:
                done = refused = 0
                while done < 15:
                    last = (await storage.entries(table))[-1].seq
                    if await storage.append(table, [entry(last + 1, who=who), entry(last + 2, who=who)], standing()):
                        done += 1
                    else:
                        refused += 1
                return refused

            pushing = [push(both[n % 2], table, f"{n}") for n in range(4) for table in "abc"]
            refused = await asyncio.gather(*pushing)
            assert sum(refused) > 0, "they never met"
            for table in "abc":
                found = (await both[0].entries(table))[1:]
                assert [each.seq for each in found] == list(range(2, 2 + 4 * 15 * 2))
                names = [each.data["who"] for each in found]
                assert names[::2] == names[1::2], "pairs stay together"
                assert {who: names.count(who) for who in names} == {str(n): 30 for n in range(4)}

    asyncio.run(test())


def test_sqlite_waits_for_another_process_that_writes(sqlite_url: str, tmp_path: Path) -> None:
    async def test(storage: Storage) -> None:
        await make(storage, "t")
        with closing(sqlite3.connect(tmp_path / "tables.sqlite", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            other.execute("UPDATE tables SET status = 'over'")
            waiting = asyncio.create_task(storage.append("t", [entry(2)], standing("closed")))
            done, _ = await asyncio.wait([waiting], timeout=0.3)
            assert not done
            assert await storage.count() == {"playing": 1}, "reading does not wait, and sees what is committed"
            other.execute("COMMIT")
            assert await waiting
        assert await storage.count() == {"closed": 1}

    run(sqlite_url, test)


def test_sqlite_keeps_its_promises(sqlite_url: str, tmp_path: Path) -> None:
    async def test(storage: Storage) -> None:
        await make(storage, "t")

        def asked(connection: Any) -> list[Any]:
            names = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
            return [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in names]

        assert storage.database.read(asked) == ["wal", 2, 1, 15000]
        for file in tmp_path.glob("tables.sqlite*"):
            assert file.stat().st_mode & 0o077 == 0, "secrets are their owner's"
        assert len(list(tmp_path.glob("tables.sqlite*"))) == 3
        assert not storage.shared

    run(sqlite_url, test)
    assert [file.name for file in tmp_path.iterdir()] == ["tables.sqlite"], "all is in the one file when closed"
