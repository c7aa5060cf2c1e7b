"""Values of a TOML file together with where they stand, and notes of what is wrong there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any, NamedTuple, NoReturn, TypeVar

from nouvelle_france.edition.lines import ROWS
from nouvelle_france.edition.model import LANGUAGES, Column, Names

Read = TypeVar("Read")


class Place(NamedTuple):
    """Where in the file, for sorting and for people."""

    line: int
    key: str


class FaultError(Exception):
    """Something at a place that keeps what is around it from being read."""

    def __init__(self, place: Place, words: str) -> None:
        super().__init__(words)
        self.place = place
        self.words = words


@dataclass(frozen=True, slots=True)
class Notes:
    """What was found in a file."""

    source: str
    lines: Mapping[tuple[str, ...], int]
    faults: list[tuple[Place, str]] = field(default_factory=list)
    warnings: list[tuple[Place, str]] = field(default_factory=list)
    without: dict[str, list[Place]] = field(default_factory=dict)
    """By language, the things without a name in it."""

    def attempt(self, read: Callable[[], Read]) -> Read | None:
        """What is read, or None where a fault is in the way, which is noted."""
        try:
            return read()
        except FaultError as fault:
            self.note(fault)
            return None

    def note(self, fault: FaultError) -> None:
        """Note a fault; one that is met again, by whoever needs the same key, once."""
        if (fault.place, fault.words) not in self.faults:
            self.faults.append((fault.place, fault.words))

    def unnamed(self) -> list[tuple[Place, str]]:
        """One warning for each language: who leaves one out mostly does so throughout."""
        return [
            (
                first,
                f"no name in {language}{f', nor {len(others)} times more' if others else ''}; another is shown",
            )
            for language, (first, *others) in self.without.items()
        ]

    def told(self, found: Sequence[tuple[Place, str]]) -> tuple[str, ...]:
        """As a person reads them, in the order of the file."""
        return tuple(
            f"{self.source}: {f'line {place.line}: ' if place.line else ''}{place.key}: {words}"
            for place, words in sorted(found, key=lambda it: it[0].line or inf)
        )


@dataclass(frozen=True, slots=True)
class Node:
    """A value of the file together with its place; reading it wrongly typed raises the fault of that place."""

    value: Any
    path: tuple[str, ...]
    notes: Notes

    def place(self, row: int | None = None) -> Place:
        """This place, or that of a row of the picture it is."""
        lines = self.notes.lines
        path = self.path if row is None else (*self.path, ROWS)
        known = next((path[:n] for n in range(len(path), 0, -1) if path[:n] in lines), None)
        return Place(lines[known] + (row or 0) if known else 0, ".".join(self.path) or "the file")

    def fault(self, expected: str, row: int | None = None) -> NoReturn:
        """Raise for this place, or for a row of the picture it is."""
        raise FaultError(self.place(row), expected)

    def warn(self, words: str, row: int | None = None) -> None:
        """Note what is odd here."""
        self.notes.warnings.append((self.place(row), words))

    def __getitem__(self, key: str) -> Node:
        table = self.table()
        child = Node(table.get(key), (*self.path, key), self.notes)
        if key not in table:
            child.fault("is missing")
        return child

    def get(self, key: str) -> Node | None:
        """The value of a key that may be missing."""
        return self[key] if key in self.table() else None

    def table(self) -> dict[str, Any]:
        """A table of keys."""
        if not isinstance(self.value, dict):
            self.fault("expected a table of keys")
        return self.value

    def keys(self, required: Iterable[str], optional: Iterable[str] = ()) -> None:
        """Note unknown keys and missing ones."""
        required, optional = tuple(required), tuple(optional)
        for key in self.table():
            if key not in required and key not in optional:
                known = ", ".join(required + optional)
                fault = FaultError(self._child(key).place(), f"unknown key; expected one of {known}")
                self.notes.note(fault)
        for key in required:
            self.notes.attempt(lambda key=key: self[key])  # type: ignore[misc]  # mypy does not know this way to keep it

    def _child(self, key: str) -> Node:
        return Node(self.value[key], (*self.path, key), self.notes)

    def items(self, skip: Iterable[str] = ()) -> list[tuple[str, Node]]:
        """The entries of a table whose keys are ids."""
        children = [(key, self._child(key)) for key in self.table() if key not in skip]
        for key, child in children:
            if not re.fullmatch(r"[a-z][a-z0-9-]*", key) or key == "snow":
                self.notes.note(
                    FaultError(child.place(), "an id has small letters, digits and dashes only, and is not 'snow'")
                )
        return children

    def each(self, read: Callable[[str, Node], Read | None], skip: Iterable[str] = ()) -> dict[str, Read]:
        """What is read of each entry, those with faults left out."""
        found = ((id, self.notes.attempt(lambda id=id, child=child: read(id, child))) for id, child in self.items(skip))  # type: ignore[misc]  # as above
        return {id: it for id, it in found if it is not None}

    def part(self, key: str, read: Callable[[Node], Read]) -> Read | None:
        """What is read of a key, or None where a fault is in the way, which is noted."""
        return self.notes.attempt(lambda: read(self[key]))

    def elements(self) -> list[Node]:
        """The elements of a list, which have their place in common."""
        if not isinstance(self.value, list):
            self.fault("expected a list")
        return [Node(item, self.path, self.notes) for item in self.value]

    def text(self) -> str:
        """A text that is not blank."""
        if not isinstance(self.value, str) or not self.value.strip():
            self.fault("expected a text")
        return self.value

    def number(self, least: int = 0, most: int | None = None) -> int:
        """A whole number that is large enough, and not too large."""
        if type(self.value) is not int or self.value < least:
            self.fault(f"expected a whole number of at least {least}, found {self.value!r}")
        if most is not None and self.value > most:
            self.fault(f"expected at most {most}, found {self.value}")
        return self.value

    def numbers(self, most: int | None = None) -> tuple[int, ...]:
        """A list of whole numbers of at least 1."""
        return tuple(element.number(1, most) for element in self.elements())

    def one_of(self, ids: Iterable[str], what: str) -> str:
        """One of some ids, such as those of colours."""
        ids = tuple(ids)
        if self.value not in ids:
            self.fault(f"expected a {what} ({', '.join(ids)}), found {self.value!r}")
        return str(self.value)

    def names(self) -> Names:
        """A name for each language; where it has none, the first that there is stands in."""
        self.keys((), LANGUAGES)
        told = {language: self[language].text() for language in LANGUAGES if language in self.table()}
        if not told:
            self.fault(f"expected a name in one of {', '.join(LANGUAGES)}")
        for language in LANGUAGES:
            if language not in told:
                self.notes.without.setdefault(language, []).append(self.place())
        return {language: told.get(language, next(iter(told.values()))) for language in LANGUAGES}

    def rows(self, allowed: str, meaning: str) -> tuple[str, ...]:
        """A picture as its rows, all of one length, made of the allowed characters only."""
        text = self.text()
        rows = text.strip("\n").split("\n")
        first = len(text) - len(text.lstrip("\n"))
        width = len(rows[0])
        for number, row in enumerate(rows, start=first):
            for x, mark in enumerate(row):
                if mark not in allowed:
                    self.fault(f"stray character {mark!r} in column {x}; expected {meaning}", number)
            if len(row) != width:
                self.fault(f"row {row!r} is {len(row)} wide; expected {width} as in the first row", number)
        return tuple(rows)

    def warn_of_blanks(self, rows: Sequence[str]) -> None:
        """Rows and columns at the sides where nothing is: mostly a slip, since everything is counted from there."""
        if not set("".join(rows)) - {"."}:
            return
        first = len(self.value) - len(self.value.lstrip("\n"))
        for number, row in enumerate(rows):
            if not row.strip("."):
                self.warn(f"row {number} is blank", first + number)
        for x in (0, len(rows[0]) - 1):
            if all(row[x] == "." for row in rows):
                self.warn(f"column {x} is blank")

    def column(self, columns: Iterable[Column]) -> Column:
        """A column ``[x, y]`` of a plan."""
        if not (isinstance(self.value, list) and len(self.value) == 2 and all(type(n) is int for n in self.value)):
            self.fault(f"expected a column [x, y], found {self.value!r}")
        x, y = self.value
        if (x, y) not in tuple(columns):
            self.fault(f"[{x}, {y}] is not a column of the plan")
        return x, y


def sure(value: Read | None) -> Read:
    """What was read: where there are no faults, all of it was."""
    assert value is not None
    return value
