"""A table in memory: its state and those who follow it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

import orjson

from nouvelle_france.tables import Code, Table, TableError
from nouvelle_france.tables.news import News, Reporter, chat, private_view, public_view

REMEMBERED = 60
"""How many news a table keeps for followers who reconnect; those who have missed more get a snapshot."""


class Follower(Protocol):
    """Somebody who follows a table."""

    seats: frozenset[str]
    """The seats it holds here; none for a spectator."""
    origin: str
    """The caller's address."""

    def send(self, message: bytes) -> None:
        """Send it a message; never waits."""


class Remembered(NamedTuple):
    """News as sent, kept as bytes: they are most of a table's memory."""

    seq: int
    public: bytes
    secret_of: str | None
    own: bytes
    """As seen by the seat whose secret they contain."""

    def seen_by(self, seats: frozenset[str]) -> bytes:
        """As a viewer gets them, without offers."""
        return self.own if self.secret_of in seats else self.public


class Live:
    """One table, with a lock to hold while changing or reading it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.reporter = Reporter(table)
        self.lock = asyncio.Lock()
        self.news: deque[Remembered] = deque(maxlen=REMEMBERED)
        self.followers: list[Follower] = []
        self.told = table.seq
        """The last entry that followers know of; memory may be ahead of it while an entry is being written."""
        self.used = 0.0
        self.stale = False
        """A write has failed, so memory and storage may differ: reload it."""
        self._private: tuple[int, dict[frozenset[str], bytes]] = (0, {})

    def private(self, seats: frozenset[str]) -> dict[str, Any]:
        """What the holder of these seats knows beyond the public."""
        told: dict[str, Any] = orjson.loads(self._private_news(seats))
        return told

    def _private_news(self, seats: frozenset[str]) -> bytes:
        """The same as bytes to send; computed once for each entry.

        Offers are long lists: if kept as objects, those of a thousand tables would be scanned by the garbage collector
        again and again, while everybody waits.
        """
        seq, known = self._private
        if seq != self.table.seq:
            known = {}
            self._private = (self.table.seq, known)
        if seats not in known:
            known[seats] = orjson.dumps(private_view(self.table, sorted(seats)))
        return known[seats]

    def snapshot(self, seats: frozenset[str]) -> dict[str, Any]:
        """The whole table as a viewer sees it."""
        return {
            "table": self.table.id,
            "seq": self.table.seq,
            **public_view(self.table),
            "you": sorted(seats),
            **self.private(seats),
            "chat": chat(self.table),
        }

    def since(self, seen: int, seats: frozenset[str]) -> list[orjson.Fragment] | None:
        """The news after an event as a viewer gets them, or None if they are no longer kept."""
        if seen > self.table.seq:
            return None
        missed = [orjson.Fragment(news.seen_by(seats)) for news in self.news if news.seq > seen]
        return missed if len(missed) == self.table.seq - seen else None

    def broadcast(self, news: Sequence[News]) -> None:
        """Send news to all followers. Where any item changes what is offered, the last one carries the offers."""
        offers_changed = any(item.entry.offers for item in news)
        for item in news:
            remembered = _remember(item)
            self.news.append(remembered)
            self.told = item.seq
            offers = offers_changed and item is news[-1]  # what followed from an earlier one is outdated
            if self.table.sealed:
                self._show_out()
            for follower in list(self.followers):
                seats = follower.seats
                if offers and seats:
                    follower.send(_joined(remembered.seen_by(seats), self._private_news(seats)))
                else:
                    follower.send(remembered.seen_by(seats))
            if item.entry.unseats:
                self._unseat(item.told["seat"])

    def _show_out(self) -> None:
        """Remove spectators, and players who left, from a sealed game: their news would have gaps."""
        sealed = TableError(Code.SEALED, "the game has begun, and can be seen when both have ended")
        for follower in [it for it in self.followers if not it.seats]:
            self.followers.remove(follower)
            follower.send(orjson.dumps(refusal(sealed, None, self.table.id)))

    def _unseat(self, seat: str) -> None:
        """Take this seat from the followers who held it."""
        for follower in self.followers:
            if seat in follower.seats:
                follower.seats -= {seat}
                message = {"type": "you", "table": self.table.id, "seats": sorted(follower.seats)}
                follower.send(orjson.dumps(message))

    @property
    def present(self) -> tuple[set[str], int]:
        """The seats whose holders are connected to this process, and how many spectators."""
        seats = {seat for follower in self.followers for seat in follower.seats}
        return seats, sum(not follower.seats for follower in self.followers)

    def tell(self, message: bytes) -> None:
        """Send a message to all followers."""
        for follower in list(self.followers):
            follower.send(message)


def refusal(error: TableError, re: str | None, table: str | None) -> dict[str, Any]:
    """Why something is refused, as whoever follows tables is told; ``re`` is the message that it answers."""
    return {
        "type": "error",
        "re": re,
        "table": table,
        "code": error.code,
        "message": error.message,
        "rule": error.rule,
    }


def _remember(news: News) -> Remembered:
    public = orjson.dumps(_message(news, frozenset()))
    seat = news.secret_of()
    own = public if seat is None else orjson.dumps(_message(news, frozenset((seat,))))
    return Remembered(news.seq, public, seat, own)


def _message(news: News, seats: frozenset[str]) -> dict[str, Any]:
    return {"type": "news", "table": news.table, **news.seen_by(seats)}


def _joined(first: bytes, second: bytes) -> bytes:
    """Two JSON objects as one: the public part is written once, and a seat's private part appended."""
    return first[:-1] + b"," + second[1:]
