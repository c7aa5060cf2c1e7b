"""People around the tables of a real server: they sit down, play at random, lose connections, compare what they saw."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from functools import wraps
from random import Random
from typing import Any, NamedTuple, ParamSpec

import pytest

from nouvelle_france import Record, faults
from nouvelle_france.client import Client, OpenTable, RefusedError, Socket
from nouvelle_france.protocol.news import EventTold, MovedEvent, News
from nouvelle_france.protocol.rest import CreateTable, Join, PaceAsked, SeatAsked, Snapshot
from nouvelle_france.tables.errors import Code
from nouvelle_france.tables.fairness import Proof, unfairness
from tests.independent import replayer
from tests.kinds import EDITION
from tests.server.databases import BOTH, MOSTLY_ONE, PostgresServer, free_port
from tests.server.running import Placements, Player, ServerProcess, running_server

QUICK = PaceAsked(bot_seconds=0)
ME, OPEN = SeatAsked(kind="me"), SeatAsked()
GREEDY, RANDOM = (SeatAsked(kind="bot", bot=bot) for bot in ("greedy", "random"))

LATE = 20_000
"""How late a clock may be on a machine that is busy with other tests, in milliseconds."""

TEST_S = 240
"""How long a test may take, in seconds."""

P = ParamSpec("P")


def awaited(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Run a test in an event loop of its own. It ends within :data:`TEST_S`, or fails."""

    @wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        asyncio.run(asyncio.wait_for(test(*args, **kwargs), TEST_S))

    return run


class Served(NamedTuple):
    """A server and where it keeps its tables."""

    process: ServerProcess
    database: str

    @property
    def url(self) -> str:
        return self.process.url

    async def restart(self, *, kill: bool = False) -> None:
        """End it, gracefully or not, and start it again."""
        await asyncio.to_thread(self.process.kill if kill else self.process.stop)
        await asyncio.to_thread(self.process.start)


on_both_databases = pytest.mark.parametrize("served", BOTH, indirect=True, scope="module")


