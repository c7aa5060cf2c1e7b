"""What better targets are worth: the evaluation fitted to means over many deals instead of evolved by winning games.

How a position ends is luck for the most part. Played on many times with the unseen cards dealt again, its mean tells
what can be known of it. Here the weights of the evaluation are fitted to such means, and what they foresee and how they
play is told beside the weights of the package.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import NamedTuple

import numpy as np

from experiments.duels import DUEL_HEAD, Pair, duel_rows, duels
from experiments.playing import options, print_table, some, told
from nouvelle_france.bots.ladder import LadderBot, ready, weights
from nouvelle_france.bots.levels import LEVELS
from nouvelle_france.bots.training import NO_CARDS
from nouvelle_france.core.compiling import compiled
from nouvelle_france.core.judging.choosing import choose
from nouvelle_france.core.judging.features import fill_features, has_bonus, prepare, wait_of
from nouvelle_france.core.judging.notes import Notes, new_notes
from nouvelle_france.core.judging.scheme import BUCKETS, FEATURES, NEAR
from nouvelle_france.core.judging.weighing import NO_ACTION, weigh
from nouvelle_france.core.phase import OVER, TURN
from nouvelle_france.core.records import Array, Floats, Game, Tables
from nouvelle_france.core.state import play
from nouvelle_france.core.tables import core_tables, new_games
from nouvelle_france.core.translate import game_of_setup
from nouvelle_france.edition import default
from nouvelle_france.pool import Processes, in_order
from nouvelle_france.rules import deal_table

PLAYERS = 2
BREADTH = 8
"""How many placements are judged by whoever plays on."""
STRAY = 0.25
"""How often a game takes the placement worth most at first sight, so that more is seen than the beaten track."""
TO_THE_END = 1000
RIDGE = 3.0
HELD_BACK = 5
"""One game in so many is kept from the fit, to tell how well it foresees."""

NEARNESS = (*(f"up to {it}" for it in NEAR), f"more than {NEAR[-1]}")
"""The draws until it snows that a set of weights is for."""


@compiled
def look(t: Tables, g: Game, features: Floats, projected: Floats, notes: Notes) -> int:
    """The features and projected scores of the seats' colours, and which weights apply."""
    prepare(t, g, notes)
    for seat in range(g.seats):
        colour = g.colour_of_seat[seat]
        fill_features(t, g, colour, wait_of(t, g, colour, g.active, notes), has_bonus(g, colour), -1, 0, notes)
        features[seat] = notes.features
        projected[seat] = notes.projected[colour]
    return notes.bucket


class Position(NamedTuple):
    """A position at the beginning of a turn, seen by the first seat."""

    game: int
    bucket: int
    features: Array
    """Its own less the other's."""
    gain: float
    """What its lead gains until the end beyond what is certain, in the mean over the deals …"""
    variance: float
    """… and the variance from deal to deal."""


@dataclass(frozen=True, slots=True)
class _Watch:
    """Plays a game, and plays on from every turn of it with many deals."""

    seed: int
    deals: int

    def __call__(self, number: int) -> list[Position]:
        edition = default()
        ready(edition)
        tables, learned = core_tables(edition), weights()
        notes, room, copy = new_notes(tables), new_games(edition, 3), new_games(edition, 1)
        out, nothing = np.zeros((self.deals, 1, PLAYERS)), np.array([NO_ACTION])
        features, projected = np.zeros((PLAYERS, FEATURES)), np.zeros(PLAYERS)
        chance = Random(f"{self.seed}/targets/{number}")
        game = game_of_setup(deal_table(edition, chance, PLAYERS))[0]
        found: list[Position] = []
        seen = -1
        while game["phase"] != OVER:
            seat = int(game["asked"][0])
            if game["phase"] == TURN and game["placed_count"] != seen:
                seen = int(game["placed_count"])
                bucket = look(tables, game, features, projected, notes)
                copy[0] = game
                keys = np.array([chance.getrandbits(64) for _ in range(self.deals)], np.uint64)
                weigh(
                    tables, copy[0], seat, NO_CARDS, learned, BREADTH, TO_THE_END, 0, keys, room, nothing, out,
                    notes,
                )  # fmt: skip
                gains = out[:, 0, 0] - (projected[0] - projected[1])
                found.append(
                    Position(number, bucket, features[0] - features[1], float(gains.mean()), float(gains.var(ddof=1)))
                )
            width = 1 if chance.random() < STRAY else BREADTH
            action = int(choose(tables, game, seat, learned, width, False, notes))
            play(tables, game, seat, action, notes["work"]["no_log"], notes["work"])
        return found


