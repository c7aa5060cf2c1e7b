"""The typed client where a server says what it does not know, or refuses."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from websockets.asyncio.server import ServerConnection, serve

from nouvelle_france.client import Client
from nouvelle_france.house import House
from nouvelle_france.protocol.rest import CreateTable, Join, SeatAsked
from nouvelle_france.server.settings import Settings
from nouvelle_france.tables.errors import Code, TableError
from nouvelle_france.tables.tokens import Names
from tests.server.gathering import awaited, refused
from tests.server.running import serving_here


@awaited
async def test_kinds_of_messages_it_does_not_know_are_passed_over() -> None:
    async def a_later_server(connection: ServerConnection) -> None:
        await connection.send(json.dumps({"type": "weather", "table": "TableNumber1", "snow": True}))
        async for asked in connection:
            await connection.send(json.dumps({"type": "weather", "re": json.loads(asked)["id"]}))
            await connection.send(json.dumps({"type": "pong", "re": json.loads(asked)["id"], "mood": "good"}))

    async with serve(a_later_server, "127.0.0.1", 0) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        async with Client(f"http://127.0.0.1:{port}") as client, client.socket() as socket:
            await socket.ping()
            await socket.ping()
            assert socket.reconnects == 0


@awaited
async def test_a_table_opened_once_more_and_refused_stays_open(sqlite_url: str) -> None:
    with serving_here(Settings(database=sqlite_url)) as url:
        async with Client(url) as client, client.socket() as socket:
            seats = [SeatAsked(kind="me"), SeatAsked(kind="open")]
            made = await client.create(CreateTable(name="Ana", seats=seats))
            ((seat, token),) = made.tokens.items()
            table = await socket.open(made.table, token)
            with refused(Code.BAD_TOKEN):
                await socket.open(made.table, Names().token())
            with refused(Code.UNKNOWN_TABLE):
                await socket.open("NoSuchTable1", token)
            await table.say(seat, "still here")
            await table.until(lambda table: bool(table.snapshot.chat))
            await socket.drop()  # and it is opened again where it was
            await table.say(seat, "and again")
            await table.until(lambda table: len(table.snapshot.chat) == 2)
            watching = await socket.open(made.table)  # from now on without a seat
            assert watching.you == []
            with refused(Code.NOT_YOUR_SEAT):
                await watching.say(seat, "from nobody")
            assert socket.reconnects == 1


def _is_lost(patch: pytest.MonkeyPatch, lost: list[str]) -> None:
    request = httpx.AsyncClient.request

    async def losing(self: httpx.AsyncClient, method: str, path: str, **more: Any) -> httpx.Response:
        answer = await request(self, method, path, **more)
        if not lost:
            lost.append(path)
            raise httpx.ReadError("the connection broke")
        return answer

    patch.setattr(httpx.AsyncClient, "request", losing)


def _is_a_failure(patch: pytest.MonkeyPatch, lost: list[str]) -> None:
    look = House.look

    async def failing(self: House, id: str, tokens: tuple[str, ...] = ()) -> dict[str, Any]:
        if not lost:
            lost.append(id)
            raise TableError(Code.UNAVAILABLE, "the storage does not answer")
        return await look(self, id, tokens)

    patch.setattr(House, "look", failing)


@pytest.mark.parametrize("answer", [_is_lost, _is_a_failure])
@awaited
async def test_a_seat_whose_answer_did_not_come_is_held_all_the_same(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch, answer: Callable[[pytest.MonkeyPatch, list[str]], None]
) -> None:
    with serving_here(Settings(database=sqlite_url)) as url:
        async with Client(url) as client:
            seats = [SeatAsked(kind="me"), SeatAsked(kind="open"), SeatAsked(kind="open")]
            made = await client.create(CreateTable(name="Ana", seats=seats))
            lost: list[str] = []
            answer(monkeypatch, lost)
            seated = await client.join(made.table, Join(name="Eva", invite=made.invite))
            assert lost
            assert (await client.look(made.table, seated.token)).you == [seated.seat]
            kinds = [it.kind for it in (await client.history(made.table)).events]
            assert kinds.count("sat") == 1, "and nobody holds the other"
