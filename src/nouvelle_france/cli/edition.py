"""The commands `edition check` and `edition show`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from nouvelle_france.cli.edition_page import draw_edition
from nouvelle_france.cli.files import open_edition
from nouvelle_france.cli.output import plain_console
from nouvelle_france.geometry import placement_table

edition = typer.Typer(no_args_is_help=True, rich_markup_mode="markdown", help="Look at or check an edition file.")


@edition.command()
def check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="An edition file.")],
) -> None:
    """Check an edition file; a fault is named with its line, its key and what was expected.

    **Example**

    * `nouvelle-france edition check my-edition.toml`
    """
    box = open_edition(file)
    console = plain_console()
    console.print(
        f"{file}: a good edition ({box.id}): {len(box.shapes)} shapes, {len(box.sites)} sites, "
        f"{len(placement_table(box)):,} placements",
        soft_wrap=True,
    )
    usual = open_edition(None)
    if box.id == usual.id and box != usual:
        console.print(
            f"But it differs from the built-in {usual.id}: give it an id of its own so that records differ.",
            soft_wrap=True,
        )


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