def solve(positions: Sequence[Position]) -> Array:
    """The weights that foresee these means best."""
    rows = np.array([it.features for it in positions])
    scale = rows.std(axis=0) + 1e-9
    scaled = rows / scale
    matrix = scaled.T @ scaled + RIDGE * np.eye(FEATURES)
    row: Array = np.linalg.solve(matrix, scaled.T @ np.array([it.gain for it in positions])) / scale
    return row


def unforeseen(positions: Sequence[Position], row: Array, deals: int) -> float:
    """The deviation of the means from what the weights foresee, less what is left of luck in a mean over the deals."""
    errors = np.array([it.gain - float(it.features @ row) for it in positions])
    luck = sum(it.variance for it in positions) / len(positions) / deals
    return float(max((errors**2).mean() - luck, 0.0) ** 0.5)


def fitted(positions: Sequence[Position], deals: int) -> tuple[Array, list[list[str]]]:
    """The package's weights with those for two players fitted anew, and a row of a table for each set of them."""
    learned = weights().copy()
    rows = []
    for bucket in range(BUCKETS):
        those = [it for it in positions if it.bucket == bucket]
        held = [it for it in those if it.game % HELD_BACK == 0]
        rest = [it for it in those if it.game % HELD_BACK]
        if not held or not rest:
            continue
        stage, near = divmod(bucket, len(NEARNESS))
        luck = (sum(it.variance for it in those) / len(those)) ** 0.5
        whole = unforeseen(held, np.zeros(FEATURES), deals)
        left = [unforeseen(held, row, deals) for row in (weights()[PLAYERS, bucket], solve(rest))]
        figures = [f"{it:.1f}" for it in (luck, whole, *left)]
        rows.append([str(stage + 1), NEARNESS[near], f"{len(those):,}", *figures])
        learned[PLAYERS, bucket] = solve(those)
    return learned, rows


def main(arguments: Sequence[str] | None = None) -> None:
    """Watch, fit, play, and print what was found."""
    parser = options(__doc__ or "", 600)
    parser.add_argument("--watched", type=some, default=1000, help="games whose positions are played on (1000)")
    parser.add_argument("--deals", type=some, default=32, help="how often each is played on (32)")
    given = parser.parse_args(arguments)
    if given.deals < 2:
        parser.error("--deals: expected at least 2, or luck cannot be told from the rest")
    with closing(in_order(Processes(given.jobs), _Watch(given.seed, given.deals), range(given.watched), 4)) as watched:
        positions = [position for game in told(watched, given.watched) for position in game]
    learned, rows = fitted(positions, given.deals)
    head = ["stage", "draws to snow", "positions", "luck", "predictable", "error of the package", "error of the fit"]
    print_table("What the lead gains until the end: deviations in points", head, rows)
    pairs = {
        f"`{name}` by the fitted weights": Pair(
            partial(LadderBot, LEVELS[name], learned=learned), partial(LadderBot, LEVELS[name]), given.games
        )
        for name in ("artisan", "maitre")
    }
    found = duels(pairs, given.seed, given.jobs)
    print_table("Against the level as it is, two players", DUEL_HEAD, duel_rows(found))


if __name__ == "__main__":
    main()
