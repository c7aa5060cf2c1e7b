"""Random games of Catanatron, in an environment of its own (`.venv-peers`): what our core is measured against.

Run as a program, with the seconds to play for; it prints actions, seconds and how busy it was as JSON, and
imports nothing of ours.
"""

from __future__ import annotations

import json
import sys
import time
from importlib import import_module
from typing import Any


def play(seconds: float) -> dict[str, float]:
    """Whole games of four random players until the time is over."""
    catan: Any = import_module("catanatron")  # it has no types, and is not where the type checker looks
    seats = [catan.RandomPlayer(colour) for colour in catan.Color]
    catan.Game(seats, seed=1).play()  # warm
    actions = games = 0
    start, cpu = time.perf_counter(), time.process_time()
    while (taken := time.perf_counter() - start) < seconds:
        games += 1
        game = catan.Game(seats, seed=games)
        game.play()
        actions += len(game.state.actions)
    return {"actions": actions, "seconds": taken, "busy": (time.process_time() - cpu) / taken}


if __name__ == "__main__":
    print(json.dumps(play(float(sys.argv[1]))))
