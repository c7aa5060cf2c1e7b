"""What an unfinished arena has played so far: JSON lines beside the file that will hold the results.

The first line holds the settings, each further one a game. A crash can leave only the last line incomplete, and that
one is removed.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict
from operator import index
from pathlib import Path
from typing import Any, BinaryIO

from filelock import FileLock, Timeout

from nouvelle_france.arena.contest import Game
from nouvelle_france.arena.schedule import Fixture
from nouvelle_france.pool import deaf

FORMAT = "nouvelle-france-arena-journal/1"

Key = tuple[int, int, int]
"""Which game: line-up, deal, turn."""


class JournalError(Exception):
    """A journal that cannot be resumed; the message says why."""


class OtherSettingsError(JournalError):
    """The journal belongs to another arena; ``differences`` has old and new values, by setting."""

    def __init__(self, differences: Mapping[str, tuple[Any, Any]]) -> None:
        super().__init__(f"begun with other settings: {', '.join(differences)}")
        self.differences = differences


class Journal:
    """The journal of an arena, new or resumed; nobody else can have it open at the same time.

    ``records`` says whether the games' records are kept too. Raises a :class:`JournalError` or an :class:`OSError`.
    """

    def __init__(self, path: Path, settings: Mapping[str, Any], records: bool) -> None:
        self.path = path
        self.games = 0
        self._seats = [len(lineup) for lineup in settings["lineups"]]
        self._lock = FileLock(f"{path}.lock")  # a separate file: on Windows nobody can read a locked file
        try:
            self._lock.acquire(blocking=False)
        except Timeout as error:
            raise JournalError("another arena is writing it") from error
        try:
            self._file: BinaryIO = path.open("a+b", buffering=0)
            try:
                self._cut_torn_line()
                self._start(json.loads(json.dumps(settings)), records)
            except BaseException:
                self._file.close()
                raise
        except BaseException:
            self._unlock()
            raise

    def _cut_torn_line(self) -> None:
        self._file.seek(0)
        whole = lines = 0
        for line in self._lines():
            if line.endswith(b"\n"):
                whole += len(line)
                lines += 1
        self._file.truncate(whole)
        self.games = max(lines - 1, 0)  # the first holds the settings

    def _lines(self) -> Iterator[bytes]:
        with open(self._file.fileno(), "rb", closefd=False) as lines:
            lines.seek(0)
            yield from lines

    def _start(self, settings: Mapping[str, Any], records: bool) -> None:
        first = next(self._lines(), None)
        if first is None:
            with deaf():
                self._write({"format": FORMAT, "records": records, "settings": settings})
            self.keeps_records = records
            return
        header = _header(first)
        before, now = _flat(header["settings"]), _flat(settings)
        differences = {
            key: (before.get(key), now.get(key))
            for key in sorted(before.keys() | now.keys())
            if before.get(key) != now.get(key)
        }
        if differences:
            raise OtherSettingsError(differences)
        self.keeps_records = header["records"]
        if records and not self.keeps_records:
            raise OtherSettingsError({"records": (False, True)})

    def played(self) -> Iterator[tuple[Key, Game]]:
        """The games it holds, in the order they ended."""
        for number, line in enumerate(self._lines(), start=1):
            if number > 1:
                yield _read_game(line, number, self._seats)

    def add(self, fixture: Fixture, game: Game) -> None:
        """Write a game down."""
        entry = {"lineup": fixture.lineup, "deal": fixture.deal, "turn": fixture.turn, **asdict(game)}
        if not self.keeps_records:
            del entry["record"]
        with deaf():  # count only what is written
            self._write(entry)
            self.games += 1

    def _write(self, entry: Mapping[str, Any]) -> None:
        left = memoryview(json.dumps(entry, separators=(",", ":")).encode() + b"\n")
        while left:
            left = left[self._file.write(left) :]

    def close(self) -> None:
        """Close it to be resumed; delete it if it has no games."""
        self._file.close()
        if not self.games:
            self.path.unlink()
        self._unlock()

    def _unlock(self) -> None:
        """Remove the lock file while it is held, so that nobody else can have taken it."""
        file = Path(self._lock.lock_file)
        with suppress(OSError):  # Windows does not allow removing an open file …
            file.unlink()
        self._lock.release()
        if sys.platform == "win32":
            with suppress(OSError):  # … and afterwards only if nobody else has opened it
                file.unlink()


def settings_of(path: Path) -> Mapping[str, Any] | None:
    """The settings of the journal at a path; None if there is no readable one."""
    try:
        with path.open("rb") as file:
            settings: Mapping[str, Any] = _header(file.readline())["settings"]
            return settings
    except (OSError, JournalError):
        return None


def _flat(settings: Mapping[str, Any], before: str = "") -> dict[str, Any]:
    """Nested settings by the path to each."""
    flat: dict[str, Any] = {}
    for key, value in settings.items():
        if isinstance(value, dict):
            flat |= _flat(value, f"{before}{key}.")
        else:
            flat[before + key] = value
    return flat


def _object(line: bytes, number: int) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise JournalError(f"line {number}: not JSON") from error
    if not isinstance(value, dict):
        raise JournalError(f"line {number}: expected an object")
    return value


def _header(line: bytes) -> dict[str, Any]:
    header = _object(line, 1)
    if header.get("format") != FORMAT:
        raise JournalError(f"line 1: expected the format {FORMAT!r}, found {header.get('format')!r}")
    if not isinstance(header.get("settings"), dict) or not isinstance(header.get("records"), bool):
        raise JournalError("line 1: not the settings of an arena")
    return header


def _counts(seats: Sequence[Mapping[str, int]]) -> tuple[Mapping[str, int], ...]:
    return tuple({str(kind): index(count) for kind, count in counts.items()} for counts in seats)


def _read_game(line: bytes, number: int, seats: Sequence[int]) -> tuple[Key, Game]:
    """A game of an arena whose line-ups have this many seats."""
    entry = _object(line, number)
    try:
        game = Game(
            wins=tuple(map(float, entry["wins"])),
            scores=tuple(map(index, entry["scores"])),
            times=tuple(tuple(map(index, times)) for times in entry["times"]),
            faults=_counts(entry["faults"]),
            record=entry.get("record", ""),
            first_faults=tuple(map(str, entry.get("first_faults", ()))),
            stand_ins=_counts(entry.get("stand_ins", ())),
        )
        key = (index(entry["lineup"]), index(entry["deal"]), index(entry["turn"]))
        wanted = seats[key[0]]
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
        raise JournalError(f"line {number}: not a game of an arena") from error
    if any(len(it) != wanted for it in (game.wins, game.scores, game.times, game.faults)):
        raise JournalError(f"line {number}: not a game of {wanted} seats")
    return key, game
