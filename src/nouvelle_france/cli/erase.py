"""The command `erase`: a table, or what a server keeps of a person.

What it needs of the server is imported when it runs: the other commands must not wait for a web framework.
"""
# ruff: noqa: PLC0415

from __future__ import annotations

import asyncio
from typing import Annotated

import typer

from nouvelle_france.cli.database import DatabaseOption, alone_with, storage_problems, url_of
from nouvelle_france.cli.narration import counted
from nouvelle_france.cli.output import plain_console
from nouvelle_france.cli.problem import Problem


def erase(
    database: DatabaseOption = "",
    table: Annotated[
        str | None,
        typer.Option("--table", metavar="ID", help="The last part of its address. With --person: only at this table."),
    ] = None,
    person: Annotated[
        str | None, typer.Option("--person", metavar="NAME", help="The person's name, as written at the table.")
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask for confirmation.")] = False,
) -> None:
    """Erase a table with its game and chat, or a person from all tables: the name and what they said.

    It first lists what it would erase. A person's games stay, without the name; so do the words a seat added to the
    shuffle, without which nobody could check it. Stop a server on SQLite first; restart a running one on PostgreSQL to
    clear its memory. Backups are not touched.

    **Examples**

    * `nouvelle-france erase --table iYGnZpu2xnzZ`
    * `nouvelle-france erase --person "Jeanne Mance"`
    """
    if table is None and person is None:
        raise Problem("say what to erase: --table ID or --person NAME")
    url = url_of(database)
    with storage_problems(), alone_with(url):
        if person is not None:
            _person(url, person, table, yes)
        elif table is not None:
            _table(url, table, yes)


def _table(url: str, id: str, yes: bool) -> None:
    from nouvelle_france.server.erasing import erase_table, table_to_erase

    found = asyncio.run(table_to_erase(url, id))
    if found is None:
        raise Problem(f"--table {id}: there is no such table")
    console = plain_console()
    title = f' "{found["title"]}"' if found["title"] else ""
    console.print(
        f"Table {id}{title} ({found['status']}): {found['entries']} entries, "
        f"with the names of {', '.join(found['people']) or 'nobody'}, game, chat and record",
        soft_wrap=True,
    )
    if not yes:
        typer.confirm("Erase it for good?", abort=True)
    asyncio.run(erase_table(url, id))
    console.print("erased")


def _person(url: str, name: str, only: str | None, yes: bool) -> None:
    from nouvelle_france.server.erasing import erase_person

    found = asyncio.run(erase_person(url, name, only, look=True))
    if not found:
        where = f" at table {only}" if only else ""
        raise Problem(f"--person {name}: nobody of that name has sat{where}")
    console = plain_console()
    for it in found:
        names, lines = counted(it.names, "time"), counted(it.lines, "line")
        console.print(f"Table {it.table}: the name, written {names}, and {lines} of chat", soft_wrap=True)
    if not yes:
        typer.confirm(f"Erase them at {counted(len(found), 'table')} for good?", abort=True)
    asyncio.run(erase_person(url, name, only))
    console.print("erased")
