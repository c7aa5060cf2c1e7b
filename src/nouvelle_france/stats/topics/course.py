"""How scores grow, round by round."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import TYPE_CHECKING

from nouvelle_france import charts
from nouvelle_france.stats.group import Group
from nouvelle_france.stats.sheet import Column, Sheet, Value
from nouvelle_france.stats.topics.topic import Topic

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_MARKERS = "osX^"


def _names(group: Group) -> tuple[str, ...]:
    return group.colours if group.solo else group.actors


def _rounds(group: Group) -> list[list[tuple[int, ...]]]:
    """The scores after each round that at least half of the games reached; few long games would bend the mean."""
    longest = max(len(game.rounds) for game in group.games)
    rounds = [[game.rounds[it] for game in group.games if len(game.rounds) > it] for it in range(longest)]
    return [scores for scores in rounds if 2 * len(scores) >= len(group.games)]


def _sheets(group: Group) -> list[Sheet]:
    rows = []
    for number, scores in enumerate(_rounds(group), start=1):
        row: dict[str, Value] = {"round": number, "games": len(scores)}
        row |= {name: fmean(it[holder] for it in scores) for holder, name in enumerate(_names(group))}
        rows.append(row)
    columns = (
        Column("round", "cycle" if group.solo else "round", "count"),
        Column("games", "games", "count"),
        *(Column(name, name, "number") for name in _names(group)),
    )
    return [Sheet("course", "Mean scores, round by round", columns, tuple(rows))]


def _draw(group: Group, panels: Sequence[Axes]) -> None:
    (axes,) = panels
    rounds = _rounds(group)
    for holder, name in enumerate(_names(group)):
        means = [fmean(it[holder] for it in scores) for scores in rounds]
        places = list(range(1, len(means) + 1))
        paint = charts.paint(name)
        axes.plot(
            places,
            means,
            color=paint.edge if group.solo else charts.series(holder),
            marker=paint.marker if group.solo else _MARKERS[holder % len(_MARKERS)],
            markerfacecolor=paint.wood if group.solo else charts.series(holder),
            label=name,
            markersize=5,
            linewidth=1.4,
        )
    axes.set_xlabel("cycle" if group.solo else "round")
    axes.set_ylabel("mean score")
    charts.whole(axes.xaxis)
    charts.legend(axes)


TOPIC = Topic("course", "Scores round by round", _sheets, _draw, panels=1)
