"""The moves of a record: an action and what it caused, in cells and names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from nouvelle_france.geometry import Placement
from nouvelle_france.rules import (
    Action,
    ActionError,
    Bonus,
    Coureur,
    Decline,
    Draw,
    End,
    Fille,
    Huron,
    IllegalActionError,
    InvalidActionError,
    NotYourTurnError,
    Pass,
    Place,
    Position,
    Unable,
    why_not,
)
from nouvelle_france.rules.events import ChallengeEarned, Completed, Drew, Event

Move = Mapping[str, Any]
"""One entry of a record's ``moves``."""

_PLAIN: Mapping[str, Callable[[int], Action]] = {
    "draw": Draw,
    "fille": Fille,
    "coureur": Coureur,
    "decline": Decline,
    "end": End,
    "pass": Pass,
}


def write_move(before: Position, action: Action, after: Position, events: tuple[Event, ...]) -> dict[str, Any]:
    """The record's entry for an action that was played."""
    move: dict[str, Any] = {"by": before.game.name(action.seat), "do": action.do}
    match action:
        case Draw():
            move["card"] = next(event.card for event in events if isinstance(event, Drew))
        case Place() | Bonus():
            move |= _block_and_cells(before.game.table[action.placement])
        case Huron():
            move["order"] = list(action.order or ())
        case Unable():
            move["shape"] = action.shape
            move["remove"] = action.remove
        case _:
            pass
    gain = {
        colour: now - was
        for colour, was, now in zip(before.game.edition.colour_ids, before.scores, after.scores, strict=True)
        if now != was
    }
    if gain:
        move["gain"] = gain
    if any(isinstance(event, Completed) for event in events):
        move["completes"] = True
    earned = [event.challenge for event in events if isinstance(event, ChallengeEarned)]
    if earned:
        move["challenges"] = earned
    return move


def write_placement(position: Position, action: Place | Bonus) -> dict[str, Any]:
    """A placement that could be made: ``block``, ``site``, ``cubes``, and the ``gain`` a record of it would have."""
    gain = position.scoring(action.placement, action.seat).gain
    return {**_block_and_cells(position.game.table[action.placement]), "gain": dict(gain)}


def _block_and_cells(placement: Placement) -> dict[str, Any]:
    return {
        "block": placement.block,
        "site": placement.site,
        "cubes": [list(cube) for cube in placement.cubes],
    }


def read_move(position: Position, move: Move) -> tuple[Action, ...]:
    """The actions of a record's entry: one, or two for a Huron, who looks and then puts back.

    Raises an :class:`~nouvelle_france.rules.ActionError` where the entry names no action of this position.
    """
    game = position.game
    seat = game.seat(move["by"])
    if seat is None:
        raise InvalidActionError("SET-1", f"there is no seat {move['by']!r}", position)
    match move["do"]:
        case "huron":
            return Huron(seat), Huron(seat, tuple(move["order"]))
        case "unable":
            return (Unable(seat, move["shape"], move["remove"]),)
        case "place" | "bonus":
            cubes = [(x, y, level) for x, y, level in move["cubes"]]
            placement = game.table.find(move["block"], move["site"], cubes)
            if placement is None:
                raise _no_placement(position, seat, move, cubes)
            return ((Place if move["do"] == "place" else Bonus)(seat, placement),)
        case do:
            return (_PLAIN[do](seat),)


def _no_placement(position: Position, seat: int, move: Move, cubes: list[tuple[int, int, int]]) -> ActionError:
    """The error for cells that no entry of the placement table has."""
    if seat not in position.movers:
        return NotYourTurnError("TRN-5", f"it is not for {move['by']} to act", position)
    refusal = why_not(position, seat, move["do"], move["block"], move["site"], cubes)
    assert refusal is not None, "a placement outside the table breaks a rule"
    return IllegalActionError(*refusal, position)
