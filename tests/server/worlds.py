"""The real server with all chance and time in the test's hand: two of them can differ in nothing but hidden cards."""

from __future__ import annotations

import asyncio
import io
import re
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from math import inf
from pathlib import Path
from random import Random
from typing import Any, Literal, NamedTuple

import orjson
import uvicorn
from websockets.asyncio.client import ClientConnection, connect

from nouvelle_france.edition import Edition
from nouvelle_france.house import Editions, House, Household
from nouvelle_france.rules import Rules, Setup, SoloSettings
from nouvelle_france.server.app import create_app
from nouvelle_france.server.logs import set_up_logs
from nouvelle_france.server.metrics import Metrics
from nouvelle_france.server.notes import ServerNotes
from nouvelle_france.server.serving import config_of, listen
from nouvelle_france.server.settings import Settings
from nouvelle_france.server.storage import Storage
from nouvelle_france.server.thinking import Thinkers
from nouvelle_france.tables import Written
from nouvelle_france.tables.fairness import deal as fair_deal
from nouvelle_france.tables.tokens import Names
from tests.tables.sitting import NOON

STEP, LONG = 1_000, 700_000
"""Milliseconds that pass with every step, and with a long wait."""

QUIET_S = 60
FOR_EVER = 4
"""The tasks of a house that never end: its sweep, its pruning, the turning of its days and the telling of turns."""


class Step(NamedTuple):
    """Something somebody does: the bytes of a request or a message, coming, going, or waiting for a while."""

    who: str
    what: Literal["http", "send", "connect", "disconnect", "wait"]
    payload: bytes = b""


class KnownNames(Names):
    """The same tokens and secrets in every world, and a list of them."""

    def __init__(self, seed: object) -> None:
        super().__init__(Random(f"{seed}/names").randbytes)
        self.tokens: list[str] = []
        self.secrets: list[str] = []

    def token(self) -> str:
        """A token that is remembered."""
        self.tokens.append(super().token())
        return self.tokens[-1]

    def secret(self) -> str:
        """A secret that is remembered."""
        self.secrets.append(super().secret())
        return self.secrets[-1]


