"""Where the points come from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from nouvelle_france import charts
from nouvelle_france.stats.group import Group
from nouvelle_france.stats.sheet import Column, Sheet, Value
from nouvelle_france.stats.topics.topic import Topic

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_NAMES = {
    "new": "cubes of placed blocks",
    "linked": "cubes linked to them",
    "bonus-new": "cubes of bonus blocks",
    "bonus-linked": "cubes linked to those",
    "fille": "Fille du Roy",
    "coureur": "Coureur des bois",
    "challenges": "architectural challenges",
    "disks": "disks",
}


def _name(source: str) -> str:
    return _NAMES.get(source) or source.replace("snow-", "snowfall ")


class _Ledger:
    """Points by source, of some of the scores."""

    def __init__(self, group: Group, holders: Sequence[tuple[int, int]]) -> None:
        """``holders`` are (game, holder) numbers."""
        self.scores = len(holders)
        self.points = {
            source: sum(group.games[game].points[holder].get(source, 0) for game, holder in holders)
            for source in group.sources
        }

    def mean(self, source: str | None = None) -> float | None:
        """Points per score, of one source or of all."""
        points = sum(self.points.values()) if source is None else self.points[source]
        return points / self.scores if self.scores else None

    def share(self, source: str | None = None) -> float | None:
        """That as a share of all points."""
        total = sum(self.points.values())
        points = total if source is None else self.points[source]
        return points / total if total else None


def _parts(group: Group) -> dict[str, _Ledger]:
    """Whose points are separated: in solo the colours', at a table those of winners and others, and of each seat."""
    every = [(number, holder) for number, game in enumerate(group.games) for holder in range(len(game.holders))]
    if group.solo:
        return {
            colour: _Ledger(group, [(game, at) for game, at in every if at == holder])
            for holder, colour in enumerate(group.colours)
        }
    won = {(game, seat) for game, seat in every if group.games[game].wins[seat]}
    return {
        "all": _Ledger(group, every),
        "winners": _Ledger(group, [it for it in every if it in won]),
        "others": _Ledger(group, [it for it in every if it not in won]),
        **{
            group.actors[seat]: _Ledger(group, [(game, at) for game, at in every if at == seat]) for seat in group.seats
        },
    }


def _sheets(group: Group) -> list[Sheet]:
    parts = _parts(group)
    sheets = []
    for name, title, form in (
        ("points", "Points a game, by source", "number"),
        ("shares", "Share of all points, by source", "share"),
    ):
        rows = []
        for source in (*group.sources, None):
            row: dict[str, Value] = {"source": source or "all", "name": "all" if source is None else _name(source)}
            for who, ledger in parts.items():
                row[who] = ledger.mean(source) if form == "number" else ledger.share(source)
            rows.append(row)
        columns = [Column("name", "source")]
        columns += [Column(who, who, "number" if form == "number" else "share") for who in parts]
        sheets.append(Sheet(name, title, tuple(columns), tuple(rows)))
    return sheets


def _draw(group: Group, panels: Sequence[Axes]) -> None:
    (axes,) = panels
    parts = _parts(group)
    shown = list(parts) if group.solo else ["winners", "others"]
    height = 0.8 / len(shown)
    for number, who in enumerate(shown):
        places = [place + (number - (len(shown) - 1) / 2) * height for place in range(len(group.sources))]
        means = [parts[who].mean(source) or 0.0 for source in group.sources]
        if group.solo:
            paint = charts.paint(who)
            axes.barh(places, means, height, color=paint.wood, edgecolor=paint.edge, label=who)
        else:
            axes.barh(places, means, height, color=charts.series(number), label=who)
    axes.axvline(0, color=charts.INK, linewidth=0.8)
    axes.set_yticks(range(len(group.sources)), [_name(source) for source in group.sources])
    axes.invert_yaxis()
    axes.set_xlabel("points a game")
    charts.legend(axes)


TOPIC = Topic("sources", "Where points come from", _sheets, _draw, panels=1)
