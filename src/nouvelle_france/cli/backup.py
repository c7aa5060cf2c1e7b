"""The command `backup`: everything a server keeps, in one file.

What it needs of the server is imported when it runs: the other commands must not wait for a web framework.
"""
# ruff: noqa: PLC0415

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from nouvelle_france.cli.database import DatabaseOption, progress_of, storage_problems, url_of, what_was_kept
from nouvelle_france.cli.files import WholeWriter
from nouvelle_france.cli.output import plain_console


def backup(
    out: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write; - is standard output.")],
    database: DatabaseOption = "",
) -> None:
    """Write everything a server keeps to one file, even while it runs.

    The file holds the secrets of unfinished games and only you can read it: guard it like the database. It can be
    restored into both SQLite and PostgreSQL, so it can also move tables from one to the other.

    **Examples**

    * `nouvelle-france backup tables.jsonl`
    * `nouvelle-france backup - | gzip > tables.jsonl.gz`
    """
    from nouvelle_france.server.storage import backup as dump

    with (
        storage_problems(),
        WholeWriter(out, "FILE", writes="backup", private=True) as writer,
        progress_of("backup") as step,
    ):
        counts = dump(url_of(database), writer.write_bytes, progress=step)
    plain_console(stderr=True).print(what_was_kept(counts))
