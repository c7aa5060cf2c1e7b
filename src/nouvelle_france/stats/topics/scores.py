"""How many points are made: by seat, by colour, by bot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from nouvelle_france import charts
from nouvelle_france.stats.group import Group
from nouvelle_france.stats.sheet import SPREAD, Column, Sheet, spread
from nouvelle_france.stats.topics.topic import Topic

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def _by_colour(group: Group) -> dict[str, list[int]]:
    return {
        colour: [
            score for game in group.games for it, score in zip(game.holders, game.scores, strict=True) if it == colour
        ]
        for colour in group.colours
    }


def _by_seat(group: Group) -> dict[str, list[int]]:
    return {group.actors[seat]: [game.scores[seat] for game in group.games] for seat in group.seats}


def _by_bot(group: Group) -> dict[str, list[int]]:
    return {
        bot: [score for game in group.games for it, score in zip(game.bots, game.scores, strict=True) if it == bot]
        for bot in group.bots
    }


def _sheet(name: str, title: str, head: str, scores: Mapping[str, Sequence[int]]) -> Sheet:
    rows = tuple({"who": who, **spread(values)} for who, values in scores.items())
    return Sheet(name, title, (Column("who", head), *SPREAD), rows)


def _sheets(group: Group) -> list[Sheet]:
    by_colour = _sheet("by-colour", "Scores by colour", "colour", _by_colour(group))
    if group.solo:
        return [by_colour]
    best = {
        "best": [max(game.scores) for game in group.games],
        "all": [score for game in group.games for score in game.scores],
    }
    sheets = [_sheet("by-seat", "Scores by seat", "seat", {**_by_seat(group), **best}), by_colour]
    if len(group.bots) > 1:
        sheets.append(_sheet("by-bot", "Scores by bot", "bot", _by_bot(group)))
    return sheets


def _boxes(axes: Axes, scores: Mapping[str, Sequence[int]], colours: Sequence[tuple[str, str]]) -> None:
    drawn = axes.boxplot(
        list(scores.values()),
        tick_labels=list(scores),
        patch_artist=True,
        widths=0.6,
        medianprops={"color": charts.INK, "linewidth": 1.5},
        flierprops={"marker": ".", "markersize": 3, "markeredgecolor": charts.INK},
    )
    for box, (face, edge) in zip(drawn["boxes"], colours, strict=True):
        box.set(facecolor=face, edgecolor=edge)
    for median, (face, _) in zip(drawn["medians"], colours, strict=True):
        if face in (charts.PAINTS["brown"].wood, charts.PAINTS["blue"].wood):  # ink would hardly be seen on them
            median.set_color(charts.PAPER)
    axes.set_ylabel("points")


def _draw(group: Group, panels: Sequence[Axes]) -> None:
    by_seat, by_colour = panels
    if group.solo:
        leads = {"lead over Winter": [game.lead_over_winter for game in group.games]}
        _boxes(by_seat, leads, [(charts.series(2), charts.INK)])
    else:
        scores = _by_seat(group)
        _boxes(by_seat, scores, [(charts.series(2), charts.INK)] * len(scores))
    paints = [charts.paint(colour) for colour in group.colours]
    _boxes(by_colour, _by_colour(group), [(paint.wood, paint.edge) for paint in paints])


TOPIC = Topic("scores", "Scores", _sheets, _draw)
