"""What is asked of a Ray cluster, and what its failures are called: with one that is only played."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import pytest

from nouvelle_france.pool import cluster
from nouvelle_france.pool.sharing import AHEAD, WorkerDiedError


class RayError(Exception):
    pass


class RayTaskError(RayError):
    def __init__(self, cause: Exception) -> None:
        self.cause = cause


class Played:
    """A cluster of four CPUs that ends one task at a time, in order; ``fails`` is what getting a result raises."""

    exceptions = SimpleNamespace(RayError=RayError, RayTaskError=RayTaskError)

    def __init__(self, fails: Exception | None = None) -> None:
        self.fails = fails
        self.under_way = 0
        self.most = 0
        self._results: list[Any] = []

    def put(self, thing: Any) -> Any:
        return thing

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 4.0}

    def remote(self, **_: Any) -> Callable[[Callable[..., Any]], Any]:
        return lambda work: SimpleNamespace(remote=lambda *tasks: self._begin(work, *tasks))

    def _begin(self, work: Callable[..., Any], *tasks: Any) -> int:
        self.under_way += 1
        self.most = max(self.most, self.under_way)
        self._results.append(work(*tasks))
        return len(self._results) - 1

    def wait(self, running: Sequence[int], num_returns: int) -> tuple[list[int], list[int]]:
        self.under_way -= num_returns
        return sorted(running)[:num_returns], sorted(running)[num_returns:]

    def get(self, which: int) -> Any:
        if self.fails is not None:
            raise self.fails
        return self._results[which]


def results(monkeypatch: pytest.MonkeyPatch, ray: Played, jobs: int | None = None) -> list[tuple[int, int]]:
    @contextmanager
    def connected(_address: str, _jobs: int | None) -> Iterator[Played]:
        yield ray

    monkeypatch.setattr(cluster, "_connected", connected)
    return list(cluster.Cluster("somewhere:1", jobs).as_finished(abs, range(-40, 0)))


@pytest.mark.parametrize(("jobs", "most"), [(1, 1), (3, 3), (None, 4 * AHEAD)])
def test_no_more_games_at_once_than_asked_for(jobs: int | None, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    ray = Played()
    assert results(monkeypatch, ray, jobs) == [(number, 40 - number) for number in range(40)]
    assert ray.most == most


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (RayError("the node died\nand here is\nwhere"), "the cluster failed: the node died"),
        (RayError(), "the cluster failed: RayError"),
    ],
)
def test_whatever_fails_in_the_cluster_is_one_line(
    error: Exception, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(WorkerDiedError) as raised:
        results(monkeypatch, Played(error))
    assert str(raised.value) == words


def test_what_goes_wrong_in_a_game_is_not_the_clusters_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ZeroDivisionError):
        results(monkeypatch, Played(RayTaskError(ZeroDivisionError())))
