"""What the allies are used for; not whether using one wins, since players who are ahead use them differently."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from nouvelle_france import charts
from nouvelle_france.stats.facts import ALLIES
from nouvelle_france.stats.group import Group
from nouvelle_france.stats.intervals import Sample, mean_estimate, share_estimate
from nouvelle_france.stats.sheet import Column, Sheet, Value, estimated
from nouvelle_france.stats.topics.topic import Topic

if TYPE_CHECKING:
    from matplotlib.axes import Axes

NAMES = {"fille": "Fille du Roy", "coureur": "Coureur des bois", "huron": "Huron"}


def _a_game(group: Group, ally: str, seat: int | None = None, stage: int | None = None) -> float:
    used = [
        (it.seat, it.stage)
        for game in group.games
        for it in (game.looks if ally == "huron" else [use for use in game.uses if use.ally == ally])
    ]
    return sum(seat in (None, at) and stage in (None, when) for at, when in used) / len(group.games)


def _sheets(group: Group) -> list[Sheet]:
    uses, points = [], []
    for ally in ALLIES:
        row: dict[str, Value] = {"ally": NAMES[ally], "a_game": _a_game(group, ally)}
        row |= {f"stage_{stage}": _a_game(group, ally, stage=stage) for stage in group.stages}
        row |= {f"by_{seat + 1}": _a_game(group, ally, seat=seat) for seat in group.seats}
        uses.append(row)
    for ally in ALLIES[:2]:
        gained = [(game.deal, use) for game in group.games for use in game.uses if use.ally == ally]
        chances = len(gained) + sum(game.declined.get(ally, 0) for game in group.games)
        row = {"ally": NAMES[ally], "uses": len(gained), "taken": len(gained) / chances if chances else None}
        row |= estimated("points", mean_estimate((deal, use.points) for deal, use in gained))
        for stage in group.stages:
            then = mean_estimate((deal, use.points) for deal, use in gained if use.stage == stage)
            row[f"stage_{stage}"] = None if then is None else then.value
        points.append(row)
    stages = tuple(Column(f"stage_{stage}", f"stage {stage}", "number") for stage in group.stages)
    seats = tuple(Column(f"by_{seat + 1}", group.actors[seat], "number") for seat in group.seats)
    return [
        Sheet(
            "uses",
            "Allies used a game, by stage and by seat",
            (Column("ally", "ally"), Column("a_game", "all", "number"), *stages, *seats),
            tuple(uses),
        ),
        Sheet(
            "points",
            "Points a use",
            (
                Column("ally", "ally"),
                Column("uses", "uses", "count"),
                Column("taken", "of the chances", "share"),
                Column("points", "points a use (95%)", "number"),
                *stages,
            ),
            tuple(points),
        ),
        *_huron(group),
    ]


def _huron(group: Group) -> list[Sheet]:
    """What was seen and done; nothing if no Huron was used."""
    looks = [(game.deal, look) for game in group.games for look in game.looks]
    questions: tuple[tuple[str, list[Sample]], ...] = (
        ("before one's turn", [(deal, float(look.before)) for deal, look in looks]),
        ("snow was among the cards", [(deal, float(look.snow)) for deal, look in looks]),
        ("the order was changed", [(deal, float(look.moved)) for deal, look in looks]),
        ("the order was changed, with snow", [(deal, float(look.moved)) for deal, look in looks if look.snow]),
    )
    rows = tuple(
        {"what": what, "uses": len(samples), **estimated("share", share_estimate(samples))}
        for what, samples in questions
    )
    columns = (Column("what", "Huron"), Column("uses", "uses", "count"), Column("share", "share (95%)", "share"))
    return [Sheet("huron", "Huron", columns, rows)] if looks else []


def _draw(group: Group, panels: Sequence[Axes]) -> None:
    uses, points = panels
    stages = list(group.stages)
    for number, ally in enumerate(ALLIES):
        places = [stage + (number - 1) * 0.27 for stage in stages]
        values = [_a_game(group, ally, stage=stage) / group.players for stage in stages]
        uses.bar(places, values, width=0.27, color=charts.series(number), label=NAMES[ally])
    uses.set_xticks(stages, [f"stage {stage}" for stage in stages])
    uses.set_ylabel("uses a game and seat")
    uses.set_ylim(0, 1.35)  # room for the legend
    charts.legend(uses, columns=3)
    for number, ally in enumerate(ALLIES[:2]):
        gained = Counter(use.points for game in group.games for use in game.uses if use.ally == ally)
        places = [value + (number - 0.5) * 0.4 for value in gained]
        shares = [count / gained.total() for count in gained.values()]
        points.bar(places, shares, width=0.4, color=charts.series(number), label=NAMES[ally])
    points.set_xlabel("points a use")
    points.set_ylabel("share of uses")
    charts.whole(points.xaxis)
    charts.percent(points.yaxis)
    charts.legend(points)


TOPIC = Topic(
    "allies",
    "Allies",
    _sheets,
    _draw,
    applies=lambda group: any(game.uses or game.looks or game.declined for game in group.games),
)
