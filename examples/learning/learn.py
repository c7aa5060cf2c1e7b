"""A policy that learns Nouvelle-France for two by playing against itself, from the public environment alone.

    python learn.py --minutes 20 --out learned.npz          # learn, on two cores
    nouvelle-france arena --bots learn:Learned,greedy --games 200 --seed 1 --jobs 2

How it works: `envs.after` shows what every legal action would lead to. What a side will have in the end is guessed as
what it has for certain, plus a linear function of what its next cubes could link to. The policy takes the action after
which its own guess is furthest above the other's. Round by round, games are played like that, and the function is
fitted again by least squares to what the sides gained in fact.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from chains import prospects

from nouvelle_france.core import action_of
from nouvelle_france.envs import nouvelle_france_v0
from nouvelle_france.envs.vector import TableVector

STAGES = 3
FILLE, COUREUR, OVER = 3, 4, 10  # places in the list of phases
COVERS = 5  # columns that a block covers, at most
GAMES = 16  # at a time
HEAT = 1.0  # points by which choices are blurred while learning
STRIDE = np.float32(0.3)
KEPT = 0.9  # how much a round still counts after the next
WEIGHTS = Path(__file__).with_name("learned.npz")

Judge = Callable[[Any], Any]
"""What sides are expected to gain, [observation, side], from their features, [observation, side, feature]."""


def features(seen: dict[str, Any]) -> Any:
    """What a side may gain by, [observation, side, feature], with weights of their own in each stage and near snow."""
    rows, snow = len(seen["snow"]), np.minimum(seen["snow"][:, 0], STAGES - 1)
    touching, most, links = np.moveaxis(prospects(seen["cubes"], seen["heights"], seen["snow"]), 3, 0)
    most.sort(axis=2)
    cubes = seen["cubes"][:, :2].sum(axis=(2, 4, 5), dtype=np.int32)  # by side and level
    level = np.arange(STAGES)
    mine = seen["active"] == 0
    turn = np.concatenate([mine, ~mine], axis=1)
    bare = (seen["heights"] == 0).sum(axis=(2, 3))
    nearly = ((bare > 0) & (bare <= COVERS)) * seen["disks"]  # disks of sites that a block could complete
    finish = turn * nearly.sum(axis=1, keepdims=True), ~turn * nearly.sum(axis=1, keepdims=True)
    columns = [
        np.ones((rows, 2)),
        turn,
        *finish,
        touching.sum(axis=2),
        most[:, :, -1],
        most[:, :, -2],
        links.sum(axis=2) / 10,
        (cubes * (level == snow[:, None])[:, None]).sum(axis=2),
        (cubes * (level > snow[:, None])[:, None]).sum(axis=2),
        seen["bonus"][np.arange(rows), snow, :2],
        *np.moveaxis(seen["tokens"][:, :2], 2, 0),
        *(turn * seen["points"] * (seen["phase"] == ally) for ally in (FILLE, COUREUR)),
    ]
    base = np.stack(columns, axis=2).astype(np.float32)
    near = seen["chances"][:, -1] > 0  # the next card may be snow
    when = (2 * snow + near)[:, None] == np.arange(2 * STAGES)
    return (when[:, None, :, None] * base[:, :, None]).reshape(rows, 2, -1)


def certain(seen: dict[str, Any]) -> Any:
    """What both sides have for certain: points, marks that their cubes will earn, disks that they have won."""
    live = np.arange(STAGES) >= seen["snow"]  # levels that snow has not covered yet
    marks = (seen["marks"] * live[:, None])[:, None]
    coming = (seen["cubes"][:, :2].sum(axis=(4, 5), dtype=np.int32) * marks).sum(axis=(2, 3))
    going = seen["phase"] != OVER  # at the end, points hold the disks
    won = [((seen["standees"] == side) * seen["disks"] * going).sum(axis=1) for side in (0, 1)]
    return (seen["scores"][:, :2] + coming + np.stack(won, axis=1)).astype(np.float32)


def look(envs: TableVector, infos: dict[str, Any], judge: Judge) -> tuple[Any, Any, Any]:
    """For every legal action: what it leads to in features, what is certain then, and the lead expected in the end."""
    seen, _, over = envs.after(infos["legal_ids"], infos["legal_first"])
    x, sure = features(seen["observation"]), certain(seen["observation"])
    guess = sure + np.where(over[:, None], 0, judge(x))
    return x, sure, guess[:, 0] - guess[:, 1]


def choose(value: Any, first: Any, rng: np.random.Generator, heat: float) -> Any:
    """The best action of each game, as a place among all; with heat, one that is nearly as good."""
    value = value + heat * rng.gumbel(size=len(value)) if heat else value + 1e-6 * rng.random(len(value))
    return np.array([start + int(value[start:end].argmax()) for start, end in pairwise(first)])


def self_play(judge: Judge, seed: int, heat: float) -> tuple[Any, Any]:
    """Games against itself: features after every action that was chosen, and what the sides gained from there."""
    rng = np.random.default_rng(seed)
    envs = nouvelle_france_v0.vector_env(GAMES, masks=False, observations=False)
    _, infos = envs.reset(seed=seed)
    going = np.ones(GAMES, bool)
    steps: list[list[tuple[int, Any, Any]]] = [[] for _ in range(GAMES)]
    xs, ys = [], []
    while going.any():
        x, sure, value = look(envs, infos, judge)
        chosen = choose(value, infos["legal_first"], rng, heat)
        for game in np.flatnonzero(going):
            steps[game].append((envs.seats[game], x[chosen[game]], sure[chosen[game]]))
        _, _, ended, infos = envs.step(infos["legal_ids"][chosen])
        for game in np.flatnonzero(ended & going):
            scores = infos["final_scores"][game]
            xs += [x for _, x, _ in steps[game]]
            ys += [(scores[seat], scores[1 - seat]) - sure for seat, _, sure in steps[game]]
        going &= ~ended
    return np.array(xs), np.array(ys, np.float32)


def against(judge: Judge, seed: int, bot: str) -> float:
    """The share of games won against a bot, from both seats."""
    rng = np.random.default_rng(seed)
    won = []
    for seat in (0, 1):
        envs = nouvelle_france_v0.vector_env(GAMES, opponents={1 - seat: bot}, masks=False, observations=False)
        _, infos = envs.reset(seed=seed)
        result = np.full(GAMES, np.nan)
        while np.isnan(result).any():
            _, _, value = look(envs, infos, judge)
            chosen = choose(value, infos["legal_first"], rng, 0)
            _, rewards, ended, infos = envs.step(infos["legal_ids"][chosen])
            first = ended & np.isnan(result)
            result[first] = (rewards[first, seat] + 1) / 2
        won.append(result.mean())
    return float(np.mean(won))


def play(task: tuple[Any, int, float]) -> tuple[Any, Any]:
    """Games against itself by weights, as sums to fit others by."""
    weights, seed, heat = task
    x, y = self_play(lambda it: it @ weights, seed, heat)
    flat = x.reshape(-1, len(weights)).astype(np.float64)
    return flat.T @ flat, flat.T @ y.reshape(-1)


def measure(task: tuple[Any, int, str]) -> float:
    """The share of games that weights win against a bot."""
    weights, seed, bot = task
    return against(lambda it: it @ weights, seed, bot)


def fit(squares: Any, products: Any) -> Any:
    """Least squares, held near 0 where there is little to learn from."""
    return np.linalg.solve(squares + 30 * np.eye(len(squares)), products).astype(np.float32)


def main() -> None:
    """Learn for so many minutes, and keep the weights."""
    parser = argparse.ArgumentParser(description="Learn the game for two by playing against oneself.")
    parser.add_argument("--minutes", type=float, default=20, help="how long to learn (20)")
    parser.add_argument("--workers", type=int, default=2, help="processes (2)")
    parser.add_argument("--tests", type=int, default=8, help=f"times {2 * GAMES} games against each bot at a test (8)")
    parser.add_argument("--out", type=Path, default=WEIGHTS, help="the file to keep the weights in")
    given = parser.parse_args()
    size = features(nouvelle_france_v0.vector_env(1).reset(seed=0)[0]["observation"]).shape[2]
    squares, products, weights = np.zeros((size, size)), np.zeros(size), np.zeros(size, np.float32)
    start, games, number, testing = time.monotonic(), 0, 0, 0.0
    with ProcessPoolExecutor(given.workers) as pool:
        while True:
            spent = time.monotonic() - start - testing
            done = spent >= 60 * given.minutes
            if done or number % 10 == 0:
                began = time.monotonic()
                told = [f"{spent:5.0f} s  {games:5} games"]
                for bot in ("random", "greedy"):
                    tests = [(weights, 7_000_000 + GAMES * seed, bot) for seed in range(given.tests)]
                    won = np.array(list(pool.map(measure, tests)))
                    told.append(f"{bot} {won.mean():.1%} ±{1.96 * won.std(ddof=1) / len(won) ** 0.5:.1%}")
                print("  ".join(told), flush=True)
                testing += time.monotonic() - began
            if done:
                break
            seeds = range(games, games + 4 * given.workers * GAMES, GAMES)  # a seed a game
            squares, products = KEPT * squares, KEPT * products
            for more in pool.map(play, [(weights, seed, HEAT) for seed in seeds]):
                squares += more[0]
                products += more[1]
            fitted = fit(squares, products)
            # A policy that follows its own last games at once runs in circles: what it met before must count too.
            weights = fitted if number == 0 else weights + STRIDE * (fitted - weights)
            np.savez(given.out, weights=weights)
            games += len(seeds) * GAMES
            number += 1


class Learned:
    """What was learned, as a bot for `arena`, `simulate` and `play`."""

    def __init__(self, rng: Any) -> None:
        self.rng = rng
        self.weights = np.load(WEIGHTS)["weights"]

    def choose(self, view: Any, legal: Any) -> Any:
        """The action to play."""
        envs = TableVector.of_view(view, self.rng)
        _, infos = envs.look()
        _, _, value = look(envs, infos, lambda it: it @ self.weights)
        return action_of(view.position.game, view.seat, int(infos["legal_ids"][value.argmax()]))


if __name__ == "__main__":
    main()
