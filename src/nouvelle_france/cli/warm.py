"""The command `warm`."""

from __future__ import annotations

from nouvelle_france.bots.warming import warm as compile_ladder
from nouvelle_france.cli.files import open_edition
from nouvelle_france.cli.options import EditionOption
from nouvelle_france.cli.output import plain_console, progress_bar
from nouvelle_france.cli.preparing import need_core
from nouvelle_france.edition import default


def warm(edition: EditionOption = None) -> None:
    """Compile the bots ahead of time; use it when building images.

    Needed once per machine, version and sizes of an edition. A server compiles them by itself when it starts.

    **Examples**

    * `nouvelle-france warm`
    """
    need_core("warm")
    box = default() if edition is None else open_edition(edition)
    with progress_bar() as progress:
        task = progress.add_task("compiling", total=100)
        compile_ladder(box, lambda share: progress.update(task, completed=round(100 * share)))
    plain_console().print("The bots are ready.")
