"""Whether records are the same."""

from __future__ import annotations

import numpy as np

from nouvelle_france.core.records import Array


def same(one: Array, other: Array) -> bool:
    """By field: what lies between fields is anything."""
    return all(np.array_equal(one[name], other[name]) for name in one.dtype.names or ())
