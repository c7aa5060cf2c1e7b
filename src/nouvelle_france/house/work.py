"""Background tasks: nobody awaits them, but none may fail unnoticed or outlive the house."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from nouvelle_france.house.notes import Notes
from nouvelle_france.tables import TableError

T = TypeVar("T")


async def apart(work: Callable[[], T]) -> T:
    """Run something slow in a thread, so that nothing else waits for it. Python in a browser has no threads."""
    return work() if sys.platform == "emscripten" else await asyncio.to_thread(work)


class Work:
    """The tasks of a house."""

    def __init__(self, notes: Notes) -> None:
        self.tasks: set[asyncio.Task[None]] = set()
        self.stopping = False
        self._notes = notes

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[None]:
        """Run something in the background."""
        task = asyncio.create_task(self.guarded(work))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        task.add_done_callback(lambda _: work.close())  # it may have been cancelled before it began
        return task

    async def guarded(self, work: Coroutine[Any, Any, Any]) -> None:
        """Run something, and note any error."""
        try:
            await work
        except TableError as error:
            self._notes.warning("refused", code=error.code, error=error.message)
        except Exception:
            self._notes.exception("failed")

    async def stop(self) -> None:
        """Cancel all tasks."""
        self.stopping = True
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
