"""Nothing is lost: the server is killed in the middle of play, over and over, and every move it acknowledged is kept.

What clients send is written down here before it is sent, and what they are answered as soon as they are. After every
kill that account is held against the rows of the database, read by plain SQL.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
import threading
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Literal, NamedTuple, TypeVar

import httpx
import pytest
from sqlalchemy import Engine, NullPool, create_engine, text

from nouvelle_france.client import Client, OpenTable, RefusedError, Socket
from nouvelle_france.edition import default
from nouvelle_france.protocol.rest import CreateTable, Join, PaceAsked, SeatAsked
from nouvelle_france.record import Record, faults
from nouvelle_france.server.storage.database import read_url
from nouvelle_france.tables.errors import Code
from nouvelle_france.tables.fairness import Proof, unfairness
from tests.server.databases import PostgresServer
from tests.server.running import Placements, Player, ServerProcess, running_server

AFTER_TRAFFIC_S = 0.3
"""A kill comes up to this long after clients are being answered again."""

ANSWER_S = 0.015
"""And every other one within this time of a message being sent, which is about what it takes to be answered."""

PAUSE_S = 0.05
PATIENCE_S = 120.0
TURN_S = 3600.0
"""A bot may not get to move before the next kill, and the next; what really hangs is ended by pytest."""

Victim = Literal["server", "database", "both"]

T = TypeVar("T")

SEATS = {
    "two people and a bot": [SeatAsked(kind="me"), SeatAsked(kind="open"), SeatAsked(kind="bot", bot="greedy")],
    "hot seat and a bot": [
        SeatAsked(kind="me"),
        SeatAsked(kind="me", name="Her sister"),
        SeatAsked(kind="bot", bot="random"),
    ],
    "alone against a bot": [SeatAsked(kind="me"), SeatAsked(kind="bot", bot="random")],
    "solo": None,
}


class Row(NamedTuple):
    """An entry as the database has it."""

    seq: int
    at: int
    kind: str
    data: dict[str, Any]


@dataclass
class Sent:
    """Something a client asked for, and what it was answered."""

    table: str
    kind: str
    """Of the entry that is to come of it."""
    data: dict[str, Any]
    """What that entry must hold."""
    seq: int | None = None
    """The event it was acknowledged with."""
    refused: bool = False


@dataclass
class Account:
    """What all clients sent, were answered and were told."""

    sent: dict[str, Sent] = field(default_factory=dict)
    made: list[tuple[str, int, str]] = field(default_factory=list)
    """What was acknowledged by REST: table, event, kind."""
    followed: list[OpenTable] = field(default_factory=list)
    sending: threading.Event = field(default_factory=threading.Event)
    answered: threading.Event = field(default_factory=threading.Event)
    caught: list[tuple[str, int]] = field(default_factory=list)
    """Messages without an answer when the server was killed, and when that was, in milliseconds since 1970."""
    unheard: int = 0
    """How many of them had been committed all the same."""

    def killed(self) -> None:
        """Remember which messages were on their way."""
        now = time.time_ns() // 1_000_000
        self.caught += [(id, now) for id, sent in list(self.sent.items()) if sent.seq is None and not sent.refused]

    def check(self, engine: Engine) -> None:
        """Hold everything that is known now against the database."""
        answers = {id: (sent.seq, sent.refused) for id, sent in list(self.sent.items())}
        made = list(self.made)
        told = [(table.id, news.seq, news.kind) for table in list(self.followed) for news in list(table.news)]
        logs = read_logs(engine)
        for table, log in logs.items():
            assert [row.seq for row in log] == list(range(1, len(log) + 1)), f"gaps at table {table}"
        for table, seq, kind in [*made, *told]:
            assert logs[table][seq - 1 : seq], f"table {table} was told {seq}, {kind}; it ends at {len(logs[table])}"
            assert logs[table][seq - 1].kind == kind
        found: dict[str, list[tuple[str, Row]]] = defaultdict(list)
        for table, log in logs.items():
            for row in log:
                if "id" in row.data:
                    found[row.data["id"]].append((table, row))
        twice = {id: places for id, places in found.items() if len(places) > 1}
        assert not twice, f"carried out more than once: {twice}"
        assert found.keys() <= self.sent.keys(), "nobody has sent this"
        for id, (answer, refused) in answers.items():
            if refused:
                assert id not in found, f"{id} was refused and carried out: {found[id]}"
            if answer is not None:
                assert id in found, f"lost: {id} was acknowledged as {answer}: {self.sent[id]}"
                assert found[id][0][1].seq == answer
        for id, [(table, row)] in found.items():
            sent = self.sent[id]
            assert (table, row.kind, row.data) == (sent.table, sent.kind, {**sent.data, "id": id})
        # What was written anew after the kill has a later time.
        self.unheard = sum(found[id][0][1].at <= at for id, at in self.caught if id in found)


def read_logs(engine: Engine) -> dict[str, list[Row]]:
    """All entries of all tables, in order."""
    logs: dict[str, list[Row]] = defaultdict(list)
    with engine.connect() as connection:
        for row in connection.execute(text("SELECT table_id, seq, at, kind, data FROM entries ORDER BY table_id, seq")):
            logs[row.table_id].append(Row(row.seq, row.at, row.kind, json.loads(row.data)))
    return logs


class Person:
    """Somebody with one socket, who may play at several tables."""

    def __init__(self, name: str, socket: Socket, club: Club) -> None:
        self.name = name
        self.socket = socket
        self._club = club
        self._count = 0

    async def open(self, table: str, *tokens: str) -> OpenTable:
        """Follow a table."""
        opened = await insist(lambda: self.socket.open(table, *tokens))
        self._club.account.followed.append(opened)
        return opened

    async def play(self, table: OpenTable) -> None:
        """Play at random until the game is over; now and then take something back or say something."""
        club, rng = self._club, self._club.rng
        player = Player(table, club.placements, rng)
        while True:
            await table.until(lambda table: table.snapshot.status != "playing" or bool(player.asked), TURN_S)
            await club.gate.wait()
            snapshot, on = table.snapshot, table.seq
            if snapshot.status != "playing":
                return
            back = snapshot.take_back
            chance = rng.random()
            if chance < 0.1:
                await self._say(table, rng.choice(table.you), f"line {self._count} of {self.name}")
            elif chance < 0.2 and back is not None and back in table.you:
                await self._take_back(table, back, on)
            elif player.asked and not await self._move(table, player.choose(rng.choice(list(player.asked))), on):
                # The game has gone on, and the news of it are on their way.
                # mypy gives a lambda's default no type
                await table.until(lambda table, on=on: table.seq > on, PATIENCE_S)  # type: ignore[misc]

    async def _move(self, table: OpenTable, action: dict[str, Any], on: int) -> bool:
        data = {"seat": action["by"], "action": action, "how": "person"}
        return await self._send(table, "moved", data, lambda id: table.play(action, on=on, id=id))

    async def _take_back(self, table: OpenTable, seat: str, on: int) -> bool:
        return await self._send(table, "taken_back", {"seat": seat}, lambda id: table.take_back(seat, on=on, id=id))

    async def _say(self, table: OpenTable, seat: str, words: str) -> bool:
        data = {"seat": seat, "text": words}
        return await self._send(table, "said", data, lambda id: table.say(seat, words, id=id))

    async def _send(
        self, table: OpenTable, kind: str, data: dict[str, Any], send: Callable[[str], Awaitable[int]]
    ) -> bool:
        """Send something under an id of its own, again and again until it is acknowledged or refused."""
        account = self._club.account
        self._count += 1
        id = f"{self.name}-{self._count}"
        sent = account.sent[id] = Sent(table.id, kind, data)
        account.sending.set()
        try:
            sent.seq = await insist(lambda: send(id))
        except RefusedError as error:
            if error.code not in (Code.STALE, Code.NOT_YOUR_TURN, Code.TOO_LATE, Code.NOT_PLAYING):
                raise
            sent.refused = True
        account.answered.set()
        return not sent.refused


async def insist(ask: Callable[[], Awaitable[T]]) -> T:
    """Ask again while the server cannot reach its database."""
    while True:
        try:
            return await ask()
        except RefusedError as error:
            if error.code != Code.UNAVAILABLE:
                raise
        await asyncio.sleep(PAUSE_S)


class Club:
    """People who play at several tables at once, and make a new one when a game is over."""

    def __init__(self, client: Client, placements: Placements, rng: Random) -> None:
        self.client = client
        self.placements = placements
        self.rng = rng
        self.account = Account()
        self.gate = asyncio.Event()
        """While it is closed, nobody starts anything new."""
        self.gate.set()
        self.now: dict[str, list[OpenTable]] = {}
        """Who follows the game that is being played, of each kind of table."""
        self.finished: list[str] = []
        self.last_games = False

    async def play(self, plan: str, persons: Sequence[Person], watcher: Person) -> None:
        """Play one game after another."""
        while not self.last_games:
            table, tokens = await self._make(plan, persons)
            seated = [await person.open(table, *own) for person, own in zip(persons, tokens, strict=True)]
            watching = await watcher.open(table)
            self.now[plan] = [*seated, watching]
            await asyncio.gather(*(person.play(at) for person, at in zip(persons, seated, strict=True)))
            await watching.until(lambda table: table.snapshot.status == "over", PATIENCE_S)
            self.finished.append(table)
            if not self.last_games:
                for person in (*persons, watcher):
                    await person.socket.close(table)

    async def _make(self, plan: str, persons: Sequence[Person]) -> tuple[str, list[list[str]]]:
        """A table whose game has begun, and the tokens of each person."""
        asked = CreateTable(
            name=persons[0].name,
            mode="solo" if plan == "solo" else "table",
            seats=SEATS[plan],
            coureur=self.rng.choice(["first", "in_order"]),
            pace=PaceAsked(bot_seconds=0),
        )
        while True:
            try:
                made = await insist(lambda: self.client.create(asked))
                self.account.made.append((made.table, 1, "created"))
                tokens = [list(made.tokens.values())]
                for person in persons[1:]:
                    joining = Join(name=person.name, invite=made.invite)
                    seated = await self.client.join(made.table, joining)
                    tokens.append([seated.token])
                started = await self.client.start(made.table, made.host)
            except httpx.TransportError:
                pass  # nobody will know the tokens: another table, then
            except RefusedError as error:
                if error.code != Code.UNAVAILABLE:
                    raise
            else:
                self.account.made.append((made.table, started.seq, "started"))
                return made.table, tokens
            await asyncio.sleep(PAUSE_S)


@dataclass
class Scene:
    """A server, its database, and how to look into it."""

    server: ServerProcess
    engine: Engine
    postgres: PostgresServer | None = None
    rng: Random = field(default_factory=Random)

    def kill(self, account: Account, number: int, hang_up: Callable[[], None]) -> None:
        """Wait until play goes on, kill something at a random moment, start it again, and see what is left."""
        for event in (account.answered, account.sending):
            event.clear()
            assert event.wait(PATIENCE_S), f"no more play before kill {number}: {self.server.log.read_text()[-2000:]}"
        rng = self.rng
        time.sleep(rng.uniform(0, AFTER_TRAFFIC_S))
        if number % 2:
            account.sending.clear()
            account.sending.wait(PATIENCE_S)
            time.sleep(rng.uniform(0, ANSWER_S))
        victim: Victim = "server" if self.postgres is None or number % 5 < 3 else rng.choice(("database", "both"))
        if self.postgres is not None and victim != "server":
            self.postgres.kill()
        if victim != "database":
            self.server.kill()
            account.killed()
        elif number % 2:
            hang_up()  # who comes back finds a server, but not yet its database
        if self.postgres is not None and victim != "server":
            self.postgres.start()
        if victim != "database":
            self.server.start()
        account.check(self.engine)


def snapshot_differs(one: OpenTable, other: OpenTable) -> list[str]:
    """The parts of two clients' snapshots that are not the same."""
    left, right = one.snapshot.model_dump(), other.snapshot.model_dump()
    return [key for key in left if left[key] != right[key]]


