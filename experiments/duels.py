"""Two players against each other, both seats of each deal: the same games whatever the number of processes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from statistics import mean

from experiments.playing import Tables, percent, points, told
from nouvelle_france.arena.contest import Contest
from nouvelle_france.bots.registry import Maker
from nouvelle_france.edition import default
from nouvelle_france.pool import Processes, in_order
from nouvelle_france.rules.game import Rules
from nouvelle_france.stats.intervals import mean_estimate, share_estimate

DUEL_HEAD = ["what", "games", "wins", "lead"]
"""What :func:`duel_rows` tells."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Who plays against whom, and how often."""

    bot: Maker
    other: Maker
    games: int


@dataclass(frozen=True, slots=True)
class Duel:
    """How a game went for the first of a pair; its times are means of a choice, in milliseconds."""

    name: str
    deal: str
    win: float
    lead: float
    time: float
    other_time: float


@dataclass(frozen=True, slots=True)
class _Play:
    """Plays a game; even and odd numbers are one deal with the seats changed."""

    pairs: Mapping[str, Pair]
    seed: int

    def __call__(self, task: tuple[str, int]) -> Duel:
        name, number = task
        pair = self.pairs[name]
        contest = Contest(default(), Tables(Rules()), self.seed, makers={"it": pair.bot, "other": pair.other})
        seats = ("it", "other") if number % 2 == 0 else ("other", "it")
        game = contest.play(number // 2, seats)
        at = seats.index("it")
        mine, theirs = (mean(game.times[seat]) / 1000 for seat in (at, 1 - at))
        return Duel(name, str(number // 2), game.wins[at], game.scores[at] - game.scores[1 - at], mine, theirs)


def duels(pairs: Mapping[str, Pair], seed: int, jobs: int) -> dict[str, list[Duel]]:
    """The games of all pairs, by their names."""
    tasks = [(name, number) for name, pair in pairs.items() for number in range(pair.games)]
    found: dict[str, list[Duel]] = {name: [] for name in pairs}
    with closing(in_order(Processes(jobs), _Play(pairs, seed), tasks)) as played:
        for game in told(played, len(tasks)):
            found[game.name].append(game)
    return found


def duel_rows(found: Mapping[str, Sequence[Duel]]) -> Iterator[list[str]]:
    """A row of a table for each pair."""
    for name, games in found.items():
        wins = percent(share_estimate((it.deal, it.win) for it in games))
        yield [name, str(len(games)), wins, points(mean_estimate((it.deal, it.lead) for it in games))]
