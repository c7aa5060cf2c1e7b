"""How often nobody can place a visible shape, and what is lost by it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from nouvelle_france import charts
from nouvelle_france.stats.facts import Facts, SeatStage
from nouvelle_france.stats.group import Group
from nouvelle_france.stats.intervals import share_estimate
from nouvelle_france.stats.sheet import Column, Sheet, Value, estimated
from nouvelle_france.stats.topics.topic import Topic

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_KINDS: tuple[tuple[str, str, Callable[[Facts], Sequence[SeatStage]]], ...] = (
    ("stuck", "stuck turns", lambda game: game.stuck),
    ("removed", "blocks to the box", lambda game: game.removed),
    ("lost", "turns lost to another", lambda game: game.lost_turns),
)


def _a_game(group: Group, of: Callable[[Facts], Sequence[SeatStage]], stage: int | None, seat: int | None) -> float:
    found = sum(stage in (None, it.stage) and seat in (None, it.seat) for game in group.games for it in of(game))
    return found / len(group.games)


def _unused(group: Group, stage: int | None) -> float:
    """The share of the seats' bonus blocks that left the game unplaced (BON-3)."""
    stages = len(group.stages) if stage is None else 1
    return 1 - _a_game(group, lambda game: game.bonus, stage, None) / (group.players * stages)


def _row(group: Group, where: str, stage: int | None, seat: int | None = None) -> dict[str, Value]:
    games = (
        (game.deal, float(any(stage in (None, it.stage) and seat in (None, it.seat) for it in game.stuck)))
        for game in group.games
    )
    row: dict[str, Value] = {"where": where, **estimated("any", share_estimate(games))}
    for key, _, of in _KINDS:
        row[key] = _a_game(group, of, stage, seat)
    if not group.solo and seat is None:
        row["bonus_unused"] = _unused(group, stage)
    return row


def _sheets(group: Group) -> list[Sheet]:
    columns = [Column("where", ""), Column("any", "games with a stuck turn (95%)", "share")]
    columns += [Column(key, f"{head} a game", "number") for key, head, _ in _KINDS]
    by_seat = tuple(columns)
    if not group.solo:
        columns.append(Column("bonus_unused", "bonus blocks not placed", "share"))
    rows = [*(_row(group, f"stage {stage}", stage) for stage in group.stages), _row(group, "all", None)]
    seats = tuple(_row(group, actor, None, seat) for seat, actor in enumerate(group.actors))
    return [
        Sheet("by-stage", "Unable to place, by stage", tuple(columns), tuple(rows)),
        Sheet("by-seat", "Unable to place, by seat", by_seat, seats),
    ]


def _draw(group: Group, panels: Sequence[Axes]) -> None:
    left, right = panels
    stages = list(group.stages)
    for number, (_, head, of) in enumerate(_KINDS):
        places = [stage + (number - 1) * 0.27 for stage in stages]
        left.bar(
            places,
            [_a_game(group, of, stage, None) for stage in stages],
            width=0.27,
            color=charts.series(number),
            label=head,
        )
    left.set_xticks(stages, [f"stage {stage}" for stage in stages])
    left.set_ylabel("a game")
    charts.legend(left)
    if group.solo:
        right.bar(
            list(group.actors),
            [_a_game(group, lambda game: game.stuck, None, seat) for seat in range(len(group.actors))],
            color=charts.series(0),
            width=0.5,
        )
        right.set_ylabel("stuck turns a game")
    else:
        names = [f"{piece}\n(stage {stage})" for stage, piece in zip(stages, group.games[0].pieces, strict=True)]
        right.bar(names, [_unused(group, stage) for stage in stages], color=charts.series(3), width=0.5)
        right.set_ylim(0, 1)
        charts.percent(right.yaxis)
        right.set_ylabel("bonus blocks not placed")


TOPIC = Topic("stuck", "Stuck turns and what is lost", _sheets, _draw)
