"""What attackers hold in their hands: plain connections, and sockets without manners."""

from __future__ import annotations

import asyncio
import base64
import os
import socket
import struct
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

import httpx

MALLORY = f"127.{os.getpid() // 250 % 250 + 3}.{os.getpid() % 250 + 3}.3"
"""Where this attacker calls from: another address than the one before, whose limits are used up."""

TEXT, CONTINUED, PING, PONG = 1, 0, 9, 10


def connection(url: str, timeout: float = 2.0) -> socket.socket:
    """A connection to the server."""
    parts = urlsplit(url)
    made = socket.create_connection((parts.hostname or "", parts.port or 0), timeout, source_address=(MALLORY, 0))
    made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return made


def frame(data: bytes = b"", opcode: int = TEXT, final: bool = True) -> bytes:
    """A masked frame; a mask of zeros changes nothing."""
    head = bytes([opcode | (0x80 if final else 0)])
    if len(data) < 126:
        return head + bytes([0x80 | len(data)]) + bytes(4) + data
    return head + bytes([0x80 | 126]) + struct.pack("!H", len(data)) + bytes(4) + data


def opened_socket(url: str, headers: str = "") -> socket.socket:
    """A socket after its handshake, as bytes."""
    made = connection(url)
    key = base64.b64encode(os.urandom(16)).decode()
    made.sendall(
        f"GET /api/socket HTTP/1.1\r\nHost: {urlsplit(url).netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n{headers}\r\n".encode()
    )
    answer = b""
    while b"\r\n\r\n" not in answer:
        got = made.recv(1)
        if not got:
            made.close()
            raise ConnectionResetError("no handshake")
        answer += got
    if b" 101 " not in answer.partition(b"\r\n")[0]:
        made.close()
        raise ConnectionResetError(answer.partition(b"\r\n")[0].decode())
    return made


def until(seconds: float) -> Iterator[None]:
    """Again and again, for so long."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        yield


def pour(made: socket.socket, data: bytes, seconds: float, *, reads: bool = True, per_second: float = 2e6) -> bool:
    """Send the same again and again, at most so many bytes a second; whether the server still takes it in the end."""
    began, sent = time.monotonic(), 0
    try:
        for _ in until(seconds):
            made.sendall(data)
            sent += len(data)
            if reads:
                made.setblocking(False)
                with suppress(BlockingIOError):
                    while made.recv(1 << 16):
                        pass
                made.settimeout(2.0)
            ahead = sent / per_second - (time.monotonic() - began)
            if ahead > 0:
                time.sleep(min(ahead, 0.2))
    except OSError:
        return False
    return True


def client(url: str) -> httpx.Client:
    """For what is asked politely."""
    transport = httpx.HTTPTransport(local_address=MALLORY)
    return httpx.Client(base_url=url, timeout=60, transport=transport)


class FromMallory(asyncio.SelectorEventLoop):
    """An event loop whose connections come from the attacker's address, for clients that do not let one choose it."""

    async def create_connection(self, *args: Any, **options: Any) -> Any:
        """A connection from there."""
        return await super().create_connection(*args, **{**options, "local_addr": (MALLORY, 0)})
