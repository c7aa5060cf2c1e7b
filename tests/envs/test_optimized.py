"""Environments under ``python -O``, which leaves out assertions and so whatever is done in one."""

from __future__ import annotations

import subprocess
import sys

LEARNING = """
from nouvelle_france.envs.single import TableEnv
env = TableEnv(opponents={1: "greedy"})
_, info = env.reset(seed=3)
for _ in range(5):
    *_, info = env.step(info["legal"][0])
print(*info["legal"])
"""


def test_bots_answer_also_where_python_leaves_out_assertions() -> None:
    told = [
        subprocess.run(
            [sys.executable, *optimized, "-c", LEARNING], check=True, capture_output=True, text=True, timeout=300
        ).stdout
        for optimized in ([], ["-O"])
    ]
    assert told[0] == told[1] != ""
