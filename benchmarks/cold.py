"""A machine where nothing is compiled yet: a server is started, and a game against a strong bot begins at once.

How long the bot's first answer took, who made its moves, what compiling cost and what memory it gave back.
``python -m benchmarks.cold --bot maitre`` measures another level.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

from tests.server.running import COMMAND, ServerProcess, running_server
from tests.web.tables import House, bot, person

from benchmarks.figure import Figure, print_all
from benchmarks.processes import family, resident_bytes

COMPILED_S = 25.0
"""Within which all must be compiled."""


class Memory:
    """What a server and all that it starts hold, looked at ten times a second."""

    def __init__(self, server: ServerProcess) -> None:
        self._server = server
        self.most = 0
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)

    def __enter__(self) -> Memory:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._end.set()
        self._thread.join()

    @property
    def now(self) -> int:
        """All of it, in bytes."""
        assert self._server.process is not None
        return resident_bytes(family(self._server.process.pid))

    def _look(self) -> None:
        while not self._end.wait(0.1):
            self.most = max(self.most, self.now)


def moves(house: House, table: str, mine: str) -> list[Any]:
    """What others than this seat have played."""
    found: list[Any] = []
    after = 0
    while events := house.ask("GET", f"/tables/{table}/events?after={after}&limit=200")["events"]:
        found += [it for it in events if it["kind"] == "moved" and it["seat"] != mine]
        after = events[-1]["seq"]
    return found


def play(house: House, level: str) -> tuple[float, float, Counter[str]]:
    """Seconds until the first move of a bot and until the game is over, and who made its moves."""
    start = time.perf_counter()
    table = house.make(person("Jeanne", "yellow"), bot(level) | {"seat": "blue"})
    playing = threading.Thread(target=house.play, args=(table,), kwargs={"keen": True})
    playing.start()
    while not (made := moves(house, table.id, "yellow")):
        time.sleep(0.05)
    first = time.perf_counter() - start
    playing.join()
    made = moves(house, table.id, "yellow")
    return first, time.perf_counter() - start, Counter(it.get("stand_in") or level for it in made)


def main() -> None:
    """Measure, and print it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bot", default="ingenieur", help="the level to play against (%(default)s)")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ["NUMBA_CACHE_DIR"] = str(folder / "ahead")
        start = time.perf_counter()
        subprocess.run([COMMAND, "warm"], check=True, capture_output=True)
        compiling = time.perf_counter() - start
        os.environ["NUMBA_CACHE_DIR"] = str(folder / "compiled")
        database = f"sqlite:///{folder / 'tables.sqlite'}"
        with (
            running_server(database, folder, "--no-limits") as server,
            Memory(server) as memory,
            House(server.url) as house,
        ):
            first, whole, made = play(house, given.bot)
            after = memory.now
    others = made.total() - made[given.bot]
    print_all(
        [
            Figure(
                "nouvelle-france warm", f"{compiling:.1f} s", "", f"{COMPILED_S:.0f} s at most", compiling <= COMPILED_S
            ),
            Figure(f"the first move of {given.bot}", f"{first:.1f} s", f"{whole:.0f} s for the game"),
            Figure("its moves", str(made.total()), f"{others} by a stand-in that says so"),
            Figure("memory while compiling", f"{memory.most / 2**20:.0f} MiB", f"{after / 2**20:.0f} MiB afterwards"),
        ]
    )


if __name__ == "__main__":
    main()
