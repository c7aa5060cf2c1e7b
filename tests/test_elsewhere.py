"""On Windows and macOS, and where only the base is installed: what is said to work there works without what is missing.

What those systems have not is taken away from the processes that are started here (see ``absent/``). All tests of what
works there run like this in `make test-elsewhere`; these are a sample of it.
"""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from nouvelle_france.bots.programs import FaultError, child
from nouvelle_france.client import Client, RefusedError
from nouvelle_france.extras import needs
from nouvelle_france.protocol.rest import CreateTable, PaceAsked, SeatAsked
from nouvelle_france.tables.errors import Code
from tests.axes import crossed
from tests.cli.running import COMMAND, Outcome, assert_refused
from tests.elsewhere import there
from tests.server.running import Placements, Player, ServerProcess

ROOT = Path(__file__).parent.parent
SYSTEMS = [
    "windows core",
    pytest.param("windows", marks=pytest.mark.large),
    pytest.param("macos", marks=pytest.mark.large),
]
if not hasattr(os, "fork"):
    SYSTEMS = [""]  # it is Windows, where nothing need be taken away


def run_there(absent: str, *arguments: object, typed: str | None = None) -> Outcome:
    """Run a command there."""
    done = subprocess.run(
        [COMMAND, *map(str, arguments)],
        env=there(absent),
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    return Outcome(done.returncode, done.stdout, done.stderr)


@contextmanager
def serving_there(absent: str, folder: Path) -> Iterator[ServerProcess]:
    """A server there, on a database in a folder; it ends by Ctrl-C, and well."""
    server = ServerProcess(f"sqlite:///{folder / 'tables.sqlite3'}", folder, environment=there(absent))
    server.start()
    try:
        yield server
    finally:
        if sys.platform == "win32":  # there Ctrl-C cannot be sent to one process
            server.stop()
        else:
            assert server.process is not None
            server.process.send_signal(signal.SIGINT)
            assert server.process.wait(60) == 0, server.log.read_text()


@pytest.mark.unix
def test_it_is_as_on_that_system() -> None:
    """Otherwise all that follows would say nothing."""
    script = """
import os, signal, sys, types
assert not hasattr(os, "fork") and not hasattr(signal, "SIGHUP")
ours = types.ModuleType("nouvelle_france.ours")
exec("import os, signal\\ntry: import fcntl\\nexcept ImportError: fcntl = None", vars(ours))
assert ours.fcntl is None
assert not hasattr(ours.os, "killpg") and not hasattr(ours.signal, "pthread_sigmask")
from importlib.util import find_spec
assert find_spec("numba") is None
"""
    subprocess.run([sys.executable, "-c", script], check=True, env=there("windows core"))


@pytest.mark.parametrize("absent", SYSTEMS)
def test_games_are_played_and_looked_at(absent: str, tmp_path: Path) -> None:
    games = tmp_path / "games.jsonl"
    words = ["simulate", "--bots", "artisan,apprenti", "--games", 4, "--seed", 1, "--jobs", 2, "--out", games]
    assert run_there(absent, *words)[::2] == (0, "")
    assert games.read_text().count("\n") == 4
    assert run_there(absent, "verify", games).code == 0
    looked = run_there(absent, "stats", games, "--only", "scores,advantage")
    assert looked.code == 0
    assert "artisan" in looked.out
    left = run_there(absent, "play", "--first-game", "--seed", 1, "--out", tmp_path / "mine.jsonl", typed="\nquit\n")
    assert (left.code, left.err) == (0, "")
    assert "You leave the game" in left.out


@pytest.mark.parametrize("absent", SYSTEMS)
def test_a_server_lets_a_newcomer_play_and_ends_well(absent: str, tmp_path: Path) -> None:
    with serving_there(absent, tmp_path) as server:
        asyncio.run(play_a_first_game(server.url, absent))
        # Nobody else gets the file meanwhile.
        database = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
        second = run_there(absent, "serve", "--database", database, "--host", "127.0.0.1", "--port", 0)
        assert_refused(second, "another server, or a restore, is using this SQLite file")
    logged = server.log.read_text()
    assert "Traceback" not in logged
    assert "warning" not in logged
    assert ('pip install "nouvelle-france[bots]"' in logged) == ("core" in absent)
    kept = tmp_path / "kept.jsonl"
    assert run_there(absent, "backup", kept, "--database", database).code == 0
    assert kept.stat().st_size > 1000


async def play_a_first_game(url: str, absent: str) -> None:
    """The simplest game, against the apprentice, to its end."""
    async with Client(url) as client, client.socket() as socket:
        bots = (await client.info()).bots
        assert {"apprenti", "artisan"} <= set(bots)
        assert ("maitre" in bots) == ("core" not in absent)
        seats = [SeatAsked(kind="me"), SeatAsked(kind="bot", bot="apprenti")]
        asked = CreateTable(name="Ana", seats=seats, pace=PaceAsked(bot_seconds=0))
        if "core" in absent:
            stronger = asked.model_copy(update={"seats": [seats[0], SeatAsked(kind="bot", bot="maitre")]})
            with pytest.raises(RefusedError, match="pip install") as refused:
                await client.create(stronger)
            assert refused.value.code == Code.UNKNOWN_BOT
        made = await client.create(asked)
        await client.start(made.table, made.host)
        table = await socket.open(made.table, *made.tokens.values())
        await Player(table, await Placements.of(client), Random(1)).play_to_the_end()
        assert table.snapshot.status == "over"
        assert not any(chair.away for chair in table.snapshot.seats)


def test_an_arena_is_resumed_on_windows_and_nobody_else_writes_it(tmp_path: Path) -> None:
    out = tmp_path / "results.json"
    words = ["arena", "--bots", "greedy,random", "--games", 4, "--seed", 1, "--out", out]
    assert run_there("windows" if hasattr(os, "fork") else "", *words).code == 0
    assert [file.name for file in tmp_path.iterdir()] == ["results.json"]


@pytest.mark.parametrize("command", ["arena --bots greedy,random", "train --out weights.json", "warm"])
def test_a_command_that_needs_the_core_says_how_to_get_it(command: str) -> None:
    assert_refused(run_there("core", *command.split()), f"{command.split(maxsplit=1)[0]} {needs('bots')}")


@pytest.mark.parametrize(
    ("command", "bot"), crossed(["simulate", "play"], ["maitre", "ingenieur@0.5", "maitre:weights.json"])
)
def test_a_bot_that_needs_the_core_says_how_to_get_it(command: str, bot: str) -> None:
    assert_refused(run_there("core", command, "--bots", bot), f"{bot} {needs('bots')}")


@pytest.mark.unix
def test_a_game_with_a_bot_that_is_missing_says_how_to_get_it(tmp_path: Path) -> None:
    game = tmp_path / "game.jsonl"
    begun = subprocess.run(
        [COMMAND, "play", "--bots", "maitre", "--seed", "1", "--out", game],
        input="quit\n",
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert begun.returncode == 0
    refused = run_there("core", "play", "--resume", game, typed="")
    assert refused.code == 2
    assert f"maitre {needs('bots')}" in refused.err


def test_the_core_without_its_extra_says_how_to_get_it() -> None:
    command = [sys.executable, "-c", "from nouvelle_france.core import Batch"]
    done = subprocess.run(command, env=there("core"), capture_output=True, text=True, check=False)
    assert done.stderr.splitlines()[-1] == f"ImportError: nouvelle_france.core {needs('bots')}"


@pytest.mark.unix
def test_programs_play_on_macos_and_leave_nobody_behind() -> None:
    program = f"mine={sys.executable} {ROOT / 'examples/bots/careful.py'}"
    done = run_there("macos", "simulate", "--bots", "mine,greedy", "--program", program, "--games", 2, "--seed", 1)
    assert (done.code, done.err) == (0, "")
    assert "fault" not in done.out
    dying = run_there(
        "macos", "simulate", "--bots", "mine,greedy", "--program", "mine=sh -c 'exit 3'", "--games", 1, "--seed", 1
    )
    assert dying.code == 0
    assert "it left with status 3" in dying.out


@pytest.mark.unix
def test_programs_are_refused_on_windows_in_a_line() -> None:
    words = ["simulate", "--bots", "mine,greedy", "--program", "mine=cat", "--games", 1]
    assert_refused(run_there("windows", *words), "--program mine=cat: programs as bots run on Linux and macOS")


@pytest.mark.unix
def test_where_a_child_cannot_be_looked_at_its_group_ends_with_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As on macOS before Python 3.13: who notices its end has waited for it, and its number is no longer its own."""
    monkeypatch.delattr(os, "waitid")
    mark = tmp_path / "number"
    started = child.Child(["sh", "-c", f"sleep 300 & echo $! > {mark}; echo; exit 5"])
    started.receive(float("inf"))
    while not started.exited:
        pass
    with pytest.raises(FaultError, match="it left with status 5"):
        started.receive(float("inf"))
    stat = Path(f"/proc/{int(mark.read_text())}/stat")
    started.close(0.0)
    end = time.monotonic() + 60
    while runs(stat):
        assert time.monotonic() < end
        time.sleep(0.01)  # it was killed, and dies when it is its turn


def runs(stat: Path) -> bool:
    """Whether a process does something yet: one nobody waits for is kept as a zombie."""
    try:
        return "Z" not in stat.read_text().split()
    except OSError:
        return False
