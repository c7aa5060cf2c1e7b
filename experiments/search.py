"""What more search is worth: levels with one number changed, against the level as it is, both seats of each deal."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from statistics import mean

from experiments.playing import Tables, options, percent, points, print_table, told
from nouvelle_france.arena.contest import Contest
from nouvelle_france.bots import Bot
from nouvelle_france.bots.ladder import LadderBot
from nouvelle_france.bots.levels import LEVELS, Level
from nouvelle_france.edition import default
from nouvelle_france.pool import Processes, in_order
from nouvelle_france.rules.game import Rules
from nouvelle_france.stats.intervals import mean_estimate, share_estimate

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
    "`ingenieur`, half as far": (replace(INGENIEUR, horizon=3), INGENIEUR, 0.25),
    "`ingenieur`, twice as far": (replace(INGENIEUR, horizon=12), INGENIEUR, 0.25),
    "`ingenieur`, others answer with the best of 2": (replace(INGENIEUR, breadth=2), INGENIEUR, 0.25),
    "`ingenieur`, others answer with the best of 24": (replace(INGENIEUR, breadth=24), INGENIEUR, 0.25),
}
"""By name: what plays, against what, and what share of the games."""


def bot(level: Level, rng: Random) -> Bot:
    """A bot of a level."""
    return LadderBot(level, rng)


@dataclass(frozen=True, slots=True)
class _Duel:
    """A game of a level against another; even and odd numbers are one deal with the seats changed."""

    seed: int

    def __call__(self, task: tuple[str, int]) -> tuple[str, str, float, float, float, float]:
        name, number = task
        level, other, _ = TRIED[name]
        makers = {"it": partial(bot, level), "other": partial(bot, other)}
        contest = Contest(default(), Tables(Rules()), self.seed, makers=makers)
        seats = ("it", "other") if number % 2 == 0 else ("other", "it")
        game = contest.play(number // 2, seats)
        at = seats.index("it")
        mine, theirs = (mean(game.times[seat]) / 1000 for seat in (at, 1 - at))
        return name, str(number // 2), game.wins[at], game.scores[at] - game.scores[1 - at], mine, theirs


def main(arguments: Sequence[str] | None = None) -> None:
    """Play, and print what was found."""
    parser = options(__doc__ or "", 400)
    parser.add_argument("--only", default="", help="those alone whose names have this in them")
    given = parser.parse_args(arguments)
    counts = {
        name: max(2, round(share * given.games / 2) * 2) for name, (_, _, share) in TRIED.items() if given.only in name
    }
    if not counts:
        parser.error(f"--only {given.only!r}: there is none of that name; expected a part of {', '.join(TRIED)}")
    tasks = [(name, number) for name, count in counts.items() for number in range(count)]
    with closing(in_order(Processes(given.jobs), _Duel(given.seed), tasks)) as played:
        games = list(told(played, len(tasks)))
    rows = []
    for name, count in counts.items():
        those = [it for it in games if it[0] == name]
        rows.append(
            [
                name,
                str(count),
                percent(share_estimate((it[1], it[2]) for it in those)),
                points(mean_estimate((it[1], it[3]) for it in those)),
                f"{mean(it[4] for it in those):.1f} and {mean(it[5] for it in those):.1f} ms",
            ]
        )
    print_table("Against the level as it is, two players", ["what", "games", "wins", "lead", "a choice takes"], rows)


if __name__ == "__main__":
    main()
