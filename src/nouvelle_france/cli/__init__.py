"""The command `nouvelle-france`."""

from __future__ import annotations

import signal
import sys
from collections.abc import Sequence
from types import FrameType

import typer

from nouvelle_france.cli.app import app
from nouvelle_france.cli.problem import Problem


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line: exit code 0 when all is well, 1 for faults found, 2 for bad input, 130 when interrupted."""

    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    signal.signal(signal.SIGTERM, stop)  # a polite kill ends like Ctrl-C: with whole lines and no traceback
    try:
        code = app(arguments, prog_name="nouvelle-france", standalone_mode=False)
    except (Problem, typer.TyperException) as problem:
        message = problem.format_message() if isinstance(problem, typer.TyperException) else str(problem)
        if not message:  # no arguments at all: typer has shown the help
            sys.exit(2)
        sys.stderr.write(f"nouvelle-france: {' '.join(message.split())}\n")
        sys.exit(2)
    except (typer.Abort, KeyboardInterrupt):
        sys.exit(130)
    sys.exit(code if isinstance(code, int) else 0)
