"""Weighs a seat's possible actions by playing on, with only that seat's knowledge."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import sha256
from random import Random

import numpy as np
from numpy.typing import NDArray

from nouvelle_france.bots.judging.chance import cards_left
from nouvelle_france.bots.judging.features import snow_chance
from nouvelle_france.bots.ladder import known_cards, ready, weights
from nouvelle_france.core.compiling import one_at_a_time
from nouvelle_france.core.judging.notes import new_notes
from nouvelle_france.core.judging.search import list_candidates
from nouvelle_france.core.judging.weighing import NO_ACTION, weigh
from nouvelle_france.core.tables import core_tables, new_games
from nouvelle_france.core.translate import action_id, action_of, card_number, game_of
from nouvelle_france.edition import Edition
from nouvelle_france.review.depths import DEPTHS, Depth
from nouvelle_france.rules import Action, Huron, Phase, Position, State, View, deal_table, start
from nouvelle_france.rules.setup import SNOW

Margins = NDArray[np.float64]
"""``[deal, action, seat]``, or less of it: points of margin."""

Known = NDArray[np.int64]
"""The known part of the deck, in the form :func:`~nouvelle_france.core.setup.deal` takes."""

Keys = NDArray[np.uint64]
"""A key for each deal."""

TO_THE_END = 1 << 30
"""More placements than a game has."""


class Scales:
    """Scratch memory for weighing moves of one edition's games."""

    def __init__(self, edition: Edition) -> None:
        self._tables = core_tables(edition)
        self._notes = new_notes(self._tables)
        self._room = new_games(edition, 3)
        self._listed = np.zeros(len(self._notes["listed"]), np.int64)

    def weigh(
        self,
        position: Position,
        seat: int,
        known: Known,
        actions: Sequence[Action | None],
        keys: Keys,
        breadth: int,
        tries: int = 0,
        horizon: int = TO_THE_END,
    ) -> Margins:
        """The margins these actions lead to, ``[deal, action, seat]``; None plays on from here.

        With a ``horizon`` the game is judged after that many placements rather than played to its end.
        """
        game = position.game
        numbers = np.array([NO_ACTION if it is None else action_id(game, it) for it in actions], np.int64)
        out = np.zeros((len(keys), len(numbers), 1 if game.mode == "solo" else game.seats))
        weigh(
            self._tables, game_of(position)[0], seat, known, weights(), breadth, horizon, tries, keys, self._room,
            numbers, out, self._notes,
        )  # fmt: skip
        return out

    def candidates(self, view: View, depth: Depth) -> list[Action]:
        """The candidate actions, most promising first.

        A Huron's look is not among them: play-outs never look at cards, so every turn without a look would seem to give
        up what one look is worth, however many turns are left for it.
        """
        position, seat = view.position, view.seat
        assert seat is not None
        if position.phase is Phase.PLACE and not position.choices:
            return list(view.legal)  # which block goes to the box (UNA-1, SOL-10)
        game = game_of(position)[0]
        count = list_candidates(
            self._tables, game, seat, weights(), depth.candidates, depth.judged, self._listed, self._notes
        )
        found = [action_of(position.game, seat, int(number)) for number in self._listed[:count]]
        return [it for it in found if it != Huron(seat)]


def keys_of(seed: str, count: int) -> Keys:
    """This many keys, determined by the seed."""
    words = np.random.PCG64(int.from_bytes(sha256(seed.encode()).digest()[:16], "big")).random_raw(count)
    return np.asarray(words, np.uint64)


def known_to(view: View) -> Known:
    """What the seat of a view knows of the deck."""
    return known_cards(view.position.game.edition, view)


def seen_by_any(state: State) -> Known:
    """The top cards that some seat knows: the last seat to put them back knows them all, in order (ALY-4)."""
    edition = state.position.game.edition
    count = max((sum(group.size for group in foresight) for foresight in state.foresight), default=0)
    return on_top(edition, state.deck[:count])


def on_top(edition: Edition, cards: Iterable[str]) -> Known:
    """The knowledge of an observer of these top cards."""
    rows = [(place, 1, card_number(edition, card)) for place, card in enumerate(cards)]
    return np.array(rows, np.int64).reshape(len(rows), 3)


def next_cards(position: Position) -> dict[str, float]:
    """How likely each card is to be next, for an observer who knows none (SET-3, SOL-2)."""
    snow = snow_chance(position)
    left = {shape: cards_left(position, number) for number, shape in enumerate(position.game.edition.shape_ids)}
    cards = sum(left.values())
    found = {shape: (1 - snow) * count / cards for shape, count in left.items() if count and snow < 1}
    return found | ({SNOW: snow} if snow else {})


@lru_cache(maxsize=4)
def scales(edition: Edition) -> Scales:
    """The scales for an edition, made once per process, with everything compiled."""
    ready(edition)
    with one_at_a_time():
        made = Scales(edition)
        _compile(made, edition)
    return made


def _compile(scales: Scales, edition: Edition) -> None:
    state = start(deal_table(edition, Random(0), players=2))
    depth = DEPTHS["maitre"]
    view = state.view(0)
    scales.candidates(view, depth)
    scales.weigh(view.position, 0, known_to(view), [None, Huron(0)], keys_of("", 1), breadth=2, tries=1)
