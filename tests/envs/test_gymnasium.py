"""Gymnasium's own checks, and the vector forms beside its own."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.vector import AutoresetMode

import nouvelle_france.envs  # noqa: F401 - registers them
from nouvelle_france.edition import EditionError, load
from nouvelle_france.edition.reading import DEFAULT
from nouvelle_france.envs import nouvelle_france_v0
from nouvelle_france.envs.single import GameEnv, SoloEnv, TableEnv
from nouvelle_france.envs.vector import GameVectorEnv, SoloVectorEnv, TableVector, TableVectorEnv
from nouvelle_france.rules import IllegalActionError
from tests.envs.variants import SOLOS, TABLES, Arguments, some

SOLO, TABLE = "NouvelleFrance/Solo-v0", "NouvelleFrance/Table-v0"


@pytest.mark.parametrize("arguments", some(SOLOS, 16))
def test_their_check_of_solo(arguments: Arguments) -> None:
    check_env(gymnasium.make(SOLO, **arguments).unwrapped)


@pytest.mark.parametrize("arguments", some(TABLES, 36))
def test_their_check_of_tables(arguments: Arguments) -> None:
    check_env(gymnasium.make(TABLE, **arguments).unwrapped)


def steps(mode: str, id: str, arguments: Arguments, count: int) -> list[Any]:
    """What a vector environment shows in so many steps by legal actions, some of them refused."""
    envs = gymnasium.make_vec(id, num_envs=3, vectorization_mode=mode, **arguments)
    assert envs.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    seen, _ = envs.reset(seed=11)
    assert envs.observation_space.contains(seen)
    rng = np.random.default_rng(1)
    found: list[Any] = [{name: it.copy() for name, it in seen["observation"].items()}]
    for step in range(count):
        masks = seen["action_mask"]
        actions = [int(rng.choice(np.flatnonzero(it))) if it.any() else 0 for it in masks]
        if step % 7 == 0:
            actions[0] = masks.shape[1] - 1
        seen, rewards, ended, truncated, infos = envs.step(np.array(actions))
        assert envs.observation_space.contains(seen)
        copied = {name: it.copy() for name, it in seen["observation"].items()}
        found.append((copied, seen["action_mask"].copy(), rewards.copy(), ended.copy(), truncated.copy()))
        found.append(list(infos["refused"]) if "refused" in infos else None)
    envs.close()
    return found


@pytest.mark.parametrize("arguments", some(SOLOS, 32))
def test_the_vector_form_of_solo_is_many_of_one(arguments: Arguments) -> None:
    """Past the ends of games, with the same seeds, observations, rewards and refusals as Gymnasium's own vector."""
    ours, theirs = (steps(mode, SOLO, arguments, 250) for mode in ("vector_entry_point", "sync"))
    assert data_equivalence(ours, theirs, exact=True)
    assert sum(int(it[3].sum()) for it in ours[1::2]) >= 3, "no game has ended"


@pytest.mark.parametrize("arguments", some(TABLES, 72))
def test_the_vector_form_of_tables_is_many_of_one(arguments: Arguments) -> None:
    arguments = {**arguments, "opponents": dict.fromkeys(range(1, arguments["players"]), "apprenti")}
    ours, theirs = (steps(mode, TABLE, arguments, 150) for mode in ("vector_entry_point", "sync"))
    assert data_equivalence(ours, theirs, exact=True)


@pytest.mark.parametrize("bot", ["greedy", "artisan", "random"])
def test_a_vector_is_many_of_one_also_against_bots_that_draw_random_numbers(bot: str) -> None:
    """Each game has sources of its own; those of the first game's key once served all of a vector."""
    ours, theirs = (
        steps(mode, TABLE, {"players": 2, "opponents": {1: bot}}, 150) for mode in ("vector_entry_point", "sync")
    )
    assert data_equivalence(ours, theirs, exact=True)
    assert sum(int(it[3].sum()) for it in ours[1::2]) >= 3, "no game has ended"


