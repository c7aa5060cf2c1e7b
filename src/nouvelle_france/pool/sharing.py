"""The interface of a pool, and how tasks are kept running in any."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterable, Iterator
from contextlib import closing
from functools import partial
from itertools import islice
from typing import Generic, Protocol, TypeVar

T = TypeVar("T")
R = TypeVar("R")

AHEAD = 4
"""How many tasks a worker may have queued, so that it never waits for the next."""


class WorkerDiedError(RuntimeError):
    """A worker was killed, or its machine was lost; its text is one line for the person who started it."""


class Pool(Protocol):
    """Workers that do tasks."""

    @property
    def remote(self) -> bool:
        """Whether tasks travel to other processes, so that small ones should travel together."""

    def as_finished(self, work: Callable[[T], R], tasks: Iterable[T]) -> Generator[tuple[int, R], None, None]:
        """The results of all tasks with their numbers, as they come. Raises a :class:`WorkerDiedError`."""


def in_order(pool: Pool, work: Callable[[T], R], tasks: Iterable[T], together: int = 1) -> Generator[R, None, None]:
    """The results of all tasks in their own order; this many travel to a worker together, if they must travel."""
    each = iter(tasks)
    batches = iter(lambda: list(islice(each, together if pool.remote else 1)), [])
    queue = Queue[list[R]]()
    with closing(pool.as_finished(partial(_all, work), batches)) as results:
        for number, result in results:
            for batch in queue.put(number, result):
                yield from batch


def _all(work: Callable[[T], R], tasks: Iterable[T]) -> list[R]:
    return [work(task) for task in tasks]


class Queue(Generic[R]):
    """Restores the order of numbered things that arrive in any order."""

    def __init__(self) -> None:
        self._waiting: dict[int, R] = {}
        self._next = 0

    def put(self, number: int, thing: R) -> Iterator[R]:
        """The numbered things now in order."""
        self._waiting[number] = thing
        while self._next in self._waiting:
            self._next += 1
            yield self._waiting.pop(self._next - 1)


def under_way(
    tasks: Iterable[T], begin: Callable[[T], R], ended: Callable[[Collection[R]], Iterable[R]], most: int
) -> Iterator[tuple[int, R]]:
    """Begin tasks, and yield the value of ``begin`` for each with its number, once it has ended.

    At most ``most`` run at a time; ``ended`` waits for some of those, and returns which.
    """
    numbered = enumerate(tasks)
    running: dict[R, int] = {}
    while True:
        for number, task in islice(numbered, most - len(running)):
            running[begin(task)] = number
        if not running:
            return
        for done in ended(running):
            yield running.pop(done), done
