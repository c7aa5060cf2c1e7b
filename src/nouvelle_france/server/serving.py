"""Starting and ending server processes."""

from __future__ import annotations

import gc
import os
import socket
import tempfile
from contextlib import suppress

import orjson
import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.supervisors import Multiprocess
from websockets.http11 import Request

from nouvelle_france.protocol.socket import Bye
from nouvelle_france.server.app import create_app
from nouvelle_france.server.logs import set_up_logs
from nouvelle_france.server.settings import Settings
from nouvelle_france.server.sockets import AT_ONCE

PORT = 8608
"""Where the server listens unless told otherwise: Québec was founded in 1608."""

SETTINGS = "NOUVELLE_FRANCE_SETTINGS"
"""The environment variable that carries the settings to worker processes."""

SOCKET_BYTES = 1 << 20
"""A message larger than this ends its socket; smaller ones that are still too large get an answer."""

FAREWELL_S = 3
"""How long connections may take to end when the server does."""

KEEP_ALIVE_S = 75
"""How long an idle connection is kept, in seconds. Clients let go sooner (httpx after 5): if both did at once,
some request would go astray."""


class SocketProtocol(WebSocketsSansIOProtocol):
    """A socket as uvicorn speaks it, with good manners in the end."""

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


def listen(host: str, port: int | None) -> socket.socket:
    """A listening socket: on the port wanted, or on the first free one from the usual on. Raises OSError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    wanted = [port] if port is not None else [*range(PORT, PORT + 20), 0]
    for number in wanted:
        try:
            listening = socket.create_server((host, number), family=family, backlog=2048)
        except OSError:
            if number == wanted[-1]:
                raise
        else:
            # What it accepts inherits this. asyncio (where there is no uvloop) does not set it by itself on sockets
            # made like this one, and small messages would wait 40 ms for each other.
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return listening
    raise AssertionError("the last port was tried")


def serve(settings: Settings, listening: socket.socket, workers: int = 1, proxies: str = "") -> None:
    """Serve until told to stop. ``proxies`` are the addresses whose word about the caller's address is taken."""
    os.environ[SETTINGS] = settings.to_json()
    set_up_logs(settings.log, settings.log_format)
    if workers == 1:
        server = uvicorn.Server(_config(create_app(settings), proxies))
        calm_garbage_collection()
        with suppress(KeyboardInterrupt):  # uvicorn ends well, then raises the signal that ended it again
            server.run([listening])
        return
    with tempfile.TemporaryDirectory(prefix="nouvelle-france-") as folder:
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
        config = _config(f"{__name__}:worker", proxies, workers)
        Multiprocess(config, sockets=[listening]).run()


def worker() -> FastAPI:
    """The application of a worker process."""
    settings = Settings.from_json(os.environ[SETTINGS])
    set_up_logs(settings.log, settings.log_format)
    app = create_app(settings)
    calm_garbage_collection()
    return app


def calm_garbage_collection() -> None:
    """Make full collections rare: each looks through all tables and sockets, and nobody gets an answer meanwhile.

    With 500 tables and 2,000 sockets that is most of a second, every 15 seconds if left alone. Nearly all garbage of
    moves is freed without the collector, or by its small collections, which stay; what closed sockets leave behind may
    wait.
    """
    gc.collect()
    gc.freeze()  # modules and editions are never garbage
    gc.set_threshold(2_000, 10, 2_000)


def _config(app: FastAPI | str, proxies: str, workers: int = 1) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        factory=isinstance(app, str),
        workers=workers,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=proxies,
        timeout_graceful_shutdown=FAREWELL_S,
        timeout_keep_alive=KEEP_ALIVE_S,
        ws=SocketProtocol,
        ws_max_size=SOCKET_BYTES,
        ws_per_message_deflate=False,  # what is sent is small, and deflating costs more than it saves on a LAN
    )
