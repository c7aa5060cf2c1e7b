"""What a seat may do now, with every legal placement and its gain: enough for previews without another request."""

from __future__ import annotations

from typing import Any

from nouvelle_france.geometry import bits
from nouvelle_france.rules import LegalActions, Phase, Position, Unable
from nouvelle_france.rules.game import PLAYER, WINTER
from nouvelle_france.rules.legal import PEEK
from nouvelle_france.rules.position import Choice

LOOKING = (Phase.LOOK_BEFORE, Phase.LOOK_AFTER)


def write_offer(position: Position, seat: int) -> dict[str, Any]:
    """The seat's legal actions; placements by their ids in the placement table, in groups of one block on one site.

    ``gain`` has the points of each colour that can score, in the order of ``ids``; ``completes`` and ``challenges``
    name the ids that complete the site or earn a challenge; ``order`` is how many cards a Huron who looked puts back.
    Winter is offered the placements equal for it (SOL-5d), with the default one first.
    """
    legal = position.legal.of_seat(seat)
    kinds = list(legal.kinds())
    groups: list[dict[str, Any]] = []
    choices = _equal_for_winter(position) if position.game.mode == "solo" and seat == WINTER else position.choices
    for do in ("place", "bonus"):
        if do in kinds:
            groups += [group for choice in choices for group in _groups(position, choice, seat, do)]
    return {
        "do": kinds,
        "placements": groups,
        "order": min(PEEK, position.deck_count) if kinds and position.phase in LOOKING else 0,
        "unable": [{"shape": it.shape, "remove": it.remove} for it in _unable(legal)],
    }


def _unable(legal: LegalActions) -> list[Unable]:
    return [it for it in legal.of_kind("unable") if isinstance(it, Unable)]


def _equal_for_winter(position: Position) -> list[Choice]:
    """The placements that SOL-5 leaves Winter, block by block."""
    table = position.game.table
    poses: dict[tuple[int, int, int], int] = {}
    for placement in position.winter_choice.placements:
        pose, block = table.pose(placement), placement % table.colours
        place = 1 << pose.id - table.sites[pose.site].first
        poses[pose.site, pose.shape, block] = poses.get((pose.site, pose.shape, block), 0) | place
    return [Choice(site, shape, found, 1 << block) for (site, shape, block), found in poses.items()]


def _groups(position: Position, choice: Choice, seat: int, do: str) -> list[dict[str, Any]]:
    game = position.game
    edition, colours = game.edition, game.table.colours
    building = position.buildings[choice.site]
    poses = position.poses(choice)
    first = [pose.id * colours for pose in poses]
    completing = [pose.id for pose in building.completed_by_any(poses)]
    scoring = _scoring(position, choice.site, seat)
    may_earn = do == "place" and seat == PLAYER and position.unearned
    earning = {pose.id: earned for pose in poses if (earned := position.earns(pose))} if may_earn else {}
    groups = []
    for block in bits(choice.colours):
        gain = {colour: building.points_of(poses, block, colour, position.snow) for colour in scoring}
        for number, pose in enumerate(poses if earning else ()):
            points = edition.solo.challenge_points * len(earning.get(pose.id, ()))
            gain[game.colour_of_site[choice.site]][number] += points
        groups.append(
            {
                "do": do,
                "block": f"{edition.all_shapes[choice.shape].id}-{edition.colour_ids[block]}",
                "site": edition.site_ids[choice.site],
                "ids": [id + block for id in first],
                "gain": {edition.colour_ids[colour]: points for colour, points in gain.items()},
                "completes": [pose * colours + block for pose in completing],
                "challenges": {
                    str(pose * colours + block): [edition.challenge_ids[it] for it in earned]
                    for pose, earned in earning.items()
                },
            }
        )
    return groups


def _scoring(position: Position, site: int, seat: int) -> list[int]:
    """The colours that a seat's placement on a site may score for (SCO-1, SOL-4, SOL-6)."""
    game = position.game
    if game.mode == "table":
        return [game.colour_of_seat[seat]]
    return [game.winter] if seat == WINTER else sorted((game.colour_of_site[site], game.winter))
