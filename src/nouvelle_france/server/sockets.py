"""The socket: one per client, following any of its tables."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

import orjson
from pydantic import ValidationError
from starlette.websockets import WebSocket

from nouvelle_france.house import Household, Live
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
from nouvelle_france.server.limits import Limiter
from nouvelle_france.server.logs import get_log
from nouvelle_france.server.metrics import Metrics
from nouvelle_france.server.settings import Settings
from nouvelle_france.server.storage import StorageError
from nouvelle_france.tables import Code, TableError, decisions
from nouvelle_france.tables.chairs import holder_of

MESSAGE_BYTES = 16_384
"""What a message of a client may be at most; a move is well below one thousand."""

TABLES = 8
"""How many tables one socket follows at most."""

WAITING = 1_000
WAITING_BYTES = 4 << 20
"""How many messages, and bytes of them, may wait for a slow client before it is asked to come back later."""

AT_ONCE = "nouvelle_france.at_once"
"""The extension of the socket's scope by which our server lets messages go out without a queue."""

STALLED = 10.0
"""How long the first message that waits for a slow client waits, in seconds, before it is asked to come back later."""

FAREWELL = 5.0
"""How long a client that was too slow has to hear so, in seconds."""


class Shared:
    """What limits all sockets of a process together, so that a new one gives nobody a fresh start."""

    def __init__(self, settings: Settings) -> None:
        self.messages = Limiter(settings.messages_per_address)
        self.per_socket = settings.messages_per_socket
        self.chat = Limiter(settings.chat_per_seat)
        self.hints = Limiter(settings.hints_per_seat)


class Following:
    """One table as one socket follows it."""

    def __init__(self, connection: Connection, origin: str) -> None:
        self.seats: frozenset[str] = frozenset()
        self.origin = origin
        self._connection = connection

    def send(self, message: bytes) -> None:
        """Tell the client something."""
        self._connection.send(message)


