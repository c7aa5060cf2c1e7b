"""The command `site`: the game as a folder of files, for any host and without a server.

What it needs of server and house is imported when it runs: the other commands must not wait for a web framework.
"""
# ruff: noqa: PLC0415

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from nouvelle_france.cli.files import open_edition
from nouvelle_france.cli.output import plain_console
from nouvelle_france.cli.problem import Problem


def site(
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="Where to write it: an empty folder, or a site written earlier.")
    ],
    edition: Annotated[
        list[Path] | None,
        typer.Option("--edition", help="An edition file to offer in addition to the built-in one; repeatable."),
    ] = None,
) -> None:
    """Write the game as a folder of files that any static host can serve, at any path.

    Rules, tables and bots run in the visitor's browser, which also keeps the games. After the first game everything
    works offline. Games between people elsewhere, and the levels that need the compiled core, need a server.

    **Examples**

    * `nouvelle-france site public`
    """
    from nouvelle_france.browser.site import SiteError, write_site
    from nouvelle_france.server.page import PAGE

    for path in edition or []:
        open_edition(path)
    try:
        written = write_site(folder, PAGE, edition or [])
    except SiteError as error:
        raise Problem(str(error)) from error
    except OSError as error:
        raise Problem(f"{folder}: cannot be written: {error.strerror}") from error
    size = sum(written.values()) / 1_000_000
    plain_console(stderr=True).print(f"{len(written)} files, {size:.1f} MB: {folder / 'index.html'}")
