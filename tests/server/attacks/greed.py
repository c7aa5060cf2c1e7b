"""One visitor who has all the bots think for nobody."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Coroutine
from contextlib import suppress
from random import Random
from typing import Any

import httpx

from nouvelle_france.client import Client, RefusedError
from nouvelle_france.protocol.rest import CreateTable, PaceAsked, SeatAsked
from tests.server.attacks.wires import FromMallory, client, frame, opened_socket
from tests.server.running import Placements, Player

STRONG = {"kind": "bot", "bot": "ingenieur"}
TABLES = 40


def bots_only(url: str, seconds: float) -> None:
    """Forty tables without anybody, with the strongest bots and no pauses."""
    asked = {"name": "Mallory", "seats": [STRONG] * 4, "pace": {"bot_seconds": 0}}
    with client(url) as http:
        _await_strong_bots(http)
        for _ in range(TABLES):
            _started(http, asked)
        time.sleep(seconds)


def quick_bots_only(url: str, seconds: float) -> None:
    """The same with bots that have nothing to load."""
    asked = {"name": "Mallory", "seats": [{"kind": "bot", "bot": "greedy"}] * 4, "pace": {"bot_seconds": 0}}
    with client(url) as http:
        for _ in range(TABLES):
            _started(http, asked)
        time.sleep(seconds)


def _await_strong_bots(http: httpx.Client) -> None:
    """Until the bots that have to be compiled or loaded first can play."""
    table = _started(http, {"name": "Mallory", "seats": [STRONG] * 2, "pace": {"bot_seconds": 0}})
    socket = opened_socket(str(http.base_url))  # somebody watches: they do not think for nobody
    socket.sendall(frame(json.dumps({"type": "open", "id": "a", "table": table, "tokens": []}).encode()))
    while http.get(f"/api/tables/{table}").raise_for_status().json()["seq"] < 4:
        time.sleep(0.5)
    socket.close()


def _run(work: Coroutine[Any, Any, None]) -> None:
    with asyncio.Runner(loop_factory=FromMallory) as runner:
        runner.run(work)


def _started(http: httpx.Client, asked: object) -> str:
    made = http.post("/api/tables", json=asked).raise_for_status().json()
    headers = {"Authorization": f"Bearer {made['host']}"}
    http.post(f"/api/tables/{made['table']}/start", json={}, headers=headers).raise_for_status()
    table: str = made["table"]
    return table


def watched_bots_only(url: str, seconds: float) -> None:
    """The same, and somebody watches them all."""

    async def watch() -> None:
        async with Client(url) as asking:
            with client(url) as http:
                _await_strong_bots(http)
                tables = [
                    _started(http, {"name": "Mallory", "seats": [STRONG] * 4, "pace": {"bot_seconds": 0}})
                    for _ in range(TABLES)
                ]
            sockets = [await asking.socket().__aenter__() for _ in range(TABLES // 8)]
            for place, table in enumerate(tables):
                await sockets[place // 8].open(table)
            await asyncio.sleep(seconds)
            for socket in sockets:
                await socket.__aexit__(None, None, None)

    _run(watch())


def take_back_loop(url: str, seconds: float) -> None:
    """Place and take back, at several tables, so that strong bots are asked again and again."""

    async def play(asking: Client, placements: Placements, number: int) -> None:
        seats = [SeatAsked(kind="me"), *[SeatAsked.model_validate(STRONG)] * 3]
        made = await asking.create(CreateTable(name="Mallory", seats=seats, pace=PaceAsked(bot_seconds=0)))
        await asking.start(made.table, made.host)
        ((seat, token),) = made.tokens.items()
        async with asking.socket() as socket:
            table = await socket.open(made.table, token)
            player = Player(table, placements, Random(number))
            end = time.monotonic() + seconds
            while time.monotonic() < end and table.snapshot.status == "playing":
                with suppress(RefusedError, TimeoutError):
                    if table.snapshot.take_back == seat:
                        await table.take_back(seat)
                    elif player.asked:
                        await player.move()
                await asyncio.sleep(0.06)

    with client(url) as http:
        _await_strong_bots(http)

    async def play_all() -> None:
        async with Client(url) as asking:
            placements = await Placements.of(asking)
            await asyncio.gather(*(play(asking, placements, number) for number in range(8)))

    _run(play_all())
