"""The typed client where a server says what it does not know, or refuses."""

from __future__ import annotations

import json

from websockets.asyncio.server import ServerConnection, serve

from nouvelle_france.client import Client
from nouvelle_france.protocol.rest import CreateTable, SeatAsked
from nouvelle_france.server.settings import Settings
from nouvelle_france.tables.errors import Code
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
