"""What seats remember of the deck after a Huron looked (ALY-4), and dealing cards only when somebody turns them up.

A seat knows at most the :data:`~nouvelle_france.rules.legal.PEEK` top cards: each at its place, or, once another seat
has put them back in an order of its own, some cards that lie among the next so many.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from nouvelle_france.core.actions import DRAW, FIRST_CLAIM, LOOK, ORDER, first_plain
from nouvelle_france.core.chance import shuffle
from nouvelle_france.core.compiling import compiled, inner
from nouvelle_france.core.phase import OVER
from nouvelle_france.core.position import peekable
from nouvelle_france.core.records import (
    NOBODY,
    UNKNOWN_CARD,
    Bools,
    Game,
    Games,
    Ints,
    Record,
    Records,
    Tables,
    Words,
    Work,
    i4,
)
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
    sort_cards(m, seat)


@inner
def sort_cards(m: Memory, seat: int) -> None:
    """Where a seat does not know the order of its cards, neither does it read it off its memory; unknown ones last."""
    for place in range(1, PEEK):
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


# -- copies ----------------------------------------------------------------------------------------------------------


@compiled
def hide_again_all(t: Tables, games: Games, memories: Memories, viewers: Ints, streams: Words) -> None:
    """In copies of games, deal again the cards that a Huron has seen and the seat that acts does not know.

    In a game made of a seat's view (``viewers``, else NOBODY), that seat keeps what it knows as well.
    """
    rng = np.zeros(1, np.uint64)
    for number in range(len(games)):
        g, m = games[number], memories[number]
        if g.phase != OVER and m.seen > g.top:
            rng[0] = streams[number]
            hide_again(t, g, m, g.asked[0], viewers[number], rng)
            streams[number] = rng[0]


@inner
def hide_again(t: Tables, g: Game, m: Memory, seat: int, viewer: int, rng: Words) -> None:
    """Deal again those of the cards seen that neither seat knows, in any order: another's Huron put them back.

    The other seats remember the new cards instead of the old ones.
    """
    count = m.seen - g.top
    if knows_order(m, seat, count) or (viewer != NOBODY and knows_order(m, viewer, count)):
        return
    cards = g.deck[g.top : m.seen].copy()
    kept = np.zeros(count, np.bool_)
    places = np.zeros((len(m.among), PEEK), np.int64)
    for one in (seat, viewer):
        if one != NOBODY:
            find_places(m, one, cards, kept, places[one])
            for place in range(cards_known(m, one)):
                kept[places[one, place]] = True
    for other in range(g.seats):
        find_places(m, other, cards, kept, places[other])
    deal_others(t, g, cards, kept, rng)
    for other in range(g.seats):
        if m.among[other] > 1:
            for place in range(cards_known(m, other)):
                m.cards[other, place] = cards[places[other, place]]
            sort_cards(m, other)
    shuffle(rng, cards, 0, count)
    for place in range(count):
        g.deck[g.top + place] = cards[place]
    for other in range(g.seats):
        if m.among[other] == 1:
            for place in range(cards_known(m, other)):
                m.cards[other, place] = cards[place]


@inner
def cards_known(m: Memory, seat: int) -> int:
    """How many cards a seat knows."""
    count = 0
    while count < PEEK and m.cards[seat, count] != UNKNOWN_CARD:
        count += 1
    return count


@inner
def knows_order(m: Memory, seat: int, count: int) -> bool:
    """Whether a seat knows each of the top ``count`` cards at its place."""
    return bool(m.among[seat] == 1 and cards_known(m, seat) >= count)


@inner
def find_places(m: Memory, seat: int, cards: Ints, kept: Bools, places: Ints) -> None:
    """Which of these cards a seat knows: where several are alike, rather those that are kept."""
    free = np.ones(len(cards), np.bool_)
    for known in range(cards_known(m, seat)):
        found = NOBODY
        for place in range(len(cards)):
            if free[place] and cards[place] == m.cards[seat, known] and (found == NOBODY or kept[place]):
                found = place
        places[known] = found
        free[found] = False


@inner
def deal_others(t: Tables, g: Game, cards: Ints, kept: Bools, rng: Words) -> None:
    """Replace those of the top cards that are not kept by others that may be among them as well."""
    known = np.zeros((len(cards), 3), np.int64)
    rows = 0
    for place in range(len(cards)):
        if kept[place]:
            known[rows, 1] = len(cards)
            known[rows, 2] = cards[place]
            rows += 1
    deal(t, g, known[:rows], rng)
    dealt = g.deck[g.top : g.top + len(cards)].copy()
    for row in range(rows):
        place = 0
        while dealt[place] != known[row, 2]:
            place += 1
        dealt[place] = UNKNOWN_CARD
    first = 0
    for place in range(len(cards)):
        if not kept[place]:
            while dealt[first] == UNKNOWN_CARD:
                first += 1
            cards[place] = dealt[first]
            first += 1
