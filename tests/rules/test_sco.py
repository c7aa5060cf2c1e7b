"""Scoring a placement.

Proves SCO-1, SCO-2, SCO-3, SCO-4, SCO-5.
"""

from __future__ import annotations

import pytest

from nouvelle_france import Cube, Place, State
from nouvelle_france.rules import events
from tests.rules.situations import (
    EDITION,
    TABLE,
    gain,
    gain_of,
    place,
    table,
    to_place,
    turn_of,
    with_cubes,
    with_snow,
)

SCYTHE: list[Cube] = [(4, 0, 1), (5, 0, 1), (6, 0, 1), (7, 0, 1), (7, 0, 2)]
"""Standing at the right of the mill's upper wall; `scythe-white` is white at both ends."""
ARCH: list[Cube] = [(1, 0, 1), (1, 0, 2), (2, 0, 2), (3, 0, 2), (3, 0, 1)]
"""A horseshoe, open side down."""


def scythe(**cubes: list[Cube]) -> State:
    """White has a scythe to place, with loose cubes on the mill."""
    return with_cubes(to_place(table(), "scythe"), "mill", **cubes)


@pytest.mark.parametrize(
    ("white", "points"),
    [
        ([], 2),
        ([(3, 0, 1)], 3),
        ([(3, 0, 1), (2, 0, 1), (2, 0, 2), (1, 0, 1), (0, 0, 1), (0, 1, 1)], 8),  # through any number of cubes
        ([(2, 0, 1)], 2),  # a gap
        ([(3, 0, 2)], 2),  # edge to edge is not face to face
        ([(3, 0, 1), (1, 0, 1)], 3),  # in place, but not linked
        ([(3, 0, 1), (7, 1, 2)], 4),  # a chain on either cube
    ],
)
def test_sco_1_new_cubes_and_those_linked_to_them(white: list[Cube], points: int) -> None:
    assert gain_of(scythe(white=white), "scythe-white", "mill", SCYTHE) == {"white": points}


def test_sco_1_the_chain_is_of_one_colour() -> None:
    assert gain_of(scythe(white=[(2, 0, 1)], brown=[(3, 0, 1)]), "scythe-white", "mill", SCYTHE) == {"white": 2}


def test_sco_1_a_chain_met_twice_counts_once() -> None:
    state = with_cubes(to_place(table(), "horseshoe"), "mill", white=[(2, 0, 1)])
    assert gain_of(state, "horseshoe-white", "mill", ARCH) == {"white": 3}


def test_sco_1_a_chain_ends_with_its_site() -> None:
    state = with_cubes(scythe(), "church", white=[(4, 0, 1), (3, 0, 1), (2, 0, 1)])
    assert gain_of(state, "scythe-white", "mill", SCYTHE) == {"white": 2}


def test_sco_1_upward_contact_links() -> None:
    state = with_cubes(
        with_snow(table(), 2), "mill", brown=[(0, 0, 1), (0, 0, 2)], white=[(1, 0, 1), (1, 0, 2), (1, 0, 3)]
    )
    assert gain_of(state, "peg-white", "mill", [(0, 0, 3)]) == {"white": 2}
    state = with_cubes(table(), "mill", white=[(0, 0, 1)], blue=[(1, 0, 1), (2, 0, 1)])
    assert gain_of(state, "beam-white", "mill", [(0, 0, 2), (1, 0, 2), (2, 0, 2)]) == {"white": 4}


def test_sco_1_the_event_tells_the_new_cubes_from_the_linked_ones() -> None:
    placed = place(scythe(white=[(3, 0, 1)]), "scythe-white", "mill", SCYTHE).events[0]
    assert isinstance(placed, events.Placed)
    assert placed.scored == (events.ScoredCubes("white", new=((4, 0, 1), (7, 0, 2)), linked=((3, 0, 1),)),)


@pytest.mark.parametrize(("depth", "points"), [(0, 3), (1, 1), (2, 0)])
def test_sco_2_cubes_under_the_snow_do_not_score(depth: int, points: int) -> None:
    state = with_snow(scythe(white=[(3, 0, 1)]), depth)
    assert gain_of(state, "scythe-white", "mill", SCYTHE).get("white", 0) == points


@pytest.mark.parametrize("depth", [0, 1, 2])
def test_sco_2_what_a_placement_would_score_is_what_it_scores(depth: int) -> None:
    """Both ways to ask beforehand agree with the play, on all placements of two shapes beside white walls."""
    state = with_cubes(to_place(table(), "scythe", "eel"), "mill", white=[(3, 0, 1), (3, 0, 2), (0, 3, 1)])
    state = with_snow(state, depth)
    for action in state.legal:
        assert isinstance(action, Place)
        pose, block = TABLE.pose(action.placement), action.placement % TABLE.colours
        scored = gain(state, state.play(action).state)
        assert state.position.scoring(action.placement, 0).gain == scored
        assert state.position.buildings[pose.site].points(pose, block, 0, depth) == scored.get("white", 0)


