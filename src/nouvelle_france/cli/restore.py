"""The command `restore`: a backup back into a database.

What it needs of the server is imported when it runs: the other commands must not wait for a web framework.
"""
# ruff: noqa: PLC0415

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from nouvelle_france.cli.database import (
    DatabaseOption,
    alone_with,
    progress_of,
    storage_problems,
    url_of,
    what_was_kept,
)
from nouvelle_france.cli.files import read_lines
from nouvelle_france.cli.output import plain_console
from nouvelle_france.cli.problem import Problem


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file written by backup; - is standard input.")],
    database: DatabaseOption = "",
    replace: Annotated[bool, typer.Option("--replace", help="Replace the database's contents.")] = False,
) -> None:
    """Restore a backup into an empty database, or with --replace over another. Stop the server first.

    Nothing changes unless the whole file is valid.

    **Examples**

    * `nouvelle-france restore tables.jsonl --database sqlite:///new.sqlite3`
    * `gunzip -c tables.jsonl.gz | nouvelle-france restore - --database postgresql://user@localhost/tables`
    """
    from nouvelle_france.server.storage import BackupError
    from nouvelle_france.server.storage import restore as load

    with storage_problems(), alone_with(url_of(database)), progress_of("restore") as step:
        try:
            counts = load(url_of(database), read_lines(file), replace=replace, progress=step)
        except BackupError as error:
            raise Problem(f"{file}: {error}") from error
    plain_console().print(what_was_kept(counts))
