"""Sharing work out over a Ray cluster. Ray is an extra, and imported when it is asked for."""
# ruff: noqa: PLC0415

from __future__ import annotations

import logging
import os
import signal
import socket
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from nouvelle_france.pool.processes import AHEAD, WorkerDiedError, under_way

T = TypeVar("T")
R = TypeVar("R")


OBJECT_BYTES = 100_000_000
"""Shared memory of a local cluster: a game is some kilobytes, and a container may have little."""


STARTS = 3
"""How often a local cluster is started before giving up: Ray waits 30 seconds, too short on a busy machine."""


class ClusterError(Exception):
    """A cluster that cannot be used; its text is one line for the person who asked for it."""


def as_finished(
    work: Callable[[T], R], pieces: Iterable[T], address: str, jobs: int | None = None
) -> Generator[tuple[int, R], None, None]:
    """The results of all pieces with their numbers, as they come.

    ``address`` is that of a cluster, or ``local`` to start one here with ``jobs`` CPUs; no more than ``jobs`` pieces
    are played at once. A piece whose machine is lost is played again elsewhere. Raises a :class:`ClusterError`, or a
    :class:`~nouvelle_france.pool.processes.WorkerDiedError`.
    """
    with _connected(address, jobs) as ray:
        shared = ray.put(work)
        remote = ray.remote(num_cpus=1, max_retries=3)(_work)
        # Every piece begun may be played at once. Where the cluster's own size is the limit, some wait there.
        most = jobs or AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        try:
            begun = under_way(
                pieces,
                lambda piece: remote.remote(shared, piece),
                lambda running: ray.wait(list(running), num_returns=1)[0],
                most,
            )
            for number, done in begun:
                yield number, ray.get(done)
        except ray.exceptions.RayTaskError as error:
            raise error.cause from error  # what went wrong is in the game, not in the cluster
        except ray.exceptions.RayError as error:
            words = str(error).strip().partition("\n")[0]
            raise WorkerDiedError(f"the cluster failed: {words or type(error).__name__}") from error


def _work(work: Callable[[Any], Any], piece: Any) -> Any:
    return work(piece)


def _knock(address: str) -> None:
    """Whether anybody listens there: Ray itself would go on trying for many minutes, with many words."""
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
        except Exception as error:  # Ray raises nothing more special where a start takes too long
            ray.shutdown()
            if not left:
                raise ClusterError(f"no cluster can be reached there: {error}") from error


@contextmanager
def _connected(address: str, jobs: int | None) -> Iterator[Any]:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is told to anybody
    try:
        import ray
    except ImportError as error:
        raise ClusterError('needs the extra "ray": pip install "nouvelle-france[ray]"') from error
    if ":" in address:
        _knock(address)
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = {number: signal.getsignal(number) for number in numbers}
    _join(ray, address, jobs)
    for number, handler in before.items():
        signal.signal(number, handler)  # Ray has put its own in their place, and they leave without a word
    try:
        yield ray
    finally:
        impatient = signal.signal(signal.SIGINT, signal.SIG_IGN)
        ray.shutdown()
        signal.signal(signal.SIGINT, impatient)
