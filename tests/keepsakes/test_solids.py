"""Buildings for a 3D printer: a reader that knows nothing of us finds closed solids of the right size and colour."""

from __future__ import annotations

import io
import zipfile
from collections import Counter, defaultdict
from xml.etree import ElementTree

import pytest
import trimesh
from hypothesis import given
from hypothesis import strategies as st

from nouvelle_france import Position, Timeline, default_edition, replay
from nouvelle_france.charts.look import PAINTS
from nouvelle_france.geometry import Cube
from nouvelle_france.keepsakes import CUBE_MM, cubes_on, printable, solid
from nouvelle_france.keepsakes.cubes import wood
from nouvelle_france.keepsakes.solid import BRIDGE, Mesh
from tests.kinds import KINDS

CORE = "{http://schemas.microsoft.com/3dmanufacturing/core/2015/02}"
EDITION = default_edition()


def position(kind: str, share: float = 1.0) -> Position:
    """Somewhere in a game, after that share of its moves."""
    record = next(it for it in KINDS if it.id == kind).record("keepsakes")
    return replay(record, EDITION, round(share * len(record.moves))).state.position


def opened(file: bytes, format: str) -> trimesh.Trimesh:
    """The one body of a file, as an independent reader has it: equal corners of an STL are one point for it."""
    found = trimesh.load(io.BytesIO(file), file_type=format)
    (body,) = found.geometry.values() if isinstance(found, trimesh.Scene) else (found,)
    assert isinstance(body, trimesh.Trimesh)
    return body


def crossings(cubes: set[Cube]) -> int:
    """How many unit edges have exactly two cubes around them, across from each other; counted anew from the cells."""
    found = set()
    for x, y, z in cubes:
        for axis in range(3):
            one, other = [it for it in range(3) if it != axis]
            for a in (-1, 1):
                for b in (-1, 1):
                    across, beside, below = [x, y, z], [x, y, z], [x, y, z]
                    across[one] += a
                    across[other] += b
                    beside[one] += a
                    below[other] += b
                    if tuple(across) in cubes and tuple(beside) not in cubes and tuple(below) not in cubes:
                        found.add((axis, frozenset(((x, y, z), tuple(across)))))
    return len(found)


@pytest.mark.parametrize("kind", ["table-3-greedy", "table-mixed", "solo-apprentice-stalwart-greedy-6"])
@pytest.mark.parametrize("share", [0.4, 1.0])
@pytest.mark.parametrize("format", ["stl", "3mf"])
def test_each_building_is_a_closed_solid_of_the_right_volume(kind: str, share: float, format: str) -> None:
    at = position(kind, share)
    for site in range(len(EDITION.sites)):
        cubes = cubes_on(at, site)
        if not cubes:
            continue
        body = opened(printable(at, site, format), format)
        assert body.is_watertight
        assert body.is_winding_consistent
        assert body.is_volume
        size = [(max(along) - min(along) + 1) * CUBE_MM for along in zip(*cubes, strict=True)]
        assert body.extents.tolist() == pytest.approx(size, abs=1e-4)
        assert body.bounds[0].tolist() == pytest.approx([0, 0, 0], abs=1e-4)
        # A bar along an edge fills two corners; where bars meet they share some; corners have a little of their own.
        whole = len(cubes) * CUBE_MM**3
        bars = 2 * crossings(set(cubes)) * BRIDGE**2 * CUBE_MM**3
        assert whole + 0.8 * bars - 0.1 <= body.volume <= whole + bars + 0.002 * whole
        assert body.volume <= 1.005 * whole


def test_what_is_large_is_printed_large() -> None:
    at = position("table-3-greedy")
    small, large = (opened(printable(at, 0, "stl", size), "stl") for size in (5.0, 20.0))
    assert large.volume == pytest.approx(64 * small.volume, rel=1e-4)


def test_faces_between_cubes_are_left_out() -> None:
    """A beam of three cubes has fourteen squares, and no wall inside."""
    mesh = solid({(x, 0, 1): 0 for x in range(3)})
    assert len(mesh.triangles) == 2 * 14
    assert opened_mesh(mesh).volume == pytest.approx(3)


@pytest.mark.parametrize(
    ("other", "added"),
    [((1, 1, 1), 2 * BRIDGE**2), ((1, 0, 2), 2 * BRIDGE**2), ((1, 1, 2), 6 * BRIDGE**3)],
    ids=["upright edge", "lying edge", "corner"],
)
def test_cubes_that_meet_at_an_edge_or_a_corner_are_bridged(other: Cube, added: float) -> None:
    body = opened_mesh(solid({(0, 0, 1): 0, other: 1}))
    assert body.is_watertight
    assert body.body_count == 1
    assert body.volume == pytest.approx(2 + added)


