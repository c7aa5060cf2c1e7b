"""The tests pass where a shell lets the run ignore Ctrl-C and the end of its terminal, as it does in the background."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

SENDING = (
    "tests/test_background.py::test_ctrl_c_stops_the_tests_own_process",
    "tests/cli/test_play.py::test_ctrl_c_is_a_farewell_that_keeps_the_record",  # a command that they have started
)


def test_ctrl_c_stops_the_tests_own_process() -> None:
    with pytest.raises(KeyboardInterrupt):
        os.kill(os.getpid(), signal.SIGINT)


def test_ctrl_c_is_sent_as_from_a_terminal_though_the_run_is_in_the_background() -> None:
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *SENDING]
    in_background = ["sh", "-c", 'trap "" INT HUP; exec "$@"', "sh", *command]
    done = subprocess.run(in_background, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert "2 passed" in done.stdout
