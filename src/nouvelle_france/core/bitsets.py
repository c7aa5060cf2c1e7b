"""Counting and finding set bits in 64-bit words: one machine instruction each, for which Numba has no function."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

ONE = np.uint64(1)
NONE = np.uint64(0)


def _ones(typing_context: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), generate


def _lowest(typing_context: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.uint64), generate


ones = cast("Callable[[np.uint64], int]", intrinsic(_ones))
"""How many bits of a word are set."""

lowest = cast("Callable[[np.uint64], int]", intrinsic(_lowest))
"""The place of a word's lowest set bit; the word must not be 0."""