class World:
    """A server on real sockets and everything it says: to each viewer, and to its log.

    One step after another is done, each until nothing moves any more, so that the order of what is said is no chance.
    """

    def __init__(self, folder: Path, seed: object = 0, decks: Mapping[str, Sequence[str]] | None = None) -> None:
        self.path = folder / "tables.sqlite"
        self.url = f"sqlite:///{self.path}"
        self.decks = decks or {}
        """Other decks than the fair ones, by the secret of their table."""
        self.names = KnownNames(seed)
        self.now = NOON
        self.said: dict[str, list[bytes]] = {}
        """By viewer: every answer and every message, in order."""
        self.log = io.StringIO()
        self.house: House
        self.household: Household
        self.metrics: Metrics
        self._sockets: dict[str, ClientConnection] = {}
        self._readers: dict[str, asyncio.Task[None]] = {}
        self._pongs: dict[str, asyncio.Queue[str]] = {}
        self._port = 0

    def _deal(
        self, edition: Edition, secret: str, entropy: Sequence[tuple[str, str]], rules: Rules, solo: SoloSettings | None
    ) -> Setup:
        setup = fair_deal(edition, secret, entropy, rules, solo)
        return replace(setup, deck=tuple(self.decks[secret])) if secret in self.decks else setup

    @asynccontextmanager
    async def running(self) -> AsyncIterator[World]:
        """Serve. The database is gone in the end, so that the next world has one of the same name."""
        settings = replace(Settings(database=self.url, log="debug", log_format="json").without_limits())

        def build(storage: Storage, thinkers: Thinkers, notes: ServerNotes) -> Household:
            self.metrics = notes.metrics
            self.house = House(storage, Editions(), notes, lambda: self.now, self.names, self._deal)
            self.household = Household(self.house, thinkers, absent=0.0)
            self.household.presence.quiet = 0.0  # all is told at once, and in the same order in every world
            return self.household

        set_up_logs(settings.log, settings.log_format, self.log)
        listening = listen("127.0.0.1", 0)
        self._port = listening.getsockname()[1]
        server = uvicorn.Server(config_of(create_app(settings, build)))
        serving = asyncio.create_task(server.serve([listening]))
        try:
            while not server.started:
                assert not serving.done(), self.log.getvalue()
                await asyncio.sleep(0.005)
            yield self
        finally:
            for reader in self._readers.values():
                reader.cancel()  # what the end brings comes in any order
            await asyncio.gather(*self._readers.values(), return_exceptions=True)
            await asyncio.gather(*(it.close() for it in self._sockets.values()))
            server.should_exit = True
            await serving
            for file in self.path.parent.glob(f"{self.path.name}*"):
                file.unlink()

    # -- what people do --------------------------------------------------------------------------------------------

    @property
    def connected(self) -> list[str]:
        """Who has a socket."""
        return list(self._sockets)

    async def do(self, step: Step) -> bytes:
        """Do one thing and wait for all that comes of it; the answer, for a request."""
        self.now += LONG if step.what == "wait" else STEP
        said = self.said.setdefault(step.who, [])
        answer = b""
        match step.what:
            case "http":
                answer = await self._http(step.payload)
                said.append(answer)
            case "send":
                await self._sockets[step.who].send(step.payload.decode())
                await self._ping(step.who)
            case "connect":
                await self._connect(step.who)
            case "disconnect":
                await self._disconnect(step.who)
        await self._quiet()
        await asyncio.gather(*(self._ping(who) for who in self._sockets))
        return answer

    async def _http(self, request: bytes) -> bytes:
        """Every byte of the answer but the time of day in its head, which is the system's."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        try:
            writer.write(request)
            answer = await reader.read()
        finally:
            writer.close()
            await writer.wait_closed()
        head, _, body = answer.partition(b"\r\n\r\n")
        return re.sub(rb"\r\ndate: [^\r]*", b"", head) + b"\r\n\r\n" + body

    async def _connect(self, who: str) -> None:
        uri = f"ws://127.0.0.1:{self._port}/api/socket"
        self._sockets[who] = await connect(uri, compression=None, proxy=None, max_size=None, ping_interval=None)
        self._pongs[who] = asyncio.Queue()
        self._readers[who] = asyncio.create_task(self._listen(who))

    async def _listen(self, who: str) -> None:
        async for message in self._sockets[who]:
            assert isinstance(message, str)
            self.said[who].append(message.encode())
            if message.startswith('{"type":"pong"'):
                self._pongs[who].put_nowait(message)

    async def _disconnect(self, who: str) -> None:
        open_before = self._open_sockets()
        await self._sockets.pop(who).close()
        await self._readers.pop(who)
        async with asyncio.timeout(QUIET_S):
            while self._open_sockets() == open_before:
                await asyncio.sleep(0.002)

    def _open_sockets(self) -> float | None:
        return self.metrics.registry.get_sample_value("nouvelle_france_sockets")

    async def _ping(self, who: str) -> None:
        """Messages are answered in order, so with the answer to this one all others are there."""
        await self._sockets[who].send('{"type":"ping","id":"ping"}')
        async with asyncio.timeout(QUIET_S):
            await self._pongs[who].get()

    async def _quiet(self) -> None:
        """Until no bot thinks and nothing is about to happen by itself."""
        async with asyncio.timeout(QUIET_S):
            schedule = self.household.schedule
            while len(self.house.work.tasks) > FOR_EVER or any(
                live.lock.locked() or schedule.thinks(id) or (schedule.rests(id) or inf) < 1
                for id, live in self.house.in_memory.items()
            ):
                await asyncio.sleep(0.002)

    # -- what the house knows --------------------------------------------------------------------------------------

    async def entries(self, table: str) -> list[Written]:
        """The log of a table, with all its secrets."""
        return await self.house.storage.entries(table)


def request(method: str, path: str, token: str | None = None, body: object = None) -> bytes:
    """A request as it goes over the wire."""
    content = b"" if body is None else orjson.dumps(body)
    lines = [
        f"{method} {path} HTTP/1.1",
        "Host: nouvelle-france.example",
        "Connection: close",
        f"Content-Length: {len(content)}",
    ]
    if body is not None:
        lines.append("Content-Type: application/json")
    if token is not None:
        lines.append(f"Authorization: Bearer {token}")
    return "\r\n".join([*lines, "", ""]).encode() + content


def body_of(answer: bytes) -> Any:
    """What an answer says."""
    return orjson.loads(answer.partition(b"\r\n\r\n")[2])
