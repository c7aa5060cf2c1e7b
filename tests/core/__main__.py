"""Compiles the core for both editions of the tests, once for all their workers: ``python -m tests.core``."""

from __future__ import annotations

from nouvelle_france.bots.ladder import ready
from tests.core.variants import EDITION, TINY

for edition in (EDITION, TINY):
    ready(edition)
