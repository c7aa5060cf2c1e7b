"""The command `export`: the finished games of a server as records.

What it needs of the server is imported when it runs: the other commands must not wait for a web framework.
"""
# ruff: noqa: PLC0415

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from nouvelle_france.cli.database import DatabaseOption, storage_problems, url_of
from nouvelle_france.cli.files import WholeWriter
from nouvelle_france.cli.narration import counted
from nouvelle_france.cli.output import plain_console


def export(
    out: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write; - is standard output.")],
    database: DatabaseOption = "",
    table: Annotated[str | None, typer.Option("--table", help="Only this table, by its id.")] = None,
    fairness: Annotated[bool, typer.Option("--fairness", help="Include the fairness proofs.")] = False,
) -> None:
    """Write the finished games of a server as records, one per line, oldest first.

    Unfinished games are skipped: their decks are secret, even from the server's owner. A game whose first player was
    arranged, such as a first game, has no proof.

    **Examples**

    * `nouvelle-france export games.jsonl`
    * `nouvelle-france export proofs.jsonl --fairness`
    """
    from nouvelle_france.server.exporting import proofs, records

    async def write(writer: WholeWriter) -> int:
        games = 0
        async for game in (proofs if fairness else records)(url_of(database), table, plain_console(stderr=True).print):
            writer.write(game.to_json())
            games += 1
        return games

    kind = "fairness" if fairness else "record"
    with storage_problems(), WholeWriter(out, "FILE", writes=kind) as writer:
        games = asyncio.run(write(writer))
    plain_console(stderr=True).print(counted(games, "game"))
