"""The game record, version 1: one JSON object per game, one line of a file. The format is in docs/record.md."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, NoReturn

from nouvelle_france.edition import Edition
from nouvelle_france.record.moves import Move
from nouvelle_france.rules import Game, Rules, Setup, SetupError, SoloSettings
from nouvelle_france.rules.position import Result

FORMAT = "nouvelle-france-record/1"

NAME_LETTERS = 1000
"""How long the name of a stand-in may be: a level's may have the path of a file in it."""


class RecordError(ValueError):
    """A text that is not a record: bad JSON, another format, a missing, unknown or wrongly typed key."""


class OtherEditionError(RecordError):
    """A record of another edition than the one it is to be replayed with; ``edition`` is the id of its own."""

    def __init__(self, edition: str, other: str) -> None:
        super().__init__(f"edition: the game was played with {edition!r}, not with {other!r}")
        self.edition = edition


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits where; ``colour`` is None in solo, ``bot`` is None for a person."""

    colour: str | None
    name: str
    bot: str | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """A recorded game. It is well-formed; whether it follows the rules, a replay shows."""

    edition: str
    mode: str
    rules: Mapping[str, Any]
    seats: tuple[Seat, ...]
    deck: tuple[str, ...]
    sticks: Mapping[str, str]
    moves: tuple[Move, ...]
    result: Mapping[str, Any] | None
    solo: Mapping[str, Any] | None = None
    sites: tuple[str | None, ...] | None = None

    @classmethod
    def of(cls, setup: Setup, seats: tuple[Seat, ...], moves: tuple[Move, ...], result: Result | None) -> Record:
        """The record of a game."""
        game = setup.game
        solo = game.solo
        return cls(
            edition=game.edition.id,
            mode=game.mode,
            rules=asdict(game.rules),
            seats=seats,
            deck=setup.deck,
            sticks=dict(zip(game.edition.site_ids, game.sticks, strict=True)),
            moves=moves,
            result=None if result is None else write_result(result),
            solo=None if solo is None else {**asdict(solo), "architecture": list(solo.architecture)},
            sites=None if solo is None else game.required_sites,
        )

    def setup(self, edition: Edition) -> Setup:
        """The game it began with. Raises a :class:`~nouvelle_france.rules.SetupError` if there is no such game."""
        if edition.id != self.edition:
            raise OtherEditionError(self.edition, edition.id)
        if sorted(self.sticks) != sorted(edition.site_ids):
            raise SetupError(
                "SET-2", f"the sticks go to {', '.join(edition.site_ids)}, not to {', '.join(self.sticks)}"
            )
        solo = self.mode == "solo"
        if solo and (len(self.seats) != 1 or self.seats[0].colour is not None):
            raise SetupError("SOL-1", "a solo game has one seat, without a colour")
        if self.solo is not None and not (self.solo["constraint"] and self.solo["track"]):
            raise SetupError("CHA-1", "a record names its constraint and its track")
        game = Game(
            edition=edition,
            mode="solo" if solo else "table",
            rules=Rules(**self.rules),
            colours=() if solo else tuple(str(seat.colour) for seat in self.seats),
            sticks=tuple(self.sticks[site] for site in edition.site_ids),
            solo=None
            if self.solo is None
            else SoloSettings(self.solo["constraint"], self.solo["track"], tuple(self.solo["architecture"])),
            required_sites=self.sites or (),
        )
        return Setup(game, self.deck)

    def to_json(self) -> str:
        """One line of JSON, always with the same bytes for the same game."""
        record: dict[str, Any] = {
            "format": FORMAT,
            "edition": self.edition,
            "mode": self.mode,
            "rules": self.rules,
        }
        if self.solo is not None:
            record["solo"] = self.solo
        record["seats"] = [{"colour": seat.colour, "name": seat.name, "bot": seat.bot} for seat in self.seats]
        record["setup"] = {"deck": self.deck, "sticks": self.sticks}
        if self.sites is not None:
            record["setup"]["sites"] = self.sites
        record["moves"] = self.moves
        record["result"] = self.result
        return json.dumps(record, ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> Record:
        """Read one record. Raises a :class:`RecordError` that names the field at fault."""
        try:
            value = json.loads(text, parse_constant=_no_constant, object_pairs_hook=_no_double_keys)
        except json.JSONDecodeError as error:
            raise RecordError(f"not JSON, at character {error.pos + 1}: {error.msg}") from error
        except RecordError:
            raise
        except ValueError as error:  # a number of thousands of digits
            raise RecordError(f"not a record: {error}") from error
        except RecursionError as error:
            raise RecordError("not a record: nested too deeply") from error
        return _read(value)


def is_name(text: str) -> bool:
    """Whether somebody may be called that who stood in for a move."""
    return bool(text.strip()) and text.isprintable() and len(text) <= NAME_LETTERS


def write_result(result: Result) -> dict[str, Any]:
    """A record's ``result``."""
    return {"scores": dict(result.scores), "standees": dict(result.standees), "winners": list(result.winners)}


