"""A file of puzzles, and the built-in one."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from importlib.resources import files

from nouvelle_france.edition import Edition, default
from nouvelle_france.puzzles.puzzle import KINDS, Puzzle
from nouvelle_france.rules import RULES_VERSION

FORMAT = "nouvelle-france-puzzles/1"


class PuzzlesError(ValueError):
    """The text is not a file of puzzles, or is for another edition."""


@dataclass(frozen=True, slots=True)
class Collection:
    """Some puzzles of an edition, in the order of their ids; ``command`` is what made them."""

    edition: str
    """The digest of the edition, on which every placement's id depends."""
    command: str
    puzzles: tuple[Puzzle, ...]

    @classmethod
    def of(cls, edition: Edition, command: str, puzzles: tuple[Puzzle, ...]) -> Collection:
        """These puzzles, without duplicates."""
        found = {puzzle.id: puzzle for puzzle in puzzles}
        return cls(edition.digest, command, tuple(found[id] for id in sorted(found)))

    def count(self, kind: str, grade: int | None = None) -> int:
        """How many there are of a kind, and of a grade."""
        return sum(it.kind == kind and grade in (None, it.grade) for it in self.puzzles)

    def to_json(self) -> str:
        """As a file: one line per puzzle."""
        head = {
            "format": FORMAT,
            "edition": self.edition,
            "rules_version": RULES_VERSION,
            "command": self.command,
        }
        lines = ",\n".join(json.dumps(it.write(), separators=(",", ":")) for it in self.puzzles)
        return f'{json.dumps(head)[:-1]}, "puzzles": [\n{lines}\n]}}\n'

    @classmethod
    def from_json(cls, text: str, edition: Edition) -> Collection:
        """The inverse. Raises a :class:`PuzzlesError` that says which puzzle is wrong, and why."""
        try:
            told = json.loads(text)
        except ValueError as error:
            raise PuzzlesError(f"not JSON: {error}") from error
        if not isinstance(told, dict) or told.get("format") != FORMAT:
            raise PuzzlesError(f"no file of puzzles: its format is not {FORMAT!r}")
        if told.get("edition") != edition.digest:
            raise PuzzlesError("its puzzles are of another edition (--edition)")
        if told.get("rules_version") != RULES_VERSION:
            raise PuzzlesError(f"made by version {told.get('rules_version')} of the rules, not {RULES_VERSION}")
        found = []
        puzzles = told.get("puzzles")
        for number, it in enumerate(puzzles if isinstance(puzzles, list) else [], start=1):
            try:
                found.append(Puzzle.read(it))
            except ValueError as error:
                raise PuzzlesError(f"puzzle {number}: {error}") from error
        if not found:
            raise PuzzlesError("it holds no puzzles")
        return cls.of(edition, str(told.get("command", "")), tuple(found))


@lru_cache(maxsize=1)
def carried() -> Collection:
    """The built-in puzzles, for the built-in edition."""
    text = files(__package__).joinpath("puzzles.json").read_text(encoding="utf-8")
    return Collection.from_json(text, default())


def of_the_day(day: date, collection: Collection) -> Puzzle:
    """The puzzle of a day (UTC): the next each day, and every kind in turn.

    Within a kind they follow each other by id, which is as good as random; the page computes the same.
    """
    number = day.toordinal()
    kinds = [kind for kind in KINDS if collection.count(kind)]
    kind = kinds[number % len(kinds)]
    of_kind = [it for it in collection.puzzles if it.kind == kind]
    return of_kind[number // len(kinds) % len(of_kind)]
