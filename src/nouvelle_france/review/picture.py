"""The course of a game as a picture: expected margins, chances of winning, snowfalls, turning points."""
# ruff: noqa: PLC0415 - matplotlib is an extra, and slow to load

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from nouvelle_france import charts

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MARKS = {"slip": 18.0, "mistake": 40.0, "blunder": 80.0}
"""The size of the mark of a choice that gave something up."""


def picture(analysis: Mapping[str, Any], snowfalls: Sequence[int], title: str) -> Figure:
    """A figure of an analysis. Raises a :class:`~nouvelle_france.charts.ChartError` without the extra ``plots``."""
    made, axes = charts.figure(9.0, 6.0, title, rows=2)
    margins, chances = axes[0][0], axes[1][0]
    _course(margins, analysis, "margins", "expected margin (points)")
    _course(chances, analysis, "chances", "chance of winning")
    charts.percent(chances.yaxis)
    chances.set_ylim(-0.03, 1.03)
    chances.set_xlabel("moment")
    for it in (margins, chances):
        for moment in snowfalls:
            it.axvline(moment, color=charts.SERIES[2], linewidth=6, alpha=0.35, zorder=0)
    charts.caption(margins, "snowfalls are the broad lines; dots are slips, mistakes and blunders, by size")
    charts.caption(chances, "1, 2, 3: the turning points")
    for number, turn in enumerate(analysis["turning"], start=1):
        chances_then = analysis["course"][turn["moment"]]["chances"]
        height = chances_then.get(turn["seat"], chances_then[analysis["players"][0]["seat"]])
        chances.annotate(
            str(number), (turn["moment"], height), xytext=(0, 9), textcoords="offset points", ha="center",
            fontweight="bold", color=charts.INK,
        )  # fmt: skip
    charts.legend(margins, outside=True)
    return made


def _course(axes: Axes, analysis: Mapping[str, Any], what: str, label: str) -> None:
    from matplotlib.patheffects import Normal, Stroke

    moments = [it["moment"] for it in analysis["course"]]
    for player in analysis["players"]:
        seat = player["seat"]
        paint = charts.paint(seat)
        heights = [it[what][seat] for it in analysis["course"]]
        name = player["name"] if player["name"] == seat else f"{player['name']} ({seat})"
        # White wood needs an edge to be visible on paper and in the legend.
        edge = [Stroke(linewidth=3.2, foreground=paint.edge), Normal()]
        axes.plot(
            moments, heights, color=paint.wood, linewidth=1.8, solid_capstyle="round", label=name, path_effects=edge
        )
        flagged = [it for it in analysis["choices"] if it["seat"] == seat and it["verdict"]]
        axes.scatter(
            [it["moment"] for it in flagged],
            [heights[it["moment"]] for it in flagged],
            [MARKS[it["verdict"]] for it in flagged],
            color=paint.wood,
            edgecolors=paint.edge,
            marker=paint.marker,
            zorder=3,
        )
    axes.set_ylabel(label)
