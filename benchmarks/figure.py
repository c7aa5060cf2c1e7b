"""What a measurement is told as."""

from __future__ import annotations

from typing import NamedTuple


class Figure(NamedTuple):
    """A measurement, its yardstick from the same run, and what it must reach."""

    what: str
    value: str
    beside: str
    target: str = ""
    reached: bool = True
