"""Alone against Winter (SOL, CHA)."""

from __future__ import annotations

from nouvelle_france.core.actions import DRAW, FIRST_CLAIM, first_plain
from nouvelle_france.core.compiling import compiled, inlined, inner
from nouvelle_france.core.counts import colour_count, level_count, shape_count, site_count
from nouvelle_france.core.events import (
    BONUS_DUE,
    BONUS_LOST,
    CHALLENGE_EARNED,
    CLAIMED_UNABLE,
    TURN_BEGAN,
    Log,
    tell,
    tell_more,
)
from nouvelle_france.core.phase import DRAW_NOW, DUE
from nouvelle_france.core.play import ask, draw, finish, lay_snow, put, remove
from nouvelle_france.core.position import earns, fits, winter_choice
from nouvelle_france.core.records import BY_POINTS, Array, Game, Tables, Work
from nouvelle_france.rules.game import PLAYER, WINTER


@inlined
def play_solo(t: Tables, g: Game, seat: int, action: int, log: Log, work: Work) -> None:
    """One action of a solo game (SOL, CHA)."""
    plain = action - first_plain(t)
    if plain == DRAW:
        if draw(t, g, seat, log):
            solo_snowfall(t, g, log)
    elif plain < 0 and seat == WINTER:
        if len(log):
            winter_choice(t, g, work.actions, log, work)
        put(t, g, seat, action, log, work)
        next_solo_turn(t, g, log)
    elif plain < 0:
        pose = action // colour_count(t)
        if g.phase == DUE:
            pop_due(g)
            put(t, g, seat, action, log, work)
        else:
            earned = earns(t, g, pose)
            put(t, g, seat, action, log, work)
            earn(t, g, earned, log)
        trigger_pieces(t, g, log)
        place_due(t, g, log)
    else:
        block = plain - FIRST_CLAIM
        shape, colour = block // colour_count(t), block % colour_count(t)
        tell(log, CLAIMED_UNABLE, seat, shape)
        remove(g, seat, shape, colour, log)
        if seat == WINTER:
            next_solo_turn(t, g, log)
        else:
            ask(g, DRAW_NOW, PLAYER)


@inner
def next_solo_turn(t: Tables, g: Game, log: Log) -> None:
    """SOL-3: the player's turns, then Winter's."""
    turns = t.player_turns
    g.turn = (g.turn + 1) % (turns + 1)
    g.active = WINTER if g.turn == turns else PLAYER
    ask(g, DRAW_NOW, g.active)
    tell(log, TURN_BEGAN, g.active, 0)


@inlined
def earn(t: Tables, g: Game, earned: int, log: Log) -> None:
    """CHA-7: the site's colour gains the points of each challenge done."""
    for number in range(len(t.challenge)):
        if earned >> number & 1:
            colour = t.solo_colour[t.challenge[number, 0]]
            g.scores[colour] += t.challenge_points
            g.earned |= 1 << number
            tell(log, CHALLENGE_EARNED, number, colour)
            tell_more(log, t.challenge_points, 0, 0)


@inner
def trigger_pieces(t: Tables, g: Game, log: Log) -> None:
    """SOL-8: queue each piece still on the track that a coloured marker has newly reached or passed."""
    for piece in range(g.snow, level_count(t)):
        for colour in range(colour_count(t)):
            if colour != t.winter and g.scores[colour] >= g.track[piece] and not g.reached[piece] >> colour & 1:
                g.reached[piece] |= 1 << colour
                g.due[g.due_count, 0] = piece
                g.due[g.due_count, 1] = colour
                g.due_count += 1
                tell(log, BONUS_DUE, colour, piece)


@inner
def pop_due(g: Game) -> None:
    """The first of the due pieces is done with."""
    g.due_count -= 1
    for place in range(g.due_count):
        g.due[place, 0] = g.due[place + 1, 0]
        g.due[place, 1] = g.due[place + 1, 1]


@inner
def place_due(t: Tables, g: Game, log: Log) -> None:
    """SOL-8: ask for the first due piece that fits somewhere; with none left, resume the snowfall or the game."""
    while g.due_count:
        ask(g, DUE, PLAYER)
        piece, colour = g.due[0, 0], g.due[0, 1]
        if g.bonus[piece] and fits(t, g, shape_count(t) + piece):
            return
        pop_due(g)
        tell(log, BONUS_LOST, colour, piece)
    if g.snowing:
        g.snowing = 0
        lay_snow(g, log)
    else:
        next_solo_turn(t, g, log)


@inlined
def solo_snowfall(t: Tables, g: Game, log: Log) -> None:
    """SOL-7, SOL-8: pieces that the tally has made due are placed before the snow lies; the last snow ends the game."""
    if g.snow + 1 == level_count(t):
        end_solo(t, g, log)
        return
    g.snowing = 1
    trigger_pieces(t, g, log)
    place_due(t, g, log)


@inlined
def end_solo(t: Tables, g: Game, log: Log) -> None:
    """SOL-11: white goes back for each building the player completed; all others must be ahead of it."""
    white = t.winter
    for colour in range(colour_count(t)):
        g.final[colour] = g.scores[colour]
    for site in range(site_count(t)):
        if g.standees[site] == PLAYER:
            g.final[white] -= g.disks[site]
    won = solo_lead(t, g.final) > 0
    finish(t, g, 1 << PLAYER if won else 1 << WINTER, BY_POINTS, log)


@compiled
def solo_lead(t: Tables, scores: Array) -> float:
    """SOL-11: by how much the last coloured marker is ahead of Winter's; the scores are by colour, of any type."""
    least = scores[t.solo_colour[0]]
    for site in range(1, site_count(t)):
        least = min(least, scores[t.solo_colour[site]])
    return float(least - scores[t.winter])
