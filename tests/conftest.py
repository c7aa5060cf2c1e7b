"""Options of the test run."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--games", type=int, default=6, help="games of each kind for the independent re-player")
    parser.addoption("--update-golden", action="store_true", help="write the golden games anew, to be reviewed")