async def compare(club: Club, followed: Sequence[OpenTable]) -> None:
    """What clients put together from news is what the server would tell somebody who comes anew."""
    for table in followed:
        async with club.client.socket() as socket:
            anew = await socket.open(table.id, *table.tokens)
            async with asyncio.timeout(PATIENCE_S):
                while table.seq != anew.seq:  # a bot may still be at it
                    await asyncio.sleep(PAUSE_S)
            assert snapshot_differs(table, anew) == []


async def play_through_kills(scene: Scene, kills: int) -> Account:
    """Kill while people play; then all games are played to their ends."""
    async with AsyncExitStack() as stack:
        client = await stack.enter_async_context(Client(scene.server.url))
        club = Club(client, await Placements.of(client), Random())

        async def come(name: str) -> Person:
            socket = Socket(f"ws{scene.server.url.removeprefix('http')}/api/socket", PATIENCE_S)
            return Person(name, await stack.enter_async_context(socket), club)

        everyone = [await come(name) for name in ("anne", "bruno", "claire", "denis", "watcher")]
        anne, bruno, claire, denis, watcher = everyone
        loop = asyncio.get_running_loop()

        def hang_up() -> None:
            for person in everyone:
                asyncio.run_coroutine_threadsafe(person.socket.drop(), loop).result(PATIENCE_S)

        async with asyncio.TaskGroup() as playing:
            for plan, persons in (
                ("two people and a bot", [anne, bruno]),
                ("hot seat and a bot", [claire]),
                ("alone against a bot", [anne]),
                ("solo", [denis]),
            ):
                playing.create_task(club.play(plan, persons, watcher))
            number = 0
            # A kill between a commit and its acknowledgement is the one that shows most: there must be one at least.
            while number < kills or not club.account.unheard:
                await asyncio.to_thread(scene.kill, club.account, number, hang_up)
                number += 1
            club.gate.clear()
            for followed in list(club.now.values()):
                await compare(club, followed)
            club.last_games = True
            club.gate.set()
        for followed in club.now.values():
            await compare(club, followed)
        assert all(person.socket.reconnects for person in everyone)
        for table in club.finished:
            assert list(faults(Record.from_json(await client.record(table)), default())) == []
            assert unfairness(Proof.from_json(await client.fairness(table)), default()) == []
        club.account.check(scene.engine)
        for table, log in read_logs(scene.engine).items():
            assert (await client.look(table)).seq == len(log)
    return club.account


