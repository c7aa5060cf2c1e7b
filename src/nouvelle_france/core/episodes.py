"""Games one after another for learners: chance decided step by step, memories, observations, rewards (docs/core.md)."""

from __future__ import annotations

from copy import deepcopy
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from nouvelle_france.core.arguments import actions_of, checked_out, keys_of, mask_of, seats_of
from nouvelle_france.core.batch import Batch, Kind
from nouvelle_france.core.chance import random_word, skip_words
from nouvelle_france.core.compiling import compiled, inner
from nouvelle_france.core.foresight import Memories, Memory, forget, hide_again_all, play_and_remember
from nouvelle_france.core.legal import is_legal, list_actions
from nouvelle_france.core.observing import Observation, Observations, observe_all
from nouvelle_france.core.phase import OVER
from nouvelle_france.core.records import (
    NOBODY,
    SOLO,
    UNKNOWN_CARD,
    Bools,
    Floats,
    Game,
    Games,
    Ints,
    Tables,
    Words,
    Work,
    dtype_of,
    repeated,
    zeros,
)
from nouvelle_france.core.setup import deal_game
from nouvelle_france.core.solo import solo_lead
from nouvelle_france.core.tables import new_work, sizes_of
from nouvelle_france.core.translate import card_number, game_of
from nouvelle_france.rules import View
from nouvelle_france.rules.game import WINTER

REWARDS = ("rank", "margin", "points")
"""What a seat is rewarded for; alone, the lead is that of the last coloured marker over Winter's.

``rank``: at the end, how many seats it leaves behind less how many leave it behind, as a share of the others: 1 for
winning, -1 for losing with two players or alone. ``margin``: at the end, its points less those of the best other seat;
alone, its lead. ``points``: its points as they come, also at snowfalls and the end; alone, its lead as it changes.
"""

RANK, MARGIN, POINTS = range(len(REWARDS))


