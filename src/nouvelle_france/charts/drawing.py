"""Making figures and writing them to files, without any of matplotlib's global state.

Matplotlib is imported when the first figure is made: it is an extra, and slow to load.
"""
# ruff: noqa: PLC0415

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from nouvelle_france.charts.look import INK, PAINTS, SERIES, STYLE, Paint
from nouvelle_france.extras import needs

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure

FORMATS = ("svg", "png")
"""The file formats of a chart."""

DOTS = 160
"""Dots per inch of a PNG."""


class ChartError(Exception):
    """A chart that cannot be made; its text is one line for the person who asked for it."""


def check(path: Path | None = None) -> None:
    """Raise a :class:`ChartError` now if the extra is missing or the file's extension is not one of :data:`FORMATS`.

    Call it before long work whose last step is a chart.
    """
    if path is not None and _format(path) not in FORMATS:
        raise ChartError(f"{path}: a chart is written as {' or '.join(f'.{it}' for it in FORMATS)}")
    try:
        import matplotlib.figure  # noqa: F401 - only whether it is there
    except ImportError as error:
        raise ChartError(f"a chart {needs('plots')}") from error


def figure(
    width: float, height: float, title: str = "", *, rows: int = 1, columns: int = 1
) -> tuple[Figure, list[list[Axes]]]:
    """A figure in our style, in inches, and its axes as ``axes[row][column]``."""
    check()
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    with rc_context(STYLE):
        made = Figure(figsize=(width, height), layout="constrained")
        axes = made.subplots(rows, columns, squeeze=False)
        if title:
            made.suptitle(title, x=0.01, ha="left", fontsize=12, color=INK)
    return made, [list(row) for row in axes]


def save(made: Figure, path: Path) -> None:
    """Write a figure in the format of the file's extension; the same figure always gives the same bytes.

    Nothing is written before the picture is complete. Raises a :class:`ChartError` or an :class:`OSError`.
    """
    check(path)
    from matplotlib import rc_context

    picture = io.BytesIO()
    svg = _format(path) == "svg"
    # The date and the version of matplotlib would change the bytes of the same picture.
    metadata = {"Date": None, "Creator": "nouvelle-france"} if svg else {"Software": None}
    with rc_context(STYLE):
        made.savefig(
            picture, format="svg" if svg else "png", backend="svg" if svg else "agg", dpi=DOTS, metadata=metadata
        )
    path.write_bytes(picture.getvalue())


def _format(path: Path) -> str:
    return path.suffix.removeprefix(".").lower()


def series(number: int) -> str:
    """The colour of the n-th series, cycling."""
    return SERIES[number % len(SERIES)]


def paint(colour: str) -> Paint:
    """The paint of a player colour; colours of other editions get a neutral one."""
    return PAINTS.get(colour, Paint(SERIES[-1], INK, "D"))


def percent(axis: Axis) -> None:
    """Write an axis of shares in per cent."""
    from matplotlib.ticker import PercentFormatter

    axis.set_major_formatter(PercentFormatter(1.0))


def whole(axis: Axis) -> None:
    """Write an axis of counts in whole numbers."""
    from matplotlib.ticker import MaxNLocator

    axis.set_major_locator(MaxNLocator(integer=True))


def caption(axes: Axes, text: str) -> None:
    """A line above the axes, at their left."""
    axes.set_title(text, loc="left", fontsize=10, color=INK)


def legend(axes: Axes, outside: bool = False, columns: int = 1) -> None:
    """The legend, inside where there is room, or to the right of the axes."""
    drawn = axes.legend(frameon=False, labelcolor=INK, ncols=columns, fontsize=8.5)
    if outside:
        drawn.set_loc("upper left")
        drawn.set_bbox_to_anchor((1.0, 1.0))


def interval_bars(
    axes: Axes, labels: Sequence[str], values: Sequence[float], lows: Sequence[float], highs: Sequence[float]
) -> None:
    """Values with their intervals as whiskers, one per line, the first on top."""
    places = list(range(len(labels)))
    below = [value - low for value, low in zip(values, lows, strict=True)]
    above = [high - value for value, high in zip(values, highs, strict=True)]
    axes.errorbar(
        list(values), places, xerr=[below, above], fmt="o", color=SERIES[0], ecolor=SERIES[0], capsize=3, markersize=5
    )
    axes.set_yticks(places, list(labels))
    axes.set_ylim(len(labels) - 0.5, -0.5)
