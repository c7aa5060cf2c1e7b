"""HTTP and sockets as uvicorn speaks them, within bounds: what one connection sends must never be felt by others.

Uvicorn's parsers take whatever comes: megabytes of headers, half a request for ever, a million empty frames. What is
added here is counting, and hanging up. (Its other HTTP parser has a bound for headers, but takes three times as long.)
"""

from __future__ import annotations

import asyncio
from typing import Any, cast

import orjson
from uvicorn._types import ASGIReceiveEvent
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from nouvelle_france.protocol.socket import Bye
from nouvelle_france.server.doors import DOORS, Doors
from nouvelle_france.server.limits import Limiter
from nouvelle_france.server.security import BODY_BYTES
from nouvelle_france.server.sockets import AT_ONCE

URL_BYTES = 8_192
"""What a URL may be at most; ours stay below 200."""

HEAD_BYTES = 32_768
HEADERS = 100
"""What the headers of a request may be at most, and how many. Browsers send 20 of them, and cookies of strangers."""

REQUEST_BYTES = HEAD_BYTES + 4 * BODY_BYTES
"""After so many bytes of one request nobody listens any more: its body was refused long ago."""

REQUEST_S = 20.0
"""How long a request may take to arrive, its body included, and a new connection to send one."""

PIPELINED = 16
"""How many requests of a client are looked at before the first is answered. Browsers send one …"""

HELD_BYTES = 1 << 20
"""… and how many bytes may wait behind them."""

SLICE = 2_048
"""How much of what a client sends is looked at before its frames are counted, or its requests: some have six bytes."""

COUNTED = 8
"""So many frames are counted at once: people send one now and then, and counting costs as much as some of them."""

FAREWELL_S = 3
"""How long connections may take to end when the server does."""


class TooMuchError(Exception):
    """A request that is larger than any we take; the parser passes it on as an error of its own."""


class Line:
    """A transport that keeps to itself what is written after its end, as asyncio's do; uvloop's raise an error.

    Of requests that came in one go, uvicorn tells only the last that their line is gone; the others still answer.
    """

    __slots__ = ("_transport",)

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport

    def write(self, data: bytes) -> None:
        """Write, if there is somebody to read it."""
        if not self._transport.is_closing():
            self._transport.write(data)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)


