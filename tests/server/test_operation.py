"""The server as its owner meets it: starting, stopping, being watched, limited and backed up."""

from __future__ import annotations

import asyncio
import json
import os
import pty
import re
import signal
import socket
import sqlite3
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

import httpx
import pytest
import uvicorn
from websockets.asyncio.client import connect as connect_async
from websockets.client import ClientProtocol
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.sync.client import ClientConnection, connect
from websockets.uri import parse_uri

from nouvelle_france.client import Client, RefusedError
from nouvelle_france.protocol.rest import Created, CreateTable, PaceAsked, Problem, SeatAsked
from nouvelle_france.server.addresses import addresses
from nouvelle_france.server.app import create_app
from nouvelle_france.server.problems import retry_after
from nouvelle_france.server.security import BODY_BYTES, HEADERS
from nouvelle_france.server.serving import PORT, config_of, listen
from nouvelle_france.server.settings import Settings
from nouvelle_france.tables.errors import Code, TableError
from tests.cli.running import run
from tests.server.databases import PostgresServer, free_port
from tests.server.running import COMMAND, Placements, Player, ServerProcess, running_server, watched

Capture = pytest.CaptureFixture[str]

TINY = Path(__file__).parents[1] / "edition" / "tiny.toml"

STOP_S = 20
"""How long stopping may take on a machine that is busy with other tests; alone it takes less than a second."""


def make(http: httpx.Client, *kinds: str, bot: str = "random") -> Created:
    seats = [SeatAsked.model_validate({"kind": it, "bot": bot if it == "bot" else None}) for it in kinds]
    asked = CreateTable(name="Ana", seats=seats, public=True, pace=PaceAsked(bot_seconds=0))
    return Created.model_validate_json(http.post("/api/tables", json=asked.model_dump()).raise_for_status().content)


def post(http: httpx.Client, made: Created, what: str, body: Any = None) -> None:
    headers = {"Authorization": f"Bearer {made.host}"}
    http.post(f"/api/tables/{made.table}/{what}", json=body, headers=headers).raise_for_status()


def wait(holds: Callable[[], bool], seconds: float = 60) -> None:
    until = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.05)


@contextmanager
def asking(server: ServerProcess) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, timeout=30, trust_env=False) as http:
        yield http


@contextmanager
def line(server: ServerProcess, **headers: str) -> Iterator[ClientConnection]:
    url = f"ws://127.0.0.1:{server.port}/api/socket"
    with connect(url, additional_headers=headers, compression=None, proxy=None, max_size=None) as connection:
        yield connection


def until_closed(connection: ClientConnection) -> list[dict[str, Any]]:
    """Everything that is still said."""
    heard = []
    with suppress(ConnectionClosed):
        while True:
            heard.append(json.loads(connection.recv(timeout=STOP_S)))
    return heard


def refused_line(server: ServerProcess, **headers: str) -> tuple[int, str]:
    """The status and code a socket is refused with."""
    with pytest.raises(InvalidStatus) as refused, line(server, **headers):
        pass
    response = refused.value.response
    assert all(response.headers[name] == value for name, value in HEADERS.items())
    return response.status_code, Problem.model_validate_json(response.body or b"").code


def code_of(response: httpx.Response) -> tuple[int, str]:
    return response.status_code, Problem.model_validate_json(response.content).code


def assert_refused(capsys: Capture, *command: object) -> str:
    """The command says in one line what is wrong, and does nothing."""
    outcome = run(capsys, *command)
    assert (outcome.code, outcome.out) == (2, ""), (command, outcome)
    assert len(outcome.err.splitlines()) == 1, (command, outcome)
    return outcome.err


class Home:
    """A server that has been used: a game is over at one of its tables."""

    def __init__(self, server: ServerProcess, http: httpx.Client, database: str) -> None:
        self.server = server
        self.http = http
        self.database = database
        self.over = make(http, "bot", "bot")
        post(http, self.over, "start", {})
        asyncio.run(self._play())
        with watched(server.url, self.over.table):
            wait(lambda: http.get(f"/api/tables/{self.over.table}").json()["status"] == "over", 60)

    async def _play(self) -> None:
        """Somebody draws a card, and says something."""
        seats = [SeatAsked(kind="me"), SeatAsked(kind="me")]
        async with Client(self.server.url) as client, client.socket() as socket:
            self.begun = await client.create(CreateTable(name="Ana", seats=seats))
            token, _ = self.begun.tokens.values()
            await client.start(self.begun.table, token, "words-of-mine")
            table = await socket.open(self.begun.table, *self.begun.tokens.values())
            player = Player(table, await Placements.of(client), Random(1))
            await player.move()
            await table.say(table.you[0], "a secret between us")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Home]:
    folder = tmp_path_factory.mktemp("home")
    database = f"sqlite:///{folder / 'tables.sqlite'}"
    options = ("--log", "debug", "--origin", "https://example.org")
    with running_server(database, folder, *options, forked=True) as server, asking(server) as http:
        yield Home(server, http, database)


