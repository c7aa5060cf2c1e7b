"""Random steps of PettingZoo's classic games and of pgx, in an environment of their own (`.venv-peers`).

Run as a program, with the seconds for each, the core to stay on and the batch sizes; it prints what it found as JSON
and imports nothing of ours.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

CLASSIC = ("connect_four_v3", "chess_v6")
PGX = ("connect_four", "backgammon")


def measured(what: str, work: Callable[[], int], seconds: float) -> dict[str, Any]:
    """Steps a second by the clock, and the share of it in which the processor was ours."""
    work()
    steps, start, cpu = 0, time.perf_counter(), time.process_time()
    while (taken := time.perf_counter() - start) < seconds:
        steps += work()
    return {"what": what, "a_second": steps / taken, "busy": (time.process_time() - cpu) / taken}


def classic(name: str, seconds: float) -> dict[str, Any]:
    """One of PettingZoo's games, one at a time: it has no other form."""
    env: Any = import_module(f"pettingzoo.classic.{name}").env()
    env.reset(seed=1)

    def work() -> int:
        for _ in range(20):
            seen, _, over, truncated, _ = env.last()
            if over or truncated:
                env.reset()
            else:
                env.step(env.action_space(env.agent_selection).sample(seen["action_mask"]))
        return 20

    return measured(f"PettingZoo {name}, one game", work, seconds)


def pgx_games(name: str, seconds: float, batches: list[int]) -> Iterator[dict[str, Any]]:
    """One of pgx's games, many at once, begun anew where they end."""
    jax, pgx = import_module("jax"), import_module("pgx")
    again: Any = import_module("pgx.experimental.wrappers").auto_reset
    env = pgx.make(name)
    begin, step = jax.vmap(env.init), jax.vmap(again(env.step, env.init))

    def act(state: Any, key: Any) -> Any:
        key, chosen, chance = jax.random.split(key, 3)
        logits = jax.numpy.log(state.legal_action_mask.astype(float))
        actions = jax.random.categorical(chosen, logits, axis=-1)
        return step(state, actions, jax.random.split(chance, len(actions))), key

    compiled = jax.jit(act)
    for batch in batches:
        state = jax.jit(begin)(jax.random.split(jax.random.PRNGKey(1), batch))
        key = jax.random.PRNGKey(2)

        def work(batch: int = batch) -> int:
            nonlocal state, key
            state, key = compiled(state, key)
            state.observation.block_until_ready()
            return batch

        yield measured(f"pgx {name}, {batch} games a call", work, seconds)


def main() -> None:
    """Measure all of them."""
    seconds, core, *batches = float(sys.argv[1]), int(sys.argv[2]), *map(int, sys.argv[3:])
    os.sched_setaffinity(0, {core})
    found = [classic(name, seconds) for name in CLASSIC]
    for name in PGX:
        found += pgx_games(name, seconds, batches)
    print(json.dumps(found))


if __name__ == "__main__":
    main()
