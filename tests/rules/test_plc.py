"""Placement. Most situations are on the mill's upper wall, y = 0, x from 0 to 7.

Proves PLC-1, PLC-2, PLC-3, PLC-4, PLC-5, PLC-6, PLC-7.
"""

from __future__ import annotations

from collections import Counter

import pytest

import nouvelle_france as nf
from nouvelle_france import Cube, Place, State
from nouvelle_france.geometry import leans, stands_freely
from tests.rules.situations import (
    EDITION,
    SHAPES,
    SITES,
    TABLE,
    gain_of,
    may_place,
    place,
    placement,
    table,
    to_place,
    with_blocks,
    with_cubes,
    with_snow,
)

LEANING = nf.Rules(support="leaning")


def wall(x: int, *levels: int) -> list[Cube]:
    """Cubes of one column of the mill's upper wall."""
    return [(x, 0, level) for level in levels]


def stage(number: int, *cubes: Cube, rules: nf.Rules | None = None) -> State:
    """White to place that stage's bonus block, with these loose cubes on the mill."""
    return with_cubes(with_snow(table(rules=rules), number - 1), "mill", yellow=cubes)


def shape_card(shape: str, *cubes: Cube, site: str = "mill", rules: nf.Rules | None = None) -> State:
    """White to place a block of that shape, with these loose cubes on a site."""
    return with_cubes(to_place(table(rules=rules), shape, shape, shape), site, yellow=cubes)


# -- PLC-1 ---------------------------------------------------------------------------------------------------------

OVERHANG: list[Cube] = [*wall(1, 1, 2), (2, 0, 2)]


@pytest.mark.parametrize(
    ("cube", "answer"),
    [
        ((2, 0, 1), "PLC-1"),  # the hole below the overhang
        ((2, 0, 2), "PLC-1"),  # inside another block
        ((1, 0, 1), "PLC-1"),
        ((2, 0, 3), "yes"),  # on top of it
        ((3, 0, 1), "yes"),  # beside it, on the foundation
        ((3, 0, 2), "PLC-1"),  # floating beside it
        ((3, 0, 3), "PLC-1"),
    ],
)
def test_plc_1_from_above_only_and_down_to_where_it_touches(cube: Cube, answer: str) -> None:
    assert may_place(stage(3, *OVERHANG), "peg-white", "mill", [cube]) == answer


def test_plc_1_a_block_is_not_slid_under_an_overhang_with_one_end() -> None:
    state = stage(1, *OVERHANG)
    assert may_place(state, "beam-white", "mill", [(2, 0, 1), (3, 0, 1), (4, 0, 1)]) == "PLC-1"
    assert may_place(state, "beam-white", "mill", [(3, 0, 1), (4, 0, 1), (5, 0, 1)]) == "yes"


def test_plc_1_not_with_one_end_inside_another_block() -> None:
    assert may_place(stage(1, *wall(0, 1)), "beam-white", "mill", [(0, 0, 1), (1, 0, 1), (2, 0, 1)]) == "PLC-1"


def test_plc_1_nothing_below_the_foundation() -> None:
    assert may_place(stage(3), "peg-white", "mill", [(2, 0, 0)]) == "PLC-1"


def test_plc_1_the_resting_level_follows_from_orientation_and_position() -> None:
    state = with_cubes(to_place(table(), "eel", "scythe", "cross"), "mill", blue=[*OVERHANG, *wall(4, 1), (0, 3, 1)])
    drops: Counter[tuple[str, str, tuple[Cube, ...]]] = Counter()
    for action in state.legal:
        assert isinstance(action, Place)
        it = TABLE[action.placement]
        lowest = min(level for _, _, level in it.cubes)
        drops[it.block, it.site, tuple((x, y, level - lowest) for x, y, level in it.cubes)] += 1
    assert set(drops.values()) == {1}


# -- PLC-2 ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "cubes",
    [
        [(0, 2, 1), (0, 1, 1), (0, 0, 1), (1, 0, 1), (2, 0, 1)],  # flat in the corner
        [(2, 0, 1), (1, 0, 1), (0, 0, 1), (0, 1, 1), (0, 2, 1)],  # turned over
        [(0, 0, 3), (0, 0, 2), (0, 0, 1), (1, 0, 1), (2, 0, 1)],  # standing along x
        [(2, 0, 1), (1, 0, 1), (0, 0, 1), (0, 0, 2), (0, 0, 3)],
        [(0, 0, 3), (0, 0, 2), (0, 0, 1), (0, 1, 1), (0, 2, 1)],  # standing along y
    ],
)
def test_plc_2_lying_standing_or_turned_over(cubes: list[Cube]) -> None:
    assert may_place(shape_card("square"), "square-white", "mill", cubes) == "yes"


