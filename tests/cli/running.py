"""Running the command line as a person would: arguments in; exit code, output and errors out."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from nouvelle_france.cli import main

COMMAND = Path(sys.executable).with_name("nouvelle-france")


class Outcome(NamedTuple):
    code: int
    out: str
    err: str


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> Outcome:
    """Run a command in this process."""
    with pytest.raises(SystemExit) as leaving:
        main([str(argument) for argument in arguments])
    printed = capsys.readouterr()
    assert isinstance(leaving.value.code, int)
    return Outcome(leaving.value.code, printed.out, printed.err)


def run_apart(*arguments: object, typed: str | None = None) -> Outcome:
    """Run a command in a process of its own."""
    done = subprocess.run(
        [COMMAND, *map(str, arguments)], input=typed, capture_output=True, text=True, check=False, timeout=120
    )
    return Outcome(done.returncode, done.stdout, done.stderr)
