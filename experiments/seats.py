"""What the first seat is worth, by level and number of players, and what it comes from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from experiments.playing import Setting, fewer, options, percent, play, points, print_table
from nouvelle_france.stats.facts import Facts, sources
from nouvelle_france.stats.intervals import mean_estimate, share_estimate

TABLES = (
    ("greedy", (2, 3, 4), 1.0),
    ("artisan", (2, 3, 4), 1.0),
    ("maitre", (2, 3, 4), 0.5),
    ("ingenieur", (2,), 0.05),
)
"""Who plays, how many of them, and what share of the games: those who think for long play fewer."""

CAUSES = ("artisan", "maitre")
"""Whose points are told apart by where they come from."""


def lead(game: Facts, of: Callable[[Facts, int], float]) -> float:
    """By how much the first seat has more of something than the others have on average."""
    others = [of(game, seat) for seat in range(1, game.players)]
    return of(game, 0) - sum(others) / len(others)


def score(game: Facts, seat: int) -> float:
    """What a seat has in the end."""
    return game.scores[seat]


def even(game: Facts) -> bool:
    """Whether all had as many turns: the one that the third snowflake cuts short is none."""
    return (game.turns - 1) % game.players == 0


def main(arguments: Sequence[str] | None = None) -> None:
    """Play, and print what was found."""
    given = options(__doc__ or "", 2000).parse_args(arguments)
    settings = [
        fewer(Setting(f"{level}, {players}", (level,) * players, given.games), share)
        for level, tables, share in TABLES
        for players in tables
    ]
    found = play(settings, given.seed, given.jobs)
    rows = []
    for setting in settings:
        games = found[setting.name]
        players = len(setting.bots)
        seats = [percent(share_estimate((it.deal, it.wins[seat]) for it in games)) for seat in range(players)]
        rows.append(
            [
                f"`{setting.bots[0]}`",
                str(players),
                f"{len(games):,}",
                ", ".join([seats[0], *(it.partition(" ")[0] for it in seats[1:])]),
                points(mean_estimate((it.deal, lead(it, score)) for it in games)),
                f"{sum(map(even, games)) / len(games):.0%}",
                points(mean_estimate((it.deal, lead(it, score)) for it in games if even(it))),
                points(mean_estimate((it.deal, lead(it, score)) for it in games if not even(it))),
            ]
        )
    head = [
        "bots",
        "players",
        "games",
        "wins by seat",
        "first seat's lead",
        "even turns",
        "lead if even",
        "lead otherwise",
    ]
    print_table("What the first seat is worth: points above the others' mean", head, rows)
    names = sources(next(iter(found.values()))[0].stages)
    parts = {
        "blocks": [it for it in names if it in ("new", "linked")],
        "bonus blocks": [it for it in names if it.startswith("bonus")],
        "allies": ["fille", "coureur"],
        **{f"snowfall {it[-1]}": [it] for it in names if it.startswith("snow")},
        "disks": ["disks"],
    }
    rows = []
    for setting in settings:
        if setting.bots[0] not in CAUSES:
            continue
        for when, games in (
            ("even", [it for it in found[setting.name] if even(it)]),
            ("one more", [it for it in found[setting.name] if not even(it)]),
        ):
            row = [f"`{setting.bots[0]}`", str(len(setting.bots)), when]
            for part in parts.values():
                row.append(points(mean_estimate((it.deal, lead(it, partial(_from, part))) for it in games)))
            rows.append(row)
    print_table("Where the first seat's lead comes from", ["bots", "players", "turns", *parts], rows)


def _from(part: Sequence[str], game: Facts, seat: int) -> float:
    return sum(game.points[seat].get(source, 0) for source in part)


if __name__ == "__main__":
    main()
