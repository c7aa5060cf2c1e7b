"""The door to the house in a browser: the page's requests and conversations arrive here, as messages of a port.

Requests are those of the server's REST calls (docs/protocol.md), by method and path, conversations those of its
socket; the reception that answers them is the same.
"""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import Sequence
from typing import Any, Protocol
from urllib.parse import parse_qs, urlsplit

import orjson
from pydantic import ValidationError

import nouvelle_france
from nouvelle_france.bots import PURE_BOTS
from nouvelle_france.browser.storage import BrowserStorage, Shelf
from nouvelle_france.browser.thinking import ThinksHere
from nouvelle_france.house import Editions, House, Household, StorageError
from nouvelle_france.house.history import history
from nouvelle_france.house.notes import Notes
from nouvelle_france.protocol.days import BeginDay
from nouvelle_france.protocol.rest import (
    Answer,
    ChangeRules,
    CreateTable,
    Join,
    PlayOn,
    Propose,
    SeatBot,
    Start,
    TakeOver,
)
from nouvelle_france.reception import Bounds, Conversation, Days, Reception
from nouvelle_france.reception.timelines import choosable, timeline_of_record, timeline_of_table
from nouvelle_france.rules import RULES_VERSION
from nouvelle_france.tables import Code, Table, TableError
from nouvelle_france.tables.entries import Written
from nouvelle_france.wire import write_edition

KEPT = "nouvelle-france-table/1"
"""The format of a table moved from one browser to another, with all its secrets."""

MOST_TABLES = 10_000
"""Practically unlimited; the browser itself reports when there is no more room."""

DAYS_BACK = 60
"""How many past days there are to play."""

HERE = "here"
"""The only caller."""


class ConsoleNotes(Notes):
    """Writes unexpected errors to the browser's console."""

    def error(self, event: str, **details: Any) -> None:
        """Something went wrong for somebody."""
        print(event, details)  # noqa: T201 - the console of the browser

    def exception(self, event: str, **details: Any) -> None:
        """Something went wrong that never should."""
        print(event, details)  # noqa: T201 - as above
        traceback.print_exc()


class Page(Protocol):
    """The messages to the page over the port."""

    def tell(self, line: int, message: str) -> None:
        """A message of a conversation, by its number."""


