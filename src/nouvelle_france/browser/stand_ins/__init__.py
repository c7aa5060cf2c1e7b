"""Replacements for compiled packages: a browser's Python has only the standard library.

House, protocol and reception are the server's own, unchanged: they import ``orjson``, ``pydantic`` and
``typing_extensions``, and find these instead. Each does as much as those rooms need, and tests compare it with the
package it replaces.
"""

from __future__ import annotations

import sys
from importlib import import_module

STANDS_IN = {"orjson": "json_text", "pydantic": "checking", "typing_extensions": "more_typing"}


def stand_in() -> None:
    """Make each importable under the name it replaces."""
    for name, module in STANDS_IN.items():
        sys.modules[name] = import_module(f"{__name__}.{module}")
