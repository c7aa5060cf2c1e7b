"""Hints in the terminal: a table of their parts, and the reasons in sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rich.table import Table

from nouvelle_france.bots.judging.hinting import Hints, Reason, Snowfall, What
from nouvelle_france.cli.narration import gains
from nouvelle_france.rules import Action, Game

_WORDS: Mapping[What, tuple[str, str]] = {
    "now": ("it scores {points} now", "it costs {points} now"),
    "snow": ("its cubes earn {points} when it snows", "its cubes lose {points} when it snows"),
    "disk": ("it completes the building, worth {points} at the end", ""),
    "growth": ("your chains can grow from it (about {points})", "it leaves your chains less room (about {points})"),
    "others": ("it leaves the others less (about {points})", "it gives the others something as well (about {points})"),
    "white": ("it leaves white less (about {points})", "white gets something too (about {points})"),
    "behind": ("its colour is the one furthest behind white", "its colour is the one furthest behind white"),
    "cards": ("a card may offer a better block", "a card may offer a better block"),
    "risk": ("", "the bonus block may be lost to snow (about {points})"),
    "keep": ("the token will be worth about {points} later", "the token is worth little later"),
    "look": ("snow may be among the next cards", "snow may be among the next cards"),
    "order": ("of all orders this one turns out best", "of all orders this one turns out best"),
    "end": ("a look at the cards helps more before a turn", "a look at the cards helps more before a turn"),
    "least": ("that block is the one of least use", "that block is the one of least use"),
    "box": ("the block goes to the box", "the block goes to the box"),
}
"""The reasons for an action, and against it."""


def hint_table(game: Game, told: Hints, describe: Callable[[Action], str]) -> Table:
    """Each hint with its worth, and the parts of that."""
    levels = [f"level {it.level}" for it in told.snowfalls]
    table = Table("hint", "do", "worth", "now", *levels, "disk", box=None, pad_edge=False)
    for number, hint in enumerate(told.best, start=1):
        snow = [gains(it) if it else "" for it in hint.snow] or [""] * len(levels)
        worth = "" if hint.worth is None else f"{hint.worth:+.1f}"
        disk = f"{hint.disk:+d}" if hint.disk else ""
        table.add_row(str(number), describe(hint.action), worth, gains(hint.now) if hint.now else "", *snow, disk)
    return table


def hint_words(told: Hints) -> list[str]:
    """Why the first is best, what the most points now are worth, and when it may snow."""
    first = told.best[0]
    lines = [f"Hint 1: {why(first.why)}." if first.why else "There is nothing else to do."]
    if told.most_now is not None and first.worth is not None and told.most_now.worth is not None:
        less = first.worth - told.most_now.worth
        lines.append(f"Another scores more now ({gains(told.most_now.now)}), but is worth {less:.1f} less in all.")
    return [*lines, *map(_snow_line, told.snowfalls[:1])]


def why(reasons: Sequence[Reason]) -> str:
    """The reasons as one sentence, without its full stop."""
    clauses = [
        _WORDS[it.what][it.points < 0].format(points=f"{abs(it.points):.1f}".removesuffix(".0")) for it in reasons
    ]
    return "; ".join(clause for clause in clauses if clause)


def _snow_line(snowfall: Snowfall) -> str:
    when = "the next card" if snowfall.latest == 1 else f"one of the next {snowfall.latest} cards"
    return f"The next snowfall (level {snowfall.level}) is {when}: {snowfall.chance:.0%} before you place again."
