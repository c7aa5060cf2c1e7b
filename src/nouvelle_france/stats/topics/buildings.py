"""How often each building is completed, by whom and when, and whether the disks decide."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from nouvelle_france import charts
from nouvelle_france.stats.facts import Facts
from nouvelle_france.stats.group import Group
from nouvelle_france.stats.intervals import share_estimate
from nouvelle_france.stats.sheet import Column, Sheet, estimated
from nouvelle_france.stats.topics.topic import Topic

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def _share_of_games(group: Group, site: str, seat: int | None = None, stage: int | None = None) -> float:
    """In how many games the site was completed, by that seat or in that stage if one is named."""
    found = sum(
        it.site == site and seat in (None, it.seat) and stage in (None, it.stage)
        for game in group.games
        for it in game.completed
    )
    return found / len(group.games)


def _sheets(group: Group) -> list[Sheet]:
    columns = [Column("site", "building"), Column("completed", "completed (95%)", "share")]
    columns += [Column(f"stage_{stage}", f"stage {stage}", "share") for stage in group.stages]
    columns += [Column(f"by_{seat + 1}", f"by {actor}", "share") for seat, actor in enumerate(group.actors)]
    rows = []
    for site in group.games[0].sites:
        done = ((game.deal, any(it.site == site for it in game.completed)) for game in group.games)
        rows.append(
            {
                "site": site,
                **estimated("completed", share_estimate(done)),
                **{f"stage_{stage}": _share_of_games(group, site, stage=stage) for stage in group.stages},
                **{f"by_{seat + 1}": _share_of_games(group, site, seat=seat) for seat in range(len(group.actors))},
            }
        )
    built = sum(len(game.completed) for game in group.games) / len(group.games)
    holders = ((game.deal, _winner_completed(game)) for game in group.games)
    decided = ((game.deal, float(game.disk_decided)) for game in group.games)
    disks: list[dict[str, str | int | float | None]] = [
        {"what": "buildings completed a game", "number": built},
        {"what": "a winner completed one", **estimated("share", share_estimate(holders))},
        {"what": "decided by disks: won, but not without them", **estimated("share", share_estimate(decided))},
    ]
    disk_columns = (
        Column("what", "disks"),
        Column("number", "number", "number"),
        Column("share", "share of games (95%)", "share"),
    )
    return [
        Sheet("buildings", "Buildings completed, as shares of all games", tuple(columns), tuple(rows)),
        Sheet("disks", "What completing is worth", disk_columns, tuple(disks)),
    ]


def _winner_completed(game: Facts) -> float:
    """In solo only the player's seat can be a winner's."""
    winners = [seat for seat, win in enumerate(game.wins) if win]
    return float(any(it.seat in winners for it in game.completed))


def _draw(group: Group, panels: Sequence[Axes]) -> None:
    sites = group.games[0].sites
    by_stage, by_seat = panels
    for axes, parts in (
        (by_stage, [(f"stage {s}", [_share_of_games(group, site, stage=s) for site in sites]) for s in group.stages]),
        (
            by_seat,
            [(who, [_share_of_games(group, site, seat=n) for site in sites]) for n, who in enumerate(group.actors)],
        ),
    ):
        below = [0.0] * len(sites)
        for number, (label, shares) in enumerate(parts):
            axes.bar(list(sites), shares, bottom=below, color=charts.series(number), label=label, width=0.6)
            below = [low + share for low, share in zip(below, shares, strict=True)]
        axes.set_ylim(0, 1)
        charts.percent(axes.yaxis)
        axes.set_ylabel("completed, share of games")
        charts.legend(axes, outside=True)


TOPIC = Topic("buildings", "Buildings completed", _sheets, _draw)
