"""Tasks shared out over processes that a Ctrl-C cannot tear apart and that never outlive the one who started them."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection
from threading import Thread
from typing import Any, TypeVar

from nouvelle_france.pool.futures import results
from nouvelle_france.pool.sharing import AHEAD, WorkerDiedError
from nouvelle_france.pool.signals import CAN_BLOCK

T = TypeVar("T")
R = TypeVar("R")

_farewells: list[Callable[[], None]] = []


def before_leaving(farewell: Callable[[], None]) -> None:
    """What a worker does when it must leave at once: whoever starts processes of their own ends them here."""
    _farewells.append(farewell)


class Processes:
    """So many processes of this machine; one job is done in this process."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self.remote = jobs > 1

    def as_finished(self, work: Callable[[T], R], tasks: Iterable[T]) -> Generator[tuple[int, R], None, None]:
        """The results of all tasks with their numbers, as they come.

        Raises a :class:`~.sharing.WorkerDiedError` when a worker was killed.
        """
        if self._jobs == 1:
            for number, task in enumerate(tasks):
                yield number, work(task)
            return
        with _pool(work, self._jobs) as pool:
            yield from results(tasks, lambda task: pool.submit(_work, task), AHEAD * self._jobs)


@contextmanager
def _pool(work: Callable[[Any], Any], jobs: int) -> Iterator[ProcessPoolExecutor]:
    if CAN_BLOCK:
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
    global _in_worker  # noqa: PLW0603 - one per process, set once: the tasks are then all that travels
    _in_worker = work
    Thread(target=_leave_with, args=(parent,), daemon=True).start()


def _leave_with(parent: Connection) -> None:
    """The other end is closed when the parent wants no more, and also when it was killed and can end nobody."""
    parent.poll(None)
    try:
        for farewell in _farewells:
            farewell()
    finally:
        os._exit(1)


def _work(task: Any) -> Any:
    return _in_worker(task)
