"""The solo game of an edition file: Winter, the constraints, the tracks and the challenges."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from nouvelle_france.edition.counts import MOST_POINTS, Counts, ids
from nouvelle_france.edition.figures import figure
from nouvelle_france.edition.model import Challenge, Constraint, Shape, Site, Solo, Track
from nouvelle_france.edition.nodes import Node, Read, sure


def read_solo(
    node: Node,
    winter: str | None,
    shapes: Mapping[str, Shape],
    sites: Mapping[str, Site],
    counts: Counts,
    told: Mapping[str, Any],
) -> Solo | None:
    """The solo game, or None where faults were noted; ``told`` is the whole file."""
    node.keys(("winter", "disk", "player_turns", "challenge_points", "constraints", "tracks", "challenges"))
    attempt = node.notes.attempt

    def some(key: str, read: Callable[[str, Node], Read]) -> dict[str, Read]:
        if not node[key].table():
            node[key].fault("expected at least one")
        return node[key].each(read)

    turns = node.part("player_turns", lambda it: it.number(least=1, most=100))
    disk, points = (node.part(key, lambda it: it.number(most=MOST_POINTS)) for key in ("disk", "challenge_points"))
    constraints = attempt(lambda: some("constraints", lambda id, child: _constraint(id, child, turns, counts.sites)))
    tracks = attempt(lambda: some("tracks", lambda id, child: _track(id, child, counts.levels)))
    known = ids(told.get("sites")), ids(told.get("shapes"), "cubes")
    challenges = attempt(
        lambda: node["challenges"].each(lambda id, child: _challenge(id, child, shapes, sites, known, counts))
    )
    if node.notes.faults:
        return None
    return Solo(
        winter=sure(winter),
        disk=sure(disk),
        player_turns=sure(turns),
        challenge_points=sure(points),
        constraints=tuple(sure(constraints).values()),
        tracks=tuple(sure(tracks).values()),
        challenges=tuple(sure(challenges).values()),
    )


def _constraint(id: str, node: Node, turns: int | None, sites: int) -> Constraint:
    node.keys(("names", "turns"))
    names = node.part("names", Node.names)
    fixed = node["turns"].numbers()
    most = turns or max(fixed, default=1)
    if list(fixed) != sorted(set(fixed)) or any(turn > most for turn in fixed) or (sites and len(fixed) > sites):
        node["turns"].fault(f"expected rising turn numbers from 1 to {most}, at most {sites} of them")
    return Constraint(id, names or {}, fixed)


def _track(id: str, node: Node, levels: int) -> Track:
    node.keys(("names", "at"))
    names = node.part("names", Node.names)
    at = node["at"].numbers(most=MOST_POINTS)
    if (levels and len(at) != levels) or list(at) != sorted(set(at)):
        node["at"].fault(f"expected {levels} rising places, one for each bonus block, found {list(at)}")
    return Track(id, names or {}, at)


def _challenge(
    id: str,
    node: Node,
    shapes: Mapping[str, Shape],
    sites: Mapping[str, Site],
    known: tuple[Sequence[str], Sequence[str]],
    counts: Counts,
) -> Challenge | None:
    """None where the shape or the site it speaks of has faults of its own."""
    node.keys(("names", "site", "shape", "count"), optional=("pose", "at", "rectangle"))
    attempt = node.notes.attempt
    names = node.part("names", Node.names)
    site_id = attempt(lambda: node["site"].one_of(known[0], "site")) if known[0] else None
    shape_id = attempt(lambda: node["shape"].one_of(known[1], "shape")) if known[1] else None
    count = node["count"].number(least=1)
    if counts.colours and count > counts.colours:
        node["count"].fault(f"expected at most {counts.colours}, the number of blocks of a shape")
    pose_node, at_node, rectangle_node = (node.get(key) for key in ("pose", "at", "rectangle"))
    if at_node and not (pose_node and "@" in pose_node.text()):
        at_node.fault("expected a pose whose cube at this column is marked @")
    site, shape = sites.get(site_id or ""), shapes.get(shape_id or "")
    pose = attempt(lambda: _pose(pose_node, shape)) if pose_node and shape else None
    if pose_node and pose and count > 1 and counts.levels and max(level for _, level in pose) > counts.levels:
        pose_node.fault(f"expected levels up to {counts.levels}; only a challenge of a single block may stand higher")
    at = tuple(place.column(site.columns) for place in at_node.elements()) if at_node and site else None
    rectangle = _rectangle(rectangle_node, count * len(shape.cubes)) if rectangle_node and shape else None
    if site_id is None or shape_id is None:
        return None
    return Challenge(id, names or {}, site_id, shape_id, count, pose, at, rectangle)


def _pose(node: Node, shape: Shape) -> tuple[tuple[int, int], ...]:
    """Rows such as ``4 ###``: a level, then its cubes."""
    rows = node.rows("123456789 .#@", "a level, a space, then # or @ for a cube or a dot")
    cubes, marked = [], 0
    for number, row in enumerate(rows):
        label, _, picture = row.partition(" ")
        if not label.isdigit() or int(label) != int(rows[0][0]) - number or set(picture) - set(".#@"):
            node.fault(f"row {row!r}: expected a level number (one less each row), a space, cubes", number)
        cubes += [(offset, int(label)) for offset, mark in enumerate(picture) if mark != "."]
        marked = picture.index("@") if "@" in picture else marked
    if figure(cubes) != figure(list(shape.cubes)):
        node.fault(f"does not show a {shape.id}")
    return tuple((offset - marked, level) for offset, level in cubes)


def _rectangle(node: Node, cubes: int) -> tuple[int, int]:
    sides = node.numbers()
    if len(sides) != 2 or sides[0] * sides[1] != cubes:
        node.fault(f"expected [width, height] of {cubes} cubes, found {node.value!r}")
    return sides[0], sides[1]
