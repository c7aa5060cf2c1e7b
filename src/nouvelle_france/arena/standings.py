"""The results of the games: shares, margins, ratings and times, each with its uncertainty."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations, permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nouvelle_france.arena.contest import Game
from nouvelle_france.arena.intervals import Estimate, mean, share
from nouvelle_france.arena.ratings import Numbers, Table, rate
from nouvelle_france.arena.schedule import Fixture, Lineup

FORMAT = "nouvelle-france-arena/1"

BINS = 100
"""Bins of the times for each factor of e: a percentile is right to 1%."""


@dataclass(frozen=True, slots=True)
class Times:
    """Seconds per move."""

    moves: int
    mean: float
    p99: float
    max: float


@dataclass(frozen=True, slots=True)
class BotResult:
    """One bot over all its games: its share of the titles for each seat it had, and its points."""

    name: str
    seats: int
    wins: float
    share: Estimate
    score: Estimate
    rating: Estimate | None
    time: Times | None
    faults: Mapping[str, int]
    first_fault: str | None
    """The reason for a program's first fault, with the number of its game."""
    stand_ins: Mapping[str, int]
    """How many actions somebody else chose for it, by who that was."""


@dataclass(frozen=True, slots=True)
class PairResult:
    """Two bots wherever they met: how often ``a`` ended ahead of ``b``, and by how many points."""

    a: str
    b: str
    meetings: int
    ahead: Estimate
    margin: Estimate


@dataclass(frozen=True, slots=True)
class LineupResult:
    """One line-up: each bot's share of the titles for each of its seats; ``even`` is what equals would have."""

    bots: Lineup
    deals: int
    games: int
    even: float
    shares: Mapping[str, Estimate]


@dataclass(frozen=True, slots=True)
class Results:
    """All results of an arena."""

    games: int
    deals: int
    bots: Sequence[BotResult]
    lineups: Sequence[LineupResult]
    pairs: Sequence[PairResult]

    def as_json(self, settings: Mapping[str, Any]) -> dict[str, Any]:
        """The document of docs/arena.md."""
        document: dict[str, Any] = _rounded({"format": FORMAT, "settings": settings, **asdict(self)})
        return document


def _rounded(value: Any) -> Any:
    """To six places: precise enough, and independent of the order of summation."""
    if isinstance(value, float):
        return round(value, 6)
    if isinstance(value, dict):
        return {key: _rounded(it) for key, it in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(it) for it in value]
    return value


class Stopwatch:
    """Counts how long moves took, in little memory."""

    def __init__(self) -> None:
        self._bins = Counter[int]()
        self._moves = 0
        self._sum = 0
        self._max = 0

    def add(self, times: Sequence[int]) -> None:
        """Count moves, in microseconds."""
        self._moves += len(times)
        self._sum += sum(times)
        self._max = max(self._max, *times) if times else self._max
        self._bins.update(math.ceil(BINS * math.log(max(time, 1))) for time in times)

    def times(self) -> Times | None:
        """What was counted, in seconds; None without a move."""
        if not self._moves:
            return None
        seen = 0
        for number in sorted(self._bins):
            seen += self._bins[number]
            if seen >= 0.99 * self._moves:
                break
        p99 = min(math.exp(number / BINS), self._max)
        return Times(self._moves, self._sum / self._moves / 1e6, p99 / 1e6, self._max / 1e6)


