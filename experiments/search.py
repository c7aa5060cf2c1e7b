"""What more search is worth: levels with one number changed, against the level as it is, both seats of each deal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from statistics import mean

from experiments.duels import DUEL_HEAD, Duel, Pair, duel_rows, duels
from experiments.playing import options, print_table
from nouvelle_france.bots.ladder import LadderBot
from nouvelle_france.bots.levels import LEVELS, Level

MAITRE, INGENIEUR = LEVELS["maitre"], LEVELS["ingenieur"]

TRIED: dict[str, tuple[Level, Level, float]] = {
    "`maitre`, 4 times the play-outs": (replace(MAITRE, budget=192), MAITRE, 1.0),
    "`maitre`, 16 times": (replace(MAITRE, budget=768), MAITRE, 1.0),
    "`maitre`, 24 candidates, 4 times": (replace(MAITRE, candidates=24, budget=192), MAITRE, 1.0),
    "`maitre`, 24 candidates, 16 times": (replace(MAITRE, candidates=24, budget=768), MAITRE, 1.0),
    "`maitre`, twice as far": (replace(MAITRE, horizon=4), MAITRE, 1.0),
    "`maitre`, twice as far, 4 times": (replace(MAITRE, horizon=4, budget=192), MAITRE, 1.0),
    "`ingenieur`, a quarter of the play-outs": (replace(INGENIEUR, budget=1200), INGENIEUR, 0.25),
    "`ingenieur`, twice the play-outs": (replace(INGENIEUR, budget=9600), INGENIEUR, 0.25),
    "`ingenieur`, 96 candidates": (replace(INGENIEUR, candidates=96), INGENIEUR, 0.25),
    "`ingenieur`, half as far": (replace(INGENIEUR, horizon=3), INGENIEUR, 0.25),
    "`ingenieur`, twice as far": (replace(INGENIEUR, horizon=12), INGENIEUR, 0.25),
    "`ingenieur`, others answer with the best of 2": (replace(INGENIEUR, breadth=2), INGENIEUR, 0.25),
    "`ingenieur`, others answer with the best of 24": (replace(INGENIEUR, breadth=24), INGENIEUR, 0.25),
}
"""By name: what plays, against what, and what share of the games."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Play, and print what was found."""
    parser = options(__doc__ or "", 400)
    parser.add_argument("--only", default="", help="only those whose names contain this")
    given = parser.parse_args(arguments)
    counts = {
        name: max(2, round(share * given.games / 2) * 2) for name, (_, _, share) in TRIED.items() if given.only in name
    }
    if not counts:
        parser.error(f"--only {given.only!r}: no such name; expected part of one of {', '.join(TRIED)}")
    pairs = {name: (partial(LadderBot, level), partial(LadderBot, other)) for name, (level, other, _) in TRIED.items()}
    found = duels({name: Pair(*pairs[name], count) for name, count in counts.items()}, given.seed, given.jobs)
    rows = [[*row, times(games)] for row, games in zip(duel_rows(found), found.values(), strict=True)]
    print_table("Against the level as it is, two players", [*DUEL_HEAD, "time per choice"], rows)


def times(games: Sequence[Duel]) -> str:
    """How long both sides think about a choice."""
    return f"{mean(it.time for it in games):.1f} and {mean(it.other_time for it in games):.1f} ms"


if __name__ == "__main__":
    main()
