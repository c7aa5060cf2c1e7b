"""Learning the evaluation from self-play: what colours gained beyond their projected scores, fitted to their features.

For every set of weights and bucket (see :mod:`~.features`) the sums of a linear regression are kept; new weights follow
from them at once, and the next games are played with those.
"""

from __future__ import annotations

import numpy as np

from nouvelle_france.core.actions import COUREUR, DECLINE, DRAW, FILLE, LOOK, first_plain
from nouvelle_france.core.chance import below
from nouvelle_france.core.compiling import compiled, inner
from nouvelle_france.core.counts import colour_count
from nouvelle_france.core.judging.choosing import best_placement, choose
from nouvelle_france.core.judging.features import fill_features, has_bonus, next_seat_of, prepare, wait_of, weight_set
from nouvelle_france.core.judging.notes import Notes
from nouvelle_france.core.judging.scheme import BUCKETS, FEATURES, SETS
from nouvelle_france.core.judging.search import outcome
from nouvelle_france.core.phase import CLOSE, COUREUR_ASKED, DRAW_NOW, FILLE_ASKED, OVER, PLACE, TURN
from nouvelle_france.core.play import is_counted
from nouvelle_france.core.records import SOLO, TABLE, Floats, Game, Games, Tables, Words
from nouvelle_france.core.state import play
from nouvelle_france.rules.game import PLAYER, WINTER

MOST_SAMPLES = 1024
"""The most samples kept of one game; a sample is a colour at the beginning of a turn."""


@inner
def another(t: Tables, g: Game, seat: int, action: int, weights: Floats, width: int, rng: Words, notes: Notes) -> int:
    """A good action other than the one chosen, if there is one."""
    plain = first_plain(t)
    if g.mode == SOLO and seat == WINTER:
        return action
    if g.phase == PLACE and action < plain:
        return int(notes.top[below(rng, min(notes.top_count, 6))])
    if g.phase == TURN and has_bonus(g, g.colour_of_seat[seat]):
        prepare(t, g, notes)
        if action == plain + DRAW and best_placement(t, g, seat, next_seat_of(g), weights, width, notes) >= 0:
            return int(notes.top[below(rng, min(notes.top_count, 6))])
        return plain + DRAW
    if g.phase == FILLE_ASKED:
        return plain + (DECLINE if action == plain + FILLE else FILLE)
    if g.phase == COUREUR_ASKED:
        return plain + (DECLINE if action == plain + COUREUR else COUREUR)
    if g.phase == CLOSE:
        return plain + LOOK
    return action


@compiled
def watch(
    t: Tables,
    games: Games,
    weights: Floats,
    width: int,
    stray: int,
    seeds: Words,
    squares: Floats,
    products: Floats,
    notes: Notes,
) -> None:
    """Play games and add what they teach to the sums of the regression.

    ``squares`` is [sets, buckets, features, features], ``products`` [sets, buckets, features]. One placement in
    ``stray`` is another good one instead of the best, so that more is seen than the beaten track.
    """
    rng = np.zeros(1, np.uint64)
    samples = np.zeros((MOST_SAMPLES, FEATURES))
    about = np.zeros((MOST_SAMPLES, 3), np.int64)
    before = np.zeros(MOST_SAMPLES)
    for number in range(len(games)):
        g = games[number]
        rng[0] = seeds[number]
        count = 0
        turn = -1
        while g.phase != OVER:
            seat = g.asked[0]
            begins = g.phase == TURN or (g.mode == SOLO and g.phase == DRAW_NOW)
            if begins and g.placed_count != turn and count + colour_count(t) < MOST_SAMPLES:
                turn = g.placed_count
                prepare(t, g, notes)
                for colour in range(colour_count(t)):
                    if g.mode == TABLE and not is_counted(t, g, 0, colour):
                        continue
                    wait = wait_of(t, g, colour, g.active, notes)
                    fill_features(t, g, colour, wait, has_bonus(g, colour), -1, 0, notes)
                    for feature in range(FEATURES):
                        samples[count, feature] = notes.features[feature]
                    about[count, 0] = weight_set(g, colour == t.winter)
                    about[count, 1] = notes.bucket
                    about[count, 2] = colour
                    before[count] = notes.projected[colour]
                    count += 1
            action = choose(t, g, seat, weights, width, False, notes)
            if not below(rng, stray):
                action = another(t, g, seat, action, weights, width, rng, notes)
            play(t, g, seat, action, notes.work.no_log, notes.work)
        for sample in range(count):
            which, bucket, colour = about[sample, 0], about[sample, 1], about[sample, 2]
            gained = g.final[colour] - before[sample]
            for feature in range(FEATURES):
                value = samples[sample, feature]
                if value:
                    products[which, bucket, feature] += value * gained
                    for other in range(FEATURES):
                        squares[which, bucket, feature, other] += value * samples[sample, other]


@compiled
def judge(t: Tables, games: Games, ours: Floats, theirs: Floats, width: int, notes: Notes) -> float:
    """How well some weights do against others, between -1 and 1: game n is played by ours in its seat n, in turn."""
    total = 0.0
    for number in range(len(games)):
        g = games[number]
        own = number % g.seats if g.mode == TABLE else PLAYER
        while g.phase != OVER:
            seat = g.asked[0]
            weights = ours if seat == own else theirs
            play(t, g, seat, choose(t, g, seat, weights, width, False, notes), notes.work.no_log, notes.work)
        total += outcome(t, g, own)
    return total / len(games)


def fit(squares: Floats, products: Floats, ridge: float = 20.0) -> Floats:
    """The weights that solve the regression; zero where nothing was seen."""
    weights = np.zeros((SETS, BUCKETS, FEATURES))
    for which in range(SETS):
        for bucket in range(BUCKETS):
            matrix = squares[which, bucket] + ridge * np.eye(FEATURES)
            weights[which, bucket] = np.linalg.solve(matrix, products[which, bucket])
    return weights
