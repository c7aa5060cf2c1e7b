"""A policy that learns Nouvelle-France for two by playing against itself, from the public environment alone.

    python learn.py --minutes 20 --out learned.npz          # learn, on two cores
    nouvelle-france arena --bots learn:Learned,greedy --games 200 --seed 1 --jobs 2

How it works: `envs.after` shows what every legal action would lead to. The policy takes the one after which its lead in
points, plus what a linear function of a few sums over the observation expects it to grow by, is highest. Round by
round, games are played like that, and the function is fitted again by least squares to how the lead grew in fact.
"""

from __future__ import annotations

import argparse
import time
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from nouvelle_france.core import action_of
from nouvelle_france.envs import nouvelle_france_v0
from nouvelle_france.envs.vector import TableVector

STAGES = 3
FILLE, COUREUR, OVER = 3, 4, 10  # places in the list of phases
GAMES = 32  # at a time
HEAT = 2.0  # points by which choices are blurred while learning
STRIDE = np.float32(0.3)
WEIGHTS = Path(__file__).with_name("learned.npz")


def features(seen: dict[str, Any]) -> Any:
    """Sums over what a seat observes, [observation, feature], with weights of their own in each stage and near snow."""
    snow = np.minimum(seen["snow"][:, 0], STAGES - 1)
    live = np.arange(STAGES) >= snow[:, None]  # levels that snow has not covered yet
    cubes = seen["cubes"][:, :2] & live[:, None, None, :, None, None]  # mine and theirs: [n, who, site, level, y, x]
    count = cubes.sum(axis=(4, 5), dtype=np.int32)
    pairs = (
        (cubes[..., 1:] & cubes[..., :-1]).sum(axis=(2, 3, 4, 5), dtype=np.int32)
        + (cubes[..., 1:, :] & cubes[..., :-1, :]).sum(axis=(2, 3, 4, 5), dtype=np.int32)
        + (cubes[:, :, :, 1:] & cubes[:, :, :, :-1]).sum(axis=(2, 3, 4, 5), dtype=np.int32)
    )
    mine = seen["active"][:, 0] == 0
    sign = np.where(mine, 1, -1)
    points, phase = seen["points"][:, 0] * sign, seen["phase"][:, 0]
    standees, disks = seen["standees"], seen["disks"]
    columns = [
        np.ones(len(snow)),
        sign,
        *(count * seen["marks"][:, None]).sum(axis=(2, 3)).T,  # what the cubes will earn when snow covers them
        *count.sum(axis=(2, 3)).T,
        *pairs.T,
        ((standees == 0) * disks).sum(axis=1) - ((standees == 1) * disks).sum(axis=1),
        *(seen["heights"] == 0).sum(axis=(2, 3)).T,  # columns that are still bare
        *seen["tokens"][:, :2].reshape(len(snow), -1).T,
        *seen["bonus"][:, :, :2].sum(axis=1).T,
        points * (phase == FILLE),
        points * (phase == COUREUR),
    ]
    base = np.stack(columns, axis=1).astype(np.float32)
    near = seen["chances"][:, -1] > 0  # the next card may be snow
    when = (2 * snow + near)[:, None] == np.arange(2 * STAGES)
    return (when[:, :, None] * base[:, None]).reshape(len(base), -1)


def lead(seen: dict[str, Any]) -> Any:
    """How far a seat is ahead by what is certain: points, marks that its cubes will earn, disks that it has won."""
    live = np.arange(STAGES) >= seen["snow"]
    marks = (seen["marks"] * live[:, None])[:, None]
    coming = (seen["cubes"][:, :2].sum(axis=(4, 5), dtype=np.int32) * marks).sum(axis=(2, 3))
    won = (seen["standees"] == 0).astype(int) - (seen["standees"] == 1)
    disks = (won * seen["disks"]).sum(axis=1) * (seen["phase"][:, 0] != OVER)  # at the end, points hold them
    ahead = seen["scores"][:, 0] - seen["scores"][:, 1] + coming[:, 0] - coming[:, 1] + disks
    return ahead.astype(np.float32)


def look(envs: TableVector, infos: dict[str, Any], weights: Any) -> tuple[Any, Any, Any]:
    """For every legal action: what it leads to in features, the lead then, and what the end will bring by that."""
    ids, first = infos["legal_ids"], infos["legal_first"]
    seen, _, over = envs.after(ids, first)
    x, ahead = features(seen["observation"]), lead(seen["observation"])
    return x, ahead, ahead + np.where(over, 0, x @ weights)


