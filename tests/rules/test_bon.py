"""Bonus blocks.

Proves BON-1, BON-2, BON-3.
"""

from __future__ import annotations

import pytest

import nouvelle_france as nf
from nouvelle_france import Cube
from tests.rules.situations import (
    gain_of,
    may_place,
    on_top,
    place,
    placement,
    play,
    refused,
    table,
    turn_of,
    with_cubes,
    with_snow,
    with_tokens,
)

ROW: list[Cube] = [(0, 0, 1), (1, 0, 1), (2, 0, 1)]
LENGTHS = {"beam": 3, "post": 2, "peg": 1}


@pytest.mark.parametrize(("depth", "own"), [*enumerate(LENGTHS)])
def test_bon_1_one_kind_a_stage(depth: int, own: str) -> None:
    state = with_snow(table(), depth)
    answers = {shape: may_place(state, f"{shape}-white", "mill", ROW[:length]) for shape, length in LENGTHS.items()}
    assert answers == {shape: "yes" if shape == own else "BON-1" for shape in LENGTHS}


@pytest.mark.parametrize("colour", ["brown", "blue"])
def test_bon_1_in_the_players_own_colour(colour: str) -> None:
    assert may_place(table(), f"beam-{colour}", "mill", ROW) == "BON-1"


def test_bon_1_at_most_one_a_stage() -> None:
    after = turn_of(place(table(), "beam-white", "mill", ROW).state, 0)
    assert may_place(after, "beam-white", "mill", [(5, 0, 1), (6, 0, 1), (7, 0, 1)]) == "BON-1"
    next_stage = turn_of(play(on_top(after, nf.SNOW), nf.Draw(0)), 0)
    assert may_place(next_stage, "post-white", "mill", [(5, 0, 1), (6, 0, 1)]) == "yes"


def test_bon_1_under_the_rules_of_placing_and_scoring() -> None:
    state = with_cubes(table(), "mill", white=[(3, 0, 1), (4, 0, 1)])
    assert gain_of(state, "beam-white", "mill", ROW) == {"white": 3 + 2}
    assert may_place(state, "beam-white", "mill", [(2, 0, 2), (3, 0, 2), (4, 0, 2)]) == "yes"
    assert may_place(state, "beam-white", "mill", [(4, 0, 2), (5, 0, 2), (6, 0, 2)]) == "PLC-5"


def test_bon_1_a_bonus_block_is_no_construction_block() -> None:
    assert refused(table(), nf.Place(0, placement("beam-white", "mill", ROW))) == "BON-1"


def test_bon_2_no_card_is_drawn_or_discarded() -> None:
    state = with_tokens(table(), white="", brown="", yellow="")
    after = place(state, "beam-white", "mill", ROW).state
    assert (after.position.display, after.deck) == (state.position.display, state.deck)
    assert after.position.active == 1


def test_bon_3_not_placed_before_the_stages_snowflake_it_is_gone() -> None:
    state = turn_of(play(on_top(table(), nf.SNOW), nf.Draw(0)), 0)
    assert may_place(state, "beam-white", "mill", ROW) == "BON-1"
    assert state.position.bonus[0] == 0
