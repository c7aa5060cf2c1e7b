"""A running server, and people who visit its page."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.running import ServerProcess, running_server
from tests.web.browser import NO_WEBGL, Kept, Visits
from tests.web.tables import House

KEPT = Kept()
"""The browser of this process."""


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "no_webgl: in a browser that cannot draw in 3D")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("web")
    with running_server(
        f"sqlite:///{folder / 'tables.sqlite'}", folder, "--no-limits", "--stand-in-after", "0", forked=True
    ) as server:
        yield server


@pytest.fixture(scope="session")
def house(server: ServerProcess) -> Iterator[House]:
    with House(server.url) as house:
        yield house


@pytest.fixture
def visits(server: ServerProcess, request: pytest.FixtureRequest) -> Iterator[Visits]:
    """Visits that must end without an error in any console and without a request to elsewhere."""
    options = NO_WEBGL if request.node.get_closest_marker("no_webgl") else ()
    visits = Visits(KEPT.browser(*options), server.url)
    try:
        yield visits
    finally:
        visits.end()
    assert visits.troubles() == []


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """The browser ends where the next test does not use it: that one may want an event loop of its own."""
    if nextitem is None or "visits" not in getattr(nextitem, "fixturenames", ()):
        KEPT.close()
