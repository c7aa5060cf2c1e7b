"""The table: turns, bonus blocks, allies, claims, the end (TRN, BON, ALY, UNA, SNW, END)."""

from __future__ import annotations

import numpy as np

from nouvelle_france.core.actions import COUREUR, DECLINE, DRAW, END, FILLE, FIRST_CLAIM, LOOK, ORDER, PASS, first_plain
from nouvelle_france.core.bitsets import ones
from nouvelle_france.core.compiling import inlined, inner
from nouvelle_france.core.counts import colour_count, level_count, site_count
from nouvelle_france.core.events import (
    CLAIMED_UNABLE,
    DECLINED,
    DOUBLED,
    LOST_TURN,
    PASSED,
    PEEKED,
    PUT_BACK,
    TOOK_HALF,
    TURN_BEGAN,
    Log,
    tell,
    tell_more,
)
from nouvelle_france.core.phase import (
    ALL_TOKENS,
    CLAIMED,
    CLOSE,
    COUREUR_ASKED,
    COUREUR_TOKEN,
    DRAW_NOW,
    FILLE_ASKED,
    FILLE_TOKEN,
    HURON_TOKEN,
    LOOK_AFTER,
    LOOK_BEFORE,
    TURN,
)
from nouvelle_france.core.play import ask, draw, finish, lay_snow, put, remove, stop_asking
from nouvelle_france.core.position import fits, peekable
from nouvelle_france.core.records import (
    ALLIES_EACH_STAGE,
    BY_ALLIES,
    BY_PEG,
    BY_POINTS,
    NOBODY,
    SHARED,
    UNKNOWN_CARD,
    Game,
    Tables,
    Work,
)