# -- starting ------------------------------------------------------------------------------------------------------


def kept_waiting(server: ServerProcess) -> float:
    """How long a process was ready to run while others had the processors, in seconds; 0 where nobody counts it."""
    assert server.process is not None
    counted = Path(f"/proc/{server.process.pid}/schedstat")
    return int(counted.read_text().split()[1]) / 1e9 if counted.exists() else 0.0


def test_it_answers_within_three_seconds(tmp_path: Path) -> None:
    server = ServerProcess(f"sqlite:///{tmp_path / 'new' / 'tables.sqlite'}", tmp_path)
    took: list[float] = []
    until = time.monotonic() + 120  # longer than other tests are in the way
    while min(took, default=9) >= 3 and (len(took) < 3 or time.monotonic() < until):
        took.append(server.start() - kept_waiting(server))
        assert server.stop() == 0
    assert min(took) < 3, took
    assert f"On this machine: {server.url}/\n" in server.log.read_text()
    assert "On your network" not in server.log.read_text()


def read_until(descriptor: int, what: bytes) -> bytes:
    seen = b""
    while what not in seen:
        try:
            got = os.read(descriptor, 65536)
        except OSError:  # a terminal whose other end was closed
            got = b""
        assert got, seen
        seen += got
    return seen


@pytest.mark.parametrize("terminal", [False, True])
def test_the_addresses_and_in_a_terminal_a_qr_code(tmp_path: Path, terminal: bool) -> None:
    port = free_port()
    ours, theirs = pty.openpty() if terminal else os.pipe()
    with (
        closing(os.fdopen(ours, "rb", buffering=0)) as reading,
        subprocess.Popen(
            [COMMAND, "serve", "--port", str(port), "--database", f"sqlite:///{tmp_path / 'tables.sqlite'}"],
            stdout=theirs,
            stderr=theirs,
            env={**os.environ, "TERM": "xterm-256color", "COLUMNS": "120", "PYTHONUTF8": "1"},
        ) as process,
    ):
        os.close(theirs)
        try:
            seen = read_until(reading.fileno(), b"ready").decode()
        finally:
            process.terminate()
    assert process.returncode == 0
    assert f"On this machine: http://127.0.0.1:{port}/" in seen
    network = [it.url for it in addresses("0.0.0.0", port) if it.reach == "network"]
    for url in network:
        assert f"On your network: {url}" in seen
    assert ("\x1b[48;5;231m" in seen) == (terminal and bool(network))
    assert ('"event": "ready"' in seen) == (not terminal)  # in a terminal logs are text


def test_the_usual_port_or_the_next() -> None:
    with listen("127.0.0.1", None) as first, listen("127.0.0.1", None) as second:
        ports = [it.getsockname()[1] for it in (first, second)]
        assert PORT <= ports[0] < ports[1]


def test_a_second_server_on_one_sqlite_file_is_refused(sqlite_url: str, tmp_path: Path) -> None:
    with running_server(sqlite_url, tmp_path, forked=True):
        command = [str(COMMAND), "serve", "--host", "127.0.0.1", "--port", "0", "--database", sqlite_url]
        second = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert second.returncode == 2
    assert "another server, or a restore, is using this SQLite file" in second.stderr
    assert not second.stdout


def test_nothing_is_restored_under_a_running_server(home: Home, tmp_path: Path, capsys: Capture) -> None:
    saved = tmp_path / "saved.jsonl"
    assert run(capsys, "backup", saved, "--database", home.database).code == 0
    complaint = assert_refused(capsys, "restore", saved, "--replace", "--database", home.database)
    assert "another server, or a restore, is using this SQLite file" in complaint
    assert home.http.get(f"/api/tables/{home.begun.table}").json()["status"] == "playing"


