"""Dealing cards."""

from __future__ import annotations

import numpy as np

from nouvelle_france.core.chance import FREE, free_place, shuffle
from nouvelle_france.core.compiling import compiled
from nouvelle_france.core.counts import shape_count
from nouvelle_france.core.position import cards_left
from nouvelle_france.core.records import SNOW_CARD, Game, Ints, Tables, Words


@compiled
def deal(t: Tables, g: Game, known: Ints, rng: Words) -> None:
    """Deal the unseen cards again, as far as somebody knows them.

    A snowflake lies anywhere in what is left of its pile (SET-3, SOL-2). ``known`` has a row for each of the top cards
    somebody has seen: the group of cards it lies among, that group's first place counted from the top and its size, and
    the card.
    """
    cards = len(g.deck)
    top = g.top
    for place in range(top, cards):
        g.deck[place] = FREE
    snow_seen = 0
    left = np.zeros(shape_count(t), np.int64)
    for shape in range(shape_count(t)):
        left[shape] = cards_left(g, shape)
    for row in range(len(known)):
        first, size, card = top + known[row, 0], known[row, 1], known[row, 2]
        g.deck[free_place(rng, g.deck, first, first + size)] = card
        if card == SNOW_CARD:
            snow_seen += 1
        else:
            left[card] -= 1
    for stage in range(g.snow + g.snowing + snow_seen, len(g.snow_end)):
        # A Huron may have moved the snowflake over the edge of its pile by a card or two.
        place = free_place(rng, g.deck, max(g.snow_start[stage], top), g.snow_end[stage])
        last = max(g.snow_end[stage], top)
        while place < 0 and last < cards:
            last += 1
            place = free_place(rng, g.deck, last - 1, last)
        if place < 0:
            place = free_place(rng, g.deck, top, cards)
        g.deck[place] = SNOW_CARD
    bag = np.zeros(cards, np.int64)
    count = 0
    for shape in range(shape_count(t)):
        for _ in range(left[shape]):
            bag[count] = shape
            count += 1
    shuffle(rng, bag, 0, count)
    for place in range(top, cards):
        if g.deck[place] == FREE:
            count -= 1
            g.deck[place] = bag[count]
