"""Components.

Proves CMP-1, CMP-2, CMP-3, CMP-4, CMP-5, CMP-6, CMP-7, CMP-8.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

import nouvelle_france as nf
from tests.rules.situations import (
    COLOURS,
    EDITION,
    SHAPES,
    SITES,
    TABLE,
    change,
    deck,
    gain_of,
    on_top,
    scores,
    table,
    to_place,
    with_blocks,
    with_cubes,
    with_scores,
)


def colours_of(block: str) -> Counter[str]:
    """How many cubes of each colour appear when a block is put up."""
    put_up = next(it for it in map(TABLE.__getitem__, range(len(TABLE))) if it.block == block)
    building = with_blocks(table(), (block, put_up.site, put_up.cubes)).position.buildings[SITES.index(put_up.site)]
    return Counter({colour: cells.bit_count() for colour, cells in zip(COLOURS, building.cubes, strict=True) if cells})


def test_cmp_1_nine_shapes_of_five_cubes() -> None:
    assert set(SHAPES) == {
        "cannon", "horseshoe", "stairs", "square", "plow", "scythe", "weathercock", "eel", "cross"
    }  # fmt: skip
    assert all(len(set(shape.cubes)) == 5 for shape in EDITION.shapes)


@pytest.mark.parametrize("doubled", COLOURS)
@pytest.mark.parametrize("shape", SHAPES)
def test_cmp_1_each_block_has_every_colour_and_doubles_its_own(shape: str, doubled: str) -> None:
    assert colours_of(f"{shape}-{doubled}") == {colour: 2 if colour == doubled else 1 for colour in COLOURS}


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize(("shape", "length"), [("beam", 3), ("post", 2), ("peg", 1)])
def test_cmp_2_bonus_blocks_are_straight_and_of_one_colour(shape: str, length: int, colour: str) -> None:
    assert colours_of(f"{shape}-{colour}") == {colour: length}
    straight = next(it for it in EDITION.bonus if it.id == shape)
    assert straight.cubes == tuple((x, 0) for x in range(length))


def test_cmp_3_thirty_nine_cards() -> None:
    dealt = Counter(nf.deal_table(EDITION, Random(1), players=3).deck)
    assert dealt == {**dict.fromkeys(SHAPES, 4), nf.SNOW: 3}


@pytest.mark.parametrize(
    ("instead_of", "card"), [("cross", "eel"), (nf.SNOW, "eel"), ("eel", nf.SNOW), ("eel", "boat")]
)
def test_cmp_3_a_deck_with_other_cards_is_refused(instead_of: str, card: str) -> None:
    cards = list(deck())
    cards[len(cards) - 1 - cards[::-1].index(instead_of)] = card
    with pytest.raises(nf.SetupError) as error:
        table(deck=tuple(cards))
    assert error.value.rule == "CMP-3"


@pytest.mark.parametrize("seed", range(3))
def test_cmp_3_as_many_blocks_in_stock_as_cards_not_used_up(seed: int) -> None:
    rng = Random(seed)
    state = table(rules=nf.Rules(unable="claimed"))
    while not state.over:
        actions = state.legal.of_kind(rng.choice(state.legal.kinds()))
        state = state.play(actions[rng.randrange(len(actions))]).state
        left = Counter([*state.deck, *state.position.display])
        assert [left[shape] for shape in SHAPES] == [blocks.bit_count() for blocks in state.position.stock]


def test_cmp_4_three_sites_with_standees() -> None:
    assert SITES == ("church", "mill", "redoubt")
    assert [site.standee["en"] for site in EDITION.sites] == ["priest", "colonist", "soldier"]


def test_cmp_5_each_stick_has_each_mark_once_from_bottom_to_top() -> None:
    assert [sorted(stick.marks) for stick in EDITION.sticks] == [[-1, 1, 2]] * 3
    assert sorted(stick.marks[0] for stick in EDITION.sticks) == [-1, 1, 2]


def test_cmp_5_the_top_colour_of_a_stick_names_its_disk() -> None:
    disk_of = {stick.colour: stick.disk for stick in EDITION.sticks}
    sticks = ("brown", "blue", "yellow")
    assert table(sticks=sticks).position.game.disks == tuple(disk_of[colour] for colour in sticks)


def test_cmp_6_three_disks_of_different_values_and_three_allies_a_colour() -> None:
    assert len({stick.disk for stick in EDITION.sticks}) == 3
    assert [tokens.bit_count() for tokens in table(*COLOURS).position.tokens] == [3, 3, 3, 3]


def test_cmp_7_a_loss_takes_a_score_below_zero() -> None:
    losing = with_cubes(on_top(table(), nf.SNOW), "redoubt", brown=[(0, 0, 1), (4, 1, 1)])
    assert scores(losing.play(nf.Draw(0)).state) == {"white": 0, "brown": -2, "yellow": 0, "blue": 0}


def test_cmp_7_no_ceiling() -> None:
    state = to_place(with_scores(table(), white=1000), "scythe", "eel", "cross")
    flat = [(4, 0, 1), (5, 0, 1), (6, 0, 1), (7, 0, 1), (7, 1, 1)]
    assert gain_of(state, "scythe-white", "mill", flat) == {"white": 2}


def test_cmp_8_snowdrifts_never_carry_or_block_anything() -> None:
    state = to_place(table(), "scythe", "eel", "cross")
    state = with_cubes(state, "mill", white=[(1, 0, 1), (1, 0, 2), (5, 0, 1)], blue=[(0, 3, 1), (0, 4, 2)])
    allowed = list(state.legal)
    assert [list(change(state, snow=depth).legal) for depth in (1, 2)] == [allowed, allowed]
