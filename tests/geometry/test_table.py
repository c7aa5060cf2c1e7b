"""The table of all placements, pose by pose against plainer methods."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random

import pytest

import nouvelle_france as nf
from nouvelle_france import Cube, Position, Rules
from nouvelle_france.edition import BonusShape, Shape, Site
from nouvelle_france.geometry import SiteTable, leans, stands_freely
from nouvelle_france.geometry.orientation import reading_order
from tests.geometry.second_method import inside, lowest

EDITION = nf.default_edition()
TABLE = nf.placement_table(EDITION)
SITES = pytest.mark.parametrize("site", TABLE.sites, ids=EDITION.site_ids)

BELFRY = {(3, 8, 3), (2, 8, 4), (3, 8, 4), (4, 8, 4), (3, 8, 5)}
SAILS = [{(x, 7, 2), (x, 7, 3), (x - 1, 7, 4), (x, 7, 4), (x + 1, 7, 4)} for x in (3, 4)]


# -- what is in the table --------------------------------------------------------------------------------------------


def poses(site: Site, shape: Shape | BonusShape) -> list[tuple[Cube, ...]]:
    """Second method: cell by cell, keeping the distances between the cubes of the shape; no rotations.

    A mirror image has the same distances, and for a flat block it is a rotation (PLC-2). Of poses that look the
    same (PLC-7) the first in reading order stays.
    """
    cells = [(x, y, level) for x, y in site.columns for level in (1, 2, 3, 4, 5)]
    allowed = [BELFRY] if (site.id, shape.id) == ("church", "cross") else []
    allowed += SAILS if (site.id, shape.id) == ("mill", "weathercock") else []

    def grow(cubes: tuple[Cube, ...]) -> Iterator[tuple[Cube, ...]]:
        if len(cubes) == len(shape.cubes):
            if set(cubes) in allowed or all(level <= 3 for _, _, level in cubes):
                yield cubes
            return
        x, y = shape.cubes[len(cubes)]
        for cell in cells if not cubes else near(cubes[0]):
            if all(
                (cell[0] - c[0]) ** 2 + (cell[1] - c[1]) ** 2 + (cell[2] - c[2]) ** 2 == (x - u) ** 2 + (y - v) ** 2
                for c, (u, v) in zip(cubes, shape.cubes, strict=False)
            ):
                yield from grow((*cubes, cell))

    @cache
    def near(cube: Cube) -> list[Cube]:
        return [cell for cell in cells if all(abs(a - b) <= 3 for a, b in zip(cell, cube, strict=True))]

    first: dict[frozenset[tuple[Cube, int]], tuple[Cube, ...]] = {}
    for cubes in sorted(grow(()), key=reading_order):
        first.setdefault(frozenset(zip(cubes, colours_of(shape), strict=True)), cubes)
    return list(first.values())


def colours_of(shape: Shape | BonusShape) -> list[int]:
    """Which cubes share a colour on every block of the shape (CMP-1, CMP-2)."""
    return [0] * len(shape.cubes) if isinstance(shape, BonusShape) else [0, 1, 2, 3, 0]


@SITES
def test_poses_in_documented_order(site: SiteTable) -> None:
    """By shape, then by ``(level, y, x)`` of the cubes: complete, nothing twice, numbered without a gap."""
    expected = [(number, cubes) for number, shape in enumerate(EDITION.all_shapes) for cubes in poses(site.site, shape)]
    assert [(pose.shape, pose.cubes) for pose in site.poses] == expected
    assert [pose.id for pose in site.poses] == list(range(site.first, site.first + len(expected)))


def test_ids_follow_sites_poses_and_colours() -> None:
    assert [site.first for site in TABLE.sites] == [
        0,
        len(TABLE.sites[0].poses),
        len(TABLE.sites[0].poses) + len(TABLE.sites[1].poses),
    ]
    assert len(TABLE) == 4 * len(TABLE.poses) == 4 * sum(len(site.poses) for site in TABLE.sites)
    for id in range(len(TABLE)):
        placement, pose = TABLE[id], TABLE.pose(id)
        assert (placement.id, pose.id) == (id, id // 4)
        assert placement.cubes == pose.cubes
        assert placement.site == EDITION.site_ids[pose.site]
        assert placement.block == f"{EDITION.all_shapes[pose.shape].id}-{EDITION.colour_ids[id % 4]}"


@pytest.mark.parametrize("id", [-1, len(TABLE)])
def test_no_such_id(id: int) -> None:
    with pytest.raises(IndexError, match=f"from 0 to {len(TABLE) - 1}, not {id}"):
        TABLE[id]


def test_ids_are_stable() -> None:
    again = nf.PlacementTable(nf.default_edition())
    assert list(map(again.__getitem__, range(len(again)))) == list(map(TABLE.__getitem__, range(len(TABLE))))


def test_pinned_counts() -> None:
    """``counts.txt``: poses of each shape on each site, and those that stand freely on the bare foundation."""
    found = [
        f"{site.site.id:8} {shape.id:12} {total.bit_count():4} {(total & standing).bit_count():4}"
        for site, standing in ((site, site.free_standing([0] * site.width)) for site in TABLE.sites)
        for shape, total in zip(EDITION.all_shapes, site.of_shape, strict=True)
    ]
    pinned = Path(__file__).with_name("counts.txt").read_text(encoding="utf-8").splitlines()
    assert found == [line for line in pinned if line and not line.startswith("#")]


@SITES
def test_standing_on_the_bare_foundation_by_a_second_method(site: SiteTable) -> None:
    standing = site.free_standing([0] * site.width)
    for number, pose in enumerate(site.poses):
        resting = [(x, y) for x, y, level in pose.cubes if level == 1]
        assert bool(standing >> number & 1) == inside(pose.cubes, resting), pose


def test_cha_9_only_the_belfry_and_the_sails_are_too_high() -> None:
    high = [
        (site.site.id, TABLE.shape_ids[pose.shape], frozenset(pose.cubes))
        for site in TABLE.sites
        for pose in site.poses
        if pose.too_high
    ]
    # A cross fits its cells in eight ways, of which two and two look the same; a weathercock in two.
    expected = [("church", "cross", frozenset(BELFRY))] * 4
    expected += [("mill", "weathercock", frozenset(sails)) for sails in SAILS for _ in range(2)]
    assert sorted(high, key=repr) == sorted(expected, key=repr)
    for site in TABLE.sites:
        assert site.too_high.bit_count() == sum(pose.too_high for pose in site.poses)
        assert site.too_high == site.too_high_for[0] | site.too_high_for[2]


# -- finding a placement ---------------------------------------------------------------------------------------------


def test_find_is_the_inverse_of_indexing() -> None:
    for id in range(len(TABLE)):
        placement = TABLE[id]
        assert TABLE.find(placement.block, placement.site, placement.cubes) == id


def test_plc_7_look_alikes_are_one_placement() -> None:
    """The cross under both orders of its two like cubes, a bonus block from either end."""
    for pose in TABLE.poses:
        shape, site = TABLE.shape_ids[pose.shape], EDITION.site_ids[pose.site]
        if shape == "cross":
            top, left, middle, right, bottom = pose.cubes
            cubes: tuple[Cube, ...] = (bottom, left, middle, right, top)
        elif shape in EDITION.bonus_ids:
            cubes = pose.cubes[::-1]
        else:
            continue
        assert TABLE.find(f"{shape}-blue", site, cubes) == pose.id * 4 + 3


@pytest.mark.parametrize(
    ("block", "site", "cubes"),
    [
        ("eel-green", "mill", [(0, 0, 1), (1, 0, 1), (2, 0, 1), (2, 0, 2), (3, 0, 2)]),  # no such block
        ("eel-blue", "barn", [(0, 0, 1), (1, 0, 1), (2, 0, 1), (2, 0, 2), (3, 0, 2)]),  # no such site
        ("eel-blue", "mill", [(0, 0, 1), (1, 0, 1), (2, 0, 1), (2, 0, 2)]),  # a cube short
        ("eel-blue", "mill", [(0, 0, 1), (1, 0, 1), (2, 0, 1), (2, 1, 1), (3, 1, 1)]),  # over the yard
        ("eel-blue", "mill", [(0, 0, 3), (1, 0, 3), (2, 0, 3), (2, 0, 4), (3, 0, 4)]),  # too high
        ("eel-blue", "mill", [(0, 0, 0), (1, 0, 0), (2, 0, 0), (2, 0, 1), (3, 0, 1)]),  # in the ground
        ("eel-blue", "mill", [(1, 0, 1), (0, 0, 1), (2, 0, 1), (2, 0, 2), (3, 0, 2)]),  # cubes in another order
        ("peg-blue", "mill", []),
    ],
)
def test_find_nothing(block: str, site: str, cubes: list[Cube]) -> None:
    assert TABLE.find(block, site, cubes) is None


# -- cells -----------------------------------------------------------------------------------------------------------


@SITES
def test_sco_3_neighbours_are_faces_and_joints(site: SiteTable) -> None:
    joints = {frozenset(joint) for joint in site.site.joints}
    cells = [(*column, level) for level in (1, 2, 3) for column in site.columns]
    assert [site.cube(site.cell(cell)) for cell in cells] == cells
    assert [site.cell(cell) for cell in cells] == list(range(3 * site.width))
    for a in cells:
        face_to_face = {
            b
            for b in cells
            if sum(abs(p - q) for p, q in zip(a, b, strict=True)) == 1
            or (a[2] == b[2] and frozenset((a[:2], b[:2])) in joints)
        }
        assert set(site.cubes(site.neighbours[site.cell(a)])) == face_to_face


# -- which poses stand: bit sets against one pose at a time ------------------------------------------------------------


def stand(site: SiteTable, heights: Sequence[int], occupied: set[Cube], leaning: bool) -> int:
    """The poses that stand freely, or those that only lean, each looked at by itself."""
    height = dict(zip(site.columns, heights, strict=True))
    found = 0
    for number, pose in enumerate(site.poses):
        if any(level <= height[x, y] for x, y, level in pose.cubes):
            continue
        resting = [(x, y, level) for x, y, level in lowest(pose.cubes) if height[x, y] == level - 1]
        freely = bool(resting) and stands_freely(pose.cubes, [(x, y) for x, y, _ in resting])
        if leaning and freely:
            continue
        if freely or (leaning and leans(pose.cubes, resting, occupied.__contains__)):
            found |= 1 << number
    return found


def assert_same(site: SiteTable, heights: Sequence[int], occupied: Iterable[Cube]) -> None:
    cells = set(occupied)
    taken = sum(1 << site.cell(cube) for cube in cells)
    assert site.free_standing(heights) == stand(site, heights, cells, leaning=False)
    assert site.leaning(heights, taken) == stand(site, heights, cells, leaning=True)


@SITES
@pytest.mark.parametrize("seed", range(8))
def test_standing_on_random_heights(site: SiteTable, seed: int) -> None:
    """From nearly flat to rugged, some columns higher than any ordinary block may reach; with holes below."""
    rng = Random(seed)
    weights = [(8, 1, 1, 0), (2, 4, 1, 1), (1, 4, 4, 1), (1, 1, 1, 1)][seed % 4]
    heights = rng.choices(range(4), weights, k=site.width)
    if seed > 3:
        heights[rng.randrange(site.width)] = site.height
    occupied = [
        (x, y, level)
        for (x, y), height in zip(site.columns, heights, strict=True)
        for level in range(1, height + 1)
        if level == height or rng.random() < 0.8
    ]
    assert_same(site, heights, occupied)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("support", ["free-standing", "leaning"])
def test_standing_in_random_games(support: str, seed: int) -> None:
    rules = Rules(support="leaning" if support == "leaning" else "free-standing")
    for position in random_game(rules, Random(seed)):
        for building in position.buildings:
            cubes = [cube for cells in building.cubes for cube in building.site.cubes(cells)]
            assert_same(building.site, building.heights, cubes)
            found = building.site.free_standing(building.heights)
            if support == "leaning":
                found |= building.site.leaning(building.heights, building.occupied)
            assert building.standing == found


def random_game(rules: Rules, rng: Random) -> Iterator[Position]:
    """Every fifth position with blocks from a game of random moves."""
    state = nf.start(nf.deal_table(EDITION, rng, 2, rules))
    bot = nf.BOTS["random"](rng)
    placed = 0
    while not state.over:
        view = state.view(state.position.movers[0])
        action = bot.choose(view, view.legal)
        state = state.play(action).state
        placed += isinstance(action, nf.Place)
        if isinstance(action, nf.Place) and placed % 5 == 0:
            yield state.position
