"""Looking after tables nobody has in memory, and letting go of those that are idle."""

from __future__ import annotations

import asyncio
import time

from nouvelle_france.house.house import GRACE, House
from nouvelle_france.house.live import Live
from nouvelle_france.house.presence import Presence
from nouvelle_france.house.readying import Readying
from nouvelle_france.house.schedule import Schedule
from nouvelle_france.house.storage import StorageError
from nouvelle_france.tables import Code, TableError

SWEEP = 5.0
"""How often to look for tables where something is due and nobody does it, in seconds."""

IDLE = 60.0
"""How long a table nobody follows stays in memory, in seconds."""


class Sweeping:
    """Goes through the tables again and again."""

    def __init__(self, house: House, schedule: Schedule, presence: Presence, readying: Readying) -> None:
        self._house = house
        self._schedule = schedule
        self._presence = presence
        self._readying = readying

    def start(self) -> None:
        """Begin: also with tables where bots were to move when the last process ended."""
        self._house.work.spawn(self._sweep())

    async def _sweep(self) -> None:
        house = self._house
        grace = 0
        while True:
            # One table that cannot be looked after must not keep the others waiting.
            for live in list(house.in_memory.values()):
                if live.stale and not live.lock.locked():
                    await house.work.guarded(self._mend(live))
            try:
                due = await house.storage.due(house.clock() - grace, limit=200)
            except StorageError as error:
                house.notes.warning("sweep", error=str(error))
                due = []
            for id in due:
                await house.work.guarded(self._look_after(id))
            self._let_go()
            grace = GRACE
            await asyncio.sleep(SWEEP)

    async def _look_after(self, id: str) -> None:
        """See to what is due at a table."""
        live = self._house.in_memory.get(id)
        if live is None:
            await self._house.live(id)
        elif not self._schedule.busy(id):
            self._schedule.drive(live)

    async def _mend(self, live: Live) -> None:
        """Go on at a table whose last write failed. It was a bot's, perhaps, and nobody else is asked."""
        try:
            await self._house.catch_up_with(live)
        except TableError as error:
            if error.code == Code.UNKNOWN_TABLE:
                self._forget(live.table.id)  # it was removed, for instance because it was old
            raise
        self._schedule.drive(live)

    def _let_go(self) -> None:
        house = self._house
        for id, live in list(house.in_memory.items()):
            unused = time.monotonic() - live.used
            due = live.table.standing_due
            soon = due is not None and due < house.clock() + 2 * SWEEP * 1000
            if unused > IDLE and not (live.followers or soon or live.lock.locked() or self._schedule.thinks(id)):
                self._forget(id)
        house.notes.in_memory(len(house.in_memory))

    def _forget(self, id: str) -> None:
        for room in (self._house, self._schedule, self._presence, self._readying):
            room.forget(id)