@pytest.fixture(scope="module", params=MOSTLY_ONE)
def served(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server for all tests of a module; on PostgreSQL too for those that are :data:`on_both_databases`."""
    folder = tmp_path_factory.mktemp("served")
    with ExitStack() as stack:
        if request.param == "sqlite":
            database = f"sqlite:///{folder / 'tables.sqlite'}"
        else:
            postgres: PostgresServer = request.getfixturevalue("postgres_server")
            name = postgres.create()
            stack.callback(postgres.drop, name)
            database = postgres.url(name)
        server = stack.enter_context(
            running_server(database, folder, "--no-limits", "--stand-in-after", "0", forked=True)
        )
        yield Served(server, database)


@contextmanager
def refused(code: Code) -> Iterator[None]:
    """What is asked inside is refused with that code."""
    with pytest.raises(RefusedError) as refusal:
        yield
    assert refusal.value.code is code, refusal.value


@dataclass
class Gathering:
    """A table, and what those who sit there hold."""

    table: str
    host: str
    invite: str
    commitment: str
    tokens: dict[str, str]
    words: dict[str, str] = field(default_factory=dict)
    guests: list[Guest] = field(default_factory=list)
    """All who have opened it."""

    @property
    def seats(self) -> list[str]:
        """The seats of persons, as they sit."""
        return list(self.tokens)


class Guest(Player):
    """Somebody with a socket of their own, who holds some seats or watches."""

    def __init__(self, socket: Socket, table: OpenTable, placements: Placements, rng: Random) -> None:
        super().__init__(table, placements, rng)
        self.socket = socket
        self.since = table.seq
        """The last event there was when this guest came."""

    @property
    def shown(self) -> Snapshot:
        """The table as this guest sees it now."""
        return self.table.snapshot

    @property
    def phase(self) -> str:
        """What the game waits for."""
        assert self.shown.position is not None
        return self.shown.position.phase

    @property
    def active(self) -> str:
        """The seat whose turn it is."""
        assert self.shown.position is not None
        return self.shown.position.active

    def best(self, seat: str) -> dict[str, Any]:
        """The placement that gains the seat most, if it may place; else what goes on without using anything up."""
        offer = self.shown.offers[seat]
        placements = [
            (group.gain.get(seat, [0] * len(group.ids))[place], -id)
            for group in offer.placements
            if group.do == "place"
            for place, id in enumerate(group.ids)
        ]
        if placements:
            return self._placements.words(seat, "place", -max(placements)[1])
        return {"by": seat, "do": next(do for do in ("draw", "decline", "end", "pass") if do in offer.do)}

    async def told(self, kind: str, after: int = 0, **fields: Any) -> Any:
        """Wait for news of that kind with these fields, later than an event; which model it is depends on the kind."""

        def found(table: OpenTable) -> News | None:
            of_kind = (news for news in table.news if news.kind == kind and news.seq > after)
            return next((news for news in of_kind if fields.items() <= news.model_dump().items()), None)

        await self.table.until(lambda table: found(table) is not None)
        news = found(self.table)
        assert news is not None
        return news


class Visit:
    """Those who are at one server during a test."""

    def __init__(self, client: Client, placements: Placements, stack: AsyncExitStack) -> None:
        self.client = client
        self._placements = placements
        self._stack = stack

    async def gather(self, *seats: SeatAsked, **asked: Any) -> Gathering:
        """Make a table, and let somebody with words for the shuffle take each open seat."""
        made = await self.client.create(
            CreateTable.model_validate({"name": "Host", "pace": QUICK, "seats": list(seats) or None, **asked})
        )
        there = Gathering(made.table, made.host, made.invite, made.snapshot.commitment, dict(made.tokens))
        for chair in made.snapshot.seats:
            if chair.kind == "open":
                words = f"words-of-{chair.seat}"
                join = Join(name=f"Guest {chair.seat}", seat=chair.seat, invite=made.invite, words=words)
                there.tokens[chair.seat] = (await self.client.join(made.table, join)).token
                there.words[chair.seat] = words
        return there

    async def start(self, there: Gathering) -> None:
        """Let the host begin the game, and wait until all who are there have heard of it."""
        await self.client.start(there.table, there.host)
        await begun(*there.guests)

    async def guest(self, there: Gathering, *seats: str, at: Client | None = None) -> Guest:
        """Somebody who opens a socket and the table, as the holder of these seats; of none to watch."""
        # As patient as a test: how long a server is away here is the machine's affair.
        socket = await self._stack.enter_async_context((at or self.client).socket(patience=TEST_S))
        table = await socket.open(there.table, *(there.tokens[seat] for seat in seats))
        assert sorted(table.you) == sorted(seats)
        guest = Guest(socket, table, self._placements, Random("/".join(seats)))
        there.guests.append(guest)
        return guest

    async def guests(self, there: Gathering) -> list[Guest]:
        """A guest for each seat of a person."""
        return [await self.guest(there, seat) for seat in there.seats]

    async def whole_history(self, there: Gathering, page: int = 50) -> list[EventTold]:
        """All events of a table as a spectator gets them, page by page."""
        events: list[EventTold] = []
        more = True
        while more:
            history = await self.client.history(there.table, after=len(events), limit=page)
            assert len(history.events) == page or not history.more
            events += history.events
            more = history.more
        return events

    async def verify(self, there: Gathering, *guests: Guest) -> list[EventTold]:
        """Nothing is amiss with a game that is over: not for those who check it, nor between those who saw it."""
        shown = await in_step(*guests)
        assert shown.status == "over"
        text = await self.client.record(there.table)
        record = Record.from_json(text)
        assert list(faults(record, EDITION)) == []
        assert replayer.check(json.loads(text)) == []
        proof = Proof.from_json(await self.client.fairness(there.table))
        assert unfairness(proof, EDITION) == []
        assert proof.commitment == shown.commitment == there.commitment
        assert dict(proof.entropy).items() >= there.words.items()
        assert proof.record == record
        events = await self.whole_history(there)
        assert [event.seq for event in events] == list(range(1, shown.seq + 1))
        for guest in guests:
            for seq, seat in guest.acknowledged:
                event = events[seq - 1]
                assert isinstance(event, MovedEvent)
                assert (event.seat, event.how) == (seat, "person")
        counted = sum(isinstance(event, MovedEvent) and event.how == "person" for event in events)
        assert counted >= sum(len(guest.acknowledged) for guest in guests)
        return events


@asynccontextmanager
async def visiting(url: str) -> AsyncIterator[Visit]:
    """Visit a server; all sockets are closed in the end."""
    async with AsyncExitStack() as stack:
        client = await stack.enter_async_context(Client(url))
        yield Visit(client, await Placements.of(client), stack)


async def begun(*guests: Guest) -> None:
    """Wait until all have heard that the game has begun; another process may have begun it."""
    for guest in guests:
        await guest.table.until(lambda table: table.snapshot.status != "waiting")


async def play(*guests: Guest) -> None:
    """All play to the end."""
    await begun(*guests)
    await asyncio.gather(*(guest.play_to_the_end() for guest in guests))


async def play_until(holds: Callable[[], bool], *guests: Guest) -> bool:
    """Let whoever is asked play, one action at a time and the one who gains most, until something holds.

    False if the game is over before.
    """
    await begun(*guests)
    while (await in_step(*guests)).status == "playing":
        if holds():
            return True
        asked = next((guest for guest in guests if guest.asked), None)
        if asked is None:  # a bot is to move
            seq = guests[0].table.seq
            # mypy gives a lambda's default no type
            await guests[0].table.until(lambda table, seq=seq: table.seq > seq)  # type: ignore[misc]
        else:
            await asked.table.play(asked.best(asked.asked[0]))
    return False


def public(snapshot: Snapshot) -> dict[str, Any]:
    """What everyone may see of a table."""
    return snapshot.model_dump(exclude={"you", "offers", "foresight"})


async def in_step(*guests: Guest) -> Snapshot:
    """Wait until all guests have been told the same, and see that they then show the same table."""
    while len({guest.table.seq for guest in guests}) > 1:
        latest = max(guest.table.seq for guest in guests)
        for guest in guests:
            await guest.table.until(lambda table: table.seq >= latest)  # noqa: B023 - it is awaited at once
    shown = [public(guest.shown) for guest in guests]
    assert all(it == shown[0] for it in shown)
    return guests[0].shown


@asynccontextmanager
async def bad_network(*guests: Guest) -> AsyncIterator[None]:
    """While this lasts, one guest after another loses the connection for a moment."""

    async def drop() -> None:
        rng = Random(0)
        while True:
            await asyncio.sleep(rng.uniform(0.02, 0.1))
            await rng.choice(guests).socket.drop()

    dropping = asyncio.create_task(drop())
    try:
        yield
    finally:
        dropping.cancel()
        await asyncio.gather(dropping, return_exceptions=True)
    assert sum(guest.socket.reconnects for guest in guests) > 0


class Tunnel:
    """A way to a server that can be blocked for as long as one likes."""

    def __init__(self, to: int) -> None:
        self._to = to
        self._port = free_port()
        self.url = f"http://127.0.0.1:{self._port}"
        self._server: asyncio.Server | None = None
        self._writers: set[asyncio.StreamWriter] = set()

    async def open(self) -> None:
        """Let connections through."""
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", self._port)

    async def block(self) -> None:
        """Cut all connections and let none through."""
        assert self._server is not None
        self._server.close()
        for writer in self._writers:
            writer.transport.abort()
        await self._server.wait_closed()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)  # at once: whoever blocks the way meanwhile cuts this one too
        try:
            onward = await asyncio.open_connection("127.0.0.1", self._to)
            await asyncio.gather(self._pass(reader, onward[1]), self._pass(onward[0], writer))
        finally:
            self._writers.discard(writer)
            writer.close()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        try:
            while data := await reader.read(65536):
                writer.write(data)
                await writer.drain()
        except OSError:
            pass  # it was blocked
        finally:
            self._writers.discard(writer)
            writer.close()
