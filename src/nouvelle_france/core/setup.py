"""Dealing a game of a kind, or the unseen cards of one that is under way (SET, VAR-1, SOL-2, CHA-2..4).

A *kind* is a game as it would be dealt if nothing were shuffled; every deal is a permutation of it.
"""

from __future__ import annotations

import numpy as np

from nouvelle_france.core.chance import FREE, free_place, shuffle
from nouvelle_france.core.compiling import compiled, inlined, inner
from nouvelle_france.core.counts import colour_count, level_count, shape_count, site_count
from nouvelle_france.core.phase import OVER
from nouvelle_france.core.position import cards_left, cards_shown, tallied
from nouvelle_france.core.records import NOBODY, SNOW_CARD, SOLO, Game, Games, Ints, Tables, Words
from nouvelle_france.rules.legal import PEEK


@compiled
def deal(t: Tables, g: Game, known: Ints, rng: Words) -> None:
    """Deal the unseen cards again, with those that somebody knows where they are known to lie.

    A snowflake lies anywhere in what is left of its pile (SET-3, SOL-2). ``known`` has a row for each of the top cards
    that somebody has seen: the first place of the group of cards it lies among, counted from the top, the size of that
    group, and the card.
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
    for stage in range(tallied(g) + snow_seen, len(g.snow_end)):
        # A Huron may have moved the snowflake over the edge of its pile by a card or two.
        place = free_place(rng, g.deck, max(g.snow_start[stage], top), g.snow_end[stage])
        last = max(g.snow_end[stage], top)
        while place < 0 and last < cards:
            last += 1
            place = free_place(rng, g.deck, last - 1, last)
        if place < 0:
            place = free_place(rng, g.deck, top, cards)
        g.deck[place] = SNOW_CARD
    bag = np.zeros(cards, np.int32)
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


@inner
def deal_game(t: Tables, kind: Game, g: Game, draws_colours: bool, rng: Words) -> None:
    """SET-1..3, VAR-1, SOL-2, CHA-2..4: make of ``g``, a copy of its kind, one of the games of that kind.

    The same chances as :func:`nouvelle_france.deal_table` and :func:`~nouvelle_france.deal_solo`, from other seeds.
    """
    if draws_colours:
        colours = np.arange(colour_count(t)).astype(np.int32)
        shuffle(rng, colours, 0, colour_count(t))
        bonus = 0
        for seat in range(g.seats):
            g.colour_of_seat[seat] = colours[seat]
            bonus |= 1 << colours[seat]
        for stage in range(level_count(t)):
            g.bonus[stage] = bonus
    shuffle(rng, g.sticks, 0, site_count(t))
    for site in range(site_count(t)):
        g.disks[site] = kind.disks[g.sticks[site]]
        for level in range(level_count(t)):
            g.marks[site, level] = kind.marks[g.sticks[site], level]
    if g.mode == SOLO:
        sites = np.arange(site_count(t)).astype(np.int32)
        shuffle(rng, sites, 0, site_count(t))
        for turn in range(len(g.required)):
            if kind.required[turn] != NOBODY:
                g.required[turn] = sites[kind.required[turn]]
    shown = g.display_count
    g.top = 0
    g.display_count = 0
    deal(t, g, np.zeros((0, 3), np.int64), rng)
    for place in range(shown):
        g.display[place] = g.deck[place]
    g.display_count = shown
    g.top = shown


@inner
def deal_unseen(t: Tables, g: Game, known: Ints, rng: Words) -> None:
    """Deal what the seat to act cannot see: all but the cards it knows, and those it is looking at (ALY-4)."""
    shown = cards_shown(g)
    if shown:
        looked_at = np.zeros((shown, 3), np.int64)
        for place in range(shown):
            looked_at[place, 0] = place
            looked_at[place, 1] = 1
            looked_at[place, 2] = g.deck[g.top + place]
        deal(t, g, looked_at, rng)
    else:
        deal(t, g, known, rng)


@inner
def can_hold(g: Game, known: Ints) -> bool:
    """Whether a deck has the places and the cards of these rows (see :func:`deal`)."""
    for row in range(len(known)):
        first, size, card = known[row, 0], known[row, 1], known[row, 2]
        if first + size > len(g.deck) - g.top:
            return False
        if card == SNOW_CARD:
            if not can_hold_snow_at(g, known, row):
                return False
            continue
        same = 0
        for other in range(row + 1):
            same += known[other, 2] == card
        if same > cards_left(g, card):
            return False
    return True


@inlined
def can_hold_snow_at(g: Game, known: Ints, row: int) -> bool:
    """SET-3: whether a row's snowflake, the next of those not known to lie above it, does not lie behind its pile.

    A Huron may have moved it there by a card or two, but no farther than it looks.
    """
    first = known[row, 0]
    stage = tallied(g)
    for other in range(len(known)):
        before = known[other, 0] < first or (known[other, 0] == first and other < row)
        stage += known[other, 2] == SNOW_CARD and before
    return bool(stage < len(g.snow_end) and first < max(g.snow_end[stage] - g.top, PEEK))


@compiled
def deal_all(t: Tables, kind: Games, games: Games, which: Ints, keys: Words, draws_colours: bool) -> None:
    """Deal games of a kind, each from its key."""
    rng = np.zeros(1, np.uint64)
    for place in range(len(which)):
        number = which[place]
        games[number] = kind[0]
        rng[0] = keys[place]
        deal_game(t, kind[0], games[number], draws_colours, rng)


@compiled
def redeal_all(t: Tables, games: Games, known: Ints, keys: Words) -> int:
    """Deal again what the seat that acts cannot see, in each game from its key; the first whose deck cannot hold the
    cards that are known, or -1. Where a game is over nobody knows any."""
    rng = np.zeros(1, np.uint64)
    for number in range(len(games)):
        if games[number].phase != OVER and not can_hold(games[number], known):
            return number
    for number in range(len(games)):
        rng[0] = keys[number]
        deal_unseen(t, games[number], known[: 0 if games[number].phase == OVER else len(known)], rng)
    return -1
