"""LISTEN: messages of the other processes through PostgreSQL."""

from __future__ import annotations

import selectors
import socket
import threading
from collections.abc import Callable
from typing import Any

import orjson
import psycopg
from psycopg import sql

from nouvelle_france.server.storage.writer import CHANNEL

BACKOFF_S = (0.1, 10.0)
"""How long to wait before connecting again: at first, and at most."""


class Listener:
    """A thread with a connection of its own that listens until it is closed, and reconnects when necessary."""

    def __init__(self, options: dict[str, Any], process: str, heard: Callable[[dict[str, Any]], None]) -> None:
        """``options`` are psycopg's; ``heard`` is called in this thread."""
        self._options = options
        self._process = process
        self._heard = heard
        self._closing = threading.Event()
        # Closing writes to one end and so wakes the thread, which waits for the other end and for the database
        # together.
        self._bell, self._ring = socket.socketpair()
        self.ready = threading.Event()
        """Set while messages arrive."""
        self._thread = threading.Thread(target=self._run, name="storage-listener", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop listening."""
        self._closing.set()
        self._ring.send(b"!")
        self._thread.join()
        self._bell.close()
        self._ring.close()

    def _run(self) -> None:
        lost = False
        pause, longest = BACKOFF_S
        while not self._closing.is_set():
            try:
                with psycopg.connect(**self._options, autocommit=True) as connection:
                    connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(CHANNEL)))
                    pause = BACKOFF_S[0]
                    self.ready.set()
                    if lost:
                        # Messages in between were lost.
                        self._heard({"lost": True})
                    self._listen(connection)
            except psycopg.Error:
                self.ready.clear()
                lost = True
                self._closing.wait(pause)
                pause = min(2 * pause, longest)

    def _listen(self, connection: psycopg.Connection) -> None:
        with selectors.DefaultSelector() as selector:
            selector.register(self._bell, selectors.EVENT_READ)
            selector.register(connection.fileno(), selectors.EVENT_READ)
            while not self._closing.is_set():
                for notice in connection.notifies(timeout=0):
                    message = _read(notice.payload)
                    if message and message["from"] != self._process:
                        self._heard(message)
                selector.select()


def _read(payload: str) -> dict[str, Any] | None:
    """A message, or None: anyone with access to the database can send anything on the channel."""
    try:
        message = orjson.loads(payload)
    except orjson.JSONDecodeError:
        return None
    return message if isinstance(message, dict) and "from" in message else None
