"""Whether a seat, a colour or a bot wins more than its share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from nouvelle_france import charts
from nouvelle_france.stats.group import Group
from nouvelle_france.stats.intervals import mean_estimate, share_estimate
from nouvelle_france.stats.sheet import Column, Row, Sheet, estimated
from nouvelle_france.stats.topics.topic import Topic

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class _Seated(NamedTuple):
    """One seat of one game; ``lead`` is its score less the mean of the others'."""

    deal: str
    seat: str
    colour: str
    bot: str
    win: float
    lead: float


def _seated(group: Group) -> Iterator[_Seated]:
    for game in group.games:
        for seat, score in enumerate(game.scores):
            others = (sum(game.scores) - score) / (group.players - 1)
            who = (group.actors[seat], game.holders[seat], game.bots[seat])
            yield _Seated(game.deal, *who, game.wins[seat], score - others)


def _rows(seated: Sequence[_Seated], key: str, names: Sequence[str]) -> tuple[dict[str, str | int | float | None], ...]:
    rows = []
    for name in names:
        those = [it for it in seated if getattr(it, key) == name]
        rows.append(
            {
                "who": name,
                "count": len(those),
                **estimated("wins", share_estimate((it.deal, it.win) for it in those)),
                **estimated("lead", mean_estimate((it.deal, it.lead) for it in those)),
            }
        )
    return tuple(rows)


def _sheets(group: Group) -> list[Sheet]:
    seated = list(_seated(group))
    even = f"an even share is {1 / group.players:.1%}"
    sheets = []
    for key, names in (("seat", group.actors), ("colour", group.colours), ("bot", group.bots)):
        if key == "bot" and len(names) == 1:
            continue
        columns = (
            Column("who", key),
            Column("count", "seats", "count"),
            Column("wins", "wins (95%)", "share"),
            Column("lead", "points above the others' mean (95%)", "signed"),
        )
        sheets.append(Sheet(f"by-{key}", f"Wins by {key}; {even}", columns, _rows(seated, key, names)))
    sheets.insert(1, _last_round(group, [it for it in seated if it.seat == group.actors[0]]))
    return sheets


def _last_round(group: Group, first: Sequence[_Seated]) -> Sheet:
    """The first seat's advantage with equal turns, and when it and perhaps others had one more.

    The turn that the third snowflake cuts short does not count.
    """
    rows: list[Row] = []
    for more in range(group.players):
        those = [it for game, it in zip(group.games, first, strict=True) if (game.turns - 1) % group.players == more]
        rows.append(
            {
                "more": more,
                "who": "none" if more == 0 else ", ".join(group.actors[:more]),
                "count": len(those),
                **estimated("wins", share_estimate((it.deal, it.win) for it in those)),
                **estimated("lead", mean_estimate((it.deal, it.lead) for it in those)),
            }
        )
    columns = (
        Column("who", "seats with a turn more"),
        Column("count", "games", "count"),
        Column("wins", "seat 1 wins (95%)", "share"),
        Column("lead", "seat 1's points above the others' mean (95%)", "signed"),
    )
    return Sheet("last-round", "The first seat's advantage, by where the last round ends", columns, tuple(rows))


def _draw(group: Group, panels: Sequence[Axes]) -> None:
    seated = list(_seated(group))
    rows = [
        *_rows(seated, "seat", group.actors),
        *_rows(seated, "colour", group.colours),
        *(_rows(seated, "bot", group.bots) if len(group.bots) > 1 else ()),
    ]
    labels = [str(row["who"]) for row in rows]
    for axes, key, even, head in (
        (panels[0], "wins", 1 / group.players, "share of wins, 95% interval; the line is an even share"),
        (panels[1], "lead", 0.0, "points above the others' mean, 95% interval"),
    ):
        values, lows, highs = ([_number(row, end, key) for row in rows] for end in (key, f"{key}_low", f"{key}_high"))
        axes.axvline(even, color=charts.series(1), linewidth=1)
        charts.interval_bars(axes, labels, values, lows, highs)
        axes.set_xlabel(head)
        if key == "wins":
            charts.percent(axes.xaxis)


def _number(row: dict[str, str | int | float | None], end: str, key: str) -> float:
    """The end of an interval, or the value itself where there is none."""
    value = row[end] if row[end] is not None else row[key]
    assert isinstance(value, int | float)
    return value


TOPIC = Topic("advantage", "First player's advantage", _sheets, _draw, applies=lambda group: not group.solo)
