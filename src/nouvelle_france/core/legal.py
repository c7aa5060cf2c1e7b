"""What may be done: listing it, counting it, taking the n-th."""

from __future__ import annotations

import numpy as np

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
from nouvelle_france.core.bitsets import ONE, lowest, ones
from nouvelle_france.core.building import class_of
from nouvelle_france.core.compiling import compiled
from nouvelle_france.core.counts import colour_count, kind_count, shape_count, site_count
from nouvelle_france.core.phase import (
    CLAIMED,
    CLOSE,
    COUREUR_ASKED,
    DRAW_NOW,
    DUE,
    FILLE_ASKED,
    HURON_TOKEN,
    LOOK_AFTER,
    LOOK_BEFORE,
    PLACE,
    TURN,
)
from nouvelle_france.core.position import allowed_sites, fitting, offered, on_display, unearned, winter_choice
from nouvelle_france.core.records import SOLO, Game, Ints, Tables, Work
from nouvelle_france.rules.game import WINTER
from nouvelle_france.rules.legal import PEEK


@compiled
def list_placements(t: Tables, g: Game, out: Ints) -> int:
    """What may be placed now, in placement order; not for Winter, who follows SOL-5."""
    colours = colour_count(t)
    sites = allowed_sites(t, g)
    high = unearned(g)
    count = 0
    for site in range(site_count(t)):
        if not sites >> site & 1:
            continue
        for kind in range(kind_count(t)):
            blocks = offered(t, g, kind)
            if not blocks:
                continue
            first = t.first_word[site, kind]
            for word in range(first, first + t.words[site, kind]):
                left = fitting(t, g, site, word, high)
                while left:
                    pose = t.slot_pose[site, word * 64 + lowest(left)]
                    left &= left - ONE
                    for block in range(colours):
                        if blocks >> block & 1:
                            out[count] = pose * colours + block
                            count += 1
    return count


@compiled
def count_placements(t: Tables, g: Game) -> int:
    """How many placements there are, without listing them."""
    sites = allowed_sites(t, g)
    high = unearned(g)
    count = 0
    for kind in range(kind_count(t)):
        blocks = offered(t, g, kind)
        if not blocks:
            continue
        poses = 0
        for site in range(site_count(t)):
            if sites >> site & 1:
                first = t.first_word[site, kind]
                for word in range(first, first + t.words[site, kind]):
                    poses += ones(fitting(t, g, site, word, high))
        count += poses * ones(np.uint64(blocks))
    return count


@compiled
def nth_placement(t: Tables, g: Game, number: int) -> int:
    """The placement of that number, counted by shape, then site, pose and block."""
    colours = colour_count(t)
    sites = allowed_sites(t, g)
    high = unearned(g)
    for kind in range(kind_count(t)):
        blocks = offered(t, g, kind)
        if not blocks:
            continue
        each = ones(np.uint64(blocks))
        for site in range(site_count(t)):
            if not sites >> site & 1:
                continue
            first = t.first_word[site, kind]
            for word in range(first, first + t.words[site, kind]):
                left = fitting(t, g, site, word, high)
                here = ones(left) * each
                if number >= here:
                    number -= here
                    continue
                for _ in range(number // each):
                    left &= left - ONE
                pose = t.slot_pose[site, word * 64 + lowest(left)]
                number %= each
                for block in range(colours):
                    if blocks >> block & 1:
                        if number == 0:
                            return int(pose * colours + block)
                        number -= 1
    return -1


@compiled
def list_claims(t: Tables, g: Game, seat: int, out: Ints, count: int) -> int:
    """UNA-1, UNA-4, SOL-6, SOL-10: the claims, as actions; Winter returns the newest card, fewest white first."""
    colours = colour_count(t)
    base = first_plain(t) + FIRST_CLAIM
    fewest = -1
    newest = g.display[g.display_count - 1] if g.display_count else -1
    winter = g.mode == SOLO and seat == WINTER
    if winter:
        for block in range(colours):
            whites = t.class_size[newest, class_of(t, block, t.winter)]
            if g.stock[newest] >> block & 1 and (fewest < 0 or whites < fewest):
                fewest = whites
    for shape in range(shape_count(t)):
        if not on_display(g, shape) or (winter and shape != newest):
            continue
        for block in range(colours):
            if not g.stock[shape] >> block & 1:
                continue
            if winter and t.class_size[shape, class_of(t, block, t.winter)] != fewest:
                continue
            out[count] = base + shape * colours + block
            count += 1
    return int(count)


@compiled
def list_actions(t: Tables, g: Game, seat: int, out: Ints, work: Work) -> int:
    """Every legal action of a seat that may act now."""
    plain = first_plain(t)
    phase = g.phase
    count = 0
    if phase == TURN:
        count = list_placements(t, g, out)
        out[count] = plain + DRAW
        count += 1
        if g.tokens[seat] & HURON_TOKEN:
            out[count] = plain + LOOK
            count += 1
    elif phase == DRAW_NOW:
        out[0] = plain + DRAW
        count = 1
    elif phase == PLACE:
        if g.mode == SOLO and seat == WINTER:
            count = winter_choice(t, g, out, np.zeros((0, 6), np.int32), work)
            if not count:
                count = list_claims(t, g, seat, out, count)
        else:
            count = list_placements(t, g, out)
            if g.claims or not count:
                count = list_claims(t, g, seat, out, count)
    elif phase in (FILLE_ASKED, COUREUR_ASKED):
        out[0] = plain + (FILLE if phase == FILLE_ASKED else COUREUR)
        out[1] = plain + DECLINE
        count = 2
    elif phase == CLOSE:
        out[0] = plain + LOOK
        out[1] = plain + END
        count = 2
    elif phase in (LOOK_BEFORE, LOOK_AFTER):
        cards = min(PEEK, len(g.deck) - g.top)
        first, orders = order_range(cards)
        for order in range(orders):
            out[order] = plain + ORDER + first + order
        count = orders
    elif phase == CLAIMED:
        count = list_placements(t, g, out)
        out[count] = plain + PASS
        count += 1
    elif phase == DUE:
        count = list_placements(t, g, out)
    return count