def test_what_it_cannot_start_with_is_said_in_a_line(tmp_path: Path, capsys: Capture) -> None:
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    other = tmp_path / "other.txt"
    other.write_text("not a database, but long enough to be taken for one by mistake\n" * 100)
    with listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        for options, words in (
            (["--database", database, "--host", "127.0.0.1", "--port", port], "cannot listen there"),
            (["--database", database, "--host", "203.0.113.1", "--port", 0], "cannot listen there"),
            (["--database", database, "--workers", 2], "need PostgreSQL"),
            (["--database", f"sqlite:///{tmp_path}"], "--database"),
            (["--database", f"sqlite:///{other}"], "not a database"),
            (["--database", "mysql://somewhere/x"], "expected sqlite or postgresql"),
            (["--database", "nonsense"], "expected sqlite:///FILE"),
            (["--database", f"postgresql://nobody:hidden@127.0.0.1:{free_port()}/x"], "--database"),
            (["--database", database, "--edition", tmp_path / "none.toml"], "none.toml"),
            (["--database", database, "--log", "loud"], "--log loud"),
            (["--database", database, "--host", "203.0.113.1"], "--host 203.0.113.1: cannot listen there"),
            (["--database", database, "--origin", "https://example.org/"], "--origin https://example.org/"),
            (["--database", database, "--origin", "example.org"], "--origin example.org"),
            (["--database", database, "--proxy", "127.0.0.1, nonsense"], "--proxy nonsense"),
            (["--database", database, "--proxy", "127.0.0.1,*"], "--proxy *"),
        ):
            complaint = assert_refused(capsys, "serve", *options)
            assert words in complaint
            assert "hidden" not in complaint


# -- stopping ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_stops_in_good_order_whatever_goes_on(tmp_path: Path, number: signal.Signals) -> None:
    server = ServerProcess(f"sqlite:///{tmp_path / 'tables.sqlite'}", tmp_path, "--bot-workers", "2")
    server.start()
    assert server.process is not None
    try:
        with asking(server) as http, socket.create_connection(("127.0.0.1", server.port)) as silent:
            silent.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n")  # and never the rest
            tables = [make(http, "me", "bot", "bot", bot="greedy") for _ in range(4)]
            for made in tables:
                post(http, made, "start", {})
                (seat,) = made.tokens
                leaving = {"Authorization": f"Bearer {made.tokens[seat]}"}
                http.post(f"/api/tables/{made.table}/seats/{seat}/leave", headers=leaving).raise_for_status()
            with line(server) as connection:
                for made in tables:
                    connection.send(json.dumps({"type": "open", "id": "a", "table": made.table}))
                server.process.send_signal(number)
                assert until_closed(connection)[-1] == {"type": "bye", "reason": "restart"}
                assert connection.close_code == 1012
            assert server.process.wait(STOP_S) == 0
    finally:
        server.stop()
    log = server.log.read_text()
    assert '"event": "stopped"' in log
    assert "Traceback" not in log, log
    assert '"failed"' not in log


def test_who_is_still_sending_hears_the_goodbye(tmp_path: Path) -> None:
    with running_server(f"sqlite:///{tmp_path / 'tables.sqlite'}", tmp_path, forked=True) as server:
        assert server.process is not None
        client = ClientProtocol(parse_uri(f"ws://127.0.0.1:{server.port}/api/socket"))
        with socket.create_connection(("127.0.0.1", server.port), STOP_S) as connection:
            client.send_request(client.connect())
            connection.sendall(b"".join(client.data_to_send()))
            while client.state is State.CONNECTING:
                client.receive_data(connection.recv(4096))
            client.events_received()
            server.process.terminate()
            while client.close_rcvd is None:
                client.receive_data(connection.recv(4096))
            bye, closing = client.events_received()
            assert isinstance(bye, Frame)
            assert isinstance(closing, Frame)
            assert json.loads(bytes(bye.data)) == {"type": "bye", "reason": "restart"}
            assert client.close_rcvd.code == 1012
            # It may be sending when it hears this. Were the server gone already, its system would drop what is unread.
            connection.sendall(Frame(Opcode.TEXT, b'{"type": "ping", "id": "a"}').serialize(mask=True))
            connection.sendall(b"".join(client.data_to_send()))
            assert connection.recv(4096) == b""
        assert server.process.wait(STOP_S) == 0
    assert "Traceback" not in server.log.read_text()


