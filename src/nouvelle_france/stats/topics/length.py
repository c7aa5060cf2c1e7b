"""How long a game is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import fmean
from typing import TYPE_CHECKING

from nouvelle_france import charts
from nouvelle_france.stats.group import Group
from nouvelle_france.stats.sheet import SPREAD, Column, Row, Sheet, spread
from nouvelle_france.stats.topics.topic import Topic

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def _sheets(group: Group) -> list[Sheet]:
    kinds = {
        "turns": [game.turns for game in group.games],
        "blocks placed": [game.blocks for game in group.games],
        "bonus blocks placed": [len(game.bonus) for game in group.games],
        "moves of the record": [game.moves for game in group.games],
    }
    rows = tuple({"what": what, **spread(values)} for what, values in kinds.items())
    by_seat: tuple[Row, ...] = tuple(
        {
            "who": actor,
            "blocks": fmean(game.placed[seat] for game in group.games),
            "bonus": fmean(sum(it.seat == seat for it in game.bonus) for game in group.games),
        }
        for seat, actor in enumerate(group.actors)
    )
    by_seat_columns = (
        Column("who", "seat"),
        Column("blocks", "blocks a game", "number"),
        Column("bonus", "bonus blocks a game", "number"),
    )
    return [
        Sheet("length", "Length of a game", (Column("what", "a game's"), *SPREAD), rows),
        Sheet("by-seat", "Blocks placed, by seat", by_seat_columns, by_seat),
    ]


def _draw(group: Group, panels: Sequence[Axes]) -> None:
    (axes,) = panels
    counts = Counter(game.turns for game in group.games)
    axes.bar(list(counts), [count / len(group.games) for count in counts.values()], color=charts.series(0))
    axes.set_xlabel("turns")
    axes.set_ylabel("share of games")
    charts.whole(axes.xaxis)
    charts.percent(axes.yaxis)


TOPIC = Topic("length", "Length of a game", _sheets, _draw, panels=1)
