"""The process in which games are analysed: only one, at low priority, and only while there is something to analyse.

Bots have processes of their own, so no thought at a live table ever waits for an analysis; if there are too few
processors for both, the system prefers the bots (``nice``).
"""

from __future__ import annotations

import asyncio
import os
import pickle
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import get_context
from time import monotonic
from typing import TYPE_CHECKING, TypeVar

from pebble import ProcessPool

from nouvelle_france.review import Depth, Step
from nouvelle_france.rules import Action
from nouvelle_france.server.workers import nothing, start_pool, start_worker, stop_pool

if TYPE_CHECKING:
    from nouvelle_france.review.judging import Judged, Judgement

T = TypeVar("T")

NICE = 10
"""Its niceness: a thinking bot gets ten times its share. At 19 no analysis would ever finish on a busy server."""

SLICE_S = 300.0
"""The time limit of a slice: it takes less than a second, but the first may have to wait for a compiler."""

IDLE_S = 60.0
"""After how long with nothing to do the process exits and releases its memory."""


class AnalystError(Exception):
    """A slice that could not be judged."""


class Analyst:
    """Judges one slice after another, in the order of the requests."""

    def __init__(self, idle: float = IDLE_S) -> None:
        self._idle = idle
        self._pool: ProcessPool | None = None
        self._turn = asyncio.Lock()
        self._used = monotonic()
        self._leaving: asyncio.Task[None] | None = None
        self._closed = False

    async def judge(self, step: Step, depth: Depth) -> Judged:
        """The judgement of a step. Raises an :class:`AnalystError`."""
        return await self._do(judge_there, pickle.dumps((step, depth)))

    async def judge_retry(self, step: Step, action: Action, depth: Depth) -> Judgement | None:
        """What another action would have been worth. Raises an :class:`AnalystError`."""
        return await self._do(retry_there, pickle.dumps((step, action, depth)))

    async def close(self) -> None:
        """Stop the process, whatever it is doing."""
        self._closed = True
        if self._leaving is not None:
            self._leaving.cancel()
        await self._dismiss()

    async def _do(self, work: Callable[[bytes], T], asked: bytes) -> T:
        async with self._turn:
            try:
                pool = await self._ready()
                async with asyncio.timeout(SLICE_S):
                    return await asyncio.wrap_future(pool.schedule(work, (asked,), timeout=SLICE_S))
            except asyncio.CancelledError:
                await self._dismiss()  # its current work is no longer wanted
                raise
            except AnalystError:
                raise
            except Exception as error:  # a process can die, or not even start, in more ways than can be listed
                await self._dismiss()
                raise AnalystError(repr(error)) from error
            finally:
                self._used = monotonic()

    async def _ready(self) -> ProcessPool:
        if self._closed:
            raise AnalystError("the server ends")
        if self._pool is None:
            pool = ProcessPool(1, initializer=start_analyst, context=get_context("spawn"))
            self._pool = pool
            await asyncio.to_thread(start_pool, pool, nothing)
            if self._leaving is None or self._leaving.done():
                self._leaving = asyncio.create_task(self._leave_when_idle())
        return self._pool

    async def _leave_when_idle(self) -> None:
        while self._pool is not None:
            await asyncio.sleep(max(self._used + self._idle - monotonic(), self._idle / 10))
            if not self._turn.locked() and monotonic() - self._used >= self._idle:
                await self._dismiss()

    async def _dismiss(self) -> None:
        pool, self._pool = self._pool, None
        if pool is not None:
            await asyncio.shield(asyncio.to_thread(stop_pool, pool))


# -- what runs in the process --------------------------------------------------------------------------------------


def start_analyst() -> None:
    """Prepare the process before its first request."""
    if hasattr(os, "nice"):
        with suppress(OSError):
            os.nice(NICE)
    start_worker()


def judge_there(asked: bytes) -> Judged:
    """Judge a step."""
    from nouvelle_france.review.judging import judge  # noqa: PLC0415 - numba, which the server does without

    step, depth = pickle.loads(asked)  # noqa: S301 - the parent wrote it
    return judge(step, depth)


def retry_there(asked: bytes) -> Judgement | None:
    """Judge another action in place of a step's."""
    from nouvelle_france.review.judging import judge_choice  # noqa: PLC0415 - as above

    step, action, depth = pickle.loads(asked)  # noqa: S301 - as above
    return judge_choice(step.state.view(action.seat), action, step.seed, depth, instead_of=step.action)
