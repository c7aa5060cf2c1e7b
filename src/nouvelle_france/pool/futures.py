"""Waiting for futures so that a Ctrl-C tears nothing apart."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from queue import SimpleQueue
from typing import TypeVar

from nouvelle_france.pool.sharing import under_way
from nouvelle_france.pool.signals import deaf

T = TypeVar("T")
R = TypeVar("R")


def results(tasks: Iterable[T], submit: Callable[[T], Future[R]], most: int) -> Iterator[tuple[int, R]]:
    """The results of all tasks with their numbers, as they come; no more than ``most`` are under way at a time.

    ``concurrent.futures.wait`` takes the futures' own locks: interrupted there, it keeps some of them, and the pool's
    thread waits for those for ever. So futures come by a queue, which is whole whenever it is left.
    """
    done: SimpleQueue[Future[R]] = SimpleQueue()

    def begin(task: T) -> Future[R]:
        with deaf():  # a worker may be started here, and inherits it
            future = submit(task)
            future.add_done_callback(done.put)
            return future

    for number, future in under_way(tasks, begin, lambda _: [done.get()], most):
        yield number, future.result()
