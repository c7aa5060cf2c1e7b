"""The ladder at a table of the real server, which itself never loads what the ladder needs."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from nouvelle_france import default_edition
from nouvelle_france.bots.warming import warm
from nouvelle_france.protocol.news import MovedEvent
from nouvelle_france.protocol.rest import SeatAsked
from tests.server.gathering import ME, awaited, play, visiting
from tests.server.running import ServerProcess, running_server

ARTISAN, INGENIEUR = (SeatAsked(kind="bot", bot=bot) for bot in ("artisan", "ingenieur"))


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server on a machine where the ladder has been compiled."""
    warm(default_edition(), lambda _: None)
    with running_server(f"sqlite:///{tmp_path / 'tables.sqlite'}", tmp_path) as server:
        yield server


def processes(server: ServerProcess) -> list[int]:
    """The server's process and all that it has started; none where nobody lists them."""
    assert server.process is not None
    session = str(server.process.pid)
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:  # it has just ended
            continue
        if fields[3] == session:
            found.append(int(stat.parent.name))
    return found


def has_compiler(process: int) -> bool:
    """Whether numba's compiler is in the memory of a process."""
    try:
        return "llvmlite" in Path(f"/proc/{process}/maps").read_text()
    except OSError:
        return False


def thoughts(server: ServerProcess) -> dict[str, float]:
    """How many thoughts of bots there were, by how they ended."""
    text = httpx.get(f"{server.url}/metrics", timeout=60, trust_env=False).text
    pattern = r'^nouvelle_france_thought_seconds_count\{how="(\w+)"\} (\S+)$'
    return {how: float(count) for how, count in re.findall(pattern, text, re.MULTILINE)}


@awaited
async def test_levels_play_to_the_end_and_the_server_stays_light(server: ServerProcess) -> None:
    assert server.process is not None
    assert not any(map(has_compiler, processes(server)))
    async with visiting(server.url) as visit:
        there = await visit.gather(ME, ARTISAN, INGENIEUR)
        # As soon as they sit there, before the game begins, a process makes them ready.
        while processes(server) and not any(map(has_compiler, processes(server))):
            await asyncio.sleep(0.1)
        while True:
            (player,) = await visit.guests(there)
            assert {chair.bot for chair in player.shown.seats} == {None, "artisan", "ingenieur"}
            await visit.start(there)
            await play(player)
            events = await visit.verify(there, player)
            assert {event.how for event in events if isinstance(event, MovedEvent)} == {"person", "bot"}
            # A busy machine may be so slow to load them that a whole game is played by the one who plays for them.
            if thoughts(server).get("bot", 0) > 0:
                break
            there = await visit.gather(ME, ARTISAN, INGENIEUR)
    assert not {"crashed", "illegal"} & set(thoughts(server))
    assert not has_compiler(server.process.pid)
