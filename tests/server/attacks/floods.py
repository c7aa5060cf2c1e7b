"""One connection, or a handful, that sends what no honest client would."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Callable
from contextlib import suppress

from tests.server.attacks.wires import (
    CONTINUED,
    PING,
    PONG,
    TEXT,
    client,
    connection,
    frame,
    opened_socket,
    pour,
    until,
)


def _again(url: str, seconds: float, send: Callable[[socket.socket], None]) -> None:
    """Connection after connection, each until it has sent all or is hung up on."""
    for _ in until(seconds):
        made = connection(url, timeout=10)
        with made, suppress(OSError):
            send(made)
        time.sleep(0.05)


def header_lines(url: str, seconds: float) -> None:
    """Tens of megabytes of header lines, in one request."""

    def send(made: socket.socket) -> None:
        made.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n")
        for _ in range(480):
            made.sendall(b"a: b\r\n" * 16_667)  # 48 MB in all
        time.sleep(min(seconds, 5))

    _again(url, seconds, send)


def one_endless_header(url: str, seconds: float) -> None:
    """A header without an end."""

    def send(made: socket.socket) -> None:
        made.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nCookie: ")
        for _ in range(640):
            made.sendall(b"c" * 100_000)
        time.sleep(min(seconds, 5))

    _again(url, seconds, send)


def giant_url(url: str, seconds: float) -> None:
    """A URL of a hundred megabytes."""

    def send(made: socket.socket) -> None:
        made.sendall(b"GET /")
        for _ in range(1_000):
            made.sendall(b"u" * 100_000)
        made.sendall(b" HTTP/1.1\r\nHost: x\r\n\r\n")
        made.recv(1)

    _again(url, seconds, send)


def endless_body(url: str, seconds: float) -> None:
    """A body that is refused, and comes all the same."""

    def send(made: socket.socket) -> None:
        made.sendall(b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999\r\n\r\n")
        pour(made, b"x" * 100_000, seconds, per_second=5e7)

    _again(url, seconds, send)


def trailers(url: str, seconds: float) -> None:
    """Headers after a body, where nobody looks for them."""

    def send(made: socket.socket) -> None:
        made.sendall(b"POST /api/tables HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n")
        pour(made, b"a: b\r\n" * 16_667, seconds, per_second=1e7)

    _again(url, seconds, send)


def pipelined(url: str, seconds: float) -> None:
    """Thousands of requests in one go, on one connection."""

    def send(made: socket.socket) -> None:
        pour(made, b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n" * 8_000, seconds, per_second=2e6)

    _again(url, seconds, send)


def _frames(
    url: str, seconds: float, data: bytes, first: bytes = b"", reads: bool = True, per_second: float = 2e6
) -> None:
    for _ in until(seconds):
        with suppress(OSError), opened_socket(url) as made:
            if first:
                made.sendall(first)
            pour(made, data, seconds, reads=reads, per_second=per_second)
        time.sleep(0.02)


def pings(url: str, seconds: float) -> None:
    """Two megabytes of pings a second, and the answers are read."""
    _frames(url, seconds, frame(b"", PING) * 10_000)


def unread_pings(url: str, seconds: float) -> None:
    """The same, and nobody reads the answers."""
    _frames(url, seconds, frame(b"p" * 125, PING) * 500, reads=False, per_second=2e7)


def pongs(url: str, seconds: float) -> None:
    """Pongs nobody asked for."""
    _frames(url, seconds, frame(b"", PONG) * 10_000)


def empty_continuations(url: str, seconds: float) -> None:
    """A message in endlessly many pieces of nothing."""
    _frames(url, seconds, frame(b"", CONTINUED, final=False) * 10_000, first=frame(b"{", TEXT, final=False))


def messages(url: str, seconds: float) -> None:
    """As many messages as fit, all refused."""
    _frames(url, seconds, frame(b'{"type":"ping","id":"a"}') * 1_000)


def deaf_readers(url: str, seconds: float) -> None:
    """A hundred sockets that ask for a large table again and again, and read nothing."""
    with client(url) as http:
        made = http.post("/api/tables", json={"name": "Mallory", "seats": [{"kind": "me"}, {"kind": "me"}]}).json()
        http.post(
            f"/api/tables/{made['table']}/start", json={}, headers={"Authorization": f"Bearer {made['host']}"}
        ).raise_for_status()
    opening = {"type": "open", "id": "a", "table": made["table"], "tokens": list(made["tokens"].values())}
    asking = frame(json.dumps(opening).encode())
    lines: list[socket.socket] = []
    for _ in until(seconds):
        if len(lines) < 100:
            with suppress(OSError):
                lines.append(opened_socket(url))
        for line in list(lines):
            line.setblocking(False)
            try:
                line.send(asking * 5)
            except BlockingIOError:
                pass
            except OSError:
                lines.remove(line)
        time.sleep(0.02)
    for line in lines:
        line.close()


def presence(url: str, seconds: float) -> None:
    """Two dozen sockets come to a table and go again, without a pause: each time all of them are told."""
    with client(url) as http:
        made = http.post("/api/tables", json={"name": "Mallory"}).json()
    opening = frame(json.dumps({"type": "open", "id": "a", "table": made["table"], "tokens": []}).encode())
    closing = frame(json.dumps({"type": "close", "id": "b", "table": made["table"]}).encode())
    lines = []
    with suppress(OSError):
        lines = [opened_socket(url) for _ in range(150)]
    for _ in until(seconds):
        for line in list(lines):
            line.setblocking(False)
            try:
                line.send((opening + closing) * 5)
                while line.recv(1 << 16):
                    pass
            except BlockingIOError:
                pass
            except OSError:
                lines.remove(line)
        time.sleep(0.05)
    for line in lines:
        line.close()


def half_requests(url: str, seconds: float) -> None:
    """As many connections as it takes, each with half a request that is never whole."""
    held: list[socket.socket] = []
    halves = (b"", b"GET / HTTP/1.1\r\nHost:", b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{")
    for _ in until(seconds):
        if len(held) < 1_500:
            with suppress(OSError):
                for half in halves:
                    made = connection(url)
                    held.append(made)
                    made.sendall(half)
                continue
        time.sleep(0.1)
    for made in held:
        made.close()
