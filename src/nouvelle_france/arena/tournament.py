"""All games of an arena: played, journalled, evaluated."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from collections.abc import Set as AbstractSet
from contextlib import closing
from dataclasses import asdict
from typing import Any

import nouvelle_france
from nouvelle_france.arena.contest import Contest, Game
from nouvelle_france.arena.journal import Journal
from nouvelle_france.arena.schedule import Fixture, Lineup, schedule
from nouvelle_france.arena.standings import Standings
from nouvelle_france.bots.trained import Trained
from nouvelle_france.pool import Pool, deaf
from nouvelle_france.rules import RULES_VERSION


class Tournament:
    """The games of some line-ups, this many each; ``standings`` collect them as they end."""

    def __init__(self, contest: Contest, lineups: Sequence[Lineup], games: int) -> None:
        self.contest = contest
        self.lineups = lineups
        self.fixtures = list(schedule(lineups, games))
        self.standings = Standings(self.fixtures, lineups)

    @property
    def settings(self) -> dict[str, Any]:
        """Everything that determines the games."""
        contest, players = self.contest, len(self.lineups[0])
        game = contest.deal(0, players).game
        return {
            "version": nouvelle_france.__version__,
            "rules_version": RULES_VERSION,
            "edition": {"id": contest.edition.id, "digest": contest.edition.digest},
            "mode": game.mode,
            "players": players,
            "rules": asdict(game.rules),
            "solo": None if game.solo is None else asdict(game.solo),
            "seed": contest.seed,
            "lineups": self.lineups,
            "programs": contest.programs,
            "program_limit": contest.program_limit if contest.programs else None,
            "program_seed": contest.program_seed if contest.programs else None,
            "weights": {it.file: it.digest for it in contest.makers.values() if isinstance(it, Trained)},
        }

    def play(
        self,
        pool: Pool,
        journal: Journal | None,
        prepare: Callable[[AbstractSet[str]], None],
        ended: Callable[[int, Game], None],
    ) -> None:
        """Play all games that are not in the journal yet; ``ended`` gets every one of them, complete, as it ends.

        ``prepare`` gets the names of the bots before the first game is played, if one is. Raises what the pool does,
        and a :class:`~.journal.JournalError`.
        """
        with closing(self._games(pool, journal, prepare)) as games:
            for number, game in games:
                with deaf():  # an error in one of them reaches all
                    self.standings.add(number, game)
                    ended(number, game)

    def _games(
        self, pool: Pool, journal: Journal | None, prepare: Callable[[AbstractSet[str]], None]
    ) -> Generator[tuple[int, Game], None, None]:
        """All games with their numbers: those of the journal, then those played now, as they end."""
        left = dict.fromkeys(range(len(self.fixtures)))
        for number, game in self.journaled(journal):
            del left[number]
            yield number, game
        if not left:
            return
        prepare({name for lineup in self.lineups for name in lineup})
        numbers = list(left)
        fixtures = [self.fixtures[number] for number in numbers]
        with closing(pool.as_finished(self.contest.fixture, fixtures)) as played:
            for at, game in played:
                if journal is not None:
                    journal.add(fixtures[at], game)
                yield numbers[at], game

    def journaled(self, journal: Journal | None) -> Iterator[tuple[int, Game]]:
        """The games of a journal with their current numbers; fewer games may be requested than before."""
        numbers = {_key(fixture): number for number, fixture in enumerate(self.fixtures)}
        for key, game in journal.played() if journal is not None else ():
            if key in numbers:
                yield numbers.pop(key), game


def _key(fixture: Fixture) -> tuple[int, int, int]:
    return fixture.lineup, fixture.deal, fixture.turn
