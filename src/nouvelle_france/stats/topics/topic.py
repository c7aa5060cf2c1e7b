"""What a topic consists of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from nouvelle_france.stats.group import Group
from nouvelle_france.stats.sheet import Sheet

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@dataclass(frozen=True, slots=True)
class Topic:
    """A question about a group of games."""

    name: str
    title: str
    sheets: Callable[[Group], list[Sheet]]
    draw: Callable[[Group, Sequence[Axes]], None]
    """Draws a row of ``panels`` axes."""
    panels: int = 2
    applies: Callable[[Group], bool] = lambda group: True
    height: Callable[[Group], float] = lambda group: 2.9
    """Of the panels, in inches."""
