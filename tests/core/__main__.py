"""Compiles the core for both editions of the tests, once for all their workers: ``python -m tests.core``."""

from __future__ import annotations

from nouvelle_france.bots.warming import warm
from nouvelle_france.review.scales import scales
from tests.core.variants import EDITION, TINY

for edition in (EDITION, TINY):
    warm(edition, lambda _: None)  # servers see that it was done, and do not begin it again
scales(EDITION)
