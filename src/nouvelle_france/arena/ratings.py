"""Bradley-Terry ratings from wins at tables of two or more.

Each bot has a strength, and wins a game with a chance of its strength over the sum of the strengths of all seats
(Luce's choice rule, which for two players is the Bradley-Terry model): a bot as strong as its three opponents wins a
quarter of the games. A shared title is split. The strengths are those that make the results most likely; on the
Elo scale 400 points are odds of ten to one, and the mean is 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, sqrt

import numpy as np
from numpy.typing import NDArray

from nouvelle_france.arena.intervals import Estimate, Z, design_effect

Numbers = NDArray[np.float64]

ELO = 400 / log(10)
"""Elo points of a unit of log strength."""

SHARED_GAMES = 1.0
"""How many drawn games are added for each two bots that met; without them, a bot that always wins has no rating."""

STEPS = 100
"""The most steps of Newton's method; it needs about ten."""

PRECISE = 1e-9
"""The size of the last step: a millionth of an Elo point."""

SLACK = 1e-12
"""How much of a likelihood may be lost to rounding."""


@dataclass(frozen=True, slots=True)
class Table:
    """All results of one line-up: ``seats`` of each bot; ``wins`` of each bot in each deal, and games of each deal."""

    seats: Numbers
    wins: NDArray[np.float64]
    games: Numbers


def rate(tables: Sequence[Table], bots: int) -> list[Estimate] | None:
    """The Elo rating of each bot; None when no chain of games links them all.

    The intervals come from the Fisher information, with each bot's variance multiplied by the design effect of its
    deals.
    """
    if not _linked(tables, bots):
        return None
    seats, wins, games = _with_shared_games(tables, bots)
    strengths, information = _fit(seats, wins, games)
    covariance = _inverse(information)
    rated = []
    for bot in range(bots):
        residuals: list[Numbers] = []
        variance = 0.0
        for table in tables:
            chance = _chances(strengths, table.seats)[bot]
            if 0 < chance < 1:
                residuals.append(table.wins[:, bot] - chance * table.games)
                variance += float(table.games.sum()) * chance * (1 - chance)
        effect = design_effect(_by_deal(residuals).tolist(), variance)
        value = ELO * float(strengths[bot])
        reach = ELO * Z * sqrt(float(covariance[bot, bot]) * effect)
        rated.append(Estimate(value, value - reach, value + reach))
    return rated


def _by_deal(residuals: Sequence[Numbers]) -> Numbers:
    """All line-ups play the same deals, so a deal's effect on a bot adds up over them."""
    total = np.zeros(max(map(len, residuals), default=0))
    for part in residuals:
        total[: len(part)] += part
    return total


def _linked(tables: Sequence[Table], bots: int) -> bool:
    reached = {0}
    for _ in range(bots):
        for table in tables:
            met = set(np.flatnonzero(table.seats).tolist())
            if met & reached:
                reached |= met
    return len(reached) == bots


def _with_shared_games(tables: Sequence[Table], bots: int) -> tuple[Numbers, Numbers, Numbers]:
    """Seats and wins by line-up and bot, and games by line-up, with the shared games as line-ups of their own."""
    seats = [table.seats for table in tables]
    wins = [table.wins.sum(axis=0) for table in tables]
    games = [float(table.games.sum()) for table in tables]
    for one in range(bots):
        for other in range(one):
            if any(table.seats[one] and table.seats[other] for table in tables):
                pair = np.zeros(bots)
                pair[[one, other]] = 1
                seats.append(pair)
                wins.append(pair * SHARED_GAMES / 2)
                games.append(SHARED_GAMES)
    return np.array(seats), np.array(wins), np.array(games)


def _chances(strengths: Numbers, seats: NDArray[np.float64]) -> NDArray[np.float64]:
    """Each bot's chance at tables with these seats, over all its seats together."""
    weights = seats * np.exp(strengths - strengths.max())
    return np.asarray(weights / weights.sum(axis=-1, keepdims=True))


def log_likelihood(strengths: Numbers, seats: Numbers, wins: Numbers) -> float:
    """How likely the results are: a bot's seats share its wins, which changes nothing about where the maximum is."""
    chances = _chances(strengths, seats)
    return float((wins * np.log(chances, where=seats > 0, out=np.zeros_like(chances))).sum())


def _fit(seats: Numbers, wins: Numbers, games: Numbers) -> tuple[Numbers, Numbers]:
    """The most likely strengths (their mean is 0) and the Fisher information there, by Newton's method."""
    strengths = np.zeros(seats.shape[1])
    best = log_likelihood(strengths, seats, wins)
    for _ in range(STEPS):
        chances = _chances(strengths, seats)
        slope = (wins - games[:, None] * chances).sum(axis=0)
        information = np.diag(games @ chances) - np.einsum("t,ti,tj->ij", games, chances, chances)
        step = _inverse(information) @ slope
        length = 1.0
        while (reached := log_likelihood(strengths + length * step, seats, wins)) < best - SLACK * abs(best):
            length /= 2  # the likelihood has one peak; a full step may overshoot it
        strengths = strengths + length * step
        best = max(best, reached)
        if np.abs(step).max() < PRECISE:
            break
    return strengths, information


def _inverse(information: Numbers) -> Numbers:
    """The inverse among strengths of mean 0: shifting all strengths together changes no result.

    A bot that met itself only tells us nothing: its trace is 0, and so is its strength.
    """
    bots = len(information)
    shift = np.full_like(information, 1 / bots)
    return np.asarray(np.linalg.inv(information + shift * (np.trace(information) or 1)) @ (np.eye(bots) - shift))
