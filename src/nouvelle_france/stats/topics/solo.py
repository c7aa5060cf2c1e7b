"""How hard Winter is to beat, challenge by challenge."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from nouvelle_france import charts
from nouvelle_france.stats.facts import Facts, SoloFacts
from nouvelle_france.stats.group import Group
from nouvelle_france.stats.intervals import mean_estimate, share_estimate
from nouvelle_france.stats.sheet import Column, Sheet, Value, estimated
from nouvelle_france.stats.topics.topic import Topic

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class _Setting(NamedTuple):
    """What was played; ``challenges`` is how many of the architectural ones were on."""

    bot: str
    constraint: str
    track: str
    challenges: int

    @classmethod
    def of(cls, game: Facts) -> _Setting:
        solo = _solo(game)
        return cls(game.bots[0], solo.constraint, solo.track, len(solo.architecture))


def _solo(game: Facts) -> SoloFacts:
    assert game.solo is not None
    return game.solo


def _settings(group: Group) -> dict[_Setting, list[Facts]]:
    found: dict[_Setting, list[Facts]] = {}
    for game in group.games:
        found.setdefault(_Setting.of(game), []).append(game)
    return dict(sorted(found.items()))


def _sheets(group: Group) -> list[Sheet]:
    wins = []
    for setting, games in _settings(group).items():
        row: dict[str, Value] = {**setting._asdict(), "games": len(games)}
        row |= estimated("wins", share_estimate((game.deal, game.wins[0]) for game in games))
        row |= estimated("lead", mean_estimate((game.deal, game.lead_over_winter) for game in games))
        row["earned"] = sum(len(_solo(game).earned) for game in games) / len(games)
        wins.append(row)
    sheets = [
        Sheet(
            "wins",
            "Wins against Winter",
            (
                Column("bot", "bot"),
                Column("constraint", "constraint"),
                Column("track", "track"),
                Column("challenges", "challenges on", "count"),
                Column("games", "games", "count"),
                Column("wins", "wins (95%)", "share"),
                Column("lead", "lead over Winter (95%)", "signed"),
                Column("earned", "challenges earned", "number"),
            ),
            tuple(wins),
        )
    ]
    challenges = list(dict.fromkeys(id for game in group.games for id in _solo(game).architecture))
    if challenges:
        rows = []
        for id in challenges:
            tried = [game for game in group.games if id in _solo(game).architecture]
            earned = share_estimate((game.deal, float(id in _solo(game).earned)) for game in tried)
            rows.append({"challenge": id, "games": len(tried), **estimated("earned", earned)})
        columns = (
            Column("challenge", "challenge"),
            Column("games", "games with it", "count"),
            Column("earned", "earned (95%)", "share"),
        )
        sheets.append(Sheet("challenges", "Architectural challenges", columns, tuple(rows)))
    sheets.append(_pieces(group))
    return sheets


def _pieces(group: Group) -> Sheet:
    colours = group.colours[1:]
    rows = []
    for piece in group.games[0].pieces:
        due = [colour for game in group.games for shape, colour in _solo(game).due if shape == piece]
        lost = sum(shape == piece for game in group.games for shape, _ in _solo(game).lost)
        row: dict[str, Value] = {"piece": piece, "due": len(due) / len(group.games), "lost": lost / len(group.games)}
        row |= {colour: due.count(colour) / len(group.games) for colour in colours}
        rows.append(row)
    columns = (
        Column("piece", "bonus piece"),
        Column("due", "triggered a game", "number"),
        *(Column(colour, f"by {colour}", "share") for colour in colours),
        Column("lost", "fitted nowhere, a game", "number"),
    )
    return Sheet("pieces", "Bonus pieces on the track; by colour, shares of games", columns, tuple(rows))


def _draw(group: Group, panels: Sequence[Axes]) -> None:
    wins, leads = panels
    settings = _settings(group)
    labels, values, lows, highs = [], [], [], []
    for setting, games in settings.items():
        found = share_estimate((game.deal, game.wins[0]) for game in games)
        assert found is not None
        assert found.low is not None
        assert found.high is not None
        labels.append(f"{setting.bot}, {setting.constraint},\n{setting.track}, {setting.challenges} challenges")
        values.append(found.value)
        lows.append(found.low)
        highs.append(found.high)
    charts.interval_bars(wins, labels, values, lows, highs)
    wins.set_xlim(0, 1)
    charts.percent(wins.xaxis)
    wins.set_xlabel("wins against Winter, 95% interval")
    pieces = group.games[0].pieces
    below = [0.0] * len(pieces)
    for colour in group.colours[1:]:
        shares = [
            sum((piece, colour) in _solo(game).due for game in group.games) / len(group.games) for piece in pieces
        ]
        paint = charts.paint(colour)
        leads.bar(list(pieces), shares, bottom=below, color=paint.wood, edgecolor=paint.edge, label=colour, width=0.5)
        below = [low + share for low, share in zip(below, shares, strict=True)]
    leads.set_ylabel("bonus pieces triggered a game")
    charts.legend(leads, outside=True)


TOPIC = Topic(
    "solo",
    "Against Winter",
    _sheets,
    _draw,
    applies=lambda group: group.solo,
    height=lambda group: max(2.9, 0.5 * len(_settings(group))),  # a line for each setting
)
