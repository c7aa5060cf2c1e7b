"""Completing a building.

Proves CMPL-1, CMPL-2.
"""

from __future__ import annotations

import pytest

import nouvelle_france as nf
from nouvelle_france import Cube
from nouvelle_france.rules import events
from tests.rules.situations import (
    SITES,
    covered,
    gain_of,
    on_top,
    place,
    play,
    table,
    to_place,
    turn_of,
    with_cubes,
    with_snow,
)


@pytest.mark.parametrize("site", SITES)
def test_cmpl_1_covering_the_last_column_takes_the_standee(site: str) -> None:
    column = (4, 1) if site == "redoubt" else (4, 0)
    state = turn_of(with_snow(covered(table(), site, column), 2), 1)
    step = place(state, "peg-brown", site, [(*column, 1)])
    assert step.state.position.standees == tuple(1 if it == site else None for it in SITES)
    assert events.Completed(1, site) in step.events


def test_cmpl_1_not_while_a_column_is_visible() -> None:
    state = with_snow(covered(table(), "church", (3, 0), (4, 0)), 2)
    step = place(state, "peg-white", "church", [(3, 0, 1)])
    assert step.state.position.standees == (None, None, None)
    assert not any(isinstance(event, events.Completed) for event in step.events)


def test_cmpl_1_a_cube_at_any_level_covers_its_column() -> None:
    """A scythe lies on three columns and reaches out over the last bare one."""
    state = to_place(covered(table(), "mill", (3, 0)), "scythe")
    scythe: list[Cube] = [(3, 0, 2), (2, 0, 2), (1, 0, 2), (0, 0, 2), (0, 0, 3)]
    assert place(state, "scythe-white", "mill", scythe).state.position.standees == (None, 0, None)


def test_cmpl_1_both_columns_of_a_joint_must_be_covered() -> None:
    state = with_snow(covered(table(), "redoubt", (3, 1), (4, 1)), 2)
    half = place(state, "peg-white", "redoubt", [(4, 1, 1)]).state
    assert half.position.standees == (None, None, None)
    whole = place(turn_of(half, 1), "peg-brown", "redoubt", [(3, 1, 1)]).state
    assert whole.position.standees == (None, None, 1)


def test_cmpl_1_the_standee_stays_with_who_took_it() -> None:
    state = with_snow(covered(table(), "mill", (2, 0)), 2)
    state = place(state, "peg-white", "mill", [(2, 0, 1)]).state
    later = place(turn_of(state, 1), "peg-brown", "mill", [(2, 0, 2)])
    assert later.state.position.standees == (None, 0, None)
    assert not any(isinstance(event, events.Completed) for event in later.events)


def test_cmpl_2_the_disk_counts_at_the_end_only() -> None:
    state = with_snow(with_cubes(covered(table(), "church", (3, 0)), "church", brown=[(2, 0, 2), (2, 0, 3)]), 2)
    assert gain_of(state, "peg-white", "church", [(3, 0, 1)]) == {}
    state = place(state, "peg-white", "church", [(3, 0, 1)]).state
    ended = play(on_top(turn_of(state, 1), nf.SNOW), nf.Draw(1))
    assert ended.position.score("white") == 0
    assert ended.position.result is not None
    assert ended.position.result.scores == {"white": 10, "brown": -1, "yellow": 0}
    assert ended.position.result.standees == {"church": "white", "mill": None, "redoubt": None}


@pytest.mark.parametrize("depth", [0, 1, 2])
def test_cmpl_2_bonus_blocks_can_complete_a_building(depth: int) -> None:
    cubes: list[Cube] = [(2, 0, 1), (3, 0, 1), (4, 0, 1)][depth:]
    block = ("beam-white", "post-white", "peg-white")[depth]
    state = with_snow(covered(table(), "mill", *((x, y) for x, y, _ in cubes)), depth)
    assert place(state, block, "mill", cubes).state.position.standees == (None, 0, None)
