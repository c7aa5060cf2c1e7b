"""Entries and standings for the storage's tests."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from nouvelle_france.server.storage import Storage
from nouvelle_france.tables.entries import Standing, Written


def entry(seq: int, at: int = 1000, kind: str = "played", **data: object) -> Written:
    return Written(seq, at, kind, data or {"n": seq, "who": "Frontenac « é »"})


def standing(status: str = "playing", *, public: bool = True, due: int | None = None) -> Standing:
    return Standing(status, public, due, "digest", {"title": "Québec", "seats": [None, {"name": "Ω"}]})


async def make(storage: Storage, table: str, at: int = 1000, status: str = "playing", **more: object) -> None:
    # the keywords are those of standing()
    assert await storage.create(table, [entry(1, at)], standing(status, **more))  # type: ignore[arg-type]


@asynccontextmanager
async def opened(*urls: str) -> AsyncIterator[list[Storage]]:
    """Storages that are closed at the end, whatever happens."""
    storages: list[Storage] = []
    try:
        for url in urls:
            storages.append(await Storage.open(url))
        yield storages
    finally:
        for storage in storages:
            await storage.close()


def run(url: str, test: Callable[[Storage], Awaitable[None]]) -> None:
    """Run a test with a storage."""

    async def inside() -> None:
        async with opened(url) as (storage,):
            await test(storage)

    asyncio.run(inside())


async def until(condition: Callable[[], bool], seconds: float = 20) -> None:
    """Wait for something that happens elsewhere."""
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.01)
