"""Sharing work out over processes that a Ctrl-C cannot tear apart and that never outlive the one who started them."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Collection, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager, nullcontext
from functools import partial
from itertools import islice
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection
from threading import Thread, current_thread, main_thread
from typing import Any, Generic, TypeVar

from nouvelle_france.bots.programs import end_all

T = TypeVar("T")
R = TypeVar("R")

SIGNALS = (signal.SIGHUP, signal.SIGTERM, signal.SIGINT)
"""What people and machines end a program with."""

AHEAD = 4
"""How many pieces of work a worker may have before it, so that none waits for the next."""


class WorkerDiedError(RuntimeError):
    """A process that played games was killed."""


def as_finished(work: Callable[[T], R], pieces: Iterable[T], jobs: int) -> Generator[tuple[int, R], None, None]:
    """The results of all pieces with their numbers, as they come; one job works in this process.

    Raises a :class:`WorkerDiedError` when a worker was killed.
    """
    if jobs == 1:
        for number, piece in enumerate(pieces):
            yield number, work(piece)
        return
    with _pool(work, jobs) as pool:

        def begin(piece: T) -> Future[R]:
            with deaf():  # a worker may be started here, and inherits it
                return pool.submit(_work, piece)

        for number, done in under_way(pieces, begin, lambda running: _first(running).done, AHEAD * jobs):
            yield number, done.result()


def under_way(
    pieces: Iterable[T], begin: Callable[[T], R], ended: Callable[[Collection[R]], Iterable[R]], most: int
) -> Iterator[tuple[int, R]]:
    """Begin pieces of work, and give what ``begin`` gave for each with its number, once it has ended.

    No more than ``most`` are under way at a time; ``ended`` waits for some of those, and says which.
    """
    numbered = enumerate(pieces)
    running: dict[R, int] = {}
    while True:
        for number, piece in islice(numbered, most - len(running)):
            running[begin(piece)] = number
        if not running:
            return
        for done in ended(running):
            yield running.pop(done), done


_first = partial(wait, return_when=FIRST_COMPLETED)


def in_order(work: Callable[[T], R], pieces: Iterable[T], jobs: int) -> Generator[R, None, None]:
    """The results of all pieces in their own order."""
    queue = Queue[R]()
    with closing(as_finished(work, pieces, jobs)) as results:
        for number, result in results:
            yield from queue.put(number, result)


class Queue(Generic[R]):
    """Brings numbered things that come in any order back into theirs."""

    def __init__(self) -> None:
        self._waiting: dict[int, R] = {}
        self._next = 0

    def put(self, number: int, thing: R) -> Iterator[R]:
        """What this one lets through."""
        self._waiting[number] = thing
        while self._next in self._waiting:
            self._next += 1
            yield self._waiting.pop(self._next - 1)


@contextmanager
def deaf() -> Iterator[None]:
    """Signals wait until this is over. A process started in it never hears them: its parent does, and ends it."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
    try:
        with _noting_signals() if current_thread() is main_thread() else nullcontext():
            yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _noting_signals() -> Iterator[None]:
    """Another thread, such as numpy has, may take a signal that this one blocks: it is sent again when this is over."""
    came: list[int] = []
    handlers = {number: signal.signal(number, lambda number, _: came.append(number)) for number in SIGNALS}
    try:
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, signal.SIG_DFL if handler is None else handler)
        if came:
            signal.raise_signal(came[0])


@contextmanager
def _pool(work: Callable[[Any], Any], jobs: int) -> Iterator[ProcessPoolExecutor]:
    resource_tracker.ensure_running()  # its start would make the first worker hear signals after all
    context = get_context("spawn")
    theirs, ours = context.Pipe(duplex=False)
    with theirs, ours:
        pool = ProcessPoolExecutor(jobs, context, _start_worker, (work, theirs))
        try:
            yield pool
        except BaseException as error:
            ours.close()  # whoever leaves early does not wait for games that are still thought about
            if isinstance(error, BrokenProcessPool):
                raise WorkerDiedError("a process that played games was killed") from error
            raise
        finally:
            impatient = signal.signal(signal.SIGINT, signal.SIG_IGN)  # a second Ctrl-C changes nothing
            pool.shutdown(cancel_futures=True)
            signal.signal(signal.SIGINT, impatient)


_in_worker: Callable[[Any], Any]


def _start_worker(work: Callable[[Any], Any], parent: Connection) -> None:
    global _in_worker  # noqa: PLW0603 - one a process, set once: the pieces are then all that travels
    _in_worker = work
    Thread(target=_leave_with, args=(parent,), daemon=True).start()


def _leave_with(parent: Connection) -> None:
    """The other end is closed when the parent wants no more, and also when it was killed and can end nobody."""
    parent.poll(None)
    try:
        end_all()
    finally:
        os._exit(1)


def _work(piece: Any) -> Any:
    return _in_worker(piece)
