"""Options of the test run."""

from __future__ import annotations

import os

import hypothesis
import pytest

# In continuous integration the same commit gives the same verdict; at a desk every run looks at new examples.
hypothesis.settings.register_profile("ci", derandomize=True)
if os.environ.get("CI"):
    hypothesis.settings.load_profile("ci")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--games", type=int, default=6, help="games of each kind for the independent re-player")
    parser.addoption("--kills", type=int, default=25, help="how often the server is killed, on each database")
    parser.addoption("--update-golden", action="store_true", help="write the golden games anew, to be reviewed")
