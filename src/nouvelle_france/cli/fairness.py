"""The command `fairness`: checks the proof of a fair shuffle.

What it needs of tables is imported when it runs: the other commands must not wait for them.
"""
# ruff: noqa: PLC0415

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from nouvelle_france.cli.files import open_edition, read_text_lines, told
from nouvelle_france.cli.narration import counted
from nouvelle_france.cli.output import plain_console
from nouvelle_france.cli.problem import Problem
from nouvelle_france.record import RecordError, faults


def fairness(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The proof of a finished game, as the server gives it.")],
    commitment: Annotated[
        str | None, typer.Option("--commitment", help="The commitment you noted before the game, to compare with.")
    ] = None,
    words: Annotated[
        str | None, typer.Option("--words", help="The words you added to the shuffle, to check that they counted.")
    ] = None,
    edition: Annotated[
        Path | None, typer.Option("--edition", help="An edition file to use instead of the built-in one.")
    ] = None,
) -> None:
    """Check that nobody chose the deck of a game: it must follow from the commitment and everyone's words.

    Exit code 1 if a shuffle was not fair.

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
            # Report only once that it is not a game at all.
            played = [str(fault) for fault in faults(proof.record, box) if f"record: {fault}" not in wrong]
        except RecordError as error:
            raise Problem(f"{file}, line {number}: {told(error)}") from error
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
