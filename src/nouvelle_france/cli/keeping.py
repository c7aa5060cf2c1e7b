"""The commands for what a server keeps: backup, restore, export, prune, fairness.

What they need of the server is imported when they run: the other commands must not wait for a web framework.
"""
# ruff: noqa: PLC0415

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from nouvelle_france.cli.database import DatabaseOption, alone_with, storage_problems, url_of
from nouvelle_france.cli.files import WholeWriter, open_edition, read_lines, read_text_lines
from nouvelle_france.cli.narration import counted
from nouvelle_france.cli.output import plain_console, progress_bar
from nouvelle_france.cli.problem import Problem
from nouvelle_france.record import RecordError, faults


def backup(
    out: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write it; - is standard output.")],
    database: DatabaseOption = "",
) -> None:
    """Write everything a server keeps to one file, also while it runs.

    The file holds the secrets of games that are not over: keep it as you keep the database. It fits SQLite and
    PostgreSQL alike, so it also moves tables from one to the other.

    **Examples**

    * `nouvelle-france backup tables.jsonl`
    * `nouvelle-france backup - | gzip > tables.jsonl.gz`
    """
    from nouvelle_france.server.storage import backup as dump

    with storage_problems(), WholeWriter(out, "FILE") as writer, _progress("backup") as step:
        counts = dump(url_of(database), writer.write_bytes, progress=step)
    plain_console(stderr=True).print(_kept(counts))


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What backup wrote; - is standard input.")],
    database: DatabaseOption = "",
    replace: Annotated[bool, typer.Option("--replace", help="Put it in the place of what is there.")] = False,
) -> None:
    """Put a backup into an empty database, or with --replace in the place of another. End the server first.

    Nothing changes unless the whole file is good.

    **Examples**

    * `nouvelle-france restore tables.jsonl --database sqlite:///new.sqlite3`
    * `gunzip -c tables.jsonl.gz | nouvelle-france restore - --database postgresql://user@localhost/tables`
    """
    from nouvelle_france.server.storage import restore as load

    with storage_problems(), alone_with(url_of(database)), _progress("restore") as step:
        counts = load(url_of(database), read_lines(file), replace=replace, progress=step)
    plain_console().print(_kept(counts))


def export(
    out: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write it; - is standard output.")],
    database: DatabaseOption = "",
    table: Annotated[str | None, typer.Option("--table", help="Only this table, by its id.")] = None,
    fairness: Annotated[
        bool, typer.Option("--fairness", help="With what proves each shuffle fair, instead of records alone.")
    ] = False,
) -> None:
    """Write the finished games of a server as records, one a line, the oldest first.

    Games that are not over are left out: their deck is a secret, from the owner of the server too.

    **Examples**

    * `nouvelle-france export games.jsonl`
    * `nouvelle-france export proofs.jsonl --fairness`
    """
    from nouvelle_france.server.exporting import proofs

    async def write(writer: WholeWriter) -> int:
        games = 0
        async for proof in proofs(url_of(database), table, plain_console(stderr=True).print):
            writer.write(proof.to_json() if fairness else proof.record.to_json())
            games += 1
        return games

    with storage_problems(), WholeWriter(out, "FILE") as writer:
        games = asyncio.run(write(writer))
    plain_console(stderr=True).print(counted(games, "game"))


def prune(
    database: DatabaseOption = "",
    finished: Annotated[
        float | None,
        typer.Option(
            "--finished", metavar="DAYS", min=0, help="Games over and tables closed, nothing changed since then."
        ),
    ] = None,
    waiting: Annotated[
        float | None,
        typer.Option("--waiting", metavar="DAYS", min=0, help="Tables never begun, nothing changed since then."),
    ] = None,
    playing: Annotated[
        float | None, typer.Option("--playing", metavar="DAYS", min=0, help="Games nothing has changed at since then.")
    ] = None,
) -> None:
    """Remove old tables now; `serve --keep-finished DAYS` does so by itself.

    **Example**: `nouvelle-france prune --finished 365 --waiting 7`
    """
    if finished is None and waiting is None and playing is None:
        raise Problem("say what to remove: --finished, --waiting or --playing DAYS")
    from nouvelle_france.server.retention import prune_now

    with storage_problems():
        counts = asyncio.run(prune_now(url_of(database), finished, waiting, playing))
    console = plain_console()
    console.print(", ".join(f"{counted(number, 'table')} {kind}" for kind, number in counts.items()) + " removed")


def fairness(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What a server gives as the proof of a finished game.")],
    commitment: Annotated[
        str | None, typer.Option("--commitment", help="The commitment you noted before the game, to compare.")
    ] = None,
    words: Annotated[str | None, typer.Option("--words", help="The words you added, to see that they counted.")] = None,
    edition: Annotated[
        Path | None, typer.Option("--edition", help="An edition file to use instead of the usual.")
    ] = None,
) -> None:
    """Check that nobody chose the deck of a game: that it follows from a promise made before and everyone's words.

    Exits with 1 if a shuffle was not fair.

    **Examples**

    * `nouvelle-france fairness proof.json`
    * `nouvelle-france fairness proof.json --commitment 5e88… --words kX3_9f-Qz`
    """
    from nouvelle_france.tables.fairness import Proof, unfairness

    box = open_edition(edition)
    console = plain_console()
    games = bad = 0
    for number, line in read_text_lines(file):
        try:
            proof = Proof.from_json(line)
            wrong = unfairness(proof, box)
            # What is no game at all is said once.
            played = [str(fault) for fault in faults(proof.record, box) if f"record: {fault}" not in wrong]
        except RecordError as error:
            raise Problem(f"{file}, line {number}: {error}") from error
        if commitment is not None and proof.commitment != commitment:
            wrong.append("commitment: not the one you noted")
        if words is not None and words not in (added for _, added in proof.entropy):
            wrong.append("entropy: your words are not among those that counted")
        wrong += played
        games += 1
        bad += bool(wrong)
        for fault in wrong:
            console.print(f"{file}, line {number}: {fault}", soft_wrap=True)
    if not games:
        raise Problem(f"{file}: holds no proof")
    if bad:
        console.print(f"{counted(games, 'game')}, {bad} not fair")
        raise typer.Exit(1)
    console.print(f"{counted(games, 'game')}, dealt fairly")


def _kept(counts: Mapping[str, int]) -> str:
    return f"{counted(counts['tables'], 'table')} with {counts['entries']} entries"


@contextmanager
def _progress(what: str) -> Iterator[Callable[[int, int], None]]:
    with progress_bar() as progress:
        task = progress.add_task(what, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)
