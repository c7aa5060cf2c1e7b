"""Tables for load tests: games of four persons at every stage, written straight into a database.

Tables that all begin together would all have small offers at first and end together, as tables of a real server do not.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from nouvelle_france.house import Editions
from nouvelle_france.record import write_action
from nouvelle_france.rules import Rules
from nouvelle_france.server.storage import Storage
from nouvelle_france.tables import Chair, Entry, Options, Table, Written, decisions
from nouvelle_france.tables.decisions import AlreadyDone
from nouvelle_france.tables.tokens import Names, hashed

PLAYERS = 4

TYPICAL = 135
"""About as many moves as a game of four has when all play at random."""

_EDITIONS = Editions()


class Begun(NamedTuple):
    """A table in the middle of its game, what was written down of it, and the tokens of its seats."""

    table: Table
    entries: list[Written]
    tokens: dict[str, str]


def begin(number: int) -> Begun:
    """A game played at random to a random stage. The same number gives the same stage and about the same game."""
    rng, names = Random(f"bench/{number}"), Names()
    edition = _EDITIONS.offered[0]
    tokens = {seat: names.token() for seat in edition.colour_ids[:PLAYERS]}
    chairs = [Chair(seat, "person", f"Person {seat}", token=hashed(token)) for seat, token in tokens.items()]
    begun = Begun(Table(names.table(), _EDITIONS.known), [], tokens)
    options = Options("table", Rules())
    host, invite = hashed(names.token()), hashed(names.token())
    _take(begun, [decisions.create(options, edition, chairs, secret=names.secret(), host=host, invite=invite)])
    _take(begun, decisions.start(begun.table))
    table = begun.table
    for played in range(rng.randrange(TYPICAL)):
        legal = table.playing.state.legal
        action = rng.choice(legal.of_kind(rng.choice(legal.kinds())))
        words = write_action(table.game, action)
        _take(begun, decisions.move(table, words["by"], table.seq, f"begun-{played}", words))
        if table.status == "over":
            return begin(number + 1_000_000)  # a short game: take another
    return begun


def _take(begun: Begun, entries: Sequence[Entry] | AlreadyDone) -> None:
    assert not isinstance(entries, AlreadyDone)
    for entry in entries:
        written = Written.of(begun.table.seq + 1, time.time_ns() // 1_000_000, entry)
        begun.table.apply(written)
        begun.entries.append(written)


async def write(url: str, games: Sequence[Begun]) -> None:
    """Write tables into a database, as a server would find them after a restart."""
    storage = await Storage.open(url)
    try:
        await _EDITIONS.keep(storage, _EDITIONS.offered[0])
        for game in games:
            assert await storage.create(game.table.id, game.entries, game.table.standing())
    finally:
        await storage.close()
