"""How long tables are kept."""

from __future__ import annotations

import time

from nouvelle_france.server.storage import Storage

DAY = 24 * 60 * 60 * 1000


def now_ms() -> int:
    """The time, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


async def prune(
    storage: Storage, now: int, finished: float | None, waiting: float | None, playing: float | None
) -> dict[str, int]:
    """Remove tables that have not changed for so many days (None: keep them); how many of each went."""

    def before(days: float | None) -> int | None:
        return None if days is None else round(now - days * DAY)

    return await storage.prune(
        finished_before=before(finished), waiting_before=before(waiting), playing_before=before(playing)
    )


async def prune_now(url: str, finished: float | None, waiting: float | None, playing: float | None) -> dict[str, int]:
    """Do so once, in a database of which only the address is known."""
    storage = await Storage.open(url, must_exist=True)
    try:
        return await prune(storage, now_ms(), finished, waiting, playing)
    finally:
        await storage.close()
