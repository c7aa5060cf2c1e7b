"""PLC-2: the 24 rotations, and how many of them look different (PLC-7)."""

from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nouvelle_france as nf
from nouvelle_france import Cube
from nouvelle_france.geometry import is_rotation, orientations
from nouvelle_france.geometry.orientation import ROTATIONS, reading_order

EDITION = nf.default_edition()
SHAPES = {shape.id: shape.cubes for shape in EDITION.all_shapes}
FOUR_COLOURS = (0, 1, 2, 3, 0)
LOOKS = {"cross": 12, "beam": 3, "post": 3, "peg": 1}


def classes(shape: str) -> tuple[int, ...]:
    """Cubes 0 and 4 of a construction block share a colour; all cubes of a bonus block do."""
    return FOUR_COLOURS if len(SHAPES[shape]) == 5 else (0,) * len(SHAPES[shape])


def test_24_rotations() -> None:
    assert len(set(ROTATIONS)) == 24
    for axes, signs in ROTATIONS:
        rows = [[sign * (axis == column) for column in range(3)] for axis, sign in zip(axes, signs, strict=True)]
        (a, b, c), (d, e, f), (g, h, i) = rows
        assert a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g) == 1  # no mirror images


@pytest.mark.parametrize("shape", SHAPES)
def test_how_many_look_different(shape: str) -> None:
    """Only the cross looks the same turned over: cubes 0 and 4, opposite arms, share a colour."""
    assert len(orientations(SHAPES[shape], classes(shape))) == LOOKS.get(shape, 24)


@pytest.mark.parametrize(("shape", "looks"), [("cross", 3), ("horseshoe", 12), ("weathercock", 12), ("scythe", 24)])
def test_how_many_look_different_in_one_colour(shape: str, looks: int) -> None:
    """A cross then fits its plane in one way, a horseshoe in four, and a scythe in eight; there are three planes."""
    assert len(orientations(SHAPES[shape], (0,) * 5)) == looks


@pytest.mark.parametrize("shape", SHAPES)
def test_an_orientation_is_the_block_itself_at_the_origin(shape: str) -> None:
    flat = [(x, y, 0) for x, y in SHAPES[shape]]
    for turned in orientations(SHAPES[shape], classes(shape)):
        assert [min(cube[axis] for cube in turned) for axis in range(3)] == [0, 0, 0]
        assert distances(turned) == distances(flat)


def distances(cubes: Sequence[Cube]) -> list[int]:
    return [sum((a - b) ** 2 for a, b in zip(p, q, strict=True)) for p, q in combinations(cubes, 2)]


EEL = [(0, 0, 1), (1, 0, 1), (2, 0, 1), (2, 0, 2), (3, 0, 2)]


@pytest.mark.parametrize(
    ("shape", "cubes", "so"),
    [
        ("eel", EEL, True),
        ("eel", [(-x, y, level) for x, y, level in EEL], True),  # a mirror image of a flat block is a rotation
        ("eel", [(y + 7, x - 4, level + 1) for x, y, level in EEL], True),
        ("eel", EEL[::-1], False),  # its cubes in another order
        ("eel", EEL[:4], False),
        ("scythe", EEL, False),
        ("eel", [*EEL[:4], (2, 1, 2)], False),  # bent out of its plane
        ("peg", [(5, 5, 5)], True),
        ("peg", [], False),
        ("post", [(0, 0, 1), (0, 0, 1)], False),
    ],
)
def test_is_rotation(shape: str, cubes: list[Cube], so: bool) -> None:
    assert is_rotation(cubes, SHAPES[shape]) == so


@st.composite
def flat_blocks(draw: st.DrawFn) -> tuple[list[tuple[int, int]], list[int]]:
    """Up to five cubes in a plane, connected, with a colour class each."""
    cubes = [(0, 0)]
    for _ in range(draw(st.integers(0, 4))):
        around = [(x + dx, y + dy) for x, y in cubes for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))]
        cubes.append(draw(st.sampled_from(sorted(set(around) - set(cubes)))))
    return cubes, [draw(st.integers(0, 3)) for _ in cubes]


@given(flat_blocks())
def test_orientations_are_what_quarter_turns_reach(block: tuple[list[tuple[int, int]], list[int]]) -> None:
    """Second method: turn by quarters about two axes until nothing new appears."""
    cubes, colours = block
    found = {at_origin([(x, y, 0) for x, y in cubes])}
    while more := {turn for cubes in found for turn in quarter_turns(cubes)} - found:
        found |= more
    smallest: dict[frozenset[tuple[Cube, int]], tuple[Cube, ...]] = {}
    for turned in sorted(found, key=reading_order):
        smallest.setdefault(frozenset(zip(turned, colours, strict=True)), turned)
    assert orientations(cubes, colours) == list(smallest.values())


def quarter_turns(cubes: Sequence[Cube]) -> list[tuple[Cube, ...]]:
    return [at_origin([(-y, x, z) for x, y, z in cubes]), at_origin([(x, -z, y) for x, y, z in cubes])]


def at_origin(cubes: Sequence[Cube]) -> tuple[Cube, ...]:
    x0, y0, z0 = (min(cube[axis] for cube in cubes) for axis in range(3))
    return tuple((x - x0, y - y0, z - z0) for x, y, z in cubes)
