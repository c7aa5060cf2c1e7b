"""A turn.

Proves TRN-1, TRN-2, TRN-3, TRN-4, TRN-5.
"""

from __future__ import annotations

from typing import Any, cast

import pytest

import nouvelle_france as nf
from nouvelle_france import Cube, Phase
from nouvelle_france.rules import events
from tests.rules.situations import (
    deck,
    gain,
    kinds,
    on_top,
    place,
    placing,
    play,
    refused,
    table,
    to_place,
    with_display,
    with_snow,
    with_tokens,
)

SCYTHE: list[Cube] = [(4, 0, 1), (5, 0, 1), (6, 0, 1), (7, 0, 1), (7, 1, 1)]
"""Lying in the mill's upper right corner."""
EEL: list[Cube] = [(0, 7, 1), (1, 7, 1), (2, 7, 1), (2, 7, 2), (3, 7, 2)]
"""Standing at the mill's lower left."""
BEAM: list[Cube] = [(0, 0, 1), (1, 0, 1), (2, 0, 1)]


def test_trn_1_draw_or_place_the_bonus_block_instead() -> None:
    state = table()
    assert kinds(state) == {"draw", "bonus", "huron"}
    assert place(state, "beam-white", "mill", BEAM).state.position.phase is Phase.FILLE


def test_trn_1_after_drawing_the_bonus_block_is_no_option() -> None:
    state = play(table(), nf.Draw(0))
    assert refused(state, placing(state, "beam-white", "mill", BEAM)) == "BON-1"
    assert refused(state, nf.Draw(0)) == "TRN-1"


def test_trn_2_a_drawn_shape_card_joins_the_display() -> None:
    step = table(deck=deck("eel", "plow", "cross")).play(nf.Draw(0))
    assert step.state.position.display == ("eel", "plow", "cross")
    assert step.state.position.phase is Phase.PLACE
    assert step.events == (events.Drew(0, "cross"),)


def test_trn_2_a_drawn_snowflake_suspends_the_turn_until_the_same_player_draws_again() -> None:
    state = play(on_top(with_display(table(), "eel", "plow"), nf.SNOW, "cross"), nf.Draw(0))
    assert (state.position.snow, state.position.active, kinds(state)) == (1, 0, {"draw"})
    assert state.position.display == ("eel", "plow")
    assert play(state, nf.Draw(0)).position.display == ("eel", "plow", "cross")


def test_trn_2_the_third_snowflake_ends_the_game_at_once() -> None:
    assert play(on_top(with_snow(table(), 2), nf.SNOW), nf.Draw(0)).over


def test_trn_3_any_block_of_a_visible_shape_and_its_card_is_discarded() -> None:
    state = to_place(table(), "scythe", "eel", "cross")
    for colour in ("white", "brown", "yellow", "blue"):
        after = place(state, f"scythe-{colour}", "mill", SCYTHE).state
        assert after.position.display == ("eel", "cross")
    assert place(state, "eel-blue", "mill", EEL).state.position.display == ("scythe", "cross")


def test_trn_3_of_repeated_cards_one_is_discarded() -> None:
    state = to_place(table(), "eel", "scythe", "eel")
    assert place(state, "eel-white", "mill", EEL).state.position.display == ("scythe", "eel")


def test_trn_3_only_visible_shapes() -> None:
    state = to_place(table(), "eel", "plow", "cross")
    assert refused(state, placing(state, "scythe-white", "mill", SCYTHE)) == "TRN-3"


def test_trn_3_only_blocks_still_in_stock() -> None:
    state = with_tokens(to_place(table(), "eel", "eel", "cross"), white="", brown="", yellow="")
    state = to_place(place(state, "eel-white", "mill", EEL).state)
    elsewhere: list[Cube] = [(x + 4, y, level) for x, y, level in EEL]
    assert refused(state, placing(state, "eel-white", "mill", elsewhere)) == "TRN-3"
    assert placing(state, "eel-brown", "mill", elsewhere) in state.legal


def test_trn_3_not_before_drawing() -> None:
    state = with_display(table(), "scythe", "eel")
    assert refused(state, placing(state, "scythe-white", "mill", SCYTHE)) == "TRN-3"


def test_trn_4_a_placement_can_be_tried_and_changed_freely() -> None:
    state = to_place(table(), "scythe", "eel", "cross")
    legal = len(state.legal)
    first = place(state, "scythe-white", "mill", SCYTHE).state
    other_block = place(state, "scythe-blue", "mill", SCYTHE).state
    other_shape = place(state, "eel-white", "mill", EEL).state
    assert len({first.position.buildings[1], other_block.position.buildings[1], other_shape.position.buildings[1]}) == 3
    assert (len(state.legal), state.position.buildings[1].placed) == (legal, ())


def test_trn_5_the_player_scores_and_the_turn_passes_to_the_left() -> None:
    state = with_tokens(to_place(table(), "scythe", "eel", "cross"), white="", brown="", yellow="")
    step = place(state, "scythe-white", "mill", SCYTHE)
    assert gain(state, step.state) == {"white": 2}
    assert (step.state.position.active, step.state.position.phase) == (1, Phase.TURN)
    assert step.events[-1] == events.TurnBegan(1)


@pytest.mark.parametrize("seat", [1, 2])
def test_trn_5_nobody_acts_in_another_players_turn(seat: int) -> None:
    with pytest.raises(nf.NotYourTurnError) as error:
        table().play(nf.Draw(seat))
    assert error.value.rule == "TRN-5"


@pytest.mark.parametrize("action", [nf.Draw(3), nf.Draw(-1), nf.Bonus(0, -1), nf.Bonus(0, 10**9)])
def test_trn_5_what_is_no_action_at_all_is_invalid(action: nf.Action) -> None:
    with pytest.raises(nf.InvalidActionError):
        table().play(action)


ODD: list[Any] = [
    *(None, 3, "draw"),
    *(nf.Draw(cast(int, seat)) for seat in (0.0, "a")),
    *(nf.Place(0, cast(int, placement)) for placement in ("x", 1.5)),
    nf.Huron(0, cast(tuple[int, ...], (0, "a"))),
]


@pytest.mark.parametrize("odd", ODD)
def test_trn_1_what_is_no_action_is_refused_as_such(odd: Any) -> None:
    state = table()
    assert odd not in state.legal
    with pytest.raises(nf.InvalidActionError):
        state.play(odd)


def test_set_5_there_are_no_views_of_other_seats() -> None:
    for seat in (-1, 3, cast(int, 0.5)):
        with pytest.raises(ValueError, match="there is no seat"):
            table().view(seat)
