"""A child process that exchanges lines. Whatever it does, it cannot block us, fill our memory or outlive us.

Its output is read only while an answer is awaited, so one that floods its output is stopped by its own full pipe; and
writes never block, so one that does not read its input holds up nobody.
"""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import weakref
from collections.abc import Sequence
from contextlib import suppress
from time import monotonic, sleep
from typing import IO

from nouvelle_france.bots.programs.faults import FaultError
from nouvelle_france.pool.processes import before_leaving

LINE_BYTES = 1 << 16
"""The longest line a program may write; an answer has a few hundred bytes."""

LOOK = 0.1
"""How often to check that the process still lives, in seconds: a child of it may hold its pipe open."""


CAN_RUN = hasattr(os, "killpg")
"""Whether programs can be run here: Windows can neither wait for pipes nor stop all descendants of a process."""


class Child:
    """A running process, in a session of its own: Ctrl-C goes only to us, and its descendants can be stopped with
    it."""

    def __init__(self, command: Sequence[str], stderr: IO[bytes] | None = None) -> None:
        try:
            self._process = subprocess.Popen(  # noqa: S603 - running it is what its owner asks for
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=stderr,
                bufsize=0,
                start_new_session=True,
            )
        except OSError as error:
            raise FaultError("dead", f"cannot be started: {error.strerror}") from error
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._input, self._output = self._process.stdin.fileno(), self._process.stdout.fileno()
        self._selector = selectors.DefaultSelector()
        self._end = weakref.finalize(self, _end, self._process, self._selector)  # also when Python ends
        os.set_blocking(self._input, False)
        os.set_blocking(self._output, False)
        self._selector.register(self._output, selectors.EVENT_READ)
        self._writing = False
        self._unsent = bytearray()
        self._unread = bytearray()
        _children.add(self)

    @property
    def exited(self) -> bool:
        """Whether the process has ended. It stays a zombie until :meth:`close`, so that its number is still its own."""
        return not self._end.alive or self._exit_code() is not None

    def _exit_code(self) -> int | None:
        """Its exit code, or minus the signal that has ended it; None while it runs."""
        if not hasattr(os, "waitid"):  # macOS has it from Python 3.13 on
            if self._process.returncode is None and self._process.poll() is not None:
                _kill_group(self._process.pid)  # now, while the number can hardly be another's
            return self._process.returncode
        end = os.waitid(os.P_PID, self._process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        if end is None:
            return None
        return end.si_status if end.si_code == os.CLD_EXITED else -end.si_status

    @property
    def choked(self) -> bool:
        """Whether it is in the middle of a line that is too long, so nothing valid can follow."""
        return len(self._unread) > LINE_BYTES and b"\n" not in self._unread

    def send(self, line: bytes) -> None:
        """Send a line, now or as soon as it is read."""
        self._unsent += line + b"\n"
        self._write()

    def receive(self, deadline: float) -> bytes:
        """The next line. Raises :class:`FaultError`: late, dead, or malformed where the line has no end."""
        while (end := self._unread.find(b"\n")) < 0:
            if self.choked:
                raise FaultError("malformed", f"a line of more than {LINE_BYTES} bytes")
            left = deadline - monotonic()
            if left <= 0:
                raise FaultError("late", "no answer in time")
            # Its last output may have arrived since.
            if not self._wait(min(left, LOOK)) and self.exited and not self._wait(0):
                raise self._death()
        line = bytes(self._unread[:end])
        del self._unread[: end + 1]
        return line

    def kill(self) -> None:
        """Stop it at once; a pending wait for an answer reports it dead. From any thread."""
        if self._end.alive:
            _kill(self._process)

    def close(self, grace: float) -> None:
        """Close its input, give it a moment to exit by itself, then stop it and its descendants."""
        if not self._end.alive:
            return
        deadline = monotonic() + grace
        self._selector.unregister(self._output)
        while self._unsent and not self.exited and monotonic() < deadline:
            self._selector.select(LOOK)
            self._write()
        assert self._process.stdin is not None
        self._stop_writing()
        self._process.stdin.close()
        while not self.exited and monotonic() < deadline:
            sleep(0.005)
        self._end()

    def _wait(self, seconds: float) -> bool:
        """Read and write as much as possible within a time limit, and return whether anything was."""
        ready = self._selector.select(seconds)
        for key, _ in ready:
            if key.fd == self._input:
                self._write()
            else:
                self._read()
        return bool(ready)

    def _read(self) -> None:
        with suppress(BlockingIOError):
            read = os.read(self._output, LINE_BYTES)
            if not read:
                raise self._death()
            self._unread += read

    def _write(self) -> None:
        """As much as its pipe takes."""
        try:
            while self._unsent:
                del self._unsent[: os.write(self._input, self._unsent)]
        except BlockingIOError:
            if not self._writing:
                self._selector.register(self._input, selectors.EVENT_WRITE)
                self._writing = True
        except OSError:  # it has closed its input; reading shows whether it still has output
            self._stop_writing()
        else:
            self._stop_writing()

    def _stop_writing(self) -> None:
        self._unsent.clear()
        if self._writing:
            self._selector.unregister(self._input)
            self._writing = False

    def _death(self) -> FaultError:
        """A description of its end. Its output may have ended a moment before the process."""
        until = monotonic() + LOOK
        while not self.exited and monotonic() < until:
            sleep(0.005)
        if not self.exited:
            return FaultError("dead", "it closed its output")
        if not self._end.alive:
            return FaultError("dead", "it was ended")
        code = self._exit_code()
        assert code is not None
        return FaultError("dead", f"it left with status {code}" if code >= 0 else f"it was ended by signal {-code}")


_children: weakref.WeakSet[Child] = weakref.WeakSet()


def end_all() -> None:
    """Kill every process that was started here and still runs: for code about to exit abruptly."""
    for child in list(_children):
        child.kill()


before_leaving(end_all)  # a worker that leaves takes the programs of its games with it


def _kill(process: subprocess.Popen[bytes]) -> None:
    # Its session has its number, and keeps it while the process is not waited for: nobody else can be hit.
    if process.returncode is None:
        _kill_group(process.pid)


def _kill_group(number: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(number, signal.SIGKILL)


def _end(process: subprocess.Popen[bytes], selector: selectors.BaseSelector) -> None:
    _kill(process)
    process.wait()
    selector.close()
    for pipe in (process.stdin, process.stdout):
        assert pipe is not None
        pipe.close()