def test_a_building_is_not_mirrored() -> None:
    """Seen from above, y counts towards the viewer on a plan and away from them in a printer: an L stays an L."""
    mesh = solid({(0, 0, 1): 0, (0, 1, 1): 0, (1, 1, 1): 1})
    right = [point for point in mesh.points if point[0] > 1]
    assert {y for _, y, _ in right} == {0.0, 1.0}  # the foot of the L, which is nearer to the viewer


@given(st.dictionaries(st.tuples(*[st.integers(0, 3)] * 2, st.integers(1, 3)), st.integers(0, 3), min_size=1))
def test_any_heap_of_cubes_is_a_solid(cubes: dict[Cube, int]) -> None:
    """Every edge belongs to two triangles that go along it in both directions, every point to one fan of triangles."""
    mesh = solid(cubes)
    edges = Counter(edge for a, b, c in mesh.triangles for edge in ((a, b), (b, c), (c, a)))
    assert set(edges.values()) == {1}
    assert all((b, a) in edges for a, b in edges)
    assert len(set(mesh.points)) == len(mesh.points)
    fans: dict[int, dict[int, int]] = defaultdict(dict)
    for a, b, c in mesh.triangles:
        fans[a][b], fans[b][c], fans[c][a] = c, a, b
    for fan in fans.values():
        start = at = next(iter(fan))
        steps = 0
        while steps == 0 or at != start:
            at = fan[at]
            steps += 1
        assert steps == len(fan)
    body = opened_mesh(mesh)
    assert len(cubes) - 1e-9 <= body.volume <= len(cubes) * (1 + 30 * BRIDGE**2)


def opened_mesh(mesh: Mesh) -> trimesh.Trimesh:
    return trimesh.Trimesh(mesh.points, mesh.triangles)


def test_3mf_is_a_package_of_the_core_specification_with_the_colour_of_every_cube() -> None:
    at = position("table-3-greedy")
    site = 2
    with zipfile.ZipFile(io.BytesIO(printable(at, site, "3mf"))) as package:
        assert package.testzip() is None
        assert set(package.namelist()) == {"[Content_Types].xml", "_rels/.rels", "3D/3dmodel.model"}
        types = ElementTree.fromstring(package.read("[Content_Types].xml"))
        assert {it.get("Extension") for it in types} == {"rels", "model"}
        (relation,) = ElementTree.fromstring(package.read("_rels/.rels"))
        assert relation.get("Target") == "/3D/3dmodel.model"
        model = ElementTree.fromstring(package.read("3D/3dmodel.model"))
    assert (model.tag, model.get("unit")) == (f"{CORE}model", "millimeter")
    (materials,) = model.iter(f"{CORE}basematerials")
    (thing,) = model.iter(f"{CORE}object")
    assert [item.get("objectid") for item in model.iter(f"{CORE}item")] == [thing.get("id")]
    paints = [(base.get("name"), base.get("displaycolor")) for base in materials]
    assert paints == [(name, PAINTS[name].wood.upper()) for name in EDITION.colour_ids]
    points = [tuple(float(it.get(axis, "")) for axis in "xyz") for it in thing.iter(f"{CORE}vertex")]
    cubes = cubes_on(at, site)
    left, back = min(x for x, _, _ in cubes), max(y for _, y, _ in cubes)
    seen: set[Cube] = set()
    for triangle in thing.iter(f"{CORE}triangle"):
        assert triangle.get("pid") == materials.get("id")
        a, b, c = (points[int(triangle.get(f"v{number}", ""))] for number in (1, 2, 3))
        edge, side = ([q - p for p, q in zip(a, it, strict=True)] for it in (b, c))
        inward = [edge[i - 1] * side[i - 2] - edge[i - 2] * side[i - 1] for i in range(3)]  # the normal turned about
        length = sum(it * it for it in inward) ** 0.5
        middle = [sum(it) / 3 + 0.01 * n / length for it, n in zip(zip(a, b, c, strict=True), inward, strict=True)]
        x, y, z = (int(it // CUBE_MM) for it in middle)
        cube = (x + left, back - y, z + 1)
        if cube in cubes:  # what is left belongs to bridges
            assert triangle.get("p1") == str(cubes[cube])
            seen.add(cube)
    beside = [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)]
    assert seen == {
        cube for cube in cubes if any(tuple(map(sum, zip(cube, it, strict=True))) not in cubes for it in beside)
    }


def test_the_same_building_gives_the_same_bytes() -> None:
    at = position("table-mixed")
    for format in ("stl", "3mf"):
        assert printable(at, 1, format) == printable(at, 1, format)


def test_of_a_bare_site_nothing_is_printed() -> None:
    record = KINDS[0].record("keepsakes")
    with pytest.raises(ValueError, match="nothing stands on the site church"):
        printable(Timeline.of(record, EDITION)[0].position, 0, "stl")


def test_an_edition_with_other_colours_gets_others() -> None:
    assert wood(("white", "violet", "brown"), 1) not in {paint.wood for paint in PAINTS.values()}
