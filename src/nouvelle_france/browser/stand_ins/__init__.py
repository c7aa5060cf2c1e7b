"""What stands in for compiled packages where there are none: a browser's Python has the standard library alone.

House, protocol and reception are the server's own, unchanged: they import ``orjson``, ``pydantic`` and
``typing_extensions``, and find these instead. Each does as much as those rooms ask of it, and tests hold it against
the package it stands in for.
"""

from __future__ import annotations

import sys
from importlib import import_module

STANDS_IN = {"orjson": "json_text", "pydantic": "checking", "typing_extensions": "more_typing"}


def stand_in() -> None:
    """Let each be found under the name it stands in for."""
    for name, module in STANDS_IN.items():
        sys.modules[name] = import_module(f"{__name__}.{module}")