def test_sco_2_cubes_under_the_snow_do_not_link() -> None:
    """The white chain dives to level 1 and comes up again: with snow there only its near end counts."""
    chain: list[Cube] = [(1, 0, 2), (1, 0, 1), (2, 0, 1), (3, 0, 1), (3, 0, 2)]
    state = with_cubes(table(), "mill", white=chain)
    assert gain_of(state, "beam-white", "mill", [(0, 0, 1), (0, 0, 2), (0, 0, 3)]) == {"white": 3 + 5}
    snowed = with_cubes(with_snow(state, 1), "mill", brown=[(0, 0, 1)])
    assert gain_of(snowed, "post-white", "mill", [(0, 0, 2), (0, 0, 3)]) == {"white": 2 + 1}


@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.parametrize("joint", EDITION.sites[2].joints)
def test_sco_3_joints_link_at_each_level(joint: tuple[tuple[int, int], tuple[int, int]], level: int) -> None:
    for (x, y), far in (joint, joint[::-1]):
        state = with_cubes(table(), "redoubt", white=[(*far, level)])
        assert gain_of(state, "beam-white", "redoubt", [(x, y, 1), (x, y, 2), (x, y, 3)]) == {"white": 4}


def test_sco_3_joints_link_a_level_with_itself_only() -> None:
    state = with_cubes(with_snow(table(), 1), "redoubt", white=[(3, 1, 3)], blue=[(2, 0, 1), (1, 0, 1)])
    assert gain_of(state, "post-white", "redoubt", [(1, 0, 2), (2, 0, 2)]) == {"white": 2}


def test_sco_3_joints_carry_a_chain_on() -> None:
    state = with_cubes(table(), "redoubt", white=[(3, 1, 1), (4, 1, 1), (5, 1, 1)])
    assert gain_of(state, "beam-white", "redoubt", [(0, 0, 1), (1, 0, 1), (2, 0, 1)]) == {"white": 6}


def test_sco_3_other_diagonals_do_not_link() -> None:
    state = with_cubes(table(), "church", white=[(2, 1, 1), (2, 1, 2), (2, 1, 3)])
    assert gain_of(state, "beam-white", "church", [(3, 0, 1), (3, 0, 2), (3, 0, 3)]) == {"white": 3}


def test_sco_3_joints_do_not_link_under_the_snow() -> None:
    state = with_snow(with_cubes(table(), "redoubt", white=[(3, 1, 1)]), 1)
    assert gain_of(state, "post-white", "redoubt", [(2, 0, 1), (2, 0, 2)]) == {"white": 1}


def test_sco_4_only_the_placer_scores() -> None:
    """The block has two brown cubes and joins brown ones, but white places it."""
    state = scythe(brown=[(3, 0, 1), (2, 0, 1)])
    assert gain_of(state, "scythe-brown", "mill", SCYTHE) == {"white": 1}
    assert gain_of(to_place(turn_of(state, 1)), "scythe-brown", "mill", SCYTHE) == {"brown": 4}


@pytest.mark.parametrize(
    ("seat", "block", "site", "cubes", "in_place", "points"),
    [
        (1, "scythe-brown", "mill", SCYTHE, [], 2),
        (2, "scythe-brown", "mill", SCYTHE, [], 1),
        (0, "scythe-white", "mill", SCYTHE, [("white", (3, 0, 1))], 3),
        (
            1,
            "horseshoe-brown",
            "redoubt",
            [(3, 1, 2), (3, 1, 1), (4, 1, 1), (5, 1, 1), (5, 1, 2)],
            [("white", (2, 0, 1)), ("brown", (2, 0, 2))],
            3,
        ),
    ],
    ids=["two new", "one new", "two new and one in place", "across a joint on the middle level"],
)
def test_sco_5_the_books_examples(
    seat: int, block: str, site: str, cubes: list[Cube], in_place: list[tuple[str, Cube]], points: int
) -> None:
    state = turn_of(table(), seat)
    for colour, cube in in_place:
        state = with_cubes(state, site, **{colour: [cube]})
    state = to_place(state, block.partition("-")[0])
    colour = state.position.game.colours[seat]
    assert gain(state, place(state, block, site, cubes).state) == {colour: points}


def test_sco_5_snow_hides_cube_by_cube() -> None:
    """Of a standing beam with its foot in the snow the two upper cubes still link."""
    state = with_cubes(with_snow(table(), 1), "mill", white=[(0, 0, 1), (0, 0, 2), (0, 0, 3)])
    assert gain_of(state, "post-white", "mill", [(1, 0, 1), (1, 0, 2)]) == {"white": 1 + 2}
