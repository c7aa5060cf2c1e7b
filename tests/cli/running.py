"""Running the command line as a person would: arguments in; exit code, output and errors out."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import NamedTuple

import pytest

from nouvelle_france.cli import main

COMMAND = Path(sys.executable).with_name("nouvelle-france")


class Outcome(NamedTuple):
    code: int
    out: str
    err: str


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> Outcome:
    """Run a command in this process."""
    with pytest.raises(SystemExit) as leaving:
        main([str(argument) for argument in arguments])
    printed = capsys.readouterr()
    assert isinstance(leaving.value.code, int)
    return Outcome(leaving.value.code, printed.out, printed.err)


def assert_refused(outcome: tuple[int, str, str], *words: str) -> None:
    """Bad input: exit code 2 and one clear line with these words, nothing else."""
    code, out, err = outcome
    assert code == 2
    assert out == ""
    assert err.startswith("nouvelle-france: ")
    assert err.count("\n") == 1
    assert "Traceback" not in err
    for word in words:
        assert word in err


def run_typed(*arguments: object, typed: str = "") -> Outcome:
    """Run a command in this process, with this typed into it: a process of its own would take a second to start."""
    streams = [TextIOWrapper(BytesIO(it.encode()), encoding="utf-8") for it in (typed, "", "")]
    before = sys.stdin, sys.stdout, sys.stderr
    sys.stdin, sys.stdout, sys.stderr = streams
    try:
        with pytest.raises(SystemExit) as leaving:
            main([str(argument) for argument in arguments])
    finally:
        sys.stdin, sys.stdout, sys.stderr = before
    said = []
    for stream in streams[1:]:
        stream.seek(0)
        said.append(stream.read())
    assert isinstance(leaving.value.code, int)
    return Outcome(leaving.value.code, *said)


def run_apart(*arguments: object, typed: str | None = None) -> Outcome:
    """Run a command in a process of its own."""
    done = subprocess.run(
        [COMMAND, *map(str, arguments)], input=typed, capture_output=True, text=True, check=False, timeout=120
    )
    return Outcome(done.returncode, done.stdout, done.stderr)


def run_unread(*arguments: object) -> int:
    """The exit code of a command whose output nobody reads, as after `| head`."""
    reading, writing = os.pipe()
    os.close(reading)
    try:
        return subprocess.run([COMMAND, *map(str, arguments)], stdout=writing, check=False, timeout=120).returncode
    finally:
        os.close(writing)


def run_until(when: Callable[[int], bool], number: int, *arguments: object, group: bool = False) -> Outcome:
    """Start a command, wait for the moment (``when`` gets its process), and send a signal to it or to all its group."""
    if not hasattr(os, "killpg"):
        pytest.skip("Windows sends no signals to processes")
    with subprocess.Popen(
        [COMMAND, *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        try:
            deadline = time.monotonic() + 100
            while not when(process.pid):
                assert process.poll() is None, process.communicate()
                assert time.monotonic() < deadline
                time.sleep(0.01)
            (os.killpg if group else os.kill)(process.pid, number)
            out, err = process.communicate(timeout=100)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)  # nothing plays on where the test has failed
    return Outcome(process.returncode, out, err)


def _status(process: int, field: str) -> str:
    lines = Path(f"/proc/{process}/status").read_text(encoding="utf-8").splitlines()
    return next(line for line in lines if line.startswith(f"{field}:")).split()[1]


def minds(process: int, number: int) -> bool:
    """Whether a process has a handler for a signal."""
    return bool(int(_status(process, "SigCgt"), 16) >> number - 1 & 1)


def lives(process: int) -> bool:
    """Whether a process still runs; one that has ended may wait long for somebody to ask how it ended."""
    try:
        return _status(process, "State") not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False
