"""How good a position is, now or after a placement: what is certain to come, and what the weights expect beyond."""

from __future__ import annotations

import numpy as np

from nouvelle_france.core.building import class_of
from nouvelle_france.core.compiling import compiled, inner
from nouvelle_france.core.counts import colour_count, mask_words, shape_count, site_count
from nouvelle_france.core.judging.features import fill_features, has_bonus, site_features, wait_of, weight_set
from nouvelle_france.core.judging.notes import Notes
from nouvelle_france.core.judging.scheme import FEATURES, SITE_FEATURES, SOFTNESS
from nouvelle_france.core.play import is_counted
from nouvelle_france.core.position import marks_of
from nouvelle_france.core.records import SOLO, TABLE, Floats, Game, Tables
from nouvelle_france.rules.game import PLAYER


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
        return float(-SOFTNESS * np.log(behind))
    own = notes.expected[g.colour_of_seat[seat]]
    total = 0.0
    best = -1e9
    for other in range(g.seats):
        if other != seat:
            score = notes.expected[g.colour_of_seat[other]]
            total += score
            best = max(best, score)
    # Everybody is to be beaten, the one in front most of all.
    return float(own - 0.5 * (total / (g.seats - 1) + best))


@compiled
def value_now(t: Tables, g: Game, seat: int, next_seat: int, weights: Floats, notes: Notes) -> float:
    """How good a position is for a seat when ``next_seat`` begins its turn; look at it first (:func:`prepare`)."""
    for colour in range(colour_count(t)):
        if g.mode == SOLO or is_counted(t, g, 0, colour):
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
        counted = is_counted(t, g, site, colour)
        if g.mode == TABLE and not counted:
            continue
        more = 0.0
        if counted:
            cube_class = class_of(t, block, colour)
            here = notes.site_features[site, colour]
            for feature in range(SITE_FEATURES):
                notes.kept[feature] = here[feature]
            for lane in range(mask):
                notes.cells_after[lane] = g.cells[site, colour, lane] | t.own[pose, cube_class, lane]
            site_features(t, site, g.snow, notes.cells_after, notes.sky_after, here, notes)
            more += marks_of(t, g, pose, block, colour)
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
        elif counted:
            more += gain
        fill_features(t, g, colour, wait_of(t, g, colour, next_seat, notes), bonus, site, bare, notes)
        notes.expected[colour] = notes.projected[colour] + more + future(t, g, colour, weights, notes)
        if counted:
            for feature in range(SITE_FEATURES):
                here[feature] = notes.kept[feature]
    return verdict(t, g, seat, notes)
