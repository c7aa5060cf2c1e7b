"""Playing many games between bots, on one core or several, always the same games for the same seed."""

from __future__ import annotations

import signal
from collections import defaultdict, deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import get_context, resource_tracker
from random import Random

from rich.table import Table

from nouvelle_france.bots import BOTS, play_on
from nouvelle_france.cli.options import GameOptions
from nouvelle_france.cli.problem import Problem
from nouvelle_france.edition import Edition
from nouvelle_france.record import Match, Record, Seat


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
        colours: tuple[str | None, ...] = setup.game.colours or (None,)
        names = [
            bot if self.bots.count(bot) == 1 else f"{bot} {self.bots[: seat + 1].count(bot)}"
            for seat, bot in enumerate(self.bots)
        ]
        seats = [Seat(*who) for who in zip(colours, names, self.bots, strict=True)]
        match = Match(setup, seats)
        play_on(match, [BOTS[bot](Random(f"{self.seed}/{number}/{seat}")) for seat, bot in enumerate(self.bots)])
        return match.record()

    def run(self, games: int, jobs: int) -> Iterator[Record]:
        """Play games 0, 1, 2, … in that order."""
        if jobs == 1:
            yield from map(self.game, range(games))
            return
        ahead = deque[Future[list[Record]]]()
        with _workers(self, jobs) as workers:
            for first in range(0, games, CHUNK):
                with _deaf():  # a worker may be started here, and inherits it
                    ahead.append(workers.submit(_play_in_worker, range(first, min(first + CHUNK, games))))
                if len(ahead) > 4 * jobs:
                    yield from ahead.popleft().result()
            while ahead:
                yield from ahead.popleft().result()


CHUNK = 4
"""How many games travel to a worker at a time."""


@contextmanager
def _deaf() -> Iterator[None]:
    """Signals wait until this is over. A process started in it never hears them: its parent does, and ends it."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM, signal.SIGHUP})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _workers(simulation: Simulation, jobs: int) -> Iterator[ProcessPoolExecutor]:
    """Processes to play games in."""
    resource_tracker.ensure_running()  # its start would make the first worker hear signals after all
    workers = ProcessPoolExecutor(jobs, get_context("spawn"), _start_worker, (simulation,))
    try:
        yield workers
    except BrokenProcessPool as error:
        raise Problem("--jobs: a process that played games was killed") from error
    finally:
        impatient = signal.signal(signal.SIGINT, signal.SIG_IGN)  # a second Ctrl-C changes nothing
        workers.shutdown(cancel_futures=True)
        signal.signal(signal.SIGINT, impatient)


_in_worker: Simulation


def _start_worker(simulation: Simulation) -> None:
    global _in_worker  # noqa: PLW0603 - one a process, set once: the games' numbers are then all that travels
    _in_worker = simulation


def _play_in_worker(numbers: range) -> list[Record]:
    return [_in_worker.game(number) for number in numbers]


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
        assert record.result is not None
        self.games += 1
        winners = record.result["winners"]
        for seat in record.seats:
            name = seat.bot or seat.name
            self.seats[name] += 1
            if record.mode == "solo":
                self.wins[name] += winners == ["player"]
                scores = record.result["scores"]
                others = [score for colour, score in scores.items() if colour != self.winter]
                self.points[name] += min(others) - scores[self.winter]
            else:
                self.wins[name] += (seat.colour in winners) / len(winners)
                self.points[name] += record.result["scores"][seat.colour]

    def table(self, mode: str) -> Table:
        """The results as a table."""
        table = Table("bot", "seats", "wins", "share", "mean lead over Winter" if mode == "solo" else "mean score")
        for name, seats in self.seats.items():
            share = f"{self.wins[name] / seats:.0%}"
            table.add_row(name, str(seats), f"{self.wins[name]:g}", share, f"{self.points[name] / seats:.1f}")
        return table
