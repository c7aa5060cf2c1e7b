"""The game server under load, over real sockets, beside yardsticks taken in the same run.

The load comes from a process of its own (:mod:`benchmarks.load`): tables of four persons, each person on a socket.
Phases can be run alone (``--only thousand``), with other numbers too (``--only thousand --rate 600``). Exit code 1 when
a target is missed: its rate sustained, 99% of moves acknowledged within 100 ms, and not one error.
"""

from __future__ import annotations

import argparse
import asyncio
import datetime
import os
import platform
import shlex
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import count, pairwise
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import orjson
from tests.server.databases import PostgresServer, free_port
from tests.server.running import running_server

from benchmarks import processes
from benchmarks.games import PLAYERS, Begun, begin, write
from benchmarks.load import at
from nouvelle_france.bots.warming import warm
from nouvelle_france.edition import default as default_edition

P99_S = 0.1
"""Within which 99% of moves must be acknowledged."""

SUSTAINED = 0.97
"""The share of the moves asked for that must come to pass for a rate to count as sustained."""

START_S = 20.0


class Measured(NamedTuple):
    """What one stretch of load came to; times in seconds, processor time as a share of one core."""

    asked: float
    seconds: float
    rate: float
    moves: int
    median: float
    p95: float
    p99: float
    most: float
    late: float
    generator_cpu: float
    messages: float
    bytes: float
    errors: list[str]
    missed: int
    stale: int
    between_games: int
    games_ended: int
    cpu: float
    memory: int
    commit: float
    """What a commit took on average, as the server counts it: from a decision to being told that it is on the disk."""

    @property
    def good(self) -> bool:
        """Whether the rate was sustained, quickly enough, and without an error."""
        due = self.asked - self.between_games / self.seconds
        return self.rate >= SUSTAINED * due and self.p99 <= P99_S and not self.errors


@dataclass(frozen=True)
class Phase:
    """One server under load: a rate it must reach, or the highest it does."""

    name: str
    tables: int
    rate: float | None = None
    """Moves a second that must be sustained; None where the highest is looked for."""
    seconds: float = 60
    postgres: bool = False
    """Two processes on PostgreSQL, instead of one on SQLite."""

    @property
    def what(self) -> str:
        """What is measured, in words."""
        return "two processes, PostgreSQL" if self.postgres else "one process, SQLite"


PHASES = (
    Phase("thousand", 1_000, 400),
    Phase("hundred", 100, 1_200),
    Phase("postgres", 500, 600, postgres=True),
    Phase("growth-100", 100),
    Phase("growth-200", 200),
    Phase("growth-500", 500),
    Phase("growth-1000", 1_000),
)
"""What is measured unless the command line says otherwise; those with a rate are targets."""

QUICK = (Phase("thousand", 40, 40, 4), Phase("postgres", 20, 40, 4, postgres=True), Phase("growth-20", 20))
"""A minute with few tables, to see that all works."""


@dataclass
class Plan:
    """How much is measured."""

    phases: Sequence[Phase] = PHASES
    step_seconds: float = 10
    step: int = 200
    """How much higher each rate of a search is than the one before."""
    most_rate: float = 2_000
    commit_seconds: float = 3
    rest_seconds: float = 2
    """Between two measurements, so that none pays for the one before."""