@pytest.fixture
def kills(request: pytest.FixtureRequest) -> int:
    count: int = request.config.getoption("--kills")
    return count


@pytest.fixture
def durable_postgres() -> Iterator[PostgresServer]:
    server = PostgresServer(durable=True)
    try:
        server.start()
        yield server
    finally:
        server.remove()


def run(database: str, folder: Path, kills: int, postgres: PostgresServer | None = None) -> None:
    """The whole play, on one database."""
    engine = create_engine(read_url(database), poolclass=NullPool)  # no connection outlives a kill
    try:
        with running_server(database, folder, "--no-limits", forked=True) as server:
            account = asyncio.run(play_through_kills(Scene(server, engine, postgres), kills))
            assert server.stop() == 0
    finally:
        engine.dispose()
    acknowledged = [sent for sent in account.sent.values() if sent.seq is not None]
    assert {"moved", "taken_back", "said"} == {sent.kind for sent in acknowledged}
    print(f"{len(acknowledged)} acknowledged, {len(account.caught)} on their way, {account.unheard} of them committed")


def test_nothing_is_lost_on_sqlite(sqlite_url: str, tmp_path: Path, kills: int) -> None:
    run(sqlite_url, tmp_path, kills)
    with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []


def test_nothing_is_lost_on_postgresql(durable_postgres: PostgresServer, tmp_path: Path, kills: int) -> None:
    run(durable_postgres.url(durable_postgres.create()), tmp_path, kills, durable_postgres)


