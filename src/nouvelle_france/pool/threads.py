"""Distributes tasks over threads of this process: for compiled code, which runs in parallel."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from queue import SimpleQueue
from typing import TypeVar

from nouvelle_france.pool.sharing import AHEAD, under_way
from nouvelle_france.pool.signals import deaf

T = TypeVar("T")
R = TypeVar("R")


class Threads:
    """This many threads. Tasks need not travel, and share their data."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self.remote = False

    def as_finished(self, work: Callable[[T], R], tasks: Iterable[T]) -> Generator[tuple[int, R], None, None]:
        """The results of all tasks with their numbers, as they come.

        ``concurrent.futures.wait`` takes the futures' own locks: interrupted there, it keeps some of them, and the
        pool's thread waits for those for ever. So futures arrive through a queue, which is always consistent.
        """
        done: SimpleQueue[Future[R]] = SimpleQueue()
        pool = ThreadPoolExecutor(self._jobs)

        def begin(task: T) -> Future[R]:
            with deaf():
                future = pool.submit(work, task)
                future.add_done_callback(done.put)
                return future

        try:
            for number, future in under_way(tasks, begin, lambda _: [done.get()], AHEAD * self._jobs):
                yield number, future.result()
        finally:
            pool.shutdown(cancel_futures=True)  # leaving early does not wait for tasks that have not begun
