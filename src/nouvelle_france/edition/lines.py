"""On which line of a TOML file a key stands: the parser of the standard library does not tell."""

from __future__ import annotations

import re
from collections.abc import Mapping

ROWS = "<rows>"
"""Behind a key: the line of its text's first row."""

_HEADER = re.compile(r"\s*\[([^\[\]]+)\]")
_KEY = re.compile(r"\s*([\w-]+)\s*=\s*(.*)")
_QUOTES = ('"""', "'''")


def lines_of_keys(text: str) -> Mapping[tuple[str, ...], int]:
    """The line on which each table or key begins, and under ``(*path, ROWS)`` that of a picture's first row.

    Keys inside an inline table share their table's line.

    >>> lines_of_keys("a = 1\\n[b]\\nc = 2\\n")["b", "c"]
    3
    """
    lines: dict[tuple[str, ...], int] = {}
    table: tuple[str, ...] = ()
    picture = ""
    for number, line in enumerate(text.split("\n"), start=1):
        if picture:
            picture = "" if picture in line else picture
        elif header := _HEADER.match(line):
            table = tuple(part.strip(" \"'") for part in header[1].split("."))
            lines[table] = number
        elif key := _KEY.match(line):
            picture = next((quotes for quotes in _QUOTES if key[2].startswith(quotes)), "")
            lines[*table, key[1]] = number
            lines[*table, key[1], ROWS] = number + (key[2].strip() in _QUOTES)
            if picture and picture in key[2][len(picture) :]:
                picture = ""  # opened and closed on one line
    return lines
