"""Interprets a program's answer and checks it against its seat's offer, in the formats of the wire, so that it is the
same for a game played here and one at a server's table."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from typing import Any

from nouvelle_france.bots.programs.faults import FaultError
from nouvelle_france.bots.stand_in import meekest

PLAIN = ("draw", "fille", "coureur", "decline", "end", "pass")
"""Actions that need no further data."""


class Poses:
    """The cells of an edition's placements."""

    def __init__(self, edition: Mapping[str, Any]) -> None:
        self._colours = len(edition["colours"])
        self._groups = edition["poses"]
        self._firsts = [group["first"] for group in self._groups]

    def cubes(self, placement: int) -> list[list[int]]:
        """The cells of a placement, in the block's own cube order."""
        pose = placement // self._colours
        group = self._groups[bisect_right(self._firsts, pose) - 1]
        cubes: list[list[int]] = group["cubes"][pose - group["first"]]
        return cubes


def read_answer(action: object, seat: str, offer: Mapping[str, Any], poses: Poses) -> dict[str, Any]:
    """The action a program means, in a record's notation. Raises :class:`FaultError`, illegal or malformed."""
    if not isinstance(action, dict):
        raise FaultError("malformed", "`action` is not an object")
    do = action.get("do")
    if action.get("by", seat) != seat:
        raise FaultError("illegal", "an action of another seat")
    match do:
        case "place" | "bonus":
            more = _placement(action, do, offer, poses)
        case "huron":
            more = _order(action, offer)
        case "unable":
            more = {"shape": _text(action, "shape"), "remove": _text(action, "remove")}
            if more not in offer["unable"]:
                raise FaultError("illegal", f"unable to place {more['shape']}, removing {more['remove']}")
        case str() if do in PLAIN:
            more = {}
        case _:
            raise FaultError("malformed", "`do` is no kind of action")
    if do not in offer["do"]:
        raise FaultError("illegal", f"{do}, where one may {', '.join(offer['do'])}")
    return {"by": seat, "do": do, **more}


def stand_in(seat: str, offer: Mapping[str, Any], poses: Poses) -> dict[str, Any]:
    """The action played for a program without a valid answer."""
    do = meekest(offer["do"])
    more: dict[str, Any] = {}
    if do in ("place", "bonus"):
        group = next(group for group in offer["placements"] if group["do"] == do)
        more = _words(group, group["ids"][0], poses)
    elif do == "unable":
        more = dict(offer["unable"][0])
    elif do == "huron" and offer["order"]:
        more = {"order": list(range(offer["order"]))}
    return {"by": seat, "do": do, **more}


def first_of(seat: str, offer: Mapping[str, Any], poses: Poses) -> dict[str, Any]:
    """The first of the actions that are equal for Winter, in placement order (SOL-5d)."""
    if groups := offer["placements"]:
        group = min(groups, key=lambda group: min(group["ids"]))
        return {"by": seat, "do": group["do"], **_words(group, min(group["ids"]), poses)}
    return {"by": seat, "do": "unable", **offer["unable"][0]}


def _placement(action: Mapping[str, Any], do: str, offer: Mapping[str, Any], poses: Poses) -> dict[str, Any]:
    groups = [group for group in offer["placements"] if group["do"] == do]
    if "placement" in action:
        id = action["placement"]
        if type(id) is not int:
            raise FaultError("malformed", "`placement` is not a number")
        for group in groups:
            if id in group["ids"]:
                return _words(group, id, poses)
        raise FaultError("illegal", f"{do} {id}")
    block, site, cubes = _text(action, "block"), _text(action, "site"), action.get("cubes")
    if not isinstance(cubes, list):
        raise FaultError("malformed", "neither a `placement` nor `cubes`")
    for group in groups:
        if (group["block"], group["site"]) == (block, site):
            for id in group["ids"]:
                if poses.cubes(id) == cubes:
                    return _words(group, id, poses)
    raise FaultError("illegal", f"{do} {block} on {site}")


def _words(group: Mapping[str, Any], id: int, poses: Poses) -> dict[str, Any]:
    return {"block": group["block"], "site": group["site"], "cubes": poses.cubes(id)}


def _order(action: Mapping[str, Any], offer: Mapping[str, Any]) -> dict[str, Any]:
    order = action.get("order")
    if order is not None and not (isinstance(order, list) and all(type(it) is int for it in order)):
        raise FaultError("malformed", "`order` is not a list of numbers")
    asked = list(range(offer["order"])) or None  # who looks names no order, not even an empty one
    if (order if order is None else sorted(order)) != asked:
        raise FaultError("illegal", f"a Huron with the order {order}, where {offer['order']} cards are to be put back")
    return {} if order is None else {"order": order}


def _text(action: Mapping[str, Any], key: str) -> str:
    value = action.get(key)
    if not isinstance(value, str):
        raise FaultError("malformed", f"`{key}` is not a text")
    return value
