"""The load generator, a process of its own: persons on a socket each, who play what the server offers them at random.

It is told what to do by lines of JSON on its standard input, and answers with lines of JSON (see :func:`main`). It is
as lean as can be, since it shares the machine with what it measures: only answers are parsed, and the offers that are
chosen from.
"""

from __future__ import annotations

import asyncio
import gc
import sys
import time
from collections import Counter
from collections.abc import Mapping
from functools import partial
from random import Random
from typing import Any

import httpx
import orjson
import uvloop
from tests.server.running import Placements
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

AT_ONCE = 40
"""Sockets that connect, or open their tables, at the same time."""

RACES = ("stale", "not_your_turn")
"""Refusals that are nobody's fault: the game went on while the move was under way."""

PATIENCE_S = 60.0


class Person:
    """One socket, on one seat of one table."""

    def __init__(self, party: Party, seat: str, token: str) -> None:
        self.party = party
        self.seat = seat
        self.token = token
        self.offer: bytes | None = None
        """The message that brought what this seat may do now."""
        self.opened = asyncio.Event()
        self.socket: ClientConnection | None = None

    async def connect(self, url: str) -> None:
        """Connect, and listen from then on."""
        self.socket = await connect(
            url.replace("http", "ws", 1) + "/api/socket",
            compression=None,
            ping_interval=None,
            max_queue=None,
            max_size=None,
            proxy=None,
            open_timeout=PATIENCE_S,
        )
        self.party.load.spawn(self._listen())

    async def open(self) -> None:
        """Follow the table."""
        self.opened.clear()
        await self.send({"type": "open", "id": "open", "table": self.party.table, "tokens": [self.token]})
        await asyncio.wait_for(self.opened.wait(), PATIENCE_S)

    async def send(self, message: Mapping[str, Any]) -> None:
        """Send a message."""
        assert self.socket is not None
        await self.socket.send(orjson.dumps(message), text=True)

    async def _listen(self) -> None:
        assert self.socket is not None
        try:
            while True:
                self._heard(await self.socket.recv(decode=False))
        except ConnectionClosed as closed:
            if not self.party.load.ending:
                self.party.load.failed(f"a socket was closed: {closed}")

    def _heard(self, message: bytes) -> None:
        party = self.party
        party.load.heard += 1
        party.load.heard_bytes += len(message)
        if message.startswith(party.news):
            if b'"offers":' in message:
                self.offer = None if b'"offers":{}' in message else message
                if self.offer is None and b'"status":"over"' in message:
                    party.over()
        elif message.startswith(b'{"type":"done"'):
            party.answered(orjson.loads(message)["re"])
        elif message.startswith(b'{"type":"opened"'):
            self.offer = message if orjson.loads(message)["offers"] else None
            self.opened.set()
        elif message.startswith(b'{"type":"error"'):
            party.refused(orjson.loads(message))


