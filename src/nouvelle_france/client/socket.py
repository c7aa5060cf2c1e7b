"""One socket to a server, and the tables it follows."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from types import TracebackType
from typing import Any, Literal, Self

from pydantic import ValidationError
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from nouvelle_france.client.refused import RefusedError
from nouvelle_france.protocol.news import News
from nouvelle_france.protocol.rest import Snapshot
from nouvelle_france.protocol.socket import (
    SERVER_MESSAGE,
    BotReadying,
    Bye,
    Done,
    ErrorTold,
    HintsTold,
    Opened,
    Pong,
    Present,
    ReadyingTold,
    ServerMessage,
    You,
)
from nouvelle_france.tables.chairs import holder_of
from nouvelle_france.tables.errors import Code

PATIENCE = 30.0
"""How long to try to reconnect, in seconds."""

MESSAGE_BYTES = 8 << 20


Answer = Done | Opened | HintsTold | Pong
"""The types of answers to our messages, unless they are refused."""


class Socket:
    """A socket that reconnects after a lost connection: tables are reopened where they were, and unanswered messages
    are resent under their old ids, so that each is carried out once."""

    def __init__(self, url: str, patience: float = PATIENCE, headers: Mapping[str, str] | None = None) -> None:
        self._url = url
        self._headers = dict(headers or {})
        self._patience = patience
        self._tables: dict[str, OpenTable] = {}
        self._opening: dict[str, OpenTable] = {}  # by the id of the message that asks for it
        self._unanswered: dict[str, tuple[dict[str, Any], asyncio.Future[Answer]]] = {}
        self._connection: ClientConnection | None = None
        self._reading: asyncio.Task[None] | None = None
        self._name = secrets.token_hex(6)
        self._count = 0
        self.reconnects = 0

    async def __aenter__(self) -> Self:
        self._connection = await self._connect()
        self._reading = asyncio.create_task(self._read())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._reading is not None:
            self._reading.cancel()
            # If it ended by itself, all waiting calls got the reason; raising it here would hide an error inside the
            # block.
            await asyncio.gather(self._reading, return_exceptions=True)
        if self._connection is not None:
            await self._connection.close()
        self._fail(ConnectionError("the socket was closed"))

    # -- what can be asked -----------------------------------------------------------------------------------------

    async def open(self, table: str, *tokens: str, seen: int | None = None) -> OpenTable:
        """Follow a table: as the holder of the seats of these tokens, or as a spectator.

        If it is open already, the returned object replaces the old one; if this is refused, the old one stays.
        """
        id = self._new_id()
        self._opening[id] = opened = OpenTable(self, table, tokens)
        try:
            await self.ask({"type": "open", "id": id, "table": table, "tokens": list(tokens), "seen": seen})
        finally:
            del self._opening[id]
        return opened

    async def close(self, table: str) -> None:
        """Stop following a table."""
        await self.ask({"type": "close", "table": table})
        del self._tables[table]

    async def ping(self) -> None:
        """Wait until the server answers."""
        await self.ask({"type": "ping"})

    async def ask(self, message: Mapping[str, Any]) -> Answer:
        """Send a message under a new id (unless it has one) and wait for its answer. Raises :class:`RefusedError`."""
        id = message.get("id") or self._new_id()
        sent = {**message, "id": id}
        if self._reading is not None and self._reading.done():
            raise ConnectionError("the socket has ended")
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._unanswered[id] = (sent, answer)
        try:
            await self._send(sent)
            return await answer
        finally:
            self._unanswered.pop(id, None)

    async def drop(self) -> None:
        """Drop the connection, as in a tunnel; it reconnects by itself."""
        if self._connection is not None:
            self._connection.transport.abort()

    def _new_id(self) -> str:
        self._count += 1
        return f"{self._name}-{self._count}"

    # -- how it goes -----------------------------------------------------------------------------------------------

    async def _connect(self) -> ClientConnection:
        return await connect(
            self._url, max_size=MESSAGE_BYTES, compression=None, proxy=None, additional_headers=self._headers
        )

    async def _send(self, message: Mapping[str, Any]) -> None:
        # If the connection is lost, the message is resent with the others that were not answered.
        with suppress(WebSocketException, OSError):
            if self._connection is not None:
                await self._connection.send(json.dumps(message))

    async def _read(self) -> None:
        try:
            while True:
                with suppress(WebSocketException, OSError):
                    assert self._connection is not None
                    async for raw in self._connection:
                        self._take(raw)
                await self._come_back()
        except Exception as error:
            self._fail(error)
            raise

    async def _come_back(self) -> None:
        loop = asyncio.get_running_loop()
        limit = loop.time() + self._patience
        pause = 0.05
        self._connection = None  # requests made meanwhile wait: a table that is not yet open accepts no moves
        while True:
            try:
                connection = await self._connect()
                try:
                    await self._open_again(connection)
                except BaseException:
                    connection.transport.abort()
                    raise
                break
            except (WebSocketException, OSError) as error:
                if loop.time() > limit:
                    raise ConnectionError(f"the server has been away for {self._patience:.0f} s") from error
                await asyncio.sleep(pause)
                pause = min(2 * pause, 1.0)
        self.reconnects += 1
        self._connection = connection
        for message, _ in list(self._unanswered.values()):
            await self._send(message)

    async def _open_again(self, connection: ClientConnection) -> None:
        """Open all tables where they were."""
        for id, table in list(self._tables.items()):
            again = f"{self._name}-again-{id}"
            seen = {"type": "open", "table": id, "tokens": list(table.tokens), "seen": table.seq, "id": again}
            await connection.send(json.dumps(seen))
            answer: ServerMessage | None = None
            while not isinstance(answer, Opened | ErrorTold) or answer.re != again:
                answer = self._take(await connection.recv())
            if isinstance(answer, ErrorTold):
                if answer.code in (Code.UNAVAILABLE, Code.FAILED, Code.TOO_MANY):
                    raise ConnectionError(answer.message)
                # The seat was handed over while the connection was lost: no more news of this table.
                self._tables.pop(id).lost(RefusedError(answer.code, answer.message, answer.rule))

    def _take(self, raw: str | bytes) -> ServerMessage | None:
        """Parse a message; None for an unknown kind."""
        value = json.loads(raw)
        try:
            message = SERVER_MESSAGE.validate_python(value)
        except ValidationError as error:
            if error.errors()[0]["type"] == "union_tag_invalid":
                return None
            raise
        match message:
            case Opened():
                if message.re in self._opening:
                    self._tables[message.table] = self._opening[message.re]
                if message.table in self._tables:
                    self._tables[message.table].opened(message, value)
                self._answered(message.re, message)
            case News() | Present() | ReadyingTold() | You():
                if message.table in self._tables:
                    self._tables[message.table].told(message, value)
            case Done() | HintsTold() | Pong():
                self._answered(message.re, message)
            case ErrorTold():
                _, answer = self._unanswered.get(message.re or "", (None, None))
                if answer is not None and not answer.done():
                    answer.set_exception(RefusedError(message.code, message.message, message.rule))
            case Bye():
                pass  # the connection ends next, and is restored
        return message

    def _answered(self, id: str, message: Answer) -> None:
        _, answer = self._unanswered.get(id, (None, None))
        if answer is not None and not answer.done():
            answer.set_result(message)

    def _fail(self, error: BaseException) -> None:
        for _, answer in self._unanswered.values():
            if not answer.done():
                answer.set_exception(error)
        for table in self._tables.values():
            table.lost(error)


class OpenTable:
    """A followed table. ``snapshot`` is always up to date with the last news."""

    def __init__(self, socket: Socket, id: str, tokens: tuple[str, ...]) -> None:
        self.id = id
        self.tokens = tokens
        self.seq = 0
        self.you: list[str] = []
        self.present: list[str] = []
        self.watching = 0
        self.readying: list[BotReadying] = []
        """The bots that the game waits for until they can play."""
        self.news: list[News] = []
        """All news since the table was opened."""
        self._socket = socket
        self._raw: dict[str, Any] = {}
        self._typed: Snapshot | None = None
        self._changed = asyncio.Event()
        self._error: BaseException | None = None

    @property
    def snapshot(self) -> Snapshot:
        """The table as it is now."""
        if self._typed is None:
            self._typed = Snapshot.model_validate(self._raw)
        return self._typed

    async def play(
        self,
        action: Mapping[str, Any],
        *,
        on: int | None = None,
        id: str | None = None,
        stand_in: Literal["harmless"] | None = None,
    ) -> int:
        """Play an action, in a record's notation; returns the number of the event it led to.

        ``stand_in`` says that the seat's own program chose none, and the action that spends least was taken.
        """
        asked = {"type": "move", "on": self.seq if on is None else on, "action": action}
        return await self._do(asked if stand_in is None else {**asked, "stand_in": stand_in}, id)

    async def take_back(self, seat: str, *, on: int | None = None, id: str | None = None) -> int:
        """Take the seat's last action back."""
        return await self._do({"type": "take_back", "seat": seat, "on": self.seq if on is None else on}, id)

    async def say(self, seat: str, text: str, *, id: str | None = None) -> int:
        """A line of chat."""
        return await self._do({"type": "say", "seat": seat, "text": text}, id)

    async def hints(self, seat: str) -> HintsTold:
        """The server's advice for a seat that is to act, at tables made with hints."""
        answer = await self._socket.ask({"type": "hint", "table": self.id, "seat": seat, "on": self.seq})
        if not isinstance(answer, HintsTold):
            raise RefusedError(Code.BAD_MESSAGE, f"an answer of another kind: {answer}")
        return answer

    async def _do(self, message: dict[str, Any], id: str | None) -> int:
        answer = await self._socket.ask({**message, "table": self.id, **({} if id is None else {"id": id})})
        if not isinstance(answer, Done) or answer.seq is None:
            raise RefusedError(Code.BAD_MESSAGE, f"an answer of another kind: {answer}")
        return answer.seq

    async def until(self, holds: Callable[[OpenTable], bool], timeout: float = 60.0) -> None:
        """Wait until something holds. Raises TimeoutError."""
        async with asyncio.timeout(timeout):
            while not holds(self):
                if self._error is not None:
                    raise self._error
                self._changed.clear()
                await self._changed.wait()

    # -- what the socket tells -------------------------------------------------------------------------------------

    def opened(self, message: Opened, raw: Mapping[str, Any]) -> None:
        """The table was opened, for the first time or again."""
        if message.snapshot is not None:
            self._raw = dict(raw["snapshot"])
        for news, raw_news in zip(message.news or (), raw["news"] or (), strict=True):
            self._merge(news, raw_news)
        self._raw |= {"offers": raw["offers"], "foresight": raw["foresight"], "you": raw["you"], "seq": raw["seq"]}
        self.seq, self.you = message.seq, message.you
        self.present, self.watching = message.present, message.watching
        self.readying = []  # who is not ready is told next
        self._wake()

    def told(self, message: News | Present | ReadyingTold | You, raw: Mapping[str, Any]) -> None:
        """Something happened."""
        match message:
            case News():
                self._merge(message, raw)
            case Present():
                self.present, self.watching = message.seats, message.watching
            case ReadyingTold():
                self.readying = message.bots
            case You():
                self.you = message.seats
                self._raw |= {"you": message.seats}
                for key in ("offers", "foresight"):
                    self._raw[key] = {
                        seat: it for seat, it in self._raw[key].items() if holder_of(seat) in message.seats
                    }
        self._wake()

    def _merge(self, news: News, raw: Mapping[str, Any]) -> None:
        if news.seq != self.seq + 1:
            raise ConnectionError(f"event {news.seq} after {self.seq}")
        changes = dict(raw["changes"])
        if changes.get("position") and self._raw.get("position"):
            changes["position"] = self._raw["position"] | changes["position"]
        for key in ("offers", "foresight"):
            if key in raw:
                changes[key] = raw[key]
        if news.kind == "said":
            said = {key: raw[key] for key in ("seq", "at", "seat", "name", "text")}
            changes["chat"] = [*self._raw["chat"], said]
        self._raw |= {**changes, "seq": news.seq}
        self.seq = news.seq
        self.news.append(news)

    def lost(self, error: BaseException) -> None:
        """The socket has closed for good."""
        self._error = error
        self._changed.set()

    def _wake(self) -> None:
        self._typed = None
        self._changed.set()
