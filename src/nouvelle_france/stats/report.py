"""The full report: groups of games, topic by topic, as sheets, JSON and charts."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from nouvelle_france import charts
from nouvelle_france.stats.group import Group
from nouvelle_france.stats.sheet import Sheet
from nouvelle_france.stats.topics import TOPICS, Topic

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FORMAT = "nouvelle-france-stats/1"
"""The format of the JSON; its number rises when old readers could break."""

_WIDTH = 9.2
"""Of a chart, in inches."""


@dataclass(frozen=True, slots=True)
class Report:
    """The results of the games of some files; ``unfinished`` and ``bad`` ones are counted and left out."""

    groups: tuple[Group, ...]
    unfinished: int = 0
    bad: int = 0
    topics: tuple[Topic, ...] = TOPICS

    @property
    def games(self) -> int:
        """How many games count."""
        return sum(len(group.games) for group in self.groups)

    def sheets(self, group: Group) -> Iterator[tuple[Topic, Sequence[Sheet]]]:
        """The tables of a group, topic by topic, without those that do not apply."""
        for topic in self.topics:
            if topic.applies(group):
                yield topic, topic.sheets(group)

    def to_json(self) -> str:
        """Everything the tables show, in full precision, the same bytes for the same games."""
        groups: list[dict[str, Any]] = []
        for group in self.groups:
            topics = {
                topic.name: {sheet.name: [dict(row) for row in sheet.rows] for sheet in sheets}
                for topic, sheets in self.sheets(group)
            }
            groups.append(
                {
                    "mode": group.mode,
                    "players": group.players,
                    "variant": list(group.variant),
                    "bots": list(group.bots),
                    "games": len(group.games),
                    "topics": topics,
                }
            )
        found = {
            "format": FORMAT,
            "games": self.games,
            "unfinished": self.unfinished,
            "bad": self.bad,
            "groups": groups,
        }
        return json.dumps(found, ensure_ascii=False, indent=1, allow_nan=False)

    def figures(self) -> Iterator[tuple[str, Figure]]:
        """A chart for each topic, by its name: a row of panels for each group it says something about."""
        for topic in self.topics:
            groups = [group for group in self.groups if topic.applies(group)]
            if not groups:
                continue
            height = 0.4 + sum(topic.height(group) for group in groups)
            figure, axes = charts.figure(_WIDTH, height, topic.title, rows=len(groups), columns=topic.panels)
            for group, panels in zip(groups, axes, strict=True):
                charts.caption(panels[0], f"{group.title} · n = {len(group.games):,}")
                topic.draw(group, panels)
            yield topic.name, figure
