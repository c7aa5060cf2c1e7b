"""A host of plain files: what serves a site that knows nothing of the game, and can be gone."""

from __future__ import annotations

from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

from tests.server.databases import free_port


class Host:
    """Serves the files of a folder from start to stop, always at the same port."""

    def __init__(self, folder: Path, path: str) -> None:
        self._folder = folder
        self._port = free_port()
        self.url = f"http://127.0.0.1:{self._port}{path}"
        self.asked: list[str] = []
        """The paths that were asked for."""
        self._server: ThreadingHTTPServer | None = None
        self.start()

    def start(self) -> None:
        """There is a network."""
        handler = partial(_Files, self.asked, directory=str(self._folder))
        self._server = _Server(("127.0.0.1", self._port), handler)
        Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        """There is none any more."""
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._server = None


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A browser that hangs up is nobody's fault."""


class _Files(SimpleHTTPRequestHandler):
    def __init__(self, asked: list[str], *arguments: Any, **named: Any) -> None:
        self._asked = asked
        super().__init__(*arguments, **named)

    def log_message(self, format: str, *arguments: Any) -> None:
        """Only what was asked for is kept."""
        self._asked.append(self.path)
