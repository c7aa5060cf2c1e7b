"""What else was found under fire: files, locks, signals, origins, hosts, races in the log, seats for strangers."""

from __future__ import annotations

import asyncio
import json
import signal
import socket
import sqlite3
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from random import Random

import httpx
import pytest

from nouvelle_france.cli.interrupts import noting_interrupts
from nouvelle_france.server.retention import DAY, Leaps
from nouvelle_france.server.settings import Settings
from nouvelle_france.server.storage import Storage, StorageError
from nouvelle_france.server.storage import storage as storage_module
from nouvelle_france.tables.errors import Code
from tests.cli.running import run
from tests.server.attacks.wires import connection, frame, opened_socket
from tests.server.running import ServerProcess, running_server, serving_here

Capture = pytest.CaptureFixture[str]


def database(folder: Path) -> str:
    return f"sqlite:///{folder / 'tables.sqlite3'}"


# -- files ---------------------------------------------------------------------------------------------------------


def test_a_backup_is_its_owners_alone(tmp_path: Path, capsys: Capture) -> None:
    asyncio.run(_make(database(tmp_path)))
    out = tmp_path / "tables.jsonl"
    for _ in range(2):  # also one that takes another's place
        assert run(capsys, "backup", out, "--database", database(tmp_path)).code == 0
        assert out.stat().st_mode & 0o777 == 0o600
        out.chmod(0o644)


async def _make(url: str) -> None:
    await (await Storage.open(url)).close()


@pytest.fixture
def bystander(tmp_path: Path) -> Path:
    """A file that has nothing to do with the server."""
    file = tmp_path / "letter.txt"
    file.write_text("Dear Ana")
    return file


def test_a_link_in_the_place_of_the_lock_is_not_followed(tmp_path: Path, capsys: Capture, bystander: Path) -> None:
    (tmp_path / "tables.sqlite3.lock").symlink_to(bystander)
    outcome = run(capsys, "serve", "--database", database(tmp_path), "--host", "127.0.0.1", "--port", 0)
    assert outcome.code == 2
    assert "tables.sqlite3.lock" in outcome.err
    assert bystander.read_text() == "Dear Ana"


def test_one_database_has_one_lock_by_whatever_name(tmp_path: Path, capsys: Capture) -> None:
    with running_server(database(tmp_path), tmp_path, forked=True):
        (tmp_path / "other.sqlite3").symlink_to(tmp_path / "tables.sqlite3")
        other = f"sqlite:///{tmp_path / 'other.sqlite3'}"
        outcome = run(capsys, "serve", "--database", other, "--host", "127.0.0.1", "--port", 0)
        assert outcome.code == 2
        assert "another server" in outcome.err


# -- health --------------------------------------------------------------------------------------------------------


def test_health_says_when_nothing_can_be_written(tmp_path: Path) -> None:
    with (
        serving_here(Settings(database=database(tmp_path))) as url,
        httpx.Client(base_url=url, trust_env=False) as http,
    ):
        assert http.get("/healthz").status_code == 200
        with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as spoiling:
            spoiling.execute("CREATE TRIGGER spoilt BEFORE INSERT ON entries BEGIN SELECT RAISE(ABORT, 'full'); END")
            spoiling.commit()
            assert http.post("/api/tables", json={"name": "Ana"}).status_code == 503
            assert http.get("/healthz").status_code == 503
            spoiling.execute("DROP TRIGGER spoilt")
            spoiling.commit()
        assert http.post("/api/tables", json={"name": "Ana"}).status_code == 201
        assert http.get("/healthz").status_code == 200


def test_a_disk_that_has_become_full_is_noticed_where_nobody_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storage_module, "PROVEN_S", 0.0)

    async def story() -> None:
        storage = await Storage.open(database(tmp_path))
        await storage.ping()
        with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as spoiling:
            spoiling.execute(
                "CREATE TRIGGER spoilt BEFORE UPDATE ON alembic_version BEGIN SELECT RAISE(ABORT, 'full'); END"
            )
            spoiling.commit()
        with pytest.raises(StorageError, match="full"):
            await storage.ping()
        await storage.close()

    asyncio.run(story())


