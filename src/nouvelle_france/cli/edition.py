"""The commands `edition new`, `edition check` and `edition show`."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Annotated

import typer

from nouvelle_france.cli.edition_page import draw_edition
from nouvelle_france.cli.files import open_edition
from nouvelle_france.cli.narration import counted
from nouvelle_france.cli.output import plain_console
from nouvelle_france.cli.problem import Problem
from nouvelle_france.edition import Edition, EditionError
from nouvelle_france.edition.reading import read
from nouvelle_france.edition.starting import new_edition
from nouvelle_france.geometry import PlacementTable, placement_table

edition = typer.Typer(no_args_is_help=True, rich_markup_mode="markdown", help="Create, check or view an edition file.")


@edition.command()
def new(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The edition file to create, such as my-box.toml.")],
) -> None:
    """Start an edition of your own: a copy of ours with its comments, to change as you like.

    **Example**

    * `nouvelle-france edition new my-box.toml`
    """
    id = re.sub(r"[^a-z0-9]+", "-", file.stem.lower()).strip("-") or "my-edition"
    try:
        with file.open("x", encoding="utf-8") as written:
            written.write(new_edition(shlex.quote(str(file)), id))
    except FileExistsError as error:
        raise Problem(f"{file}: exists already; nothing was changed") from error
    except (OSError, ValueError) as error:
        raise Problem(f"{file}: cannot be written: {getattr(error, 'strerror', None) or error}") from error
    plain_console().print(
        f"{file}: begun, as edition {id}. Change it, then: nouvelle-france edition check {file}", soft_wrap=True
    )


@edition.command()
def check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="An edition file.")],
) -> None:
    """Check an edition file: report all faults, each with line, key and what was expected, and warn of oddities.

    **Example**

    * `nouvelle-france edition check my-edition.toml`
    """
    try:
        box, _, warnings = read(file)
    except EditionError as error:
        raise Problem(*error.faults) from error
    placements = placement_table(box)
    odd = [*warnings, *(f"{file}: {it}" for it in _useless(box, placements))]
    usual = open_edition(None)
    if box.id == usual.id and box != usual:
        differs = f"it differs from the built-in {usual.id}"
        odd.append(f"{file}: id: {differs}: give it an id of its own so that records differ")
    console = plain_console()
    for it in odd:
        console.print(f"odd: {it}", soft_wrap=True)
    console.print(
        f"{file}: a good edition ({box.id}): {counted(len(box.shapes), 'shape')}, {counted(len(box.sites), 'site')}, "
        f"{len(placements):,} placements",
        soft_wrap=True,
    )


def _useless(box: Edition, placements: PlacementTable) -> list[str]:
    """Parts that can never be used in a game."""
    stands = {pose.shape for pose in placements.poses}
    done = {number for pose in placements.poses for number in pose.challenges}
    return [
        *(
            f"{'bonus' if number >= len(box.shapes) else 'shapes'}.{shape.id}: can stand nowhere"
            for number, shape in enumerate(box.all_shapes)
            if number not in stands
        ),
        *(
            f"solo.challenges.{challenge.id}: no block can stand so"
            for number, challenge in enumerate(box.solo.challenges)
            if challenge.pose and number not in done
        ),
    ]


@edition.command()
def show(
    file: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", help="An edition file. Default: the built-in one.")
    ] = None,
) -> None:
    """Show an edition: shapes, plans, sticks, deck, solo numbers.

    **Example**

    * `nouvelle-france edition show`
    """
    plain_console().print(draw_edition(open_edition(file)))
