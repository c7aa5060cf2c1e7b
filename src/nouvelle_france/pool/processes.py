"""Distributes tasks over processes that a Ctrl-C cannot break and that never outlive the one that started them.

The standard library's pool of processes has one pipe for all results. Whoever dies while writing there leaves half a
message, and the reader waits for the rest of it for ever. Here each worker has its own two pipes, which end when it
does.
"""

from __future__ import annotations

import atexit
import os
import pickle
import signal
import traceback
from collections import deque
from collections.abc import Callable, Collection, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import connection, get_context, resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from queue import SimpleQueue
from threading import Thread, current_thread, main_thread
from typing import Any, NamedTuple, TypeVar

from nouvelle_france.pool.sharing import AHEAD, WorkerDiedError, under_way
from nouvelle_france.pool.signals import CAN_BLOCK, deaf

T = TypeVar("T")
R = TypeVar("R")

_farewells: list[Callable[[], None]] = []


def before_leaving(farewell: Callable[[], None]) -> None:
    """Called when a worker must exit at once: code that starts its own processes ends them here."""
    _farewells.append(farewell)


class Processes:
    """This many processes of this machine; a single job runs in this process."""

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
        with _team(work, self._jobs) as team:
            for number, order in under_way(tasks, team.begin, team.ended, AHEAD * self._jobs):
                if order.error is not None:
                    raise order.error
                yield number, order.result


class _Order:
    """A task on its way through a worker, compared by identity."""

    def __init__(self, task: bytes) -> None:
        self.task = task
        self.result: Any = None
        self.error: BaseException | None = None


class _Worker(NamedTuple):
    """A process and our ends of its pipes."""

    process: BaseProcess
    tasks: Connection
    results: Connection


class _Team:
    """Workers, started when there is something for them to do; each has one task at a time."""

    def __init__(self, work: Callable[[Any], Any], jobs: int) -> None:
        self._work = work
        self._jobs = jobs
        self._context = get_context("spawn")
        self._waiting: deque[_Order] = deque()
        self._starting: list[_Worker] = []
        self._idle: list[_Worker] = []
        self._busy: list[tuple[_Worker, _Order]] = []
        self._all: list[_Worker] = []

    def begin(self, task: Any) -> _Order:
        order = _Order(pickle.dumps(task))
        self._waiting.append(order)
        self._hand_out()
        return order

    def ended(self, _: Collection[_Order]) -> list[_Order]:
        """Wait for some workers, and give them the next tasks before anybody looks at their results."""
        awaited = [*self._starting, *(worker for worker, _ in self._busy)]
        ready = connection.wait([end for it in awaited for end in (it.results, it.process.sentinel)])
        answers = {it: _received(it) for it in awaited if it.results in ready or it.process.sentinel in ready}
        done = [(order, answers[worker]) for worker, order in self._busy if worker in answers]
        self._idle += answers
        self._starting = [worker for worker in self._starting if worker not in answers]
        self._busy = [(worker, order) for worker, order in self._busy if worker not in answers]
        self._hand_out()
        for order, answer in done:
            order.error, order.result = pickle.loads(answer)  # noqa: S301 - our worker has written it
        return [order for order, _ in done]

    def end(self) -> None:
        """Nothing more is to be done."""
        for worker in self._all:
            with suppress(OSError):  # it was killed after its last task
                worker.tasks.send_bytes(_END)

    def dismiss(self) -> None:
        """Close the pipes and wait: whoever was not told the end leaves at once."""
        for worker in self._all:
            with suppress(OSError):
                worker.tasks.send_bytes(_LEAVE)  # somebody may have forked us: then closing does not end the pipe
            worker.tasks.close()
            worker.results.close()
        for worker in self._all:
            worker.process.join()

    def _hand_out(self) -> None:
        while self._waiting and self._idle:
            worker, order = self._idle.pop(), self._waiting.popleft()
            self._busy.append((worker, order))
            try:
                worker.tasks.send_bytes(order.task)
            except OSError as error:
                raise _died() from error
        for _ in range(min(len(self._waiting) - len(self._starting), self._jobs - len(self._all))):
            self._start()

    def _start(self) -> None:
        to_do, tasks = self._context.Pipe(duplex=False)
        results, done = self._context.Pipe(duplex=False)
        process = self._context.Process(target=_serve, args=(self._work, to_do, done))
        with deaf():  # a worker inherits that: only we mind signals
            process.start()
            worker = _Worker(process, tasks, results)
            self._all.append(worker)
        to_do.close()
        done.close()  # the worker's is the only one left: when it ends, so does the pipe
        self._starting.append(worker)


def _received(worker: _Worker) -> bytes:
    try:
        if worker.results.poll():  # on Windows, the end of one that died at its start is still ours
            return worker.results.recv_bytes()
    except (EOFError, OSError) as error:
        raise _died() from error
    raise _died()


def _died() -> WorkerDiedError:
    return WorkerDiedError("a process that played games was killed")


@contextmanager
def _team(work: Callable[[Any], Any], jobs: int) -> Iterator[_Team]:
    if CAN_BLOCK:
        resource_tracker.ensure_running()  # its start would unblock signals in the first worker
    team = _Team(work, jobs)
    atexit.register(team.dismiss)  # where nobody closes the generator: at the exit, Python waits for all processes
    try:
        yield team
        team.end()
    finally:
        with _patient():
            team.dismiss()
            atexit.unregister(team.dismiss)


@contextmanager
def _patient() -> Iterator[None]:
    """A second Ctrl-C changes nothing. Only the main thread gets any."""
    if current_thread() is not main_thread():
        yield
        return
    impatient = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, impatient)


# -- what runs in the workers ------------------------------------------------------------------------------------------

_HELLO = b""
"""What a worker sends first: from then on it reads what it is sent."""

_END = b""
"""Comes after the last task."""

_LEAVE = b"leave"
"""Nobody waits for an answer any more. No pickled task is the same."""


def _serve(work: Callable[[Any], Any], tasks: Connection, results: Connection) -> None:
    to_do = SimpleQueue[bytes]()
    Thread(target=_listen, args=(tasks, to_do), daemon=True).start()
    answer = _HELLO
    while True:
        with suppress(OSError):  # nobody waits for it any more; the other thread hears that too
            results.send_bytes(answer)
        if (task := to_do.get()) == _END:
            return
        answer = _answer(work, task)


def _listen(tasks: Connection, to_do: SimpleQueue[bytes]) -> None:
    """The pipe ends when the parent leaves early, and also when it was killed: then this worker ends at once."""
    try:
        while (task := tasks.recv_bytes()) not in (_END, _LEAVE):
            to_do.put(task)
    except BaseException:
        _leave()
    if task == _LEAVE:
        _leave()
    to_do.put(_END)


def _leave() -> None:
    try:
        for farewell in _farewells:
            farewell()
    finally:
        os._exit(1)


def _answer(work: Callable[[Any], Any], task: bytes) -> bytes:
    """What it came to, or the error, as bytes that can be read back."""
    try:
        return pickle.dumps((None, work(pickle.loads(task))))  # noqa: S301 - our parent has written it
    except BaseException as error:
        error.add_note(traceback.format_exc())  # tracebacks do not travel
        try:
            answer = pickle.dumps((error, None))
            pickle.loads(answer)  # noqa: S301 - our own, just written
        except Exception:
            answer = pickle.dumps((RuntimeError(traceback.format_exc()), None))
        return answer
