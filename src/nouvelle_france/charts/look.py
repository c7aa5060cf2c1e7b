"""The colours of every chart. Colour-blind eyes can distinguish them, as a test checks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

PAPER = "#fbf6ec"
"""The background of charts."""

INK = "#2a211a"
"""Letters and axes."""

GRID = "#e3d9c6"
"""Guide lines."""


class Paint(NamedTuple):
    """How a player colour is drawn: its wood, an edge that shows it on paper, and the marker of its points."""

    wood: str
    edge: str
    marker: str


PAINTS: Mapping[str, Paint] = {
    "white": Paint("#f4efe4", "#75665a", "o"),
    "brown": Paint("#7a4a2b", "#4d2d18", "X"),
    "yellow": Paint("#e7b53c", "#8a5a08", "^"),
    "blue": Paint("#3f6fa3", "#24476c", "s"),
}
"""The game's own colours, for what belongs to a player's colour; the markers are those of the page."""

SERIES: tuple[str, ...] = ("#1f3f5f", "#d9822b", "#7fb2d6", "#6b2f23", "#f0d48a", "#8a8577")
"""Colours of anything else, in this order: deep ice, ember, snow shade, bark, straw, stone."""

STYLE: dict[Any, Any] = {
    "axes.axisbelow": True,
    "axes.edgecolor": INK,
    "axes.facecolor": PAPER,
    "axes.grid": True,
    "axes.labelcolor": INK,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titlesize": "medium",
    "figure.facecolor": PAPER,
    "font.family": ["DejaVu Sans"],
    "font.size": 9.0,
    "grid.color": GRID,
    "legend.frameon": False,
    "savefig.facecolor": "auto",
    "svg.fonttype": "none",  # keep text as text: smaller files, and screen readers can read it
    "svg.hashsalt": "nouvelle-france",
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
}
"""The settings of matplotlib behind all that."""
