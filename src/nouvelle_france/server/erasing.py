"""Erases tables and people on request."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from nouvelle_france.house import Editions
from nouvelle_france.server.storage import Storage
from nouvelle_france.tables import Table, Written

NOBODY = "–"
"""The replacement for an erased name."""


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What is erased of a person at a table."""

    table: str
    title: str
    names: int
    """How often the name was stored: for a seat, in the list of seats, in the title."""
    lines: int
    """Lines of chat."""


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Storage]:
    """An existing database."""
    storage = await Storage.open(url, must_exist=True)
    try:
        yield storage
    finally:
        await storage.close()


async def table_to_erase(url: str, id: str) -> Mapping[str, Any] | None:
    """A summary of a table: its title, who sat there, how many entries it has; None if it does not exist."""
    async with opened(url) as storage:
        if not (log := await storage.entries(id)):
            return None
        table = await _loaded(storage, id, log)
        people = [chair.name for chair in table.chairs.values() if chair.kind == "person"]
        return {"title": table.options.title, "people": people, "entries": len(log), "status": table.status}


async def erase_table(url: str, id: str) -> bool:
    """Remove a table, its game and its chat, and return whether it existed."""
    async with opened(url) as storage:
        return await storage.erase(id)


async def erase_person(url: str, name: str, only: str | None = None, *, look: bool = False) -> list[Forgotten]:
    """Anonymize a person at all tables, or at one: erase the name, the chat messages, and the push subscriptions.

    Games, points and records stay as they are, and so do the words that a seat added to the shuffle: without them
    nobody could check it any more. With ``look`` nothing is changed.
    """
    found: list[Forgotten] = []
    async with opened(url) as storage:
        for id in [only] if only else await storage.ids():
            log = await storage.entries(id)
            changed = list(_without(name, log))
            if not changed:
                continue
            after = {it.seq: it for it in changed}
            rewritten = [after.get(it.seq, it) for it in log]
            table = await _loaded(storage, id, rewritten)
            said = [it for it in changed if it.kind == "said"]
            found.append(Forgotten(id, table.options.title, len(changed) - len(said), len(said)))
            if not look:
                await storage.rewrite(id, changed, table.standing())
                nobodys = {chair.seat for chair in table.chairs.values() if chair.name == NOBODY}
                orphaned = [it for it in await storage.noticing.subscriptions(id) if it.seat in nobodys]
                await storage.noticing.unsubscribe(id, [(it.seat, it.id) for it in orphaned])
    return found


async def _loaded(storage: Storage, id: str, log: Sequence[Written]) -> Table:
    editions = Editions()
    await editions.fetch(storage, log[0].data["edition"])
    return Table.load(id, editions.known, log)


def _without(name: str, log: Sequence[Written]) -> Iterator[Written]:
    """The entries that mention a person, with that removed."""
    seats: set[str] = set()  # the seats held by this person at that time
    for it in log:
        data = dict(it.data)
        match it.kind:
            case "created":
                seats |= {chair["seat"] for chair in data["chairs"] if _is(name, chair)}
                data["chairs"] = [{**chair, "name": NOBODY} if _is(name, chair) else chair for chair in data["chairs"]]
                if name in data["options"]["title"]:
                    data["options"] = {**data["options"], "title": ""}
            case "options_changed" if name in data["options"]["title"]:
                data["options"] = {**data["options"], "title": ""}
            case "sat" | "handed_over":
                seats.discard(data["seat"])
                if data["name"] == name:
                    seats.add(data["seat"])
                    data["name"] = NOBODY
            case "said" if data["seat"] in seats:
                data["text"] = NOBODY
        if data != it.data:
            yield Written(it.seq, it.at, it.kind, data)


def _is(name: str, chair: Mapping[str, Any]) -> bool:
    return bool(chair["kind"] == "person" and chair["name"] == name)
