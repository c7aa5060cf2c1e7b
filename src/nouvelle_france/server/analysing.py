"""Analyses of finished tables: requested, made one at a time at the lowest priority, and kept with the game."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import orjson

from nouvelle_france.bots.registry import core_installed
from nouvelle_france.extras import needs
from nouvelle_france.house import House
from nouvelle_france.record import Match, read_action
from nouvelle_france.review import DEPTHS, Depth, Step, steps_of
from nouvelle_france.rules import Action, ActionError
from nouvelle_france.server.analyst import Analyst, AnalystError
from nouvelle_france.server.storage import KeptAnalysis, Storage, StorageError
from nouvelle_france.tables import Code, TableError

MOST = 200
"""The maximum number of waiting analyses."""

BEAT_S = 2.0
"""How often an analysis's progress is stored, in seconds, so that other processes can report it."""

SILENT_MS = 60_000
"""After how long without progress an analysis counts as abandoned, in milliseconds: its process has ended."""

_log = logging.getLogger(__name__)


@dataclass(eq=False)
class _Job:
    table: str
    depth: Depth
    done: int = 0
    total: int = 0
    running: bool = False


class Analysing:
    """Makes analyses, one at a time in this process, in the order of the requests."""

    def __init__(self, house: House, storage: Storage, effort: float = 1.0) -> None:
        self._house = house
        self._storage = storage
        self._depths = {name: depth.with_effort(effort) for name, depth in DEPTHS.items()}
        self._analyst = Analyst()
        self._line: list[_Job] = []
        self._worker: asyncio.Task[None] | None = None

    async def stop(self) -> None:
        """Stop the current analysis; only its progress is kept."""
        if self._worker is not None:
            self._worker.cancel()
            await asyncio.gather(self._worker, return_exceptions=True)
        await self._analyst.close()

    async def status(self, id: str, bot: str) -> bytes:
        """How far the analysis of a table's game is, and the whole of it once it is done."""
        await self._ended(id)
        return await self._status(id, bot)

    async def ask(self, id: str, bot: str, admit: Callable[[], None]) -> bytes:
        """Have a game analysed, unless that is done or under way; ``admit`` may refuse new work."""
        await self._ended(id)
        kept = await self._storage.analysis(id, bot)
        if self._job(id, bot) is None and not self._goes_on(kept):
            _need_core()
            if len(self._line) >= MOST:
                raise TableError(Code.TOO_MANY, "too many games wait to be analysed; ask again later", retry_after=60)
            admit()
            # Another request may have come while the storage was queried; nothing is awaited from here on.
            if self._job(id, bot) is None:
                self._line.append(_Job(id, self._depths[bot]))
                if self._worker is None or self._worker.done():
                    self._worker = self._house.work.spawn(self._work())
        return await self._status(id, bot)

    async def retry(self, id: str, bot: str, moment: int, written: Mapping[str, Any]) -> dict[str, Any]:
        """What another action would have given up where the choice that led to a moment was made."""
        match = await self._ended(id)
        _need_core()
        steps = await asyncio.to_thread(steps_of, match)
        if moment > len(steps) or not steps[moment - 1].is_choice:
            raise TableError(Code.BAD_MESSAGE, f"no choice led to moment {moment}")
        step = steps[moment - 1]
        action = _read(step, written)
        try:
            judgement = await self._analyst.judge_retry(step, action, self._depths[bot])
        except AnalystError as error:
            _log.warning("an answer could not be judged: %s", error)
            raise TableError(Code.UNAVAILABLE, "nobody is free to judge this; ask again") from error
        from nouvelle_france.review.telling import tell_retry  # noqa: PLC0415 - numpy, which a server may do without

        return tell_retry(step, judgement)

    async def _ended(self, id: str) -> Match:
        """A game that was played to its end: what a choice was worth shows only there."""
        match = await self._house.finished(id)
        if not match.state.over:
            raise TableError(Code.NOT_OVER, "this game was given up, and only one played to its end can be analysed")
        return match

    def _job(self, id: str, bot: str) -> _Job | None:
        return next((it for it in self._line if it.table == id and it.depth.name == bot), None)

    def _goes_on(self, kept: KeptAnalysis | None) -> bool:
        """Whether it is done, or another process is working on it."""
        return kept is not None and (kept.data is not None or self._house.clock() - kept.at < SILENT_MS)

    async def _status(self, id: str, bot: str) -> bytes:
        kept = await self._storage.analysis(id, bot)
        shown: dict[str, Any] = {"status": "none", "bot": bot, "done": 0, "total": 0, "ahead": 0, "analysis": None}
        job = self._job(id, bot)
        if kept is not None and kept.data is not None:
            shown |= {"status": "done", "done": kept.total, "total": kept.total, "analysis": orjson.Fragment(kept.data)}
        elif job is not None:
            state = "running" if job.running else "waiting"
            shown |= {"status": state, "done": job.done, "total": job.total, "ahead": self._line.index(job)}
        elif kept is not None and kept.total:
            state = "running" if self._goes_on(kept) else "failed"
            shown |= {"status": state, "done": kept.done, "total": kept.total}
        return orjson.dumps(shown)

    # -- doing it ----------------------------------------------------------------------------------------------------

    async def _work(self) -> None:
        while self._line:
            job = self._line[0]
            try:
                await self._analyse(job)
            except (TableError, StorageError, AnalystError) as error:
                _log.warning("table %s could not be analysed: %s", job.table, error)
                await self._forget(job)
            except Exception:  # whatever it is, the next in line must not wait for ever
                _log.exception("table %s could not be analysed", job.table)
                await self._forget(job)
            finally:
                self._line.remove(job)

    async def _analyse(self, job: _Job) -> None:
        match = await self._ended(job.table)
        steps = await asyncio.to_thread(steps_of, match)
        job.total, job.running = len(steps), True
        loop = asyncio.get_running_loop()
        told_at = -BEAT_S
        judged = []
        for step in steps:
            if loop.time() - told_at >= BEAT_S:
                told_at = loop.time()
                await self._keep(job, None)
            judged.append(await self._analyst.judge(step, job.depth))
            job.done = len(judged)
        from nouvelle_france.review.telling import tell  # noqa: PLC0415 - numpy, which a server may do without

        text = await asyncio.to_thread(lambda: orjson.dumps(tell(match, judged, job.depth)).decode())
        await self._keep(job, text)

    async def _keep(self, job: _Job, text: str | None) -> None:
        kept = KeptAnalysis(self._house.clock(), job.done, job.total, text)
        await self._storage.keep_analysis(job.table, job.depth.name, kept)

    async def _forget(self, job: _Job) -> None:
        """Requests for its progress report the failure, and it may be requested again at once."""
        try:
            await self._storage.keep_analysis(job.table, job.depth.name, KeptAnalysis(0, job.done, max(job.total, 1)))
        except StorageError as error:
            _log.warning("table %s: %s", job.table, error)


def _need_core() -> None:
    if not core_installed():
        raise TableError(Code.UNAVAILABLE, f"an analysis {needs('bots')}")


def _read(step: Step, written: Mapping[str, Any]) -> Action:
    """An action that could have been chosen instead of a step's."""
    try:
        action = read_action(step.position, written)
    except ActionError as error:
        raise TableError(Code.ILLEGAL_MOVE, error.reason, error.rule) from error
    if action.seat != step.action.seat:
        raise TableError(Code.NOT_YOUR_TURN, f"the choice was {step.position.game.name(step.action.seat)}'s")
    if action not in step.position.legal.of_seat(action.seat):
        raise TableError(Code.ILLEGAL_MOVE, "that could not have been done there")
    return action
