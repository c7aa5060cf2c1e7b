"""Reading and writing files of records, line by line."""

from __future__ import annotations

import os
import signal
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

from nouvelle_france.cli.problem import Problem
from nouvelle_france.edition import Edition, EditionError, default, load
from nouvelle_france.record import Record, RecordError


def open_edition(path: Path | None) -> Edition:
    """The edition at a path, or the one the package carries."""
    try:
        usual = default()
        edition = usual if path is None else load(path)
    except EditionError as error:
        raise Problem(str(error)) from error
    if edition.id == usual.id and edition != usual:
        sys.stderr.write(
            f"nouvelle-france: warning: {path}: id: {edition.id!r} is the usual edition's, but this one differs; "
            "give it an id of its own, so that records can tell them apart\n"
        )
    return edition


def read_records(path: Path) -> Iterator[tuple[int, Record]]:
    """The games of a file with their numbers, counted from 1. Raises a Problem at the first line that is none."""
    try:
        file = sys.stdin.buffer if str(path) == "-" else path.open("rb")
    except OSError as error:
        raise Problem(f"{path}: cannot be read: {error.strerror}") from error
    with file:
        game = 0
        try:
            for number, line in enumerate(file, start=1):
                if line.strip():
                    game += 1
                    yield game, _read_record(path, number, line)
        except OSError as error:
            raise Problem(f"{path}: cannot be read: {error.strerror}") from error
    if not game:
        raise Problem(f"{path}: holds no games")


def _read_record(path: Path, number: int, line: bytes) -> Record:
    try:
        return Record.from_json(line.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise Problem(f"{path}, line {number}: not UTF-8 text") from error
    except RecordError as error:
        raise Problem(f"{path}, line {number}: {error}") from error


def read_record(path: Path, game: int) -> Record:
    """One game of a file."""
    if game < 1:
        raise Problem(f"--game {game}: games count from 1")
    last = 0
    for number, record in read_records(path):
        if number == game:
            return record
        last = number
    raise Problem(f"--game {game}: {path} holds {last} game{'s' if last > 1 else ''}")


class RecordWriter:
    """Writes whole lines to a file, or to standard output for ``-``.

    The lines go to a neighbour file ``NAME.part`` that takes the name's place at the end, also when the work was
    interrupted after a line or more; on any other trouble it vanishes and what stood there before stays.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.lines = 0
        self._part: Path | None = None
        self._file: BinaryIO
        try:
            if str(path) == "-":
                self._file = sys.stdout.buffer
            elif path.exists() and not stat.S_ISREG(path.stat().st_mode):
                self._file = path.open("wb", buffering=0)  # a device or a pipe cannot be replaced
            else:
                if path.exists() and not os.access(path, os.W_OK):
                    raise PermissionError(13, "Permission denied")
                self._part = path.with_name(f"{path.name}.part")
                self._file = self._part.open("wb", buffering=0)
        except (OSError, ValueError) as error:
            raise self._problem(error) from error

    def _problem(self, error: Exception) -> Problem:
        return Problem(f"--out {self.path}: cannot be written: {getattr(error, 'strerror', None) or error}")

    def write(self, line: str) -> None:
        """Write one line; Ctrl-C waits until it is whole."""
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
        try:
            left = memoryview(line.encode("utf-8") + b"\n")
            while left:  # a nearly full disk takes a part of it first, and complains only then
                left = left[self._file.write(left) :]
            self._file.flush()
            self.lines += 1
        except OSError as error:
            if isinstance(error, BrokenPipeError):
                raise
            raise self._problem(error) from error
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        if self._file is not sys.stdout.buffer:
            self._file.close()
        if self._part is not None:
            if kind is None or (issubclass(kind, KeyboardInterrupt) and self.lines):
                self._part.replace(self.path)
            else:
                self._part.unlink()
