"""Fitting the chances of winning to our own games: ``python -m nouvelle_france.review.calibrating --help``.

Games between equal bots are played, and some moments of each are evaluated as in an analysis. Their outcomes show how
much a margin is worth, by how many cards are left. One game in three is held out: the picture tests the fit on those.
"""
# ruff: noqa: T201 - a program that tells how far it is

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from functools import partial
from math import sqrt
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nouvelle_france import charts
from nouvelle_france.bots import BOTS, play_on
from nouvelle_france.bots.compiled_games import can_play, compiled_games
from nouvelle_france.edition import default
from nouvelle_france.pool import Processes, in_order
from nouvelle_france.record import Match, Seat
from nouvelle_france.review.depths import DEPTHS
from nouvelle_france.review.judging import stand_at
from nouvelle_france.review.steps import steps_of
from nouvelle_france.review.winning import Curve, cards_left, chances, chances_by
from nouvelle_france.rules import deal_solo, deal_table

if TYPE_CHECKING:
    from matplotlib.axes import Axes

KINDS = {"2": 2, "3": 3, "4": 4, "solo": 1}
"""The curves, and how many play."""

BOTS_BY_TURNS = ("artisan", "artisan", "artisan", "maitre")
"""The bots for the games: mostly one that plays hundreds a second."""

MOMENTS = 6
"""Moments evaluated per game …"""

DEALS = 96
"""… and deals for each."""

APART = 3
"""One game in this many is held out."""

KNOTS = (0.0, 0.1, 0.25, 0.5, 0.75, 1.0)
"""Shares of the cards that are left, for which the scale is fitted."""

FEW = 8
"""The minimum number of moments for a point."""

STAGES = ("before the first snow", "before the second", "before the third")
BINS = 10


class Row(NamedTuple):
    """A moment of a game, and how the game ended for each seat."""

    number: int
    snow: int
    left: float
    margins: tuple[float, ...]
    won: tuple[float, ...]


def rows_of(kind: str, number: int) -> list[Row]:
    """Some moments of a game."""
    match = _played(kind, number)
    steps = [step for step in steps_of(match) if step.fresh]
    rng = Random(f"calibrating/{kind}/{number}/moments")
    depth = replace(DEPTHS["maitre"], stand=DEALS)
    won = chances(match.state.position, ())
    found = []
    for part in range(MOMENTS):
        step = steps[int((part + rng.random()) * len(steps) / MOMENTS)]
        margins = stand_at(step, depth)
        found.append(Row(number, step.position.snow, cards_left(step.position), margins, won))
    return found


def _played(kind: str, number: int) -> Match:
    edition, players = default(), KINDS[kind]
    rng = Random(f"calibrating/{kind}/{number}")
    setup = deal_solo(edition, rng) if kind == "solo" else deal_table(edition, rng, players)
    bot = BOTS_BY_TURNS[number % len(BOTS_BY_TURNS)]
    colours: tuple[str | None, ...] = setup.game.colours or (None,)
    match = Match(setup, [Seat(colour, bot, bot) for colour in colours])
    chances_of = [Random(f"calibrating/{kind}/{number}/{seat}") for seat in range(players)]
    if can_play([bot]):
        for action in compiled_games(edition, (bot,) * players).play(setup, chances_of).actions():
            match.play(action)
    else:
        play_on(match, [BOTS[bot](it) for it in chances_of])
    return match


# -- fitting -------------------------------------------------------------------------------------------------------


def fit(kind: str, rows: Sequence[Row]) -> Curve:
    """The curve of maximum likelihood."""
    solo = kind == "solo"

    def curve(values: NDArray[np.float64]) -> Curve:
        scale = tuple(float(it) for it in np.exp(values[: len(KNOTS)]))
        return Curve(KNOTS, scale, (float(values[-2]), float(values[-1])) if solo else (0.0, 0.0))

    def loss(values: NDArray[np.float64]) -> float:
        made = curve(values)
        # A small penalty for scales that jump between knots: few moments lie beyond the last.
        rough = float((np.diff(values[: len(KNOTS)], 2) ** 2).sum())
        return mean_loss(made, rows) + 10 * rough / len(rows)

    first = np.log(np.linspace(2.0, 8.0, len(KNOTS)))
    best = _least(loss, np.append(first, [0.5, 0.5]) if solo else first)
    made = curve(best)
    none, full = (round(it, 3) for it in made.even)
    return Curve(made.left, tuple(round(it, 3) for it in made.scale), (none, full))


def mean_loss(curve: Curve, rows: Sequence[Row]) -> float:
    """The loss: minus the mean logarithm of the winners' chances.

    The chances are those of :func:`~.winning.chances_by`, for all rows at once.
    """
    scale = np.interp([row.left for row in rows], curve.left, curve.scale)[:, None]
    margins, won = np.array([row.margins for row in rows]), np.array([row.won for row in rows])
    seats = margins.shape[1]
    above = margins * (seats - 1) / seats
    if seats == 1:  # against Winter
        even = np.interp([row.left for row in rows], (0.0, 1.0), curve.even)[:, None]
        above, won = np.hstack([margins - even, np.zeros_like(margins)]), np.hstack([won, 1 - won])
    powers = above / scale
    most = powers.max(axis=1, keepdims=True)
    logs = powers - most - np.log(np.exp(powers - most).sum(axis=1, keepdims=True))
    return float(-(won * logs).sum(axis=1).mean())


def _least(loss: Callable[[NDArray[np.float64]], float], start: NDArray[np.float64]) -> NDArray[np.float64]:
    """Where a smooth function of a few numbers is least: one number after another, in ever smaller steps."""
    best, least = start.copy(), loss(start)
    step = 0.3
    while step > 0.003:
        better = False
        for place in range(len(best)):
            for way in (step, -step):
                tried = best.copy()
                tried[place] += way
                if (found := loss(tried)) < least:
                    best, least, better = tried, found, True
        if not better:
            step /= 2
    return best


