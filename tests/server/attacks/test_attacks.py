"""Whatever one visitor does, others do not notice, and the server's memory hardly grows.

Short here; ``make fuzz`` does the same for longer, and ``python -m tests.server.attacks`` prints the figures.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.attacks.catalogue import ATTACKS, Listed
from tests.server.attacks.measuring import measure
from tests.server.running import ServerProcess, running_server

WAIT_S = 3.0
"""How long others may wait beyond five times what they waited before. Alone on a machine they wait for a tenth of that
(docs/server.md has the figures); here other tests run beside. What must not be is told by ``test_bounds.py``."""

GROWTH = 50 << 20


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """One for all attacks, each of which comes from an address of its own."""
    folder = tmp_path_factory.mktemp("attacked")
    with running_server(f"sqlite:///{folder / 'tables.sqlite3'}", folder, forked=True) as server:
        yield server


@pytest.mark.parametrize(
    "listed", [pytest.param(it, id=name, marks=[pytest.mark.large] * it.like_another) for name, it in ATTACKS.items()]
)
def test_others_do_not_notice(listed: Listed, server: ServerProcess, pytestconfig: pytest.Config) -> None:
    seconds = pytestconfig.getoption("--attack-seconds")
    assert server.process is not None
    noticed = measure(server.url, server.process.pid, listed.attack, seconds, with_bots=listed.with_bots)
    assert noticed.worst < WAIT_S + 5 * noticed.before, noticed.line()
    assert noticed.growth < GROWTH, noticed.line()
    log = server.log.read_text()
    assert "Traceback" not in log, log