@pytest.fixture
def broken(database_url: str) -> Iterator[Callable[[bool], None]]:
    """Break the database for the placements of bots, or mend it."""
    engine = create_engine(read_url(database_url), poolclass=NullPool, isolation_level="AUTOCOMMIT")
    condition = """WHEN (NEW.data LIKE '%"do":"place"%' AND NEW.data LIKE '%"how":"bot"%')"""
    if engine.name == "sqlite":
        spoil = [f"CREATE TRIGGER spoilt BEFORE INSERT ON entries {condition} BEGIN SELECT RAISE(ABORT, 'spoilt'); END"]
        mend = ["DROP TRIGGER spoilt"]
    else:
        spoil = [
            "CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE ''spoilt''; END'",
            f"CREATE TRIGGER spoilt BEFORE INSERT ON entries FOR EACH ROW {condition} EXECUTE FUNCTION spoil()",
        ]
        mend = ["DROP TRIGGER spoilt ON entries"]

    def change(break_it: bool) -> None:
        with engine.connect() as connection:
            for statement in spoil if break_it else mend:
                connection.exec_driver_sql(statement.replace("%", "%%") if engine.name != "sqlite" else statement)

    yield change
    engine.dispose()


def test_bots_go_on_after_the_database_could_not_write(
    database_url: str, tmp_path: Path, broken: Callable[[bool], None]
) -> None:
    async def main(server: ServerProcess) -> None:
        async with Client(server.url) as client, client.socket() as socket:
            pace = PaceAsked(bot_seconds=0)
            made = await client.create(CreateTable(name="Anne", seats=SEATS["alone against a bot"], pace=pace))
            broken(True)
            await client.start(made.table, made.host)
            table = await socket.open(made.table, *made.tokens.values())
            player = Player(table, await Placements.of(client), Random(1))
            async with asyncio.timeout(PATIENCE_S), asyncio.TaskGroup() as tasks:
                tasks.create_task(player.play_to_the_end())
                while "spoilt" not in server.log.read_text():
                    await asyncio.sleep(PAUSE_S)
                broken(False)
            assert table.snapshot.status == "over"

    with running_server(database_url, tmp_path, "--no-limits", forked=True) as server:
        asyncio.run(main(server))
