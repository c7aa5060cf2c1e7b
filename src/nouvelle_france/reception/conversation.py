"""A client's conversation with the house: it follows tables, and its messages are carried out and answered in order."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

import orjson
from pydantic import ValidationError

from nouvelle_france.house import Household, Live, StorageError
from nouvelle_france.house.house import Decide
from nouvelle_france.house.live import refusal
from nouvelle_france.protocol.socket import (
    CLIENT_MESSAGE,
    Close,
    HintAsked,
    MoveAsked,
    Open,
    Ping,
    PlaceAction,
    Say,
    TakeBack,
)
from nouvelle_france.tables import Code, Entry, Table, TableError, decisions
from nouvelle_france.tables.chairs import holder_of
from nouvelle_france.tables.decisions import AlreadyDone

MESSAGE_BYTES = 16_384
"""The maximum size of a client's message; a move is well below one thousand bytes."""

TABLES = 8
"""The maximum number of tables one client follows."""

Send = Callable[[bytes], None]
"""Sends the client a message; never waits."""


class Bounds:
    """A client's limits, and counters of its messages. Unlimited by default; a server overrides it."""

    def on_messages(self) -> None:
        """Refuse a message too many."""

    def on_chat(self, seat: str) -> None:
        """Refuse a line of chat too many; the seat is named with its table."""

    def on_hints(self, seat: str) -> None:
        """Refuse a hint too many; the seat is named with its table."""

    def understood(self, kind: str) -> None:
        """A message of this kind came."""

    def refused(self, code: Code) -> None:
        """Something was refused."""


class Following:
    """One table as followed by one client."""

    def __init__(self, send: Send, origin: str) -> None:
        self.seats: frozenset[str] = frozenset()
        self.origin = origin
        self.send = send


