"""What seats remember of the deck after a Huron looked (ALY-4), and dealing cards only when somebody turns them up.

A seat knows at most the :data:`~nouvelle_france.rules.legal.PEEK` top cards: each at its place, or, once another seat
has put them back in an order of its own, some cards that lie among the next so many.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from nouvelle_france.core.actions import DRAW, FIRST_CLAIM, LOOK, ORDER, first_plain
from nouvelle_france.core.compiling import compiled, inner
from nouvelle_france.core.position import peekable
from nouvelle_france.core.records import UNKNOWN_CARD, Game, Ints, Record, Records, Tables, Words, Work, i4
from nouvelle_france.core.setup import deal
from nouvelle_france.core.state import play
from nouvelle_france.rules.legal import PEEK


class Memory(Record):
    """What has been seen of a game's deck: by anybody, and by each seat."""

    seen: int = i4("", "the place of the deck up to which a card has come up or been looked at")
    among: Ints = i4("N", "by seat: 1 where it knows the top cards in their order, else among how many they lie")
    cards: Ints = i4("N 3", "by seat: the cards it knows, UNKNOWN_CARD behind them")


Memories: TypeAlias = Records[Memory]


@inner
def forget(g: Game, m: Memory) -> None:
    """At the beginning of a game nobody knows a card of the deck."""
    m.seen = g.top
    for seat in range(len(m.among)):
        forget_all(m, seat)


@inner
def forget_all(m: Memory, seat: int) -> None:
    """A seat knows nothing."""
    m.among[seat] = 1
    for place in range(PEEK):
        m.cards[seat, place] = UNKNOWN_CARD


@inner
def looked(g: Game, m: Memory, seat: int) -> None:
    """After looking at the top cards, or putting them back."""
    forget_all(m, seat)
    for place in range(peekable(g)):
        m.cards[seat, place] = g.deck[g.top + place]


@inner
def drawn(m: Memory, seat: int, card: int) -> None:
    """After the top card was turned up."""
    gone = 0 if m.among[seat] == 1 else PEEK
    for place in range(PEEK - 1, -1, -1):
        if m.among[seat] > 1 and m.cards[seat, place] == card:
            gone = place
    for place in range(gone, PEEK - 1):
        m.cards[seat, place] = m.cards[seat, place + 1]
    if gone < PEEK:
        m.cards[seat, PEEK - 1] = UNKNOWN_CARD
    if m.among[seat] > 1:
        m.among[seat] -= 1
    if m.cards[seat, 0] == UNKNOWN_CARD:
        m.among[seat] = 1


@inner
def reordered(m: Memory, seat: int, count: int) -> None:
    """After another seat put the top ``count`` cards back: what was known lies somewhere among them."""
    if m.cards[seat, 0] == UNKNOWN_CARD:
        return
    m.among[seat] = max(m.among[seat], count)
    for place in range(1, PEEK):  # sorted, so that the order tells nothing; unknown ones last
        card, before = m.cards[seat, place], place
        while before and m.cards[seat, before - 1] < card:
            m.cards[seat, before] = m.cards[seat, before - 1]
            before -= 1
        m.cards[seat, before] = card


@inner
def turn_up(t: Tables, g: Game, m: Memory, count: int, rng: Words) -> None:
    """Deal those of the top cards that nobody has seen yet: no card is decided before it must be."""
    last = min(g.top + count, len(g.deck))
    if m.seen >= last:
        return
    rows = m.seen - g.top
    known = np.zeros((rows + PEEK, 3), np.int64)
    for place in range(rows):
        known[place, 0] = place
        known[place, 1] = 1
        known[place, 2] = g.deck[g.top + place]
    if not rows:
        rows = remembered(m, known)
    deal(t, g, known[:rows], rng)
    m.seen = last


@inner
def remembered(m: Memory, known: Ints) -> int:
    """What a seat knows of the top cards although none has been dealt, as in a game made of its view: how many rows."""
    rows = 0
    for seat in range(len(m.among)):
        for place in range(PEEK):
            if m.cards[seat, place] != UNKNOWN_CARD and rows < len(known):
                known[rows, 0] = place if m.among[seat] == 1 else 0
                known[rows, 1] = m.among[seat]
                known[rows, 2] = m.cards[seat, place]
                rows += 1
    return rows


@compiled
def play_and_remember(t: Tables, g: Game, m: Memory, action: int, rng: Words, work: Work) -> None:
    """Play a legal action of the seat that is asked first, deal what it turns up, and note what the seats learn."""
    plain = action - first_plain(t)
    seat = g.asked[0]
    if plain == DRAW:
        turn_up(t, g, m, 1, rng)
        card = g.deck[g.top]
        play(t, g, seat, action, work.no_log, work)
        m.seen = max(m.seen, g.top)
        for other in range(g.seats):
            drawn(m, other, card)
    elif plain == LOOK:
        turn_up(t, g, m, PEEK, rng)
        play(t, g, seat, action, work.no_log, work)
        looked(g, m, seat)
    elif ORDER <= plain < FIRST_CLAIM:
        # In a game made of a view, where another seat looks, some of these are not dealt yet.
        turn_up(t, g, m, PEEK, rng)
        count = peekable(g)
        play(t, g, seat, action, work.no_log, work)
        for other in range(g.seats):
            if other == seat:
                looked(g, m, other)
            else:
                reordered(m, other, count)
    else:
        play(t, g, seat, action, work.no_log, work)
