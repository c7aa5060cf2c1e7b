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
from nouvelle_france.core.compiling import compiled, inner
from nouvelle_france.core.counts import colour_count, kind_count, shape_count, site_count
from nouvelle_france.core.layout import WORD
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
from nouvelle_france.core.position import (
    allowed_sites,
    earnable,
    fitting,
    offered,
    on_display,
    peekable,
    pose_at,
    winter_choice,
)
from nouvelle_france.core.records import SOLO, Game, Ints, Tables, Work
from nouvelle_france.rules.game import WINTER


@compiled
def list_placements(t: Tables, g: Game, out: Ints) -> int:
    """What may be placed now, in placement order; not for Winter, who follows SOL-5."""
    colours = colour_count(t)
    sites = allowed_sites(t, g)
    high = earnable(g)
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
                    pose = pose_at(t, site, kind, word - first, lowest(left))
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
    high = earnable(g)
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
    high = earnable(g)
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
                pose = pose_at(t, site, kind, word - first, lowest(left))
                number %= each
                for block in range(colours):
                    if blocks >> block & 1:
                        if number == 0:
                            return int(pose * colours + block)
                        number -= 1
    return -1


@inner
def list_claims(t: Tables, g: Game, out: Ints, count: int) -> int:
    """UNA-1, UNA-4, SOL-10: the claims, as actions: each visible shape with each of its blocks in stock."""
    colours = colour_count(t)
    base = first_plain(t) + FIRST_CLAIM
    for shape in range(shape_count(t)):
        if on_display(g, shape):
            for block in range(colours):
                if g.stock[shape] >> block & 1:
                    out[count] = base + shape * colours + block
                    count += 1
    return int(count)


@inner
def list_returns(t: Tables, g: Game, out: Ints, count: int) -> int:
    """SOL-6: Winter's claims, as actions: the newest card with one of its blocks that have the fewest white cubes."""
    colours = colour_count(t)
    newest = g.display[g.display_count - 1]
    fewest = 1 << 30
    for block in range(colours):
        if g.stock[newest] >> block & 1:
            fewest = min(fewest, t.class_size[newest, class_of(t, block, t.winter)])
    for block in range(colours):
        if g.stock[newest] >> block & 1 and t.class_size[newest, class_of(t, block, t.winter)] == fewest:
            out[count] = first_plain(t) + FIRST_CLAIM + newest * colours + block
            count += 1
    return int(count)


@compiled
def list_actions(t: Tables, g: Game, seat: int, out: Ints, work: Work) -> int:
    """Every legal action of a seat that may act now: placements first, in their order."""
    count = 0
    if g.phase == PLACE and g.mode == SOLO and seat == WINTER:
        count = winter_choice(t, g, out, work.no_log, work)
    elif g.phase in (TURN, PLACE, CLAIMED, DUE):
        count = list_placements(t, g, out)
    return list_plain(t, g, seat, out, count)


@inner
def list_plain(t: Tables, g: Game, seat: int, out: Ints, count: int) -> int:
    """Append the legal actions that are not placements to the ``count`` placements listed already."""
    plain = first_plain(t)
    phase = g.phase
    if phase in (TURN, DRAW_NOW):
        out[count] = plain + DRAW
        count += 1
        if phase == TURN and g.tokens[seat] & HURON_TOKEN:
            out[count] = plain + LOOK
            count += 1
    elif phase == PLACE:
        if g.mode == SOLO and seat == WINTER:
            count = count or list_returns(t, g, out, count)
        elif not count or g.claims:
            count = list_claims(t, g, out, count)
    elif phase in (FILLE_ASKED, COUREUR_ASKED):
        out[0] = plain + (FILLE if phase == FILLE_ASKED else COUREUR)
        out[1] = plain + DECLINE
        count = 2
    elif phase == CLOSE:
        out[0] = plain + LOOK
        out[1] = plain + END
        count = 2
    elif phase in (LOOK_BEFORE, LOOK_AFTER):
        first, orders = order_range(peekable(g))
        for order in range(orders):
            out[order] = plain + ORDER + first + order
        count = orders
    elif phase == CLAIMED:
        out[count] = plain + PASS
        count += 1
    return count


@inner
def is_legal(t: Tables, g: Game, seat: int, action: int, work: Work) -> bool:
    """Whether a seat may do that now; any number and any seat may be asked about."""
    asked = False
    for place in range(g.asked_count):
        asked = asked or g.asked[place] == seat
    if not asked or action < 0:
        return False
    winter = g.mode == SOLO and g.phase == PLACE and seat == WINTER
    first, last = 0, 0
    if action >= first_plain(t):
        # What else may be done asks only whether there is a placement.
        if g.phase == PLACE:
            first = winter_choice(t, g, work.actions, work.no_log, work) if winter else min(count_placements(t, g), 1)
        last = list_plain(t, g, seat, work.actions, first)
    elif winter:
        last = winter_choice(t, g, work.actions, work.no_log, work)
    elif g.phase in (TURN, PLACE, CLAIMED, DUE):
        colours = colour_count(t)
        pose, block = action // colours, action % colours
        site = t.pose_site[pose]
        if not allowed_sites(t, g) >> site & 1 or not offered(t, g, t.pose_shape[pose]) >> block & 1:
            return False
        slot = t.pose_slot[pose]
        return bool(fitting(t, g, site, slot // WORD, earnable(g)) & (ONE << np.uint64(slot % WORD)))
    for place in range(first, last):
        if work.actions[place] == action:
            return True
    return False