class Site:
    """A server under load."""

    def __init__(self, name: str, plan: Plan, pid: int, url: str, generator: subprocess.Popen[bytes]) -> None:
        self.pid = pid
        self._generator = generator
        self._name = name
        self._rest = plan.rest_seconds
        self._url = url

    def command(self, do: str, **details: Any) -> Any:
        """Have the generator do something; its answer."""
        self.tell({"do": do, **details})
        assert self._generator.stdout is not None
        line = self._generator.stdout.readline()
        if not line:
            raise SystemExit(f"{self._name}: the load generator has ended")
        return orjson.loads(line)

    def tell(self, what: Any) -> None:
        """Send the generator a line."""
        assert self._generator.stdin is not None
        self._generator.stdin.write(orjson.dumps(what) + b"\n")
        self._generator.stdin.flush()

    def memory(self) -> int:
        """What the server's processes hold, after a moment of rest."""
        time.sleep(self._rest)
        return processes.resident_bytes(processes.family(self.pid))

    def play(self, rate: float, seconds: float) -> Measured:
        """A stretch of load."""
        pids = processes.family(self.pid)
        before = self._commits()
        cpu, began = processes.cpu_seconds(pids), time.monotonic()
        told = self.command("play", rate=rate, seconds=seconds)
        cpu = (processes.cpu_seconds(pids) - cpu) / (time.monotonic() - began)
        commits, committing = (now - then for now, then in zip(self._commits(), before, strict=True))
        words = {name.replace(" ", "_"): value for name, value in told.items()}
        measured = Measured(
            **words, cpu=cpu, memory=processes.resident_bytes(pids), commit=committing / max(commits, 1)
        )
        say(
            f"{self._name}: {rate:g} moves/s asked, {measured.rate:.1f} made, median {ms(measured.median)}, "
            f"p99 {ms(measured.p99)}, most {ms(measured.most)}, commit {ms(measured.commit)}, "
            f"server {measured.cpu:.0%} of a core, generator {measured.generator_cpu:.0%}"
            f"{'' if measured.good else '  MISSED'}"
        )
        for error in measured.errors[:5]:
            say(f"  error: {error}")
        time.sleep(self._rest)
        return measured

    def _commits(self) -> tuple[float, float]:
        """How many commits the server has made, and how many seconds they took; none for one that makes none."""
        name = "nouvelle_france_commit_seconds"
        told = httpx.get(f"{self._url}/metrics", trust_env=False).text.splitlines()
        found = dict(line.split() for line in told if line.startswith((f"{name}_count", f"{name}_sum")))
        return float(found.get(f"{name}_count", 0)), float(found.get(f"{name}_sum", 0))

    def search(self, plan: Plan) -> list[Measured]:
        """Ever higher rates until one is missed twice in a row: once may be the machine's fault."""
        found = []
        for rate in count(plan.step, plan.step):
            if rate > plan.most_rate:
                break
            measured = self.play(rate, plan.step_seconds)
            if not measured.good and not measured.errors:
                measured = self.play(rate, plan.step_seconds)
            found.append(measured)
            if not measured.good:
                break
        return found


class Result(NamedTuple):
    """All that was measured of one server."""

    what: str
    tables: int
    empty: int
    connected: int
    opened: int
    opening_s: float
    target: Measured | None
    steps: list[Measured]
    spread: str = ""

    @property
    def best(self) -> Measured | None:
        """The highest rate sustained."""
        return max((step for step in self.steps if step.good), key=lambda step: step.asked, default=None)

    @property
    def runs(self) -> list[Measured]:
        """Every stretch of load."""
        return [*([self.target] if self.target else []), *self.steps]


