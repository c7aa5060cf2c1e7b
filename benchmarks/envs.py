"""Speed of the environments on one core, by batch size, beside PettingZoo's classic games and pgx on the CPU.

`python -m benchmarks.envs` measures this alone. A step is one action in one game, chosen at random among the legal ones
by NumPy (for pgx by JAX), with new games where one has ended. Peers run in an environment of their own.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np

from benchmarks.core import PEERS, Rate, rate
from benchmarks.figure import Figure, print_all
from nouvelle_france.envs import nouvelle_france_v0
from nouvelle_france.envs.vector import SoloVectorEnv, TableVector

BATCHES = (1, 4, 16, 64, 256, 1024, 4096)
MEASURED = 1024
"""The batch that the targets are for."""
IDS_TARGET = 300_000
FULL_TARGET = 150_000
PLAYERS = 4
SECONDS = 1.5


def legal_at_random(infos: dict[str, np.ndarray], rng: np.random.Generator) -> np.ndarray:
    """Any legal action of each game; 0 where there is none, since the next step begins a new one."""
    first, ids = infos["legal_first"], infos["legal_ids"]
    if not len(ids):
        return np.zeros(len(first) - 1, np.int64)
    place = first[:-1] + (rng.random(len(first) - 1) * np.diff(first)).astype(np.int64)
    return np.where(np.diff(first) > 0, ids[np.minimum(place, len(ids) - 1)], 0)


def stepper(envs: TableVector | SoloVectorEnv) -> Callable[[], int]:
    """One step of all games, again and again."""
    rng = np.random.default_rng(1)
    *_, infos = envs.reset(seed=1)

    def work() -> int:
        nonlocal infos
        *_, infos = envs.step(legal_at_random(infos, rng))
        return int(envs.num_envs)

    return work


def single() -> Callable[[], int]:
    """PettingZoo's own form, one game, as its tests use it."""
    env = nouvelle_france_v0.env(players=PLAYERS)
    env.reset(seed=1)
    rng = np.random.default_rng(1)

    def work() -> int:
        for _ in range(20):
            _, _, over, _, info = env.last()
            if over:
                env.reset()
            else:
                env.step(info["legal"][rng.integers(len(info["legal"]))])
        return 20

    return work


def figures() -> list[Figure]:
    """All of it; the targets are for one batch size."""
    found = []
    kinds: list[tuple[str, Callable[[int], TableVector | SoloVectorEnv], int]] = [
        (
            "legal ids",
            partial(nouvelle_france_v0.vector_env, players=PLAYERS, masks=False, observations=False),
            IDS_TARGET,
        ),
        ("legal ids and observations", partial(nouvelle_france_v0.vector_env, players=PLAYERS, masks=False), 0),
        ("legal ids, masks and observations", partial(nouvelle_france_v0.vector_env, players=PLAYERS), FULL_TARGET),
        ("solo: legal ids, masks and observations", SoloVectorEnv, 0),
    ]
    for what, make, target in kinds:
        for batch in BATCHES:
            measured = rate(stepper(make(batch)))
            wanted = target if batch == MEASURED else 0
            found.append(_figure(f"{what}, {batch} games a call", measured, wanted))
    found.append(_figure("PettingZoo's form, one game, mask and observation", rate(single())))
    return [*found, *peers()]


def _figure(what: str, measured: Rate, target: int = 0) -> Figure:
    return Figure(
        f"environments: {what}",
        f"{measured.a_second:,.0f} steps/s",
        f"{measured.busy:.0%} busy: {measured.of_processor:,.0f} a second of processor time",
        f"{target:,}" if target else "",
        measured.a_second >= target,
    )


def peers() -> list[Figure]:
    """The peers' games, in the same run, on one core as well."""
    program = Path(__file__).parent / "peer_envs.py"
    core = min(os.sched_getaffinity(0))
    command = [str(PEERS), str(program), str(SECONDS), str(core), *map(str, BATCHES)]
    out = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return [
        Figure(row["what"], f"{row['a_second']:,.0f} steps/s", f"{row['busy']:.0%} busy") for row in json.loads(out)
    ]


if __name__ == "__main__":
    print_all(figures())