class Episodes:
    """Many games of one kind, each of which can be begun again when it is over.

    Each has its own stream of chance, and no card is dealt before somebody turns it up or a Huron looks at it. A copy
    (:func:`copy.deepcopy`) has other streams, and the cards that a Huron has seen are dealt again unless the seat that
    acts knows them, so that it cannot foresee cards.

    Winter plays by itself, the first of its best placements (SOL-5d); with ``winter_asks`` its seat is asked whenever
    there are several.
    """

    def __init__(self, kind: Kind, count: int = 1, reward: str = "rank", winter_asks: bool = False) -> None:
        if reward not in REWARDS:
            raise ValueError(f"a reward is one of {', '.join(REWARDS)}, not {reward!r}")
        self.kind = kind
        self.players = 1 if kind.like.mode == "solo" else kind.like.seats
        self.batch = Batch(kind, repeated(kind.start, count))
        self.memories = zeros(Memory, count, dtype_of(Memory, sizes_of(kind.tables)))
        self.memories["seen"], self.memories["among"], self.memories["cards"] = kind.start["top"], 1, UNKNOWN_CARD
        self.streams = np.zeros(count, np.uint64)
        self._viewers = np.full(count, NOBODY)  # whose view a game was made of
        self._reward = REWARDS.index(reward)
        self._winter_asks = winter_asks
        self._standing = np.zeros((count, self.players), np.int64)
        self._paid = np.zeros(count, np.bool_)
        self._work = new_work(kind.tables)
        self._copied = 0  # how often games were copied or branched

    def __len__(self) -> int:
        return len(self.batch)

    def __deepcopy__(self, memo: dict[int, Any]) -> Episodes:
        copied = self._like()
        for name in ("memories", "streams", "_viewers", "_standing", "_paid", "_work"):
            setattr(copied, name, deepcopy(getattr(self, name), memo))
        copied.batch = Batch(self.kind, self.games.copy())
        copied._leave_to_chance()
        return copied

    def _like(self) -> Episodes:
        """What is to become a copy; each has a number, so that no two have the same chance."""
        self._copied += 1
        copied = Episodes.__new__(Episodes)
        vars(copied).update(vars(self))
        return copied

    def _leave_to_chance(self) -> None:
        """Make of an exact copy one with chance of its own, in which nothing hidden is as it is in the original."""
        divert(self.streams, self._copied)
        hide_again_all(self.kind.tables, self.games, self.memories, self._viewers, self.streams)

    @classmethod
    def of_view(cls, view: View, key: int, reward: str = "rank") -> Episodes:
        """One game as a seat sees it; what it does not know is left to chance, drawn from a key.

        Rewards are for what happens from here on.
        """
        if view.seat is None:
            raise ValueError("a game is made of a seat's view, not of a spectator's")
        game = view.position.game
        if game.mode == "solo":
            kind = Kind.solo(game.edition, game.solo, game.rules)
        else:
            kind = Kind.table(game.edition, game.colours, game.rules)
        episodes = cls(kind, 1, reward)
        episodes.games[:] = game_of(view.position)
        episodes.streams[:] = key
        record, memory = episodes.games[0], episodes.memories[0]
        memory["seen"] = record["top"]
        episodes._viewers[:] = view.seat
        known = [(size, card_number(game.edition, card)) for size, cards in view.foresight for card in cards]
        for place, (size, card) in enumerate(known):
            memory["cards"][view.seat, place] = card
            memory["among"][view.seat] = size
            if size == 1:
                record["deck"][record["top"] + place] = card
                memory["seen"] += 1
        episodes.rewards()
        return episodes

    @property
    def games(self) -> Games:
        """The records; what lies behind ``memories["seen"]`` in their decks is not dealt yet, and means nothing."""
        return self.batch.games

    def begin(self, keys: ArrayLike | None = None, which: ArrayLike | None = None) -> None:
        """Deal games anew, each from a key, or from its own stream where none are given.

        All games, or those where the mask ``which`` is true. There are as many keys as games to deal.
        """
        chosen = mask_of(which, len(self))
        if keys is not None:
            self.streams[chosen] = keys_of(keys, int(chosen.sum()))
        begin_all(
            self.kind.tables, self.kind.start, self.kind.draws_colours, self.games, self.memories, self.streams, chosen,
            self._winter_asks, self._work,
        )  # fmt: skip
        self._viewers[chosen] = NOBODY
        self._standing[chosen] = 0
        self._paid[chosen] = False

    def step(self, actions: ArrayLike, strict: bool = True) -> Bools:
        """Play one action per game (-1 leaves a game alone); returns which were refused because they are not legal.

        ``strict``: if any is refused, none is played.
        """
        numbers = actions_of(actions, len(self))
        refused = np.zeros(len(self), np.bool_)
        step_all(
            self.kind.tables, self.games, self.memories, self.streams, numbers, strict, self._winter_asks, refused,
            self._work,
        )  # fmt: skip
        return refused

    def rewards(self) -> Floats:
        """By game and seat: what has been earned since the last call, by the reward that was chosen."""
        found = np.zeros((len(self), self.players))
        reward_all(self.kind.tables, self.games, self._reward, self._standing, self._paid, found)
        return found

    def branches(self, ids: ArrayLike, first: ArrayLike) -> Episodes:
        """For each action a game in which it was played; those of game n are ``ids[first[n] : first[n + 1]]``.

        Each is a copy: a card that comes up in one need not be the one that will come up here, nor in the branches of
        another call.
        """
        counts = np.diff(np.asarray(first))
        branches = self._like()
        for name in ("memories", "streams", "_viewers", "_standing", "_paid"):
            setattr(branches, name, np.repeat(getattr(self, name), counts, axis=0))
        branches.batch = Batch(self.kind, repeated(self.games, counts))
        branches.streams += np.arange(len(branches), dtype=np.uint64)  # actions of one game have chance of their own
        branches._leave_to_chance()
        if branches.step(ids).any():
            raise ValueError("only what is legal leads somewhere")
        return branches

    @cached_property
    def _observed(self) -> np.dtype[np.void]:
        return observation_dtype(self.kind)

    def new_observations(self) -> Observations:
        """An array to write observations to (:class:`~.observing.Observation`)."""
        return zeros(Observation, len(self), self._observed)

    def observe(self, out: Observations | None = None, seats: ArrayLike | None = None) -> Observations:
        """What the seat that acts sees in each game, or the given seats."""
        wanted = seats_of(seats, len(self), self.kind.like.seats)
        if out is None:
            out = self.new_observations()
        else:
            checked_out(out, len(self), self._observed)
        observe_all(self.kind.tables, self.games, self.memories, wanted, out)
        return out


def observation_dtype(kind: Kind) -> np.dtype[np.void]:
    """The NumPy type of what is observed in games of a kind."""
    tables, sizes = kind.tables, sizes_of(kind.tables)
    more = {
        "cards": sizes["J"] + 1,
        "Y": tables["high_for"].shape[0],
        "y": int(tables["column_y"].max()) + 1,
        "x": int(tables["column_x"].max()) + 1,
    }
    return dtype_of(Observation, sizes | more)


