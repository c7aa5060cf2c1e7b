"""Tasks shared out over threads of this process: for compiled code, which runs beside other threads."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from nouvelle_france.pool.futures import results
from nouvelle_france.pool.sharing import AHEAD

T = TypeVar("T")
R = TypeVar("R")


class Threads:
    """So many threads. Tasks need not travel, and share what they work on."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self.remote = False

    def as_finished(self, work: Callable[[T], R], tasks: Iterable[T]) -> Generator[tuple[int, R], None, None]:
        """The results of all tasks with their numbers, as they come."""
        pool = ThreadPoolExecutor(self._jobs)
        try:
            yield from results(tasks, lambda task: pool.submit(work, task), AHEAD * self._jobs)
        finally:
            pool.shutdown(cancel_futures=True)  # whoever leaves early does not wait for tasks that have not begun
