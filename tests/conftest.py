"""Options of the test run."""

from __future__ import annotations

import os

import hypothesis
import pytest

# A busy machine is slow, which says nothing about the rules. `make test` gives the same commit the same verdict; pytest
# by itself looks at new examples each time.
hypothesis.settings.register_profile("desk", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow])
hypothesis.settings.register_profile("ci", hypothesis.settings.get_profile("desk"), derandomize=True)
hypothesis.settings.load_profile("ci" if os.environ.get("CI") else "desk")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--games", type=int, default=6, help="games of each kind for the independent re-player")
    parser.addoption("--core-games", type=int, default=1000, help="games for the core beside the pure rules, in all")
    parser.addoption("--pure-games", type=int, default=48, help="games of levels in plain Python beside compiled ones")
    parser.addoption("--kills", type=int, default=25, help="how often the server is killed, on each database")
    parser.addoption("--update-golden", action="store_true", help="write the golden games anew, to be reviewed")


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """For tests that read what a program wrote last: on a busy machine it may need more than a second to leave."""
    monkeypatch.setattr("nouvelle_france.bots.programs.program.GRACE", 60.0)
