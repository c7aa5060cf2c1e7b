"""How close games are, and how long they stay open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from nouvelle_france import charts
from nouvelle_france.stats.group import Group
from nouvelle_france.stats.intervals import Sample, share_estimate
from nouvelle_france.stats.sheet import SPREAD, Column, Sheet, estimated, spread
from nouvelle_france.stats.topics.topic import Topic

if TYPE_CHECKING:
    from matplotlib.axes import Axes

CLOSE = 5
"""A game decided by no more points than that was close."""


def _sheets(group: Group) -> list[Sheet]:
    margin = "lead over Winter" if group.solo else "margin, first to second"
    rows = (
        {"what": margin, **spread([game.margin for game in group.games])},
        {"what": "lead changes", **spread([game.lead_changes for game in group.games])},
    )
    questions: list[tuple[str, list[Sample]]] = [
        (
            f"within {CLOSE} points at the end",
            [(game.deal, float(abs(game.margin) <= CLOSE)) for game in group.games],
        )
    ]
    for number in range(len(group.stages) - 1):
        ahead: list[Sample] = []
        for game in group.games:
            leader = game.leaders[number]
            if leader is not None:
                # In solo the leader is the player or Winter, and one of the two wins.
                won = game.wins[0] if leader == 0 else 1 - game.wins[0] if group.solo else game.wins[leader]
                ahead.append((game.deal, won))
        questions.append((f"who leads after snowfall {number + 1} wins", ahead))
    if not group.solo:
        for what, words in (
            ("allies", "a tie, decided by unused allies"),
            ("peg", "a tie, decided by the peg"),
            ("shared", "a shared title"),
        ):
            questions.append((words, [(game.deal, float(game.decided_by == what)) for game in group.games]))
    shares = tuple(
        {"what": what, "count": len(samples), **estimated("share", share_estimate(samples))}
        for what, samples in questions
    )
    return [
        Sheet("spread", "Margins and lead changes", (Column("what", "a game's"), *SPREAD), rows),
        Sheet(
            "shares",
            "How open games are",
            (Column("what", "how often"), Column("count", "games", "count"), Column("share", "share (95%)", "share")),
            shares,
        ),
    ]


def _draw(group: Group, panels: Sequence[Axes]) -> None:
    margins, changes = panels
    counts = Counter(game.margin // CLOSE for game in group.games)
    steps = range(min(counts), max(counts) + 1)
    margins.bar(
        [step * CLOSE for step in steps],
        [counts[step] / len(group.games) for step in steps],
        width=CLOSE * 0.92,
        align="edge",
        color=charts.series(0),
    )
    margins.set_xlabel("lead over Winter" if group.solo else "points between first and second")
    margins.set_ylabel("share of games")
    if group.solo:
        margins.axvline(0, color=charts.series(1), linewidth=1)
    leads = Counter(game.lead_changes for game in group.games)
    changes.bar(list(leads), [count / len(group.games) for count in leads.values()], color=charts.series(2))
    changes.set_xlabel("lead changes in a game")
    changes.set_ylabel("share of games")
    charts.whole(changes.xaxis)
    for axes in panels:
        charts.percent(axes.yaxis)


TOPIC = Topic("tension", "How close and how open", _sheets, _draw)
