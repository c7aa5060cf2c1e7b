"""Replays a record by the rules, and finds its faults."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from nouvelle_france.edition import Edition
from nouvelle_france.record.match import Match
from nouvelle_france.record.moves import Move, read_move
from nouvelle_france.record.record import Record, write_result
from nouvelle_france.rules import ActionError, RuleError, SetupError


class Fault(NamedTuple):
    """A rule a record breaks, at a move (counted from 1), or at none for its setup and result."""

    move: int | None
    rule: str
    reason: str

    def __str__(self) -> str:
        where = "" if self.move is None else f"move {self.move}: "
        return f"{where}{self.rule}: {self.reason}"


class FaultyRecordError(RuleError):
    """A record that cannot be replayed as far as requested."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.rule, fault.reason)
        self.fault = fault

    def __str__(self) -> str:
        return str(self.fault)


def replay(record: Record, edition: Edition, moves: int | None = None) -> Match:
    """The match after the first ``moves`` moves, or all. Raises at the first action the rules refuse."""
    if moves is not None and not 0 <= moves <= len(record.moves):
        raise ValueError(f"the record has {len(record.moves)} moves, not {moves}")
    match = Match(record.setup(edition), record.seats)
    for number, move in enumerate(record.moves[:moves], start=1):
        _play(match, move, number)
    return match


def _play(match: Match, move: Move, number: int) -> None:
    try:
        for action in read_move(match.state.position, move):
            match.play(action, stand_in=move.get("stand_in"))
    except ActionError as error:
        raise FaultyRecordError(Fault(number, error.rule, error.reason)) from error


def faults(record: Record, edition: Edition) -> Iterator[Fault]:
    """All faults of a record. A refused action ends the search: whatever follows has no basis."""
    try:
        yield from _faults(record, _begun(record, edition))
    except FaultyRecordError as error:
        yield error.fault


def verified(record: Record, edition: Edition) -> Match:
    """The match of a record without faults. Raises a :class:`FaultyRecordError` of the first."""
    match = _begun(record, edition)
    for fault in _faults(record, match):
        raise FaultyRecordError(fault)
    return match


def _begun(record: Record, edition: Edition) -> Match:
    try:
        return Match(record.setup(edition), record.seats)
    except SetupError as error:
        raise FaultyRecordError(Fault(None, error.rule, error.reason)) from error


def _faults(record: Record, match: Match) -> Iterator[Fault]:
    """Play a record's moves in a match that has just begun, and compare."""
    for number, move in enumerate(record.moves, start=1):
        _play(match, move, number)
        yield from _differences(number, move, match.moves[-1])
    yield from _result_faults(record, match)


def _differences(number: int, said: Move, true: Move) -> Iterator[Fault]:
    """Compare the effects a move records with its real ones."""
    for key, rule in (("card", "SET-3"), ("gain", _gain_rule(true)), ("completes", "CMPL-1"), ("challenges", "CHA-7")):
        if said.get(key) != true.get(key):
            yield Fault(number, rule, f"{key} says {_words(said.get(key))}, by the rules it is {_words(true.get(key))}")


def _gain_rule(move: Move) -> str:
    match move["do"]:
        case "draw":
            return "SNW-1"
        case "fille":
            return "ALY-2"
        case "coureur":
            return "ALY-3"
        case _ if move["by"] == "winter":
            return "SOL-6"
        case _ if move["by"] == "player":
            return "SOL-4"
        case _:
            return "SCO-1"


def _words(value: Any) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, dict):
        return ", ".join(f"{colour} {points:+d}" for colour, points in value.items()) or "{}"
    return str(value)


def _result_faults(record: Record, match: Match) -> Iterator[Fault]:
    result = match.state.position.result
    if result is None or record.result is None:
        if result is not None:
            yield Fault(None, "END-1", "the game is over, but result is null")
        elif record.result is not None:
            yield Fault(None, "END-1", "the game is not over, but there is a result")
        return
    solo = record.mode == "solo"
    true = write_result(result)
    for key, rule in (("scores", "END-1"), ("standees", "CMPL-1"), ("winners", "SOL-11" if solo else "END-2")):
        if record.result[key] != true[key]:
            yield Fault(None, rule, f"result.{key} says {record.result[key]}, by the rules it is {true[key]}")
