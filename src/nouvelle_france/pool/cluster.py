"""Distributes tasks over a Ray cluster. Ray is an extra, and imported on use."""
# ruff: noqa: PLC0415

from __future__ import annotations

import logging
import os
import signal
import socket
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from typing import Any, TypeVar

from nouvelle_france.extras import needs
from nouvelle_france.pool.sharing import AHEAD, WorkerDiedError, under_way
from nouvelle_france.pool.signals import SIGNALS

T = TypeVar("T")
R = TypeVar("R")


OBJECT_BYTES = 100_000_000
"""Shared memory of a local cluster: a game is some kilobytes, and a container may have little."""


STARTS = 3
"""How many attempts to start a local cluster: Ray waits 30 seconds, too short on a busy machine."""


class ClusterError(Exception):
    """A cluster that cannot be used; its text is one line for the person who asked for it."""


class Cluster:
    """A Ray cluster: ``address`` is that of one, or ``local`` to start one here with ``jobs`` CPUs.

    At most ``jobs`` tasks run at once. A task whose machine is lost is repeated elsewhere. As a context manager it
    keeps the connection for all work inside; otherwise it connects for each round of tasks.
    """

    def __init__(self, address: str, jobs: int | None = None) -> None:
        self._address = address
        self._jobs = jobs
        self._kept = ExitStack()
        self._ray: Any = None
        self.remote = True

    def __enter__(self) -> Cluster:
        self._ray = self._kept.enter_context(_connected(self._address, self._jobs))
        return self

    def __exit__(self, *_: object) -> None:
        self._ray = None
        self._kept.close()

    def as_finished(self, work: Callable[[T], R], tasks: Iterable[T]) -> Generator[tuple[int, R], None, None]:
        """The results of all tasks with their numbers, as they come.

        Raises a :class:`ClusterError`, or a :class:`~.sharing.WorkerDiedError`.
        """
        with nullcontext(self._ray) if self._ray else _connected(self._address, self._jobs) as ray:
            shared = ray.put(work)
            remote = ray.remote(num_cpus=1, max_retries=3)(_work)
            # Every submitted task may run at once. If the cluster's own size is the limit, some wait there.
            most = self._jobs or AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
            try:
                begun = under_way(
                    tasks,
                    lambda task: remote.remote(shared, task),
                    lambda running: ray.wait(list(running), num_returns=1)[0],
                    most,
                )
                for number, done in begun:
                    yield number, ray.get(done)
            except ray.exceptions.RayTaskError as error:
                raise error.cause from error  # the error is in the game, not in the cluster
            except ray.exceptions.RayError as error:
                first_line = str(error).strip().partition("\n")[0]
                raise WorkerDiedError(f"the cluster failed: {first_line or type(error).__name__}") from error


def _work(work: Callable[[Any], Any], task: Any) -> Any:
    return work(task)


def _knock(address: str) -> None:
    """Whether anything listens there: Ray itself would keep trying for many minutes, with many messages."""
    host, _, port = address.rpartition("//")[2].rpartition(":")
    try:
        socket.create_connection((host, int(port)), timeout=10).close()
    except (OSError, ValueError, OverflowError) as error:
        raise ClusterError(f"no cluster can be reached there: {error}") from error


def _join(ray: Any, address: str, jobs: int | None) -> None:
    local: dict[str, Any] = {}
    if address == "local":
        local = {"num_cpus": jobs, "include_dashboard": False, "object_store_memory": OBJECT_BYTES}
    for left in reversed(range(STARTS if local else 1)):
        try:
            ray.init(address=address, logging_level=logging.ERROR, log_to_driver=False, **local)
            return
        except Exception as error:  # Ray raises nothing more specific if a start takes too long
            ray.shutdown()
            if not left:
                raise ClusterError(f"no cluster can be reached there: {error}") from error


@contextmanager
def _connected(address: str, jobs: int | None) -> Iterator[Any]:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # no telemetry
    try:
        import ray
    except ImportError as error:
        raise ClusterError(needs("ray")) from error
    if ":" in address:
        _knock(address)
    before = {number: signal.getsignal(number) for number in SIGNALS}
    _join(ray, address, jobs)
    for number, handler in before.items():
        signal.signal(number, handler)  # Ray has replaced them with its own, which exit silently
    try:
        yield ray
    finally:
        impatient = signal.signal(signal.SIGINT, signal.SIG_IGN)
        ray.shutdown()
        signal.signal(signal.SIGINT, impatient)
