"""What viewers learn of a table: all of it (a snapshot), or what an entry changed (news), without anything hidden.

A viewer is the set of seats whose tokens it showed; an empty set is a spectator. Public news are the same for everyone;
offers, a seat's memory of the deck and a Huron's cards go only to the holder of that seat.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from nouvelle_france.rules import Event, Game, seen_by
from nouvelle_france.tables.agreements import others_asked
from nouvelle_france.tables.chairs import holder_of
from nouvelle_france.tables.entries import Entry, Written
from nouvelle_france.tables.options import Options
from nouvelle_france.tables.table import Table
from nouvelle_france.wire import write_changes, write_event, write_foresight, write_game, write_offer, write_position

CHAT_SHOWN = 50
"""How many lines of chat a snapshot has."""

# What stays the same for a whole game is serialized once, not with every move, and never mutated.
_options = lru_cache(maxsize=4096)(Options.write)
_game = lru_cache(maxsize=4096)(write_game)


def _seats(table: Table) -> list[dict[str, Any]]:
    return [
        {
            "seat": chair.seat,
            "kind": chair.kind,
            "name": chair.name,
            "bot": chair.bot,
            "away": chair.away,
            "offered": bool(chair.offer),
        }
        for chair in table.chairs.values()
    ]


def _words(table: Table) -> list[dict[str, str]] | None:
    return None if table.match is None else [{"seat": seat, "words": words} for seat, words in table.words]


def _asks(table: Table) -> list[dict[str, Any]]:
    return [{"seat": seat, "since": ask.seq, "deadline": table.deadline(seat)} for seat, ask in table.asked.items()]


def _proposal(table: Table) -> dict[str, Any] | None:
    if (proposal := table.proposal) is None:
        return None
    waits = [seat for seat in others_asked(table, proposal.seat) if seat not in proposal.agreed]
    return {"seat": proposal.seat, "what": proposal.what, "agreed": list(proposal.agreed), "waits": waits}


def _ended(table: Table) -> dict[str, Any] | None:
    if (ended := table.ended) is None:
        return None
    return {"how": ended.how, "seat": ended.seat, "winners": list(ended.winners)}


VIEW: Mapping[str, Callable[[Table], Any]] = {
    "status": lambda table: table.status,
    "created_at": lambda table: table.created_at,
    "options": lambda table: _options(table.options),
    "edition": lambda table: table.edition.digest,
    "rules_version": lambda table: table.rules_version,
    "commitment": lambda table: table.commitment,
    "words": _words,
    "secret": lambda table: table.secret if table.status == "over" and not table.sealed else None,
    "seats": _seats,
    "game": lambda table: None if table.match is None else _game(table.game),
    "position": lambda table: None if table.match is None else write_position(table.match.state.position),
    "asks": _asks,
    "take_back": lambda table: table.takes_back,
    "proposal": _proposal,
    "ended": _ended,
    "rematch": lambda table: table.rematch,
}
"""What everyone sees of a table, by name. Entries say which of these they may change."""


def public_view(table: Table) -> dict[str, Any]:
    """The table as a spectator sees it."""
    return {name: see(table) for name, see in VIEW.items()}


def private_view(table: Table, seats: Collection[str]) -> dict[str, Any]:
    """The additional knowledge of the holder of these seats."""
    offers: dict[str, Any] = {}
    foresight: dict[str, Any] = {}
    if table.match is not None:
        state = table.match.state
        for seat in seats:
            foresight[seat] = write_foresight(state.view(table.game.seat(seat)).foresight)
        for seat in table.persons_asked:
            if holder_of(seat) in seats:
                number = table.game.seat(seat)
                assert number is not None
                offers[seat] = write_offer(state.position, number)
    return {"offers": offers, "foresight": foresight}


def chat(table: Table) -> list[dict[str, Any]]:
    """The last lines of the chat."""
    return [said._asdict() for said in table.chat[-CHAT_SHOWN:]]


@dataclass(frozen=True, slots=True)
class News:
    """What an entry changed: ``changes`` has the new parts of the public view, and of its position the changed keys."""

    table: str
    seq: int
    at: int
    entry: Entry
    told: Mapping[str, Any]
    changes: Mapping[str, Any]
    game: Game | None
    events: tuple[Event, ...]

    @property
    def kind(self) -> str:
        """What happened."""
        return self.entry.kind

    def seen_by(self, seats: Collection[str]) -> dict[str, Any]:
        """The news as a viewer gets it, without the private view."""
        return {
            "seq": self.seq,
            "at": self.at,
            "kind": self.kind,
            **self.told,
            "events": self._events(seats),
            "changes": self.changes,
        }

    def _events(self, seats: Collection[str]) -> list[dict[str, Any]]:
        if self.game is None:
            return []
        return [write_event(self.game, _seen(self.game, event, seats)) for event in self.events]

    def secret_of(self) -> str | None:
        """The seat whose view of the events differs from the others', if one does."""
        for event in self.events:
            if self.game is not None and seen_by(event, None) != event:
                return self.game.name(event.seat)  # type: ignore[union-attr]  # only events of a seat hold secrets
        return None


def _seen(game: Game, event: Event, seats: Collection[str]) -> Event:
    for seat in seats:
        if (seen := seen_by(event, game.seat(seat))) == event:
            return seen
    return seen_by(event, None)


class Reporter:
    """Follows a table and says what each entry changes."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._shown = public_view(table) if table.seq else {}
        self._position = None if table.match is None else table.match.state.position

    def apply(self, written: Written) -> News:
        """Apply an entry to the table, and return its news."""
        table, entry = self.table, written.entry
        events = table.apply(replace(written, decided=entry))  # it is read once
        told = entry.told(table)
        changes = {}
        for name in entry.changes:
            if name == "position" and self._position is not None:
                continue
            new = VIEW[name](table)
            if name not in self._shown or self._shown[name] != new:
                changes[name] = new
        self._shown |= changes
        if "position" in entry.changes and table.match is not None:
            before, self._position = self._position, table.match.state.position
            if before is not None and (new := write_changes(before, self._shown["position"], self._position)):
                changes["position"] = new
                self._shown["position"] = {**self._shown["position"], **new}  # the old one may have been sent
        game = None if table.match is None else table.game
        return News(table.id, written.seq, written.at, entry, told, changes, game, events)