OWN = """
class Counting:
    made = []

    def __init__(self, rng):
        self.asked = 0
        self.made.append((rng.random(), self))

    def choose(self, view, legal):
        self.asked += 1
        assert self.asked == 1 or view.position.game == self.game, "asked about two games"
        self.game = view.position.game
        return next(iter(legal))
"""


@pytest.mark.parametrize("form", ["single", "vector", "agents", "agents' vector"])
def test_a_bot_of_one_s_own_is_made_anew_for_each_game(
    form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It once lived on in the games that began by themselves."""
    (tmp_path / "counting.py").write_text(OWN)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.delitem(sys.modules, "counting", raising=False)
    opponents = {1: "counting:Counting"}
    count = {"single": 1, "agents": 1}.get(form, 2)
    if form in ("single", "agents"):
        env = TableEnv(opponents=opponents) if form == "single" else nouvelle_france_v0.raw_env(opponents=opponents)
        for seed in (5, None, None):
            env.reset(seed=seed)
            while not env._episodes.batch.over[0]:
                env.step(int(env._episodes.batch.legal()[0][0]))
    else:
        envs = (TableVectorEnv if form == "vector" else TableVector)(2, opponents=opponents)
        _, infos = envs.reset(seed=5)
        ended = np.zeros(2, np.int64)
        while ended.min() < 3:
            ids, first = infos["legal_ids"], infos["legal_first"]
            _, _, over, *_, infos = envs.step(np.where(first[:-1] < first[1:], ids[first[:-1] % len(ids)], 0))
            ended += over
    made = [(source, bot) for source, bot in sys.modules.pop("counting").Counting.made if bot.asked]
    assert len(made) >= 3 * count
    assert len({source for source, _ in made}) == len(made), "each has a source of its own"


def test_trn_1_what_is_refused_is_told_with_its_rule_and_not_played() -> None:
    env = SoloEnv()
    seen, info = env.reset(seed=1)
    again, reward, over, _, told = env.step(0)
    assert told["refused"].startswith("TRN-3: ")
    assert (reward, over) == (0.0, False)
    assert data_equivalence(seen, again, exact=True)
    assert told["legal"] == info["legal"]
    strict = TableEnv(illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(IllegalActionError, match="TRN-3"):
        strict.step(0)


@pytest.mark.parametrize("make", [SoloEnv, TableEnv])
def test_minus_one_is_no_action_and_refused(make: Callable[..., GameEnv]) -> None:
    """It once passed for an action that does nothing: the core leaves a game alone there."""
    env = make()
    seen, info = env.reset(seed=1)
    again, reward, over, _, told = env.step(-1)
    assert told["refused"] == f"actions are numbers from 0 to {env._kind.actions - 1}, not -1"
    assert (reward, over) == (0.0, False)
    assert data_equivalence(seen, again, exact=True)
    assert told["legal"] == info["legal"]
    strict = make(illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(ValueError, match="not -1"):
        strict.step(-1)


@pytest.mark.parametrize("make", [SoloVectorEnv, TableVectorEnv])
def test_minus_one_is_refused_in_a_vector_too(make: Callable[..., GameVectorEnv]) -> None:
    """But not in a game that has ended, where the action is ignored whatever it is."""
    envs = make(2)
    _, infos = envs.reset(seed=1)
    ended = np.zeros(2, np.bool_)
    while not ended.any():
        *_, infos = envs.step([-1, infos["legal_ids"][-1]])
        assert infos["_refused"].tolist() == [True, False]
        assert infos["refused"].tolist() == [f"actions are numbers from 0 to {envs._kind.actions - 1}, not -1", None]
        ended = envs._ended
    *_, infos = envs.step([-1, -1])
    assert infos["_refused"].tolist() == [True, False]
    strict = make(2, illegal="raise")
    _, infos = strict.reset(seed=1)
    with pytest.raises(ValueError, match="not -1"):
        strict.step([infos["legal_ids"][0], -1])


def test_sol_5_winter_may_be_left_to_the_player() -> None:
    """With `player` the agent is asked where Winter's best placements tie; either way the game goes on to its end."""
    asked = 0
    env = SoloEnv(winter_ties="player")
    _, info = env.reset(seed=3)
    over = False
    while not over:
        if env.position.movers[0] == 1:
            asked += 1
            assert len(info["legal"]) > 1
            assert set(info["legal"]) == set(env.position.winter_choice.placements)
        _, _, over, _, info = env.step(info["legal"][-1])
    assert asked > 2


@pytest.mark.parametrize("mode", ["ansi", "rgb_array"])
def test_vectors_render_every_game(mode: str) -> None:
    envs = gymnasium.make_vec(SOLO, num_envs=2, vectorization_mode="vector_entry_point", render_mode=mode)
    envs.reset(seed=1)
    pictures = envs.render()
    assert pictures is not None
    assert len(pictures) == 2


def test_what_a_step_returned_stays_until_the_step_after_the_next() -> None:
    envs = gymnasium.make_vec(SOLO, num_envs=2, vectorization_mode="vector_entry_point")
    first, infos = envs.reset(seed=1)
    kept = first["action_mask"].copy()
    envs.step(infos["legal_ids"][infos["legal_first"][:-1]])
    assert (first["action_mask"] == kept).all()


@pytest.mark.parametrize("make", [TableEnv, TableVectorEnv])
def test_one_seat_is_the_agent_s(make: Callable[..., Any]) -> None:
    """The vector once spoke of too many values to unpack."""
    with pytest.raises(ValueError, match="one seat is yours, and each of the others needs an opponent"):
        make(players=3, opponents={1: "random"})


@pytest.mark.parametrize(
    ("make", "arguments", "said"),
    [
        *((make, {"illegal": "rasie"}, "`illegal` is one of refuse, raise, not 'rasie'")
          for make in (SoloEnv, TableEnv, SoloVectorEnv, TableVectorEnv)),
        *((make, {"winter_ties": "x"}, "`winter_ties` is one of fixed, player, not 'x'")
          for make in (SoloEnv, SoloVectorEnv)),
        *((make, {"render_mode": "foo"}, "`render_mode` is one of human, ansi, rgb_array, not 'foo'")
          for make in (SoloEnv, TableVectorEnv, nouvelle_france_v0.env)),
    ],
)  # fmt: skip
def test_misspelt_options_are_refused(make: Callable[..., Any], arguments: Arguments, said: str) -> None:
    """They were taken for the default without a word."""
    with pytest.raises(ValueError, match=said):
        make(**arguments)


@pytest.mark.parametrize("make", [SoloEnv, TableEnv, SoloVectorEnv, TableVectorEnv, nouvelle_france_v0.raw_env])
def test_an_edition_may_be_the_path_of_its_file(make: Callable[..., Any], tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(DEFAULT.read_text(encoding="utf-8").replace('"reconstruction-1"', '"mine"'), encoding="utf-8")
    assert make(edition=str(file))._kind.edition == make(edition=file)._kind.edition == load(file)
    with pytest.raises(EditionError, match=r"nowhere\.toml: cannot be read"):
        make(edition="nowhere.toml")


@pytest.mark.parametrize("make", [TableEnv, TableVectorEnv, nouvelle_france_v0.raw_env])
def test_opponents_are_named_by_their_seats(make: Callable[..., Any]) -> None:
    """A list once spoke of a dictionary update sequence."""
    for wrong in (["greedy"], "greedy"):
        with pytest.raises(ValueError, match=re.escape("such as {1: 'artisan'}, not ")):
            make(opponents=wrong)


def test_a_vector_wants_a_seed_for_each_game() -> None:
    """A single one in a list used to deal the same game everywhere."""
    envs = SoloVectorEnv(3)
    for seeds in ([1], [1, 2, 3, 4]):
        with pytest.raises(ValueError, match=f"one seed per game: 3, not {len(seeds)}"):
            envs.reset(seed=seeds)
    one, _ = envs.reset(seed=5)
    kept = {name: array.copy() for name, array in one["observation"].items()}
    other, _ = envs.reset(seed=[5, 6, None])
    for name, array in other["observation"].items():
        assert (array[:2] == kept[name][:2]).all()
