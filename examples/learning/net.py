"""Going on from `learn.py` with a small net, trained on a GPU where there is one; it needs PyTorch.

    python learn.py --minutes 20                 # first: the weights that the first games are played by
    python net.py --rounds 4 --games 3200 --workers 14

The net guesses how far the linear guess of a side's gain is wrong, from the features of both sides. Round by round,
games are played by it on all cores, it is trained on all games so far, and it is told how it fares on games that it was
not trained on, against `greedy`, and against the linear policy.
"""

from __future__ import annotations

import argparse
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import learn
import numpy as np
import torch
from torch import nn

from nouvelle_france.envs import nouvelle_france_v0

WIDTH = 128
PASSES = 6  # through all games of all rounds
BATCH = 8192
NET = Path(__file__).with_name("net.pt")


class Net(nn.Module):  # type: ignore[misc]  # PyTorch is not installed where types are checked
    """What both sides gain, [observation, side], from their features, [observation, side, feature]."""

    def __init__(self, weights: Any) -> None:
        super().__init__()
        self.register_buffer("linear", torch.as_tensor(weights))
        self.deep = nn.Sequential(
            nn.Linear(2 * len(weights), WIDTH), nn.ReLU(), nn.Linear(WIDTH, WIDTH), nn.ReLU(), nn.Linear(WIDTH, 1)
        )

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """The linear guess, mended."""
        both = torch.cat([x, x.flip(1)], dim=2)  # each side's own features first
        return x @ self.linear + self.deep(both).squeeze(2)

    def judge(self, x: Any) -> Any:
        """For `learn.look`."""
        with torch.no_grad():
            return self(torch.as_tensor(x)).numpy()


def loaded(path: Path, weights: Any) -> Net:
    """The net of a file, on the CPU, where games are played."""
    torch.set_num_threads(1)
    net = Net(weights)
    net.load_state_dict(torch.load(path, map_location="cpu"))
    return net


def play(task: tuple[Any, Path | None, int]) -> tuple[Any, Any]:
    """Games to learn from."""
    weights, path, seed = task
    judge = (lambda it: it @ weights) if path is None else loaded(path, weights).judge
    return learn.self_play(judge, seed, learn.HEAT)


def measure(task: tuple[Any, Path, int]) -> float:
    """The share of games won against `greedy`."""
    weights, path, seed = task
    return learn.against(loaded(path, weights).judge, seed, "greedy")


def judged(net: Net, weights: Any, by_net: Any, x: Any) -> Any:
    """What sides gain, where one of them is judged by the net and the other by weights."""
    return np.where(by_net, net.judge(x), x @ weights)


def duel(task: tuple[Any, Path, int]) -> float:
    """The share of games that the net wins against the linear policy, from both seats."""
    weights, path, seed = task
    net, rng = loaded(path, weights), np.random.default_rng(seed)
    half = learn.GAMES
    envs = nouvelle_france_v0.vector_env(2 * half, masks=False, observations=False)
    _, infos = envs.reset(seed=[seed + number % half for number in range(2 * half)])
    nets = np.arange(2 * half) // half  # the seat of the net, by game
    result = np.full(2 * half, np.nan)
    while np.isnan(result).any():
        by_net = np.repeat(envs.seats == nets, np.diff(infos["legal_first"]))[:, None]
        _, _, value = learn.look(envs, infos, partial(judged, net, weights, by_net))
        chosen = learn.choose(value, infos["legal_first"], rng, 0)
        _, rewards, ended, infos = envs.step(infos["legal_ids"][chosen])
        first = ended & np.isnan(result)
        result[first] = (rewards[first, nets[first]] + 1) / 2
    return float(result.mean())


def train(net: Net, x: Any, y: Any, device: str) -> Net:
    """Train a net on all games."""
    net = net.to(device)
    xs, ys = torch.as_tensor(x, device=device), torch.as_tensor(y, device=device)
    steps = PASSES * (len(xs) // BATCH + 1)
    optimizer = torch.optim.AdamW(net.deep.parameters(), lr=1e-3, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 2e-3, total_steps=steps)
    for _ in range(steps):
        some = torch.randint(len(xs), (BATCH,), device=device)
        loss = nn.functional.mse_loss(net(xs[some]), ys[some])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
    return net


def error(guess: Any, y: Any) -> float:
    """By how many points the difference of the sides' gains is guessed wrong, on the whole."""
    wrong = (guess[:, 0] - guess[:, 1]) - (y[:, 0] - y[:, 1])
    return float(np.sqrt((wrong**2).mean()))


def main() -> None:
    """Play, train, tell; and again."""
    parser = argparse.ArgumentParser(description="Go on from learn.py with a small net.")
    parser.add_argument("--rounds", type=int, default=4, help="of games and training (4)")
    parser.add_argument("--games", type=int, default=3200, help="of a round (3200)")
    parser.add_argument("--tests", type=int, default=32, help=f"times {2 * learn.GAMES} games at each test (32)")
    parser.add_argument("--workers", type=int, default=2, help="processes that play (2)")
    parser.add_argument("--out", type=Path, default=NET, help="the file to keep the net in")
    given = parser.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(0)
    weights = np.load(learn.WEIGHTS)["weights"]
    xs: list[Any] = []
    ys: list[Any] = []
    path: Path | None = None
    with ProcessPoolExecutor(given.workers, mp_context=get_context("spawn")) as pool:
        for number in range(given.rounds):
            began = time.monotonic()
            seeds = range(1_000_000 * (number + 1), 1_000_000 * (number + 1) + given.games, learn.GAMES)
            *others, (held_x, held_y) = pool.map(play, [(weights, path, seed) for seed in seeds])
            xs += [x for x, _ in others]
            ys += [y for _, y in others]
            played = time.monotonic()
            net = train(Net(weights), np.concatenate(xs), np.concatenate(ys), device).cpu()
            trained = time.monotonic()
            torch.save(net.state_dict(), path := given.out)
            tests = [(weights, path, 7_000_000 + 1000 * seed) for seed in range(given.tests)]
            told = []
            for name, test in (("greedy", measure), ("the linear policy", duel)):
                won = np.array(list(pool.map(test, tests)))
                told.append(f"{name} {won.mean():.1%} ±{1.96 * won.std(ddof=1) / len(won) ** 0.5:.1%}")
            errors = error(held_x @ weights, held_y), error(net.judge(held_x), held_y)
            print(
                f"round {number + 1}: {sum(map(len, xs)):,} positions, played in {played - began:.0f} s, trained in "
                f"{trained - played:.0f} s ({device}); margin wrong by {errors[0]:.2f} points (linear) and "
                f"{errors[1]:.2f}; wins against {', '.join(told)}",
                flush=True,
            )


if __name__ == "__main__":
    main()
