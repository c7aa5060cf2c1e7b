"""The real server as a process of its own, and people who play at its tables through the typed client."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

import uvicorn
from websockets.sync.client import connect

from nouvelle_france.client import Client, OpenTable, RefusedError
from nouvelle_france.protocol.game import Offer
from nouvelle_france.server.app import Build, create_app
from nouvelle_france.server.serving import config_of, listen
from nouvelle_france.server.settings import Settings
from nouvelle_france.tables.errors import Code
from tests.server.databases import free_port
from tests.server.forking import Forked, forge

COMMAND = Path(sys.executable).with_name("nouvelle-france")
START_S = 60
SLOW = 1e-4
"""A rate: so many a second that no test lives to see one."""


class ServerProcess:
    """``nouvelle-france serve`` on a port that stays the same over restarts. What it logs is in ``log``.

    ``forked``: it starts in a fraction of the time, for tests in which starting is not the point.
    """

    def __init__(
        self,
        database: str,
        folder: Path,
        *options: str,
        forked: bool = False,
        command: Path = COMMAND,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = folder / f"server-{self.port}.log"
        self._arguments = ["serve", "--host", "127.0.0.1", "--port", str(self.port), "--database", database, *options]
        self._forked = forked and hasattr(os, "fork")
        self._command = command
        self._environment = environment
        self.process: subprocess.Popen[bytes] | Forked | None = None

    def start(self, wait: bool = True) -> float:
        """Start it; how long it took to answer, in seconds."""
        began = time.monotonic()
        self.process = forge().start(self._arguments, self.log) if self._forked else self._run()
        while wait and not self._answers():
            assert self.process.poll() is None, self.log.read_text()
            assert time.monotonic() - began < START_S, self.log.read_text()
            time.sleep(0.02)
        return time.monotonic() - began

    def _run(self) -> subprocess.Popen[bytes]:
        with self.log.open("ab") as log:
            return subprocess.Popen(
                [self._command, *self._arguments],
                stdout=log,
                stderr=log,
                start_new_session=True,
                env={**(os.environ if self._environment is None else self._environment), "PYTHONUNBUFFERED": "1"},
            )

    def _answers(self) -> bool:
        # Not httpx, which reads all certificates of the machine each time, while the server needs the core to start.
        connection = HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            connection.request("GET", "/healthz")
            return connection.getresponse().status == 200
        except (OSError, HTTPException):
            return False
        finally:
            connection.close()

    def kill(self) -> None:
        """SIGKILL, to the whole group of processes: no chance to tidy up."""
        assert self.process is not None
        if hasattr(os, "killpg"):
            os.killpg(self.process.pid, signal.SIGKILL)
        elif isinstance(self.process, subprocess.Popen):
            self.process.kill()  # its workers see that it is gone
        self.process.wait(START_S)

    def stop(self) -> int:
        """SIGTERM, as an operator would; its exit code."""
        assert self.process is not None
        if self.process.poll() is None:
            self.process.terminate()
        return self.process.wait(START_S)


@contextmanager
def running_server(database: str, folder: Path, *options: str, forked: bool = False) -> Iterator[ServerProcess]:
    """A server that has started, and is stopped in the end."""
    server = ServerProcess(database, folder, *options, forked=forked)
    try:
        server.start()
        yield server
    finally:
        if server.process is not None and server.process.poll() is None:
            server.stop()


@contextmanager
def watched(url: str, table: str) -> Iterator[None]:
    """Somebody watches a table meanwhile: bots that are among themselves play for nobody else."""
    # Nobody reads what is told. If that were held up, the end of the connection would be waited for in vain.
    to = f"ws{url.removeprefix('http')}/api/socket"
    with connect(to, compression=None, proxy=None, max_size=None, max_queue=None) as line:
        line.send(json.dumps({"type": "open", "id": "watch", "table": table, "tokens": []}))
        yield


@contextmanager
def serving_here(settings: Settings, build: Build | None = None) -> Iterator[str]:
    """A server with settings, a clock or a household that no option sets, in a thread of this process; its address."""
    listening = listen("127.0.0.1", 0)
    server = uvicorn.Server(config_of(create_app(settings, build)))
    thread = Thread(target=server.run, args=([listening],))
    thread.start()
    try:
        while not server.started:
            assert thread.is_alive(), "it has not started"
            time.sleep(0.005)
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()
        listening.close()


class Placements:
    """The placements of an edition, as a server describes it: what a client needs to turn ids into words."""

    def __init__(self, edition: Mapping[str, Any]) -> None:
        self._colours = [colour["id"] for colour in edition["colours"]]
        self._poses = {
            group["first"] + number: (group["site"], group["shape"], cubes)
            for group in edition["poses"]
            for number, cubes in enumerate(group["cubes"])
        }

    @classmethod
    async def of(cls, client: Client) -> Placements:
        """Those of the built-in edition."""
        info = await client.info()
        return cls(await client.edition(info.editions[0].digest))

    def words(self, seat: str, do: str, id: int) -> dict[str, Any]:
        """A placement as an action."""
        pose, colour = divmod(id, len(self._colours))
        site, shape, cubes = self._poses[pose]
        return {"by": seat, "do": do, "block": f"{shape}-{self._colours[colour]}", "site": site, "cubes": cubes}


class Player:
    """Somebody who plays at random what is offered, for all seats held."""

    def __init__(self, table: OpenTable, placements: Placements, rng: Random) -> None:
        self.table = table
        self._placements = placements
        self._rng = rng
        self.acknowledged: list[tuple[int, str]] = []
        """The event and the seat of every move that was acknowledged."""

    @property
    def asked(self) -> Sequence[str]:
        """The own seats that may act now."""
        return [ask.seat for ask in self.table.snapshot.asks if ask.seat in self.table.snapshot.offers]

    def choose(self, seat: str) -> dict[str, Any]:
        """An action of those offered to a seat."""
        snapshot = self.table.snapshot
        offer: Offer = snapshot.offers[seat]
        assert snapshot.position is not None
        do = self._rng.choice(offer.do)
        if do in ("place", "bonus"):
            group = self._rng.choice([group for group in offer.placements if group.do == do])
            return self._placements.words(seat, do, self._rng.choice(group.ids))
        if do == "unable":
            claim = self._rng.choice(offer.unable)
            return {"by": seat, "do": do, "shape": claim.shape, "remove": claim.remove}
        if do == "huron" and offer.order:
            order = list(range(offer.order))
            self._rng.shuffle(order)
            return {"by": seat, "do": do, "order": order}
        return {"by": seat, "do": do}

    def may_go_on(self, table: OpenTable) -> bool:
        """Whether it is one's turn, or the game is over."""
        return table.snapshot.status != "playing" or bool(self.asked)

    async def move(self) -> bool:
        """Wait for one's turn and play; False when the game is over."""
        table = self.table
        await table.until(self.may_go_on)
        if table.snapshot.status != "playing":
            return False
        seat = self._rng.choice(list(self.asked))
        try:
            self.acknowledged.append((await table.play(self.choose(seat)), seat))
        except RefusedError as error:  # somebody else's claim may have been first
            if error.code not in (Code.STALE, Code.NOT_YOUR_TURN, Code.NOT_PLAYING):  # it may even have ended the game
                raise
            await table.until(lambda table: not self.asked or table.snapshot.asks[0].since > 0)
        return True

    async def play_to_the_end(self) -> None:
        """Play until the game is over."""
        while await self.move():
            pass
