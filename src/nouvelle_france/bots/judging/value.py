"""How good a position is for a seat: the scores it expects all to end with, by the learned evaluation."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log

from nouvelle_france.bots.judging.features import Survey, has_bonus, outlines, site_features, weight_set
from nouvelle_france.bots.judging.listing import Listed
from nouvelle_france.bots.weights import Weights
from nouvelle_france.core.judging.scheme import SOFTNESS
from nouvelle_france.rules import Position
from nouvelle_france.rules.game import PLAYER


def value_now(survey: Survey, seat: int, next_seat: int, weights: Weights) -> float:
    """How good a position is for a seat when ``next_seat`` begins its turn."""
    return verdict(survey.position, seat, expected_now(survey, next_seat, weights))


def value_after(survey: Survey, seat: int, listed: Listed, next_seat: int, weights: Weights) -> float:
    """How good a position is for a seat once it has made a placement."""
    return verdict(survey.position, seat, expected_after(survey, seat, listed, next_seat, weights))


def expected_now(survey: Survey, next_seat: int, weights: Weights) -> list[float]:
    """The scores that the colours are expected to end with, when ``next_seat`` begins its turn."""
    position, game = survey.position, survey.position.game
    expected = [0.0] * len(position.scores)
    for colour in range(len(expected)) if game.mode == "solo" else game.colour_of_seat:
        bonus = game.mode == "table" and has_bonus(position, colour)
        features = survey.features(colour, next_seat, bonus)
        expected[colour] = survey.projected[colour] + _future(survey, colour, features, weights)
    return expected


def expected_after(survey: Survey, seat: int, listed: Listed, next_seat: int, weights: Weights) -> list[float]:
    """The scores that the colours are expected to end with once a seat has made a placement."""
    position, game = survey.position, survey.position.game
    table = game.table
    pose, block = table.pose(listed.placement), listed.placement % table.colours
    outline = outlines(game.edition)[pose.id]
    site, building = pose.site, position.buildings[pose.site]
    sky = survey.sky[site] & ~outline.shadow
    bare = survey.bare[site] - sum(building.heights[column] == 0 for column, _ in pose.feet)
    disk = game.disks[site] if bare == 0 and survey.bare[site] > 0 else 0
    is_bonus = pose.shape >= len(game.edition.shapes)
    expected = [0.0] * table.colours
    for colour in range(table.colours) if game.mode == "solo" else sorted(game.colour_of_seat):
        more = 0
        here = survey.sites[site][colour]
        counts = survey.plays(site, colour)
        if counts:
            class_ = (colour - block) % table.colours
            here = site_features(building.site, position.snow, building.cubes[colour] | pose.cells_of[class_], sky)
            for level in range(position.tallied, game.edition.levels):
                more += outline.on_level[class_][level] * game.marks[site][level]
        bonus = False
        if game.mode == "table":
            own = game.colour_of_seat[seat] == colour
            bonus = has_bonus(position, colour) and not (is_bonus and own)
            if own:
                more += listed.gain + disk
        elif colour == game.winter:
            more += listed.white_gain
            if seat == PLAYER:
                more -= disk
        elif counts:
            more += listed.gain
        features = survey.features(colour, next_seat, bonus, (site, here, bare))
        expected[colour] = survey.projected[colour] + more + _future(survey, colour, features, weights)
    return expected


def _future(survey: Survey, colour: int, features: Sequence[float], weights: Weights) -> float:
    """What its features say a colour will gain beyond its projected score."""
    total = 0.0
    for weight, feature in zip(weights[weight_set(survey.position.game, colour)][survey.bucket], features, strict=True):
        total += weight * feature
    return total


def verdict(position: Position, seat: int, expected: Sequence[float]) -> float:
    """How good the expected final scores, by colour, are for a seat."""
    game = position.game
    if game.mode == "solo":
        # All three colours must end ahead of white: what counts most is the one that is behind.
        behind = 0.0
        for colour in game.colour_of_site:
            behind += exp(-(expected[colour] - expected[game.winter]) / SOFTNESS)
        return -SOFTNESS * log(behind)
    others = [expected[colour] for other, colour in enumerate(game.colour_of_seat) if other != seat]
    total = 0.0
    for score in others:
        total += score
    # Everybody is to be beaten, the one in front most of all.
    return expected[game.colour_of_seat[seat]] - 0.5 * (total / (game.seats - 1) + max(others))