class Door:
    """Lets requests and conversations in."""

    def __init__(self, household: Household, page: Page) -> None:
        self.household = household
        self._house = household.house
        self._reception = Reception(household, MOST_TABLES, seats_per_caller=MOST_TABLES)
        self._days = Days(self._house, None)
        self._page = page
        self._lines: dict[int, tuple[Conversation, asyncio.Lock]] = {}
        """Conversations, each with a queue that carries its messages out one after the other, like a socket's."""

    # -- conversations ---------------------------------------------------------------------------------------------

    def connect(self, line: int) -> None:
        """A conversation begins."""

        def send(message: bytes) -> None:
            self._page.tell(line, message.decode())

        self._lines[line] = Conversation(self.household, HERE, send, Bounds()), asyncio.Lock()

    async def hear(self, line: int, message: str) -> None:
        """Handle a message of a conversation."""
        if line in self._lines:
            conversation, turn = self._lines[line]
            async with turn:
                await conversation.hear(message.encode("utf-8", errors="replace"))

    async def leave(self, line: int) -> None:
        """A conversation ends."""
        if (found := self._lines.pop(line, None)) is not None:
            conversation, turn = found
            async with turn:
                await conversation.end()

    # -- requests --------------------------------------------------------------------------------------------------

    async def ask(self, method: str, path: str, body: str | None, token: str | None) -> str:
        """Answer a request: ``{"answer": …}``, or ``{"refused": {code, message, rule}}``."""
        try:
            answer = await self._answer(method, path, body or "{}", token or "")
        except TableError as error:
            refused = error
        except ValidationError as error:
            refused = TableError(Code.BAD_MESSAGE, str(error))
        except StorageError as error:
            refused = TableError(Code.UNAVAILABLE, f"the browser keeps nothing: {error}")
        except Exception:
            self._house.notes.exception("failed")
            refused = TableError(Code.FAILED, "something went wrong here; it is in the console")
        else:
            return orjson.dumps({"answer": answer}).decode()
        problem = {"code": refused.code, "message": refused.message, "rule": refused.rule}
        return orjson.dumps({"refused": problem}).decode()

    async def _answer(self, method: str, path: str, body: str, token: str) -> Any:
        address = urlsplit(path)
        match method, *address.path.removeprefix("/api/").split("/"):
            case "POST", "timeline":
                return orjson.Fragment(await timeline_of_record(self._house.editions, body.encode()))
            case "POST", "tables":
                return await self._reception.making.create(CreateTable.model_validate(orjson.loads(body)))
            case "GET", "days":
                return await self._days.calendar(None, DAYS_BACK)
            case "GET", "days", day:
                return await self._days.standings(day)
            case "POST", "days", day:
                return await self._days.begin(day, BeginDay.model_validate(orjson.loads(body)), token or None)
            case "GET", "tables", table:
                return await self._house.look(table, [token] if token else [])
            case "GET", "tables", table, "events":
                return await self._history(table, token, parse_qs(address.query))
            case "GET", "tables", table, "record":
                return (await self._house.record(table)).to_json()
            case "GET", "tables", table, "fairness":
                return (await self._house.proof(table)).to_json()
            case "GET", "tables", table, "timeline":
                return orjson.Fragment(await timeline_of_table(self._house, table))
            case "GET", "tables", table, "moments", moment:
                return orjson.Fragment(await choosable(self._house, table, int(moment)))
            case "POST", "tables", "play-on":
                return await self._reception.making.play_on(PlayOn.model_validate_json(body), self._house.editions)
            case "GET", "tables", table, "kept":
                return await self._kept(table)
            case "GET", "tables", table, "moving":
                return await self._moving(table)
            case "PUT", "tables", table, "kept":
                return await self._keep(table, orjson.loads(body))
            case "DELETE", "tables", table:
                return await self._remove(table)
            case method, "tables", table, *what:
                return await self._change(method, table, what, orjson.loads(body), token)
        raise TableError(Code.NOT_FOUND, f"nobody answers to {path} here")

    async def _change(self, method: str, table: str, what: Sequence[str], asked: Any, token: str) -> dict[str, Any]:
        """The requests that change a table."""
        reception = self._reception
        match method, *what:
            case "POST", "join":
                return await reception.seats.join(table, Join.model_validate(asked), HERE)
            case "POST", "take-over":
                return await reception.seats.take_over(table, TakeOver.model_validate(asked))
            case "POST", "invite":
                return {"table": table, "code": await reception.invite(table, token)}
            case "POST", "seats", seat, "offer":
                return {"table": table, "seat": seat, "code": await reception.seats.offer(table, seat, token)}
            case "POST", "rematch":
                return {"table": await reception.making.rematch(table, token, reception.making.room)}
            case "POST", "start":
                seq = await reception.start(table, token, Start.model_validate(asked).words)
            case "POST", "close":
                seq = await reception.close(table, token)
            case "PUT", "rules":
                seq = await reception.change_rules(table, token, ChangeRules.model_validate(asked))
            case "POST", "seats", seat, "leave":
                seq = await reception.seats.leave(table, seat, token)
            case "POST", "seats", seat, "concede":
                seq = await reception.seats.concede(table, seat, token)
            case "POST", "seats", seat, "propose":
                seq = await reception.seats.propose(table, seat, token, Propose.model_validate(asked).what)
            case "POST", "seats", seat, "answer":
                seq = await reception.seats.answer(table, seat, token, Answer.model_validate(asked).agree)
            case "POST", "seats", seat, "stand-in":
                seq = await reception.seats.stand_in(table, seat, token)
            case "PUT", "seats", seat, "words":
                seq = await reception.seats.add_words(table, seat, token, Start.model_validate(asked).words or "")
            case "PUT", "seats", seat, "bot":
                seq = await reception.seats.seat_bot(table, seat, token, SeatBot.model_validate(asked).bot)
            case "DELETE", "seats", seat:
                seq = await reception.seats.open_seat(table, seat, token)
            case _:
                raise TableError(Code.NOT_FOUND, f"nobody answers to {'/'.join(what)} here")
        return {"table": table, "seq": seq}

    async def _history(self, table: str, token: str, query: dict[str, list[str]]) -> dict[str, Any]:
        after, limit = (int(query.get(name, [usual])[0]) for name, usual in (("after", "0"), ("limit", "200")))
        told, more = await history(self._house, table, [token] if token else [], after, limit)
        return {"events": told, "more": more}

    # -- tables that move from browser to browser ------------------------------------------------------------------

    async def _kept(self, id: str) -> dict[str, Any]:
        """Everything about a table."""
        log = await self._house.storage.entries(id)
        if not log:
            raise TableError(Code.UNKNOWN_TABLE, "there is no such table, or it was removed")
        rows = [{"seq": it.seq, "at": it.at, "kind": it.kind, "data": it.data} for it in log]
        text = await self._house.storage.edition(log[0].data["edition"])
        return {"format": KEPT, "table": id, "edition": text, "entries": rows}

    async def _moving(self, id: str) -> dict[str, Any] | None:
        """A game in the form a server imports (:class:`~nouvelle_france.protocol.rest.Bring`); None if it would refuse.

        It refuses a game that has not begun, or in which other people still play.
        """
        async with self._house.up_to_date(await self._house.live(id)) as table:
            people = [chair for chair in table.chairs.values() if chair.kind == "person"]
            if table.match is None or not (table.playing.state.over or len(people) == 1):
                return None
            options = table.options
            return {
                "record": table.playing.record().to_json(),
                "title": options.title,
                "coureur": options.coureur,
                "winter_ties": options.winter_ties,
                "hints": options.hints,
                "bot_seconds": options.pace.bots,
            }

    async def _keep(self, id: str, kept: Any) -> dict[str, Any]:
        """Import a table that was kept elsewhere. It is replayed first: one that breaks a rule is rejected."""
        house = self._house
        try:
            if kept["format"] != KEPT or kept["table"] != id:
                raise ValueError(f"not {KEPT}, or another table")
            log = [Written(row["seq"], row["at"], row["kind"], row["data"]) for row in kept["entries"]]
            edition = nouvelle_france.edition.parse(kept["edition"], source="the edition of the table")
            table = Table.load(id, {edition.digest: edition}.__getitem__, log)
        except Exception as error:
            raise TableError(Code.BAD_RECORD, f"no table that can be played: {error}") from error
        await house.storage.keep_edition(edition.digest, edition.id, kept["edition"])
        await house.storage.create(id, log, table.standing())  # if it is here already, this copy has continued
        return {"table": id, "seq": len(log)}

    async def _remove(self, id: str) -> dict[str, Any]:
        """Delete a table for good."""
        storage = self._house.storage
        assert isinstance(storage, BrowserStorage)
        await storage.remove(id)
        self.household.forget(id)  # after that, so that nobody loads it again meanwhile
        return {"table": id, "seq": 0}


def offered(editions: Editions) -> dict[str, str]:
    """What a page without a server reads from files instead of requests: its info, and its editions by digest."""
    info = {
        "name": "nouvelle-france",
        "version": nouvelle_france.__version__,
        "rules_version": RULES_VERSION,
        "address": None,
        "bots": list(PURE_BOTS),
        "editions": [{"id": it.id, "digest": it.digest, "names": dict(it.names)} for it in editions.offered],
    }
    files = {f"{it.digest}.json": orjson.dumps(write_edition(it)).decode() for it in editions.offered}
    return {"info.json": orjson.dumps(info).decode(), **files}


async def open_door(shelf: Shelf, page: Page, editions: Sequence[str]) -> Door:
    """A running house, with these edition files in addition to the built-in one."""
    household = Household(House(BrowserStorage(shelf), Editions(editions), ConsoleNotes()), ThinksHere())
    await household.start()
    return Door(household, page)