def _no_constant(name: str) -> NoReturn:
    raise RecordError(f"not JSON: {name} is no number")


def _no_double_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    for key in found:
        _text(key, "a key")
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        raise RecordError(f"not a record: key {next(key for key in keys if keys.count(key) > 1)!r} stands twice")
    return found


# -- reading, field by field ---------------------------------------------------------------------------------------

_KINDS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "draw": (("card",), ("gain",)),
    "place": (("block", "site", "cubes"), ("gain", "completes", "challenges")),
    "bonus": (("block", "site", "cubes"), ("gain", "completes")),
    "fille": ((), ("gain",)),
    "coureur": ((), ("gain",)),
    "decline": ((), ()),
    "huron": (("order",), ()),
    "end": ((), ()),
    "unable": (("shape", "remove"), ()),
    "pass": ((), ()),
}


def _read(value: Any) -> Record:
    if isinstance(value, dict) and value.get("format", FORMAT) != FORMAT:
        raise RecordError(f"format: expected {FORMAT!r}, found {value['format']!r}")
    solo = isinstance(value, dict) and value.get("mode") == "solo"
    top = ["format", "edition", "mode", "rules", "seats", "setup", "moves", "result", *(["solo"] if solo else [])]
    record = _keys(value, "record", top)
    _one_of(record["mode"], "mode", ("table", "solo"))
    rules = _keys(record["rules"], "rules", ["one_card", "allies", "support", "unable"])
    if not isinstance(rules["one_card"], bool):
        raise RecordError(f"rules.one_card: expected true or false, found {rules['one_card']!r}")
    for key in ("allies", "support", "unable"):
        _text(rules[key], f"rules.{key}")
    setup = _keys(record["setup"], "setup", ["deck", "sticks", *(["sites"] if solo else [])])
    sticks = setup["sticks"]
    if not isinstance(sticks, dict):
        raise RecordError("setup.sticks: expected a stick for each site")
    for site, stick in sticks.items():
        _text(stick, f"setup.sticks.{site}")
    settings = None
    if solo:
        settings = _keys(record["solo"], "solo", ["constraint", "track", "architecture"])
        _text(settings["constraint"], "solo.constraint")
        _text(settings["track"], "solo.track")
        _texts(settings["architecture"], "solo.architecture")
    return Record(
        edition=_text(record["edition"], "edition"),
        mode=record["mode"],
        rules=rules,
        seats=tuple(_seat(seat, f"seats[{i}]", solo) for i, seat in enumerate(_list(record["seats"], "seats"))),
        deck=tuple(_texts(setup["deck"], "setup.deck")),
        sticks=sticks,
        moves=tuple(_move(move, f"moves[{i}]") for i, move in enumerate(_list(record["moves"], "moves"))),
        result=None if record["result"] is None else _result(record["result"]),
        solo=settings,
        sites=tuple(_required(site, f"setup.sites[{i}]") for i, site in enumerate(_list(setup["sites"], "setup.sites")))
        if solo
        else None,
    )


