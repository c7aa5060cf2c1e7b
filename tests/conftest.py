"""Options of the test run."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Iterator
from itertools import islice
from typing import Any

import hypothesis
import pytest

# A busy machine is slow, which says nothing about the rules. `make test` gives the same commit the same verdict; pytest
# by itself looks at new examples each time.
hypothesis.settings.register_profile("desk", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow])
hypothesis.settings.register_profile("ci", hypothesis.settings.get_profile("desk"), derandomize=True)
hypothesis.settings.load_profile("ci" if os.environ.get("CI") else "desk")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--games", type=int, default=1, help="games of each kind for the independent replayer")
    parser.addoption("--core-games", type=int, default=252, help="games for the core beside the pure rules, in all")
    parser.addoption("--env-games", type=int, default=40, help="games of environments beside the pure rules, in all")
    parser.addoption("--pure-games", type=int, default=48, help="games of levels in plain Python beside compiled ones")
    parser.addoption("--kills", type=int, default=4, help="how often the server is killed, on each database")
    parser.addoption("--attack-seconds", type=float, default=1.0, help="how long each attack on the server lasts")
    parser.addoption("--update-golden", action="store_true", help="write the golden games anew, to be reviewed")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "large: more of what a test without it samples already; left to `make test-all`")
    config.addinivalue_line("markers", "unix: needs what Windows has not, such as signals between processes")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Half of the time tests wait: for a server, a browser, a clock. So there are two workers for each core."""
    return 2 * len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 2 * (os.cpu_count() or 1)


LONG = ("tests/server/test_kills.py", "tests/web/", "tests/test_docs.py", "tests/keeping/test_below_a_path.py")
"""Where single tests take a minute."""


collect_ignore = (
    []
    if hasattr(os, "fork")
    else [
        "bots/test_programs.py",
        "install",
        "keeping/test_below_a_path.py",
        "keeping/test_docs_page.py",
        "keeping/test_files.py",
        "keeping/test_frames.py",
        "pool/test_cluster.py",
        "pool/test_processes.py",
        "server/attacks",
        "server/test_operation.py",
        "server/test_sitting.py",
        "server/test_thinking.py",
        "test_background.py",
        "web",
    ]
)
"""Where all tests, or what they import, need what Windows has not: programs as bots, Ray, signals between processes."""

POSTGRESQL = {"postgres_server", "postgres_url", "durable_postgres"}
"""What brings a PostgreSQL server of the tests' own, which is a matter of Linux and macOS."""


def pytest_itemcollected(item: pytest.Item) -> None:
    """On Windows, single tests that cannot work there are skipped."""
    if not hasattr(os, "fork") and (
        item.get_closest_marker("unix") or POSTGRESQL & set(getattr(item, "fixturenames", ()))
    ):
        item.add_marker(pytest.mark.skip(reason="needs what Windows has not"))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Every worker begins with its part of the long tests: whoever had them at the end would keep the others waiting.

    Each gets an equal share of all tests, one after another; later those who are done take over from those who are not.
    """
    if (worker := getattr(config, "workerinput", None)) is None:
        return
    workers: int = worker["workercount"]
    long = [item for item in items if item.nodeid.startswith(LONG)]
    others = iter([item for item in items if not item.nodeid.startswith(LONG)])
    ordered: list[pytest.Item] = []
    for number in range(workers):
        mine = long[number::workers]
        share = (len(items) - len(ordered)) // (workers - number)
        ordered += [*mine, *islice(others, max(0, share - len(mine)))]
    items[:] = [*ordered, *others]


def pytest_collection_finish() -> None:
    """What all tests share lives to the end; the garbage collector looked through it for a tenth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


@pytest.fixture(scope="session", autouse=True)
def in_the_foreground() -> Iterator[None]:
    """Tests send Ctrl-C as from a terminal, also where the run itself is in the background.

    A shell lets background jobs ignore SIGINT, and ``nohup`` SIGHUP. All that they start inherits it, and Python then
    makes no ``KeyboardInterrupt``. A server started so must stay so, but what the tests start is in the foreground.
    """
    usual: dict[signal.Signals, Any] = {signal.SIGINT: signal.default_int_handler}
    if hasattr(signal, "SIGHUP"):
        usual[signal.SIGHUP] = signal.SIG_DFL
    before = {number: signal.getsignal(number) for number in usual}
    for number, handler in usual.items():
        if before[number] is signal.SIG_IGN:
            signal.signal(number, handler)
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """For tests that read what a program wrote last: on a busy machine it may need more than a second to leave."""
    monkeypatch.setattr("nouvelle_france.bots.programs.program.GRACE", 60.0)
