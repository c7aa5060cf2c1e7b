"""Many games between the same bots in the same seats, on one core or several: the same games for the same seed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass

from nouvelle_france.arena.contest import Contest, Game, seated_match, verdict
from nouvelle_france.bots import LADDER
from nouvelle_france.bots.registry import core_installed
from nouvelle_france.pool import Pool, in_order


@dataclass(frozen=True, slots=True)
class Simulation:
    """What to play, and by whom. Game number n does not depend on how the work is shared out.

    ``records`` says whether they are needed: for bots inside compiled code, recording a game takes longer than playing
    it.
    """

    contest: Contest
    bots: tuple[str, ...]
    records: bool = True

    def game(self, number: int) -> Game:
        """Play game number ``number``, inside compiled code where its bots can."""
        if core_installed() and all(name in LADDER for name in self.bots):
            from nouvelle_france.bots.compiled_games import can_play  # noqa: PLC0415 - loads numba

            if can_play(self.bots):
                return self._compiled(number)
        return self.contest.play(number, self.bots)

    def _compiled(self, number: int) -> Game:
        from nouvelle_france.bots.compiled_games import compiled_games  # noqa: PLC0415 - loads numba

        contest = self.contest
        setup = contest.deal(number, len(self.bots))
        chances = [contest.chance(number, seat) for seat in range(len(self.bots))]
        finished = compiled_games(contest.edition, self.bots).play(setup, chances)
        record = ""
        if self.records:
            # The rules replay and record it: they, not the core, are the authority.
            match = seated_match(setup, self.bots)
            for action in finished.actions():
                match.play(action)
            written = match.record()
            assert verdict(written, contest.edition.solo.winter) == (finished.wins, finished.scores)
            record = written.to_json()
        return Game(finished.wins, finished.scores, ((),) * len(self.bots), ({},) * len(self.bots), record)

    def run(self, games: int, pool: Pool) -> Iterator[Game]:
        """Play games 0, 1, 2, … in that order. Raises a :class:`~nouvelle_france.pool.WorkerDiedError`."""
        with closing(in_order(pool, self.game, range(games), TOGETHER)) as played:
            yield from played


TOGETHER = 4
"""How many games travel to a worker at a time."""
