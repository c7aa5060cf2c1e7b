"""The tests pass where a shell lets the run ignore Ctrl-C and the end of its terminal, as it does in the background."""

from __future__ import annotations

import subprocess
import sys

SENDING = (
    "tests/arena/test_workers.py::test_a_signal_waits_until_what_must_be_whole_is_done",  # to the tests' own process
    "tests/cli/test_play.py::test_ctrl_c_is_a_farewell_that_keeps_the_record",  # to a command that they have started
)


def test_ctrl_c_is_sent_as_from_a_terminal_though_the_run_is_in_the_background() -> None:
    pytest = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *SENDING]
    run = ["sh", "-c", 'trap "" INT HUP; exec "$@"', "in-the-background", *pytest]
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert "3 passed" in done.stdout
