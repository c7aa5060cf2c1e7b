"""A game as one seat sees it, as named arrays: everything it may know and nothing else (docs/environments.md).

Colours and seats are relative to the seat: its own first, then the others in turn order, then colours nobody plays. In
solo they are those of the sites in their order, then Winter's.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from nouvelle_france.core.bitsets import ONE, lowest
from nouvelle_france.core.compiling import compiled, inner
from nouvelle_france.core.counts import colour_count, level_count, mask_words, shape_count, site_count
from nouvelle_france.core.foresight import Memories, Memory
from nouvelle_france.core.layout import WORD
from nouvelle_france.core.phase import OVER
from nouvelle_france.core.position import chances
from nouvelle_france.core.records import (
    NOBODY,
    SNOW_CARD,
    SOLO,
    UNKNOWN_CARD,
    Floats,
    Game,
    Games,
    Ints,
    Record,
    Records,
    Tables,
    f4,
    i1,
    i2,
    i4,
)
from nouvelle_france.rules.game import PLAYER
from nouvelle_france.rules.legal import PEEK


class Observation(Record):
    """What a seat sees. Letters as in :mod:`~.records`; y and x are the rows and columns of the largest site's plan."""

    cubes: Ints = i1("C S L y x", "1 where a cube of a colour lies; cubes above the top level (CHA-9) are left out")
    heights: Ints = i1("S y x", "how high each column is; -1 where the site has none")
    snow: Ints = i1("1", "how many levels lie under snow")
    phase: Ints = i1("1", "what is awaited, as an index into the list of phases below")
    seat: Ints = i1("1", "the seat that sees this, counted from the first player")
    active: Ints = i1("1", "whose turn it is")
    asked: Ints = i1("N", "1 for the seats that may act now")
    colours: Ints = i1("C", "the numbers that action ids have for the colours, in the order of the seat")
    scores: Ints = i2("C", "by colour; at the end with the disks")
    marks: Ints = i1("S L", "what each cube of a level earns when snow covers it")
    disks: Ints = i1("S", "what completing a site is worth")
    standees: Ints = i1("S", "who completed a site, or -1")
    display: Ints = i1("V", "the visible cards by shape, oldest first; padded with -1")
    stock: Ints = i1("J C", "1 where the block of a shape that doubles a colour is in stock")
    bonus: Ints = i1("L C", "1 where a colour's bonus block of a stage is left")
    deck: Ints = i1("1", "how many cards are left")
    chances: Floats = f4("cards", "the probability that each card is next, by shape, then snow, for an observer with "
                                  "no private knowledge, as if no Huron had moved any")  # fmt: skip
    placed: Ints = i4("B 2", "the placements made, in order (site by site in a game made of a view), and by whom; "
                             "padded with -1")  # fmt: skip
    foreseen: Ints = i1("3 2", "cards the seat knows, snow as the last, and among how many of the top cards each lies: "
                               "1 is its own place in this list; padded with -1")  # fmt: skip
    tokens: Ints = i1("N 3", "1 for each ally a seat has left: Fille du Roy, Coureur des bois, Huron")
    points: Ints = i2("1", "the score of the placement for which a Fille or a Coureur may be used")
    claim: Ints = i1("2", "shape and colour of the block said not to fit, or -1")
    turn: Ints = i1("1", "the turn within the cycle; the last is Winter's")
    required: Ints = i1("T", "the site each turn must build on, or -1")
    track: Ints = i1("L", "the score at which each bonus piece comes due")
    due: Ints = i1("R 2", "bonus pieces to be placed, and the colours that reached them; padded with -1")
    reached: Ints = i1("L C", "1 where a colour has reached a bonus piece")
    challenges: Ints = i1("Y 2", "1 where an architectural challenge is in play, and where it is done")
    snowing: Ints = i1("1", "1 between a snowfall and the snow lying")


Observations: TypeAlias = Records[Observation]

TABLE_ONLY = ("foreseen", "tokens", "points", "claim", "asked", "active", "seat")
SOLO_ONLY = ("turn", "required", "track", "due", "reached", "challenges", "snowing")
"""Fields that mean nothing in the other mode and are left out there. Standees alone: 0 is the player's, 1 Winter's."""


@inner
def name_colours(t: Tables, g: Game, seat: int, order: Ints, place_of: Ints) -> None:
    """The colours in a seat's order, and the place of each."""
    colours = colour_count(t)
    for colour in range(colours):
        place_of[colour] = NOBODY
    count = 0
    if g.mode == SOLO:
        for site in range(site_count(t) + 1):
            colour = t.solo_colour[site] if site < site_count(t) else t.winter
            if place_of[colour] == NOBODY:
                place_of[colour] = count
                order[count] = colour
                count += 1
    else:
        for step in range(g.seats):
            colour = g.colour_of_seat[(seat + step) % g.seats]
            place_of[colour] = count
            order[count] = colour
            count += 1
    for colour in range(colours):
        if place_of[colour] == NOBODY:
            place_of[colour] = count
            order[count] = colour
            count += 1


@inner
def seat_from(g: Game, seat: int, other: int) -> int:
    """The number of another seat, counted from this one; in solo the player is 0 and Winter 1."""
    if other == NOBODY or g.mode == SOLO:
        return other
    return (other - seat + g.seats) % g.seats


