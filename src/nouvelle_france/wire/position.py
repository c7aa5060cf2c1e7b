"""A game's fixed part, a position and what a seat remembers of the deck, in names and cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from nouvelle_france.edition import Edition
from nouvelle_france.geometry import bits
from nouvelle_france.record import write_result
from nouvelle_france.rules import Game, Position
from nouvelle_france.rules.foresight import Foresight
from nouvelle_france.rules.phase import COUREUR, FILLE, HURON

TOKENS = {"fille": FILLE, "coureur": COUREUR, "huron": HURON}


def write_game(game: Game) -> dict[str, Any]:
    """What is fixed and public from the first turn on."""
    solo = game.solo
    return {
        "edition": game.edition.digest,
        "mode": game.mode,
        "rules": asdict(game.rules),
        "seats": [game.name(seat) for seat in range(game.seats)],
        "sticks": dict(zip(game.edition.site_ids, game.sticks, strict=True)),
        "piles": [{"cards": pile.end - pile.start, "snow": pile.snow} for pile in game.piles],
        "solo": None
        if solo is None
        else {**asdict(solo), "architecture": list(solo.architecture), "sites": list(game.required_sites)},
    }


def write_position(position: Position) -> dict[str, Any]:
    """Everything that lies open on the table."""
    game = position.game
    edition = game.edition
    solo = game.mode == "solo"
    claim, required, result = position.claim, position.required_site, position.result
    return {
        "phase": position.phase.value,
        "active": game.name(position.active),
        "asked": [game.name(seat) for seat in position.movers],
        "buildings": {
            site.id: [write_block(game, placement, seat) for placement, seat in building.placed]
            for site, building in zip(edition.sites, position.buildings, strict=True)
        },
        "scores": {
            colour: points
            for colour, points in zip(edition.colour_ids, position.scores, strict=True)
            if solo or colour in game.colours
        },
        "display": list(position.display),
        "deck": position.deck_count,
        "snow": position.snow,
        "snow_may_come": position.snow_may_come,
        "stock": _by_shape(edition, edition.shape_ids, position.stock),
        "bonus": _by_shape(edition, edition.bonus_ids, position.bonus),
        "tokens": {
            game.name(seat): [name for name, token in TOKENS.items() if held & token]
            for seat, held in enumerate(position.tokens)
        },
        "standees": {
            site: None if seat is None else game.name(seat)
            for site, seat in zip(edition.site_ids, position.standees, strict=True)
        },
        "points": position.points,
        "claim": None if claim is None else {"shape": claim[0], "remove": claim[1]},
        "solo": {
            "turn": position.turn,
            "required_site": None if required is None else edition.site_ids[required],
            "due": [
                {"shape": edition.bonus[piece].id, "colour": edition.colour_ids[colour]}
                for piece, colour in position.due
            ],
            "reached": _by_shape(edition, edition.bonus_ids, position.reached),
            "earned": [edition.challenge_ids[challenge] for challenge in position.earned],
            "snowing": position.snowing,
        }
        if solo
        else None,
        "result": None if result is None else {**write_result(result), "decided_by": result.decided_by},
    }


def write_block(game: Game, placement: int, seat: int) -> dict[str, Any]:
    """A block that stands on a site, and who placed it."""
    placed = game.table[placement]
    return {"by": game.name(seat), "block": placed.block, "cubes": [list(cube) for cube in placed.cubes]}


def write_foresight(foresight: Foresight) -> list[dict[str, Any]]:
    """What a seat knows of the top of the deck: groups from the top down, the order within a group unknown."""
    return [{"size": group.size, "cards": list(group.cards)} for group in foresight]


def _by_shape(edition: Edition, shapes: Sequence[str], colours: Sequence[int]) -> dict[str, list[str]]:
    return {
        shape: [edition.colour_ids[colour] for colour in bits(held)]
        for shape, held in zip(shapes, colours, strict=True)
    }
