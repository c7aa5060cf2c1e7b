"""Bots at some of the seats: the built-in ones, and the user's own by ``module:Class``.

Those that do not search play inside compiled code (`random`, `apprenti`, `artisan`); the others are called per game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import numpy as np

from nouvelle_france.bots import BOTS, Bot, stood_in
from nouvelle_france.bots.ladder import Desk, ready, weights
from nouvelle_france.bots.levels import LEVELS
from nouvelle_france.bots.python_bots import is_python_bot, python_bot
from nouvelle_france.core import Episodes, Kind, action_id, view_of
from nouvelle_france.core.judging.answering import ANYHOW, SOMEBODY, answer_all
from nouvelle_france.core.judging.notes import new_notes
from nouvelle_france.core.records import Array, Bools, Ints, Words

StandIns = dict[int, list[tuple[int, str]]]
"""By game, in order: for which seats somebody else than their bot chose, and who."""


class _Seated:
    """The bots of one game, each made when it is first asked."""

    def __init__(self, key: int, episode: int = 0) -> None:
        self.key = key
        self.episode = episode
        self.orders = Random(f"desk/{key}/{episode}")
        """For the orders of the cards that a bot's Huron puts back, where it plays inside compiled code."""
        self._bots: dict[int, Bot] = {}

    def bot(self, seat: int, maker: Callable[[Random], Bot]) -> Bot:
        if seat not in self._bots:
            self._bots[seat] = maker(Random(f"{self.key}/{seat}/{self.episode}"))
        return self._bots[seat]


class Opponents:
    """The bots by seat. The remaining seats are the caller's."""

    def __init__(self, kind: Kind, names: Mapping[int, str] | None = None) -> None:
        if not isinstance(names, Mapping | None):
            raise ValueError(f"`opponents` are names of bots by seat, such as {{1: 'artisan'}}, not {names!r}")
        self.names = dict(names or {})
        seats = 1 if kind.like.mode == "solo" else kind.like.seats
        for seat, name in self.names.items():
            if kind.like.mode == "solo" or seat not in range(seats):
                raise ValueError(f"there is no seat {seat!r} for {name!r}")
        self.own = tuple(seat for seat in range(seats) if seat not in self.names)
        """The caller's seats."""
        if not self.own:
            raise ValueError("one seat at least is yours")
        self._kind = kind
        self._makers = {
            seat: python_bot(name) if is_python_bot(name) else _maker(name) for seat, name in self.names.items()
        }
        self._games: dict[int, _Seated] = {}
        self._stand_ins: StandIns = {}
        self._judged: Ints = np.full(max(kind.like.seats, 2), SOMEBODY)
        self._looks = np.zeros(len(self._judged), np.bool_)
        self._weights: Array = np.zeros((len(self._judged), *weights().shape))
        for seat, name in self.names.items():
            level = LEVELS.get(name)
            if name == "random":
                self._judged[seat] = ANYHOW
            elif level is not None and not level.searches:
                self._judged[seat], self._looks[seat] = level.judged, level.looks
                self._weights[seat] = weights() if level.learned else 0
        self._quick = (self._judged != SOMEBODY).any()
        if self._quick:
            ready(kind.edition)
            self._notes = new_notes(kind.tables)
            self._desk = Desk(kind.edition)

    @property
    def own_seat(self) -> int:
        """The caller's seat, where it may have one only."""
        if len(self.own) != 1:
            raise ValueError("one seat is yours, and each of the others needs an opponent")
        return self.own[0]

    def begin(self, which: Bools, keys: Words | None = None) -> None:
        """Take new bots for the games that begin; their random sources follow from a game's key and how often it began.

        There are as many keys as games that begin; without keys they go on from the last.
        """
        for place, number in enumerate(np.flatnonzero(which).tolist()):
            if keys is None:
                last = self._games[number]
                self._games[number] = _Seated(last.key, last.episode + 1)
            else:
                self._games[number] = _Seated(int(keys[place]))
                self._stand_ins.pop(number, None)

    def stand_ins(self) -> StandIns:
        """Who chose in place of bots since the last call (:func:`~nouvelle_france.bots.stood_in`)."""
        told, self._stand_ins = self._stand_ins, {}
        return told

    def answer(self, episodes: Episodes) -> None:
        """Play on in all games until one of the caller's seats may act."""
        while self.names:
            if self._quick:
                answer_all(
                    self._kind.tables, episodes.games, episodes.memories, episodes.streams, self._judged, self._looks,
                    self._weights, self._notes,
                )  # fmt: skip
            waiting = np.flatnonzero(np.isin(episodes.batch.seats, list(self.names)))
            if not len(waiting):
                return
            actions = np.full(len(episodes), -1)
            for number in waiting.tolist():
                actions[number] = self._choose(episodes, number)
            refused = episodes.step(actions)
            assert not refused.any(), "bots choose among what is legal"

    def _choose(self, episodes: Episodes, number: int) -> int:
        record, memory = episodes.games[number], episodes.memories[number]
        seat = int(record["asked"][0])
        if self._judged[seat] != SOMEBODY:  # the order of a Huron's cards: the only choice that needs play-outs
            game: Any = record.copy()
            cards = [card for card in memory["cards"][seat].tolist() if card >= -1]
            known = np.array([(place, 1, card) for place, card in enumerate(cards)], np.int64).reshape(len(cards), 3)
            level, learned = LEVELS[self.names[seat]], self._weights[seat]
            return self._desk.choose(game, known, seat, level, learned, self._games[number].orders)
        bot = self._games[number].bot(seat, self._makers[seat])
        view = view_of(self._kind, record, memory, seat)
        action = bot.choose(view, view.legal)
        chosen_by = stood_in(bot)
        if chosen_by is not None:
            self._stand_ins.setdefault(number, []).append((seat, chosen_by))
        return action_id(view.position.game, action)


def _maker(name: str) -> Any:
    if name not in BOTS:
        raise ValueError(f"there is no bot {name!r}; there are {', '.join(BOTS)}, or MODULE:CLASS")
    return BOTS[name]
