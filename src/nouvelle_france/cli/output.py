"""Consoles that print names and texts verbatim: nothing from a player, a file or a shell is taken for markup."""

from __future__ import annotations

import io
import re

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn


def plain_console(stderr: bool = False) -> Console:
    """The terminal, or wherever the output is redirected."""
    return Console(stderr=stderr, markup=False, emoji=False, highlight=False)


def picture_console() -> Console:
    """A console that shows nothing but remembers it for :func:`as_svg`, wide enough for two sites side by side."""
    return Console(
        record=True,
        file=io.StringIO(),
        width=142,
        force_terminal=True,
        color_system="truecolor",
        markup=False,
        emoji=False,
        highlight=False,
    )


def as_svg(console: Console, title: str) -> str:
    """What was printed on a picture console, as an SVG that loads nothing from anywhere."""
    svg = console.export_svg(title=title.encode("utf-8", errors="replace").decode())
    return re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)


def progress_bar() -> Progress:
    """A progress bar on standard error, only where a person watches."""
    console = plain_console(stderr=True)
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