# -- telling -------------------------------------------------------------------------------------------------------


class Bin(NamedTuple):
    """Moments with about the same chance: what was expected, what happened, and its standard error."""

    expected: float
    happened: float
    error: float
    moments: int


def bins_of(curve: Curve, rows: Sequence[Row]) -> list[Bin]:
    """What was expected beside what happened, by chance."""
    expected: list[list[tuple[int, float, float]]] = [[] for _ in range(BINS)]
    for row in rows:
        pairs = list(zip(chances_by(curve, row.left, row.margins), row.won, strict=True))
        # With two players the second's chance says nothing new.
        for chance, won in pairs[:1] if len(pairs) == 2 else pairs:
            expected[min(int(chance * BINS), BINS - 1)].append((row.number, chance, won))
    return [_bin(inside) for inside in expected if len(inside) >= FEW]


def _bin(inside: Sequence[tuple[int, float, float]]) -> Bin:
    """Moments of one game go together: the error is that of so many games, not of so many moments."""
    off: dict[int, float] = {}
    for number, chance, won in inside:
        off[number] = off.get(number, 0.0) + won - chance
    error = sqrt(sum(it**2 for it in off.values())) / len(inside)
    expected, happened = (float(np.mean([it[part] for it in inside])) for part in (1, 2))
    return Bin(expected, happened, error, len(inside))


def off_by(bins: Sequence[Bin]) -> tuple[float, float]:
    """How far what was expected is from what happened, on average, and how far chance alone would put it."""
    total = sum(it.moments for it in bins)
    off = sum(it.moments * abs(it.expected - it.happened) for it in bins) / total
    return off, sum(it.moments * it.error * sqrt(2 / np.pi) for it in bins) / total


def _draw(axes: Axes, kind: str, curve: Curve, rows: Sequence[Row]) -> None:
    axes.plot([0, 1], [0, 1], color=charts.INK, linewidth=0.8)
    for snow, stage in enumerate(STAGES):
        bins = bins_of(curve, [it for it in rows if it.snow == snow])
        shift = 0.008 * (snow - 1)
        axes.errorbar(
            [it.expected + shift for it in bins], [it.happened for it in bins], yerr=[1.96 * it.error for it in bins],
            fmt="osD"[snow], color=charts.series(snow), markersize=4, linewidth=1, capsize=2, label=stage,
        )  # fmt: skip
    off, alone = off_by(bins_of(curve, rows))
    games = len({it.number for it in rows})
    name = "alone" if kind == "solo" else f"{kind} players"
    charts.caption(axes, f"{name}: {games} games, off by {100 * off:.1f}% (chance alone {100 * alone:.1f}%)")
    charts.percent(axes.xaxis)
    charts.percent(axes.yaxis)
    axes.set_xlabel("expected chance")
    axes.set_ylabel("games won")


def main() -> None:
    """Play, fit, write, draw."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="the file of curves; curves of other kinds stay")
    parser.add_argument("--games", type=int, default=600, help="of each kind")
    parser.add_argument("--kinds", default=",".join(KINDS), help="which; 2:300 has that many games")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--rows", type=Path, help="a folder to keep the moments in; those that are there are not asked")
    parser.add_argument("--picture", type=Path)
    asked = parser.parse_args()
    stored = json.loads(asked.out.read_text()) if asked.out.exists() else {"curves": {}}
    shown = {}
    for part in asked.kinds.split(","):
        kind, _, number = part.partition(":")
        games = int(number or asked.games)
        rows = _all_rows(kind, games, asked.jobs, asked.rows)
        apart = [it for it in rows if it.number % APART == 0]
        curve = fit(kind, [it for it in rows if it.number % APART])
        off, alone = off_by(bins_of(curve, apart))
        shown[kind] = curve, apart
        stored["curves"][kind] = asdict(curve)
        stored.setdefault("figures", {})[kind] = {
            "games": games, "moments": len(rows), "loss apart": round(mean_loss(curve, apart), 4),
            "off by": round(off, 4), "chance alone": round(alone, 4),
        }  # fmt: skip
        print(kind, curve, stored["figures"][kind], flush=True)
    # Where the results go, and where rows were kept, changes nothing in them.
    stored["command"] = f"python -m nouvelle_france.review.calibrating --games {asked.games} --kinds {asked.kinds}"
    asked.out.write_text(json.dumps(stored, indent=1) + "\n")
    if asked.picture is not None:
        made, axes = charts.figure(9.0, 8.0, "The chance of winning: expected and happened", rows=2, columns=2)
        for place, (kind, (curve, apart)) in enumerate(shown.items()):
            _draw(axes[place // 2][place % 2], kind, curve, apart)
        charts.legend(axes[0][0])
        charts.save(made, asked.picture)


def _all_rows(kind: str, games: int, jobs: int, folder: Path | None) -> list[Row]:
    file = None if folder is None else folder / f"{kind}.jsonl"
    rows: list[Row] = []
    if file is not None and file.exists():
        kept = [json.loads(line) for line in file.read_text().splitlines()]
        rows = [Row(n, snow, left, tuple(margins), tuple(won)) for n, snow, left, margins, won in kept if n < games]
    done = {it.number for it in rows}
    left = [number for number in range(games) if number not in done]
    for some in in_order(Processes(jobs), partial(rows_of, kind), left):
        rows += some
        if file is not None:
            with file.open("a") as out:
                out.writelines(json.dumps(it) + "\n" for it in some)
    return rows


if __name__ == "__main__":
    main()
