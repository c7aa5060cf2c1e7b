"""Servers that are there at once: forked by a process that has imported before what every server imports.

A test that kills a server over and over would wait more than a second for each new one, and keep a core busy with
nothing else. What runs in the end is the same command with the same arguments, in a process of its own.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from nouvelle_france.cli import main

PRELOADED = (
    "alembic.script",
    "nouvelle_france.cli.app",
    "nouvelle_france.server.addresses",
    "nouvelle_france.server.app",
    "nouvelle_france.server.serving",
    "psycopg",
    "pydantic.v1",
    "segno",
    "sqlalchemy.dialects.postgresql.psycopg",
    "sqlalchemy.dialects.sqlite.pysqlite",
    "uvicorn.lifespan.on",
    "uvicorn.loops.uvloop",
    "uvicorn.protocols.http.httptools_impl",
    "uvicorn.protocols.websockets.websockets_sansio_impl",
)


class Forked:
    """A process that was forked; it is used as one of :mod:`subprocess` is."""

    def __init__(self, forge: Forge, pid: int) -> None:
        self._forge = forge
        self.pid = pid
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """The exit code, if it has ended; minus the signal that has killed it."""
        if self.returncode is None:
            self.returncode = self._forge.ask({"poll": self.pid})
        return self.returncode

    def wait(self, timeout: float) -> int:
        """Wait until it has ended; the exit code."""
        until = time.monotonic() + timeout
        while (code := self.poll()) is None:
            if time.monotonic() > until:
                raise subprocess.TimeoutExpired("a forked server", timeout)
            time.sleep(0.005)
        return code

    def send_signal(self, number: int) -> None:
        """Send a signal, if it has not ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        """Ask it to end."""
        self.send_signal(signal.SIGTERM)


class Forge:
    """The process that forks; it ends with the one that asks it, and does one thing at a time."""

    def __init__(self) -> None:
        self._socket, there = socket.socketpair()
        self._answers = self._socket.makefile("rb")
        with there:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.server.forking", str(there.fileno())],
                pass_fds=[there.fileno()],
                stdin=subprocess.DEVNULL,
                env={**os.environ, "PYTHONUNBUFFERED": "1"},
                cwd=Path(__file__).parent.parent.parent,
                start_new_session=True,
            )

    def start(self, arguments: Sequence[str], log: Path) -> Forked:
        """The command with these arguments, at the head of a session of its own."""
        wish = {"start": list(arguments), "log": str(log), "in": str(Path.cwd()), "with": dict(os.environ)}
        return Forked(self, self.ask(wish))

    def ask(self, wish: dict[str, Any]) -> Any:
        """Ask for something and wait for the answer."""
        self._socket.sendall(json.dumps(wish).encode() + b"\n")
        answer = self._answers.readline()
        assert answer, "the forge is gone"
        return json.loads(answer)


@cache
def forge() -> Forge:
    """The one of this process."""
    return Forge()


def fork_as_asked(there: socket.socket) -> Sequence[str]:
    """Fork whenever asked to, and give the arguments of the command in the process that was forked."""
    wishes = there.makefile("rb")
    for line in wishes:
        wish = json.loads(line)
        answer: int | None
        if "poll" in wish:
            pid, status = os.waitpid(wish["poll"], os.WNOHANG)
            answer = os.waitstatus_to_exitcode(status) if pid else None
        else:
            answer = os.fork()
            if not answer:
                os.setsid()
                wishes.close()
                there.close()
                log = os.open(wish["log"], os.O_WRONLY | os.O_APPEND | os.O_CREAT)
                os.dup2(log, 1)
                os.dup2(log, 2)
                os.close(log)
                os.chdir(wish["in"])
                os.environ.clear()
                os.environ.update(wish["with"])
                arguments: list[str] = wish["start"]
                return arguments
        there.sendall(json.dumps(answer).encode() + b"\n")
    sys.exit()


if __name__ == "__main__":
    for module in PRELOADED:
        __import__(module)
    gc.freeze()  # what all servers share is neither looked through nor copied by them
    main(fork_as_asked(socket.socket(fileno=int(sys.argv[1]))))