@pytest.mark.parametrize(("shape", "ways"), [("square", 24), ("cross", 12 - 4)])
def test_plc_2_twenty_four_rotations(shape: str, ways: int) -> None:
    """The square lies flat in the mill's corners; the cross looks the same two by two and cannot lie flat there."""
    seen = set()
    for pose in TABLE.sites[SITES.index("mill")].poses:
        if pose.shape == SHAPES.index(shape):
            corner = [min(cube[axis] for cube in pose.cubes) for axis in range(3)]
            seen.add(tuple((x - corner[0], y - corner[1], level - corner[2]) for x, y, level in pose.cubes))
    assert len(seen) == ways


@pytest.mark.parametrize(
    "cubes",
    [
        [(0, 0, 1), (1, 0, 1), (2, 0, 1), (3, 0, 1), (4, 0, 1)],  # another shape
        [(0, 0, 3), (0, 0, 2), (0, 0, 1), (0, 1, 1), (1, 0, 1)],  # bent out of its plane
        [(0, 2, 1), (0, 1, 1), (0, 0, 1), (2, 0, 1), (1, 0, 1)],  # its cubes in another order
        [(0, 2, 1), (0, 1, 1), (0, 0, 1), (1, 0, 1)],  # a cube short
    ],
)
def test_plc_2_a_block_is_rigid(cubes: list[Cube]) -> None:
    assert may_place(shape_card("square"), "square-white", "mill", cubes) == "PLC-2"


# -- PLC-3 ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "cubes",
    [
        [(6, 0, 1), (7, 0, 1), (8, 0, 1)],  # out of the outline
        [(0, 0, 1), (0, -1, 1), (0, -2, 1)],
        [(0, 1, 1), (1, 1, 1), (2, 1, 1)],  # into the yard
        [(0, 3, 3), (1, 3, 3), (2, 3, 3)],  # over the yard, high up
    ],
)
def test_plc_3_nothing_outside_the_outline_nor_over_the_yard(cubes: list[Cube]) -> None:
    assert may_place(stage(1, (0, 3, 1), (0, 3, 2)), "beam-white", "mill", cubes) == "PLC-3"


@pytest.mark.parametrize(
    ("site", "cubes", "answer"),
    [
        ("church", [(2, 0, 1), (3, 0, 1), (4, 0, 1)], "yes"),
        ("church", [(2, 1, 1), (3, 1, 1), (4, 1, 1)], "PLC-3"),
        ("redoubt", [(3, 1, 1), (4, 1, 1), (5, 1, 1)], "yes"),
        ("redoubt", [(2, 1, 1), (3, 1, 1), (4, 1, 1)], "PLC-3"),
    ],
)
def test_plc_3_each_site_has_its_own_plan(site: str, cubes: list[Cube], answer: str) -> None:
    assert may_place(stage(1), "beam-white", site, cubes) == answer


# -- PLC-4 ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cubes", "answer"),
    [
        (wall(0, 1, 2, 3), "yes"),
        (wall(1, 2, 3, 4), "PLC-4"),
        ([(1, 0, 2), (2, 0, 2), (3, 0, 2)], "yes"),
        ([(5, 0, 4), (6, 0, 4), (7, 0, 4)], "PLC-4"),
    ],
)
def test_plc_4_no_cube_above_level_three(cubes: list[Cube], answer: str) -> None:
    state = stage(1, *wall(1, 1), *wall(2, 1), *wall(3, 1), *wall(5, 3), *wall(6, 3), *wall(7, 3))
    assert may_place(state, "beam-white", "mill", cubes) == answer


@pytest.mark.parametrize(
    ("block", "site", "below", "cubes"),
    [
        ("cross-white", "church", (3, 8, 2), [(3, 8, 3), (2, 8, 4), (3, 8, 4), (4, 8, 4), (3, 8, 5)]),
        ("weathercock-white", "mill", (3, 7, 1), [(3, 7, 2), (3, 7, 3), (3, 7, 4), (2, 7, 4), (4, 7, 4)]),
    ],
    ids=["belfry", "sails"],
)
def test_plc_4_a_table_game_has_no_belfry_and_no_sails(block: str, site: str, below: Cube, cubes: list[Cube]) -> None:
    state = shape_card(block.partition("-")[0], below, site=site)
    assert may_place(state, block, site, cubes) == "PLC-4"


