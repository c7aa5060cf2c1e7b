"""Who follows which table, and since when somebody no longer does."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import orjson

from nouvelle_france.house.elsewhere import Elsewhere
from nouvelle_france.house.house import House, seats_held
from nouvelle_france.house.live import Follower, Live
from nouvelle_france.tables import Entry, Table, decisions

QUIET = 0.5
"""The shortest time between two messages to a table about who is present, in seconds."""

ABSENT = 30.0
"""How long somebody must be away before others may call a stand-in, in seconds. Reloading a page takes less."""


class Place(NamedTuple):
    """Queue priority of a table's bot request; lowest first."""

    rank: int
    """0 if a player is present, 1 if players are only expected back, or somebody watches."""
    whose: frozenset[str]
    """The callers who are present, so that no caller's second table goes before another caller's first."""


class Presence:
    """The followers of tables, and what they are told about each other."""

    def __init__(self, house: House, absent: float = ABSENT) -> None:
        self._house = house
        self._absent = absent
        self._began = time.monotonic()
        self._seen: dict[str, dict[str, float]] = {}
        """By table and seat: when its holder was last present, for those who no longer are."""
        self._elsewhere = Elsewhere(house, self._left, self._has_heard)
        self.quiet = QUIET
        """As :data:`QUIET`; a test that compares messages sets it to 0."""
        self._told: dict[str, float] = {}
        """By table: when its followers were last told who is present."""
        self._telling: dict[str, asyncio.TimerHandle] = {}
        """By table: the timer for the next such message."""
        self.changed: list[Callable[[Live], None]] = []
        """Called when somebody has come to a table."""

    def start(self) -> None:
        """Begin telling the other processes, if there are any."""
        self._elsewhere.start()

    def heard(self, message: Mapping[str, Any]) -> None:
        """Note another process's report of who is present there."""
        self._elsewhere.heard(message)

    # -- coming and going ------------------------------------------------------------------------------------------

    async def follow(
        self,
        id: str,
        follower: Follower,
        tokens: Sequence[str],
        greet: Callable[[Live], None],
        instead: Follower | None = None,
    ) -> None:
        """Let somebody follow a table with the seats of these tokens; it ends any stand-in on those seats.

        ``greet`` is called under the lock. The tokens' seats are looked up there too: a seat may be handed over while
        its old holder waits. Where nothing is refused, the new follower takes the place of another, ``instead``.
        """

        def come_back(table: Table) -> list[Entry]:
            return [it for seat in sorted(seats_held(table, tokens)) for it in decisions.come_back(table, seat)]

        house = self._house
        await house.act(id, come_back)
        live = await house.live(id)
        async with house.up_to_date(live) as table:
            follower.seats = seats_held(table, tokens)
            decisions.watch(table, follower.seats)
            if instead is not None:
                self._remove(live, instead)
            live.followers.append(follower)
            greet(live)
        for hear in self.changed:
            hear(live)
        self._tell(live)
        await self._elsewhere.tell(live, asks=True)

    async def unfollow(self, id: str, follower: Follower) -> None:
        """Stop somebody following a table."""
        live = self._house.in_memory.get(id)
        if live is not None and self._remove(live, follower):
            live.used = time.monotonic()
            self._tell(live)
            await self._elsewhere.tell(live)

    def _remove(self, live: Live, follower: Follower) -> bool:
        """Whether somebody followed until now."""
        if follower not in live.followers:
            return False
        live.followers.remove(follower)
        self._saw(live, dict.fromkeys(follower.seats, 0.0))
        return True

    def at(self, live: Live) -> tuple[list[str], int]:
        """The seats whose holders are connected, to any process, and how many spectators."""
        (here, watching), (elsewhere, watching_there) = live.present, self._elsewhere.at(live.table.id)
        return sorted(here | elsewhere), watching + watching_there

    def place(self, live: Live) -> Place | None:
        """The queue priority of a table's bots; None if nobody would see them play."""
        callers = frozenset(follower.origin for follower in live.followers if follower.seats)
        if callers:
            return Place(0, callers)
        seats, watching = self.at(live)
        if seats:
            return Place(0, frozenset(("elsewhere",)))
        # A seated person may come back, or be called back; games between bots only advance while watched.
        return Place(1, frozenset((live.table.id,))) if watching or live.table.peopled else None

    async def is_absent(self, id: str, seat: str) -> bool:
        """Whether a seat's holder is not connected, and has not been for a while.

        Absence is counted from the start of this process at the earliest: after a restart everybody has to reconnect
        first.
        """
        if await self.is_present(id, seat):
            return False
        last = max(self._seen.get(id, {}).get(seat, 0.0), self._began)
        return time.monotonic() - last >= self._absent

    def _saw(self, live: Live, left: Mapping[str, float]) -> None:
        """Note that these seats were present this many seconds ago."""
        now, seen = time.monotonic(), self._seen.setdefault(live.table.id, {})
        for seat, ago in left.items():
            seen[seat] = max(now - ago, seen.get(seat, 0.0))

    def _left(self, live: Live) -> dict[str, float]:
        """The seats that were present until recently, and how many seconds ago."""
        now, seen = time.monotonic(), self._seen.get(live.table.id, {})
        return {seat: now - at for seat, at in seen.items() if now - at < self._absent}

    def _has_heard(self, live: Live, left: Mapping[str, float]) -> None:
        """Another process has told who is present there, and who was until recently."""
        self._saw(live, left)
        self._tell(live)

    async def is_present(self, id: str, seat: str) -> bool:
        """Whether a seat's holder is connected. Other processes are asked too: this one may not know the table yet."""
        live = await self._house.live(id)
        await self._elsewhere.find(live, seat)
        return seat in self.at(live)[0]

    def _tell(self, live: Live) -> None:
        """Tell the followers of a table who is present: at once, or a little later if they were just told.

        Otherwise a client that joins and leaves without a pause would cause a message to everybody each time.
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

    def forget(self, id: str) -> None:
        """Forget a table that was dropped from memory."""
        self._elsewhere.forget(id)
        self._seen.pop(id, None)
        self._told.pop(id, None)
        if (telling := self._telling.pop(id, None)) is not None:
            telling.cancel()