def test_who_does_not_answer_the_goodbye_holds_nothing_up(tmp_path: Path) -> None:
    with running_server(f"sqlite:///{tmp_path / 'tables.sqlite'}", tmp_path, forked=True) as server:
        assert server.process is not None
        client = ClientProtocol(parse_uri(f"ws://127.0.0.1:{server.port}/api/socket"))
        with socket.create_connection(("127.0.0.1", server.port), STOP_S) as connection:
            client.send_request(client.connect())
            connection.sendall(b"".join(client.data_to_send()))
            assert connection.recv(4096)
            server.process.terminate()
            while connection.recv(4096):
                pass
            assert server.process.wait(STOP_S) == 0
    assert "Traceback" not in server.log.read_text()


def test_who_hangs_up_in_the_same_moment_does_not_end_the_goodbye_of_others(tmp_path: Path) -> None:
    """uvicorn shuts one connection down after another: an error at the first would leave the others without a word."""

    async def story() -> None:
        with socket.create_server(("127.0.0.1", 0)) as listening:
            app = create_app(Settings(database=f"sqlite:///{tmp_path / 'tables.sqlite'}"))
            server = uvicorn.Server(config_of(app))
            serving = asyncio.create_task(server.serve([listening]))
            address = f"ws://127.0.0.1:{listening.getsockname()[1]}/api/socket"
            async with connect_async(address) as leaving, connect_async(address) as staying:
                mine = leaving.local_address
                gone = next(
                    it for it in server.server_state.connections if it.transport.get_extra_info("peername") == mine
                )
                gone.data_received(Frame(Opcode.CLOSE, b"").serialize(mask=True))
                for connection in (gone, *server.server_state.connections):
                    connection.shutdown()
                assert json.loads(await staying.recv()) == {"type": "bye", "reason": "restart"}
            server.should_exit = True
            await serving

    asyncio.run(story())


def test_two_processes_stop_in_good_order(postgres_url: str, tmp_path: Path) -> None:
    with running_server(postgres_url, tmp_path, "--workers", "2") as server:
        with line(server) as connection:
            assert server.process is not None
            server.process.terminate()
            assert json.loads(connection.recv(timeout=STOP_S)) == {"type": "bye", "reason": "restart"}
        assert server.process.wait(STOP_S) == 0
    assert "Traceback" not in server.log.read_text()


# -- being watched -------------------------------------------------------------------------------------------------


def test_health_and_metrics(home: Home) -> None:
    health = home.http.get("/healthz").json()
    assert health["status"] == "ok"
    assert health["move"]
    text = home.http.get("/metrics").text
    values = {name: float(value) for name, value in re.findall(r"^nouvelle_france_(\S+) (\S+)$", text, re.MULTILINE)}
    history = home.http.get(f"/api/tables/{home.over.table}/events?limit=500").json()
    moves = sum(event["kind"] == "moved" for event in history["events"])
    assert not history["more"]
    assert moves > 50
    assert values['moves_total{how="bot"}'] >= moves
    assert values['moves_total{how="person"}'] == 1
    assert values['entries_total{kind="said"}'] == 1
    assert values["commit_seconds_count"] > moves
    assert values['thought_seconds_count{how="bot"}'] >= moves
    assert values['messages_total{type="move"}'] == 1
    assert values["sockets"] == 0
    assert values["tables"] >= 2
    assert values['requests_total{route="/api/tables",status="201"}'] >= 2


def test_logs_are_lines_of_json_and_hold_no_secrets(home: Home) -> None:
    record = home.http.get(f"/api/tables/{home.over.table}/record").json()
    home.http.get(f"/api/tables/{home.begun.table}", headers={"Authorization": f"Bearer {home.begun.host}"})
    printed, *lines = home.server.log.read_text().splitlines()
    assert printed.startswith("On this machine: ")
    logged = [json.loads(line) for line in lines]
    for entry in logged:
        assert entry["level"] in ("debug", "info")
        assert entry["timestamp"].endswith("Z")
    events = [entry["event"] for entry in logged]
    assert events[:2] == ["files", "ready"]
    assert {"created", "started", "moved", "said", "over"} <= set(events)
    together = "\n".join(lines)
    for made in (home.over, home.begun):
        for secret in (made.host, made.invite, *made.tokens.values()):
            assert secret not in together
    assert "secret between us" not in together
    assert "words-of-mine" not in together
    assert record["setup"]["deck"]
    assert all(set(entry) <= {"event", "level", "timestamp", "table", "seq", "do", "how", "seat", "mode", "seats",
                              "database", "version", "kind", "limit", "was"} for entry in logged)  # fmt: skip