# -- loops over games, compiled --------------------------------------------------------------------------------------


@compiled
def divert(streams: Words, by: int) -> None:
    """Replace streams of chance by others that follow from them, one for each ``by``."""
    rng = np.zeros(1, np.uint64)
    for number in range(len(streams)):
        rng[0] = ~streams[number]
        skip_words(rng, by)
        streams[number] = random_word(rng)


@inner
def let_winter_play(t: Tables, g: Game, m: Memory, rng: Words, asks: bool, work: Work) -> None:
    """SOL-5, SOL-6: Winter's turns, up to one where its seat is asked to choose."""
    while g.mode == SOLO and g.phase != OVER and g.asked[0] == WINTER:
        count = list_actions(t, g, WINTER, work.actions, work)
        if count > 1 and asks:
            return
        play_and_remember(t, g, m, work.actions[0], rng, work)


@compiled
def begin_all(
    t: Tables, kind: Games, draws_colours: bool, games: Games, memories: Memories, streams: Words, which: Bools,
    asks: bool, work: Work,
) -> None:  # fmt: skip
    """Deal games anew, each from its stream."""
    rng = np.zeros(1, np.uint64)
    for number in range(len(games)):
        if which[number]:
            rng[0] = streams[number]
            games[number] = kind[0]
            deal_game(t, kind[0], games[number], draws_colours, rng)
            forget(games[number], memories[number])
            let_winter_play(t, games[number], memories[number], rng, asks, work)
            streams[number] = rng[0]


@compiled
def step_all(
    t: Tables, games: Games, memories: Memories, streams: Words, actions: Ints, strict: bool, asks: bool,
    refused: Bools, work: Work,
) -> None:  # fmt: skip
    """Play actions, one per game, and what follows by itself."""
    rng = np.zeros(1, np.uint64)
    wrong = 0
    for number in range(len(games)):
        g = games[number]
        if actions[number] != -1:
            refused[number] = not is_legal(t, g, g.asked[0], actions[number], work)
            wrong += refused[number]
    if wrong and strict:
        return
    for number in range(len(games)):
        if actions[number] != -1 and not refused[number]:
            rng[0] = streams[number]
            play_and_remember(t, games[number], memories[number], actions[number], rng, work)
            let_winter_play(t, games[number], memories[number], rng, asks, work)
            streams[number] = rng[0]


@inner
def points_now(t: Tables, g: Game, seat: int) -> int:
    """A seat's points so far; alone, the lead of the last coloured marker over Winter's."""
    scores = g.final if g.phase == OVER else g.scores
    if g.mode == SOLO:
        return int(solo_lead(t, scores))
    return int(scores[g.colour_of_seat[seat]])


@inner
def is_ahead(t: Tables, g: Game, seat: int, other: int) -> bool:
    """END-2: whether a seat comes before another: it has won and the other has not, or it has more points."""
    won, lost = g.winners >> seat & 1, g.winners >> other & 1
    if won or lost:
        return bool(won and not lost)
    return points_now(t, g, seat) > points_now(t, g, other)


@inner
def final_reward(t: Tables, g: Game, seat: int, reward: int) -> float:
    """What the end of a game brings a seat."""
    if g.mode == SOLO:
        return float(points_now(t, g, seat) if reward == MARGIN else 2 * (g.winners & 1) - 1)
    best = -1 << 30
    before = 0
    for other in range(g.seats):
        if other != seat:
            best = max(best, points_now(t, g, other))
            before += is_ahead(t, g, seat, other)
            before -= is_ahead(t, g, other, seat)
    return float(points_now(t, g, seat) - best) if reward == MARGIN else before / (g.seats - 1)


@compiled
def reward_all(t: Tables, games: Games, reward: int, standing: Ints, paid: Bools, out: Floats) -> None:
    """What each seat has earned since it was last rewarded."""
    for number in range(len(games)):
        g = games[number]
        if paid[number]:
            continue
        for seat in range(out.shape[1]):
            if reward == POINTS:
                now = points_now(t, g, seat)
                out[number, seat] = now - standing[number, seat]
                standing[number, seat] = now
            elif g.phase == OVER:
                out[number, seat] = final_reward(t, g, seat, reward)
        paid[number] = g.phase == OVER


@compiled
def mark_all(mask: Ints, ids: Ints, first: Ints, mark: int) -> None:
    """Write a mark at the ids of each game (as :meth:`~.batch.Batch.legal` has them) into a mask."""
    for number in range(len(mask)):
        for place in range(first[number], first[number + 1]):
            mask[number, ids[place]] = mark