class Party:
    """A table and its four persons. One move is under way at a time."""

    def __init__(self, load: Load, table: str, tokens: Mapping[str, str]) -> None:
        self.load = load
        self.name(table)
        self.persons = [Person(self, seat, token) for seat, token in tokens.items()]
        self._moving: str | None = None
        self._sent = 0.0
        self._between_games = False

    def name(self, table: str) -> None:
        """Play at this table from now on."""
        self.table = table
        self.news = b'{"type":"news","table":"%s"' % table.encode()

    async def move(self, due: float) -> None:
        """Play a move, as one that should have been played at ``due``."""
        load = self.load
        if self._between_games:
            load.count["between games"] += 1
            return
        asked = [person for person in self.persons if person.offer]
        if self._moving is not None or not asked:
            load.count["missed"] += 1
            return
        person = load.rng.choice(asked)
        id, message = self._message(person)
        self._moving = id
        self._sent = time.perf_counter()
        load.late.append(self._sent - due)
        await person.send(message)

    def _message(self, person: Person) -> tuple[str, dict[str, Any]]:
        self.load.sent += 1
        id = f"m{self.load.sent}"
        assert person.offer is not None
        told = orjson.loads(person.offer)
        message = {
            "type": "move",
            "id": id,
            "table": self.table,
            "on": told["seq"],
            "action": choose(told, person.seat, self.load.placements, self.load.rng),
        }
        return id, message

    def answered(self, id: str) -> None:
        """A move was acknowledged."""
        if id == self._moving:
            self.load.latencies.append(time.perf_counter() - self._sent)
            self._moving = None

    def refused(self, error: Mapping[str, Any]) -> None:
        """A message was refused."""
        self._moving = None
        if error["code"] in RACES:
            self.load.count["stale"] += 1
        else:
            self.load.failed(f"{error['code']}: {error['message']}")

    def over(self) -> None:
        """The game is over: play another. All four hear of it, and the first sees to it."""
        if not self._between_games:
            self._between_games = True
            self.load.spawn(self._rematch())

    async def _rematch(self) -> None:
        load, old = self.load, self.table
        headers = {"Authorization": f"Bearer {self.persons[0].token}"}
        answer = await load.http.post(f"/api/tables/{old}/rematch", headers=headers)
        table = answer.raise_for_status().json()["table"]
        (await load.http.post(f"/api/tables/{table}/start", headers=headers, json={})).raise_for_status()
        self.name(table)
        for person in self.persons:
            person.offer = None
            await person.send({"type": "close", "id": "close", "table": old})
            await person.open()
        self._between_games = False
        load.count["games ended"] += 1


class EchoParty(Party):
    """Four sockets at a server that sends back what it gets: a message as long as a move, that reads as its answer."""

    async def move(self, due: float) -> None:
        """Send something that comes back."""
        for person in self.persons:
            person.offer = b"always"
        await super().move(due)

    def _message(self, person: Person) -> tuple[str, dict[str, Any]]:
        self.load.sent += 1
        id = f"m{self.load.sent}"
        return id, {"type": "done", "re": id, "filled": "." * 120}


def choose(told: Mapping[str, Any], seat: str, placements: Placements, rng: Random) -> dict[str, Any]:
    """An action of those offered."""
    offer = told["offers"][seat]
    do = rng.choice(offer["do"])
    if do in ("place", "bonus"):
        group = rng.choice([group for group in offer["placements"] if group["do"] == do])
        return placements.words(seat, do, rng.choice(group["ids"]))
    if do == "unable":
        return {"by": seat, "do": do, **rng.choice(offer["unable"])}
    if offer["do"] == ["huron"]:  # to put back the cards it looked at, in any order
        order = list(range(_lookedat(told)))
        rng.shuffle(order)
        return {"by": seat, "do": do, "order": order}
    return {"by": seat, "do": do}


def _lookedat(told: Mapping[str, Any]) -> int:
    if told["type"] == "opened":
        deck: int = told["snapshot"]["position"]["deck"]
        return min(3, deck)
    return next(len(event["cards"]) for event in told["events"] if event["event"] == "peeked")


