"""Many games at once, inside compiled code."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest

from nouvelle_france import Setup, start
from nouvelle_france.core.events import new_log
from nouvelle_france.core.foresight import Memory
from nouvelle_france.core.games import play_randomly, random_action
from nouvelle_france.core.phase import OVER
from nouvelle_france.core.position import unearned
from nouvelle_france.core.records import Game, Games, Record, fields_of, joined
from nouvelle_france.core.state import play
from nouvelle_france.core.tables import core_tables, new_work
from nouvelle_france.core.translate import action_of, fill_position, game_of_setup, game_of_state
from tests.core.comparing import same
from tests.core.variants import GROUPS

SORTS = [
    "reconstruction-1-table-each_stage-free-standing-claimed",
    "reconstruction-1-table-one-card-once-leaning-verified",
    "reconstruction-1-solo-master-builder-leaning",
    "tiny-table-each_stage-free-standing-claimed",
    "tiny-solo-strict-free-standing",
]


def dealt(group: str) -> list[Setup]:
    return [variant.deal(Random(f"{group}/{seed}")) for seed, variant in enumerate(GROUPS[group] * 2)]


def records(setups: list[Setup]) -> Games:
    return joined([game_of_setup(setup) for setup in setups])


def played(setups: list[Setup], first_seed: int = 0) -> Games:
    tables = core_tables(setups[0].game.edition)
    games = records(setups)
    seeds = np.arange(first_seed, first_seed + len(games), dtype=np.uint64)
    assert play_randomly(tables, games, seeds, new_work(tables)) > 10 * len(games)
    return games


@pytest.mark.parametrize("group", SORTS)
def test_same_seeds_same_games_and_each_by_itself(group: str) -> None:
    setups = dealt(group)
    games = played(setups)
    assert (games["phase"] == OVER).all()
    assert same(games, played(setups))
    assert not same(games, played(setups, 1000))
    # A game does not depend on those beside it.
    assert same(games[1:2], played(setups[1:2], 1))


@pytest.mark.parametrize("group", SORTS)
def test_finished_games_are_what_the_pure_rules_make_of_their_actions(group: str) -> None:
    setups = dealt(group)
    finished = played(setups)
    tables = core_tables(setups[0].game.edition)
    work = new_work(tables)
    for number, setup in enumerate(setups):
        games, state = records([setup]), start(setup)
        rng = np.array([number], np.uint64)
        while not state.over:
            seat = int(games[0]["asked"][0])
            action = random_action(tables, games[0], seat, rng, work)
            play(tables, games[0], seat, action, new_log()[:0], work)
            state = state.play(action_of(setup.game, seat, int(action))).state
        assert same(games, finished[number : number + 1]), f"game {number} took another way"
        wanted = game_of_state(state)[0]
        for field in ("scores", "final", "winners", "decided", "standees", "heights", "cells", "tokens", "earned"):
            assert np.array_equal(finished[number][field], wanted[field]), f"game {number}: {field}"


def test_a_copy_goes_its_own_way() -> None:
    setup = GROUPS[SORTS[0]][0].deal(Random(5))
    tables = core_tables(setup.game.edition)
    work = new_work(tables)
    games = records([setup])
    rng = np.array([3], np.uint64)
    for _ in range(40):
        seat = int(games[0]["asked"][0])
        play(tables, games[0], seat, random_action(tables, games[0], seat, rng, work), new_log()[:0], work)
    before = games.copy()
    copies = joined([games] * 3)
    play_randomly(tables, copies, np.arange(3, dtype=np.uint64), work)
    assert same(games, before)
    assert not any(same(copies[one : one + 1], copies[other : other + 1]) for one, other in ((0, 1), (0, 2), (1, 2)))
    assert (copies["phase"] == OVER).all()


def test_a_position_without_its_deck_tells_no_card() -> None:
    """What bots build records from: everything that lies open, and nothing else."""
    setup = GROUPS[SORTS[0]][0].deal(Random(5))
    state = start(setup)
    games = records([setup])
    fill_position(games[0], state.position)
    assert set(games[0]["deck"].tolist()) == {-2}
    assert games[0]["top"] == len(setup.deck) - len(state.deck)


@pytest.mark.parametrize("record", [Game, Memory])
def test_every_field_of_a_record_is_in_the_docs(record: type[Record]) -> None:
    """With its type, shape and meaning, word for word."""
    docs = (Path(__file__).parent.parent.parent / "docs" / "core.md").read_text(encoding="utf-8")
    for name, field in fields_of(record).items():
        assert f"| `{name}` | {field.dtype} | {' × '.join(field.shape.split())} | {field.meaning} |" in docs


def test_a_function_for_compiled_code_cannot_be_called_from_python() -> None:
    """It would run into nothing."""
    setup = GROUPS[SORTS[0]][0].deal(Random(5))
    with pytest.raises(TypeError, match="unearned is only for compiled code"):
        unearned(records([setup])[0])
