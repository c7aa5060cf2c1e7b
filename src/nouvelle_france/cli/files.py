"""Reading and writing files of records, line by line."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

from nouvelle_france.cli.narration import counted
from nouvelle_france.cli.overwriting import spare
from nouvelle_france.cli.problem import Problem
from nouvelle_france.edition import Edition, EditionError, default, load
from nouvelle_france.pool import deaf
from nouvelle_france.record import FaultyRecordError, Match, OtherEditionError, Record, RecordError, replay
from nouvelle_france.rules import SetupError


def open_edition(path: Path | None) -> Edition:
    """The edition at a path, or the built-in one."""
    try:
        return default() if path is None else load(path)
    except EditionError as error:
        raise Problem(*error.faults) from error


def told(error: Exception) -> str:
    """What is wrong with a record; if it was played with another edition, also the option that reads it."""
    if not isinstance(error, OtherEditionError):
        return str(error)
    usual = error.edition == default().id
    return f"{error}; {'leave --edition out' if usual else f'name the file of {error.edition!r} with --edition'}"


def read_lines(path: Path) -> Iterator[bytes]:
    """The lines of a file, or of standard input for ``-``."""
    try:
        file = nullcontext(sys.stdin.buffer) if str(path) == "-" else path.open("rb")
    except (OSError, ValueError) as error:
        raise Problem(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from error
    with file as lines:
        try:
            yield from lines
        except OSError as error:
            raise Problem(f"{path}: cannot be read: {error.strerror}") from error


def read_text_lines(path: Path) -> Iterator[tuple[int, str]]:
    """The lines of a file that are not empty, with their numbers."""
    for number, line in enumerate(read_lines(path), start=1):
        if line.strip():
            try:
                yield number, line.decode("utf-8")
            except UnicodeDecodeError as error:
                raise Problem(f"{path}, line {number}: not UTF-8 text") from error


def read_records(path: Path) -> Iterator[tuple[int, Record]]:
    """The games of a file with their numbers, counted from 1. Raises a Problem at the first invalid line."""
    game = 0
    for game, (number, line) in enumerate(read_text_lines(path), start=1):
        try:
            record = Record.from_json(line)
        except RecordError as error:
            raise Problem(f"{path}, line {number}: {error}") from error
        yield game, record
    if not game:
        raise Problem(f"{path}: holds no games")


def read_record(path: Path, game: int) -> Record:
    """One game of a file."""
    if game < 1:
        raise Problem(f"--game {game}: games count from 1")
    last = 0
    for number, record in read_records(path):
        if number == game:
            return record
        last = number
    raise Problem(f"--game {game}: {path} holds {counted(last, 'game')}")


def match_at(path: Path, game: int, move: int | None, box: Edition) -> Match:
    """The match of a file after so many moves."""
    record = read_record(path, game)
    if move is not None and not 0 <= move <= len(record.moves):
        raise Problem(f"--move {move}: game {game} of {path} has {len(record.moves)} moves; 0 is the start")
    try:
        return replay(record, box, move)
    except (FaultyRecordError, SetupError, RecordError) as error:
        raise Problem(f"{path}: game {game}, {told(error)}") from error


class WholeWriter:
    """Writes whole lines to a file, or to standard output for ``-``; ``option`` is what errors call it.

    ``writes`` and ``reads`` say what it may not replace, see :func:`~nouvelle_france.cli.overwriting.spare`.

    The lines go to ``NAME.….part`` beside it, which is renamed at the end, also when the work was interrupted after a
    line or more; on any other error it is removed and the old file stays. Only its owner can read a ``private`` file,
    from its first byte on."""

    def __init__(
        self,
        path: Path,
        option: str = "--out",
        *,
        writes: str | None,
        reads: Iterable[Path | None] = (),
        private: bool = False,
    ) -> None:
        self.path = path
        self.option = option
        self._writes = writes
        self._reads = reads
        self.lines = 0
        self._private = private
        self._part: Path | None = None
        self._file: BinaryIO

    def __enter__(self) -> Self:
        try:
            spare(self.option, self.path, self._writes, self._reads)
            self._open()
        except (OSError, ValueError) as error:
            raise self._problem(error) from error
        except KeyboardInterrupt:
            if self._part is not None:
                self._close(keep=False)
            raise
        return self

    def _open(self) -> None:
        path = self.path
        self._target = path if str(path).startswith(("/dev/", "/proc/")) else path.resolve()
        if str(path) == "-":
            self._file = sys.stdout.buffer
        elif self._target.exists() and ((self._target == path and path.is_symlink()) or not self._target.is_file()):
            self._file = self._target.open("wb", buffering=0)  # a device or a pipe cannot be replaced
        else:
            if self._target.exists() and not os.access(self._target, os.W_OK):
                raise PermissionError(13, "Permission denied")
            with deaf():  # keep track of a created file, so that Ctrl-C leaves none behind
                self._part, self._file = _neighbour(self._target, self._private)

    def _problem(self, error: Exception) -> Problem:
        return Problem(f"{self.option} {self.path}: cannot be written: {getattr(error, 'strerror', None) or error}")

    def write(self, line: str) -> None:
        """Write one line; Ctrl-C waits until it is complete."""
        self.write_bytes(line.encode("utf-8", errors="replace") + b"\n")

    def write_bytes(self, line: bytes) -> None:
        """Write one line with its line feed."""
        with deaf():
            try:
                left = memoryview(line)
                while left:  # a nearly full disk first writes a part, and only then raises an error
                    left = left[self._file.write(left) :]
                self._file.flush()
                self.lines += 1
            except OSError as error:
                if isinstance(error, BrokenPipeError):
                    raise
                raise self._problem(error) from error

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        self._close(keep=kind is None or (issubclass(kind, KeyboardInterrupt) and self.lines > 0))

    def _close(self, *, keep: bool) -> None:
        if self._file is not sys.stdout.buffer:
            self._file.close()
        if self._part is not None:
            if keep:
                self._part.replace(self._target)
            else:
                self._part.unlink()


def _neighbour(path: Path, private: bool) -> tuple[Path, BinaryIO]:
    """A new temporary file beside another, with the usual permissions of a new file, or only its owner's."""
    number, name = tempfile.mkstemp(prefix=f"{path.name}.", suffix=".part", dir=path.parent)
    if not private and hasattr(os, "fchmod"):  # Windows gives a file the permissions of its folder
        mask = os.umask(0)
        os.umask(mask)
        os.fchmod(number, 0o666 & ~mask)
    return Path(name), open(number, "wb", buffering=0)  # noqa: PTH123 - the writer closes it