# -- signals -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("times", [3, pytest.param(6, marks=pytest.mark.large)])
def test_ctrl_c_in_the_first_second_is_heard(tmp_path: Path, times: int) -> None:
    """At whatever moment of its start: it ends, and soon."""
    rng = Random(5)
    for _ in range(times):
        server = ServerProcess(database(tmp_path), tmp_path)
        server.start(wait=False)
        assert isinstance(server.process, subprocess.Popen)
        time.sleep(0.25 + rng.random())
        server.process.send_signal(signal.SIGINT)
        try:
            assert server.process.wait(30) in (0, 130, -signal.SIGINT)
        finally:
            if server.process.poll() is None:
                server.kill()


def test_an_interrupt_while_getting_ready_is_noted_and_the_second_heard_at_once() -> None:
    with noting_interrupts() as interrupts:
        interrupts.hear()
        signal.raise_signal(signal.SIGINT)
        assert interrupts.noted
        with pytest.raises(KeyboardInterrupt):
            interrupts.hear()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGTERM)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.parametrize("ignored", [True, False])
def test_who_was_started_to_outlive_the_terminal_does(ignored: bool) -> None:
    """As ``nohup`` does it: SIGHUP is ignored, and stays so."""
    code = "import signal, sys; signal.signal(signal.SIGHUP, signal.SIG_IGN); " if ignored else ""
    said = "from nouvelle_france.cli import main; import os, signal, sys\n"
    said += "import nouvelle_france.cli as cli; cli._run = lambda _: os.kill(os.getpid(), signal.SIGHUP) or 0; main([])"
    done = subprocess.run([sys.executable, "-c", f"{code}{said}"], capture_output=True, check=False)
    assert done.returncode == (0 if ignored else 130), done.stderr


# -- what callers say of themselves --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("rules")
    with running_server(database(folder), folder, "--accept-host", "games.example.org", forked=True) as server:
        yield server
    log = server.log.read_text()
    assert "Traceback" not in log, log
    assert '"failed"' not in log, log


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "https://[x]/", "//", "null", "http://\x7f"])
def test_a_malformed_origin_is_refused_like_a_strange_one(site: ServerProcess, origin: str) -> None:
    with pytest.raises(ConnectionResetError, match=r" 40[03] "):
        opened_socket(site.url, f"Origin: {origin}\r\n")


