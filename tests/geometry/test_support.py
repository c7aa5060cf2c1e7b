"""PLC-5: when a block stands freely, and when a neighbour holds it."""

from itertools import chain, combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nouvelle_france import Cube
from nouvelle_france.geometry import leans, least_supports, stands_freely
from tests.geometry.second_method import Base, inside, lowest

cells = st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(1, 3))
blocks = st.lists(cells, min_size=1, max_size=5, unique=True)


@given(blocks.flatmap(lambda cubes: st.tuples(st.just(cubes), st.sets(st.sampled_from(lowest(cubes)), min_size=1))))
def test_stands_freely_by_a_second_method(case: tuple[list[Cube], set[Cube]]) -> None:
    cubes, resting = case
    bases = sorted((x, y) for x, y, _ in resting)
    assert stands_freely(cubes, bases) == inside(cubes, bases)


@given(blocks)
def test_least_supports_decide_for_every_set_of_feet(cubes: list[Cube]) -> None:
    """The hull only grows with more feet: a block stands exactly on the sets that hold a least one."""
    feet = lowest(cubes)
    least = [set(support) for support in least_supports(cubes, feet)]
    assert not any(a < b for a in least for b in least)
    for chosen in chain.from_iterable(combinations(feet, size) for size in range(1, len(feet) + 1)):
        assert stands_freely(cubes, [(x, y) for x, y, _ in chosen]) == any(support <= set(chosen) for support in least)


ROW = [(0, 0, 1), (1, 0, 1), (2, 0, 1)]
BENT = [(0, 0, 1), (0, 0, 2), (1, 0, 2), (1, 0, 3)]  # centre of mass exactly above the edge of its foot
HOOK = [(0, 0, 1), (0, 0, 2), (1, 0, 2), (2, 0, 2)]  # beyond it
ANGLE = [(0, 0, 2), (1, 0, 2), (2, 0, 2), (3, 0, 2), (3, 1, 2), (3, 2, 2), (3, 3, 2), (3, 0, 3)]


@pytest.mark.parametrize(
    ("cubes", "bases", "stands"),
    [
        (ROW, [(1, 0)], True),
        (ROW, [(0, 0)], False),
        (ROW, [(0, 0), (2, 0)], True),
        (ROW[:2], [(0, 0)], False),  # on the edge is not inside
        (BENT, [(0, 0)], False),
        (HOOK, [(0, 0)], False),
        (HOOK, [(0, 0), (1, 0)], True),
        (ANGLE, [(0, 0), (3, 3)], False),
        (ANGLE, [(3, 0)], False),
        (ANGLE, [(1, 0), (3, 2)], True),  # between the two
        (ANGLE, [(0, 0), (3, 0), (3, 3)], True),
        (ROW, [], False),  # it rests on nothing
    ],
)
def test_plc_5_stands_freely(cubes: list[Cube], bases: list[Base], stands: bool) -> None:
    assert stands_freely(cubes, bases) == stands


@pytest.mark.parametrize(
    ("cubes", "resting", "neighbour", "held"),
    [
        (HOOK, [(0, 0, 1)], (3, 0, 2), True),  # tips to the right, where a neighbour stands
        (HOOK, [(0, 0, 1)], (-1, 0, 2), False),  # on the other side
        (HOOK, [(0, 0, 1)], (0, 1, 2), False),  # beside
        (HOOK, [(0, 0, 1)], (2, 0, 3), False),  # above
        (HOOK, [(0, 0, 1)], (1, 0, 1), False),  # beside the foot itself
        (BENT, [(0, 0, 1)], (2, 0, 2), True),  # on the edge counts as tipping
        (BENT, [(0, 0, 1)], (2, 0, 3), True),
        (ROW, [(0, 0, 1)], (3, 0, 1), False),  # no cube is higher than the resting one
        (ROW, [(2, 0, 1)], (-1, 0, 1), False),
        ([(-x, y, z) for x, y, z in HOOK], [(0, 0, 1)], (-3, 0, 2), True),  # the four directions
        ([(y, x, z) for x, y, z in HOOK], [(0, 0, 1)], (0, 3, 2), True),
        ([(y, -x, z) for x, y, z in HOOK], [(0, 0, 1)], (0, -3, 2), True),
        (HOOK, [], (3, 0, 2), False),  # it rests on nothing
    ],
)
def test_plc_5_leans(cubes: list[Cube], resting: list[Cube], neighbour: Cube, held: bool) -> None:
    assert leans(cubes, resting, lambda cube: cube == neighbour) == held


def test_plc_5_outside_the_hull_but_in_no_axis_direction_it_falls() -> None:
    resting = [(0, 0, 2), (3, 3, 2)]
    assert not stands_freely(ANGLE, [(x, y) for x, y, _ in resting])
    assert not leans(ANGLE, resting, lambda cube: True)


def test_plc_5_a_blocks_own_cubes_do_not_hold_it() -> None:
    assert not leans(HOOK, [(0, 0, 1)], lambda cube: cube in HOOK)