# -- PLC-5, free-standing ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("below", "answer"), [((0, 1), "yes"), ((0,), "PLC-5"), ((1,), "PLC-5")])
def test_plc_5_block_on_an_edge_falls(below: tuple[int, ...], answer: str) -> None:
    """A post's centre of mass is exactly over the edge between its two cubes."""
    state = stage(2, *((x, 0, 1) for x in below))
    assert may_place(state, "post-white", "mill", [(0, 0, 2), (1, 0, 2)]) == answer


@pytest.mark.parametrize(
    ("below", "answer"),
    [
        ((1,), "yes"),  # under the middle alone
        ((0, 2), "yes"),  # two far supports
        ((0, 1), "yes"),
        ((0,), "PLC-5"),
        ((2,), "PLC-5"),
    ],
)
def test_plc_5_the_centre_of_mass_lies_over_what_carries(below: tuple[int, ...], answer: str) -> None:
    state = stage(1, *((x, 0, 1) for x in below))
    assert may_place(state, "beam-white", "mill", [(0, 0, 2), (1, 0, 2), (2, 0, 2)]) == answer


@pytest.mark.parametrize(
    ("below", "answer"),
    [
        ([(0, 2, 1), (2, 0, 1)], "yes"),  # its two ends: x + y = 2 runs along them, the centre has 2.2
        ([(0, 1, 1), (1, 0, 1)], "yes"),
        ([(0, 0, 1)], "PLC-5"),  # its corner alone: the centre is at (1.1, 1.1)
        ([(0, 0, 1), (0, 1, 1), (0, 2, 1)], "PLC-5"),  # one arm alone
    ],
)
def test_plc_5_in_both_directions_for_a_block_that_lies(below: list[Cube], answer: str) -> None:
    flat: list[Cube] = [(0, 2, 2), (0, 1, 2), (0, 0, 2), (1, 0, 2), (2, 0, 2)]
    assert may_place(shape_card("square", *below), "square-white", "mill", flat) == answer


def test_plc_5_supports_at_different_levels_carry_together() -> None:
    """A square stands on the foundation with one arm's end and on a cube with the other's."""
    gallows: list[Cube] = [(2, 0, 3), (1, 0, 3), (0, 0, 3), (0, 0, 2), (0, 0, 1)]
    assert may_place(shape_card("square", *wall(2, 1, 2)), "square-white", "mill", gallows) == "yes"
    assert may_place(shape_card("square"), "square-white", "mill", gallows) == "PLC-5"


def test_plc_5_a_cube_of_another_block_carries_a_cube_of_its_own_does_not() -> None:
    """An eel on edge: its upper pair overhangs its lower three, whose far end lies over the gap."""
    eel: list[Cube] = [(0, 0, 2), (1, 0, 2), (2, 0, 2), (2, 0, 3), (3, 0, 3)]
    assert may_place(shape_card("eel", *wall(0, 1), *wall(1, 1)), "eel-white", "mill", eel) == "PLC-5"  # centre at 2.1
    assert may_place(shape_card("eel", *wall(2, 1)), "eel-white", "mill", eel) == "yes"
    state = with_blocks(to_place(table(), "eel"), ("beam-brown", "mill", [(0, 0, 1), (1, 0, 1), (2, 0, 1)]), seat=1)
    assert may_place(state, "eel-white", "mill", eel) == "yes"


@pytest.mark.parametrize(("below", "answer"), [((2, 0, 1), "yes"), ((3, 1, 1), "PLC-5")])
def test_plc_5_a_joint_does_not_carry(below: Cube, answer: str) -> None:
    """A post rests on (1, 0) and ends over (2, 0); a cube in the joint's other column (3, 1) is no help."""
    state = with_cubes(with_snow(table(rules=LEANING), 1), "redoubt", blue=[(1, 0, 1), below])
    assert may_place(state, "post-white", "redoubt", [(1, 0, 2), (2, 0, 2)]) == answer


@pytest.mark.parametrize("rules", [nf.Rules(), LEANING])
def test_plc_5_snow_never_carries(rules: nf.Rules) -> None:
    state = stage(2, *wall(0, 1), rules=rules)
    assert may_place(state, "post-white", "mill", [(0, 0, 2), (1, 0, 2)]) == "PLC-5"
    assert may_place(state, "post-white", "mill", [(3, 0, 2), (4, 0, 2)]) == "PLC-1"