# -- security ------------------------------------------------------------------------------------------------------


def test_every_answer_has_security_headers(home: Home) -> None:
    http = home.http
    answers = {
        "healthz": http.get("/healthz"),
        "metrics": http.get("/metrics"),
        "description": http.get("/api/openapi.json"),
        "lobby": http.get("/api/tables"),
        "nothing": http.get("/no/such/page"),
        "slash": http.get("/api/tables/"),
        "method": http.request("PATCH", "/api/tables"),
        "options": http.options("/api/tables"),
        "table": http.get("/api/tables/AAAAAAAAAAAA"),
        "token": http.post(f"/api/tables/{home.over.table}/close"),
        "body": http.post("/api/tables", content=b"{", headers={"Content-Type": "application/json"}),
        "announced": http.post("/api/tables", content=b" " * (BODY_BYTES + 1)),
        "streamed": http.post("/api/tables", content=(b" " * 1000 for _ in range(70))),
    }
    statuses = {name: answer.status_code for name, answer in answers.items()}
    assert statuses == {
        "healthz": 200,
        "metrics": 200,
        "description": 200,
        "lobby": 200,
        "nothing": 404,
        "slash": 404,
        "method": 405,
        "options": 405,
        "table": 404,
        "token": 403,
        "body": 422,
        "announced": 413,
        "streamed": 413,
    }
    for name, answer in answers.items():
        assert answer.headers["Cache-Control"] == "no-store", name
    answers["page"] = http.get("/")  # which a browser may keep, and ask for again
    for name, answer in answers.items():
        for header, value in HEADERS.items():
            assert answer.headers[header] == value, (name, header)
        assert "server" not in answer.headers
        if answer.status_code >= 400:
            Problem.model_validate_json(answer.content)
    digest = home.over.snapshot.edition
    assert "immutable" in http.get(f"/api/editions/{digest}").headers["Cache-Control"]


