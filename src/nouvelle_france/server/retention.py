"""How long tables are kept."""

from __future__ import annotations

import asyncio

from nouvelle_france.house import House
from nouvelle_france.house.house import now_ms
from nouvelle_france.server.settings import Settings
from nouvelle_france.server.storage import Storage, StorageError

DAY = 24 * 60 * 60 * 1000

EVERY = 3600.0
"""How often old tables are removed, in seconds."""


async def prune(
    storage: Storage, now: int, finished: float | None, waiting: float | None, playing: float | None
) -> dict[str, int]:
    """Remove tables that have not changed for so many days (None: keep them); how many of each went."""

    def before(days: float | None) -> int | None:
        return None if days is None else round(now - days * DAY)

    return await storage.prune(
        finished_before=before(finished), waiting_before=before(waiting), playing_before=before(playing)
    )


async def keep_pruning(storage: Storage, house: House, settings: Settings) -> None:
    """Remove tables older than the owner wants to keep, again and again."""
    kept = (settings.keep_finished_days, settings.keep_waiting_days, settings.keep_playing_days)
    while True:
        try:
            removed = await prune(storage, house.clock(), *kept)
            if any(removed.values()):
                house.notes.info("pruned", **removed)
        except StorageError as error:
            house.notes.warning("prune", error=str(error))
        await asyncio.sleep(EVERY)


async def prune_now(url: str, finished: float | None, waiting: float | None, playing: float | None) -> dict[str, int]:
    """Do so once, in a database of which only the address is known."""
    storage = await Storage.open(url, must_exist=True)
    try:
        return await prune(storage, now_ms(), finished, waiting, playing)
    finally:
        await storage.close()