def test_plc_5_blocks_in_place_never_move() -> None:
    """A weight on the far end of an overhang does not tip it."""
    cannon: list[Cube] = [(0, 0, 2), (1, 0, 2), (2, 0, 2), (3, 0, 2), (1, 0, 1)]
    state = with_cubes(table(), "mill", yellow=wall(2, 1))
    state = with_snow(with_blocks(state, ("cannon-blue", "mill", cannon)), 2)
    step = place(state, "peg-white", "mill", [(3, 0, 3)])
    before, after = (it.position.buildings[SITES.index("mill")] for it in (state, step.state))
    assert before.occupied & ~after.occupied == 0
    assert (after.occupied & ~before.occupied).bit_count() == 1


# -- PLC-5, leaning ------------------------------------------------------------------------------------------------

GALLOWS: list[Cube] = [(4, 0, 3), (3, 0, 3), (2, 0, 3), (2, 0, 2), (2, 0, 1)]
"""A square standing on one arm at x = 2, the other out to x = 4: it tips towards +x."""


@pytest.mark.parametrize(
    ("neighbour", "leaning"),
    [
        (wall(5, 1, 2, 3), "yes"),  # held at its outer end
        (wall(5, 1, 2), "PLC-5"),  # nothing meets it
        (wall(1, 1, 2, 3), "PLC-5"),  # a neighbour behind it, where it does not tip
        ([], "PLC-5"),  # its own cubes do not hold it
    ],
)
def test_plc_5_leaning_is_held_only_on_the_side_it_tips_to(neighbour: list[Cube], leaning: str) -> None:
    held, free = (shape_card("square", *neighbour, rules=rules) for rules in (LEANING, nf.Rules()))
    assert may_place(held, "square-white", "mill", GALLOWS) == leaning
    assert may_place(free, "square-white", "mill", GALLOWS) == "PLC-5"


def test_plc_5_leaning_sideways_neighbours_do_not_hold() -> None:
    in_corner: list[Cube] = [(x - 2, y, level) for x, y, level in GALLOWS]
    state = shape_card("square", (0, 1, 2), (0, 1, 3), rules=LEANING)
    assert may_place(state, "square-white", "mill", in_corner) == "PLC-5"


@pytest.mark.parametrize(
    ("cubes", "neighbour"),
    [
        ([(3, 0, 3), (4, 0, 3), (5, 0, 3), (5, 0, 2), (5, 0, 1)], (2, 0, 3)),  # to -x
        ([(0, 5, 3), (0, 4, 3), (0, 3, 3), (0, 3, 2), (0, 3, 1)], (0, 6, 3)),  # to +y
        ([(0, 3, 3), (0, 4, 3), (0, 5, 3), (0, 5, 2), (0, 5, 1)], (0, 2, 3)),  # to -y
    ],
)
def test_plc_5_leaning_in_each_direction(cubes: list[Cube], neighbour: Cube) -> None:
    assert may_place(shape_card("square", neighbour, rules=LEANING), "square-white", "mill", cubes) == "yes"
    assert may_place(shape_card("square", rules=LEANING), "square-white", "mill", cubes) == "PLC-5"


@pytest.mark.parametrize(("neighbour", "answer"), [(wall(4, 1, 2), "PLC-5"), (wall(4, 1, 2, 3), "yes")])
def test_plc_5_leaning_is_held_only_by_a_cube_above_the_lowest_resting_one(neighbour: list[Cube], answer: str) -> None:
    """A scythe on level 2 rests on one end alone; its other end has a cube on level 2 and one on level 3."""
    scythe: list[Cube] = [(0, 0, 2), (1, 0, 2), (2, 0, 2), (3, 0, 2), (3, 0, 3)]
    state = shape_card("scythe", *wall(0, 1), *neighbour, rules=LEANING)
    assert may_place(state, "scythe-white", "mill", scythe) == answer


def test_plc_5_leaning_on_an_edge_counts_as_tipping() -> None:
    """Only a post is ever balanced on an edge here, and no cube of it is higher than the resting one.

    So this asks the geometry about a block of four: its centre, x = 1, is on the edge of its foot.
    """
    state = stage(2, *wall(0, 1), *wall(2, 1, 2), rules=LEANING)
    assert may_place(state, "post-white", "mill", [(0, 0, 2), (1, 0, 2)]) == "PLC-5"
    step: list[Cube] = [*wall(0, 1, 2), *wall(1, 2, 3)]
    assert not stands_freely(step, [(0, 0)])
    assert leans(step, [(0, 0, 1)], {(2, 0, 3)}.__contains__)
    assert not leans(step, [(0, 0, 1)], {(2, 0, 1)}.__contains__)


