"""What one connection may send, and for how long: each bound by itself, and that it is told in the right words."""

from __future__ import annotations

import json
import resource
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import httpx
import pytest

from nouvelle_france.server import transport
from nouvelle_france.server.limits import Rate
from nouvelle_france.server.settings import Settings
from tests.server.attacks.wires import CONTINUED, PING, PONG, TEXT, connection, frame, opened_socket
from tests.server.running import running_server, serving_here

HEAD = b"GET /api/info HTTP/1.1\r\nHost: x\r\n"


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    database = f"sqlite:///{tmp_path_factory.mktemp('bounds') / 'tables.sqlite3'}"
    with serving_here(Settings(database=database, frames_per_address=Rate(1e6, 10**6))) as url:
        yield url


def answer_to(url: str, request: bytes) -> int:
    """The status of the answer to what is sent; 0 where the server only hangs up."""
    with closing(connection(url, timeout=20)) as made:
        with suppress(ConnectionError):
            made.sendall(request)
        try:
            answer = made.recv(4096)
        except ConnectionError:
            return 0
    return int(answer.split()[1]) if answer else 0


def hangs_up(made: socket.socket) -> bool:
    """Whether the server hangs up; what it still says is read."""
    made.settimeout(20)
    try:
        while made.recv(1 << 16):
            pass
    except TimeoutError:
        return False
    except ConnectionError:
        pass
    return True


