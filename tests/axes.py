"""What is tried in several ways at once: each way in every run, all of them together in `make test-all`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest


def crossed(*axes: Sequence[str]) -> list[Any]:
    """Everything with everything; each thing once with something, and what is more than that under `large`."""
    longest = max(map(len, axes))
    each = {tuple(axis[number % len(axis)] for axis in axes) for number in range(longest)}
    return [pytest.param(*it, marks=[] if it in each else [pytest.mark.large]) for it in product(*axes)]
