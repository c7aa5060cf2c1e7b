"""The examples of the docs run."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.server.running import running_server

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_a_game_by_the_example_of_the_docs(sqlite_url: str, tmp_path: Path) -> None:
    with running_server(sqlite_url, tmp_path, "--no-limits", forked=True) as server:
        command = [sys.executable, str(EXAMPLES / "play_a_table.py"), server.url]
        done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    assert " won: {" in done.stdout
    assert not done.stderr