@inner
def observe_sites(t: Tables, g: Game, place_of: Ints, out: Observation) -> None:
    """What stands on the sites."""
    out.heights[:] = -1
    out.cubes[:] = 0
    for site in range(site_count(t)):
        width = t.width[site]
        for column in range(width):
            out.heights[site, t.column_y[site, column], t.column_x[site, column]] = g.heights[site, column]
        for colour in range(colour_count(t)):
            for word in range(mask_words(t)):
                left = g.cells[site, colour, word]
                while left:
                    cell = word * WORD + lowest(left)
                    left &= left - ONE
                    level, column = cell // width, cell % width
                    y, x = t.column_y[site, column], t.column_x[site, column]
                    out.cubes[place_of[colour], site, level, y, x] = 1
        out.disks[site] = g.disks[site]
        out.standees[site] = g.standees[site]
        for level in range(level_count(t)):
            out.marks[site, level] = g.marks[site, level]


@inner
def observe_cards(t: Tables, g: Game, order: Ints, out: Observation, shares: Floats) -> None:
    """Cards and blocks that are left."""
    for place in range(len(out.display)):
        out.display[place] = g.display[place] if place < g.display_count else -1
    for shape in range(shape_count(t)):
        for place in range(colour_count(t)):
            out.stock[shape, place] = g.stock[shape] >> order[place] & 1
    for level in range(level_count(t)):
        for place in range(colour_count(t)):
            out.bonus[level, place] = g.bonus[level] >> order[place] & 1
            out.reached[level, place] = g.reached[level] >> order[place] & 1
    out.deck[0] = len(g.deck) - g.top
    shares[:] = 0.0
    if g.phase != OVER:
        chances(t, g, shares)
    for card in range(len(shares)):
        out.chances[card] = shares[card]


@inner
def observe_seats(t: Tables, g: Game, m: Memory, seat: int, place_of: Ints, out: Observation) -> None:
    """What belongs to seats: turns, allies, what this one remembers."""
    out.active[0] = seat_from(g, seat, g.active)
    out.asked[:] = 0
    for place in range(g.asked_count):
        out.asked[seat_from(g, seat, g.asked[place])] = 1
    out.tokens[:] = 0
    for other in range(g.seats):
        for token in range(3):
            out.tokens[seat_from(g, seat, other), token] = g.tokens[other] >> token & 1
    for site in range(site_count(t)):
        out.standees[site] = seat_from(g, seat, g.standees[site])
    out.points[0] = g.points
    out.claim[0] = g.claim_shape
    out.claim[1] = place_of[g.claim_colour] if g.claim_shape >= 0 else -1
    for place in range(PEEK):
        card = m.cards[seat, place]
        out.foreseen[place, 0] = shape_count(t) if card == SNOW_CARD else max(card, -1)
        out.foreseen[place, 1] = -1 if card == UNKNOWN_CARD else m.among[seat]


@inner
def observe_solo(t: Tables, g: Game, place_of: Ints, out: Observation) -> None:
    """What only solo games have."""
    out.turn[0] = g.turn
    for turn in range(len(out.required)):
        out.required[turn] = g.required[turn]
    for level in range(level_count(t)):
        out.track[level] = g.track[level]
    for place in range(len(out.due)):
        out.due[place, 0] = g.due[place, 0] if place < g.due_count else -1
        out.due[place, 1] = place_of[g.due[place, 1]] if place < g.due_count else -1
    for challenge in range(len(out.challenges)):
        out.challenges[challenge, 0] = g.challenges >> challenge & 1
        out.challenges[challenge, 1] = g.earned >> challenge & 1
    out.snowing[0] = g.snowing


@inner
def observe(
    t: Tables, g: Game, m: Memory, seat: int, out: Observation, order: Ints, place_of: Ints, shares: Floats
) -> None:
    """A game as a seat sees it; the last three arguments are scratch space."""
    seat = PLAYER if g.mode == SOLO else seat
    name_colours(t, g, seat, order, place_of)
    out.snow[0] = g.snow
    out.phase[0] = g.phase
    out.seat[0] = seat
    for place in range(colour_count(t)):
        out.colours[place] = order[place]
        out.scores[place] = g.final[order[place]] if g.phase == OVER else g.scores[order[place]]
    for place in range(len(g.placed)):
        there = place < g.placed_count
        out.placed[place, 0] = g.placed[place] if there else -1
        out.placed[place, 1] = seat_from(g, seat, g.placed_by[place]) if there else -1
    observe_sites(t, g, place_of, out)
    observe_cards(t, g, order, out, shares)
    if g.mode == SOLO:
        observe_solo(t, g, place_of, out)
    else:
        observe_seats(t, g, m, seat, place_of, out)


@compiled
def observe_all(t: Tables, games: Games, memories: Memories, seats: Ints, out: Observations) -> None:
    """What a seat of each game sees: the given one, or where that is -1 the seat that acts."""
    order = np.zeros(colour_count(t), np.int64)
    place_of = np.zeros(colour_count(t), np.int64)
    shares = np.zeros(shape_count(t) + 1)
    for number in range(len(games)):
        g = games[number]
        seat = seats[number] if seats[number] >= 0 else g.asked[0]
        observe(t, g, memories[number], seat, out[number], order, place_of, shares)
