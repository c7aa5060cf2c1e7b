"""The socket: one per client, following any of its tables."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import orjson
from starlette.websockets import WebSocket

from nouvelle_france.house import Household
from nouvelle_france.reception import Bounds, Conversation
from nouvelle_france.server.limits import Limiter
from nouvelle_france.server.metrics import Metrics
from nouvelle_france.server.settings import Settings
from nouvelle_france.tables import Code, TableError

WAITING = 1_000
WAITING_BYTES = 4 << 20
"""How many messages, and bytes of them, may wait for a slow client before it is told to reconnect later."""

AT_ONCE = "nouvelle_france.at_once"
"""The extension of the socket's scope with which our server sends messages without a queue."""

STALLED = 10.0
"""How long the oldest message may wait for a slow client, in seconds, before it is told to reconnect later."""

FAREWELL = 5.0
"""How long a client that was too slow has to receive that message, in seconds."""


class Shared:
    """The limits shared by all sockets of a process, so that opening a new one gives no fresh start."""

    def __init__(self, settings: Settings) -> None:
        self.messages = Limiter(settings.messages_per_address)
        self.per_socket = settings.messages_per_socket
        self.chat = Limiter(settings.chat_per_seat)
        self.hints = Limiter(settings.hints_per_seat)


class SocketBounds(Bounds):
    """The limits of one socket: by itself, together with others of its address, and for each seat."""

    def __init__(self, address: str, shared: Shared, metrics: Metrics) -> None:
        self._address = address
        self._shared = shared
        self._metrics = metrics
        self._rate = Limiter(shared.per_socket)

    def on_messages(self) -> None:
        """Refuse a message too many."""
        if self._rate.take("") or self._shared.messages.take(self._address):
            raise TableError(Code.TOO_MANY, "too many messages; slow down")

    def on_chat(self, seat: str) -> None:
        """Refuse a line of chat too many."""
        if self._shared.chat.take(seat):
            raise TableError(Code.TOO_MANY, "too many lines of chat; take your time")

    def on_hints(self, seat: str) -> None:
        """Refuse a hint too many."""
        if self._shared.hints.take(seat):
            raise TableError(Code.TOO_MANY, "too many hints; look at the board for a while")

    def understood(self, kind: str) -> None:
        """Count a message."""
        self._metrics.messages.labels(kind).inc()

    def refused(self, code: Code) -> None:
        """Count a refusal."""
        self._metrics.refusals.labels(code).inc()


class Connection:
    """A client's socket. Messages are answered in the order they came; outgoing ones are queued if necessary."""

    def __init__(self, socket: WebSocket, household: Household, address: str, shared: Shared, metrics: Metrics) -> None:
        self._socket = socket
        self._bounds = SocketBounds(address, shared, metrics)
        self._conversation = Conversation(household, address, self.send, self._bounds)
        self._out: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._waiting_bytes = 0
        self._sending: asyncio.Task[None] | None = None
        self._too_slow = False
        extension = socket.scope.get("extensions", {}).get(AT_ONCE)
        self._at_once: Callable[[bytes], bool] | None = extension and extension["send"]
        """Sends a message now; False if it must wait."""

    async def run(self) -> None:
        """Serve the client until it disconnects, or is too slow."""
        self._sending = sending = asyncio.create_task(self._send_all())
        receiving = asyncio.create_task(self._receive_all())
        try:
            await asyncio.wait({sending, receiving}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            tasks = (sending, receiving)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await self._conversation.end()

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
        """The client does not read: drop its queue, and close the socket, whether it is told or not."""
        self._too_slow = True
        self._bounds.refused(Code.TOO_MANY)
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
            except TimeoutError:  # none of it was sent: it waited for those before it
                if not self._too_slow:
                    self._let_go()
            self._waiting_bytes -= len(message)  # only now, so that nothing overtakes it
        await self._socket.close(1013)

    async def _receive_all(self) -> None:
        while True:
            received = await self._socket.receive()
            if received["type"] == "websocket.disconnect":
                return
            text = received.get("text")
            raw = received.get("bytes") or b"" if text is None else text.encode("utf-8", errors="replace")
            await self._conversation.hear(raw, binary=text is None)
