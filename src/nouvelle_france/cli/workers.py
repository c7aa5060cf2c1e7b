"""The workers of commands that play or read many games: processes of this machine, or a Ray cluster."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from nouvelle_france.bots.python_bots import PythonBotError
from nouvelle_france.cli.problem import Problem
from nouvelle_france.pool import Cluster, ClusterError, Pool, Processes, WorkerDiedError

RayOption = Annotated[
    str | None,
    typer.Option("--ray", metavar="ADDRESS", help="Work on this Ray cluster; local starts one here."),
]


def workers(ray: str | None, jobs: int | None) -> Pool:
    """This many processes, by default one; or a cluster, with at most this many tasks at once."""
    if jobs is not None and jobs < 1:
        raise Problem(f"--jobs {jobs}: expected at least 1")
    return Processes(jobs or 1) if ray is None else Cluster(ray, jobs)


@contextmanager
def worker_problems(ray: str | None, bots: str = "--bots") -> Iterator[None]:
    """Report the workers' errors in one line, with the option that requested them.

    ``bots`` is the option that named the bots they play with.
    """
    try:
        yield
    except ClusterError as error:
        raise Problem(f"--ray {ray}: {error}") from error
    except PythonBotError as error:
        raise Problem(f"{bots}: {error}") from error
    except WorkerDiedError as error:
        raise Problem(f"{'--jobs' if ray is None else '--ray'}: {error}") from error