def _seat(value: Any, where: str, solo: bool) -> Seat:
    seat = _keys(value, where, ["colour", "name", "bot"])
    if not (solo and seat["colour"] is None):
        _text(seat["colour"], f"{where}.colour")
    if seat["bot"] is not None:
        _text(seat["bot"], f"{where}.bot")
    return Seat(seat["colour"], _text(seat["name"], f"{where}.name"), seat["bot"])


def _required(value: Any, where: str) -> str | None:
    return None if value is None else _text(value, where)


def _move(value: Any, where: str) -> Move:
    if not isinstance(value, dict):
        raise RecordError(f"{where}: expected a move, found {value!r}")
    if "do" not in value:
        raise RecordError(f"{where}: the key 'do' is missing")
    required, optional = _KINDS[_one_of(value["do"], f"{where}.do", tuple(_KINDS))]
    move = _keys(value, where, ["by", "do", *required], (*optional, "stand_in"))
    for key in ("by", "card", "block", "site", "shape", "remove"):
        if key in move:
            _text(move[key], f"{where}.{key}")
    if "stand_in" in move:
        _name(move["stand_in"], f"{where}.stand_in")
    for i, cube in enumerate(_list(move.get("cubes", []), f"{where}.cubes")):
        if len(_numbers(cube, f"{where}.cubes[{i}]")) != 3:
            raise RecordError(f"{where}.cubes[{i}]: expected [x, y, level], found {cube!r}")
    _numbers(move.get("order", []), f"{where}.order")
    _scores(move.get("gain", {}), f"{where}.gain")
    if move.get("completes", True) is not True:
        raise RecordError(f"{where}.completes: expected true or no such key, found {move['completes']!r}")
    _texts(move.get("challenges", []), f"{where}.challenges")
    return move


def _result(value: Any) -> Mapping[str, Any]:
    result = _keys(value, "result", ["scores", "standees", "winners"])
    _scores(result["scores"], "result.scores")
    if not isinstance(result["standees"], dict):
        raise RecordError("result.standees: expected a holder or null for each site")
    for site, holder in result["standees"].items():
        if holder is not None:
            _text(holder, f"result.standees.{site}")
    _texts(result["winners"], "result.winners")
    return result


def _keys(value: Any, where: str, required: list[str], optional: tuple[str, ...] = ()) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise RecordError(f"{where}: expected an object, found {value!r:.60}")
    for key in value:
        if key not in required and key not in optional:
            raise RecordError(f"{where}: unknown key {key!r}; expected {', '.join((*required, *optional))}")
    for key in required:
        if key not in value:
            raise RecordError(f"{where}: the key {key!r} is missing")
    return value


def _list(value: Any, where: str) -> list[Any]:
    if not isinstance(value, list):
        raise RecordError(f"{where}: expected a list, found {value!r:.60}")
    return value


def _text(value: Any, where: str) -> str:
    if not isinstance(value, str):
        raise RecordError(f"{where}: expected a text, found {value!r:.60}")
    if any("\ud800" <= letter <= "\udfff" for letter in value):
        raise RecordError(f"{where}: half a character (a lone surrogate) is no text")
    return value


def _name(value: Any, where: str) -> str:
    """A text that is shown wherever the game is, and nothing else looks at."""
    name = _text(value, where)
    if not is_name(name):
        raise RecordError(f"{where}: expected a name of 1 to {NAME_LETTERS} visible characters, found {name[:60]!a}")
    return name


def _texts(value: Any, where: str) -> list[str]:
    return [_text(item, f"{where}[{i}]") for i, item in enumerate(_list(value, where))]


def _numbers(value: Any, where: str) -> list[int]:
    numbers = _list(value, where)
    if any(type(number) is not int for number in numbers):
        raise RecordError(f"{where}: expected whole numbers, found {value!r:.60}")
    return numbers


def _scores(value: Any, where: str) -> None:
    if not isinstance(value, dict) or any(type(points) is not int for points in value.values()):
        raise RecordError(f"{where}: expected whole numbers by colour, found {value!r:.60}")


def _one_of(value: Any, where: str, allowed: tuple[str, ...]) -> str:
    if value not in allowed or not isinstance(value, str):
        raise RecordError(f"{where}: expected one of {', '.join(allowed)}, found {value!r:.60}")
    return value