def test_only_the_hosts_that_are_accepted(site: ServerProcess) -> None:
    """A page of the world may have its name lead here, and would be of the same origin then."""

    def ask(host: str) -> int:
        return httpx.get(f"{site.url}/api/info", headers={"Host": host}, trust_env=False).status_code

    assert [ask(host) for host in ("games.example.org", "games.example.org:8608", "localhost:1", "127.0.0.1")] == [
        200
    ] * 4
    assert [ask(host) for host in ("evil.example.com", "example.org", "")] == [400] * 3
    head = b"GET /api/socket HTTP/1.1\r\nHost: evil.example.com\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    with closing(connection(site.url)) as made:
        made.sendall(head + b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n")
        assert b" 400 " in made.recv(4096)


# -- races ---------------------------------------------------------------------------------------------------------


def reset(made: socket.socket) -> None:
    """Hang up without a word."""
    made.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    made.close()


def test_who_hangs_up_at_any_moment_leaves_nothing_in_the_log(site: ServerProcess) -> None:
    with httpx.Client(base_url=site.url, trust_env=False) as http:
        table = http.post("/api/tables", json={"name": "Ana"}).json()["table"]
    opening = [
        frame(json.dumps({"type": "open", "id": "a", "table": it, "tokens": []}).encode()) for it in (table, "x" * 12)
    ]
    handshake = (
        b"GET /api/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n"
    )
    post = b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 40\r\n\r\n{"
    get = b"GET /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    rng = Random(3)
    for said in [handshake, post, get, handshake + opening[0], handshake + opening[1]] * 12:
        made = connection(site.url)
        with suppress(OSError):
            made.sendall(said[: len(said) if rng.random() < 0.7 else rng.randrange(len(said))])
        time.sleep(rng.choice((0, 0, 0.001, 0.005)))
        reset(made)
    for _ in range(12):
        with suppress(OSError):
            made = opened_socket(site.url)
            made.sendall(rng.choice(opening) * 3)
            time.sleep(rng.choice((0, 0.001, 0.003)))
            reset(made)
    time.sleep(0.5)
    log = site.log.read_text()
    assert "Traceback" not in log, log
    assert "never retrieved" not in log, log


# -- seats for strangers -------------------------------------------------------------------------------------------


def test_one_stranger_takes_one_seat_and_those_invited_as_many_as_there_are(tmp_path: Path) -> None:
    chosen = Settings(database=database(tmp_path), proxies="127.0.0.1")
    with serving_here(chosen) as url, httpx.Client(base_url=url, trust_env=False) as http:

        def call(caller: str, path: str, body: object) -> httpx.Response:
            return http.post(path, json=body, headers={"X-Forwarded-For": caller})

        seats = [{"kind": "me"}, *[{"kind": "open"}] * 3]
        made = call("192.0.2.1", "/api/tables", {"name": "Ana", "public": True, "seats": seats}).json()
        join = f"/api/tables/{made['table']}/join"
        mallory = call("198.51.100.1", join, {"name": "Mallory"})
        assert mallory.status_code == 201
        again = call("198.51.100.1", join, {"name": "Eve"})
        assert (again.status_code, again.json()["code"]) == (403, Code.BAD_INVITE)
        assert call("198.51.100.2", join, {"name": "Eva"}).status_code == 201
        leave = f"/api/tables/{made['table']}/seats/{mallory.json()['seat']}/leave"
        http.post(leave, headers={"Authorization": f"Bearer {mallory.json()['token']}"}).raise_for_status()
        invited = {"name": "Lou", "invite": made["invite"]}
        assert call("198.51.100.2", join, invited).status_code == 201
        assert call("198.51.100.1", join, {"name": "Mallory"}).status_code == 201, "one who left may come back"


# -- clocks --------------------------------------------------------------------------------------------------------

NOON = 1_800_000_000_000


class Steady:
    """A clock nobody sets."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@contextmanager
def looking(newest: int | None) -> Iterator[tuple[Steady, Callable[[int], bool]]]:
    steady = Steady()
    leaps = Leaps(steady)
    yield steady, lambda now: leaps.holds_back(now, newest)


def test_a_clock_that_leaps_ahead_removes_nothing_for_a_day() -> None:
    with looking(NOON) as (steady, holds_back):
        assert not holds_back(NOON)
        steady.now += 3600
        assert not holds_back(NOON + 3_600_000)
        steady.now += 3600
        leapt = NOON + 400 * DAY
        assert holds_back(leapt)
        steady.now += 12 * 3600
        assert holds_back(leapt + DAY // 2)
        steady.now += 13 * 3600
        assert not holds_back(leapt + DAY // 2 + 13 * 3_600_000), "the owner had a day to say otherwise"


def test_a_clock_that_was_mended_is_believed_again() -> None:
    with looking(NOON) as (steady, holds_back):
        assert not holds_back(NOON)
        steady.now += 60
        assert holds_back(NOON + 400 * DAY)
        steady.now += 60
        assert not holds_back(NOON + 120_000)


def test_a_server_that_starts_in_another_year_doubts_it() -> None:
    with looking(NOON) as (_, holds_back):
        assert holds_back(NOON + 400 * DAY)
    with looking(None) as (_, holds_back):
        assert not holds_back(NOON)


def test_tables_outlive_a_clock_that_is_far_ahead(tmp_path: Path) -> None:
    """A real server whose clock is in another year when it starts again."""
    with running_server(database(tmp_path), tmp_path, forked=True) as server:
        made = httpx.post(f"{server.url}/api/tables", json={"name": "Ana"}, trust_env=False, timeout=60).json()
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as aging:  # the same as a clock a year ahead
        aging.execute("UPDATE tables SET changed_at = changed_at - ?", (400 * DAY,))
        aging.commit()
    with running_server(database(tmp_path), tmp_path, forked=True) as server:
        looked = httpx.get(f"{server.url}/api/tables/{made['table']}", trust_env=False, timeout=60)
        assert looked.status_code == 200
    assert "leapt" in server.log.read_text()