class Conversation:
    """The exchange with one client, from its first message to :meth:`end`."""

    def __init__(self, household: Household, address: str, send: Send, bounds: Bounds) -> None:
        self._house = household.house
        self._presence = household.presence
        self._advice = household.advice
        self._readying = household.readying
        self._address = address
        self._send = send
        self._bounds = bounds
        self._tables: dict[str, Following] = {}
        self._hinting: set[asyncio.Task[None]] = set()

    async def hear(self, raw: bytes, binary: bool = False) -> None:
        """Carry a message out, and answer it."""
        answer = await self._answer(raw, binary)
        if answer is not None:
            self._send(orjson.dumps(answer))

    async def end(self) -> None:
        """The client has disconnected."""
        for task in self._hinting:
            task.cancel()
        await asyncio.gather(*self._hinting, return_exceptions=True)
        for id, following in self._tables.items():
            await self._presence.unfollow(id, following)

    async def _answer(self, raw: bytes, binary: bool) -> dict[str, Any] | None:
        """Carry a message out, and return the answer, unless it was already sent."""
        try:
            self._bounds.on_messages()
            if len(raw) > MESSAGE_BYTES:
                raise TableError(Code.TOO_LARGE, f"a message has at most {MESSAGE_BYTES} bytes")
            if binary:
                raise TableError(Code.BAD_MESSAGE, "messages are text")
            try:
                message = CLIENT_MESSAGE.validate_json(raw)
            except ValidationError as error:
                raise TableError(Code.BAD_MESSAGE, _first_fault(error)) from error
            self._bounds.understood(message.type)
            re, table = message.id, None if isinstance(message, Ping) else message.table
            match message:
                case Open():
                    await self._open(message)
                    return None
                case Close():
                    await self._close(message.table)
                    return {"type": "done", "re": re, "table": table}
                case Ping():
                    return {"type": "pong", "re": re}
                case HintAsked():
                    self._think_of_hints(message)
                    return None
                case MoveAsked():
                    seq = await self._move(message)
                case TakeBack():
                    seq = await self._act(
                        message.table,
                        holder_of(message.seat),
                        partial(decisions.take_back, seat=message.seat, on=message.on, id=message.id),
                    )
                case Say():
                    self._holds(message.table, message.seat)
                    self._bounds.on_chat(f"{message.table} {message.seat}")
                    seq = await self._act(
                        message.table,
                        message.seat,
                        partial(decisions.say, seat=message.seat, id=message.id, text=message.text),
                    )
        except TableError as error:
            refused = error
        except StorageError as error:
            self._house.notes.error("storage", error=str(error))
            refused = TableError(Code.UNAVAILABLE, "the storage does not answer; try again")
        except Exception:
            self._house.notes.exception("failed", table=_named(raw)[1])
            refused = TableError(Code.FAILED, "something went wrong here; it is in the log")
        else:
            return {"type": "done", "re": re, "table": table, "seq": seq}
        # Answer even if the message is malformed, with its id if it has one.
        return self._refusal(refused, *(_named(raw) if len(raw) <= MESSAGE_BYTES and not binary else (None, None)))

    def _refusal(self, error: TableError, re: str | None, table: str | None) -> dict[str, Any]:
        self._bounds.refused(error.code)
        return refusal(error, re, table)

    async def _open(self, message: Open) -> None:
        if message.table not in self._tables and len(self._tables) >= TABLES:
            raise TableError(Code.TOO_MANY, f"a socket follows at most {TABLES} tables")
        following = Following(self._send, self._address)

        def greet(live: Live) -> None:
            self._tables[message.table] = following
            seats = following.seats
            news = None if message.seen is None else live.since(message.seen, seats)
            present, watching = self._presence.at(live)
            answer = {
                "type": "opened",
                "re": message.id,
                "table": message.table,
                "seq": live.table.seq,
                "you": sorted(seats),
                "snapshot": live.snapshot(seats) if news is None else None,
                "news": news,
                **live.private(seats),
                "present": present,
                "watching": watching,
            }
            self._send(orjson.dumps(answer))
            if self._readying.at(live.table):
                self._send(self._readying.message(live.table))

        # A refusal leaves a table that is open already as it is.
        await self._presence.follow(message.table, following, message.tokens, greet, self._tables.get(message.table))

    async def _close(self, table: str) -> None:
        following = self._tables.pop(table, None)
        if following is not None:
            await self._presence.unfollow(table, following)

    async def _move(self, message: MoveAsked) -> int:
        action = message.action
        written = action.model_dump(exclude_none=True)
        if isinstance(action, PlaceAction):
            written["cubes"] = [list(cube) for cube in action.cubes]
        return await self._act(
            message.table,
            holder_of(action.by),
            partial(
                decisions.move,
                seat=action.by,
                on=message.on,
                id=message.id,
                action=written,
                stand_in=message.stand_in,
            ),
        )

    async def _act(self, table: str, seat: str, decide: Decide) -> int:
        """Carry a request of a seat's holder out."""
        self._holds(table, seat)

        def decided(at: Table) -> list[Entry] | AlreadyDone:
            self._holds(table, seat)  # somebody may have taken the seat over while this waited for its turn
            return decide(at)

        return await self._house.act(table, decided)

    def _think_of_hints(self, message: HintAsked) -> None:
        """Answer once the hints are ready: the player may move meanwhile."""
        self._holds(message.table, holder_of(message.seat))
        self._bounds.on_hints(f"{message.table} {message.seat}")
        task = asyncio.create_task(self._tell_hints(message))
        self._hinting.add(task)
        task.add_done_callback(self._hinting.discard)

    async def _tell_hints(self, message: HintAsked) -> None:
        try:
            told = await self._advice.ask(message.table, message.seat, message.on)
            answer = {"type": "hints", "re": message.id, "table": message.table, **told}
        except TableError as error:
            answer = self._refusal(error, message.id, message.table)
        except Exception:
            self._house.notes.exception("failed", table=message.table)
            failed = TableError(Code.FAILED, "something went wrong here; it is in the log")
            answer = self._refusal(failed, message.id, message.table)
        self._send(orjson.dumps(answer))

    def _holds(self, table: str, seat: str) -> None:
        if table not in self._tables:
            raise TableError(Code.NOT_YOUR_SEAT, "open this table first")
        if seat not in self._tables[table].seats:
            raise TableError(Code.NOT_YOUR_SEAT, f"you do not hold the seat {seat}")


def _named(raw: bytes) -> tuple[str | None, str | None]:
    """The id and table of a message, if it has them, so that its refusal can name them."""
    try:
        value = orjson.loads(raw)
    except orjson.JSONDecodeError:
        return None, None
    if not isinstance(value, dict):
        return None, None
    id, table = value.get("id"), value.get("table")
    return (
        id if isinstance(id, str) and len(id) <= 64 else None,
        table if isinstance(table, str) and len(table) <= 64 else None,
    )


def _first_fault(error: ValidationError) -> str:
    """The first error, and where it is."""
    fault = error.errors(include_url=False, include_input=False, include_context=False)[0]
    where = ".".join(str(part) for part in fault["loc"])
    return f"{where}: {fault['msg']}" if where else fault["msg"]
