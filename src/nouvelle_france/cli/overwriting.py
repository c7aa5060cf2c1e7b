"""What a command must not write over: a file that it reads, and a file of ours that holds something else."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from nouvelle_france.cli.problem import Problem

KINDS = {
    "record": "records of games",
    "arena": "the results of an arena",
    "arena-journal": "an unfinished arena",
    "stats": "statistics",
    "analysis": "analyses",
    "puzzles": "puzzles",
    "weights": "a bot's weights",
    "training": "unfinished training",
    "fairness": "proofs of fairness",
    "backup": "a backup",
    "edition": "an edition",
    "database": "a database",
}
"""What our files hold, by the word in their format: ``nouvelle-france-record/1``."""

_FORMAT = re.compile(rb"""(?:^|[{,\s])["']?format["']?\s*[:=]\s*["']nouvelle-france-([a-z-]+)/\d""")
"""The format as JSON and TOML name it."""

_DATABASE = b"SQLite format 3\0"

_HEAD = 1 << 16
"""How many bytes of a file are searched for its format."""


def spare(option: str, path: Path, writes: str | None, reads: Iterable[Path | None] = ()) -> None:
    """Refuse to write over one of the files a command ``reads``, or over one that is plainly something else of ours.

    ``writes`` is the kind of what is to be written, None for pictures and solids. What holds the same kind may be
    replaced.
    """
    if not path.is_file():
        return
    if any(it.is_file() and it.samefile(path) for it in reads if it is not None):
        raise Problem(f"{option} {path}: this command reads that file; name another")
    found = _kind_of(path)
    if found not in (None, writes):
        raise Problem(f"{option} {path}: holds {KINDS.get(found, found)}; name another file")


def _kind_of(path: Path) -> str | None:
    """The word for what a file of ours holds; None for any other file."""
    try:
        with path.open("rb") as file:
            head = file.read(_HEAD)
    except OSError:  # whoever writes it says what is wrong
        return None
    if head.startswith(_DATABASE):
        return "database"
    named = _FORMAT.search(head)
    return named[1].decode() if named else None
