"""The results of an arena as tables in the terminal.

What they need of NumPy is imported when there are some: the other commands must not wait for it.
"""
# ruff: noqa: PLC0415

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

from nouvelle_france.cli.narration import counted
from nouvelle_france.cli.options import counted_kinds

if TYPE_CHECKING:
    from nouvelle_france.arena.intervals import Estimate
    from nouvelle_france.arena.standings import Results, Times


def show(results: Results, seed: int, console: Console) -> None:
    """Print an arena's results: bots, line-ups and pairs."""
    from nouvelle_france.arena.picture import ranked

    players = len(results.lineups[0].bots)
    solo = players == 1
    console.print(f"{counted(results.games, 'game')} on {counted(results.deals, 'deal')}, seed {seed}")
    faulty = any(bot.faults for bot in results.bots)
    lent = any(bot.stand_ins for bot in results.bots)
    table = Table(
        "bot",
        *([] if solo else ["rating"]),
        "won",
        "lead" if solo else "score",
        "ms per move: mean, 99%, max",
        *(["faults"] if faulty else []),
        *(["stand-ins"] if lent else []),
        title="bots" + ("" if solo else f" (an even share is {1 / players:.0%})"),
        title_justify="left",
    )
    for bot in ranked(results):
        row = [bot.name]
        if not solo:
            row.append("–" if bot.rating is None else _around(bot.rating, "{:+.0f}"))
        row += [_between(bot.share), _around(bot.score, "{:.1f}"), _times(bot.time)]
        if faulty:
            row.append(counted_kinds(bot.faults))
        if lent:
            row.append(counted_kinds(bot.stand_ins))
        table.add_row(*row)
    console.print(table)
    for bot in results.bots:
        if bot.first_fault is not None:
            console.print(f"{bot.name}: first fault in {bot.first_fault}", soft_wrap=True)
    if len(results.lineups) > 1 and players > 2:
        table = Table("line-up", "games", "won, per seat", title="line-ups", title_justify="left")
        for lineup in results.lineups:
            shares = "\n".join(f"{name} {_between(share)}" for name, share in lineup.shares.items())
            table.add_row(", ".join(lineup.bots), str(lineup.games), shares)
        console.print(table)
    if results.pairs:
        title = "pairs, on the same deals" if solo else "pairs"
        table = Table("bot", "against", "meetings", "ended ahead", "margin", title=title, title_justify="left")
        for pair in results.pairs:
            margin = _around(pair.margin, "{:+.1f}")
            table.add_row(pair.a, pair.b, str(pair.meetings), _between(pair.ahead), margin)
        console.print(table)


def _between(share: Estimate) -> str:
    assert share.low is not None
    assert share.high is not None
    return f"{share.value:.1%} ({100 * share.low:.1f}–{100 * share.high:.1f})"


def _around(figure: Estimate, form: str) -> str:
    value = form.format(figure.value)
    return value if figure.high is None else f"{value} ±{form.format(figure.high - figure.value).lstrip('+')}"


def _times(times: Times | None) -> str:
    if times is None:
        return "–"
    return ", ".join(_milliseconds(seconds) for seconds in (times.mean, times.p99, times.max))


def _milliseconds(seconds: float) -> str:
    ms = 1000 * seconds
    return f"{ms:.2f}" if ms < 1 else f"{ms:.1f}" if ms < 10 else f"{ms:,.0f}"