class HttpProtocol(HttpToolsProtocol):
    """A connection that speaks HTTP, until it becomes a socket."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as its parent has it
        """Somebody connects: let in, if there is room, and a request is waited for."""
        super().connection_made(cast("asyncio.Transport", Line(transport)))
        self._doors: Doors = self.app_state[DOORS]
        self._host = self.client[0] if self.client else ""
        self._status = 400
        self._head_bytes = self._request_bytes = 0
        self._in_head = True
        self._held = b""
        self._timer: asyncio.TimerHandle | None = None
        full = len(self.connections) > self._doors.most
        self._inside = not full and self._doors.enter(self._host)
        if self._inside:
            self._arm()
        else:
            self._refuse(503 if full else 429, "too many connections")

    def connection_lost(self, exc: Exception | None) -> None:
        """It has ended."""
        self._disarm()
        if self._inside:
            self._inside = False
            self._doors.leave(self._host)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what came, a piece at a time: of requests in one go, most wait until the first are answered."""
        data = self._held + data
        self._held = b""
        for start in range(0, len(data), SLICE):
            if not self._inside or self.transport.is_closing():
                return
            if len(self.pipeline) >= PIPELINED:
                self._held = data[start:]
                self.flow.pause_reading()
                if len(self._held) > HELD_BYTES:
                    self.transport.abort()
                return
            self._take(data[start : start + SLICE])

    def on_response_complete(self) -> None:
        """A request is answered: the next one's turn, and that of what waits behind it."""
        super().on_response_complete()
        if self._held and not self.transport.is_closing():
            self.data_received(b"")

    def _take(self, data: bytes) -> None:
        self._request_bytes += len(data)
        super().data_received(data)
        if self._in_head and self._request_bytes > HEAD_BYTES + URL_BYTES and not self.transport.is_closing():
            self._refuse(431, "too large a head")  # one endless line, of which the parser says nothing yet
        elif self._request_bytes > REQUEST_BYTES:
            self.transport.abort()

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self._head_bytes = 0
        self._in_head = True
        self._arm()

    def on_url(self, url: bytes) -> None:
        """A piece of the URL."""
        if len(self.url) + len(url) > URL_BYTES:
            self._status = 414
            raise TooMuchError
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header, or one of those that may come after a body."""
        self._head_bytes += len(name) + len(value)
        if self._head_bytes > HEAD_BYTES or len(self.headers) >= HEADERS:
            self._status = 431
            raise TooMuchError
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Its head is complete."""
        self._in_head = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """All of it is there."""
        self._disarm()
        self._request_bytes = 0
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """It becomes a socket, which leaves by our doors in the end."""
        self._disarm()
        self._inside = False
        super().handle_websocket_upgrade()

    def send_400_response(self, msg: str) -> None:
        """What the parser does not take is refused; if it was one of us who stopped it, with the right number."""
        self._refuse(self._status, msg)

    def _refuse(self, status: int, reason: str) -> None:
        retry = b"retry-after: 5\r\n" if status in (429, 503) else b""
        head = b"content-type: text/plain; charset=utf-8\r\nconnection: close\r\n" + retry
        body = reason.encode()
        self.transport.write(b"%s%scontent-length: %d\r\n\r\n%s" % (STATUS_LINE[status], head, len(body), body))
        self.transport.close()

    def _arm(self) -> None:
        if self._timer is None:
            self._timer = self.loop.call_later(REQUEST_S, self._too_late)

    def _disarm(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _too_late(self) -> None:
        self._timer = None
        if self.transport.is_closing():
            return
        if self._in_head and (self.cycle is None or self.cycle.response_complete):
            self._refuse(408, "the request takes too long")
        else:
            self.transport.close()


class SocketProtocol(WebSocketsSansIOProtocol):
    """A socket as uvicorn speaks it, within bounds and with good manners in the end."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """An HTTP connection has become a socket."""
        super().connection_made(transport)
        doors: Doors = self.app_state[DOORS]
        self._doors = doors
        self._frames = Limiter(doors.frames_per_socket)
        self._uncounted = 0

    def connection_lost(self, exc: Exception | None) -> None:
        """It has ended."""
        self._doors.leave(self.client[0] if self.client else "")
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what came, in pieces small enough that nobody waits for long: a piece of six bytes may be a frame."""
        if len(data) <= SLICE:
            super().data_received(data)
            return
        for start in range(0, len(data), SLICE):
            if self.close_sent or self.transport.is_closing():
                return
            super().data_received(data[start : start + SLICE])

    def handle_events(self) -> None:
        """Frames have come; whoever sends more of them than any message needs is let go."""
        self._uncounted += len(self.conn.events)
        if self._uncounted >= COUNTED and self.handshake_initiated and not self.close_sent:
            frames, self._uncounted = self._uncounted, 0
            client = self.scope["client"]  # as a proxy named it
            if self._frames.take("", frames) or self._doors.frames.take(client[0] if client else "", frames):
                self.conn.events_received()
                self._let_go()
                return
        super().handle_events()

    def _let_go(self) -> None:
        self.queue.put_nowait({"type": "websocket.disconnect", "code": 1008})
        self.conn.fail(1008, "too many frames")
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.transport.close()

    def pause_writing(self) -> None:
        """The client does not read: what it says is not heard before it does, or the answers would pile up."""
        super().pause_writing()
        if not self.read_paused and not self.transport.is_closing():
            self.read_paused = True
            self.transport.pause_reading()

    def resume_writing(self) -> None:
        """It reads again, and is heard again."""
        super().resume_writing()
        self._read_on()

    async def receive(self) -> ASGIReceiveEvent:
        """The next message; while one waits, or answers do, no more is read."""
        message = await self.queue.get()
        self._read_on()
        return message

    def _read_on(self) -> None:
        if self.read_paused and self.queue.empty() and self.writable.is_set() and not self.transport.is_closing():
            self.read_paused = False
            self.transport.resume_reading()

    def handle_connect(self, event: Request) -> None:
        """Somebody connects: what serves the socket finds its way here (see :meth:`send_at_once`)."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["extensions"][AT_ONCE] = {"send": self.send_at_once}  # before the application's first step

    def send_at_once(self, message: bytes) -> bool:
        """Send a text now, or say that it must wait its turn since the client is slow to read.

        Five messages of every move go out, and the way through ASGI, a queue and a task costs each of them more than
        all the rest. A server's frames are not masked, so this is all there is to one that is whole (RFC 6455, 5.2).
        """
        if not self.writable.is_set() or not self.handshake_complete or self.close_sent or self.transport.is_closing():
            return False
        size = len(message)
        if size < 126:
            head = bytes((0x81, size))
        elif size < 1 << 16:
            head = b"\x81\x7e" + size.to_bytes(2, "big")
        else:
            head = b"\x81\x7f" + size.to_bytes(8, "big")
        self.transport.write(head + message)
        return True

    def shutdown(self) -> None:
        """The server ends: say so before the socket is closed."""
        if self.handshake_complete and not self.close_sent:
            self.conn.send_text(orjson.dumps(Bye(type="bye", reason="restart").model_dump()))
        super().shutdown()

    def keepalive_timeout(self) -> None:
        """The client answers no more: do not wait until it has taken what was sent to it."""
        super().keepalive_timeout()
        self.transport.abort()

    async def run_asgi(self) -> None:
        """Serve; a client that does not take the last of what was sent to it is not waited for for ever."""
        await super().run_asgi()
        if self.transport.get_write_buffer_size():
            self.loop.call_later(FAREWELL_S, self.transport.abort)

    def send_receive_event_to_app(self) -> None:
        """A message is whole. If it is no UTF-8 the socket ends, and no page of the log is written about it."""
        if self.curr_msg_data_type == "text" and not self.close_sent:
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.conn.send_close(1007)
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()
