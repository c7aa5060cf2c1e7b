"""OpenSpiel's own tests of a Python game, and chance, resampling and bots beyond them."""

from __future__ import annotations

import pickle
from collections import Counter
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.observation import make_observation
from open_spiel.python.tests import games_sim_test

from nouvelle_france.core import Batch
from nouvelle_france.envs.open_spiel import SHORT_NAME, LadderBot
from nouvelle_france.rules import Phase
from tests.envs.variants import SOLOS, TABLES, Arguments, some

REWARDS = ("rank", "margin", "points")


def load(arguments: Arguments, reward: str = "rank") -> Any:
    given = {"reward": reward, "players": 1, **arguments}
    given["architecture"] = "+".join(given.pop("architecture", ()))
    return pyspiel.load_game(SHORT_NAME, given)


def played(state: Any, rng: np.random.Generator, until: Any = None) -> Any:
    """Random actions, to the end or until something holds; what is rare is as likely as what is common."""
    while not state.is_terminal() and not (until and until(state)):
        if state.is_chance_node():
            outcomes, shares = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(outcomes, p=shares)))
        else:
            legal = state.legal_actions()
            plain = [it for it in legal if it >= 18528]
            state.apply_action(int(rng.choice(plain if plain and rng.random() < 0.5 else legal)))
    return state


@pytest.mark.parametrize("arguments", [*some(TABLES, 24), *some(SOLOS, 32)])
def test_their_random_simulation(arguments: Arguments) -> None:
    for reward in REWARDS[: 1 if arguments.get("players", 1) > 2 else 3]:
        pyspiel.random_sim_test(load(arguments, reward), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("arguments", [*some(TABLES, 36), *some(SOLOS, 64)])
def test_their_test_of_the_python_interface(arguments: Arguments) -> None:
    """Pickles, clones, serialized states, returns: the test that all games of OpenSpiel go through."""
    games_sim_test.GamesSimTest().sim_game(load(arguments))


@pytest.mark.parametrize("arguments", [*some(TABLES, 36), *some(SOLOS, 64)])
def test_observers_and_strings(arguments: Arguments) -> None:
    game = load(arguments)
    observation = make_observation(game)
    rng = np.random.default_rng(1)
    state = played(game.new_initial_state(), rng, lambda it: it.move_number() > 60)
    for player in range(game.num_players()):
        observation.set_from(state, player)
        assert observation.tensor.shape == tuple(game.observation_tensor_shape())
        assert observation.tensor.tolist() == state.observation_tensor(player)
        assert "Visible cards" in state.observation_string(player)
        assert "dealt" in state.information_state_string(player)


def looked(state: Any) -> bool:
    """Some cards are known to one seat, and nobody is looking now."""
    return not state.is_chance_node() and bool(state._slots) and int(state._record["phase"]) < 6


@pytest.mark.parametrize("players", [2, 3])
def test_resampling_keeps_what_a_player_has_seen_and_draws_the_rest_anew(players: int) -> None:
    game = load({"players": players})
    rng = np.random.default_rng(4)
    others: Counter[str] = Counter()
    resampled = 0
    for _ in range(6):
        state = played(game.new_initial_state(), rng, looked)
        if state.is_terminal():
            continue
        for player in range(players):
            for _ in range(6):
                other = state.resample_from_infostate(player, rng.random)
                resampled += 1
                assert other.information_state_string(player) == state.information_state_string(player)
                assert other.observation_tensor(player) == state.observation_tensor(player)
                assert other.legal_actions() == state.legal_actions()
                others["another"] += str(other) != str(state)
                again = pickle.loads(pickle.dumps(other))
                assert str(again) == str(other)
    assert resampled > 50
    assert others["another"] > resampled / 4


def test_set_3_chance_is_as_likely_as_the_piles_have_it() -> None:
    """At every node the outcomes sum to 1; the snowflake comes surely at the last card of its pile."""
    rng = np.random.default_rng(2)
    game = load({"players": 2, "allies": "none"})
    sure = 0

    def check(state: Any) -> bool:
        nonlocal sure
        if state.is_chance_node():
            outcomes = dict(state.chance_outcomes())
            assert abs(sum(outcomes.values()) - 1) < 1e-9
            sure += outcomes.get(9) == 1.0
        return False

    for _ in range(20):
        state = played(game.new_initial_state(), rng, check)
        assert state.is_terminal()
        assert state._revealed.count(9) == 3
    assert sure > 0


def test_chance_is_that_of_the_core() -> None:
    rng = np.random.default_rng(2)
    game = load({"players": 3, "allies": "none"})

    def check(state: Any) -> bool:
        if state.is_chance_node() and state._games is not None:
            wanted = Batch(state._room.kind, state._games).chances()[0]
            ours = dict(state.chance_outcomes())
            assert np.allclose([ours.get(card, 0.0) for card in range(len(wanted))], wanted)
        return False

    played(game.new_initial_state(), rng, check)


@pytest.mark.parametrize("name", ["random", "greedy", "artisan"])
def test_our_bots_play_theirs(name: str) -> None:
    game = load({"players": 2})
    state = game.new_initial_state()
    bots = [LadderBot(name, 0, seed=1), pyspiel.make_uniform_random_bot(1, 7)]
    rng = np.random.default_rng(3)
    while not state.is_terminal():
        if state.is_chance_node():
            played(state, rng, lambda it: not it.is_chance_node())
        else:
            state.apply_action(bots[state.current_player()].step(state))
    assert sum(state.returns()) == 0


def test_their_search_plays_it() -> None:
    """Information-set MCTS needs states to be resampled and cloned."""
    game = load({"players": 2})
    state = played(game.new_initial_state(), np.random.default_rng(1), looked)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(
        game=game, uct_c=1.0, evaluator=evaluator, random_state=np.random.RandomState(1), max_simulations=2
    )
    assert bot.step(state) in state.legal_actions()
    assert state.current_player() >= 0
    assert tuple(Phase)[int(state._record["phase"])] is not Phase.OVER