def choose(value: Any, first: Any, rng: np.random.Generator, heat: float) -> Any:
    """The best action of each game, as a place among all; with heat, one that is nearly as good."""
    value = value + heat * rng.gumbel(size=len(value)) if heat else value + 1e-6 * rng.random(len(value))
    return np.array([start + int(value[start:end].argmax()) for start, end in pairwise(first)])


def play(task: tuple[Any, int, float]) -> tuple[Any, Any]:
    """Games against itself: the features of every position that was chosen, and how much the lead grew from there."""
    weights, seed, heat = task
    rng = np.random.default_rng(seed)
    envs = nouvelle_france_v0.vector_env(GAMES, reward="margin", masks=False, observations=False)
    _, infos = envs.reset(seed=seed)
    going = np.ones(GAMES, bool)
    steps: list[list[tuple[int, Any, float]]] = [[] for _ in range(GAMES)]
    xs, ys = [], []
    while going.any():
        x, ahead, value = look(envs, infos, weights)
        seats, chosen = envs.seats, choose(value, infos["legal_first"], rng, heat)
        for game in np.flatnonzero(going):
            steps[game].append((seats[game], x[chosen[game]], ahead[chosen[game]]))
        _, margins, ended, infos = envs.step(infos["legal_ids"][chosen])
        for game in np.flatnonzero(ended & going):
            xs += [x for _, x, _ in steps[game]]
            ys += [margins[game, seat] - ahead for seat, _, ahead in steps[game]]
        going &= ~ended
    return np.array(xs), np.array(ys)


def fit(squares: Any, products: Any) -> Any:
    """Least squares, held near 0 where there is little to learn from."""
    return np.linalg.solve(squares + 30 * np.eye(len(squares)), products).astype(np.float32)


def measure(task: tuple[Any, int, str]) -> float:
    """The share of games won against a bot, from both seats."""
    weights, seed, bot = task
    rng = np.random.default_rng(seed)
    won = []
    for seat in (0, 1):
        envs = nouvelle_france_v0.vector_env(GAMES // 2, opponents={1 - seat: bot}, masks=False, observations=False)
        _, infos = envs.reset(seed=seed)
        result = np.full(GAMES // 2, np.nan)
        while np.isnan(result).any():
            _, _, value = look(envs, infos, weights)
            chosen = choose(value, infos["legal_first"], rng, 0)
            _, rewards, ended, infos = envs.step(infos["legal_ids"][chosen])
            first = ended & np.isnan(result)
            result[first] = (rewards[first, seat] + 1) / 2
        won.append(result.mean())
    return float(np.mean(won))


def main() -> None:
    """Learn for so many minutes, and keep the weights."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--out", type=Path, default=WEIGHTS)
    given = parser.parse_args()
    size = features(nouvelle_france_v0.vector_env(1).reset(seed=0)[0]["observation"]).shape[1]
    squares, products, weights = np.zeros((size, size)), np.zeros(size), np.zeros(size, np.float32)
    start, games, number = time.monotonic(), 0, 0
    with ProcessPoolExecutor(given.workers) as pool:
        while (spent := time.monotonic() - start) < 60 * given.minutes:
            seeds = range(number * 1000, number * 1000 + 4 * given.workers)
            for x, y in pool.map(play, [(weights, seed, HEAT) for seed in seeds]):
                squares += x.T @ x
                products += x.T @ y
            games += len(seeds) * GAMES
            fitted = fit(squares, products)
            # A policy that follows its own last games at once runs in circles: what it met before must count too.
            weights = fitted if number == 0 else weights + STRIDE * (fitted - weights)
            np.savez(given.out, weights=weights)
            number += 1
            if number % 5 == 1:
                bots = ("random", "greedy")
                tests = [(weights, 7_000_000 + seed, bot) for bot in bots for seed in range(4)]
                found = np.array(list(pool.map(measure, tests))).reshape(2, -1).mean(axis=1)
                print(f"{spent:6.0f} s  {games:6} games  random {found[0]:.1%}  greedy {found[1]:.1%}", flush=True)


class Learned:
    """What was learned, as a bot for `arena`, `simulate` and `play`."""

    def __init__(self, rng: Any) -> None:
        self.rng = rng
        self.weights = np.load(WEIGHTS)["weights"]

    def choose(self, view: Any, legal: Any) -> Any:
        """The action to play."""
        envs = TableVector.of_view(view, self.rng)
        _, infos = envs.look()
        _, _, value = look(envs, infos, self.weights)
        return action_of(view.position.game, view.seat, int(infos["legal_ids"][value.argmax()]))


if __name__ == "__main__":
    main()
