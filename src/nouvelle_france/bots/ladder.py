"""The ladder: `apprenti`, `artisan`, `maitre`, `ingenieur`, all on the compiled core.

:mod:`~.levels` defines how much work each does. The first two judge each placement by itself; the others play on from
the best of them, with the unseen cards dealt again, and judge the results with the evaluation that was learned from
self-play (``weights.json`` records how).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from random import Random

import numpy as np

from nouvelle_france.bots.levels import LEVELS, ORDER_HORIZON, ORDER_ROUNDS, PLAIN, QUICK, Level
from nouvelle_france.bots.stand_in import HARMLESS, fallback, late_after
from nouvelle_france.bots.weights import package_weights
from nouvelle_france.core.compiling import one_at_a_time
from nouvelle_france.core.judging.choosing import choose, play_by_policy
from nouvelle_france.core.judging.features import snow_is_near
from nouvelle_france.core.judging.notes import new_notes
from nouvelle_france.core.judging.scheme import BUCKETS, FEATURES, SETS
from nouvelle_france.core.judging.search import list_candidates, try_out
from nouvelle_france.core.phase import COUREUR_ASKED, FILLE_ASKED, LOOK_AFTER, LOOK_BEFORE
from nouvelle_france.core.records import SOLO, Array, Game
from nouvelle_france.core.solo import solo_lead
from nouvelle_france.core.state import play
from nouvelle_france.core.tables import core_tables, new_games
from nouvelle_france.core.translate import action_of, card_number, game_of, game_of_state
from nouvelle_france.edition import Edition
from nouvelle_france.rules import Action, Huron, LegalActions, Phase, View, deal_table, start


class LadderBot:
    """A bot of the ladder. With ``seconds`` it stops thinking in time and answers with the best found so far.

    It judges by the weights of the package, or by those given; ``plain`` is the name of
    :data:`~.levels.PLAIN` with these weights. ``stand_in`` names who made its last choice if there was no time for a
    single play-out.

    The first move of an edition in a process waits until everything is :func:`ready` for it, whatever the time limit;
    call that before to avoid it.
    """

    def __init__(
        self,
        level: Level,
        rng: Random,
        seconds: float | None = None,
        learned: Array | None = None,
        plain: str = PLAIN,
    ) -> None:
        self.level = level
        self.stand_in: str | None = None
        self._rng = rng
        self._seconds = seconds
        self._plain = plain
        self._weights = np.zeros((SETS, BUCKETS, FEATURES))
        if level.learned:
            self._weights = weights() if learned is None else learned
        self._desk: Desk | None = None

    def choose(self, view: View, legal: LegalActions) -> Action:
        """The action to play."""
        edition = view.position.game.edition
        ready(edition)
        is_late = late_after(self._seconds)
        self.stand_in = None
        if len(legal) == 1:
            return next(iter(legal))
        position, seat = view.position, view.seat
        assert seat is not None
        if position.phase is Phase.CLOSE:
            return legal.of_kind("end")[0]  # a Huron is of more use at the beginning of a turn
        game = game_of(position)[0]
        if position.phase is Phase.TURN and self.level.looks and legal.of_kind("huron") and snow_is_near(game):
            return Huron(seat)
        if self._desk is None or self._desk.edition != edition:
            self._desk = Desk(edition)
        number = self._desk.choose_in_time(
            game, known_cards(edition, view), seat, self.level, self._weights, self._rng, is_late
        )
        if number is None and position.phase in (Phase.LOOK_BEFORE, Phase.LOOK_AFTER):
            self.stand_in = HARMLESS  # no level knows an order that it has not tried
            return fallback(legal)
        if number is None:
            self.stand_in = self._plain
            number = self._desk.choose_plainly(game, seat, self._weights)
        return action_of(position.game, seat, number)


class Desk:
    """Scratch memory for games of one edition."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self._tables = core_tables(edition)
        self._notes = new_notes(self._tables)
        self._room = new_games(edition, 1)
        self._candidates = np.zeros(len(self._notes["listed"]), np.int64)

    def choose(self, game: Game, known: Array, seat: int, level: Level, learned: Array, chance: Random) -> int:
        """The number of the action to play; ``known`` is what the seat remembers, and ``game`` gets deals of the rest.

        A search draws from the random source once.
        """
        number = self.choose_in_time(game, known, seat, level, learned, chance, lambda: False)
        assert number is not None, "it had all the time it wanted"
        return number

    def choose_plainly(self, game: Game, seat: int, learned: Array) -> int:
        """What a level with these weights chooses that does not search, except among orders of a Huron's cards."""
        return int(choose(self._tables, game, seat, learned, LEVELS[PLAIN].judged, True, self._notes))

    def choose_in_time(
        self,
        game: Game,
        known: Array,
        seat: int,
        level: Level,
        learned: Array,
        chance: Random,
        late: Callable[[], bool],
    ) -> int | None:
        """As :meth:`choose`, with what was found by then when it is late; None where nothing could be tried before."""
        if game["mode"] == SOLO and level.solo is not None:
            level = level.solo
        orders = game["phase"] in (LOOK_BEFORE, LOOK_AFTER)
        if not level.budget and not orders:
            return int(choose(self._tables, game, seat, learned, level.judged, True, self._notes))
        count = list_candidates(
            self._tables, game, seat, learned, level.candidates, level.judged, self._candidates, self._notes
        )
        budget = level.budget
        if orders or game["phase"] in (FILLE_ASKED, COUREUR_ASKED):
            budget = int(budget * QUICK) or ORDER_ROUNDS * count
        horizon = level.horizon or ORDER_HORIZON
        rng = np.array([chance.getrandbits(64)], np.uint64)
        values = np.zeros(count)
        left = count
        halvings = max((count - 1).bit_length(), 1)
        tried = False
        while left > 1:
            for _ in range(max(budget // halvings // left, 1)):
                if late():
                    break
                try_out(
                    self._tables, game, seat, known, learned, level.breadth, horizon, 1, rng, self._room,
                    self._candidates[:left], values[:left], self._notes,
                )  # fmt: skip
                tried = True
            if not tried:
                return None
            order = np.argsort(-values[:left], kind="stable")
            self._candidates[:left] = self._candidates[:left][order]
            values[:left] = values[:left][order]
            left = (left + 1) // 2
        return int(self._candidates[0])


def known_cards(edition: Edition, view: View) -> Array:
    """A seat's memory of the deck: first place and number of the cards that a known one lies among, and the card."""
    rows = []
    first = 0
    for size, cards in view.foresight:
        rows += [(first, size, card_number(edition, card)) for card in cards]
        first += size
    return np.array(rows, np.int64).reshape(len(rows), 3)


@cache
def weights() -> Array:
    """The learned evaluation that comes with the package."""
    return np.array(package_weights())


@lru_cache(maxsize=8)
def ready(edition: Edition) -> None:
    """Compile what the ladder needs for an edition, or load it: half a minute once on a machine, then seconds."""
    with one_at_a_time():
        _compile(edition)


def _compile(edition: Edition) -> None:
    state = start(deal_table(edition, Random(0), players=2))
    desk = Desk(edition)
    for name in ("artisan", "ingenieur"):
        level = LEVELS[name]
        state_ = state
        for _ in range(2):
            view = state_.view(0)
            few = Level(name, level.judged, level.candidates, min(level.budget, 32), 2)
            game, known = game_of(view.position)[0], known_cards(edition, view)
            number = desk.choose(game, known, 0, few, weights(), Random(1))
            state_ = state_.play(action_of(state_.position.game, 0, number)).state
    # What whole games are played with (see compiled_games.py).
    tables, (game,), both = core_tables(edition), game_of_state(state), np.ones(2, np.int64)
    notes, written = new_notes(tables), np.zeros((1, 2), np.int32)
    play_by_policy(tables, game, both, both > 0, np.array([weights(), weights()]), written, notes)
    (game,) = game_of_state(state)
    play(tables, game, 0, int(written[0, 1]), notes["work"]["no_log"], notes["work"])
    snow_is_near(game)
    solo_lead(tables, game["final"])
