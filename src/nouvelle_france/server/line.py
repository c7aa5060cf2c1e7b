"""The queue for the workers: who gets one next, so that nobody's many thoughts come at another's cost.

Players who are present come first; one caller's n-th thought comes after everybody else's n-th; nobody is served twice
in a row while another waits; then whoever has used least thinking time recently. While others use the server too, the
last free worker is reserved for them. The queue knows nothing about workers: free ones are handed to it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from itertools import count
from typing import Generic, TypeVar

from nouvelle_france.house.presence import Place
from nouvelle_france.house.thinking import Turn
from nouvelle_france.server.shares import Shares

FIRST = Place(0, frozenset())
"""The default priority: that of those who are present."""

W = TypeVar("W")


class Line(Generic[W]):
    """The free workers, those in use, and those who wait.

    ``waiting`` is how many of those who are present may wait, and ``patience`` for how many seconds. A worker found no
    longer ``alive`` is handed to ``lost`` instead of a caller.
    """

    def __init__(self, waiting: int, patience: float, alive: Callable[[W], bool], lost: Callable[[W], None]) -> None:
        self._waiting = waiting
        self._patience = patience
        self._alive = alive
        self._lost = lost
        self._idle: list[W] = []  # last in, first out; while there are some, nobody waits
        self._busy = dict[W, frozenset[str]]()  # the callers of the workers in use
        self._served = frozenset[str]()  # the callers served last
        self._those: list[_InLine[W]] = []
        self._arrivals = count()
        self._shares = Shares()
        self._closed = False

    def __len__(self) -> int:
        return len(self._those)

    async def worker(self, turn: Turn) -> W | None:
        """A worker, when it is this caller's turn. People who are present do not wait for ever; others may."""
        place = turn.place()
        if self._closed:
            return None
        if self._may_begin(place.whose) and (worker := self._take_idle(place.whose)) is not None:
            return worker
        if place.rank == FIRST.rank and sum(it.turn.place().rank == FIRST.rank for it in self._those) >= self._waiting:
            return None
        ahead = min((sum(who in it.whose for it in self._those) for who in place.whose), default=0)
        loop = asyncio.get_running_loop()
        waiting = _InLine[W](turn, place.whose, ahead, next(self._arrivals), loop.create_future())
        self._those.append(waiting)
        try:
            present = place.rank == FIRST.rank
            while True:
                done, _ = await asyncio.wait({waiting.worker}, timeout=self._patience)
                if done or self._closed:
                    break
                # Whoever has come back in the meantime has only just begun to wait.
                was_present, present = present, turn.place().rank == FIRST.rank
                if was_present and present:
                    break
            return waiting.worker.result() if waiting.worker.done() else None
        except asyncio.CancelledError:
            if waiting.worker.done() and (worker := waiting.worker.result()) is not None:
                self.give(worker)  # the worker came a moment too late
            raise
        finally:
            if waiting in self._those:
                self._those.remove(waiting)

    def give(self, worker: W) -> None:
        """Return a worker that is free again."""
        self._busy.pop(worker, None)
        self._idle.append(worker)
        self._serve()

    def forget(self, worker: W) -> None:
        """Forget a worker that has died. If it was in use, its callers may have another one now."""
        if self._busy.pop(worker, None) is not None:
            self._serve()

    def recall(self) -> list[W]:
        """Take back all workers that are free."""
        idle, self._idle = self._idle, []
        return idle

    def hurried(self, place: Place) -> bool:
        """Whether another caller waits, or would have to."""
        return bool(self._those) or (not self._idle and self._shares.crowded(place.whose))

    def taking(self, whose: frozenset[str]) -> AbstractContextManager[None]:
        """Context of a thought for these callers."""
        return self._shares.taking(whose)

    def close(self) -> None:
        """Refuse everybody still waiting."""
        self._closed = True
        for waiting in self._those:
            if not waiting.worker.done():
                waiting.worker.set_result(None)

    def _take_idle(self, whose: frozenset[str]) -> W | None:
        while self._idle:
            worker = self._idle.pop()
            if self._alive(worker):
                self._busy[worker] = self._served = whose
                return worker
            self._lost(worker)  # it was killed while idle
        return None

    def _may_begin(self, whose: frozenset[str]) -> bool:
        """While others use the server too, nobody gets all workers: the last free one is reserved for the others."""
        of_theirs = any(whose & busy or whose == busy for busy in self._busy.values())
        return len(self._idle) > 1 or not of_theirs or not self._shares.others(whose)

    def _serve(self) -> None:
        """Give idle workers to those who wait."""
        while not self._closed:
            allowed = [it for it in self._those if self._may_begin(it.turn.place().whose)]
            if not allowed:
                return
            waiting = min(allowed, key=self._order)
            worker = self._take_idle(waiting.turn.place().whose)
            if worker is None:
                return
            self._those.remove(waiting)
            waiting.worker.set_result(worker)

    def _order(self, it: _InLine[W]) -> tuple[int, int, bool, float, int]:
        """Lowest is served first: those who are present, not the same caller twice, then whoever has used least."""
        place = it.turn.place()
        again = not place.whose.isdisjoint(self._served)
        return place.rank, it.ahead, again, self._shares.of(place.whose), it.arrival


@dataclass(eq=False, slots=True)
class _InLine(Generic[W]):
    """Somebody who waits for a worker."""

    turn: Turn
    whose: frozenset[str]
    ahead: int
    """How many thoughts of the same caller were queued before it."""
    arrival: int
    worker: asyncio.Future[W | None]
