"""A game's fixed part, a position and a seat's memory of the deck, in names and cells."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from functools import lru_cache
from typing import Any

from nouvelle_france.edition import Edition
from nouvelle_france.geometry import PlacementTable, bits
from nouvelle_france.record import write_result
from nouvelle_france.rules import Game, Position
from nouvelle_france.rules.foresight import Foresight
from nouvelle_france.rules.phase import COUREUR, FILLE, HURON

TOKENS = {"fille": FILLE, "coureur": COUREUR, "huron": HURON}


def write_game(game: Game) -> dict[str, Any]:
    """The fixed public facts from the first turn on."""
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
    """Everything open on the table."""
    return {name: write(position) for name, (write, _) in _PARTS.items()}


def write_changes(before: Position, written: Mapping[str, Any], after: Position) -> dict[str, Any]:
    """The parts of a ``written`` position that differ ``after`` an action; the rest is not even serialized."""
    changes = {}
    for name, (write, sources) in _PARTS.items():
        if not sources or any(getattr(before, it) != getattr(after, it) for it in sources):
            value = write(after)
            if value != written[name]:
                changes[name] = value
    return changes


def write_block(game: Game, placement: int, seat: int) -> dict[str, Any]:
    """A block that stands on a site, and who placed it."""
    return _block(game.table, placement, game.name(seat))


@lru_cache(maxsize=1 << 14)
def _block(table: PlacementTable, placement: int, by: str) -> dict[str, Any]:
    # Every position of a game repeats its blocks. The results are never mutated.
    placed = table[placement]
    return {"by": by, "block": placed.block, "cubes": [list(cube) for cube in placed.cubes]}


def _buildings(position: Position) -> dict[str, Any]:
    game = position.game
    names = [game.name(seat) for seat in range(game.seats)]
    return {
        site.id: [_block(game.table, placement, names[seat]) for placement, seat in building.placed]
        for site, building in zip(game.edition.sites, position.buildings, strict=True)
    }


def _scores(position: Position) -> dict[str, int]:
    game = position.game
    return {
        colour: points
        for colour, points in zip(game.edition.colour_ids, position.scores, strict=True)
        if game.mode == "solo" or colour in game.colours
    }


def _tokens(position: Position) -> dict[str, list[str]]:
    return {
        position.game.name(seat): [name for name, token in TOKENS.items() if held & token]
        for seat, held in enumerate(position.tokens)
    }


def _standees(position: Position) -> dict[str, str | None]:
    game = position.game
    return {
        site: None if seat is None else game.name(seat)
        for site, seat in zip(game.edition.site_ids, position.standees, strict=True)
    }


def _claim(position: Position) -> dict[str, str] | None:
    return None if position.claim is None else {"shape": position.claim[0], "remove": position.claim[1]}


def _solo(position: Position) -> dict[str, Any] | None:
    if position.game.mode != "solo":
        return None
    edition, required = position.game.edition, position.required_site
    return {
        "turn": position.turn,
        "required_site": None if required is None else edition.site_ids[required],
        "due": [
            {"shape": edition.bonus[piece].id, "colour": edition.colour_ids[colour]} for piece, colour in position.due
        ],
        "reached": _by_shape(edition, edition.bonus_ids, position.reached),
        "earned": [edition.challenge_ids[challenge] for challenge in position.earned],
        "snowing": position.snowing,
    }


def _result(position: Position) -> dict[str, Any] | None:
    result = position.result
    return None if result is None else {**write_result(result), "decided_by": result.decided_by}


_PARTS: Mapping[str, tuple[Callable[[Position], Any], tuple[str, ...]]] = {
    "phase": (lambda it: it.phase.value, ()),
    "active": (lambda it: it.game.name(it.active), ("active",)),
    "asked": (lambda it: [it.game.name(seat) for seat in it.movers], ()),
    "buildings": (_buildings, ("buildings",)),
    "scores": (_scores, ("scores",)),
    "display": (lambda it: list(it.display), ("display",)),
    "deck": (lambda it: it.deck_count, ()),
    "snow": (lambda it: it.snow, ()),
    "snow_may_come": (lambda it: it.snow_may_come, ("deck_count", "snow", "snowing", "phase")),
    "stock": (lambda it: _by_shape(it.game.edition, it.game.edition.shape_ids, it.stock), ("stock",)),
    "bonus": (lambda it: _by_shape(it.game.edition, it.game.edition.bonus_ids, it.bonus), ("bonus",)),
    "tokens": (_tokens, ("tokens",)),
    "standees": (_standees, ("standees",)),
    "points": (lambda it: it.points, ()),
    "claim": (_claim, ("claim",)),
    "solo": (_solo, ()),
    "result": (_result, ("result",)),
}
"""The parts of a position, each with its source: an unchanged source means an unchanged part. Parts without sources are
quicker to write and compare."""


def write_foresight(foresight: Foresight) -> list[dict[str, Any]]:
    """What a seat knows of the top of the deck: groups from the top down, the order within a group unknown."""
    return [{"size": group.size, "cards": list(group.cards)} for group in foresight]


def _by_shape(edition: Edition, shapes: Sequence[str], colours: Sequence[int]) -> dict[str, list[str]]:
    return {
        shape: [edition.colour_ids[colour] for colour in bits(held)]
        for shape, held in zip(shapes, colours, strict=True)
    }
