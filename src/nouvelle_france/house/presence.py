"""Who follows which table: here, and as far as other processes say, there."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import orjson

from nouvelle_france.house.house import House, seats_held
from nouvelle_france.house.live import Follower, Live
from nouvelle_france.house.storage import StorageError
from nouvelle_france.tables import decisions

GOSSIP = 20.0
"""How often processes tell each other who is present, in seconds; silence for twice that is absence."""

HEARSAY = 2.0
"""How long other processes are given to say that somebody is present there, in seconds."""


QUIET = 0.5
"""How often people at a table are told who is present, at most, in seconds."""

ABSENT = 30.0
"""How long somebody must be gone before others may call a stand-in, in seconds. Reloading a page takes less."""


class Place(NamedTuple):
    """Where a thought for a table stands in line, the lowest first."""

    rank: int
    """0 where somebody who plays is present, 1 where somebody only may come back, or watches."""
    whose: frozenset[str]
    """Where those who are present call from: so that nobody's many tables come before another's one."""


class Presence:
    """Those who follow tables, and what they are told of each other."""

    def __init__(self, house: House, absent: float = ABSENT) -> None:
        self._house = house
        self._absent = absent
        self._began = time.monotonic()
        self._seen: dict[str, dict[str, float]] = {}
        """By table and seat: when its holder was last known to be present, of those who are so no longer."""
        self._elsewhere: dict[str, dict[str, tuple[float, frozenset[str], int]]] = {}
        """By table and other process: when it said so, the seats present there, its spectators."""
        self.quiet = QUIET
        """How often people are told, at most; a test that compares what is told wants it at once."""
        self._told: dict[str, float] = {}
        """By table: when those there were last told who is present."""
        self._telling: dict[str, asyncio.TimerHandle] = {}
        """By table: what will tell them soon."""
        self.changed: list[Callable[[Live], None]] = []
        """Who hears that somebody has come to a table."""

    def start(self) -> None:
        """Go on telling the others, where there are any."""
        if self._house.storage.shared:
            self._house.work.spawn(self._gossip())

    # -- coming and going ------------------------------------------------------------------------------------------

    async def follow(self, id: str, follower: Follower, tokens: Sequence[str], greet: Callable[[Live], None]) -> None:
        """Let somebody follow a table with the seats of these tokens; whose seats a bot stood in for is back.

        ``greet`` is called under the lock. What the tokens hold is looked up there too: a seat may be handed over
        while its old holder waits.
        """
        house = self._house
        for seat in sorted(await house.seats_of(id, tokens)):
            await house.act(id, partial(decisions.come_back, seat=seat))
        live = await house.live(id)
        async with house.up_to_date(live) as table:
            follower.seats = seats_held(table, tokens)
            decisions.watch(table, follower.seats)
            live.followers.append(follower)
            greet(live)
        for hear in self.changed:
            hear(live)
        self._tell(live)
        await self._tell_others(live, asks=True)

    async def unfollow(self, id: str, follower: Follower) -> None:
        """Somebody follows a table no longer."""
        live = self._house.in_memory.get(id)
        if live is not None and follower in live.followers:
            live.followers.remove(follower)
            self._saw(live, dict.fromkeys(follower.seats, 0.0))
            live.used = time.monotonic()
            self._tell(live)
            await self._tell_others(live)

    def at(self, live: Live) -> tuple[list[str], int]:
        """The seats whose holders are connected, to any process, and how many spectators."""
        seats, watching = live.present
        for _, others, watchers in self._elsewhere.get(live.table.id, {}).values():
            seats |= others
            watching += watchers
        return sorted(seats), watching

    def place(self, live: Live) -> Place | None:
        """Where thoughts of a table's bots stand in line; None where they would play for nobody at all."""
        callers = frozenset(follower.origin for follower in live.followers if follower.seats)
        if callers:
            return Place(0, callers)
        seats, watching = self.at(live)
        if seats:
            return Place(0, frozenset(("elsewhere",)))
        # A person whose seat it is may come back, or be called back; bots that play among themselves are for watching.
        return Place(1, frozenset((live.table.id,))) if watching or live.table.peopled else None

    async def is_absent(self, id: str, seat: str) -> bool:
        """Whether a seat's holder is not connected, and has not been for a while.

        Nobody has been away for longer than this process is there: after a restart all have to come back first.
        """
        if await self.is_present(id, seat):
            return False
        last = max(self._seen.get(id, {}).get(seat, 0.0), self._began)
        return time.monotonic() - last >= self._absent

    def _saw(self, live: Live, left: Mapping[str, float]) -> None:
        """These were present so many seconds ago."""
        now, seen = time.monotonic(), self._seen.setdefault(live.table.id, {})
        for seat, ago in left.items():
            seen[seat] = max(now - ago, seen.get(seat, 0.0))

    async def is_present(self, id: str, seat: str) -> bool:
        """Whether a seat's holder is connected. Other processes are asked: this one may not have followed so far."""
        live = await self._house.live(id)
        if self._house.storage.shared:
            asked = time.monotonic()
            await self._tell_others(live, asks=True)
            while time.monotonic() - asked < HEARSAY:
                # What was heard before may be out of date: who has just left is not waited for.
                elsewhere = self._elsewhere.get(id, {}).values()
                if seat in live.present[0] or any(at >= asked and seat in seats for at, seats, _ in elsewhere):
                    return True
                await asyncio.sleep(0.02)
        return seat in self.at(live)[0]

    def _tell(self, live: Live) -> None:
        """Tell those at a table who is present: at once, or soon where they were told a moment ago.

        Otherwise one who comes and goes without a pause would have everybody told everything each time.
        """
        id = live.table.id
        wait = self._told.get(id, 0.0) + self.quiet - time.monotonic()
        if id in self._telling:
            return
        if wait <= 0:
            self._tell_now(live)
        else:
            self._telling[id] = asyncio.get_running_loop().call_later(wait, self._tell_now, live)

    def _tell_now(self, live: Live) -> None:
        self._telling.pop(live.table.id, None)
        self._told[live.table.id] = time.monotonic()
        seats, watching = self.at(live)
        live.tell(orjson.dumps({"type": "present", "table": live.table.id, "seats": seats, "watching": watching}))

    # -- other processes -------------------------------------------------------------------------------------------

    def heard(self, message: Mapping[str, Any]) -> None:
        """Another process says who is present there."""
        live = self._house.in_memory.get(message.get("table", ""))
        if live is None or "present" not in message:
            return
        seats = frozenset(message["present"])
        elsewhere = self._elsewhere.setdefault(live.table.id, {})
        self._saw(live, message.get("left", {}))
        elsewhere[message["from"]] = (time.monotonic(), seats, message["watching"])
        if not seats and not message["watching"]:
            del elsewhere[message["from"]]
        self._tell(live)
        if message.get("asks"):
            self._house.work.spawn(self._tell_others(live))

    def forget(self, id: str) -> None:
        """A table is in memory no longer."""
        self._elsewhere.pop(id, None)
        self._seen.pop(id, None)
        self._told.pop(id, None)
        if (telling := self._telling.pop(id, None)) is not None:
            telling.cancel()

    async def _tell_others(self, live: Live, asks: bool = False) -> None:
        """Tell other processes who is present here."""
        if not self._house.storage.shared:
            return
        seats, watching = live.present
        message: dict[str, Any] = {"table": live.table.id, "present": sorted(seats), "watching": watching}
        now = time.monotonic()
        left = {seat: now - at for seat, at in self._seen.get(live.table.id, {}).items() if now - at < self._absent}
        if left:
            message["left"] = left
        if asks:
            message["asks"] = True
        try:
            await self._house.storage.notify(message)
        except StorageError as error:
            self._house.notes.warning("presence", error=str(error))

    async def _gossip(self) -> None:
        """Repeat who is present, and forget processes that have fallen silent."""
        while True:
            await asyncio.sleep(GOSSIP)
            for live in list(self._house.in_memory.values()):
                if live.followers:
                    await self._tell_others(live)
                elsewhere = self._elsewhere.get(live.table.id, {})
                silent = [process for process, (at, _, _) in elsewhere.items() if time.monotonic() - at > 2.2 * GOSSIP]
                for process in silent:
                    del elsewhere[process]
                if silent:
                    self._tell(live)