def test_the_content_policy_is_strict() -> None:
    policy = dict(part.strip().split(" ", 1) for part in HEADERS["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["frame-ancestors"] == policy["base-uri"] == policy["form-action"] == "'none'"
    allowed = {word for sources in policy.values() for word in sources.split()}
    assert allowed == {"'none'", "'self'", "data:", "blob:"}
    assert policy["script-src"] == "'self'"


def test_only_our_own_pages_open_sockets(home: Home) -> None:
    server = home.server
    for origin in (f"http://127.0.0.1:{server.port}", f"https://127.0.0.1:{server.port}", "https://example.org"):
        with line(server, Origin=origin) as connection:
            connection.send('{"type":"ping","id":"a"}')
            assert json.loads(connection.recv(timeout=60)) == {"type": "pong", "re": "a"}
    with line(server) as connection:  # no browser
        connection.send('{"type":"ping","id":"a"}')
        assert json.loads(connection.recv(timeout=60))["type"] == "pong"
    for origin in (
        "https://evil.example",
        f"http://127.0.0.1:{server.port + 1}",
        "http://127.0.0.1",
        "https://example.org.evil.example",
        "http://example.org",
        "null",
        "",
        f"http://127.0.0.1:{server.port}@evil.example",
    ):
        assert refused_line(server, Origin=origin) == (403, Code.BAD_ORIGIN), origin


def test_when_to_ask_again_is_said_in_whole_seconds() -> None:
    assert retry_after(TableError(Code.TOO_MANY, "", retry_after=4.2)) == {"Retry-After": "5"}
    assert retry_after(TableError(Code.TOO_MANY, "", retry_after=0.01)) == {"Retry-After": "1"}
    assert retry_after(TableError(Code.UNAVAILABLE, "")) == {"Retry-After": "1"}
    assert retry_after(TableError(Code.CLOSED, "")) is None


def test_a_failure_of_its_own_is_told_as_one() -> None:
    async def ask() -> httpx.Response:
        never_started = httpx.ASGITransport(create_app(Settings()))
        async with httpx.AsyncClient(transport=never_started, base_url="http://127.0.0.1") as http:
            return await http.get("/api/tables")

    answer = asyncio.run(ask())
    assert code_of(answer) == (500, Code.FAILED)
    assert "Retry-After" not in answer.headers


def flood(server: ServerProcess, requests: int = 1500) -> httpx.Response:
    """Ask for more than is allowed, and give a refusal. All in one go: a slow machine asks too slowly one by one."""

    def ask() -> None:
        with suppress(OSError):  # it is not heard to the end
            connection.sendall(b"GET /api/info HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * requests)

    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as connection:
        asking = Thread(target=ask)
        asking.start()
        heard = b""
        while b"HTTP/1.1 429" not in heard.rpartition(b"HTTP/1.1 ")[0]:  # and all of it, up to the next
            got = connection.recv(1 << 16)
            assert got, "never refused"
            heard = heard[-(1 << 16) :] + got
        connection.shutdown(socket.SHUT_RDWR)
        asking.join()
    answer = heard.partition(b"HTTP/1.1 429")[2].partition(b"HTTP/1.1 ")[0]
    head, _, body = answer.partition(b"\r\n\r\n")
    headers = {name: value for name, _, value in (line.partition(b": ") for line in head.split(b"\r\n")[1:])}
    return httpx.Response(429, headers=headers, content=body)


def test_limits_for_one_address(tmp_path: Path) -> None:
    options = ("--sockets-per-address", "2", "--max-tables", "62")
    with (
        running_server(f"sqlite:///{tmp_path / 'tables.sqlite'}", tmp_path, *options, forked=True) as server,
        asking(server) as http,
    ):
        with line(server), line(server):
            assert refused_line(server) == (429, Code.TOO_MANY)
            # Without --proxy anyone could call from anywhere by saying so.
            assert refused_line(server, **{"X-Forwarded-For": "192.0.2.1"}) == (429, Code.TOO_MANY)
        wait(lambda: "nouvelle_france_sockets 0.0" in http.get("/metrics").text)
        with line(server), line(server):
            pass
        made = [http.post("/api/tables", json={"name": "Ana"}) for _ in range(70)]
        statuses = [answer.status_code for answer in made]
        assert statuses[:60] == [201] * 60
        assert statuses[-1] == 429
        assert code_of(made[-1]) == (429, Code.TOO_MANY)
        assert 1 <= int(made[-1].headers["Retry-After"]) <= 5  # a new table every five seconds
        assert http.get("/api/tables").status_code == 200  # other requests are not refused for it

        refused = flood(server)
        assert code_of(refused) == (429, Code.TOO_MANY)
        assert all(refused.headers[name] == value for name, value in HEADERS.items())
        time.sleep(0.3)
        assert http.get("/api/info").status_code == 200


def test_behind_a_proxy_and_with_no_more_tables_than_the_owner_wants(tmp_path: Path) -> None:
    options = ("--sockets-per-address", "1", "--proxy", "127.0.0.1", "--max-tables", "2")
    ana, ben = {"X-Forwarded-For": "192.0.2.1"}, {"X-Forwarded-For": "192.0.2.2"}
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    with running_server(database, tmp_path, *options, forked=True) as server, asking(server) as http:
        with line(server, **ana):
            assert refused_line(server, **ana) == (429, Code.TOO_MANY)
            with line(server, **ben):
                pass
        first, _ = make(http, "me", "open"), make(http, "me", "open")
        assert code_of(http.post("/api/tables", json={"name": "Ana"})) == (429, Code.TOO_MANY)
        post(http, first, "close")
        make(http, "me", "open")


# -- the storage goes away -----------------------------------------------------------------------------------------


def test_a_database_that_stops_and_comes_back(tmp_path: Path) -> None:
    postgres = PostgresServer(durable=True)
    try:
        postgres.start()
        with running_server(postgres.url(postgres.create()), tmp_path, forked=True) as server, asking(server) as http:
            asyncio.run(outage(server, http, postgres))
        assert "Traceback" not in server.log.read_text(), server.log.read_text()
    finally:
        postgres.remove()


async def outage(server: ServerProcess, http: httpx.Client, postgres: PostgresServer) -> None:
    made = make(http, "me", "me")
    post(http, made, "start", {})
    async with Client(server.url) as client, client.socket() as one:
        table = await one.open(made.table, *made.tokens.values())
        player = Player(table, await Placements.of(client), Random(3))
        for _ in range(10):
            await player.move()
        before = table.seq
        await asyncio.to_thread(postgres.stop)
        health = http.get("/healthz")
        assert code_of(health) == (503, Code.UNAVAILABLE)
        assert health.headers["Retry-After"]
        assert all(health.headers[name] == value for name, value in HEADERS.items())
        await table.until(lambda table: bool(player.asked))
        action = player.choose(player.asked[0])
        for _ in range(2):
            with pytest.raises(RefusedError) as refused:
                await table.play(action, id="in-the-outage")
            assert refused.value.code == Code.UNAVAILABLE
        assert code_of(http.post("/api/tables", json={"name": "Ana"})) == (503, Code.UNAVAILABLE)
        assert code_of(http.get("/api/tables")) == (503, Code.UNAVAILABLE)
        await one.ping()  # the socket is as it was
        assert table.seq == before
        await asyncio.to_thread(postgres.start)
        wait(lambda: http.get("/healthz").status_code == 200)
        done = await table.play(action, id="in-the-outage")
        assert await table.play(action, id="in-the-outage") == done
        await player.play_to_the_end()
        assert one.reconnects == 0
        history = [event for event in (await all_events(client, made.table)) if event.kind == "moved"]
        assert len(history) == len(player.acknowledged) + 1
        assert [event.seq for event in history] == sorted([*(seq for seq, _ in player.acknowledged), done])


async def all_events(client: Client, table: str) -> list[Any]:
    found: list[Any] = []
    more = True
    while more:
        page = await client.history(table, after=len(found))
        found += page.events
        more = page.more
    return found


# -- what is kept --------------------------------------------------------------------------------------------------


def test_backup_restore_export_and_fairness(home: Home, tmp_path: Path, capsys: Capture) -> None:
    saved, new = tmp_path / "saved.jsonl", f"sqlite:///{tmp_path / 'new.sqlite'}"
    outcome = run(capsys, "backup", saved, "--database", home.database)  # while the server runs
    assert outcome.code == 0, outcome
    assert "2 tables" in outcome.err
    outcome = run(capsys, "restore", saved, "--database", new)
    assert outcome.code == 0, outcome
    assert_refused(capsys, "restore", saved, "--database", new)  # there are tables now
    assert run(capsys, "restore", saved, "--database", new, "--replace").code == 0
    with running_server(new, tmp_path, forked=True) as server, asking(server) as http:
        for table in (home.over.table, home.begun.table):
            assert http.get(f"/api/tables/{table}").json() == home.http.get(f"/api/tables/{table}").json()

    records, proofs = tmp_path / "games.jsonl", tmp_path / "proofs.jsonl"
    assert run(capsys, "export", records, "--database", new).code == 0
    assert records.read_text() == home.http.get(f"/api/tables/{home.over.table}/record").text + "\n"
    assert run(capsys, "verify", records).code == 0
    assert run(capsys, "export", proofs, "--fairness", "--table", home.over.table, "--database", new).code == 0
    assert proofs.read_text() == home.http.get(f"/api/tables/{home.over.table}/fairness").text + "\n"
    outcome = run(capsys, "fairness", proofs, "--commitment", home.over.snapshot.commitment)
    assert (outcome.code, outcome.out) == (0, "1 game, dealt fairly\n")
    assert run(capsys, "fairness", proofs, "--commitment", "0" * 64).code == 1
    assert run(capsys, "fairness", proofs, "--words", "never said").code == 1
    proof = json.loads(proofs.read_text())
    proof["record"]["setup"]["deck"].reverse()
    (tmp_path / "stacked.json").write_text(json.dumps(proof))
    outcome = run(capsys, "fairness", tmp_path / "stacked.json")
    assert outcome.code == 1
    assert "1 not fair" in outcome.out
    proof["record"]["setup"]["deck"].pop()
    (tmp_path / "no-game.json").write_text(json.dumps(proof))
    outcome = run(capsys, "fairness", tmp_path / "no-game.json")
    assert (outcome.code, outcome.out.count("CMP-3")) == (1, 1)
    for table in (home.begun.table, "AAAAAAAAAAAA"):  # not over; not there
        assert_refused(capsys, "export", tmp_path / "none.jsonl", "--table", table, "--database", new)
        assert not (tmp_path / "none.jsonl").exists()
    with closing(sqlite3.connect(tmp_path / "new.sqlite")) as database, database:
        database.execute("UPDATE entries SET data = json_set(data, '$.rules_version', 999) WHERE kind = 'started'")
    complaint = assert_refused(capsys, "export", tmp_path / "x", "--table", home.over.table, "--database", new)
    assert "version 999 of the rules" in complaint
    outcome = run(capsys, "export", tmp_path / "x", "--database", new)
    assert (outcome.code, (tmp_path / "x").read_text()) == (0, "")
    assert "version 999 of the rules" in outcome.err


def test_files_that_are_something_else(home: Home, tmp_path: Path, capsys: Capture) -> None:
    saved = tmp_path / "saved.jsonl"
    assert run(capsys, "backup", saved, "--database", home.database).code == 0
    whole = saved.read_bytes()
    wrong = {
        "cut.jsonl": whole[: len(whole) // 2],
        "last-line-lost.jsonl": b"".join(whole.splitlines(keepends=True)[:-1]),
        "other.json": b'{"some": "other", "json": [1, 2, 3]}\n',
        "text.txt": b"once upon a time\n",
        "noise.bin": bytes(range(256)) * 8,
        "empty": b"",
    }
    for name, content in wrong.items():
        (tmp_path / name).write_bytes(content)
    database = tmp_path / "new.sqlite"
    for name in (*wrong, ".", "missing.jsonl"):
        complaint = assert_refused(capsys, "restore", tmp_path / name, "--database", f"sqlite:///{database}")
        assert f"{tmp_path / name}: " in complaint
        assert not list(tmp_path.glob("new.sqlite*[!k]")), "only the lock stays"
        assert_refused(capsys, "fairness", tmp_path / name)
    assert run(capsys, "restore", saved, "--database", f"sqlite:///{database}").code == 0  # nothing of it was kept
    proof = tmp_path / "proof.json"
    proof.write_text(home.http.get(f"/api/tables/{home.over.table}/fairness").text)
    assert run(capsys, "fairness", proof).code == 0
    assert "'tiny'" in assert_refused(capsys, "fairness", proof, "--edition", TINY)
    known = ("--database", home.database)
    assert_refused(capsys, "backup", tmp_path, *known)
    assert_refused(capsys, "backup", tmp_path / "no" / "folder" / "file", *known)
    assert_refused(capsys, "export", tmp_path, *known)
    assert_refused(capsys, "prune", *known)
    assert_refused(capsys, "prune", "--finished", -1, *known)
    for file in (tmp_path / "no" / "such" / "file.sqlite", tmp_path / "mistyped.sqlite"):
        missing = ("--database", f"sqlite:///{file}")
        assert_refused(capsys, "backup", tmp_path / "x", *missing)
        assert_refused(capsys, "export", tmp_path / "x", *missing)
        assert_refused(capsys, "prune", "--finished", 1, *missing)
        assert not file.exists()
    assert not (tmp_path / "x").exists()


def test_old_tables_go(tmp_path: Path, capsys: Capture) -> None:
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    server = ServerProcess(database, tmp_path, forked=True)
    server.start()
    with asking(server) as http:
        waiting, closed, playing = make(http, "me", "open"), make(http, "me", "open"), make(http, "me", "me")
        post(http, closed, "close")
        post(http, playing, "start", {})
    assert server.stop() == 0
    outcome = run(capsys, "prune", "--finished", 1, "--waiting", 1, "--playing", 1, "--database", database)
    assert (outcome.code, outcome.out) == (0, "0 tables finished, 0 tables waiting, 0 tables playing removed\n")
    with running_server(database, tmp_path, "--keep-finished", "0", forked=True) as again, asking(again) as http:
        wait(lambda: http.get(f"/api/tables/{closed.table}").status_code == 404)
        assert http.get(f"/api/tables/{waiting.table}").json()["status"] == "waiting"
        assert http.get(f"/api/tables/{playing.table}").json()["status"] == "playing"
    outcome = run(capsys, "prune", "--waiting", 0, "--playing", 0, "--database", database)
    assert (outcome.code, outcome.out) == (0, "0 tables finished, 1 table waiting, 1 table playing removed\n")