class Standings:
    """Collects games as they end, in any order, and evaluates them."""

    def __init__(self, fixtures: Sequence[Fixture], lineups: Sequence[Lineup]) -> None:
        self._lineups = lineups
        self.names = list(dict.fromkeys(name for lineup in lineups for name in lineup))
        number = {name: at for at, name in enumerate(self.names)}
        shape = (len(fixtures), len(lineups[0]))
        self._who = np.array([[number[bot] for bot in it.bots] for it in fixtures]).reshape(shape)
        self._lineup = np.array([it.lineup for it in fixtures])
        self._deal = np.array([it.deal for it in fixtures])
        self._done = np.zeros(len(fixtures), dtype=bool)
        self._wins = np.zeros(shape)
        self._scores = np.zeros(shape)
        self._watches = [Stopwatch() for _ in self.names]
        self._faults = [Counter[str]() for _ in self.names]
        self._stand_ins = [Counter[str]() for _ in self.names]
        self._first_faults: dict[int, tuple[int, str]] = {}

    def add(self, number: int, game: Game) -> None:
        """Add the game of fixture ``number``."""
        self._done[number] = True
        self._wins[number] = game.wins
        self._scores[number] = game.scores
        for bot, times, faults in zip(self._who[number], game.times, game.faults, strict=True):
            self._watches[bot].add(times)
            self._faults[bot].update(faults)
        for bot, stand_ins in zip(self._who[number], game.stand_ins, strict=False):
            self._stand_ins[bot].update(stand_ins)
        for bot, fault in zip(self._who[number].tolist(), game.first_faults, strict=False):
            if fault and number <= self._first_faults.get(bot, (number, ""))[0]:
                self._first_faults[bot] = number, fault

    def shares(self) -> list[tuple[str, int, float]]:
        """Each bot's name, seats and share so far, quickly."""
        seats = np.bincount(self._who[self._done].ravel(), minlength=len(self.names))
        wins = np.bincount(self._who[self._done].ravel(), self._wins[self._done].ravel(), minlength=len(self.names))
        return [
            (name, int(seats[bot]), float(wins[bot] / seats[bot]) if seats[bot] else 0.0)
            for bot, name in enumerate(self.names)
        ]

    def results(self) -> Results:
        """The results so far; every bot must have played."""
        ratings = rate(self._tables(), len(self.names)) if self._who.shape[1] > 1 else None
        return Results(
            games=int(self._done.sum()),
            deals=len(np.unique(self._deal[self._done])),
            bots=[self._bot(bot, ratings[bot] if ratings else None) for bot in range(len(self.names))],
            lineups=[self._lineup_result(number) for number in range(len(self._lineups))],
            pairs=list(filter(None, (self._pair(a, b) for a, b in combinations(range(len(self.names)), 2)))),
        )

    def _bot(self, bot: int, rating: Estimate | None) -> BotResult:
        seats = self._of(bot, np.ones_like(self._wins))
        wins = self._of(bot, self._wins)
        played = self._by_deal(seats)
        return BotResult(
            name=self.names[bot],
            seats=int(seats.sum()),
            wins=float(wins.sum()),
            share=share(self._by_deal(wins)[played > 0], played[played > 0], float((seats > 0).sum())),
            score=mean(self._by_deal(self._of(bot, self._scores))[played > 0], played[played > 0]),
            rating=rating,
            time=self._watches[bot].times(),
            faults=dict(sorted(self._faults[bot].items())),
            first_fault=self._first_fault(bot),
            stand_ins=dict(sorted(self._stand_ins[bot].items())),
        )

    def _first_fault(self, bot: int) -> str | None:
        if bot not in self._first_faults:
            return None
        number, fault = self._first_faults[bot]
        return f"game {number + 1}, {fault}"

    def _lineup_result(self, number: int) -> LineupResult:
        here = self._done & (self._lineup == number)
        bots = self._lineups[number]
        shares = {}
        for name in dict.fromkeys(bots):
            bot = self.names.index(name)
            played = self._by_deal(self._of(bot, np.ones_like(self._wins)) * here)
            won = self._by_deal(self._of(bot, self._wins) * here)
            shares[name] = share(won[played > 0], played[played > 0], float(here.sum()))
        deals = len(np.unique(self._deal[here]))
        return LineupResult(bots, deals, int(here.sum()), 1 / len(bots), shares)

    def _pair(self, a: int, b: int) -> PairResult | None:
        """Two bots at one table, or in solo on one deal."""
        met, ahead, margin = np.zeros((3, self._deal.max() + 1))
        together = np.zeros(len(self._deal), dtype=bool)
        if self._who.shape[1] == 1:
            for deal, one, other in self._on_same_deals(a, b):
                met[deal] += 1
                mine, others = ((self._wins[it, 0], self._scores[it, 0]) for it in (one, other))
                ahead[deal] += (mine > others) + (mine == others) / 2
                margin[deal] += mine[1] - others[1]
        for one, other in permutations(range(self._who.shape[1]), 2):
            both = self._done & (self._who[:, one] == a) & (self._who[:, other] == b)
            wins, scores = self._wins.T, self._scores.T
            together |= both
            met += self._by_deal(both)
            ahead += self._by_deal(both * _ahead(wins[one], wins[other], scores[one], scores[other]))
            margin += self._by_deal(both * (scores[one] - scores[other]))
        if not met.any():
            return None
        some = met > 0
        return PairResult(
            a=self.names[a],
            b=self.names[b],
            meetings=int(met.sum()),
            ahead=share(ahead[some], met[some], float(together.sum() or met.sum())),
            margin=mean(margin[some], met[some]),
        )

    def _on_same_deals(self, a: int, b: int) -> list[tuple[int, int, int]]:
        """The deals both bots have played, with the numbers of their games."""
        games = [
            {int(self._deal[game]): game for game in np.flatnonzero(self._done & (self._who[:, 0] == bot)).tolist()}
            for bot in (a, b)
        ]
        return [(deal, game, games[1][deal]) for deal, game in games[0].items() if deal in games[1]]

    def _tables(self) -> list[Table]:
        tables = []
        for number, lineup in enumerate(self._lineups):
            here = self._done & (self._lineup == number)
            wins = [self._by_deal(self._of(bot, self._wins) * here) for bot in range(len(self.names))]
            seats = np.array([float(lineup.count(name)) for name in self.names])
            tables.append(Table(seats, np.array(wins).T, self._by_deal(here)))
        return tables

    def _of(self, bot: int, values: NDArray[np.float64]) -> Numbers:
        """A figure of a bot's seats, added up game by game."""
        return np.asarray((values * (self._who == bot)).sum(axis=1) * self._done)

    def _by_deal(self, values: NDArray[Any]) -> Numbers:
        """A figure of the games, added up deal by deal."""
        return np.bincount(self._deal, values, minlength=int(self._deal.max()) + 1).astype(np.float64)


def _ahead(wins: Numbers, others_wins: Numbers, scores: Numbers, others_scores: Numbers) -> Numbers:
    """Who ended ahead: a title beats none, and among those without one points count; 1, 0, or ½ for equals."""
    titles = np.sign((wins > 0) * 1.0 - (others_wins > 0))
    points = np.where((wins > 0) & (others_wins > 0), 0.0, np.sign(scores - others_scores))
    return np.asarray((np.where(titles != 0, titles, points) + 1) / 2)
