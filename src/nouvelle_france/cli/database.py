"""The database of a server, as its commands name and open it.

What they need of the server is imported when they run: the other commands must not wait for a web framework.
"""
# ruff: noqa: PLC0415

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Annotated

import typer

from nouvelle_france.cli.problem import Problem

DatabaseOption = Annotated[
    str,
    typer.Option(
        "--database",
        envvar="NOUVELLE_FRANCE_DATABASE",
        metavar="URL",
        help="sqlite:///FILE or postgresql://USER@HOST/NAME. Default: an SQLite file in your data folder.",
        show_default=False,
    ),
]


def url_of(database: str) -> str:
    """The database named, or the usual one."""
    from nouvelle_france.server.settings import default_database

    return database or default_database()


@contextmanager
def storage_problems() -> Iterator[None]:
    """What is wrong with the database is said in a line."""
    from nouvelle_france.server.storage import StorageError

    try:
        yield
    except StorageError as error:
        raise Problem(str(error)) from error


def alone_with(url: str) -> None:
    """Two servers on one SQLite file would not hear of each other's moves: the second is refused."""
    if sys.platform == "win32":
        return
    import fcntl

    from sqlalchemy import make_url

    lock = Path(f"{make_url(url).database}.lock").open("w")  # noqa: SIM115 - held until this process ends
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        lock.close()
        raise Problem("--database: another server is using this SQLite file; end it, or use PostgreSQL") from error
    _held.append(lock)


_held: list[IO[str]] = []
"""What must stay open as long as the process lives."""
