"""The command `nouvelle-france`."""

from __future__ import annotations

import io
import os
import signal
import sys
from collections.abc import Sequence
from types import FrameType


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line: exit code 0 when all is well, 1 for faults found, 2 for bad input, 130 when interrupted."""
    signal.signal(signal.SIGTERM, _stop)  # a polite kill ends like Ctrl-C: with whole lines and no traceback
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that lacks a letter shows a mark in its place
    try:
        code = _run(arguments)
        sys.stdout.flush()
    except KeyboardInterrupt:
        code = 130
    except BrokenPipeError:
        code = _reader_has_left()
    except OSError as error:
        _reader_has_left()
        sys.stderr.write(f"nouvelle-france: cannot write: {error.strerror}\n")
        code = 2
    sys.exit(code)


def _stop(_signal: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _reader_has_left() -> int:
    """Nobody reads on (as in ``… | head``): write the rest to nowhere, and end like a program the pipe stopped."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 128 + signal.SIGPIPE


def _run(arguments: Sequence[str] | None) -> int:
    # Imported here, so that Ctrl-C during the import is caught too.
    import typer  # noqa: PLC0415

    from nouvelle_france.cli.app import app  # noqa: PLC0415
    from nouvelle_france.cli.problem import Problem  # noqa: PLC0415

    try:
        code = app(arguments, prog_name="nouvelle-france", standalone_mode=False)
    except (Problem, typer.TyperException) as problem:
        message = problem.format_message() if isinstance(problem, typer.TyperException) else str(problem)
        if message:  # without arguments typer has shown the help and says nothing
            sys.stderr.write(f"nouvelle-france: {' '.join(message.split())}\n")
        return 2
    except typer.Abort:
        return 130
    except SystemExit:  # the only exit typer makes by itself here: a closed pipe
        return _reader_has_left()
    return code if isinstance(code, int) else 0