class Load:
    """All tables of this process, and what was measured."""

    def __init__(self, url: str, tables: Mapping[str, Mapping[str, str]], echo: bool) -> None:
        self.url = url
        self.rng = Random("load")
        self.http = httpx.AsyncClient(base_url=url, timeout=PATIENCE_S, trust_env=False)
        self.placements = Placements({"colours": [], "poses": []})
        self.echo = echo
        self.parties = [(EchoParty if echo else Party)(self, table, tokens) for table, tokens in tables.items()]
        self.ending = False
        self.sent = 0
        self.errors: list[str] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._reset()

    def _reset(self) -> None:
        self.latencies: list[float] = []
        self.late: list[float] = []
        self.count: Counter[str] = Counter()
        self.heard = self.heard_bytes = 0

    def spawn(self, work: Any) -> None:
        """Do something beside all else; if it fails, that is an error of the run."""
        task: asyncio.Task[None] = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self.failed(repr(error))

    def failed(self, what: str) -> None:
        """Something that must not happen has happened."""
        self.errors.append(what)

    async def connect(self) -> None:
        """Connect all sockets."""
        if not self.echo:
            info = (await self.http.get("/api/info")).raise_for_status().json()
            edition = await self.http.get(f"/api/editions/{info['editions'][0]['digest']}")
            self.placements = Placements(orjson.loads(edition.raise_for_status().content))
        await self._all(lambda person: person.connect(self.url))

    async def open(self) -> None:
        """Open all tables."""
        await self._all(lambda person: person.open())

    async def _all(self, work: Any) -> None:
        limit = asyncio.Semaphore(AT_ONCE)

        async def one(person: Person) -> None:
            async with limit:
                await work(person)

        await asyncio.gather(*(one(person) for party in self.parties for person in party.persons))

    async def play(self, rate: float, seconds: float) -> dict[str, Any]:
        """Have each table move in turn, so that there are ``rate`` moves a second; what came of it.

        Tables move at moments drawn once, each as often as any other: as unlike a metronome as people are.
        """
        gc.collect()
        gc.freeze()  # what is there now stays; looking through it again would only stop the clock
        self._reset()
        every = len(self.parties) / rate
        turns = sorted((self.rng.random() * every, number) for number in range(len(self.parties)))
        began = time.perf_counter()
        cpu = time.process_time()
        due = began
        lap = 0
        while True:
            for offset, number in turns:
                due = began + lap * every + offset
                if due > began + seconds:
                    return await self._measured(rate, began, cpu)
                if (wait := due - time.perf_counter()) > 0:
                    await asyncio.sleep(wait)
                await self.parties[number].move(due)
            lap += 1

    async def _measured(self, rate: float, began: float, cpu: float) -> dict[str, Any]:
        taken = time.perf_counter() - began
        answered = len(self.latencies)
        cpu = time.process_time() - cpu
        heard, heard_bytes = self.heard, self.heard_bytes
        # What is still under way counts among the latencies, but not among the moves of the time that is over.
        await asyncio.sleep(0.5)
        latencies = sorted(self.latencies)
        return {
            "asked": rate,
            "seconds": taken,
            "rate": answered / taken,
            "moves": len(latencies),
            "median": at(latencies, 0.5),
            "p95": at(latencies, 0.95),
            "p99": at(latencies, 0.99),
            "most": at(latencies, 1),
            "late": at(sorted(self.late), 0.99),
            "generator_cpu": cpu / taken,
            "messages": heard / taken,
            "bytes": heard_bytes / taken,
            "errors": self.errors,
            **{name: self.count[name] for name in ("missed", "stale", "between games", "games ended")},
        }

    async def close(self) -> None:
        """Go."""
        self.ending = True
        await self._all(lambda person: person.socket.close())
        await self.http.aclose()


def at(values: list[float], share: float) -> float:
    """The value that this share of sorted values does not exceed."""
    return values[min(len(values) - 1, int(share * len(values)))] if values else float("inf")


async def main() -> None:
    """Take a line with ``url``, ``tables``, ``echo``, then commands (connect, open, play), each answered by a line."""
    loop = asyncio.get_running_loop()
    read = partial(loop.run_in_executor, None, sys.stdin.buffer.readline)
    load = Load(**orjson.loads(await read()))
    while line := await read():
        command = orjson.loads(line)
        answer: dict[str, Any] | None = None
        match command.pop("do"):
            case "connect":
                await load.connect()
            case "open":
                await load.open()
            case "play":
                answer = await load.play(**command)
        sys.stdout.buffer.write(orjson.dumps(answer) + b"\n")
        sys.stdout.buffer.flush()
    await load.close()


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(main())
