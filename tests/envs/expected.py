"""What a seat should observe, worked out from its view by the pure rules and nothing of the core's."""

from __future__ import annotations

from typing import Any

import numpy as np

from nouvelle_france import View
from nouvelle_france.core import action_id
from nouvelle_france.geometry import bits
from nouvelle_france.rules import SNOW, Phase, Position

PHASES = tuple(Phase)


def legal_ids(position: Position) -> list[int]:
    """The numbers of what the seat that is asked first may do, in their order."""
    if position.over:
        return []
    legal = position.legal.of_seat(position.movers[0])
    ids = []
    for kind in legal.kinds():
        if kind in ("place", "bonus"):  # without making an action of each: there are hundreds
            for site, _, poses, colours in position.choices:
                first, each = position.game.table.sites[site].first, list(bits(colours))
                ids += [(first + pose) * position.game.table.colours + it for pose in bits(poses) for it in each]
        else:
            ids += [action_id(position.game, action) for action in legal.of_kind(kind)]
    return sorted(ids)


def expected(view: View) -> dict[str, Any]:
    """By name; placements are by site, as a position keeps them."""
    position, seat = view.position, view.seat
    assert seat is not None
    game = position.game
    edition, solo = game.edition, game.mode == "solo"
    colours, levels = len(edition.colours), edition.levels
    order = _order(position, seat)
    seats = [0, 1] if solo else [(seat + step) % game.seats for step in range(game.seats)]
    y_size = max(len(site.plan) for site in edition.sites)
    x_size = max(len(row) for site in edition.sites for row in site.plan)
    cubes = np.zeros((colours, len(edition.sites), levels, y_size, x_size))
    heights = np.full((len(edition.sites), y_size, x_size), -1)
    placed = []
    for site, building in enumerate(position.buildings):
        placed += [(id, seats.index(by)) for id, by in building.placed]
        for height, (x, y) in zip(building.heights, building.site.columns, strict=True):
            heights[site, y, x] = height
        for place, colour in enumerate(order):
            for cell in bits(building.cubes[colour] & building.site.above(0)):
                level, column = divmod(cell, building.site.width)
                x, y = building.site.columns[column]
                cubes[place, site, level, y, x] = 1
    scores = dict(enumerate(position.scores))
    if position.result is not None:
        for name, score in position.result.scores.items():
            scores[edition.colour_ids.index(name)] = score
    found: dict[str, Any] = {
        "cubes": cubes,
        "heights": heights,
        "snow": [position.snow],
        "phase": [PHASES.index(position.phase)],
        "colours": order,
        "scores": [scores[colour] for colour in order],
        "marks": game.marks,
        "disks": game.disks,
        "standees": [-1 if it is None else seats.index(it) for it in position.standees],
        "display": _padded([edition.shape_ids.index(card) for card in position.display], edition.deck.display + 1),
        "stock": [[of >> colour & 1 for colour in order] for of in position.stock],
        "bonus": [[of >> colour & 1 for colour in order] for of in position.bonus],
        "deck": [position.deck_count],
        "chances": _chances(position),
        "placed": sorted(placed),
    }
    if solo:
        return found | {
            "turn": [position.turn],
            "required": [-1 if it is None else edition.site_ids.index(it) for it in game.required_sites],
            "track": game.track,
            "due": _padded(
                [(piece, order.index(colour)) for piece, colour in position.due], levels * colours, (-1, -1)
            ),
            "reached": [[of >> colour & 1 for colour in order] for of in position.reached],
            "challenges": [
                (number in game.challenges_on, number in position.earned)
                for number in range(len(edition.challenge_ids))
            ],
            "snowing": [position.snowing],
        }
    tokens = [[position.tokens[it] >> ally & 1 for ally in range(3)] for it in seats]
    claim = [-1, -1]
    if position.claim is not None:
        shape, block = divmod(game.table.block_number[position.claim[1]], colours)
        claim = [shape, order.index(block)]
    return found | {
        "seat": [seat],
        "active": [seats.index(position.active)],
        "asked": _padded([int(it in position.asked) for it in seats], colours, 0),
        "tokens": _padded(tokens, colours, [0, 0, 0]),
        "points": [position.points],
        "claim": claim,
        "foreseen": _foreseen(view),
    }


def _order(position: Position, seat: int) -> list[int]:
    game = position.game
    first = [*game.colour_of_site, game.winter]
    if game.mode == "table":
        first = [game.colour_of_seat[(seat + step) % game.seats] for step in range(game.seats)]
    return [*first, *(colour for colour in range(len(game.edition.colours)) if colour not in first)]


def _padded(things: list[Any], size: int, by: Any = -1) -> list[Any]:
    return things + [by] * (size - len(things))


def _foreseen(view: View) -> list[tuple[int, int]]:
    shapes = view.position.game.edition.shape_ids
    rows = []
    for size, cards in view.foresight:
        rows += [(len(shapes) if card == SNOW else shapes.index(card), size) for card in cards]
    return _padded(rows, 3, (-1, -1))


def _chances(position: Position) -> list[float]:
    """For one who knows no card: snow is anywhere in what is left of its pile (SET-3), the rest by what is left."""
    game = position.game
    shapes = game.edition.shape_ids
    if position.over:
        return [0.0] * (len(shapes) + 1)
    drawn = sum(pile.end - pile.start for pile in game.piles) - position.deck_count
    pile = [it for it in game.piles if it.snow][position.snow + position.snowing]
    snow = 0.0 if drawn < pile.start else 1 / max(pile.end - drawn, 1)
    left = [
        len(list(bits(of))) - position.display.count(shape) for shape, of in zip(shapes, position.stock, strict=True)
    ]
    return [*((1 - snow) * count / max(sum(left), 1) for count in left), snow]
