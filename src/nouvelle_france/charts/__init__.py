"""Charts in the look of the game: warm paper, wood and snow. They need the extra ``plots`` (matplotlib)."""

from nouvelle_france.charts.drawing import (
    FORMATS,
    ChartError,
    caption,
    check,
    figure,
    interval_bars,
    legend,
    paint,
    percent,
    save,
    series,
    whole,
)
from nouvelle_france.charts.look import GRID, INK, PAINTS, PAPER, SERIES, Paint

__all__ = [
    "FORMATS",
    "GRID",
    "INK",
    "PAINTS",
    "PAPER",
    "SERIES",
    "ChartError",
    "Paint",
    "caption",
    "check",
    "figure",
    "interval_bars",
    "legend",
    "paint",
    "percent",
    "save",
    "series",
    "whole",
]
