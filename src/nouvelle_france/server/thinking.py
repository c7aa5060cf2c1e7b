"""Bots think in processes of their own: one that hangs, dies or answers rubbish costs a thought, never the server.

The ladder needs compiled code, for every edition its own: half a minute's work where that was never done, and seconds
in every process after that. The server itself never loads it. One more process compiles it and ends; the first time a
bot of the ladder is expected at a table of an edition, a worker loads it, and from then on every worker has it before
it thinks. Until then :meth:`Thinkers.readiness` says how far that is, levels that do not search play in their plain
form (the same moves), and whoever asks for a move of the others all the same gets one of the quick bot's, which says
so.
"""

from __future__ import annotations

import asyncio
import logging
import pickle
from collections import defaultdict
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from random import Random
from time import monotonic
from typing import Any, TypeVar

from pebble import ProcessPool

from nouvelle_france.bots import BOTS, PURE_BOTS, Bot, Winter
from nouvelle_france.bots.judging.hinting import Hints
from nouvelle_france.bots.names import parse
from nouvelle_france.bots.registry import core_installed
from nouvelle_france.bots.stand_in import HARMLESS, QUICK, fallback
from nouvelle_france.edition import Edition
from nouvelle_france.house.thinking import Readiness, Turn
from nouvelle_france.rules import Action, View
from nouvelle_france.server.compiling import LOADING, CompileError
from nouvelle_france.server.line import FIRST, Line
from nouvelle_france.server.workers import (
    Answer,
    Factory,
    How,
    advise_there,
    choose_there,
    load_each,
    nothing,
    start_pool,
    start_worker,
    stop_pool,
)
from nouvelle_france.tables.chairs import WINTER_SEAT

PATIENCE = 15.0
"""Seconds a thought waits for a free worker, or for the ladder after work on it began. Longer than a worker takes to be
replaced, shorter than people wait."""

GRACE = 1.0
"""Seconds past its limit after which a thought is given up even if the pool has not noticed by itself."""

STARTING = 60.0
"""Seconds a worker may take to start; it takes half a second on a machine with nothing else to do."""

RETRY = 1.0
"""Seconds until another worker is tried where one could not start."""

LOAD_RETRY = 60.0
"""Seconds until it is tried again where the ladder could not be made ready: much work for what may fail again."""

SHARE = 0.6
"""The part of the limit a bot of the ladder thinks for at most; the rest is for a machine that has much else to do."""

HURRIED = 0.1
"""Seconds a bot of the ladder thinks for at most while others are in line, or nobody is present, or it takes the last
free worker of a server that others use too: whoever comes next waits no longer than that. It is what the strongest
level takes for an average choice; the longest take 0.4 s."""

T = TypeVar("T")

_log = logging.getLogger(__name__)

Compile = Callable[[Edition, Callable[[float], None]], Coroutine[Any, Any, None]]
"""Compiles the ladder for an edition, and tells how far it is; raises a :class:`~.compiling.CompileError`."""


@dataclass(frozen=True, slots=True)
class Thought:
    """An action to play, who chose it, and how long it took, waiting included."""

    action: Action
    how: How
    seconds: float
    chosen_by: str = ""
    """The bot itself, or whoever stood in for it."""


def _load_ladder(edition: Edition) -> None:
    """Runs in the workers, and nowhere else."""
    from nouvelle_france.bots.ladder import ready  # noqa: PLC0415 - numba, which the server does without

    ready(edition)


LOAD = _load_ladder if core_installed() else None
"""What makes the ladder ready in a worker, where the compiled core is installed."""


@dataclass(slots=True)
class _Ladder:
    """The ladder for one edition: the work on it, until when people wait for that, and whether it is done."""

    loading: asyncio.Task[None]
    awaited_until: float
    loaded: bool = False