def test_plc_5_leaning_joints_do_not_hold() -> None:
    """It ends at (2, 0); the joint's other column (3, 1) is full, but does not touch it."""
    by_the_joint: list[Cube] = [(x - 2, y, level) for x, y, level in GALLOWS]
    full: list[Cube] = [(3, 1, 1), (3, 1, 2), (3, 1, 3)]
    state = shape_card("square", *full, site="redoubt", rules=LEANING)
    assert may_place(state, "square-white", "redoubt", by_the_joint) == "PLC-5"


def test_plc_5_leaning_still_has_to_rest_on_something() -> None:
    state = stage(2, *wall(2, 1, 2, 3), rules=LEANING)
    assert may_place(state, "post-white", "mill", wall(1, 2, 3)) == "PLC-1"


def test_plc_5_leaning_outside_the_hull_but_in_no_axis_direction_falls() -> None:
    """A plow lying on two diagonal cubes; its centre (1.5, 1.7) is beyond the slanting edge x + y = 3.

    No plan of this edition is wide enough for it, so this asks the geometry alone.
    """
    cubes: list[Cube] = [(x, y, 2) for x, y in next(it.cubes for it in EDITION.shapes if it.id == "plow")]
    resting: list[Cube] = [(1, 0, 2), (0, 1, 2)]
    assert not stands_freely(cubes, [(1, 0), (0, 1)])
    assert not leans(cubes, resting, lambda cube: True)
    assert stands_freely(cubes, [(1, 0), (0, 1), (1, 2)])


# -- PLC-6 ---------------------------------------------------------------------------------------------------------


def test_plc_6_room_under_the_snow_may_still_be_built_on() -> None:
    state = stage(3, *wall(1, 1))
    assert may_place(state, "peg-white", "mill", [(0, 0, 1)]) == "yes"
    assert may_place(state, "peg-white", "mill", [(1, 0, 2)]) == "yes"
    assert gain_of(state, "peg-white", "mill", [(0, 0, 1)]) == {}


def test_plc_6_from_above_as_ever() -> None:
    state = stage(3, *OVERHANG)
    assert may_place(state, "peg-white", "mill", [(2, 0, 1)]) == "PLC-1"


# -- PLC-7 ---------------------------------------------------------------------------------------------------------

CROSS: list[Cube] = [(1, 0, 1), (0, 0, 2), (1, 0, 2), (2, 0, 2), (1, 0, 3)]


def test_plc_7_the_same_colours_on_the_same_cells_are_one_placement() -> None:
    """The first and last cube of a cross lie opposite each other and share a colour; its other ends do not."""
    first, left, middle, right, last = CROSS
    same = placement("cross-white", "mill", CROSS)
    assert placement("cross-white", "mill", [last, left, middle, right, first]) == same
    assert placement("cross-white", "mill", [first, right, middle, left, last]) != same
    assert placement("cross-brown", "mill", CROSS) != same
    assert may_place(shape_card("cross"), "cross-white", "mill", [last, left, middle, right, first]) == "yes"


def test_plc_7_a_bonus_block_looks_the_same_from_either_end() -> None:
    beam: list[Cube] = [(0, 0, 1), (1, 0, 1), (2, 0, 1)]
    assert placement("beam-white", "mill", beam) == placement("beam-white", "mill", beam[::-1])


def test_plc_7_no_two_placements_look_the_same() -> None:
    state = with_cubes(to_place(table(), "cross", "horseshoe", "square"), "mill", white=wall(2, 1))
    looks: Counter[tuple[str, str, tuple[int, ...]]] = Counter()
    for action in state.legal:
        assert isinstance(action, Place)
        it = TABLE[action.placement]
        after = state.play(action).state.position.buildings[SITES.index(it.site)]
        looks[it.block, it.site, after.cubes] += 1
    assert set(looks.values()) == {1}


def test_plc_7_a_placement_that_does_not_exist_is_invalid() -> None:
    with pytest.raises(nf.InvalidActionError) as error:
        shape_card("cross").play(Place(0, len(TABLE)))
    assert error.value.rule == "PLC-7"
