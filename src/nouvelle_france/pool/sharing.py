"""What a pool is, and how tasks are kept under way in any."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterable, Iterator
from contextlib import closing
from functools import partial
from itertools import islice
from typing import Generic, Protocol, TypeVar

T = TypeVar("T")
R = TypeVar("R")

AHEAD = 4
"""How many tasks a worker may have before it, so that none waits for the next."""


class WorkerDiedError(RuntimeError):
    """A worker was killed, or its machine was lost; its text is one line for the person who started it."""


class Pool(Protocol):
    """Workers that do tasks."""

    @property
    def remote(self) -> bool:
        """Whether tasks travel to other processes, so that several small ones had better travel together."""

    def as_finished(self, work: Callable[[T], R], tasks: Iterable[T]) -> Generator[tuple[int, R], None, None]:
        """The results of all tasks with their numbers, as they come. Raises a :class:`WorkerDiedError`."""


def in_order(pool: Pool, work: Callable[[T], R], tasks: Iterable[T], together: int = 1) -> Generator[R, None, None]:
    """The results of all tasks in their own order; so many travel to a worker together, if they must travel."""
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


def under_way(
    tasks: Iterable[T], begin: Callable[[T], R], ended: Callable[[Collection[R]], Iterable[R]], most: int
) -> Iterator[tuple[int, R]]:
    """Begin tasks, and give what ``begin`` gave for each with its number, once it has ended.

    No more than ``most`` are under way at a time; ``ended`` waits for some of those, and says which.
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