def test_heads_and_urls_have_an_end(url: str) -> None:
    assert answer_to(url, HEAD + b"\r\n") == 200
    assert answer_to(url, HEAD + b"a: b\r\n" * 90 + b"\r\n") == 200
    assert answer_to(url, HEAD + b"a: b\r\n" * 110 + b"\r\n") == 431
    assert answer_to(url, HEAD + b"a: " + b"b" * 20_000 + b"\r\n\r\n") == 200
    assert answer_to(url, HEAD + b"a: " + b"b" * 40_000 + b"\r\n\r\n") == 431
    assert answer_to(url, HEAD + b"a: " + b"b" * 60_000) == 431, "before its end"
    assert answer_to(url, b"GET /" + b"u" * 7_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n") == 404
    assert answer_to(url, b"GET /" + b"u" * 9_000) == 414


def test_what_comes_after_a_body_has_an_end(url: str) -> None:
    chunked = b"POST /api/tables HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
    with closing(connection(url)) as made:
        with suppress(OSError):
            made.sendall(chunked + b"2\r\n{}\r\n0\r\n" + b"a: b\r\n" * 200)
        assert b" 431 " in made.recv(4096) + made.recv(4096)
    endless = chunked.replace(b"Transfer-Encoding: chunked", b"Content-Length: 99999999")
    with closing(connection(url)) as made:
        with suppress(OSError):
            for _ in range(100):
                made.sendall(endless + b"x" * 10_000)
        assert hangs_up(made)


def test_of_requests_in_one_go_only_a_few_are_looked_at_before_the_first_is_answered(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each would take its place in memory; and all are answered in the end."""
    most = 0
    looked_at = transport.HttpProtocol.on_headers_complete

    def counted(self: transport.HttpProtocol) -> None:
        nonlocal most
        looked_at(self)
        most = max(most, len(self.pipeline))

    monkeypatch.setattr(transport.HttpProtocol, "on_headers_complete", counted)
    with serving_here(Settings(database=sqlite_url)) as url, closing(connection(url)) as made:
        made.settimeout(60)
        made.sendall((HEAD + b"\r\n") * 300)
        heard = b""
        while heard.count(b"HTTP/1.1 200") < 300:
            got = made.recv(1 << 16)
            assert got, "it hung up"
            heard += got
    assert most <= transport.PIPELINED + transport.SLICE / len(HEAD)


@pytest.mark.parametrize(("opcode", "final"), [(PING, True), (PONG, True), (CONTINUED, False)])
def test_a_flood_of_frames_ends_the_socket(url: str, opcode: int, final: bool) -> None:
    with closing(opened_socket(url)) as made:
        if opcode == CONTINUED:
            made.sendall(frame(b"{", TEXT, final=False))
        with suppress(OSError):
            made.sendall(frame(b"", opcode, final) * 5_000)
        made.settimeout(20)
        heard = b""
        with suppress(ConnectionError):
            while got := made.recv(1 << 16):
                heard += got
        assert struct.pack("!H", 1008) in heard


def test_frames_of_all_sockets_of_an_address_count_together(sqlite_url: str) -> None:
    with serving_here(Settings(database=sqlite_url, frames_per_address=Rate(1e-4, 30))) as url:
        for _ in range(2):
            with closing(opened_socket(url)) as made:
                made.sendall(frame(b"", PING) * 14)
                assert made.recv(2) == b"\x8a\x00"
        with closing(opened_socket(url)) as made:
            made.sendall(frame(b"", PING) * 14)
            assert hangs_up(made)


def test_who_does_not_read_is_not_heard(sqlite_url: str) -> None:
    """Answers do not pile up: the server stops reading, and the client cannot send any more."""
    with serving_here(Settings(database=sqlite_url).without_limits()) as url, closing(opened_socket(url)) as made:
        made.settimeout(1.0)
        pings = frame(b"p" * 125, PING) * 500
        sent = 0
        with suppress(TimeoutError):
            while sent < 64 << 20:
                sent += made.send(pings)
        assert sent < 32 << 20, "all of it lies somewhere"
        made.settimeout(20)
        assert made.recv(2) == b"\x8a\x7d", "who reads again is heard again"


# -- time ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "half", [b"", b"GET / HTTP/1.1\r\nHost:", b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{"]
)
def test_half_a_request_is_not_waited_for_for_ever(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch, half: bytes, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(transport, "REQUEST_S", 0.3)
    with serving_here(Settings(database=sqlite_url)) as url, closing(connection(url)) as made:
        made.sendall(half)
        time.sleep(0.1)
        if half.startswith(b"GET"):
            made.sendall(b" x\r\n")  # one byte more changes nothing
        began = time.monotonic()
        assert hangs_up(made)
        assert time.monotonic() - began < 10
        with closing(connection(url)) as whole:
            whole.sendall(HEAD + b"\r\n")
            assert b" 200 " in whole.recv(4096)
            time.sleep(0.6)  # between requests there is more time
            whole.sendall(HEAD + b"\r\n")
            assert whole.recv(1)
    assert "Traceback" not in capfd.readouterr().err


# -- how many ------------------------------------------------------------------------------------------------------


def test_connections_count_by_address(sqlite_url: str) -> None:
    with serving_here(Settings(database=sqlite_url, connections_per_address=3)) as url:
        held = [connection(url) for _ in range(2)] + [opened_socket(url)]
        try:
            with closing(connection(url)) as fourth:
                answer = fourth.recv(4096)
                assert b" 429 " in answer
                assert b"retry-after: " in answer
            assert httpx.get(f"{url}/api/info", trust_env=False).status_code == 200, "another address has its own"
        finally:
            for made in held:
                made.close()
        until = time.monotonic() + 20
        while answer_to(url, HEAD + b"\r\n") != 200:
            assert time.monotonic() < until
            time.sleep(0.05)


def test_behind_a_proxy_the_callers_count(sqlite_url: str) -> None:
    """What the proxy asks for at once counts for whom it asks; its own connections do not."""

    def half_of(url: str, caller: str) -> socket.socket:
        made = connection(url)
        head = f"POST /api/tables HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: {caller}\r\nContent-Length: 9\r\n\r\n"
        made.sendall(head.encode())
        return made

    chosen = Settings(database=sqlite_url, proxies="127.0.0.0/8", connections_per_address=2)
    with serving_here(chosen) as url:
        held = (
            [half_of(url, "192.0.2.1") for _ in range(2)]
            + [half_of(url, "192.0.2.2")]
            + [connection(url) for _ in range(5)]
        )
        try:
            time.sleep(0.3)
            for caller, status in (("192.0.2.1", 429), ("192.0.2.2", 200), ("192.0.2.3", 200)):
                headers = {"X-Forwarded-For": caller}
                assert httpx.get(f"{url}/api/info", headers=headers, trust_env=False).status_code == status, caller
        finally:
            for made in held:
                made.close()


@pytest.mark.parametrize(("proxies", "counted"), [("*", "192.0.2.9"), ("127.0.0.1", "192.0.2.9")])
def test_a_caller_cannot_choose_an_address(sqlite_url: str, proxies: str, counted: str) -> None:
    """Whatever was said before it, the last word is the proxy's own."""
    with serving_here(Settings(database=sqlite_url, proxies=proxies, requests_per_address=Rate(1e-4, 2))) as url:

        def ask(said: str) -> int:
            return httpx.get(f"{url}/api/info", headers={"X-Forwarded-For": said}, trust_env=False).status_code

        assert [ask(f"198.51.100.{number}, {counted}") for number in range(4)] == [200, 200, 429, 429]
        assert ask("198.51.100.1") == 200


RAISES = """
import resource
from nouvelle_france.server.doors import file_limit, raise_file_limit
resource.setrlimit(resource.RLIMIT_NOFILE, (100, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
print(*raise_file_limit(), file_limit())
"""


def test_the_file_limit_is_raised_and_that_is_logged(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", RAISES], capture_output=True, text=True, check=True)
    before, after, now = map(int, done.stdout.split())
    assert before == 100
    assert after == now > 1_000
    with running_server(f"sqlite:///{tmp_path / 'tables.sqlite3'}", tmp_path) as server:
        pass
    events = [json.loads(line) for line in server.log.read_text().splitlines() if line.startswith("{")]
    told = next(it for it in events if it["event"] == "files")
    assert told["limit"] >= resource.getrlimit(resource.RLIMIT_NOFILE)[0]


def test_a_server_has_room_for_itself_when_it_is_full(sqlite_url: str) -> None:
    """More connections than there are files would leave none for bots, and for the database."""
    settings = Settings(database=sqlite_url, max_sockets=5_000).without_limits()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (300, hard))
    try:
        with serving_here(settings) as url:
            held = [connection(url) for _ in range(44)]
            with closing(connection(url)) as one_more:
                assert b" 503 " in one_more.recv(4096)
            for made in held:
                made.close()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_whoever_leaves_before_the_answers_is_no_fault(tmp_path: Path) -> None:
    """Of requests in one go, some are answered after their line is gone."""
    with running_server(f"sqlite:///{tmp_path / 'tables.sqlite3'}", tmp_path, "--no-limits", forked=True) as server:
        for pause in range(120):
            made = connection(server.url)
            made.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # it ends at once
            made.sendall((HEAD + b"\r\n") * 16)
            time.sleep(pause / 12_000)
            made.close()
        assert httpx.get(f"{server.url}/api/info", trust_env=False).is_success
        assert "Traceback" not in server.log.read_text()