@contextmanager
def under_load(name: str, plan: Plan, pid: int, url: str, games: Sequence[Begun], echo: bool = False) -> Iterator[Site]:
    """A load generator for a server."""
    with subprocess.Popen(
        [sys.executable, "-m", "benchmarks.load"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as generator:
        site = Site(name, plan, pid, url, generator)
        try:
            site.tell({"url": url, "tables": {game.table.id: game.tokens for game in games}, "echo": echo})
            yield site
        except BaseException:
            generator.kill()
            raise


def measure(phase: Phase, plan: Plan, games: Sequence[Begun], database: str, folder: Path, *options: str) -> Result:
    """The real server with these games: memory, and the target or the highest rate."""
    name = f"{phase.what} ({phase.name})"
    say(f"{name}: writing {len(games)} tables")
    asyncio.run(write(database, games))
    with running_server(database, folder, "--no-limits", "--no-qr", *options) as server:
        assert server.process is not None
        with under_load(name, plan, server.process.pid, server.url, games) as site:
            empty = site.memory()
            site.command("connect")
            connected = site.memory()
            began = time.monotonic()
            site.command("open")
            opening = time.monotonic() - began
            opened = site.memory()
            say(
                f"{name}: {len(games) * PLAYERS} sockets, {len(games)} tables opened in {opening:.1f} s, "
                f"memory {mib(empty)} empty, {mib(connected)} connected, {mib(opened)} opened"
            )
            busy = [n for pid in processes.family(server.process.pid) if (n := processes.sockets(pid)) > len(games)]
            return Result(
                name,
                len(games),
                empty,
                connected,
                opened,
                opening,
                None if phase.rate is None else site.play(phase.rate, phase.seconds),
                site.search(plan) if phase.rate is None else [],
                " + ".join(map(str, busy)),
            )


def measure_phase(phase: Phase, plan: Plan, games: Sequence[Begun], folder: Path) -> Result:
    """One process with these games in a file of its own, or two on a PostgreSQL of their own."""
    if not phase.postgres:
        return measure(phase, plan, games, f"sqlite:///{folder}/{phase.name}.sqlite", folder)
    postgres = PostgresServer(durable=True)
    try:
        postgres.start()
        return measure(phase, plan, games, postgres.url(postgres.create()), folder, "--workers", "2")
    finally:
        postgres.remove()


@contextmanager
def echo_server() -> Iterator[tuple[int, str]]:
    """The yardstick: its process and its address."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    with subprocess.Popen([sys.executable, "-m", "benchmarks.echo", str(port)]) as process:
        try:
            until = time.monotonic() + START_S
            while True:
                try:
                    httpx.get(f"{url}/healthz", trust_env=False).raise_for_status()
                    break
                except httpx.HTTPError:
                    assert process.poll() is None, "the echo server does not start"
                    assert time.monotonic() < until, "the echo server does not answer"
                    time.sleep(0.05)
            yield process.pid, url
        finally:
            process.terminate()


def measure_echo(plan: Plan, games: Sequence[Begun], rates: Iterable[float]) -> list[Measured]:
    """The yardstick under the same sockets, at these rates."""
    with echo_server() as (pid, url), under_load("echo", plan, pid, url, games, echo=True) as site:
        site.command("connect")
        return [site.play(rate, plan.step_seconds) for rate in rates]


class Disk(NamedTuple):
    """How quickly SQLite alone commits on this disk."""

    rate: float
    median: float
    p99: float
    most: float

    def __str__(self) -> str:
        return f"{self.rate:,.0f}/s, median {ms(self.median)}, p99 {ms(self.p99)}, max {ms(self.most)}"


def raw_commits(folder: Path, seconds: float) -> Disk:
    """Commits of one row each, one after another, made as safe as the server's."""
    with tempfile.TemporaryDirectory(dir=folder) as name:
        connection = sqlite3.connect(Path(name) / "raw.sqlite", isolation_level=None)
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("CREATE TABLE entries (number INTEGER PRIMARY KEY, data TEXT)")
            times = [time.perf_counter()]
            while times[-1] - times[0] < seconds:
                connection.execute("BEGIN IMMEDIATE")
                connection.execute("INSERT INTO entries (data) VALUES (?)", ("." * 200,))
                connection.execute("COMMIT")
                times.append(time.perf_counter())
        finally:
            connection.close()
    taken = sorted(after - before for before, after in pairwise(times))
    disk = Disk(len(taken) / (times[-1] - times[0]), at(taken, 0.5), at(taken, 0.99), taken[-1])
    say(f"SQLite alone: {disk}")
    return disk


# -- what is printed -----------------------------------------------------------------------------------------------


def say(text: str) -> None:
    """Progress, on standard error."""
    print(f"[{datetime.datetime.now(datetime.UTC):%H:%M:%S}] {text}", file=sys.stderr, flush=True)


def ms(seconds: float) -> str:
    """A time in milliseconds."""
    return f"{seconds * 1000:.1f} ms"


def mib(size: float) -> str:
    """A size in MiB."""
    return f"{size / 2**20:.0f} MiB"


def kib(size: float) -> str:
    """A size in KiB."""
    return f"{size / 2**10:.0f} KiB"


def markdown(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def report(
    plan: Plan,
    results: Sequence[Result],
    echoes: Sequence[Measured],
    disk: Sequence[Disk],
    folder: Path,
    begun: float,
    load: float,
) -> str:
    """Everything, in Markdown."""
    raw = (
        "Raw commits of SQLite on the same disk (WAL, FULL, one row each, one after another): "
        f"before the first server {disk[0]}; after the last {disk[1]}."
    )
    targets = [result for result in results if result.target is not None]
    parts = [
        f"`python -m benchmarks.server {shlex.join(sys.argv[1:])}`".replace(" `", "`"),
        f"{datetime.datetime.now(datetime.UTC):%Y-%m-%d}, {os.cpu_count()} cores ({platform.machine()}), "
        f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}, {processes.filesystem(folder)}; "
        f"{(time.monotonic() - begun) / 60:.1f} minutes. Load generator, servers and PostgreSQL share these cores; "
        f"before them the load average was {load:.1f}.",
        "**Targets.** A move's latency is from sending it to its `done`.",
        markdown(
            ("", "asked", "moves/s", "median", "p95", "p99", "max", "a commit (mean)", "errors", "stale",
             "server CPU", "CPU a move", "memory", "generator CPU"),
            [
                *(_line(f"{it.what}, {it.tables} tables", it.target) for it in targets if it.target is not None),
                *(_line(f"yardstick: plain echo, {echo.asked:g}/s", echo) for echo in echoes),
            ],
        ),
        "CPU is a share of one core. The echo answers one socket; a move is told to four"
        + "".join(
            f" ({it.target.messages / it.target.rate:.1f} messages and {kib(it.target.bytes / it.target.rate)} a move, "
            f"{it.target.games_ended} games ended and began anew)"
            for it in targets[:1]
            if it.target is not None
        )
        + ".",
        raw,
        f"**How it grows** (highest rate in steps with p99 ≤ {P99_S * 1000:.0f} ms)",
        markdown(
            ("", "tables", "highest rate", "its p99", "its CPU", "first missed", "a socket", "a table without sockets",
             "a table with its sockets", "opening a table"),
            [_growth(result) for result in results if result.target is None],
        ),
        "**Every step**",
        markdown(
            ("", "tables", "asked", "moves/s", "median", "p95", "p99", "max", "a commit", "server CPU", "generator CPU",
             "generator late (p99)", "missed", "stale", "errors"),
            [_step(result, step) for result in results for step in result.steps],
        ),
    ]  # fmt: skip
    for result in results:
        if "+" in result.spread:
            parts.append(f"{result.what}: sockets spread over the processes as {result.spread}.")
    return "\n\n".join(part for part in parts if part)


def _line(what: str, run: Measured) -> list[str]:
    times = [ms(run.median), ms(run.p95), ms(run.p99), ms(run.most), ms(run.commit)]
    rest = [str(len(run.errors)), str(run.stale), f"{run.cpu:.0%}", mib(run.memory), f"{run.generator_cpu:.0%}"]
    rest.insert(3, ms(run.cpu * run.seconds / max(run.moves, 1)))
    return [what, f"{run.asked:g}", f"{run.rate:.1f}", *times, *rest]


def _growth(result: Result) -> list[str]:
    best = result.best
    missed = next((step for step in result.steps if not step.good), None)
    socket = (result.connected - result.empty) / result.tables / PLAYERS
    table = (result.opened - result.connected) / result.tables
    last = result.runs[-1].memory
    return [
        result.what,
        str(result.tables),
        "none" if best is None else f"{best.asked:g}/s",
        "" if best is None else ms(best.p99),
        "" if best is None else f"{best.cpu:.0%}",
        "none" if missed is None else f"{missed.asked:g}/s ({missed.rate:.0f}/s, p99 {ms(missed.p99)})",
        kib(socket),
        kib(table),
        f"{kib(table + PLAYERS * socket)} opened, {kib((last - result.empty) / result.tables)} after all steps",
        ms(result.opening_s / result.tables),
    ]


def _step(result: Result, step: Measured) -> list[str]:
    times = [ms(step.median), ms(step.p95), ms(step.p99), ms(step.most), ms(step.commit)]
    rest = [f"{step.cpu:.0%}", f"{step.generator_cpu:.0%}", ms(step.late)]
    counts = [str(step.missed), str(step.stale), str(len(step.errors))]
    return [result.what, str(result.tables), f"{step.asked:g}", f"{step.rate:.1f}", *times, *rest, *counts]


# -- all together --------------------------------------------------------------------------------------------------


def read_plan() -> Plan:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.server", description="The game server under load.")
    names = [phase.name for phase in PHASES]
    parser.add_argument("--only", action="append", choices=names, help="this phase alone; repeatable")
    parser.add_argument("--tables", type=int, help="tables of four, instead of a phase's own number")
    parser.add_argument("--rate", type=float, help="moves a second that must be reached, instead of a phase's own")
    parser.add_argument("--seconds", type=float, help="how long that rate is held (60)")
    parser.add_argument("--quick", action="store_true", help="a minute with few tables, to see that all works")
    asked = parser.parse_args()
    plan = Plan(QUICK, 2, 20, 50, 0.5, 0.3) if asked.quick else Plan()
    changed = {name: value for name in ("tables", "rate", "seconds") if (value := getattr(asked, name)) is not None}
    plan.phases = [replace(phase, **changed) for phase in plan.phases if not asked.only or phase.name in asked.only]
    return plan


def main() -> None:
    """Measure everything and print it; exit code 1 when a target is missed or anything went wrong."""
    plan = read_plan()
    warm(default_edition(), lambda _: None)  # or the server would have bots compiled while it is measured
    started, load = time.monotonic(), os.getloadavg()[0]
    if load > 0.5:
        say(f"the load average is {load:.1f} before anything began: the figures will be worse than they should be")
    with tempfile.TemporaryDirectory(prefix="nouvelle-france-bench-") as name:
        folder = Path(name)
        if processes.filesystem(folder) in ("tmpfs", "ramfs"):
            raise SystemExit(f"{folder} is in memory; name a folder on a disk with TMPDIR=…")
        games = [begin(number) for number in range(max(phase.tables for phase in plan.phases))]
        disk = [raw_commits(folder, plan.commit_seconds)]
        results = [measure_phase(phase, plan, games[: phase.tables], folder) for phase in plan.phases]
        disk.append(raw_commits(folder, plan.commit_seconds))
        rates = [phase.rate for phase in plan.phases if phase.rate is not None]
        echoes = measure_echo(plan, games[:100], dict.fromkeys(rates))
        print(report(plan, results, echoes, disk, folder, started, load))
    wrong = sum(len(run.errors) for result in results for run in result.runs)
    missed = False
    for phase, result in zip(plan.phases, results, strict=True):
        if result.target is not None:
            missed |= not result.target.good
            reached = f"{phase.rate:g} moves/s, p99 ≤ {P99_S * 1000:.0f} ms at {phase.tables} tables, {phase.what}"
            print(f"\nTarget ({reached}): {'reached' if result.target.good else 'MISSED'}.")
    print(f"\nErrors: {wrong}.")
    sys.exit(1 if missed or wrong else 0)


if __name__ == "__main__":
    main()
