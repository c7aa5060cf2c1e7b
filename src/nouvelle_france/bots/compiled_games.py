"""Whole games of bots that do not search, inside compiled code: the same as :func:`~.bot.play_on`'s, faster.

Python is called only where a Huron's cards are put back, the only choice for which such a bot uses play-outs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random

import numpy as np

from nouvelle_france.bots.ladder import Desk, ready, weights
from nouvelle_france.bots.levels import LEVELS
from nouvelle_france.core.judging.choosing import choose, play_by_policy
from nouvelle_france.core.judging.notes import new_notes
from nouvelle_france.core.phase import OVER
from nouvelle_france.core.records import Array, Game, Tables
from nouvelle_france.core.solo import solo_lead
from nouvelle_france.core.state import play
from nouvelle_france.core.tables import core_tables, new_games
from nouvelle_france.core.translate import action_of, game_of_setup
from nouvelle_france.edition import Edition
from nouvelle_france.rules import Action, Setup
from nouvelle_france.rules.game import PLAYER
from nouvelle_france.rules.legal import PEEK

MOST_IN_A_TURN = 8
"""A turn is at most a look, an order, a draw, a placement or claim, a Fille, an end; and two answers of each other."""


def can_play(names: Sequence[str]) -> bool:
    """Whether games of these bots can be played here: all are levels of the ladder that do not search."""
    return all(name in LEVELS and not LEVELS[name].searches for name in names)


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished game: the shares of the title and the scores by seat (in solo the lead over Winter), and its actions.

    The actions are rows of seat and number.
    """

    setup: Setup
    wins: tuple[float, ...]
    scores: tuple[int, ...]
    numbers: Array

    def actions(self) -> Iterator[Action]:
        """All actions, for the rules to replay."""
        for seat, number in self.numbers.tolist():
            yield action_of(self.setup.game, seat, number)


class CompiledGames:
    """Scratch memory to play games of an edition, one after another, between these bots in seat order."""

    def __init__(self, edition: Edition, names: Sequence[str]) -> None:
        ready(edition)  # many processes may play such games, but only one compiles
        levels = [LEVELS[name] for name in names]
        if len(levels) == 1:
            levels *= 2  # Winter has a seat, and no choice
        self._tables = core_tables(edition)
        self._notes = new_notes(self._tables)
        self._room = new_games(edition, 1)
        self._judged = np.array([level.judged for level in levels])
        self._looks = np.array([level.looks for level in levels])
        self._weights = np.array([weights() if level.learned else np.zeros_like(weights()) for level in levels])
        # Every turn takes a card or a bonus block.
        turns = len(self._room[0]["deck"]) + len(self._room[0]["placed"])
        self._written = np.zeros((turns * (MOST_IN_A_TURN + 2 * len(levels)), 2), np.int32)
        self._levels = levels
        self._desk = Desk(edition)

    def play(self, setup: Setup, chances: Sequence[Random]) -> Finished:
        """Play a game to its end; each seat has its own random source."""
        game = game_of_setup(setup)[0]
        count = 0
        while True:
            count += play_by_policy(
                self._tables, game, self._judged, self._looks, self._weights, self._written[count:], self._notes
            )
            if game["phase"] == OVER:
                break
            seat = int(game["asked"][0])
            number = self._order(game, seat, chances[seat])
            self._written[count] = seat, number
            count += 1
            play(self._tables, game, seat, number, self._notes["work"]["no_log"], self._notes["work"])
        assert count <= len(self._written)
        return Finished(setup, *_verdict(self._tables, setup, game), self._written[:count].copy())

    def _order(self, game: Game, seat: int, chance: Random) -> int:
        """The order in which a seat puts back the cards its Huron looked at."""
        top = int(game["top"])
        seen = game["deck"][top : top + PEEK].tolist()
        if len(seen) == 1:
            return int(choose(self._tables, game, seat, self._weights[seat], 1, True, self._notes))
        self._room[0] = game  # a copy, so that play-outs do not deal this game again
        known = np.array([(place, 1, card) for place, card in enumerate(seen)], np.int64)
        return self._desk.choose(self._room[0], known, seat, self._levels[seat], self._weights[seat], chance)


@lru_cache(maxsize=4)
def compiled_games(edition: Edition, names: tuple[str, ...]) -> CompiledGames:
    """The scratch memory for such games, made once per process."""
    return CompiledGames(edition, names)


def _verdict(tables: Tables, setup: Setup, game: Game) -> tuple[tuple[float, ...], tuple[int, ...]]:
    final, winners = game["final"].tolist(), int(game["winners"])
    if setup.game.mode == "solo":
        return (float(winners >> PLAYER & 1),), (int(solo_lead(tables, game["final"])),)
    seats = range(setup.game.seats)
    wins = tuple((winners >> seat & 1) / winners.bit_count() for seat in seats)
    return wins, tuple(final[setup.game.colour_of_seat[seat]] for seat in seats)
