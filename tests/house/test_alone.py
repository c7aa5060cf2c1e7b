"""The house needs no web framework, no database and no processes: a browser will run it."""

from __future__ import annotations

import subprocess
import sys

HEAVY = {"fastapi", "starlette", "uvicorn", "pydantic", "sqlalchemy", "sqlite3", "pebble", "multiprocessing", "numba",
         "numpy", "structlog", "prometheus_client"}  # fmt: skip


def test_a_game_is_played_with_a_house_and_nothing_else() -> None:
    done = subprocess.run([sys.executable, "-m", "tests.house.alone"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert not HEAVY & set(done.stdout.split())
