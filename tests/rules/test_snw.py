"""Snowfall. The sticks of `table()` read from the bottom: church + 2 -, mill 2 - +, redoubt - + 2.

Proves SNW-1, SNW-2, SNW-3, SNW-4, SNW-5.
"""

from __future__ import annotations

import pytest

import nouvelle_france as nf
from nouvelle_france import Cube, Phase, State
from nouvelle_france.rules import events
from tests.rules.situations import (
    COLOURS,
    EDITION,
    SITES,
    gain,
    gain_of,
    kinds,
    may_place,
    on_top,
    placing,
    play,
    refused,
    table,
    turn_of,
    with_cubes,
    with_snow,
    with_tokens,
)


def snowfall(state: State) -> State:
    """After the player to act has drawn a snowflake."""
    return play(on_top(state, nf.SNOW), nf.Draw(state.position.active))


@pytest.mark.parametrize(
    ("level", "church", "mill", "redoubt"), [(1, 1, 2, -1), (2, 2, -1, 1), (3, -1, 1, 2)], ids="level {}".format
)
def test_snw_1_the_nth_snowflake_scores_level_n_by_the_sticks_mark(
    level: int, church: int, mill: int, redoubt: int
) -> None:
    state = with_snow(table(), level - 1)
    for site, x in zip(SITES, (3, 3, 4), strict=True):
        y = 1 if site == "redoubt" else 0
        others: list[Cube] = [(x, y, it) for it in (1, 2, 3) if it != level]
        state = with_cubes(state, site, white=[(x, y, level)], brown=others)
    assert gain(state, snowfall(state)) == {"white": church + mill + redoubt}


def test_snw_1_every_cube_counts_linked_or_not_for_every_player_at_the_table() -> None:
    state = with_cubes(table(), "mill", white=[(0, 0, 1), (1, 0, 1), (5, 0, 1)], brown=[(7, 7, 1)], blue=[(0, 7, 1)])
    assert gain(state, snowfall(state)) == {"white": 6, "brown": 2}


def test_snw_2_the_books_example() -> None:
    sticks = {"church": "blue", "mill": "brown", "redoubt": "yellow"}  # level 1: + - 2
    counts = {"church": (1, 3, 4, 0), "redoubt": (2, 2, 3, 1), "mill": (2, 3, 1, 1)}
    state = table(*COLOURS, sticks=tuple(sticks[site] for site in SITES))
    for site in EDITION.sites:
        columns = iter(site.columns)
        cubes: dict[str, list[Cube]] = {
            colour: [(*next(columns), 1) for _ in range(count)]
            for colour, count in zip(COLOURS, counts[site.id], strict=True)
        }
        state = with_cubes(state, site.id, **cubes)
    expected = {"white": 1 + 4 - 2, "brown": 3 + 4 - 3, "yellow": 4 + 6 - 1, "blue": 0 + 2 - 1}
    step = on_top(state, nf.SNOW).play(nf.Draw(0))
    assert gain(state, step.state) == expected
    fell = next(event for event in step.events if isinstance(event, events.SnowFell))
    assert fell.level == 1
    assert {tally.site: tuple(tally.cubes.values()) for tally in fell.sites} == counts
    assert {colour: sum(tally.points[colour] for tally in fell.sites) for colour in COLOURS} == expected


@pytest.mark.parametrize(("site", "y"), [("church", 0), ("mill", 0), ("redoubt", 1)])
def test_snw_3_then_snow_covers_the_level_at_every_site(site: str, y: int) -> None:
    """Beside a white column a beam joins three cubes; after a snowfall a post shows one cube and joins two; …"""
    column: list[Cube] = [(3, y, 1), (3, y, 2), (3, y, 3)]
    beside: list[Cube] = [(4, y, 1), (4, y, 2), (4, y, 3)]
    state = with_cubes(table(), site, white=column)
    assert gain_of(state, "beam-white", site, beside) == {"white": 3 + 3}
    state = turn_of(snowfall(state), 0)
    assert gain_of(state, "post-white", site, beside[:2]) == {"white": 1 + 2}
    state = with_cubes(turn_of(snowfall(state), 0), site, blue=beside[:2])
    assert gain_of(state, "peg-white", site, beside[2:]) == {"white": 1 + 1}


def test_snw_4_unused_bonus_blocks_of_the_stage_leave_the_game() -> None:
    beam: list[Cube] = [(0, 0, 1), (1, 0, 1), (2, 0, 1)]
    assert may_place(table(), "beam-white", "mill", beam) == "yes"
    state = snowfall(table())
    assert state.position.bonus == (0, 0b111, 0b111)
    for seat, colour in enumerate(("white", "brown", "yellow")):
        assert may_place(turn_of(state, seat), f"beam-{colour}", "mill", beam) == "BON-1"
        assert may_place(turn_of(state, seat), f"post-{colour}", "mill", beam[:2]) == "yes"
    assert snowfall(state).position.bonus == (0, 0, 0b111)


@pytest.mark.parametrize("depth", [0, 1])
def test_snw_4_all_ally_tokens_come_back(depth: int) -> None:
    state = with_tokens(with_snow(table(), depth), white="", brown="huron", yellow="fille coureur")
    assert snowfall(state).position.tokens == table().position.tokens


def test_snw_5_then_the_same_player_draws_a_card_and_goes_on() -> None:
    state = snowfall(turn_of(table(), 1))
    assert (state.position.active, state.position.phase, kinds(state)) == (1, Phase.DRAW, {"draw"})
    assert kinds(play(state, nf.Draw(1))) == {"place"}


def test_snw_5_not_a_bonus_block_nor_a_huron() -> None:
    state = snowfall(table())
    assert refused(state, placing(state, "post-white", "mill", [(0, 0, 1), (1, 0, 1)])) == "BON-1"
    assert refused(state, nf.Huron(0)) == "ALY-4"
