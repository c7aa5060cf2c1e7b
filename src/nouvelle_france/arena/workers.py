"""Sharing work out over processes that a Ctrl-C cannot tear apart and that never outlive the one who started them."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from multiprocessing import get_context, parent_process, resource_tracker
from threading import Thread
from typing import Any, Generic, TypeVar

T = TypeVar("T")
R = TypeVar("R")

AHEAD = 4
"""How many pieces of work a worker may have before it, so that none waits for the next."""


class WorkerDiedError(RuntimeError):
    """A process that played games was killed."""


def as_finished(work: Callable[[T], R], pieces: Iterable[T], jobs: int) -> Generator[tuple[int, R], None, None]:
    """The results of all pieces with their numbers, as they come; one job works in this process.

    Raises a :class:`WorkerDiedError` when a worker was killed.
    """
    numbered = enumerate(pieces)
    if jobs == 1:
        for number, piece in numbered:
            yield number, work(piece)
        return
    running: dict[Future[R], int] = {}
    with _pool(work, jobs) as pool:
        more = True
        while more or running:
            while more and len(running) < AHEAD * jobs:
                try:
                    number, piece = next(numbered)
                except StopIteration:
                    more = False
                    break
                with deaf():  # a worker may be started here, and inherits it
                    running[pool.submit(_work, piece)] = number
            for done in wait(running, return_when=FIRST_COMPLETED).done:
                yield running.pop(done), done.result()


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
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM, signal.SIGHUP})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _pool(work: Callable[[Any], Any], jobs: int) -> Iterator[ProcessPoolExecutor]:
    resource_tracker.ensure_running()  # its start would make the first worker hear signals after all
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), _start_worker, (work,))
    try:
        yield pool
    except BrokenProcessPool as error:
        raise WorkerDiedError("a process that played games was killed") from error
    finally:
        impatient = signal.signal(signal.SIGINT, signal.SIG_IGN)  # a second Ctrl-C changes nothing
        pool.shutdown(cancel_futures=True)
        signal.signal(signal.SIGINT, impatient)


_in_worker: Callable[[Any], Any]


def _start_worker(work: Callable[[Any], Any]) -> None:
    global _in_worker  # noqa: PLW0603 - one a process, set once: the pieces are then all that travels
    _in_worker = work
    Thread(target=_leave_with_parent, daemon=True).start()


def _leave_with_parent() -> None:
    """A parent that was killed can end nobody: without this its workers would wait for it for ever."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _work(piece: Any) -> Any:
    return _in_worker(piece)
