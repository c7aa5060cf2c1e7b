"""The command `keep`: keepsakes of a recorded game to show to others, or to print."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from nouvelle_france.cli.files import WholeWriter, match_at, open_edition
from nouvelle_france.cli.options import EditionOption, GameOption, MoveOption, RecordsArgument
from nouvelle_france.cli.output import plain_console
from nouvelle_france.cli.problem import Problem
from nouvelle_france.keepsakes import CUBE_MM, PictureError, buildings_gif, buildings_png, check, cubes_on, printable
from nouvelle_france.record import Match


def keep(
    file: RecordsArgument,
    game: GameOption = 1,
    move: MoveOption = None,
    png: Annotated[Path | None, typer.Option("--png", help="Write the buildings as a picture to this file.")] = None,
    gif: Annotated[
        Path | None, typer.Option("--gif", help="Write an animation of the buildings growing to this file.")
    ] = None,
    stl: Annotated[
        Path | None, typer.Option("--stl", help="Write each building for a 3D printer into this folder.")
    ] = None,
    three_mf: Annotated[Path | None, typer.Option("--3mf", help="As --stl, with the cubes' colours (3MF).")] = None,
    cube: Annotated[
        float, typer.Option("--cube", metavar="MM", min=1, max=100, help="Size of a printed cube.")
    ] = CUBE_MM,
    edition: EditionOption = None,
) -> None:
    """Make keepsakes of a recorded game: its buildings as a picture, as an animation, as solids for a 3D printer.

    Solids are closed, in millimetres, and as large as their cubes; where cubes meet only along an edge or at a corner,
    a bridge one twenty-fifth of a cube thick joins them.

    **Examples**

    * `nouvelle-france keep games.jsonl --game 3 --png buildings.png --gif growing.gif`
    * `nouvelle-france keep games.jsonl --3mf solids --cube 8`
    """
    if png is None and gif is None and stl is None and three_mf is None:
        raise Problem("nothing to write: name --png, --gif, --stl or --3mf")
    for path, option in ((png, "--png"), (gif, "--gif")):
        if path is not None:
            _check_picture(path, option)
    console = plain_console(stderr="-" in (str(png), str(gif)))
    match = match_at(file, game, move, open_edition(edition))
    for path, option, make in ((png, "--png", buildings_png), (gif, "--gif", buildings_gif)):
        if path is not None:
            with WholeWriter(path, option, writes=None, reads=[file, edition]) as writer:
                writer.write_bytes(make(match))
            if str(path) != "-":
                console.print(f"{path}: written", soft_wrap=True)
    for folder, option, format in ((stl, "--stl", "stl"), (three_mf, "--3mf", "3mf")):
        if folder is not None:
            _print(match, folder, option, format, cube, console)


def _check_picture(path: Path, option: str) -> None:
    """Report whatever would prevent a picture before the work begins."""
    wanted = option.replace("--", ".")
    if str(path) != "-" and path.suffix.lower() != wanted:
        raise Problem(f"{option} {path}: expected a file *{wanted}")
    try:
        check()
    except PictureError as error:
        raise Problem(f"{option}: {error}") from error


def _print(match: Match, folder: Path, option: str, format: str, cube: float, console: Console) -> None:
    """A file for each building; a bare site has none."""
    position = match.state.position
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Problem(f"{option} {folder}: cannot be written: {error.strerror}") from error
    for number, site in enumerate(position.game.edition.site_ids):
        if not cubes_on(position, number):
            plain_console(stderr=True).print(f"{site}: nothing stands there yet")
            continue
        path = folder / f"{site}.{format}"
        with WholeWriter(path, option, writes=None) as writer:
            writer.write_bytes(printable(position, number, format, cube))
        console.print(f"{path}: written", soft_wrap=True)
