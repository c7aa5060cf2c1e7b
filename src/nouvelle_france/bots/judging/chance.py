"""The core's repeatable randomness in plain Python: splitmix64, and dealing the unseen cards again with it."""

from __future__ import annotations

from typing import TypeVar

from nouvelle_france.rules import Position
from nouvelle_france.rules.foresight import Foresight
from nouvelle_france.rules.setup import SNOW

T = TypeVar("T")

_WORD = (1 << 64) - 1


class SplitMix:
    """A stream of 64-bit words from a seed of one word."""

    def __init__(self, seed: int) -> None:
        self._state = seed

    def word(self) -> int:
        """The next 64 random bits."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _WORD
        word = self._state
        word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & _WORD
        word = (word ^ word >> 27) * 0x94D049BB133111EB & _WORD
        return word ^ word >> 31

    def below(self, count: int) -> int:
        """A number from 0 up to, but not including, ``count``."""
        return (self.word() >> 32) * count >> 32

    def shuffle(self, cards: list[T]) -> None:
        """Shuffle in place."""
        for place in range(len(cards) - 1, 0, -1):
            other = self.below(place + 1)
            cards[place], cards[other] = cards[other], cards[place]


def deal(position: Position, foresight: Foresight, rng: SplitMix) -> tuple[str, ...]:
    """The unseen cards, dealt again as far as somebody knows them.

    A snowflake lies anywhere in what is left of its pile (SET-3, SOL-2); a card that a Huron has shown lies where it
    was put.
    """
    edition = position.game.edition
    size = position.deck_count
    top = position.game.piles[-1].end - size
    deck: list[str | None] = [None] * size
    left = {shape: cards_left(position, number) for number, shape in enumerate(edition.shape_ids)}
    snow_seen = 0
    first = 0
    for group, cards in foresight:
        for card in cards:
            place = _free_place(deck, first, first + group, rng)
            assert place is not None
            deck[place] = card
            if card == SNOW:
                snow_seen += 1
            else:
                left[card] -= 1
        first += group
    snowy = [pile for pile in position.game.piles if pile.snow]
    for pile in snowy[position.tallied + snow_seen :]:
        # A Huron may have moved the snowflake over the edge of its pile by a card or two.
        place = _free_place(deck, max(pile.start - top, 0), pile.end - top, rng)
        last = max(pile.end - top, 0)
        while place is None and last < size:
            last += 1
            place = _free_place(deck, last - 1, last, rng)
        if place is None:
            place = _free_place(deck, 0, size, rng)
        assert place is not None
        deck[place] = SNOW
    bag = [shape for shape, count in left.items() for _ in range(count)]
    rng.shuffle(bag)
    return tuple(bag.pop() if card is None else card for card in deck)


def cards_left(position: Position, shape: int) -> int:
    """How many cards of a shape are still in the deck: as many as blocks in stock, less those on display (CMP-3)."""
    return position.stock[shape].bit_count() - position.display.count(position.game.edition.shape_ids[shape])


def _free_place(deck: list[str | None], first: int, last: int, rng: SplitMix) -> int | None:
    """Any place of a range that has no card yet, all equally likely; None, and no chance taken, where there is none."""
    free = [place for place in range(first, last) if deck[place] is None]
    return free[rng.below(len(free))] if free else None
