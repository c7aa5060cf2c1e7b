"""PettingZoo's own tests, and what its environment promises beyond them."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from nouvelle_france.envs import nouvelle_france_v0
from nouvelle_france.rules import IllegalActionError, InvalidActionError
from tests.envs.variants import TABLES, Arguments, some

pytestmark = [
    # What PettingZoo's tests say of every environment whose observations are named arrays.
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]


@pytest.mark.parametrize("arguments", some(TABLES, 13))
def test_their_api_test(arguments: Arguments) -> None:
    api_test(nouvelle_france_v0.env(**arguments), num_cycles=200)


@pytest.mark.parametrize("arguments", some(TABLES, 13))
def test_their_seed_test(arguments: Arguments) -> None:
    seed_test(partial(nouvelle_france_v0.env, **arguments), num_cycles=100)


@pytest.mark.parametrize("arguments", some(TABLES, 30))
def test_their_render_test(arguments: Arguments, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(partial(nouvelle_france_v0.env, **arguments))
    assert "Visible cards" in capsys.readouterr().out


@pytest.mark.parametrize("bot", ["random", "greedy", "apprenti", "artisan", "maitre", "ingenieur@0.02"])
def test_bots_play_the_other_seats(bot: str) -> None:
    env = nouvelle_france_v0.env(players=3, opponents={1: bot, 2: "random"}, reward="points")
    api_test(env, num_cycles=20)
    env.reset(seed=5)
    assert env.agents == ["player_0"]
    points = 0.0
    position: Any = None
    for agent in env.agent_iter():
        _, reward, over, _, info = env.last()
        points += float(reward)
        position = env.unwrapped.position
        env.step(None if over else info["legal"][len(info["legal"]) // 2])
        assert agent == "player_0"
    assert position.result.scores[position.game.colours[0]] == points


def test_a_bot_of_ones_own_is_an_opponent_too() -> None:
    env = nouvelle_france_v0.raw_env(opponents={0: "tests.bots.first_hint:FirstHint"})
    env.reset(seed=1)
    assert env.agent_selection == "player_1"
    with pytest.raises(ValueError, match="there is no bot 'nobody'"):
        nouvelle_france_v0.raw_env(opponents={0: "nobody"})
    with pytest.raises(ValueError, match="there is no seat 2"):
        nouvelle_france_v0.raw_env(opponents={2: "random"})
    with pytest.raises(ValueError, match="one seat at least is yours"):
        nouvelle_france_v0.raw_env(opponents={0: "random", 1: "random"})


def test_trn_3_an_illegal_action_is_refused_with_its_rule_and_changes_nothing() -> None:
    env = nouvelle_france_v0.raw_env()
    env.reset(seed=1)
    before = env._episodes.games.tobytes()
    with pytest.raises(IllegalActionError, match="TRN-3: a block is placed after drawing"):
        env.step(0)
    with pytest.raises(IllegalActionError, match="ALY-2"):
        env.step(env._kind.placements + 1)
    with pytest.raises((ValueError, InvalidActionError), match="actions are numbers from 0 to"):
        env.step(env._kind.actions)
    with pytest.raises(ValueError, match="not -1"):
        env.step(-1)
    assert env._episodes.games.tobytes() == before


def test_minus_one_is_refused_in_a_vector_too() -> None:
    """It once passed for an action that does nothing: the core leaves a game alone there."""
    envs = nouvelle_france_v0.vector_env(2)
    _, infos = envs.reset(seed=1)
    before = envs._pages.episodes.games.tobytes()
    with pytest.raises(ValueError, match="not -1"):
        envs.step([infos["legal_ids"][0], -1])
    with pytest.raises(ValueError, match="only what is legal leads somewhere"):
        envs.after([infos["legal_ids"][0], -1], [0, 1, 2])
    assert envs._pages.episodes.games.tobytes() == before


def test_the_mask_and_the_list_are_the_same_and_only_for_the_seat_to_act() -> None:
    env = nouvelle_france_v0.raw_env(players=4)
    env.reset(seed=2)
    for _ in range(60):
        for agent in env.agents:
            mask, legal = env.observe(agent)["action_mask"], env.infos[agent]["legal"]
            assert np.flatnonzero(mask).tolist() == sorted(legal)
            assert bool(legal) == (agent == env.agent_selection)
        env.step(env.infos[env.agent_selection]["legal"][0])


def test_every_seat_sees_itself_first() -> None:
    env = nouvelle_france_v0.raw_env(players=3)
    env.reset(seed=4)
    for _ in range(90):
        env.step(env.infos[env.agent_selection]["legal"][-1])
        if not env.agents or env.terminations[env.agents[0]]:
            break
    colours = env.position.game.colour_of_seat
    for seat, agent in enumerate(env.agents):
        seen = env.observe(agent)["observation"]
        assert seen["seat"][0] == seat
        turned = [colours[(seat + step) % 3] for step in range(3)]
        assert seen["colours"][:3].tolist() == turned
        scores = dict(zip(env.position.game.edition.colour_ids, env.position.scores, strict=True))
        ids = env.position.game.edition.colour_ids
        if not env.position.over:
            assert seen["scores"][:3].tolist() == [scores[ids[colour]] for colour in turned]


def test_pictures_and_texts_show_the_position() -> None:
    env = nouvelle_france_v0.raw_env(render_mode="rgb_array")
    env.reset(seed=4)
    before = env.render()
    while "place" not in env.position.legal.kinds():
        env.step(env.infos[env.agent_selection]["legal"][0])
    env.step(env.infos[env.agent_selection]["legal"][0])
    assert before.shape == env.render().shape
    assert (before != env.render()).any()
    env.render_mode = "ansi"
    assert "church (marks by level" in env.render()