class Connection:
    """A client's socket. Messages are answered in the order they came; what is told waits in a queue where it must."""

    def __init__(self, socket: WebSocket, household: Household, address: str, shared: Shared, metrics: Metrics) -> None:
        self._socket = socket
        self._house = household.house
        self._presence = household.presence
        self._advice = household.advice
        self._readying = household.readying
        self._metrics = metrics
        self._address = address
        self._shared = shared
        self._tables: dict[str, Following] = {}
        self._out: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._waiting_bytes = 0
        self._sending: asyncio.Task[None] | None = None
        self._too_slow = False
        self._hinting: set[asyncio.Task[None]] = set()
        self._rate = Limiter(shared.per_socket)
        extension = socket.scope.get("extensions", {}).get(AT_ONCE)
        self._at_once: Callable[[bytes], bool] | None = extension and extension["send"]
        """Sends a message now; False where it must wait."""

    async def run(self) -> None:
        """Serve the client until it goes, or is too slow."""
        self._sending = sending = asyncio.create_task(self._send_all())
        receiving = asyncio.create_task(self._receive_all())
        try:
            await asyncio.wait({sending, receiving}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            tasks = (sending, receiving, *self._hinting)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            for id, following in self._tables.items():
                await self._presence.unfollow(id, following)

    def send(self, message: bytes) -> None:
        """Put a message into the queue; never waits."""
        if self._too_slow:
            return
        if not self._waiting_bytes and self._at_once is not None and self._at_once(message):
            return
        if self._out.qsize() < WAITING and self._waiting_bytes + len(message) <= WAITING_BYTES:
            self._put(message)
        else:
            self._let_go()

    def _put(self, message: bytes) -> None:
        self._waiting_bytes += len(message)
        self._out.put_nowait(message)

    def _let_go(self) -> None:
        """The client does not read: forget what waits for it, and end the socket whether it hears of it or not."""
        self._too_slow = True
        self._metrics.refusals.labels(Code.TOO_MANY).inc()
        while not self._out.empty():
            self._out.get_nowait()
        self._put(orjson.dumps({"type": "bye", "reason": "slow"}))
        self._out.put_nowait(None)
        assert self._sending is not None
        asyncio.get_running_loop().call_later(FAREWELL, self._sending.cancel)

    async def _send_all(self) -> None:
        while (message := await self._out.get()) is not None:
            try:
                async with asyncio.timeout(None if self._too_slow else STALLED):
                    await self._socket.send_text(message.decode())
            except TimeoutError:  # nothing of it was sent: it waited for those before it
                if not self._too_slow:
                    self._let_go()
            self._waiting_bytes -= len(message)  # only now: nothing overtakes it
        await self._socket.close(1013)

    async def _receive_all(self) -> None:
        while True:
            received = await self._socket.receive()
            if received["type"] == "websocket.disconnect":
                return
            text = received.get("text")
            raw = received.get("bytes") or b"" if text is None else text.encode("utf-8", errors="replace")
            answer = await self._answer(raw, binary=text is None)
            if answer is not None:
                self.send(orjson.dumps(answer))

    async def _answer(self, raw: bytes, binary: bool) -> dict[str, Any] | None:
        """Carry a message out; the answer, unless it was given on the way."""
        house = self._house
        try:
            if self._rate.take("") or self._shared.messages.take(self._address):
                raise TableError(Code.TOO_MANY, "too many messages; slow down")
            if len(raw) > MESSAGE_BYTES:
                raise TableError(Code.TOO_LARGE, f"a message has at most {MESSAGE_BYTES} bytes")
            if binary:
                raise TableError(Code.BAD_MESSAGE, "messages are text")
            try:
                message = CLIENT_MESSAGE.validate_json(raw)
            except ValidationError as error:
                raise TableError(Code.BAD_MESSAGE, _first_fault(error)) from error
            self._metrics.messages.labels(message.type).inc()
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
                    self._holds(message.table, holder_of(message.seat))
                    seq = await house.act(
                        message.table,
                        partial(decisions.take_back, seat=message.seat, on=message.on, id=message.id),
                    )
                case Say():
                    self._holds(message.table, message.seat)
                    if self._shared.chat.take(f"{message.table} {message.seat}"):
                        raise TableError(Code.TOO_MANY, "too many lines of chat; take your time")
                    seq = await house.act(
                        message.table, partial(decisions.say, seat=message.seat, id=message.id, text=message.text)
                    )
        except TableError as error:
            refused = error
        except StorageError as error:
            get_log().error("storage", error=str(error))
            refused = TableError(Code.UNAVAILABLE, "the storage does not answer; try again")
        except Exception:
            get_log().exception("failed", table=_named(raw)[1])
            refused = TableError(Code.FAILED, "something went wrong here; it is in the log")
        else:
            return {"type": "done", "re": re, "table": table, "seq": seq}
        # Whoever waits for the answer gets it, as far as the message says who that is.
        return self._refusal(refused, *(_named(raw) if len(raw) <= MESSAGE_BYTES and not binary else (None, None)))

    def _refusal(self, error: TableError, re: str | None, table: str | None) -> dict[str, Any]:
        self._metrics.refusals.labels(error.code).inc()
        return {
            "type": "error",
            "re": re,
            "table": table,
            "code": error.code,
            "message": error.message,
            "rule": error.rule,
        }

    async def _open(self, message: Open) -> None:
        if message.table not in self._tables and len(self._tables) >= TABLES:
            raise TableError(Code.TOO_MANY, f"a socket follows at most {TABLES} tables")
        await self._house.seats_of(message.table, message.tokens)  # a refusal leaves what is open as it is
        await self._close(message.table)
        following = Following(self, self._address)

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
            self.send(orjson.dumps(answer))
            if self._readying.at(live.table):
                self.send(self._readying.message(live.table))

        await self._presence.follow(message.table, following, message.tokens, greet)

    async def _close(self, table: str) -> None:
        following = self._tables.pop(table, None)
        if following is not None:
            await self._presence.unfollow(table, following)

    async def _move(self, message: MoveAsked) -> int:
        action = message.action
        self._holds(message.table, holder_of(action.by))
        written = action.model_dump(exclude_none=True)
        if isinstance(action, PlaceAction):
            written["cubes"] = [list(cube) for cube in action.cubes]
        return await self._house.act(
            message.table,
            partial(decisions.move, seat=action.by, on=message.on, id=message.id, action=written),
        )

    def _think_of_hints(self, message: HintAsked) -> None:
        """Answer when somebody has thought of them: whoever asks may move meanwhile."""
        self._holds(message.table, holder_of(message.seat))
        if self._shared.hints.take(f"{message.table} {message.seat}"):
            raise TableError(Code.TOO_MANY, "too many hints; look at the board for a while")
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
            get_log().exception("failed", table=message.table)
            failed = TableError(Code.FAILED, "something went wrong here; it is in the log")
            answer = self._refusal(failed, message.id, message.table)
        self.send(orjson.dumps(answer))

    def _holds(self, table: str, seat: str) -> None:
        if table not in self._tables:
            raise TableError(Code.NOT_YOUR_SEAT, "open this table first")
        if seat not in self._tables[table].seats:
            raise TableError(Code.NOT_YOUR_SEAT, f"you do not hold the seat {seat}")


def _named(raw: bytes) -> tuple[str | None, str | None]:
    """The id and table of a message, as far as it has them, so that its refusal can name them."""
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
    """The first thing that is wrong, and where."""
    fault = error.errors(include_url=False, include_input=False, include_context=False)[0]
    where = ".".join(str(part) for part in fault["loc"])
    return f"{where}: {fault['msg']}" if where else fault["msg"]
