"""uvicorn's HTTP and sockets, with limits: what one connection sends must never affect others.

Uvicorn's parsers accept anything: megabytes of headers, half a request for ever, a million empty frames. This adds
counting, and disconnecting. (Its other HTTP parser limits headers, but takes three times as long.)
"""

from __future__ import annotations

import asyncio
from typing import Any, cast

import orjson
from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from nouvelle_france.protocol.socket import Bye
from nouvelle_france.server.doors import DOORS, Doors
from nouvelle_france.server.limits import Limiter
from nouvelle_france.server.security import BODY_BYTES
from nouvelle_france.server.sockets import AT_ONCE

URL_BYTES = 8_192
"""The maximum length of a URL; ours stay below 200."""

HEAD_BYTES = 32_768
HEADERS = 100
"""The maximum size and number of a request's headers. Browsers send 20 of them, and unrelated cookies."""

REQUEST_BYTES = HEAD_BYTES + 4 * BODY_BYTES
"""After this many bytes of one request we disconnect: its body was refused long ago."""

REQUEST_S = 20.0
"""How long a request may take to arrive, including its body, and a new connection to send one."""

PIPELINED = 16
"""How many requests of a client are parsed before the first is answered. Browsers send one …"""

HELD_BYTES = 1 << 20
"""… and how many bytes may wait behind them."""

SLICE = 2_048
"""How many bytes are processed before frames, or requests, are counted: some have six bytes."""

COUNTED = 8
"""This many frames are counted together: people send one now and then, and counting costs as much as a frame."""

FAREWELL_S = 3
"""How long connections may take to close when the server stops …"""

ANSWER_S = 2.0
"""… and how long clients have to answer its goodbye, before it disconnects."""


class TooMuchError(Exception):
    """A request larger than any we accept; the parser raises it as an error of its own."""


class Line:
    """A transport that ignores writes after its end, as asyncio's do; uvloop's raise an error.

    Of requests that came together, uvicorn tells only the last that the connection is gone; the others still answer.
    """

    __slots__ = ("_transport",)

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport

    def write(self, data: bytes) -> None:
        """Write, if the connection is open."""
        if not self._transport.is_closing():
            self._transport.write(data)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)


class HttpProtocol(HttpToolsProtocol):
    """An HTTP connection, until it becomes a socket."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as its parent has it
        """Accept a connection, if there is room, and wait for a request."""
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
        """Process data in pieces: of many requests sent together, most wait until the first are answered."""
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
        """A request is answered: continue with the next one, and with the data behind it."""
        super().on_response_complete()
        if self._held and not self.transport.is_closing():
            self.data_received(b"")

    def _take(self, data: bytes) -> None:
        self._request_bytes += len(data)
        super().data_received(data)
        if self._in_head and self._request_bytes > HEAD_BYTES + URL_BYTES and not self.transport.is_closing():
            self._refuse(431, "too large a head")  # one endless line, which the parser has not reported yet
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
        """A header, or a trailer after a body."""
        self._head_bytes += len(name) + len(value)
        if self._head_bytes > HEAD_BYTES or len(self.headers) >= HEADERS:
            self._status = 431
            raise TooMuchError
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """The headers are complete."""
        self._in_head = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The request is complete."""
        self._disarm()
        self._request_bytes = 0
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """It becomes a socket, which will leave by our doors."""
        self._disarm()
        self._inside = False
        super().handle_websocket_upgrade()

    def send_400_response(self, msg: str) -> None:
        """Refuse what the parser rejects; if we stopped it ourselves, with the right status."""
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
    """uvicorn's socket, with limits and a clean close."""

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
        """Process data in pieces small enough that nobody waits for long: six bytes may be a frame."""
        if len(data) <= SLICE:
            super().data_received(data)
            return
        for start in range(0, len(data), SLICE):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + SLICE])

    def handle_events(self) -> None:
        """Count frames, and disconnect a client that sends more than any message needs."""
        self._uncounted += len(self.conn.events)
        if self._uncounted >= COUNTED and self.handshake_initiated and not self.transport.is_closing():
            frames, self._uncounted = self._uncounted, 0
            client = self.scope["client"]  # as named by a proxy
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
        """The client does not read: stop reading from it until it does, or the answers would pile up."""
        super().pause_writing()
        if not self.read_paused and not self.transport.is_closing():
            self.read_paused = True
            self.transport.pause_reading()

    def resume_writing(self) -> None:
        """It reads again, so we do too."""
        super().resume_writing()
        self._read_on()

    async def receive(self) -> ASGIReceiveEvent:
        """The next message; while one is pending, or answers are, no more is read."""
        message = await self.queue.get()
        self._read_on()
        return message

    def _read_on(self) -> None:
        if self.read_paused and self.queue.empty() and self.writable.is_set() and not self.transport.is_closing():
            self.read_paused = False
            self.transport.resume_reading()

    def handle_connect(self, event: Request) -> None:
        """A client connects: let the serving code find this connection (see :meth:`send_at_once`)."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["extensions"][AT_ONCE] = {"send": self.send_at_once}  # before the application's first step

    def send_at_once(self, message: bytes) -> bool:
        """Send a text now, or report that it must wait since the client is slow to read.

        Every move sends five messages, and the way through ASGI, a queue and a task costs each of them more than
        everything else. A server's frames are not masked, so a whole one is just this (RFC 6455, 5.2).
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
        """The server stops: say so, and disconnect when the client has answered.

        If we disconnected while the client is still sending, its system would throw away what it has not read yet, the
        goodbye included.
        """
        if self.transport.is_closing():  # the client has closed it, and perhaps not read all that was sent
            return
        if not self.handshake_complete or self.close_sent:
            super().shutdown()
            return
        self.stop_keepalive()
        self.queue.put_nowait({"type": "websocket.disconnect", "code": 1012})
        self.conn.send_text(orjson.dumps(Bye(type="bye", reason="restart").model_dump()))
        self.conn.send_close(1012)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.close_timer = self.loop.call_later(ANSWER_S, self.transport.close)
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    async def send(self, message: ASGISendEvent) -> None:
        """Send what the application says, but nothing after the goodbye."""
        if self.close_sent:
            raise ClientDisconnected
        await super().send(message)

    def keepalive_timeout(self) -> None:
        """The client no longer answers: do not wait until it has received what was sent."""
        super().keepalive_timeout()
        self.transport.abort()

    async def run_asgi(self) -> None:
        """Serve; do not wait for ever for a client that does not read the last messages."""
        await super().run_asgi()
        if self.transport.get_write_buffer_size():
            self.loop.call_later(FAREWELL_S, self.transport.abort)

    def send_receive_event_to_app(self) -> None:
        """A message is complete. If it is not UTF-8 the socket closes, without a traceback in the log."""
        if self.curr_msg_data_type == "text" and not self.close_sent:
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.conn.send_close(1007)
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()
