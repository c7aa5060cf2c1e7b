"""The command `verify`: replays records by the rules."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from nouvelle_france.cli.files import open_edition, read_records, told
from nouvelle_france.cli.narration import counted
from nouvelle_france.cli.options import EditionOption
from nouvelle_france.cli.output import plain_console, progress_bar
from nouvelle_france.cli.problem import Problem
from nouvelle_france.edition import Edition
from nouvelle_france.record import Record, RecordError, faults


def verify(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Files of game records; - for standard input.")],
    edition: EditionOption = None,
) -> None:
    """Replay records by the rules and report every fault: game, move, rule number.

    Exit code 0 if every game follows the rules, 1 if one does not, 2 if a file does not contain game records.
    The rule numbers are those of docs/rules.md.

    **Example**

    * `nouvelle-france verify games.jsonl`
    """
    box = open_edition(edition)
    if [str(path) for path in files].count("-") > 1:
        raise Problem("-: standard input can be read once only")
    console = plain_console()
    games = bad = found = 0
    with progress_bar() as progress:
        task = progress.add_task("checking", total=None)
        for path in files:
            for number, record in read_records(path):
                games += 1
                faulty = list(_faults(record, box, path, number))
                for fault in faulty:
                    console.print(f"{path}: game {number}, {fault}", soft_wrap=True)
                bad += bool(faulty)
                found += len(faulty)
                progress.advance(task)
    if found:
        console.print(f"{counted(games, 'game')}, {bad} with faults ({found} in all)")
        raise typer.Exit(1)
    console.print(f"{counted(games, 'game')}, all by the rules")


def _faults(record: Record, box: Edition, path: Path, number: int) -> list[str]:
    try:
        return [str(fault) for fault in faults(record, box)]
    except RecordError as error:
        raise Problem(f"{path}: game {number}: {told(error)}") from error
