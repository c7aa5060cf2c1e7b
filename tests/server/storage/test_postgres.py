"""What only PostgreSQL does: servers that go away, and messages between processes."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest

from nouvelle_france.server.storage import Storage, StorageError
from tests.server.databases import PostgresServer
from tests.server.storage.making import entry, make, opened, run, standing, until


def name_of(url: str) -> str:
    return url.rsplit("/", 1)[1]


def test_a_restart_between_two_requests_goes_unnoticed(postgres_server: PostgresServer, postgres_url: str) -> None:
    async def test(storage: Storage) -> None:
        await make(storage, "t")
        await storage.entries("t")
        await asyncio.to_thread(postgres_server.stop)
        await asyncio.to_thread(postgres_server.start)
        assert await storage.append("t", [entry(2)], standing())
        assert await storage.entries("t") == [entry(1), entry(2)]
        assert postgres_server.terminate(name_of(postgres_url)) > 0
        assert await storage.entries("t") == [entry(1), entry(2)], "reading finds a new connection by itself"

    run(postgres_url, test)


def test_while_the_server_is_down_errors_are_plain_and_then_all_is_well(
    postgres_server: PostgresServer, postgres_url: str
) -> None:
    async def test(storage: Storage) -> None:
        await make(storage, "t")
        await asyncio.to_thread(postgres_server.stop)
        try:
            outcomes = await asyncio.gather(
                storage.ping(),
                storage.entries("t"),
                *(storage.append("t", [entry(2)], standing()) for _ in range(10)),
                return_exceptions=True,
            )
        finally:
            await asyncio.to_thread(postgres_server.start)
        for outcome in outcomes:
            assert isinstance(outcome, StorageError)
            assert storage.url_shown in str(outcome)
            assert "\n" not in str(outcome)
        await storage.ping()
        assert await storage.append("t", [entry(2)], standing())
        assert await storage.entries("t") == [entry(1), entry(2)]

    run(postgres_url, test)


def test_terminated_connections_lose_and_double_nothing(postgres_server: PostgresServer, postgres_url: str) -> None:
    """Connections are cut again and again while many append; whoever is in doubt looks again, as a server would."""

    async def test(storage: Storage) -> None:
        names = [f"t{n}" for n in range(8)]
        for name in names:
            await make(storage, name)
        cuts = 0

        async def push(name: str) -> None:
            seq = 1
            while seq < 60:
                while seq == 30 and not cuts:
                    await asyncio.sleep(0.01)
                try:
                    assert await storage.append(name, [entry(seq + 1, who=name)], standing())
                    seq += 1
                except StorageError:
                    seq = await last(name)

        async def last(name: str) -> int:
            while True:
                try:
                    return (await storage.entries(name))[-1].seq
                except StorageError:
                    await asyncio.sleep(0.01)

        async def cut() -> None:
            nonlocal cuts
            while True:
                await asyncio.sleep(0.05)
                cuts += await asyncio.to_thread(postgres_server.terminate, name_of(postgres_url))

        cutting = asyncio.create_task(cut())
        await asyncio.gather(*map(push, names))
        cutting.cancel()
        await asyncio.gather(cutting, return_exceptions=True)
        assert cuts > 0
        for name in names:
            assert await storage.entries(name) == [entry(1), *(entry(n, who=name) for n in range(2, 61))]

    run(postgres_url, test)


def test_processes_hear_of_each_other_and_not_of_themselves(postgres_url: str) -> None:
    async def test() -> None:
        async with opened(postgres_url, postgres_url) as (one, two):
            heard_one: list[Mapping[str, Any]] = []
            heard_two: list[Mapping[str, Any]] = []
            one.listen(heard_one.append)
            two.listen(heard_two.append)
            assert await one.listening()
            assert await two.listening()
            with pytest.raises(RuntimeError, match="already"):
                one.listen(heard_one.append)
            assert await one.create("t", [entry(1), entry(2)], standing())
            assert await one.append("t", [entry(3)], standing())
            assert not await one.append("t", [entry(3)], standing()), "refused, and so nothing to tell"
            await one.notify({"kick": "é"})
            await two.notify({"end": 1})
            await until(lambda: len(heard_two) >= 3 and len(heard_one) >= 1)
            assert heard_two == [
                {"from": one.process, "table": "t", "seq": 2},
                {"from": one.process, "table": "t", "seq": 3},
                {"from": one.process, "kick": "é"},
            ]
            assert heard_one == [{"from": two.process, "end": 1}]

    asyncio.run(test())


def test_the_listener_comes_back_and_says_that_it_was_away(postgres_server: PostgresServer, postgres_url: str) -> None:
    async def test() -> None:
        async with opened(postgres_url, postgres_url) as (one, two):
            heard: list[Mapping[str, Any]] = []
            two.listen(heard.append)
            assert await two.listening()
            postgres_server.terminate(name_of(postgres_url))
            await until(lambda: len(heard) > 0)
            assert heard == [{"lost": True}]
            await make(one, "t")
            await until(lambda: len(heard) > 1)
            await asyncio.to_thread(postgres_server.stop)
            await asyncio.sleep(0.5)
            await asyncio.to_thread(postgres_server.start)
            await until(lambda: len(heard) > 2)
            assert await one.append("t", [entry(2)], standing())
            await until(lambda: len(heard) > 3)
            told = {"from": one.process, "table": "t"}
            assert heard == [{"lost": True}, {**told, "seq": 1}, {"lost": True}, {**told, "seq": 2}]

    asyncio.run(test())


def test_a_storage_closes_while_its_listener_cannot_connect(postgres_server: PostgresServer, postgres_url: str) -> None:
    async def test() -> None:
        async with opened(postgres_url) as (storage,):
            storage.listen(lambda _: None)
            assert await storage.listening()
            await asyncio.to_thread(postgres_server.stop)
            try:
                await asyncio.sleep(0.3)
                assert not await storage.listening(0)
                async with asyncio.timeout(5):
                    await storage.close()
            finally:
                await asyncio.to_thread(postgres_server.start)

    asyncio.run(test())


def test_what_strangers_say_on_the_channel_is_not_passed_on(postgres_server: PostgresServer, postgres_url: str) -> None:
    async def test() -> None:
        async with opened(postgres_url, postgres_url) as (one, two):
            heard: list[Mapping[str, Any]] = []
            one.listen(heard.append)
            assert await one.listening()
            for words in ("hello", "[1]", "{}", ""):
                postgres_server.execute(f"NOTIFY nouvelle_france, '{words}'", name_of(postgres_url))
            await two.notify({"n": 1})
            await until(lambda: len(heard) > 0)
            assert heard == [{"from": two.process, "n": 1}]

    asyncio.run(test())


def test_a_message_that_is_too_long_is_refused(postgres_url: str) -> None:
    async def test() -> None:
        async with opened(postgres_url, postgres_url) as (one, two):
            heard: list[Mapping[str, Any]] = []
            two.listen(heard.append)
            assert await two.listening()
            room = 7999 - len(f'{{"from":"{one.process}","x":""}}')
            await one.notify({"x": "x" * room})
            with pytest.raises(ValueError, match="at most 7999 bytes"):
                await one.notify({"x": "x" * (room + 1)})
            await until(lambda: len(heard) > 0)
            assert len(heard[0]["x"]) == room

    asyncio.run(test())


def test_sqlite_has_nobody_to_tell(sqlite_url: str) -> None:
    async def test(storage: Storage) -> None:
        storage.listen(lambda message: pytest.fail(f"heard {message}"))
        await storage.notify({"x": 1})
        await make(storage, "t")
        assert not await storage.listening()

    run(sqlite_url, test)
