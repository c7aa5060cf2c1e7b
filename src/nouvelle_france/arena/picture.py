"""The results as a chart: ratings with their intervals, and who ends ahead of whom."""
# ruff: noqa: PLC0415 - matplotlib is an extra, and slow to load

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from nouvelle_france import charts
from nouvelle_france.arena.standings import BotResult, Results

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def picture(results: Results, title: str) -> Figure:
    """A figure of the results. Raises a :class:`~nouvelle_france.charts.ChartError` without the extra ``plots``."""
    bots = ranked(results)
    matrix = len(bots) > 1
    height = 1.6 + 0.45 * max(len(bots), 2)
    made, axes = charts.figure(9.5 if matrix else 5.5, height, title, columns=2 if matrix else 1)
    _ratings(axes[0][0], bots)
    if matrix:
        _matrix(axes[0][1], results, [bot.name for bot in bots])
    return made


def ranked(results: Results) -> list[BotResult]:
    """The bots, best first."""
    return sorted(results.bots, key=lambda bot: -(bot.rating or bot.share).value)


def _ratings(axes: Axes, bots: list[BotResult]) -> None:
    rated = all(bot.rating for bot in bots)
    scale = 1 if rated else 100
    shown = [(bot.rating if rated else None) or bot.share for bot in bots]
    charts.interval_bars(
        axes,
        [bot.name for bot in bots],
        [scale * it.value for it in shown],
        [scale * (it.value if it.low is None else it.low) for it in shown],
        [scale * (it.value if it.high is None else it.high) for it in shown],
    )
    axes.set_xlabel("rating (Elo points, 95%)" if rated else "games won (%, 95%)")


def _matrix(axes: Axes, results: Results, names: list[str]) -> None:
    from matplotlib.colors import LinearSegmentedColormap

    shares = np.full((len(names), len(names)), np.nan)
    for pair in results.pairs:
        a, b = names.index(pair.a), names.index(pair.b)
        shares[a, b], shares[b, a] = pair.ahead.value, 1 - pair.ahead.value
    colours = LinearSegmentedColormap.from_list("ahead", [charts.SERIES[1], charts.PAPER, charts.SERIES[2]])
    axes.imshow(shares, cmap=colours, vmin=0, vmax=1, aspect="auto")
    for (row, column), share in np.ndenumerate(shares):
        if not np.isnan(share):
            axes.text(column, row, f"{100 * share:.0f}", ha="center", va="center", color=charts.INK)
    axes.grid(visible=False)
    axes.set_xticks(range(len(names)), names)
    axes.set_yticks(range(len(names)), names)
    axes.set_xlabel("% of meetings in which the line ended ahead of the column")
