"""A bot whose time is over lets somebody else choose; every environment says so, and how often."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pyspiel
import pytest

from nouvelle_france.envs import nouvelle_france_v0
from nouvelle_france.envs.language import score
from nouvelle_france.envs.open_spiel import LadderBot
from nouvelle_france.envs.single import TableEnv
from nouvelle_france.envs.vector import TableVectorEnv

LATE = "maitre@0.001"
"""Has no time for a single play-out, so that another chooses wherever it has a choice."""


def told_by_single(seed: int, bot: str, steps: int) -> list[Any]:
    """What each step of a game says of stand-ins, by its first legal actions."""
    env = TableEnv(opponents={1: bot})
    _, info = env.reset(seed=seed)
    told = [info.get("stand_ins")]
    for _ in range(steps):
        *_, info = env.step(info["legal"][0])
        told.append(info.get("stand_ins"))
    return told


def test_gymnasium_tells_who_chose_for_a_bot() -> None:
    told = told_by_single(3, LATE, 20)
    assert Counter(it for some in told if some for it in some)[1, "artisan"] >= 10
    assert None in told, "steps after which the bot was not asked"
    assert set(map(str, told_by_single(3, "maitre", 20))) == {"None"}


def test_a_vector_tells_it_by_game() -> None:
    envs = TableVectorEnv(3, opponents={1: LATE})
    _, infos = envs.reset(seed=3)
    told = [infos]
    for _ in range(20):
        *_, infos = envs.step(infos["legal_ids"][infos["legal_first"][:-1]])
        told.append(infos)
    for number in range(3):
        assert [it["stand_ins"][number] if "stand_ins" in it else None for it in told] == told_by_single(
            3 + number, LATE, 20
        )
    for it in told:
        if "stand_ins" in it:
            assert it["_stand_ins"].tolist() == [some is not None for some in it["stand_ins"]]


def test_pettingzoo_tells_each_agent_what_happened_since_it_last_acted() -> None:
    env = nouvelle_france_v0.raw_env(players=3, opponents={2: LATE})
    env.reset(seed=3)
    heard: dict[str, list[Any]] = {agent: [] for agent in env.agents}
    for agent in env.agent_iter(120):
        *_, over, _, info = env.last()
        if over:
            break
        heard[agent] += info.get("stand_ins", [])
        env.step(info["legal"][0])
    assert len(heard["player_0"]) > 10
    assert {seat for seat, _ in heard["player_0"]} == {2}
    few = min(map(len, heard.values()))
    assert heard["player_0"][:few] == heard["player_1"][:few], "both hear the same"


def test_its_vector_tells_it_by_game_also_at_the_reset() -> None:
    envs = nouvelle_france_v0.vector_env(2, opponents={0: LATE}, masks=False, observations=False)
    told = 0
    _, infos = envs.reset(seed=3)
    for _ in range(20):
        told += sum(len(it) for it in infos["stand_ins"] if it) if "stand_ins" in infos else 0
        *_, infos = envs.step(infos["legal_ids"][infos["legal_first"][:-1]])
    assert told > 10


@pytest.mark.parametrize(("name", "chooser"), [(LATE, "artisan"), ("artisan", None)])
def test_openspiel_s_form_of_a_bot_names_who_chose(name: str, chooser: str | None) -> None:
    state = pyspiel.load_game("python_nouvelle_france").new_initial_state()
    rng = Random(1)
    while state.is_chance_node():
        state.apply_action(rng.choice(state.chance_outcomes())[0])
    bot = LadderBot(name, int(state.current_player()))
    assert bot.stand_in is None
    bot.step(state)
    assert bot.stand_in == chooser


def test_a_table_of_models_counts_the_moves_that_were_not_the_bot_s() -> None:
    rows = score({"first": lambda _: "Move: 1", "mute": lambda _: ""}, ["artisan", LATE], deals=1)
    assert [row.stand_ins > 20 for row in rows] == [False, True, False, True]
    assert [row.stand_ins for row in rows][::2] == [0, 0], "what chance plays for a model is its fault"
