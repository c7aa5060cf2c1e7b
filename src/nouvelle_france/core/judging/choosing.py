"""Choosing without search: the position after each of the most promising placements is judged once."""

from __future__ import annotations

from nouvelle_france.core.actions import (
    COUREUR,
    DECLINE,
    DRAW,
    END,
    FILLE,
    FIRST_CLAIM,
    LOOK,
    ORDER,
    PASS,
    first_plain,
    order_range,
)
from nouvelle_france.core.building import class_of
from nouvelle_france.core.compiling import compiled, inlined, inner
from nouvelle_france.core.counts import colour_count, shape_count
from nouvelle_france.core.judging.features import (
    bucket_of,
    draws_to_snow,
    has_bonus,
    next_seat_of,
    prepare,
    snow_is_near,
    weight_set,
)
from nouvelle_france.core.judging.listing import insert_best, list_best
from nouvelle_france.core.judging.notes import Notes
from nouvelle_france.core.judging.scheme import HAS_BONUS, HAS_COUREUR, HAS_FILLE, HURRY
from nouvelle_france.core.judging.value import value_after
from nouvelle_france.core.legal import list_claims, list_returns
from nouvelle_france.core.phase import (
    CLAIMED,
    CLOSE,
    COUREUR_ASKED,
    DRAW_NOW,
    FILLE_ASKED,
    HURON_TOKEN,
    LOOK_AFTER,
    LOOK_BEFORE,
    OVER,
    PLACE,
    TURN,
)
from nouvelle_france.core.position import cards_left, fits, peekable, snow_chance, winter_choice
from nouvelle_france.core.records import SOLO, TABLE, Bools, Floats, Game, Ints, Tables
from nouvelle_france.core.state import play
from nouvelle_france.rules.game import WINTER


@compiled
def best_placement(t: Tables, g: Game, seat: int, next_seat: int, weights: Floats, width: int, notes: Notes) -> int:
    """The best placement that may be made now, or -1; look at the position first (:func:`prepare`).

    The ``width`` placements that are worth most are judged by what the position is like afterwards; they are then in
    ``notes.top``, with ``notes.top_value``, in falling order (``notes.top_count``).
    """
    width = min(width, len(notes.top))
    count = list_best(t, g, seat, width, notes)
    kept = 0
    for number in range(count):
        kept = insert_best(notes.top_value, notes.top, kept, width, notes.worths[number], number)
    notes.top_count = kept
    if width > 1:
        for place in range(kept):
            number = notes.top[place]
            gain, white_gain = notes.gains[number], notes.white_gains[number]
            value = value_after(t, g, seat, notes.listed[number], gain, white_gain, next_seat, weights, notes)
            insert_best(notes.top_value, notes.top, place, kept, value, number)
    for place in range(kept):
        notes.top[place] = notes.listed[notes.top[place]]
    return int(notes.top[0]) if kept else -1


@inlined
def value_of_drawing(t: Tables, g: Game, seat: int, weights: Floats, width: int, thorough: bool, notes: Notes) -> float:
    """What drawing a card now is worth: the best placement of the visible cards, or of the one drawn if that is better.

    In a hurry the drawn card is left out.
    """
    after = next_seat_of(g)
    phase, shown = g.phase, g.display_count
    g.phase = PLACE
    best = -1e9
    if best_placement(t, g, seat, after, weights, width, notes) >= 0:
        best = notes.top_value[0]
    total = best
    if thorough or not shown:
        total = 0.0
        cards = 0
        newest = g.display[0]
        for shape in range(shape_count(t)):
            count = cards_left(g, shape)
            if count:
                g.display[0] = shape
                g.display_count = 1
                value = best
                if best_placement(t, g, seat, after, weights, width, notes) >= 0:
                    value = max(best, notes.top_value[0])
                g.display[0] = newest
                g.display_count = shown
                total += count * value
                cards += count
        total = total / cards if cards else best
    g.phase = phase
    g.display_count = shown
    return total


