"""The database of a server, as its commands name and open it.

What they need of the server is imported when they run: the other commands must not wait for a web framework.
"""
# ruff: noqa: PLC0415

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from nouvelle_france.cli.narration import counted
from nouvelle_france.cli.output import progress_bar
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
    """The database named, or the default."""
    from nouvelle_france.server.settings import default_database

    return database or default_database()


@contextmanager
def storage_problems(option: str = "") -> Iterator[None]:
    """Report database errors in one line, with the option that named it."""
    from nouvelle_france.server.storage import StorageError

    try:
        yield
    except StorageError as error:
        raise Problem(f"{option}: {error}" if option else str(error)) from error


@contextmanager
def alone_with(url: str) -> Iterator[None]:
    """Have an SQLite file to oneself.

    Two servers on one file would not notice each other's moves, nor a restore that replaces them.
    """
    from nouvelle_france.server.storage.database import read_url

    read = read_url(url)
    if read.get_backend_name() != "sqlite":
        yield
        return
    from filelock import FileLock, Timeout

    # One database has one lock, whatever link names it; a link in place of the lock is refused.
    file = Path(f"{Path(read.database or '').resolve()}.lock")
    lock = FileLock(file, mode=0o600)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        lock.acquire(blocking=False)
    except Timeout as error:
        raise Problem("--database: another server, or a restore, is using this SQLite file; end it first") from error
    except OSError as error:
        raise Problem(f"--database: {file}: cannot be written: {error.strerror}") from error
    try:
        yield
    finally:
        lock.release()


def what_was_kept(counts: Mapping[str, int]) -> str:
    """What a backup holds, in a line."""
    return f"{counted(counts['tables'], 'table')} with {counts['entries']} entries"


@contextmanager
def progress_of(what: str) -> Iterator[Callable[[int, int], None]]:
    """A progress bar that is updated with the amount done and the total."""
    with progress_bar() as progress:
        task = progress.add_task(what, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)
