"""What is told of a table: the whole of it (a snapshot), or what an entry changed (news). Nothing hidden passes.

A viewer is the set of seats whose tokens it showed; nobody's is a spectator. Public news are the same for everyone;
offers, what a seat remembers of the deck and a Huron's cards go to the holder of that seat alone.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from nouvelle_france.record import write_move
from nouvelle_france.rules import Event, Game, seen_by
from nouvelle_france.tables.entries import Entry
from nouvelle_france.tables.options import Options
from nouvelle_france.tables.table import Table
from nouvelle_france.wire import write_event, write_foresight, write_game, write_offer, write_position

CHAT_SHOWN = 50
"""How many lines of chat a snapshot has."""

TOLD = {
    "created": (),
    "sat": ("seat", "name"),
    "bot_seated": ("seat", "name", "bot"),
    "opened": ("seat",),
    "words_added": ("seat",),
    "invited": (),
    "offered": ("seat",),
    "handed_over": ("seat", "name"),
    "started": ("order",),
    "moved": ("seat", "how"),
    "taken_back": ("seat",),
    "timed_out": ("seat",),
    "said": ("seat", "text"),
    "stood_in": ("seat",),
    "left": ("seat",),
    "returned": ("seat",),
    "rematched": ("to",),
    "closed": (),
}
"""What of each kind of entry everyone is told."""


# What stays the same for a whole game is written once, not with every move. Nobody changes what is written.
_options = lru_cache(maxsize=4096)(Options.write)
_game = lru_cache(maxsize=4096)(write_game)


def public_view(table: Table) -> dict[str, Any]:
    """The table as a spectator sees it."""
    playing = table.match is not None
    return {
        "status": table.status,
        "created_at": table.created_at,
        "options": _options(table.options),
        "edition": table.edition.digest,
        "rules_version": table.rules_version,
        "commitment": table.commitment,
        "words": [{"seat": seat, "words": words} for seat, words in table.words] if playing else None,
        "secret": table.secret if table.status == "over" else None,
        "seats": [
            {
                "seat": chair.seat,
                "kind": chair.kind,
                "name": chair.name,
                "bot": chair.bot,
                "away": chair.away,
                "offered": bool(chair.offer),
            }
            for chair in table.chairs.values()
        ],
        "game": _game(table.game) if playing else None,
        "position": write_position(table.playing.state.position) if playing else None,
        "asks": [
            {"seat": seat, "since": ask.seq, "deadline": table.deadline(seat)} for seat, ask in table.asked.items()
        ],
        "take_back": table.takes_back,
        "rematch": table.rematch,
    }


def private_view(table: Table, seats: Collection[str]) -> dict[str, Any]:
    """What the holder of these seats knows beyond that."""
    offers: dict[str, Any] = {}
    foresight: dict[str, Any] = {}
    if table.match is not None:
        state = table.match.state
        for seat in seats:
            number = table.game.seat(seat)
            assert number is not None
            foresight[seat] = write_foresight(state.view(number).foresight)
            if seat in table.asked and table.bot_of(seat) is None:
                offers[seat] = write_offer(state.position, number)
    return {"offers": offers, "foresight": foresight}


def chat(table: Table) -> list[dict[str, Any]]:
    """The last lines of the chat."""
    return [said._asdict() for said in table.chat[-CHAT_SHOWN:]]


@dataclass(frozen=True, slots=True)
class News:
    """What an entry changed: ``changes`` has what is new in the public view, and of its position those keys alone."""

    table: str
    seq: int
    at: int
    kind: str
    told: Mapping[str, Any]
    changes: Mapping[str, Any]
    game: Game | None
    events: tuple[Event, ...]

    def seen_by(self, seats: Collection[str]) -> dict[str, Any]:
        """The news as a viewer gets it, private view apart."""
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

    def apply(self, entry: Entry) -> News:
        """Let the table take in an entry; the news of it."""
        table = self.table
        before = table.playing.state.position if entry.kind == "moved" else None
        events = table.apply(entry)
        told = {key: entry.data[key] for key in TOLD[entry.kind]}
        if entry.kind == "said":
            told["name"] = table.chairs[entry.data["seat"]].name
        if before is not None:
            action = table.playing.history[-1].action
            move = write_move(before, action, table.playing.state.position, events)
            told |= {"do": action.do, "gain": move.get("gain", {})}
        shown = public_view(table)
        changes = {
            key: value for key, value in shown.items() if self._shown.get(key) != value or key not in self._shown
        }
        old, new = self._shown.get("position"), changes.get("position")
        if old and new:
            changes["position"] = {key: value for key, value in new.items() if old[key] != value}
        self._shown = shown
        game = None if table.match is None else table.game
        return News(table.id, entry.seq, entry.at, entry.kind, told, changes, game, events)
