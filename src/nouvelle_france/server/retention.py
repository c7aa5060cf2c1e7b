"""How long tables are kept."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from nouvelle_france.house import House
from nouvelle_france.house.house import now_ms
from nouvelle_france.server.settings import Settings
from nouvelle_france.server.storage import Storage, StorageError

DAY = 24 * 60 * 60 * 1000

EVERY = 3600.0
"""How often old tables are removed, in seconds."""


A_LEAP = 60 * 60 * 1000
"""How far the clock may be set ahead, in milliseconds, and still count as a correction."""

LONG_AGO = 7 * DAY
"""After how long without activity at any table a starting server doubts its clock, in milliseconds."""


def running_seconds() -> float:
    """A clock that cannot be set and, where available, keeps running while the machine sleeps."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


async def prune(
    storage: Storage, now: int, finished: float | None, waiting: float | None, playing: float | None
) -> dict[str, int]:
    """Remove tables that have not changed for this many days (None: keep them); returns how many of each."""

    def before(days: float | None) -> int | None:
        return None if days is None else round(now - days * DAY)

    return await storage.prune(
        finished_before=before(finished), waiting_before=before(waiting), playing_before=before(playing)
    )


class Leaps:
    """Notices when the clock is set far ahead: everything would be old at once, and removal is final.

    A leap is time on the system clock that no other clock confirms: in this process the monotonic one, and at its start
    the last change of a table. The owner has a day to read the log and to correct the clock.
    """

    def __init__(self, steady: Callable[[], float] = running_seconds) -> None:
        self._steady = steady
        self._last: tuple[int, float] | None = None
        self._until: float | None = None

    def holds_back(self, now: int, newest: int | None) -> bool:
        """Whether nothing may be removed now."""
        steady = self._steady()
        if self._last is None:
            leap = 0 if newest is None else now - newest
            leaps = leap > LONG_AGO
        else:
            leap = now - self._last[0] - round((steady - self._last[1]) * 1000)
            leaps = leap > A_LEAP
        self._last = (now, steady)
        if leaps:
            self._until = steady + DAY / 1000
        elif leap < -A_LEAP:
            self._until = None  # it was corrected
        return self._until is not None and steady < self._until


async def keep_pruning(storage: Storage, house: House, settings: Settings) -> None:
    """Periodically remove tables older than the owner wants to keep."""
    kept = (settings.keep_finished_days, settings.keep_waiting_days, settings.keep_playing_days)
    leaps = Leaps()
    while True:
        try:
            if leaps.holds_back(house.clock(), await storage.newest()):
                house.notes.warning("clock", error="the clock has leapt ahead; no tables are removed for a day")
            else:
                removed = await prune(storage, house.clock(), *kept)
                if any(removed.values()):
                    house.notes.info("pruned", **removed)
        except StorageError as error:
            house.notes.warning("prune", error=str(error))
        await asyncio.sleep(EVERY)


async def prune_now(url: str, finished: float | None, waiting: float | None, playing: float | None) -> dict[str, int]:
    """Remove old tables once, in the database at an address."""
    storage = await Storage.open(url, must_exist=True)
    try:
        return await prune(storage, now_ms(), finished, waiting, playing)
    finally:
        await storage.close()
