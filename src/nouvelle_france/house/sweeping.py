"""Looks after tables nobody has in memory, and drops idle ones from memory."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from typing import Any

from nouvelle_france.house.house import GRACE, House
from nouvelle_france.house.live import Live
from nouvelle_france.house.schedule import Schedule
from nouvelle_france.house.storage import StorageError
from nouvelle_france.house.thinking import Thinking
from nouvelle_france.tables import Code, TableError

SWEEP = 5.0
"""How often to look for tables with overdue actions, in seconds."""

IDLE = 60.0
"""How long a table nobody follows stays in memory, in seconds."""

AT_ONCE = 200
"""How many overdue tables one sweep looks after."""

UNREADABLE = 3600.0
"""How long a table that cannot be read is left alone, in seconds: it may have begun under other rules."""

PUT_OFF_KEPT = 20_000
"""How many tables that cannot go on are remembered: as many as a server takes."""


class Sweeping:
    """Goes through the tables periodically."""

    def __init__(self, house: House, thinking: Thinking, schedule: Schedule, forget: Callable[[str], None]) -> None:
        self._house = house
        self._thinking = thinking
        self._schedule = schedule
        self._forget = forget
        self._put_off: dict[str, Callable[[], bool]] = {}
        """By table that cannot go on, though it is overdue: whether it might now. Others are not kept waiting by it."""
        house.changed.append(lambda live, _: self._try_again(live.table.id))

    def start(self) -> None:
        """Begin, including tables where bots were to move when the last process ended."""
        self._house.work.spawn(self._sweep())

    async def _sweep(self) -> None:
        house = self._house
        grace = 0
        while True:
            # One faulty table must not block the others.
            for live in list(house.in_memory.values()):
                if live.stale and not live.lock.locked():
                    await house.work.guarded(self._mend(live))
            try:
                due = await self._due(house.clock() - grace)
            except StorageError as error:
                house.notes.warning("sweep", error=str(error))
                due = []
            for id in due:
                await house.work.guarded(self._look_after(id))
            self._let_go()
            grace = GRACE
            await asyncio.sleep(SWEEP)

    async def _due(self, now: int) -> list[str]:
        """The tables to look after, the longest waiting first."""
        self._put_off = {id: might_go_on for id, might_go_on in self._put_off.items() if not might_go_on()}
        due = await self._house.storage.due(now, limit=AT_ONCE + len(self._put_off))
        return [id for id in due if id not in self._put_off]

    async def _look_after(self, id: str) -> None:
        """Do what is due at a table."""
        live = self._house.in_memory.get(id)
        if live is None:
            try:
                live = await self._house.live(id)
            except Exception as error:
                if not (isinstance(error, TableError) and error.code == Code.UNAVAILABLE):
                    again = time.monotonic() + UNREADABLE
                    self._try_later(id, lambda: time.monotonic() >= again)
                raise
        elif not self._schedule.busy(id):
            self._schedule.drive(live)
        if bots := self._schedule.awaited(live.table):
            edition = live.table.edition
            self._try_later(id, lambda: any(self._thinking.readiness(bot, edition) is None for bot in bots))

    def _try_later(self, id: str, might_go_on: Callable[[], bool]) -> None:
        """Leave a table alone until it might go on, or changes."""
        if len(self._put_off) >= PUT_OFF_KEPT:
            del self._put_off[next(iter(self._put_off))]
        self._put_off[id] = might_go_on

    def _try_again(self, id: str) -> None:
        """Look after a table again, since it has changed."""
        self._put_off.pop(id, None)

    def heard(self, message: Mapping[str, Any]) -> None:
        """Another process has written to a table, or it is unknown to which: what was put off might go on."""
        if message.get("lost"):
            self._put_off.clear()
        elif "seq" in message:
            self._try_again(message.get("table", ""))

    async def _mend(self, live: Live) -> None:
        """Resume a table whose last write failed. It may have been a bot's, and nobody else would act."""
        try:
            await self._house.catch_up_with(live)
        except TableError as error:
            if error.code == Code.UNKNOWN_TABLE:
                self._forget(live.table.id)  # it was removed, perhaps because it was old
            raise
        self._schedule.drive(live)

    def _let_go(self) -> None:
        house = self._house
        for id, live in list(house.in_memory.items()):
            unused = time.monotonic() - live.used
            due = live.table.standing_due
            soon = due is not None and due < house.clock() + 2 * SWEEP * 1000 and self._schedule.busy(id)
            if unused > IDLE and not (live.followers or soon or live.lock.locked() or self._schedule.thinks(id)):
                self._forget(id)
        house.notes.in_memory(len(house.in_memory))
