"""Setup.

Proves SET-1, SET-2, SET-3, SET-4, SET-5, SET-6.
"""

from __future__ import annotations

from random import Random

import pytest

import nouvelle_france as nf
from nouvelle_france.rules import COUREUR, FILLE, HURON
from tests.rules.situations import COLOURS, EDITION, SNOW_SPANS, deck, gain, play, table

DEALS = [nf.deal_table(EDITION, Random(seed), players=3) for seed in range(200)]


@pytest.mark.parametrize("colours", [("blue", "white"), ("white", "brown", "yellow"), COLOURS])
def test_set_1_two_to_four_players_start_with_their_things_and_no_points(colours: tuple[str, ...]) -> None:
    position = table(*colours).position
    own = sum(1 << COLOURS.index(colour) for colour in colours)
    assert position.tokens == (FILLE | COUREUR | HURON,) * len(colours)
    assert position.bonus == (own, own, own)
    assert set(position.scores) == {0}


@pytest.mark.parametrize(
    "colours", [("white",), (*COLOURS, "white"), ("white", "white"), ("white", "green")], ids=" ".join
)
def test_set_1_other_seats_are_refused(colours: tuple[str, ...]) -> None:
    with pytest.raises(nf.SetupError) as error:
        table(*colours)
    assert error.value.rule == "SET-1"


@pytest.mark.parametrize("players", [0, 1, 5])
def test_set_1_other_numbers_of_players_are_not_dealt(players: int) -> None:
    with pytest.raises(nf.SetupError) as error:
        nf.deal_table(EDITION, Random(1), players)
    assert error.value.rule == "SET-1"


def test_set_2_sticks_go_to_the_sites_at_random() -> None:
    assert len({deal.game.sticks for deal in DEALS}) == 6


def test_set_2_each_site_gets_the_disk_of_its_stick() -> None:
    assert table(sticks=("blue", "yellow", "brown")).position.game.disks == (10, 8, 6)
    assert table(sticks=("yellow", "brown", "blue")).position.game.disks == (8, 6, 10)


@pytest.mark.parametrize("sticks", [("blue", "blue", "brown"), ("blue", "yellow"), ("blue", "yellow", "white")])
def test_set_2_three_sites_have_the_three_sticks(sticks: tuple[str, ...]) -> None:
    with pytest.raises(nf.SetupError) as error:
        table(sticks=sticks)
    assert error.value.rule == "SET-2"


def test_set_3_one_snowflake_anywhere_in_piles_two_four_and_six() -> None:
    places = [[place for place, card in enumerate(deal.deck) if card == nf.SNOW] for deal in DEALS]
    spans = [(min(column), max(column)) for column in zip(*places, strict=True)]
    assert spans == [*SNOW_SPANS["table"]]


def test_set_3_shape_cards_are_shuffled() -> None:
    assert {deal.deck[0] for deal in DEALS} == set(EDITION.shape_ids)


@pytest.mark.parametrize("snow", [(11, 22, 33), (16, 27, 38)])
def test_set_3_snow_at_either_end_of_its_pile(snow: tuple[int, ...]) -> None:
    assert table(deck=deck(snow=snow)).position.deck_count == 37


@pytest.mark.parametrize("snow", [(10, 22, 33), (17, 22, 33), (11, 21, 33), (11, 28, 33), (11, 22, 32), (11, 12, 33)])
def test_set_3_snow_in_another_pile_is_refused(snow: tuple[int, ...]) -> None:
    with pytest.raises(nf.SetupError) as error:
        table(deck=deck(snow=snow))
    assert error.value.rule == "SET-3"


def test_set_4_the_top_two_cards_are_the_display() -> None:
    state = table(deck=deck("eel", "plow", "cross"))
    assert state.position.display == ("eel", "plow")
    assert state.deck[0] == "cross"
    assert all(nf.SNOW not in deal.deck[:2] for deal in DEALS)


def test_set_5_all_blocks_lie_in_the_open_stock() -> None:
    assert [blocks.bit_count() for blocks in table().position.stock] == [4] * 9


@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_set_5_nobody_can_tell_one_order_of_the_deck_from_another(seat: int | None) -> None:
    one, other = table(deck=deck("eel", "plow", "cross")), table(deck=deck("eel", "plow", "cannon", snow=(11, 23, 34)))
    assert one.deck != other.deck
    assert one.view(seat) == other.view(seat)


def test_set_6_the_first_player_is_random() -> None:
    assert {deal.game.colours[0] for deal in DEALS} == set(COLOURS)


def test_set_6_play_goes_in_seat_order() -> None:
    state = table(rules=nf.Rules(allies="none"))
    actors = []
    for _ in range(4):
        actors.append(state.position.active)
        before, state = state, play(state, nf.Draw(state.position.active))
        state = state.play(state.legal.of_kind("place")[0]).state
        assert set(gain(before, state)) <= {before.position.game.colours[actors[-1]]}
    assert actors == [0, 1, 2, 0]
