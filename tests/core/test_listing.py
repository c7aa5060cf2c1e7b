"""Counting, listing and numbering: three ways to the same actions."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from nouvelle_france import Draw, Huron, State, Unable, start
from nouvelle_france.core.legal import count_placements, list_placements, nth_placement
from nouvelle_france.core.tables import action_count, core_tables, new_work
from nouvelle_france.core.translate import action_id, action_of, game_of_state
from nouvelle_france.edition import Edition
from nouvelle_france.rules import WINTER
from tests.core.variants import EDITION, GROUPS, TINY

GROUP_OF_EACH_SORT = [
    "reconstruction-1-table-each_stage-free-standing-claimed",
    "reconstruction-1-table-one-card-none-leaning-verified",
    "reconstruction-1-solo-kings-engineer-leaning",
    "tiny-table-once-free-standing-claimed",
    "tiny-solo-strict-leaning",
]


def positions(group: str) -> Iterator[State]:
    """With something to place, on the way through a game of each variant; Winter follows its own rule."""
    for variant in GROUPS[group]:
        rng = Random(f"{group}/{variant.id}")
        state = start(variant.deal(rng))
        while not state.over:
            legal = state.legal
            winter = state.position.game.mode == "solo" and state.position.active == WINTER
            if state.position.choices and not winter and (variant.edition is TINY or rng.random() < 0.2):
                yield state
            state = state.play(rng.choice(legal.of_kind(rng.choice(legal.kinds())))).state


@pytest.mark.parametrize("group", GROUP_OF_EACH_SORT)
def test_counting_taking_the_nth_and_listing_agree(group: str) -> None:
    seen = 0
    for state in positions(group):
        tables = core_tables(state.position.game.edition)
        game = game_of_state(state)[0]
        out = np.zeros(action_count(tables), np.int32)
        count = list_placements(tables, game, out)
        listed = out[:count].tolist()
        assert count == count_placements(tables, game)
        assert listed == sorted(listed), "in placement order"
        # By shape first, so that a shape is chosen without looking at every site.
        step = max(1, count // 200)
        numbers = range(0, count, step)
        shapes = tables["pose_shape"]
        colours = state.position.game.table.colours
        by_shape = sorted(listed, key=lambda it: int(shapes[it // colours]))
        assert [nth_placement(tables, game, number) for number in numbers] == by_shape[::step]
        assert nth_placement(tables, game, count) == -1
        seen += 1
    assert seen > 10


@pytest.mark.parametrize("edition", [EDITION, TINY], ids=lambda it: it.id)
def test_every_number_is_one_action_and_back(edition: Edition) -> None:
    group = "tiny-table-once-free-standing-claimed" if edition is TINY else GROUP_OF_EACH_SORT[0]
    game = GROUPS[group][0].deal(Random(1)).game
    count = action_count(core_tables(edition))
    actions = [action_of(game, 1, number) for number in range(count)]
    assert [action_id(game, action) for action in actions] == list(range(count))
    assert len(set(actions)) == count
    assert {Draw(1), Huron(1), Huron(1, (2, 0, 1))} <= set(actions)
    assert sum(isinstance(action, Unable) for action in actions) == len(edition.shapes) * len(edition.colours)
    assert action_id(game, actions[-1]) < len(new_work(core_tables(edition))["actions"])
