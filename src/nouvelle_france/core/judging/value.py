"""How good a position is, now or after a placement: what is certain to come, and what the weights expect beyond."""

from __future__ import annotations

import numpy as np

from nouvelle_france.core.compiling import compiled, inner
from nouvelle_france.core.counts import colour_count, level_count, mask_words, shape_count, site_count
from nouvelle_france.core.judging.features import (
    FEATURES,
    fill_features,
    has_bonus,
    plays,
    site_features,
    wait_of,
    weight_set,
)
from nouvelle_france.core.judging.notes import Notes
from nouvelle_france.core.records import SOLO, TABLE, Floats, Game, Tables
from nouvelle_france.rules.game import PLAYER

SOFTNESS = 6.0
"""In solo, how many points of lead one colour may be short of another before only the smaller lead counts."""


@inner
def future(t: Tables, g: Game, colour: int, weights: Floats, notes: Notes) -> float:
    """What the features in ``notes`` say a colour will gain beyond its projected score."""
    row = weights[weight_set(g, colour == t.winter), notes.bucket]
    total = 0.0
    for feature in range(FEATURES):
        total += row[feature] * notes.features[feature]
    return total


@inner
def verdict(t: Tables, g: Game, seat: int, notes: Notes) -> float:
    """How good the expected final scores in ``notes`` are for a seat."""
    if g.mode == SOLO:
        # All three colours must end ahead of white: what counts most is the one that is behind.
        behind = 0.0
        for site in range(site_count(t)):
            lead = notes.expected[t.solo_colour[site]] - notes.expected[t.winter]
            behind += np.exp(-lead / SOFTNESS)
        return -SOFTNESS * np.log(behind)
    own = notes.expected[g.colour_of_seat[seat]]
    total = 0.0
    best = -1e9
    for other in range(g.seats):
        if other != seat:
            score = notes.expected[g.colour_of_seat[other]]
            total += score
            best = max(best, score)
    # Everybody is to be beaten, the one in front most of all.
    return own - 0.5 * (total / (g.seats - 1) + best)


@compiled
def value_now(t: Tables, g: Game, seat: int, next_seat: int, weights: Floats, notes: Notes) -> float:
    """How good a position is for a seat when ``next_seat`` begins its turn; look at it first (:func:`prepare`)."""
    for colour in range(colour_count(t)):
        if g.mode == SOLO or plays(t, g, 0, colour):
            wait = wait_of(t, g, colour, next_seat, notes)
            fill_features(t, g, colour, wait, has_bonus(g, colour), -1, 0, notes)
            notes.expected[colour] = notes.projected[colour] + future(t, g, colour, weights, notes)
    return verdict(t, g, seat, notes)


@compiled
def value_after(
    t: Tables,
    g: Game,
    seat: int,
    placement: int,
    gain: int,
    white_gain: int,
    next_seat: int,
    weights: Floats,
    notes: Notes,
) -> float:
    """How good a position is for a seat once it has made a placement; look at it first (:func:`prepare`).

    The placement gains its seat ``gain`` now, and in solo white ``white_gain``.
    """
    mask = mask_words(t)
    colours = colour_count(t)
    pose, block = placement // colours, placement % colours
    site = t.pose_site[pose]
    is_bonus = t.pose_shape[pose] >= shape_count(t)
    for lane in range(mask):
        notes.sky_after[lane] = notes.sky[site, lane] & ~t.shadow[pose, lane]
    bare = g.bare[site]
    for foot in range(t.feet[pose]):
        if g.heights[site, t.foot_column[pose, foot]] == 0:
            bare -= 1
    disk = g.disks[site] if bare == 0 and g.bare[site] > 0 else 0
    for colour in range(colours):
        if g.mode == TABLE and not plays(t, g, site, colour):
            continue
        more = 0.0
        counts = plays(t, g, site, colour)
        if counts:
            part_of_block = (colour - block + colours) % colours
            here = notes.site_features[site, colour]
            for feature in range(7):
                notes.kept[feature] = here[feature]
            for lane in range(mask):
                notes.cells_after[lane] = g.cells[site, colour, lane] | t.own[pose, part_of_block, lane]
            site_features(t, site, g.snow, notes.cells_after, notes.sky_after, here, notes)
            for level in range(g.snow + g.snowing, level_count(t)):
                more += t.on_level[pose, part_of_block, level] * g.marks[site, level]
        bonus = False
        if g.mode == TABLE:
            own = notes.seat_of[colour] == seat
            bonus = has_bonus(g, colour) and not (is_bonus and own)
            if own:
                more += gain + disk
        elif colour == t.winter:
            more += white_gain
            if seat == PLAYER:
                more -= disk
        elif counts:
            more += gain
        fill_features(t, g, colour, wait_of(t, g, colour, next_seat, notes), bonus, site, bare, notes)
        notes.expected[colour] = notes.projected[colour] + more + future(t, g, colour, weights, notes)
        if counts:
            for feature in range(7):
                here[feature] = notes.kept[feature]
    return verdict(t, g, seat, notes)