@inner
def least_useful_claim(t: Tables, g: Game, notes: Notes) -> int:
    """The block that goes to the box: the one with the fewest own cubes."""
    colours = colour_count(t)
    count = list_claims(t, g, notes.work.actions, 0)
    best = -1
    fewest = 1 << 30
    for number in range(count):
        block = notes.work.actions[number] - first_plain(t) - FIRST_CLAIM
        cubes = 0
        if g.mode == TABLE:
            cubes = t.class_size[block // colours, class_of(t, block % colours, g.colour_of_seat[g.active])]
        if cubes < fewest:
            fewest = cubes
            best = notes.work.actions[number]
    return int(best)


@compiled
def choose(t: Tables, g: Game, seat: int, weights: Floats, width: int, thorough: bool, notes: Notes) -> int:
    """A good action for a seat that may act, without search; a Huron is neither used nor missed.

    ``width`` placements are judged by what follows; 1 takes the one worth most.
    """
    plain = first_plain(t)
    phase = g.phase
    if phase == DRAW_NOW:
        return plain + DRAW
    if phase == CLOSE:
        return plain + END
    if phase in (LOOK_BEFORE, LOOK_AFTER):
        first, _ = order_range(peekable(g))
        return plain + ORDER + first
    if phase == PLACE and g.mode == SOLO and seat == WINTER:
        if not winter_choice(t, g, notes.work.actions, notes.work.no_log, notes.work):
            list_returns(t, g, notes.work.actions, 0)
        return int(notes.work.actions[0])
    notes.bucket = bucket_of(g)
    if phase == FILLE_ASKED:
        worth = weights[weight_set(g, False), notes.bucket, HAS_FILLE]
        return plain + (FILLE if g.points >= worth else DECLINE)
    if phase == COUREUR_ASKED:
        worth = weights[weight_set(g, False), notes.bucket, HAS_COUREUR]
        return plain + (COUREUR if g.points // 2 >= worth else DECLINE)
    if phase == TURN and (
        not has_bonus(g, g.colour_of_seat[seat])
        or not fits(t, g, shape_count(t) + g.snow)
        or (not thorough and draws_to_snow(g) > HURRY)
    ):
        return plain + DRAW
    prepare(t, g, notes)
    action = best_placement(t, g, seat, next_seat_of(g), weights, width, notes)
    if phase == TURN:
        if action < 0:
            return plain + DRAW
        value = notes.top_value[0]
        risk = snow_chance(g) * weights[weight_set(g, False), notes.bucket, HAS_BONUS] if width > 1 else 0.0
        if width == 1 and snow_chance(g) > 0 and value > 0:
            return action
        drawing = value_of_drawing(t, g, seat, weights, width, thorough, notes)
        return action if value >= drawing - risk and (width > 1 or value > 0) else plain + DRAW
    if phase == CLAIMED and (action < 0 or claimed_worth(notes) < 0):
        return plain + PASS
    if action < 0:
        return least_useful_claim(t, g, notes)
    return action


@inner
def claimed_worth(notes: Notes) -> float:
    """What the best listed placement is worth."""
    for number in range(len(notes.listed)):
        if notes.listed[number] == notes.top[0]:
            return float(notes.worths[number])
    return 0.0


@compiled
def play_by_policy(t: Tables, g: Game, judged: Ints, looks: Bools, weights: Floats, written: Ints, notes: Notes) -> int:
    """Play on, every seat by :func:`choose`, until the game is over or a Huron's cards are to be put back.

    ``judged``, ``looks`` and ``weights`` are by seat: how many placements it judges, whether it uses its Huron (when
    snow may be near), and what it judges by. ``written`` gets the seat and number of each action, while there is room;
    how many there were.
    """
    actions = 0
    while g.phase not in (OVER, LOOK_BEFORE, LOOK_AFTER):
        seat = g.asked[0]
        if g.phase == TURN and looks[seat] and g.tokens[seat] & HURON_TOKEN and snow_is_near(g):
            action = first_plain(t) + LOOK
        else:
            action = choose(t, g, seat, weights[seat], judged[seat], True, notes)
        if actions < len(written):
            written[actions, 0] = seat
            written[actions, 1] = action
        actions += 1
        play(t, g, seat, action, notes.work.no_log, notes.work)
    return actions
