"""Fixtures: a real PostgreSQL server of our own, and fresh databases of both kinds."""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg import sql

from tests.installing import install

START_S = 60


class PostgresServer:
    """A PostgreSQL server in a temporary folder, on a port of its own, for the user of the tests alone."""

    def __init__(self, *, durable: bool = False) -> None:
        self._programs = find_programs()
        # PostgreSQL refuses to run as root.
        self._as_user: dict[str, Any] = {"user": "postgres", "group": "postgres", "extra_groups": []}
        if os.name != "posix" or os.geteuid() != 0:
            self._as_user = {}
        # Not in pytest's folder, which only its owner may enter.
        self.folder = Path(tempfile.mkdtemp(prefix="nouvelle-france-postgres-"))
        if self._as_user:
            shutil.chown(self.folder, "postgres", "postgres")
        self.port = free_port()
        self._settings = {
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": "",
            "fsync": "on" if durable else "off",
            "max_connections": "100",
            "shared_buffers": "16MB",
        }
        self._process: subprocess.Popen[bytes] | None = None
        self._run("initdb", "--no-sync", "--auth=trust", "--username=postgres", "--encoding=UTF8", "--locale=C.UTF-8")

    def _run(self, program: str, *options: str) -> None:
        done = subprocess.run(
            [self._programs / program, "--pgdata", self.folder / "data", *options],
            check=False,
            capture_output=True,
            text=True,
            cwd=self.folder,
            **self._as_user,
        )
        assert done.returncode == 0, f"{program} failed:\n{done.stdout}\n{done.stderr}"

    def start(self) -> None:
        """Start, and wait until it answers."""
        settings = [f"--{name}={value}" for name, value in self._settings.items()]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [self._programs / "postgres", "-D", self.folder / "data", "-p", str(self.port), *settings],
                stdout=log,
                stderr=log,
                cwd=self.folder,
                **self._as_user,
            )
        until = time.monotonic() + START_S
        while True:
            try:
                self.execute("SELECT 1")
            except psycopg.OperationalError:
                assert self._process.poll() is None, (self.folder / "log").read_text()
                assert time.monotonic() < until, "PostgreSQL does not start"
                time.sleep(0.05)
            else:
                return

    def stop(self) -> None:
        """Stop now, whoever is connected."""
        assert self._process is not None
        self._process.send_signal(signal.SIGINT)
        self._process.wait(START_S)
        self._process = None

    def kill(self) -> None:
        """SIGKILL to all its processes: what was not yet written down is gone."""
        assert self._process is not None
        # Each has a session of its own, so that there is no group to kill. Their parent is held still meanwhile: it
        # would start others, and they would end in good order if it were gone first.
        parent = self._process.pid
        os.kill(parent, signal.SIGSTOP)
        while pids := _children(parent):
            for pid in pids:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
        os.kill(parent, signal.SIGKILL)
        self._process.wait(START_S)
        self._process = None

    def remove(self) -> None:
        """Stop and leave nothing behind."""
        if self._process:
            self.stop()
        shutil.rmtree(self.folder)

    def execute(self, statement: str | sql.Composed, database: str = "postgres") -> list[tuple[Any, ...]]:
        """Run a statement as the server's owner and give its rows."""
        with psycopg.connect(self.url(database), autocommit=True, connect_timeout=5) as connection:
            cursor = connection.execute(sql.SQL(statement) if isinstance(statement, str) else statement)
            return cursor.fetchall() if cursor.description else []

    def terminate(self, database: str) -> int:
        """Cut all connections to a database; says how many there were."""
        return len(
            self.execute(
                sql.SQL("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = {}").format(
                    sql.Literal(database)
                )
            )
        )

    def url(self, database: str) -> str:
        """The address of a database of this server."""
        return f"postgresql://postgres@127.0.0.1:{self.port}/{database}"

    def create(self) -> str:
        """Make a fresh database and give its name."""
        name = f"test_{secrets.token_hex(6)}"
        self.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        return name

    def drop(self, name: str) -> None:
        """Remove a database, whoever is connected."""
        self.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


def _children(parent: int) -> list[int]:
    """The processes a process has started and that still run, as Linux tells."""
    found = []
    for file in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # it may end meanwhile
            state, above = file.read_text().rpartition(")")[2].split()[:2]
            if int(above) == parent and state in "DRS":
                found.append(int(file.parent.name))
    return found


def find_programs() -> Path:
    """The folder of PostgreSQL's programs. On a new Debian machine they are installed as a last resort."""
    return _look() or _install()


def _look() -> Path | None:
    if on_path := shutil.which("initdb"):
        # The link itself would do for initdb, but it looks for its companions where it really is.
        return Path(on_path).resolve().parent
    versions = [found.parent for found in Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    return max(versions, key=lambda folder: float(folder.parent.name), default=None)


def _install() -> Path:
    # Only the programs: without this file the package would also make a cluster and start it.
    file = "/etc/postgresql-common/createcluster.conf"
    quiet = f"[ -e {file} ] || {{ mkdir -p $(dirname {file}) && echo 'create_main_cluster = false' > {file}; }}"
    install("postgresql", ["sh", "-c", quiet])
    found = _look()
    assert found, "PostgreSQL was installed, but its programs are not where they should be"
    return found


def free_port() -> int:
    """A port nobody listens on, and that stays free until it is used, over restarts too.

    The system gives none of these ports to whoever asks for any, nor to a connection going out. Clients that try to
    come back would otherwise take the port of a server that is down.
    """
    ranges = Path("/proc/sys/net/ipv4/ip_local_port_range")
    first, last = map(int, ranges.read_text().split()) if ranges.exists() else (32768, 65535)
    left = [port for port in range(20000, 32000) if not first <= port <= last]
    secrets.SystemRandom().shuffle(left)  # not a random that tests seed: their workers would all get the same port
    for port in (*left, 0):
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return int(probe.getsockname()[1])
    raise AssertionError("there is no port left")


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    server = PostgresServer()
    try:
        server.start()
        yield server
    finally:
        server.remove()


@pytest.fixture
def postgres_url(postgres_server: PostgresServer) -> Iterator[str]:
    name = postgres_server.create()
    yield postgres_server.url(name)
    postgres_server.drop(name)


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'tables.sqlite'}"


BOTH = ["sqlite", pytest.param("postgresql", marks=pytest.mark.unix)]
"""Every kind of database."""

MOSTLY_ONE = ["sqlite", pytest.param("postgresql", marks=[pytest.mark.unix, pytest.mark.large])]
"""The same, for what does not ask the database itself: `make test-all` has all of it on PostgreSQL too."""

mostly_one_database = pytest.mark.parametrize("database_url", MOSTLY_ONE, indirect=True)


@pytest.fixture(params=BOTH)
def database_url(request: pytest.FixtureRequest) -> str:
    url: str = request.getfixturevalue("sqlite_url" if request.param == "sqlite" else "postgres_url")
    return url
