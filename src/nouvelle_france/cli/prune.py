"""The command `prune`: removes old tables of a server.

What it needs of the server is imported when it runs: the other commands must not wait for a web framework.
"""
# ruff: noqa: PLC0415

from __future__ import annotations

import asyncio
from typing import Annotated

import typer

from nouvelle_france.cli.database import DatabaseOption, storage_problems, url_of
from nouvelle_france.cli.narration import counted
from nouvelle_france.cli.output import plain_console
from nouvelle_france.cli.problem import Problem


def prune(
    database: DatabaseOption = "",
    finished: Annotated[
        float | None,
        typer.Option("--finished", metavar="DAYS", min=0, help="Finished games and closed tables idle this long."),
    ] = None,
    waiting: Annotated[
        float | None,
        typer.Option("--waiting", metavar="DAYS", min=0, help="Tables whose game never started, idle this long."),
    ] = None,
    playing: Annotated[
        float | None, typer.Option("--playing", metavar="DAYS", min=0, help="Unfinished games idle this long.")
    ] = None,
) -> None:
    """Remove old tables now; `serve --keep-finished DAYS` does so automatically.

    **Example**: `nouvelle-france prune --finished 365 --waiting 7`
    """
    if finished is None and waiting is None and playing is None:
        raise Problem("say what to remove: --finished, --waiting or --playing DAYS")
    from nouvelle_france.server.retention import prune_now

    with storage_problems():
        counts = asyncio.run(prune_now(url_of(database), finished, waiting, playing))
    console = plain_console()
    console.print(", ".join(f"{counted(number, 'table')} {kind}" for kind, number in counts.items()) + " removed")
