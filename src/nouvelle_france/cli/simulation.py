"""Playing many games between bots, on one core or several, always the same games for the same seed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from random import Random

from rich.table import Table

from nouvelle_france.arena.contest import seated_match, verdict
from nouvelle_france.arena.workers import WorkerDiedError, in_order
from nouvelle_france.bots import BOTS, play_on
from nouvelle_france.cli.options import GameOptions
from nouvelle_france.cli.problem import Problem
from nouvelle_france.edition import Edition
from nouvelle_france.record import Record


@dataclass(frozen=True, slots=True)
class Simulation:
    """What to play. Game number n depends on the seed and n alone, not on how the work is shared out."""

    edition: Edition
    options: GameOptions
    bots: tuple[str, ...]
    seed: int

    def game(self, number: int) -> Record:
        """Play game number ``number``."""
        setup = self.options.deal(self.edition, Random(f"{self.seed}/{number}"), len(self.bots))
        match = seated_match(setup, self.bots)
        play_on(match, [BOTS[bot](Random(f"{self.seed}/{number}/{seat}")) for seat, bot in enumerate(self.bots)])
        return match.record()

    def run(self, games: int, jobs: int) -> Iterator[Record]:
        """Play games 0, 1, 2, … in that order."""
        size = CHUNK if jobs > 1 else 1
        chunks = (range(first, min(first + size, games)) for first in range(0, games, size))
        try:
            with closing(in_order(self._games, chunks, jobs)) as played:
                for records in played:
                    yield from records
        except WorkerDiedError as error:
            raise Problem(f"--jobs: {error}") from error

    def _games(self, numbers: range) -> list[Record]:
        return [self.game(number) for number in numbers]


CHUNK = 4
"""How many games travel to a worker at a time."""


@dataclass(slots=True)
class Tally:
    """Results by bot, as they come in; ``winter`` is Winter's colour."""

    winter: str
    games: int = 0
    seats: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    wins: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    points: dict[str, int] = field(default_factory=lambda: defaultdict(int))

    def add(self, record: Record) -> None:
        """Count one finished game; a shared title counts in parts."""
        self.games += 1
        for seat, won, points in zip(record.seats, *verdict(record, self.winter), strict=True):
            name = seat.bot or seat.name
            self.seats[name] += 1
            self.wins[name] += won
            self.points[name] += points

    def table(self, mode: str) -> Table:
        """The results as a table."""
        table = Table("bot", "seats", "wins", "share", "mean lead over Winter" if mode == "solo" else "mean score")
        for name, seats in self.seats.items():
            share = f"{self.wins[name] / seats:.0%}"
            table.add_row(name, str(seats), f"{self.wins[name]:g}", share, f"{self.points[name] / seats:.1f}")
        return table
