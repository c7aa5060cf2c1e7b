"""Counting and finding ones in words of 64 bits: one machine instruction each, which Numba has no name for."""

from __future__ import annotations

from typing import Any

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


ones: Any = intrinsic(_ones)
"""How many ones a word has."""

lowest: Any = intrinsic(_lowest)
"""The place of a word's lowest one; the word is not 0."""
