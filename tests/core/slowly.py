"""What a move is worth, worked out slowly from the rules alone."""

from __future__ import annotations

from nouvelle_france import Position
from nouvelle_france.rules import Action, Place


def own_colour(position: Position, seat: int, site: int) -> int:
    game = position.game
    return game.colour_of_site[site] if game.mode == "solo" else game.colour_of_seat[seat]


def worth(position: Position, seat: int, placement: int) -> float:
    """Points, own marks, a disk; less white's in solo, or the mean of the others' marks at the table."""
    game = position.game
    pose, block = game.table.pose(placement), placement % game.table.colours
    scoring = position.scoring(placement, seat)
    ids = game.edition.colour_ids
    own = own_colour(position, seat, pose.site)
    total = float(scoring.gain.get(ids[own], 0) + position.marks_of(pose, block, own))
    if scoring.completes:
        total += game.disks[pose.site]
    if game.mode == "solo":
        return total - scoring.gain.get(ids[game.winter], 0) - position.marks_of(pose, block, game.winter)
    others = [position.marks_of(pose, block, colour) for colour in game.colour_of_seat if colour != own]
    return total - sum(others) / len(others)


def loss(position: Position, action: Action) -> int:
    """Of a placement: those that score much let solo's bonus blocks come due."""
    return -sum(position.scoring(action.placement, action.seat).gain.values()) if isinstance(action, Place) else 0
