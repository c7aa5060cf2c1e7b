"""What analyses say of games, as tables in the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from nouvelle_france.cli.narration import counted

Analysis = dict[str, Any]


def show(analyses: Sequence[Analysis], left_out: str, console: Console) -> None:
    """Print what one game's analysis says, or what those of several have in common; ``left_out`` is what has none."""
    if not console.is_terminal:
        console.width = max(console.width, 140)
    console.print(f"{counted(len(analyses), 'game')}{left_out}")
    if len(analyses) == 1:
        _show_one(console, analyses[0])
    elif analyses:
        _show_many(console, analyses)


def _table(*heads: str) -> Table:
    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for number, head in enumerate(heads):
        table.add_column(head, justify="right" if number else "left", overflow="fold")
    return table


def _show_one(console: Console, analysis: Analysis) -> None:
    table = _table(
        "player", "score", "margin", "= start", "+ luck", "+ skill", "gave up", "±", "choices", "slips", "mistakes",
        "blunders",
    )  # fmt: skip
    for it in analysis["players"]:
        name = it["name"] if it["name"] == it["seat"] else f"{it['name']} ({it['seat']})"
        points = (f"{it[key]:+.1f}" for key in ("margin", "start", "luck", "skill"))
        counts = (str(it[key]) for key in ("choices", "slips", "mistakes", "blunders"))
        table.add_row(name, str(it["score"]), *points, f"{it['regret']:.1f}", f"{it['error']:.1f}", *counts)
    console.print(table)
    flagged = sorted((it for it in analysis["choices"] if it["verdict"]), key=lambda it: -it["regret"])
    for it in flagged[:5]:
        console.print(
            f"move {it['move']}: {it['seat']}'s {it['action']['do']} is a {it['verdict']}: it gave up "
            f"{it['regret']:.1f} ± {it['error']:.1f} points and {100 * it['chance']:.0f}% of winning, against "
            f"{_action(it['alternatives'][0]['action'])}",
            soft_wrap=True,
        )
    for number, it in enumerate(analysis["turning"], start=1):
        seat, change = max(it["chances"].items(), key=lambda pair: pair[1])
        what = {"choice": "choice", "card": "card", "snow": "snow", "look": "look at the cards", "winter": "turn"}
        console.print(
            f"turning point {number}: move {it['move']}, {it['seat']}'s {what[it['what']]}: {seat} "
            f"{100 * change:+.0f}% of winning",
            soft_wrap=True,
        )


def _action(action: dict[str, Any]) -> str:
    if "block" in action:
        cells = " ".join(",".join(map(str, cube)) for cube in action["cubes"])
        return f"{action['block']} on the {action['site']} at {cells}"
    if "order" in action:
        return f"the order {action['order']}"
    return str(action["do"])


def _show_many(console: Console, analyses: Sequence[Analysis]) -> None:
    players: dict[str, list[Analysis]] = {}
    for analysis in analyses:
        for it in analysis["players"]:
            players.setdefault(it["bot"] or it["name"], []).append(it)
    table = _table(
        "player", "games", "won", "margin", "= start", "+ luck", "+ skill", "gave up a game", "±", "a choice", "flagged"
    )
    for name, games in players.items():
        regrets = [it["regret"] for it in games]
        choices = sum(it["choices"] for it in games)
        flagged = sum(it["slips"] + it["mistakes"] + it["blunders"] for it in games)
        error = stdev(regrets) / sqrt(len(games)) if len(games) > 1 else games[0]["error"]
        table.add_row(
            name,
            str(len(games)),
            f"{100 * fmean(it['won'] for it in games):.0f}%",
            *(f"{fmean(it[key] for it in games):+.1f}" for key in ("margin", "start", "luck", "skill")),
            f"{fmean(regrets):.1f}",
            f"{error:.1f}",
            f"{sum(regrets) / max(choices, 1):.2f}",
            f"{100 * flagged / max(choices, 1):.1f}%",
        )
    console.print(table)
