"""The moves of a record: an action and what it caused, in cells and names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from nouvelle_france.geometry import Placement
from nouvelle_france.rules import (
    Action,
    Bonus,
    Coureur,
    Decline,
    Draw,
    End,
    Fille,
    Game,
    Huron,
    IllegalActionError,
    InvalidActionError,
    Pass,
    Place,
    Position,
    Unable,
    check_seat,
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


def write_action(game: Game, action: Action) -> dict[str, Any]:
    """An action in a record's notation, without its effects; a Huron without ``order`` is one who looks."""
    move: dict[str, Any] = {"by": game.name(action.seat), "do": action.do}
    match action:
        case Place() | Bonus():
            move |= _block_and_cells(game.table[action.placement])
        case Huron() if action.order is not None:
            move["order"] = list(action.order)
        case Unable():
            move |= {"shape": action.shape, "remove": action.remove}
        case _:
            pass
    return move


def write_move(before: Position, action: Action, after: Position, events: tuple[Event, ...]) -> dict[str, Any]:
    """The record's entry for an action that was played."""
    move = write_action(before.game, action)
    if isinstance(action, Draw):
        move["card"] = next(event.card for event in events if isinstance(event, Drew))
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
    """A possible placement: ``block``, ``site``, ``cubes``, and the ``gain`` a record of it would have."""
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

    Raises an :class:`~nouvelle_france.rules.ActionError` if the entry names no action of this position.
    """
    action = read_action(position, move)
    return (Huron(action.seat), action) if isinstance(action, Huron) else (action,)


def read_action(position: Position, move: Move) -> Action:
    """The inverse of :func:`write_action`, in a position where that seat may act."""
    game = position.game
    seat = game.seat(move["by"])
    if seat is None:
        raise InvalidActionError("SET-1", f"there is no seat {move['by']!r}", position)
    match move["do"]:
        case "huron":
            return Huron(seat, tuple(move["order"]) if "order" in move else None)
        case "unable":
            return Unable(seat, move["shape"], move["remove"])
        case "place" | "bonus":
            cubes = [(x, y, level) for x, y, level in move["cubes"]]
            placement = game.table.find(move["block"], move["site"], cubes)
            if placement is None:
                check_seat(position, seat)
                refusal = why_not(position, seat, move["do"], move["block"], move["site"], cubes)
                assert refusal is not None, "a placement outside the table breaks a rule"
                raise IllegalActionError(*refusal, position)
            return Place(seat, placement) if move["do"] == "place" else Bonus(seat, placement)
        case do:
            return _PLAIN[do](seat)