@inlined
def play_table(t: Tables, g: Game, seat: int, action: int, log: Log, work: Work) -> None:
    """One action of a table game (TRN, BON, ALY, UNA)."""
    plain = action - first_plain(t)
    if plain < 0 and g.phase == CLAIMED:
        place_claimed(t, g, seat, action, log, work)
    elif plain < 0:
        g.points = put(t, g, seat, action, log, work)
        offer_fille(g, log)
    elif plain == DRAW:
        if draw(t, g, seat, log):
            snowfall(t, g, log)
    elif plain == FILLE:
        g.tokens[seat] &= ~FILLE_TOKEN
        g.scores[g.colour_of_seat[seat]] += g.points
        tell(log, DOUBLED, seat, g.points)
        offer_coureur(g, log)
    elif plain == COUREUR:
        g.tokens[seat] &= ~COUREUR_TOKEN
        g.scores[g.colour_of_seat[seat]] += g.points // 2
        tell(log, TOOK_HALF, seat, g.points // 2)
        close(g, log)
    elif plain == DECLINE and g.phase == FILLE_ASKED:
        tell(log, DECLINED, seat, 0)
        offer_coureur(g, log)
    elif plain == DECLINE:
        tell(log, DECLINED, seat, 1)
        stop_asking(g, seat)
        if not g.asked_count:
            close(g, log)
    elif plain == LOOK:
        look(g, seat, log)
    elif plain == END:
        next_turn(g, log)
    elif plain == PASS:
        tell(log, PASSED, seat, 0)
        stop_asking(g, seat)
        if not g.asked_count:
            remove_claimed(g, log)
    elif plain < FIRST_CLAIM:
        put_back(t, g, seat, plain - ORDER, log)
    else:
        claim_unable(t, g, seat, plain - FIRST_CLAIM, log)


@inner
def ask_others(g: Game, phase: int, token: int) -> None:
    """Wait for the other seats from the left of the active one; with a token, those that hold it."""
    g.phase = phase
    g.asked_count = 0
    for step in range(1, g.seats):
        seat = (g.active + step) % g.seats
        if not token or g.tokens[seat] & token:
            g.asked[g.asked_count] = seat
            g.asked_count += 1


@inlined
def offer_fille(g: Game, log: Log) -> None:
    """ALY-2: only when the placement is worth something."""
    if g.points and g.tokens[g.active] & FILLE_TOKEN:
        ask(g, FILLE_ASKED, g.active)
    else:
        offer_coureur(g, log)


@inner
def offer_coureur(g: Game, log: Log) -> None:
    """ALY-3: skipped when half rounds down to 0 or nobody can claim."""
    if g.points // 2:
        ask_others(g, COUREUR_ASKED, COUREUR_TOKEN)
        if g.asked_count:
            return
    close(g, log)


@inner
def close(g: Game, log: Log) -> None:
    """ALY-4: a Huron may be used at the very end of one's own turn."""
    g.points = 0
    if g.tokens[g.active] & HURON_TOKEN:
        ask(g, CLOSE, g.active)
    else:
        next_turn(g, log)


@inner
def next_turn(g: Game, log: Log) -> None:
    """TRN-5: the turn passes to the left."""
    g.active = (g.active + 1) % g.seats
    ask(g, TURN, g.active)
    tell(log, TURN_BEGAN, g.active, 0)


@inlined
def look(g: Game, seat: int, log: Log) -> None:
    """ALY-4: look at the top cards."""
    g.tokens[seat] &= ~HURON_TOKEN
    if len(log):
        cards = peekable(g)
        first = g.deck[g.top]
        second = g.deck[g.top + 1] if cards > 1 else UNKNOWN_CARD
        third = g.deck[g.top + 2] if cards > 2 else UNKNOWN_CARD
        tell(log, PEEKED, seat, cards)
        tell_more(log, first, second, third)
    ask(g, LOOK_BEFORE if g.phase == TURN else LOOK_AFTER, seat)


@inlined
def put_back(t: Tables, g: Game, seat: int, order: int, log: Log) -> None:
    """ALY-4: put the top cards back in an order."""
    cards = peekable(g)
    seen = (g.deck[g.top], g.deck[g.top + (cards > 1)], g.deck[g.top + (cards > 2) * 2])
    for place in range(cards):
        g.deck[g.top + place] = seen[t.orders[order, place]]
    tell(log, PUT_BACK, seat, order)
    if g.phase == LOOK_BEFORE:
        ask(g, TURN, seat)
    else:
        next_turn(g, log)


@inlined
def claim_unable(t: Tables, g: Game, seat: int, block: int, log: Log) -> None:
    """UNA-1, UNA-2: the others are asked when some block of the shape can be placed."""
    g.claim_shape = block // colour_count(t)
    g.claim_colour = block % colour_count(t)
    tell(log, CLAIMED_UNABLE, seat, g.claim_shape)
    if fits(t, g, g.claim_shape):
        ask_others(g, CLAIMED, 0)
    else:
        remove_claimed(g, log)


@inlined
def place_claimed(t: Tables, g: Game, seat: int, placement: int, log: Log, work: Work) -> None:
    """UNA-2, ALY-5: the first who places it ends the claimer's turn; no allies."""
    put(t, g, seat, placement, log, work)
    g.claim_shape = -1
    tell(log, LOST_TURN, g.active, 0)
    next_turn(g, log)


@inner
def remove_claimed(g: Game, log: Log) -> None:
    """UNA-3: the block goes to the box with its card, and the active player draws another."""
    remove(g, g.active, g.claim_shape, g.claim_colour, log)
    g.claim_shape = -1
    ask(g, DRAW_NOW, g.active)


@inlined
def snowfall(t: Tables, g: Game, log: Log) -> None:
    """SNW-2, SNW-3: bonus blocks of the stage go to the box, allies come back; the last snow ends the game."""
    if g.snow + 1 == level_count(t):
        end_table(t, g, log)
        return
    g.bonus[g.snow] = 0
    if g.allies == ALLIES_EACH_STAGE:
        for seat in range(g.seats):
            g.tokens[seat] = ALL_TOKENS
    lay_snow(g, log)


@inlined
def end_table(t: Tables, g: Game, log: Log) -> None:
    """END-1, END-2: disks, then most points, fewest tokens face down, peg not placed, or shared."""
    add_disks(t, g)
    tied = (1 << g.seats) - 1
    decided = BY_POINTS
    for criterion in (BY_POINTS, BY_ALLIES, BY_PEG):
        least = 1 << 30
        kept = 0
        for seat in range(g.seats):
            if not tied >> seat & 1:
                continue
            key = tie_key(t, g, seat, criterion)
            if key < least:
                least = key
                kept = 0
            if key == least:
                kept |= 1 << seat
        if kept != tied:
            decided = criterion
        tied = kept
        if not tied & (tied - 1):
            break
    if tied & (tied - 1):
        decided = SHARED
    finish(t, g, tied, decided, log)


@inlined
def add_disks(t: Tables, g: Game) -> None:
    """END-1: the final scores are those of the game with the disks of the sites that were completed."""
    for colour in range(colour_count(t)):
        g.final[colour] = g.scores[colour]
    for site in range(site_count(t)):
        if g.standees[site] != NOBODY:
            g.final[g.colour_of_seat[g.standees[site]]] += g.disks[site]


@inlined
def tie_key(t: Tables, g: Game, seat: int, criterion: int) -> int:
    """END-2: what decides between seats by a criterion; those that have the least of it come first."""
    colour = g.colour_of_seat[seat]
    if criterion == BY_POINTS:
        key = -g.final[colour]
    elif criterion == BY_ALLIES:
        key = -ones(np.uint64(g.tokens[seat]))
    else:
        key = 1 - (g.bonus[level_count(t) - 1] >> colour & 1)
    return int(key)
