"""What a measurement is told as."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import NamedTuple

from rich.console import Console
from rich.table import Table


class Figure(NamedTuple):
    """A measurement, its yardstick from the same run, and what it must reach."""

    what: str
    value: str
    beside: str
    target: str = ""
    reached: bool = True


def print_all(figures: Iterable[Figure]) -> None:
    """In a table, each as it is known, and how busy the machine was."""
    table = Table("what", "measured", "beside", "target", "")
    for figure in figures:
        table.add_row(*figure[:4], "" if not figure.target else "yes" if figure.reached else "MISSED")
    Console().print(table)
    Console().print(f"load average {os.getloadavg()[0]:.1f}")
