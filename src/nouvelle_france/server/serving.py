"""Starting and ending server processes."""

from __future__ import annotations

import gc
import os
import socket
import tempfile
from collections.abc import Callable
from contextlib import suppress

import uvicorn
from fastapi import FastAPI
from uvicorn.supervisors import Multiprocess

from nouvelle_france.server.app import create_app
from nouvelle_france.server.doors import raise_file_limit
from nouvelle_france.server.logs import get_log, set_up_logs
from nouvelle_france.server.page import bring_record
from nouvelle_france.server.settings import Settings
from nouvelle_france.server.transport import FAREWELL_S, HttpProtocol, SocketProtocol

PORT = 8608
"""The server's default port: Québec was founded in 1608."""

SETTINGS = "NOUVELLE_FRANCE_SETTINGS"
"""The environment variable that carries the settings to worker processes."""

SOCKET_BYTES = 1 << 20
"""A larger message closes its socket; smaller ones that are still too large get an answer."""

KEEP_ALIVE_S = 75
"""How long an idle connection is kept, in seconds. Clients close theirs sooner (httpx after 5): if both did at once,
some request would be lost."""


def listen(host: str, port: int | None) -> socket.socket:
    """A listening socket: on the port wanted, or on the first free one from the default on. Raises OSError."""
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


class Server(uvicorn.Server):
    """A server that may have been told to stop before it could react."""

    def __init__(self, config: uvicorn.Config, stopped: Callable[[], bool]) -> None:
        super().__init__(config)
        self._stopped = stopped

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin; from here on it reacts by itself."""
        await super().startup(sockets)
        self.should_exit = self.should_exit or self._stopped()


def serve(
    settings: Settings,
    listening: socket.socket,
    workers: int = 1,
    stopped: Callable[[], bool] = lambda: False,
    record: tuple[str, int] | None = None,
) -> None:
    """Serve until told to stop; ``stopped`` says whether that was before it began.

    ``record`` is a game to show on this machine, and after how many actions: a lone process redirects from
    :data:`~nouvelle_france.server.page.BROUGHT` to it.
    """
    os.environ[SETTINGS] = settings.to_json()
    set_up_logs(settings.log, settings.log_format)
    if (files := raise_file_limit()) is not None:
        get_log().info("files", limit=files[1], was=files[0])
    if workers == 1:
        app = create_app(settings)
        if record is not None:
            bring_record(app, *record)
        server = Server(config_of(app), stopped)
        calm_garbage_collection()
        with suppress(KeyboardInterrupt):  # uvicorn ends cleanly, then raises the signal that ended it again
            server.run([listening])
        return
    with tempfile.TemporaryDirectory(prefix="nouvelle-france-") as folder:
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
        config = config_of(f"{__name__}:worker", workers)
        Multiprocess(config, sockets=[listening]).run()


def worker() -> FastAPI:
    """The application of a worker process."""
    settings = Settings.from_json(os.environ[SETTINGS])
    set_up_logs(settings.log, settings.log_format)
    app = create_app(settings)
    calm_garbage_collection()
    return app


def calm_garbage_collection() -> None:
    """Make full collections rare: each scans all tables and sockets, and nobody gets an answer meanwhile.

    With 500 tables and 2,000 sockets that takes most of a second, every 15 seconds by default. Nearly all garbage of
    moves is freed without the collector, or by its small collections, which stay; the remains of closed sockets can
    wait. Small collections are frequent, every second one of the middle generation: one is due when that many more
    objects were made than freed, and since a move frees nearly as many as it makes, it scans many times the number
    counted here. At a thousand tables, thresholds of 2,000 and of ten of those stopped everybody for a tenth of a
    second.
    """
    gc.collect()
    gc.freeze()  # modules and editions are never garbage
    gc.set_threshold(1_000, 0, 20_000)


def config_of(app: FastAPI | str, workers: int = 1) -> uvicorn.Config:
    """How uvicorn serves an application, or one that each worker process makes for itself."""
    return uvicorn.Config(
        app,
        factory=isinstance(app, str),
        workers=workers,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,  # the application reads them: its limits depend on the addresses they name
        timeout_graceful_shutdown=FAREWELL_S,
        timeout_keep_alive=KEEP_ALIVE_S,
        http=HttpProtocol,
        ws=SocketProtocol,
        ws_max_size=SOCKET_BYTES,
        ws_per_message_deflate=False,  # messages are small, and compressing costs more than it saves on a LAN
    )
