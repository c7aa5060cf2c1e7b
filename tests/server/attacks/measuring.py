"""What others notice of an attack: how long they wait for an answer, and for a bot; and what it costs in memory."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from random import Random
from statistics import median

from websockets.asyncio.client import ClientConnection, connect

from nouvelle_france.client import Client
from nouvelle_france.protocol.rest import CreateTable, PaceAsked, SeatAsked
from tests.server.running import Placements, Player

Attack = Callable[[str, float], None]
"""What is done to the server at an address, for so many seconds."""

PAUSE = 0.05
"""Between one question of an honest client and the next, in seconds."""

HONEST = ("127.0.0.2", 0)
"""Where honest clients call from: attackers have another address."""

LOST = 60.0
"""What counts as the delay of an answer that never came, in seconds."""


@dataclass(frozen=True, slots=True)
class Measured:
    """What others noticed, in seconds and bytes."""

    answers: Sequence[float]
    """How long they waited: for pages, and for messages of their sockets."""
    bots: Sequence[float]
    """How long they waited for bots at their tables, where that was measured."""
    growth: int
    """By how much the server's memory grew, at most."""
    before: float
    """The longest somebody waited before the attack, on a machine that may be busy with other things."""

    @property
    def worst(self) -> float:
        """The longest somebody waited."""
        return max((*self.answers, *self.bots))

    def line(self) -> str:
        """In a line of a table."""
        waits = f"{median(self.answers) * 1e3:6.0f} {max(self.answers) * 1e3:8.0f}"
        bots = f"{median(self.bots) * 1e3:6.0f} {max(self.bots) * 1e3:8.0f}" if self.bots else f"{'':15}"
        return f"{waits} {bots} {self.growth / 2**20:8.1f}"


def resident(pid: int) -> int:
    """The memory a process has now, in bytes."""
    found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    assert found
    return int(found[1]) * 1024


@dataclass
class _Notes:
    answers: list[float] = field(default_factory=list)
    bots: list[float] = field(default_factory=list)
    memory: list[int] = field(default_factory=list)


async def _ask_for_pages(url: str, notes: _Notes) -> None:
    host, _, port = url.removeprefix("http://").partition(":")
    request = f"GET /api/info HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: close\r\n\r\n".encode()
    while True:
        began = time.perf_counter()
        try:
            async with asyncio.timeout(LOST):
                reader, writer = await asyncio.open_connection(host, int(port), local_addr=HONEST)
                try:
                    writer.write(request)
                    answer = await reader.read()
                finally:  # the measuring may end in the middle of an answer
                    writer.close()
            ok = answer.startswith(b"HTTP/1.1 200")
        except (OSError, TimeoutError):
            ok = False
        notes.answers.append(time.perf_counter() - began if ok else LOST)
        await asyncio.sleep(PAUSE)


async def _ask_by_socket(line: ClientConnection, notes: _Notes) -> None:
    while True:
        began = time.perf_counter()
        await line.send(json.dumps({"type": "ping", "id": "x"}))
        async with asyncio.timeout(LOST):  # not wait_for: before Python 3.12 it can lose the cancelling, and never end
            await line.recv()
        notes.answers.append(time.perf_counter() - began)
        await asyncio.sleep(2 * PAUSE)


async def _play_with_a_bot(url: str, notes: _Notes) -> None:
    """Play against the quickest of our bots, and see how long it takes from the moment it is asked."""
    async with Client(url) as asking, asking.socket() as socket:
        placements = await Placements.of(asking)
        seats = [SeatAsked(kind="me"), SeatAsked(kind="bot", bot="greedy")]
        for game in range(1000):
            made = await asking.create(CreateTable(name="Ana", seats=seats, pace=PaceAsked(bot_seconds=0)))
            await asking.start(made.table, made.host)
            ((_, token),) = made.tokens.items()
            table = await socket.open(made.table, token)
            player = Player(table, placements, Random(game))
            while table.snapshot.status == "playing":
                if not player.asked:
                    began = time.perf_counter()
                    await table.until(player.may_go_on)
                    notes.bots.append(time.perf_counter() - began)
                if not await player.move():
                    break
                await asyncio.sleep(PAUSE)
            await socket.close(made.table)


async def _weigh(pid: int, notes: _Notes) -> None:
    while True:
        notes.memory.append(resident(pid))
        await asyncio.sleep(0.02)


async def _measure(url: str, pid: int, attack: Attack, seconds: float, *, with_bots: bool) -> Measured:
    during = _Notes()
    socket_url = f"ws{url.removeprefix('http')}/api/socket"
    async with connect(socket_url, compression=None, proxy=None, ping_timeout=None, local_addr=HONEST) as line:
        tasks = [
            asyncio.create_task(work)
            for work in (
                _ask_for_pages(url, during),
                _ask_by_socket(line, during),
                _weigh(pid, during),
                *([_play_with_a_bot(url, during)] if with_bots else []),
            )
        ]
        # Until everything has been asked once and, if bots are asked, until the first worker has started.
        async with asyncio.timeout(LOST):
            while len(during.answers) < 10 or (with_bots and len(during.bots) < 5):
                await asyncio.sleep(0.05)
                _raise_of(tasks)
        before = max((*during.answers[2:], *during.bots[2:]))  # the first ones wait for more than that
        for found in (during.answers, during.bots, during.memory):
            found.clear()
        start = resident(pid)
        attacker = get_context("spawn").Process(target=attack, args=(url, seconds), daemon=True)
        attacker.start()
        end = time.monotonic() + seconds + 2  # it takes a second to start
        while attacker.is_alive() and time.monotonic() < end + 3 * LOST:
            await asyncio.sleep(0.1)
            _raise_of(tasks)
        attacker.kill()
        attacker.join()
        await asyncio.sleep(0.5)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    return Measured(during.answers, during.bots, max(during.memory) - start, before)


def _raise_of(tasks: Sequence[asyncio.Task[None]]) -> None:
    for task in tasks:
        if task.done():
            task.result()


def measure(url: str, pid: int, attack: Attack, seconds: float, *, with_bots: bool = False) -> Measured:
    """What people at a server, which is this process, notice of an attack."""
    return asyncio.run(_measure(url, pid, attack, seconds, with_bots=with_bots))