class Thinkers:
    """Bots by name, thinking in a bounded number of worker processes.

    ``bots`` gives those of the ladder also by ``NAME@SECONDS``; ``load`` makes them ready in a worker, for an edition,
    and is None where the core is not installed: then those that search never are.

    Each worker has a pool of its own. Workers of one pool share a pipe and its lock: one killed at the wrong moment
    would silence them all, and one killed while idle would break the pool. Alone, it breaks only its own pool, which
    is replaced.
    """

    def __init__(
        self,
        workers: int,
        limit: float = 10.0,
        waiting: int = 1000,
        bots: Mapping[str, Factory] = BOTS,
        report: Callable[[str, str, float], None] | None = None,
        patience: float = PATIENCE,
        load: Callable[[Edition], None] | None = LOAD,
        compile: Compile | None = None,
        pure: Mapping[str, Factory] = PURE_BOTS,
    ) -> None:
        self.changed: list[Callable[[], None]] = []
        """Called when a readiness has changed."""
        self._workers = workers
        self._limit = limit
        self._bots = bots
        self._report = report
        self._patience = patience
        self._load = load
        self._compile = compile
        self._pure = pure
        self._readiness = dict[Edition, Readiness]()
        self._compiling = dict[Edition, asyncio.Task[None]]()
        self._line = Line[ProcessPool](waiting, patience, alive=lambda pool: pool.active, lost=self._replace)
        self._first: list[asyncio.Task[None]] = []
        self._closed = False
        self._pools = set[ProcessPool]()
        self._ladders = dict[Edition, _Ladder]()
        self._too_many = 0  # processes that compiled have become workers, and no others have left for them yet
        self._loaded = defaultdict[ProcessPool, set[Edition]](set)  # for which editions a worker has the ladder
        self._running = set[asyncio.Task[Any]]()  # given up when closing
        self._leaving = set[asyncio.Task[None]]()  # waited for when closing

    def expect(self, bot: str, edition: Edition) -> None:
        """Announce that a bot will play in a game of an edition, so that it is prepared by then."""
        if _climbs(bot) and self._load is not None and edition not in self._ladders and not self._closed:
            self._open()
            loading = self._in_background(self._load_first(self._load, edition))
            self._ladders[edition] = _Ladder(loading, monotonic() + self._patience)

    def prepare(self, edition: Edition) -> None:
        """Have the ladder compiled for an edition before anyone asks; no worker loads it before somebody does."""
        if self._compile is not None and self._load is not None and edition not in self._compiling and not self._closed:
            self._compiling[edition] = self._in_background(self._compile_apart(self._compile, edition))

    def readiness(self, bot: str, edition: Edition) -> Readiness | None:
        """How far a bot is from being ready for games of an edition; None if it is ready."""
        ladder = self._ladders.get(edition)
        if not _climbs(bot) or bot in self._pure or (ladder is not None and ladder.loaded):
            return None
        return self._readiness.get(edition, Readiness(0.0, failed=self._load is None))

    async def choose(self, bot: str, seed: str, view: View, turn: Turn | None = None) -> Thought:
        """An action for the seat of a view; the same seed gives the same one. Never fails because of the bot.

        ``turn`` says where it stands in line; without one it is among the first.

        Raises KeyError where there is no bot of that name, ValueError where the seat is not to act.
        """
        make = self._maker(bot, self._bots)
        make(self._limit * SHARE)  # whether there is one of that name is known before anybody waits
        if view.seat not in view.position.movers:
            raise ValueError(f"seat {view.seat} is not to act")
        began = monotonic()
        edition = view.position.game.edition
        chosen_by = bot
        if _climbs(bot) and bot in self._pure:
            self.expect(bot, edition)
            if not self._has(edition):
                make = self._maker(bot, self._pure)
        elif _climbs(bot) and not await self._ladder_is_ready(bot, edition):
            make, chosen_by = self._maker(QUICK, self._bots), QUICK
        pickled = pickle.dumps(view)
        how, action, detail, stand_in, _ = await self._answer(
            turn or Turn(lambda: FIRST), choose_there, lambda seconds: (make(seconds), seed, pickled)
        )
        if chosen_by != bot and how == "bot":
            how = "unready"
        legal = view.legal
        if action is not None and action not in legal:
            how, action, detail = "illegal", None, type(action).__name__
        if action is None:
            action, stand_in = fallback(legal), HARMLESS
        chosen_by = stand_in or chosen_by
        thought = Thought(action, how, monotonic() - began, chosen_by)
        if how != "bot":
            fault = logging.INFO if how == "unready" else logging.WARNING
            _log.log(fault, "bot %s, seat %s: %s after %.1f s %s", bot, view.seat, how, thought.seconds, detail)
        if self._report is not None:
            self._report(bot, how, thought.seconds)
        return thought

    async def advise(self, view: View, turn: Turn | None = None) -> Hints | None:
        """Hints for the seat of a view; None where no worker was free or could give any."""
        pickled = pickle.dumps(view)
        answer = await self._answer(turn or Turn(lambda: FIRST), advise_there, lambda _: (pickled,))
        if answer.hints is None:
            _log.warning("no hints for seat %s: %s %s", view.seat, answer.how, answer.detail)
        return answer.hints

    async def close(self) -> None:
        """End all workers, whatever they do. Whoever still waits for a thought gets the fallback."""
        self._closed = True
        for task in self._running:
            task.cancel()
        self._line.close()
        for pool in tuple(self._pools):
            self._dismiss(pool)
        await asyncio.gather(*self._running, *self._leaving, return_exceptions=True)

    def _maker(self, bot: str, bots: Mapping[str, Factory]) -> Callable[[float], Factory]:
        """What makes a bot that thinks for so many seconds at most, as far as it knows of seconds.

        A bot with a time limit of its own has the shorter of both: whoever names it rules nobody else's machine.
        """
        level = parse(bot)
        if bot == WINTER_SEAT:
            return lambda _: _winter
        if not level.is_level or level.file is not None:
            return lambda _: bots[bot]
        return lambda seconds: bots[f"{level.name}@{min(seconds, level.seconds or seconds):g}"]

    async def _ladder_is_ready(self, bot: str, edition: Edition) -> bool:
        """Waits for it; but once it has kept people waiting, nobody else waits: games go on meanwhile."""
        self.expect(bot, edition)
        ladder = self._ladders.get(edition)
        if ladder is None:
            return False
        left = ladder.awaited_until - monotonic()
        if not ladder.loaded and left > 0:
            await asyncio.wait({ladder.loading}, timeout=left)
        return ladder.loaded

    def _has(self, edition: Edition) -> bool:
        """Whether workers have the ladder for an edition."""
        return edition in self._ladders and self._ladders[edition].loaded

    async def _compile_apart(self, compile: Compile, edition: Edition) -> None:
        """Have the ladder compiled; where that fails it is tried again after a while."""
        while True:
            try:
                await compile(edition, lambda share: self._is_ready(edition, share))
            except CompileError as error:
                _log.warning("the levels that search could not be compiled: %s", error)
            except Exception:  # whatever it is, tables that wait have to hear of it
                _log.exception("the levels that search could not be compiled")
            else:
                self._is_ready(edition, 1.0)
                return
            self._is_ready(edition, 0.0, failed=True)
            await asyncio.sleep(LOAD_RETRY)

    def _is_ready(self, edition: Edition, share: float, failed: bool = False) -> None:
        self._readiness[edition] = Readiness(share, failed)
        for hear in self.changed:
            hear()

    async def _load_first(self, load: Callable[[Edition], None], edition: Edition) -> None:
        """Have the ladder loaded by one more worker, once it is compiled."""
        self.prepare(edition)
        if edition in self._compiling:
            await asyncio.shield(self._compiling[edition])
        editions = [edition, *(it for it, ladder in self._ladders.items() if ladder.loaded)]
        pool = await self._new_worker(
            partial(load_each, load, editions),
            LOADING,
            LOAD_RETRY,
            lambda: self._is_ready(edition, 0.0, failed=True),
        )
        self._ladders[edition].loaded = True
        self._loaded[pool].update(editions)
        # It has what workers would still have to load, so it takes the place of one: there is always somebody to think.
        self._too_many += 1
        for worker in (*self._line.recall(), pool):
            self._release(worker)
        self._is_ready(edition, 1.0)

    async def _answer(
        self, turn: Turn, work: Callable[..., Answer], asked: Callable[[float], tuple[object, ...]]
    ) -> Answer:
        """What a worker answers, when it is one's turn, to what it is asked, knowing how many seconds it has."""
        self._open()
        pool = await self._line.worker(turn)
        if pool is None:
            return Answer("busy")
        turn.begun = True
        place = turn.place()
        seconds = self._limit * SHARE
        if place.rank != FIRST.rank or self._line.hurried(place):
            seconds = min(seconds, HURRIED)
        # A task of its own: one who stops waiting neither kills the worker nor leaves it unaccounted for.
        thinking = self._in_background(self._think(pool, work, asked(seconds), place.whose))
        await asyncio.wait({thinking})
        return Answer("busy") if thinking.cancelled() else thinking.result()

    async def _think(
        self, pool: ProcessPool, work: Callable[..., Answer], asked: tuple[object, ...], whose: frozenset[str]
    ) -> Answer:
        try:
            with self._line.taking(whose):
                future = pool.schedule(work, asked, timeout=self._limit)
                async with asyncio.timeout(self._limit + GRACE):
                    answer = await asyncio.wrap_future(future)
        except TimeoutError:
            answer = Answer("late")
        except Exception as error:  # a worker can die in more ways than can be listed
            answer = Answer("crashed", detail=repr(error))
        else:
            self._release(pool)
            return answer
        self._replace(pool)
        return answer

    def _release(self, pool: ProcessPool) -> None:
        """Let a worker wait for thoughts; with the ladder loaded, once there is one, so that no thought does it."""
        lacks = [it for it, ladder in self._ladders.items() if ladder.loaded and it not in self._loaded[pool]]
        if lacks and self._too_many:
            self._replace(pool)
        elif lacks:
            assert self._load is not None  # somebody has loaded it
            self._in_background(self._load_into(pool, self._load, lacks[0]))
        else:
            self._line.give(pool)

    async def _load_into(self, pool: ProcessPool, load: Callable[[Edition], None], edition: Edition) -> None:
        try:
            async with asyncio.timeout(LOADING):
                await asyncio.wrap_future(pool.schedule(load, (edition,)))
        except Exception as error:
            _log.warning("a process for bots could not load the ladder: %r", error)
            await asyncio.sleep(RETRY)
            self._replace(pool)
        else:
            self._loaded[pool].add(edition)
            self._release(pool)

    def _open(self) -> None:
        if not self._first and not self._closed:
            self._first = [self._in_background(self._hire()) for _ in range(self._workers)]

    def _replace(self, pool: ProcessPool) -> None:
        self._dismiss(pool)
        if self._too_many:
            self._too_many -= 1
        elif not self._closed:
            self._in_background(self._hire())

    async def _hire(self) -> None:
        """Start a worker; it counts as idle once it is ready, so that no thought waits for its start."""
        self._release(await self._new_worker(nothing, STARTING, RETRY))

    async def _new_worker(
        self, first: Callable[[], None], within: float, retry: float, failed: Callable[[], None] | None = None
    ) -> ProcessPool:
        """A worker that has done its first work. Where that fails, ``failed`` hears of it, and another is tried."""
        while True:
            pool = ProcessPool(1, initializer=start_worker, context=get_context("spawn"))
            self._pools.add(pool)
            try:
                async with asyncio.timeout(within):
                    await asyncio.wrap_future(await asyncio.to_thread(start_pool, pool, first))
            except Exception as error:
                _log.warning("a process for bots could not start: %r", error)
                self._dismiss(pool)
                if failed is not None:
                    failed()
                await asyncio.sleep(retry)
            else:
                return pool

    def _dismiss(self, pool: ProcessPool) -> None:
        self._pools.discard(pool)
        self._line.forget(pool)
        self._loaded.pop(pool, None)
        leaving = asyncio.create_task(asyncio.to_thread(stop_pool, pool))
        self._leaving.add(leaving)
        leaving.add_done_callback(self._leaving.discard)

    def _in_background(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return task


def _climbs(bot: str) -> bool:
    """Whether a bot is of the ladder, with or without a time limit of its own."""
    return parse(bot).is_level


def _winter(_rng: Random) -> Bot:
    return Winter()
