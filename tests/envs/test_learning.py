"""The example that learns: a round of it, and its policy at a table like any other bot."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import ModuleType

import numpy as np
import pytest

from nouvelle_france import Match, Seat, deal_table, default_edition, play_on
from nouvelle_france.bots.python_bots import python_bot

FOLDER = Path(__file__).parents[2] / "examples" / "learning"


@pytest.fixture
def learn(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    monkeypatch.syspath_prepend(str(FOLDER))
    from importlib import import_module

    module = import_module("learn")
    monkeypatch.setattr(module, "GAMES", 4)
    yield module
    sys.modules.pop("learn")


def test_a_round_of_learning_and_the_policy_as_a_bot(
    learn: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    envs = learn.nouvelle_france_v0.vector_env(1)
    size = learn.features(envs.reset(seed=0)[0]["observation"]).shape[2]
    x, y = learn.self_play(lambda it: np.zeros(it.shape[:2]), 1, 1.0)
    assert x.shape == (*y.shape, size)
    weights = learn.fit(*learn.play((np.zeros(size, np.float32), 1, 1.0)))
    assert np.abs(y - x @ weights).mean() < np.abs(y).mean() / 2, "nothing was learned"
    assert learn.measure((weights, 1, "random")) > 0.7
    np.savez(tmp_path / "learned.npz", weights=weights)
    monkeypatch.setattr(learn, "WEIGHTS", tmp_path / "learned.npz")
    setup = deal_table(default_edition(), Random(3), 2)
    match = Match(setup, [Seat(colour, "bot") for colour in setup.game.colours])
    bots = [python_bot("learn:Learned")(Random(seat)) for seat in range(2)]
    play_on(match, bots)
    result = match.state.position.result
    assert result is not None
    assert min(result.scores.values()) > 30, "it plays no better than chance"


def test_what_is_certain_at_the_end_is_the_margin(learn: ModuleType) -> None:
    """After the last action of a game, the lead is what the game ended with."""
    envs = learn.nouvelle_france_v0.vector_env(8, reward="margin", masks=False)
    _, infos = envs.reset(seed=2)
    ends = 0
    for _ in range(200):
        seen, rewards, over = envs.after(infos["legal_ids"], infos["legal_first"])
        sure = learn.certain(seen["observation"])
        assert (sure[over, 0] - sure[over, 1] == rewards[over]).all()
        ends += int(over.sum())
        _, _, _, infos = envs.step(infos["legal_ids"][infos["legal_first"][:-1]])
    assert ends


def test_a_new_cube_links_what_its_scoring_says(learn: ModuleType) -> None:
    """SCO-1: what a cube would link is found in two ways, by filling chains and by walking from the place."""
    envs = learn.nouvelle_france_v0.vector_env(4, masks=False)
    seen, infos = envs.reset(seed=5)
    rng = np.random.default_rng(5)
    for _ in range(70):
        ids, first = infos["legal_ids"], infos["legal_first"]
        seen, _, _, infos = envs.step(ids[rng.integers(first[:-1], first[1:])])
    board = seen["observation"]
    found = learn.prospects(board["cubes"], board["heights"], board["snow"])
    assert found.any()
    for row, side, site in np.ndindex(found.shape[:3]):
        cubes = {tuple(it) for it in np.argwhere(board["cubes"][row, side, site]) if it[0] >= board["snow"][row, 0]}
        links = []
        for y, x in np.argwhere(board["heights"][row, site] >= 0):
            height = board["heights"][row, site, y, x]
            for z in range(max(height, board["snow"][row, 0]), min(height + 2, 3)):
                linked: set[tuple[int, ...]] = set()
                waiting = [(z, y, x)]
                while waiting:
                    a, b, c = waiting.pop()
                    beside = {(a + 1, b, c), (a - 1, b, c), (a, b + 1, c), (a, b - 1, c), (a, b, c + 1), (a, b, c - 1)}
                    new = (beside & cubes) - linked
                    linked |= new
                    waiting += new
                links.append(len(linked))
        assert found[row, side, site].tolist() == [sum(it > 0 for it in links), max(links), sum(links)]
