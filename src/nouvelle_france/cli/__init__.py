"""The command `nouvelle-france`."""

from __future__ import annotations

import contextlib
import io
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from types import FrameType

_ENDINGS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
"""What ends a program politely; Windows has no SIGHUP."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line: exit code 0 when all is well, 1 for faults found, 2 for bad input, 130 when interrupted."""
    try:
        for number in _ENDINGS:
            if signal.getsignal(number) is not signal.SIG_IGN:  # as under `nohup`
                signal.signal(number, _stop)  # a polite kill ends like Ctrl-C: with whole lines and no traceback
        _mend_streams()
        code = _run(arguments)
        sys.stdout.flush()
    except KeyboardInterrupt:
        code = 130
    except BrokenPipeError:
        code = _reader_has_left()
    except OSError as error:
        _reader_has_left()
        _complain(f"cannot write: {error.strerror or error or type(error).__name__}")
        code = 2
    sys.exit(code)


def _mend_streams() -> None:
    """Replace streams the shell closed by null streams, and show letters they cannot encode as a mark."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115 - it stays open
        stream = getattr(sys, name)
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _complain(message: str) -> None:
    """Print one clear line, if standard error is open."""
    with contextlib.suppress(OSError):
        sys.stderr.write(f"nouvelle-france: {' '.join(message.split())}\n")
        sys.stderr.flush()


def _stop(_signal: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _reader_has_left() -> int:
    """Broken pipe (as in ``… | head``): discard the rest, and exit like a program that the pipe stopped."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 128 + 13  # SIGPIPE, also where there is none


@contextlib.contextmanager
def _signals_waiting() -> Iterator[None]:
    """Block the signals, with the standard library, until our own code is loaded. Not on Windows."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, *_ENDINGS})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _run(arguments: Sequence[str] | None) -> int:
    # Imported here, so that Ctrl-C at the start is caught too; it waits, since libraries being loaded may swallow it.
    try:
        with _signals_waiting():
            import typer  # noqa: PLC0415

            from nouvelle_france.cli.app import ALONE, GREETING, app  # noqa: PLC0415
            from nouvelle_france.cli.problem import Problem  # noqa: PLC0415
    except ModuleNotFoundError as error:  # installed with --no-deps, for the library's sake
        _complain(f"the command needs {error.name}, which is not installed: pip install nouvelle-france")
        return 2
    if not (sys.argv[1:] if arguments is None else arguments):
        sys.stdout.write(GREETING)
        arguments = ALONE
    try:
        code = app(arguments, prog_name="nouvelle-france", standalone_mode=False)
    except (Problem, typer.TyperException) as problem:
        messages = [problem.format_message()] if isinstance(problem, typer.TyperException) else problem.args
        for message in messages:
            if message:  # without a subcommand of `edition` typer has shown the help and prints nothing more
                _complain(message)
        return 2
    except typer.Abort:
        return 130
    except SystemExit:  # the only exit typer makes by itself here: a closed pipe
        return _reader_has_left()
    return code if isinstance(code, int) else 0
