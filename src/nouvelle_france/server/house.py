"""The house: all tables of a server process, and the one authority that lets anything happen at them.

Whoever wants something of a table (a person over a socket, a bot, the clock) goes through :meth:`House.act`: under the
table's lock the wish is decided on, taken in, written down and committed, and only then told. If another process wrote
to the same table first, the storage refuses, the table catches up, and the wish is decided on anew.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from hashlib import sha256
from typing import Any

from nouvelle_france.bots import BOTS
from nouvelle_france.edition import Edition
from nouvelle_france.record import write_action
from nouvelle_france.rules import Coureur
from nouvelle_france.server.editions import Editions
from nouvelle_france.server.live import Follower, Live
from nouvelle_france.server.logs import get_log
from nouvelle_france.server.metrics import Metrics
from nouvelle_france.server.retention import now_ms, prune
from nouvelle_france.server.settings import Settings
from nouvelle_france.server.storage import Storage, StorageError
from nouvelle_france.server.thinking import Thinkers
from nouvelle_france.tables import Code, Entry, Table, TableError, decisions, fairness
from nouvelle_france.tables.decisions import AlreadyDone, Deal, Draft
from nouvelle_france.tables.news import News, Reporter
from nouvelle_france.tables.table import WINTER_SEAT, Ask, How
from nouvelle_france.tables.tokens import Names, hashed

Decide = Callable[[Table], "list[Draft] | AlreadyDone"]

GRACE = 3_000
"""How long another process is given to do what is due at a table it last wrote to, in milliseconds."""

SWEEP = 5.0
"""How often to look for tables where something is due and nobody does it, in seconds."""

IDLE = 60.0
"""How long a table nobody follows stays in memory, in seconds."""

GOSSIP = 20.0
"""How often processes tell each other who is present, in seconds; silence for twice that is absence."""

HEARSAY = 2.0
"""How long other processes are given to say that somebody is present there, in seconds."""

PRUNE = 3600.0
"""How often old tables are removed, in seconds."""


class House:
    """The tables of one process. Clock, chance and dealing come from outside, so that tests can repeat them."""

    def __init__(
        self,
        storage: Storage,
        thinkers: Thinkers,
        editions: Editions,
        settings: Settings,
        metrics: Metrics,
        clock: Callable[[], int] = now_ms,
        names: Names | None = None,
        deal: Deal = fairness.deal,
    ) -> None:
        self.storage = storage
        self.thinkers = thinkers
        self.editions = editions
        self.settings = settings
        self.metrics = metrics
        self.clock = clock
        self.names = names or Names()
        self.deal = deal
        self._live: dict[str, Live] = {}
        self._loading: dict[str, asyncio.Task[Live]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._stopping = False
        self._log = get_log()

    async def start(self) -> None:
        """Begin to look after tables: also those where bots were to move when the last process ended."""
        self.storage.listen(self._heard)
        if self.storage.shared:
            await self.storage.listening(timeout=2.0)
        self._spawn(self._sweep())
        self._spawn(self._prune())
        if self.storage.shared:
            self._spawn(self._gossip())

    async def stop(self) -> None:
        """End everything that goes on by itself. What is committed is kept, as after any other end."""
        self._stopping = True
        for live in self._live.values():
            if live.timer is not None:
                live.timer.cancel()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # -- tables in memory ------------------------------------------------------------------------------------------

    async def live(self, id: str) -> Live:
        """The table of an id, loaded if need be."""
        if id not in self._live:
            if id not in self._loading:
                self._loading[id] = asyncio.create_task(self._load(id))
                self._loading[id].add_done_callback(lambda _: self._loading.pop(id, None))
            await asyncio.shield(self._loading[id])
        live = self._live[id]
        live.used = time.monotonic()
        return live

    async def _load(self, id: str) -> Live:
        table = await self._read(id)
        live = self._live[id] = Live(table)
        live.used = time.monotonic()
        self.metrics.tables.set(len(self._live))
        self._drive(live, GRACE if self.storage.shared else 0)
        return live

    async def _read(self, id: str, until: int | None = None) -> Table:
        try:
            entries = await self.storage.entries(id, limit=until)
        except StorageError as error:
            raise self._unavailable(error) from error
        if not entries:
            raise TableError(Code.UNKNOWN_TABLE, "there is no such table, or it was removed")
        await self.edition(entries[0].data["edition"])
        return Table.load(id, self.editions.known, entries)

    def _unavailable(self, error: StorageError) -> TableError:
        self._log.error("storage", error=str(error))
        return TableError(Code.UNAVAILABLE, "the storage does not answer; send it again under the same id")

    # -- the one authority -----------------------------------------------------------------------------------------

    async def create(self, drafts: list[Draft]) -> Live:
        """Write a new table down."""
        digest = drafts[0].data["edition"]
        while True:
            id = self.names.table()
            table = Table(id, self.editions.known)
            entries = self._stamp(table, drafts)
            for entry in entries:
                table.apply(entry)
            try:
                await self.editions.keep(self.storage, self.editions.known(digest))
                created = await self.storage.create(id, entries, table.standing())
            except StorageError as error:
                raise self._unavailable(error) from error
            if created:
                break
        live = self._live[id] = Live(table)
        live.used = time.monotonic()
        self._drive(live)
        self.metrics.tables.set(len(self._live))
        self.metrics.entries.labels("created").inc()
        self._log.info("created", table=id, mode=table.options.mode, seats=len(table.chairs))
        return live

    async def act(self, id: str, decide: Decide) -> int:
        """Let something happen at a table: the number of the entry it led to. Returns after the commit."""
        live = await self.live(id)
        async with live.lock:
            up_to_date = not self.storage.shared
            while True:
                if live.stale:
                    await self._refresh(live)
                try:
                    drafts = decide(live.table)
                except TableError:
                    if up_to_date:
                        raise
                    await self._catch_up(live)  # another process may have changed what it is refused for
                    up_to_date = True
                    continue
                if isinstance(drafts, AlreadyDone):
                    return drafts.seq
                if not drafts:
                    return live.table.seq
                decisions.restrain(live.table, drafts)
                news = await self._write(live, drafts)
                if news is not None:
                    break
            live.broadcast(news)
            self._drive(live)
            return live.table.seq

    async def _write(self, live: Live, drafts: list[Draft]) -> list[News] | None:
        """Commit entries; None if another process was first, and the table has caught up instead."""
        table = live.table
        entries = self._stamp(table, drafts)
        live.stale = True  # until the commit: whatever ends this early, memory is ahead of the storage
        news = [live.reporter.apply(entry) for entry in entries]
        began = time.perf_counter()
        try:
            written = await self.storage.append(table.id, entries, table.standing())
        except StorageError as error:
            raise self._unavailable(error) from error
        self.metrics.commit.observe(time.perf_counter() - began)
        if not written:
            self.metrics.conflicts.inc()
            await self._refresh(live)
            return None
        live.stale = False
        for entry in entries:
            self._note(table, entry)
        return news

    def _note(self, table: Table, entry: Entry) -> None:
        self.metrics.entries.labels(entry.kind).inc()
        details: dict[str, Any] = {}
        if entry.kind == "moved":
            self.metrics.moves.labels(entry.data["how"]).inc()
            details = {"do": entry.data["action"]["do"], "how": entry.data["how"]}
        if "seat" in entry.data:
            details["seat"] = entry.data["seat"]
        self._log.debug(entry.kind, table=table.id, seq=entry.seq, **details)
        if table.status == "over" and entry.kind == "moved":
            self._log.info("over", table=table.id, seq=entry.seq)

    def _stamp(self, table: Table, drafts: list[Draft]) -> list[Entry]:
        now = max(self.clock(), table.changed_at)  # a clock that was set back does not turn time around
        return [Entry(table.seq + place, now, kind, data) for place, (kind, data) in enumerate(drafts, start=1)]

    async def _refresh(self, live: Live) -> None:
        """Take the table from storage as it was last told here, then what was written after that."""
        live.table = await self._read(live.table.id, until=live.told)
        live.reporter = Reporter(live.table)
        await self._catch_up(live)
        live.stale = False

    async def _catch_up(self, live: Live) -> None:
        """Take in what other processes wrote."""
        try:
            entries = await self.storage.entries(live.table.id, after=live.table.seq)
        except StorageError as error:
            live.stale = True
            raise self._unavailable(error) from error
        if entries:
            live.broadcast([live.reporter.apply(entry) for entry in entries])
            self._drive(live, GRACE)

    # -- other processes -------------------------------------------------------------------------------------------

    def _heard(self, message: Mapping[str, Any]) -> None:
        """Another process says something."""
        if message.get("lost"):
            for followed in list(self._live.values()):
                self._spawn(self._catch_up_with(followed))
            return
        live = self._live.get(message.get("table", ""))
        if live is None:
            return
        if "present" in message:
            seats = frozenset(message["present"])
            live.elsewhere[message["from"]] = (time.monotonic(), seats, message["watching"])
            if not seats and not message["watching"]:
                del live.elsewhere[message["from"]]
            live.tell_presence()
            if message.get("asks"):
                self._spawn(self._tell_others(live))
        elif message.get("seq", 0) > live.table.seq or live.lock.locked():
            self._spawn(self._catch_up_with(live))

    async def _catch_up_with(self, live: Live) -> None:
        async with live.lock:
            if live.stale:
                await self._refresh(live)
            await self._catch_up(live)

    @asynccontextmanager
    async def up_to_date(self, id: str) -> AsyncIterator[Table]:
        """A table, locked, as it is in storage now. Nothing can be let happen at it inside."""
        async with self._up_to_date(await self.live(id)) as table:
            yield table

    @asynccontextmanager
    async def _up_to_date(self, live: Live) -> AsyncIterator[Table]:
        """The table, locked, as it is in storage now."""
        async with live.lock:
            if live.stale:
                await self._refresh(live)
            elif self.storage.shared:
                await self._catch_up(live)
            yield live.table

    async def seats_of(self, id: str, tokens: Sequence[str]) -> frozenset[str]:
        """The seats these tokens hold. Each must hold one."""
        live = await self.live(id)
        try:
            return _seats(live.table, tokens)
        except TableError:
            async with self._up_to_date(live) as table:
                return _seats(table, tokens)  # perhaps another process has just given it

    async def hosts(self, id: str, token: str) -> bool:
        """Whether a token is the host's."""
        return (await self.live(id)).table.host == hashed(token)

    async def look(self, id: str, seats: frozenset[str] = frozenset()) -> dict[str, Any]:
        """A snapshot of a table."""
        live = await self.live(id)
        async with self._up_to_date(live):
            return live.snapshot(seats)

    async def history(
        self, id: str, seats: frozenset[str], after: int, limit: int
    ) -> tuple[list[dict[str, Any]], bool]:
        """What happened at a table after an event, as a viewer may know it, and whether there is more."""
        entries = await self.storage.entries(id)
        if not entries:
            raise TableError(Code.UNKNOWN_TABLE, "there is no such table, or it was removed")
        await self.edition(entries[0].data["edition"])

        def played_again() -> list[dict[str, Any]]:
            reporter = Reporter(Table(id, self.editions.known))
            news = [reporter.apply(entry) for entry in entries[: after + limit]]
            return [it.seen_by(seats) for it in news[after:]]

        # A long game takes a while, and others must not wait for it.
        return await asyncio.to_thread(played_again), len(entries) > after + limit

    async def edition(self, digest: str) -> Edition:
        """An edition of a table, from storage if need be."""
        return await self.editions.fetch(self.storage, digest)

    async def ping(self) -> None:
        """Raise :class:`StorageError` if the storage does not answer."""
        await self.storage.ping()

    async def proof(self, id: str) -> fairness.Proof:
        """The proof of a finished game's shuffle, with its record."""
        async with self.up_to_date(id) as table:
            return table.proof()

    async def _tell_others(self, live: Live, asks: bool = False) -> None:
        """Tell other processes who is present here."""
        if not self.storage.shared:
            return
        seats = sorted(live.present_here)
        watching = sum(not follower.seats for follower in live.followers)
        message: dict[str, Any] = {"table": live.table.id, "present": seats, "watching": watching}
        if asks:
            message["asks"] = True
        try:
            await self.storage.notify(message)
        except StorageError as error:
            self._log.warning("presence", error=str(error))

    async def _gossip(self) -> None:
        """Repeat who is present, and forget processes that have fallen silent."""
        while True:
            await asyncio.sleep(GOSSIP)
            for live in list(self._live.values()):
                if live.followers:
                    await self._tell_others(live)
                silent = [
                    process for process, (at, _, _) in live.elsewhere.items() if time.monotonic() - at > 2.2 * GOSSIP
                ]
                for process in silent:
                    del live.elsewhere[process]
                if silent:
                    live.tell_presence()

    async def is_present(self, id: str, seat: str) -> bool:
        """Whether a seat's holder is connected. Other processes are asked: this one may not have followed so far."""
        live = await self.live(id)
        if self.storage.shared:
            asked = time.monotonic()
            await self._tell_others(live, asks=True)
            while time.monotonic() - asked < HEARSAY:
                # What was heard before may be out of date: who has just left is not waited for.
                if seat in live.present_here or any(
                    at >= asked and seat in seats for at, seats, _ in live.elsewhere.values()
                ):
                    return True
                await asyncio.sleep(0.02)
        return seat in live.present[0]

    # -- those who follow ------------------------------------------------------------------------------------------

    async def follow(self, id: str, follower: Follower, tokens: Sequence[str], greet: Callable[[Live], None]) -> None:
        """Let somebody follow a table with the seats of these tokens; whose seats a bot stood in for is back.

        ``greet`` is called under the lock. What the tokens hold is looked up there too: a seat may be handed over
        while its old holder waits.
        """
        for seat in sorted(await self.seats_of(id, tokens)):
            await self.act(id, partial(decisions.come_back, seat=seat))
        live = await self.live(id)
        async with self._up_to_date(live) as table:
            follower.seats = _seats(table, tokens)
            live.followers.append(follower)
            greet(live)
        live.tell_presence()
        await self._tell_others(live, asks=True)

    async def unfollow(self, id: str, follower: Follower) -> None:
        """Somebody follows a table no longer."""
        live = self._live.get(id)
        if live is not None and follower in live.followers:
            live.followers.remove(follower)
            live.used = time.monotonic()
            live.tell_presence()
            await self._tell_others(live)

    # -- what happens by itself ------------------------------------------------------------------------------------

    def _drive(self, live: Live, grace: int = 0) -> None:
        """See to it that bots move and clocks run out at this table when it is time."""
        if live.table.status != "over":
            for chair in live.table.chairs.values():
                if chair.bot is not None:
                    self.thinkers.expect(chair.bot, live.table.edition)
        if live.timer is not None:
            live.timer.cancel()
            live.timer = None
        due = live.table.due if live.table.status == "playing" else None
        if due is None and not self._bots_asked(live):
            return
        at_once = due is None or (live.table.reacting and self._bots_asked(live))
        wait = grace if due is None or at_once else max(0, due + grace - self.clock())
        # Long sleeps are cut up: the wall clock may be set, and timers count by another.
        live.timer = asyncio.get_running_loop().call_later(min(wait / 1000, 60.0), self._wake, live)

    def _bots_asked(self, live: Live) -> bool:
        """Whether a bot may answer at once beside persons who are asked too."""
        table = live.table
        return table.status == "playing" and any(
            table.bot_of(seat) is not None and live.thinking.get(seat) != ask and live.held.get(seat, (None,))[0] != ask
            for seat, ask in table.asked.items()
        )

    def _wake(self, live: Live) -> None:
        live.timer = None
        table, now = live.table, self.clock()
        if table.status != "playing" or self._stopping:
            return
        early = False
        for seat, ask in table.asked.items():
            bot = table.bot_of(seat)
            deadline = table.deadline(seat)
            if bot is not None and live.thinking.get(seat) != ask and table.bot_due(seat) > now:
                early = True
            elif bot is not None and live.thinking.get(seat) != ask:
                live.thinking[seat] = ask
                self._spawn(self._think(live, seat, ask, bot))
            elif deadline is not None and deadline <= now:
                self._spawn(self.act(table.id, partial(decisions.time_out, seat=seat, now=now)))
        due = table.due
        if due is not None and due > now:
            self._drive(live)
        elif early:  # the wall clock was set back
            live.timer = asyncio.get_running_loop().call_later(1.0, self._wake, live)

    async def _think(self, live: Live, seat: str, ask: Ask, bot: str) -> None:
        """Let a bot answer for a seat. A claim waits while persons may still make theirs."""
        table = live.table
        try:
            held = live.held.get(seat)
            if held is not None and held[0] == ask:
                action = held[1]
            else:
                number = table.game.seat(seat)
                assert number is not None
                seed = sha256(f"{table.secret}:{seat}:{ask.seq}".encode()).hexdigest()
                # A bot this program no longer has is played by the plainest one.
                known = bot if bot in BOTS or bot == WINTER_SEAT else "random"
                thought = await self.thinkers.choose(known, seed, table.playing.state.view(number))
                if thought.how != "bot":
                    await asyncio.sleep(0.3)  # workers that were told to end with us have not failed
                    if self._stopping:
                        return
                action = thought.action
            words = write_action(table.game, action)

            def decide(table: Table) -> list[Draft] | AlreadyDone:
                if table.asked.get(seat) != ask or table.bot_of(seat) != bot or table.status != "playing":
                    return []  # the game went on, or the holder is back
                if isinstance(action, Coureur) and table.persons_asked:
                    live.held[seat] = (ask, action)
                    return []
                live.held.pop(seat, None)
                how: How = "bot" if seat not in table.chairs or table.chairs[seat].kind == "bot" else "stand_in"
                return decisions.move(table, seat, table.seq, None, words, how)

            await self.act(table.id, decide)
        finally:
            if live.thinking.get(seat) == ask:
                del live.thinking[seat]

    async def _sweep(self) -> None:
        """Look after tables nobody in this process has in memory, and let go of those that are idle."""
        grace = 0
        while True:
            # One table that cannot be looked after must not keep the others waiting.
            for live in list(self._live.values()):
                if live.stale and not live.lock.locked():
                    await self._guarded(self._mend(live))
            try:
                due = await self.storage.due(self.clock() - grace, limit=200)
            except StorageError as error:
                self._log.warning("sweep", error=str(error))
                due = []
            for id in due:
                await self._guarded(self._look_after(id))
            self._let_go()
            grace = GRACE
            await asyncio.sleep(SWEEP)

    async def _look_after(self, id: str) -> None:
        """See to what is due at a table."""
        live = self._live.get(id)
        if live is None:
            await self.live(id)
        elif live.timer is None and not live.thinking:
            self._drive(live)

    async def _mend(self, live: Live) -> None:
        """Go on at a table whose last write failed. It was a bot's, perhaps, and nobody else is asked."""
        try:
            await self._catch_up_with(live)
        except TableError as error:
            if error.code == Code.UNKNOWN_TABLE:
                self._live.pop(live.table.id, None)  # it was removed, for instance because it was old
            raise
        self._drive(live)

    def _let_go(self) -> None:
        for id, live in list(self._live.items()):
            unused = time.monotonic() - live.used
            due = live.table.due if live.table.status == "playing" else None
            soon = due is not None and due < self.clock() + 2 * SWEEP * 1000
            if unused > IDLE and not (live.followers or soon or live.lock.locked() or live.thinking):
                if live.timer is not None:
                    live.timer.cancel()
                del self._live[id]
        self.metrics.tables.set(len(self._live))

    async def _prune(self) -> None:
        """Remove tables older than the owner wants to keep."""
        kept = (self.settings.keep_finished_days, self.settings.keep_waiting_days, self.settings.keep_playing_days)
        while True:
            try:
                removed = await prune(self.storage, self.clock(), *kept)
                if any(removed.values()):
                    self._log.info("pruned", **removed)
            except StorageError as error:
                self._log.warning("prune", error=str(error))
            await asyncio.sleep(PRUNE)

    def _spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        task = asyncio.create_task(self._guarded(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _guarded(self, work: Coroutine[Any, Any, Any]) -> None:
        try:
            await work
        except TableError as error:
            self._log.warning("refused", code=error.code, error=error.message)
        except Exception:
            self._log.exception("failed")


def _seats(table: Table, tokens: Sequence[str]) -> frozenset[str]:
    """The seats these tokens hold. Each must hold one."""
    seats = [table.seat_of(hashed(token)) for token in tokens]
    if None in seats:
        raise TableError(Code.BAD_TOKEN, "this token holds no seat at this table")
    return frozenset(seat for seat in seats if seat is not None)
