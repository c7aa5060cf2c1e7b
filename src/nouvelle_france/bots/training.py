"""Training the evaluation of the ladder by self-play, from nothing, in steps that can be stopped after any.

First come rounds of regression: games are played with the weights so far, and what each colour gained beyond its
projected score is fitted to its features. That gives the worth of tokens and bonus blocks, and a start. Then come
generations of evolution (the cross-entropy method): weights of the chains are drawn around a mean, played against the
start, and the mean moves to those that did best. The result for two players also serves three and four.

Everything depends only on the seed, not on the number of jobs: work is divided into the same shares for any.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from operator import index
from random import Random
from typing import Any, NamedTuple, TypeVar

import numpy as np

from nouvelle_france.bots.trained import FORMAT
from nouvelle_france.core.compiling import one_at_a_time
from nouvelle_france.core.judging.learning import fit, judge, watch
from nouvelle_france.core.judging.notes import new_notes
from nouvelle_france.core.judging.scheme import (
    BUCKETS,
    CHAINED,
    FEATURES,
    HAS_BONUS,
    HAS_COUREUR,
    HAS_FILLE,
    HIGH,
    LONGEST,
    LOW,
    NEAR,
    OPENINGS,
    REACH,
    SECOND,
    SETS,
    SOLO_SET,
    STAGES,
)
from nouvelle_france.core.records import Floats, Games, Words, joined, repeated
from nouvelle_france.core.setup import redeal_all
from nouvelle_france.core.tables import core_tables
from nouvelle_france.core.translate import game_of_setup
from nouvelle_france.edition import Edition
from nouvelle_france.pool import Pool, in_order
from nouvelle_france.rules import deal_solo, deal_table

T = TypeVar("T")

PARTIAL = "nouvelle-france-training/2"

FIGURES = "the mean outcome of a generation's mean against what evolution began with, from -1 to 1"

CHAINS = (OPENINGS, CHAINED, LONGEST, REACH, LOW, HIGH, SECOND)
HELD = (HAS_BONUS, HAS_FILLE, HAS_COUREUR)
SPREADS = (0.4, 0.3, 0.5, 0.2, 0.4, 0.4, 0.3, *[0.3] * len(HELD))
"""How far the first generation strays, in points a feature; for what is held, in the logarithm of its worth."""

SHARES = 8
"""The number of shares a step's games are divided into, whatever the number of jobs."""

SETUPS = 48
"""How many different setups the games of a step begin from; the rest of their decks is dealt anew for each game."""

NO_CARDS = np.zeros((0, 3), np.int64)


@dataclass(frozen=True)
class Plan:
    """How much training, and from which seed."""

    seed: int = 1
    rounds: int = 16
    """Of regression."""
    games: int = 2000
    """Of two players in a round; of each other kind a quarter."""
    generations: int = 24
    """Of evolution, for two players; half as many alone."""
    population: int = 32
    deals: int = 400
    """For each of a generation, each played from both seats."""
    width: int = 8
    """Placements judged by what follows (see :class:`~.levels.Level`)."""

    @property
    def steps(self) -> int:
        """How many steps there are."""
        return self.rounds + self.generations + self.generations // 2


@dataclass
class Progress:
    """The state of a training, enough to resume it. ``edition`` is the digest of its edition."""

    plan: Plan
    edition: str
    step: int = 0
    squares: Floats = field(default_factory=lambda: np.zeros((SETS, BUCKETS, FEATURES, FEATURES)))
    products: Floats = field(default_factory=lambda: np.zeros((SETS, BUCKETS, FEATURES)))
    weights: Floats = field(default_factory=lambda: np.zeros((SETS, BUCKETS, FEATURES)))
    start: Floats = field(default_factory=lambda: np.zeros((SETS, BUCKETS, FEATURES)))
    mean: Floats = field(default_factory=lambda: np.zeros(0))
    spread: Floats = field(default_factory=lambda: np.zeros(0))
    figures: list[dict[str, Any]] = field(default_factory=list)

    def to_json(self) -> str:
        """As text; numbers are exact, so that the outcome is the same as without a stop."""
        plain = {name: it.tolist() if isinstance(it, np.ndarray) else it for name, it in vars(self).items()}
        return json.dumps({"format": PARTIAL, **plain, "plan": vars(self.plan)})

    @classmethod
    def from_json(cls, text: str) -> Progress:
        """The inverse of :meth:`to_json`. Raises ValueError for anything else."""
        try:
            plain = json.loads(text)
            if plain.pop("format") != PARTIAL:
                raise ValueError("another format")
            plan = Plan(**plain.pop("plan"))
            arrays = ("squares", "products", "weights", "start", "mean", "spread")
            values: dict[str, Any] = {name: np.array(it, float) if name in arrays else it for name, it in plain.items()}
            progress = cls(plan, **values)
            progress._check()
            return progress
        except (KeyError, TypeError, AttributeError, ValueError, RecursionError) as error:
            raise ValueError("not a training that was stopped") from error

    def _check(self) -> None:
        """Raises ValueError or TypeError if training could not resume from it."""
        fresh = Progress(self.plan, self.edition)
        if not 0 <= index(self.step) <= self.plan.steps or not isinstance(self.figures, list):
            raise ValueError("no such step")
        for name in ("squares", "products", "weights", "start"):
            if getattr(self, name).shape != getattr(fresh, name).shape:
                raise ValueError(f"{name}: not of this version")
        genes = 0
        if self.step > self.plan.rounds:
            genes = STAGES * (len(CHAINS) + (len(HELD) if self.step <= self.plan.rounds + self.plan.generations else 0))
        if not self.mean.shape == self.spread.shape == (genes,):
            raise ValueError("mean, spread: not of this version")


class Step(NamedTuple):
    """What a step did, in words and figures."""

    number: int
    what: str
    figure: float | None


def _learn(edition: Edition, weights: Floats, width: int, task: tuple[Games, Words]) -> tuple[Floats, Floats]:
    """Play games from their seeds and collect the data for regression."""
    games, seeds = task
    tables = core_tables(edition)
    squares = np.zeros((SETS, BUCKETS, FEATURES, FEATURES))
    products = np.zeros((SETS, BUCKETS, FEATURES))
    watch(tables, games.copy(), weights, 2 * width, 10, seeds, squares, products, new_notes(tables))
    return squares, products


def _judge(edition: Edition, games: Games, start: Floats, width: int, weights: Floats) -> float:
    """The results of weights against those they began as."""
    tables = core_tables(edition)
    return float(judge(tables, games.copy(), weights, start, width, new_notes(tables)))


class Training:
    """A training in progress."""

    def __init__(self, edition: Edition, progress: Progress, pool: Pool) -> None:
        self.edition = edition
        self.progress = progress
        self._tables = core_tables(edition)
        self._pool = pool

    def steps(self) -> Iterator[Step]:
        """Do one step after another; ``progress`` can be saved between them."""
        plan, it = self.progress.plan, self.progress
        self._compile()
        while it.step < plan.steps:
            if it.step < plan.rounds:
                done = self._regress()
            elif it.step < plan.rounds + plan.generations:
                done = self._evolve(it.step == plan.rounds, 2, (2, 3, 4), (*CHAINS, *HELD))
            else:
                alone = plan.rounds + plan.generations
                done = self._evolve(it.step == alone, 1, (SOLO_SET,), CHAINS)
            it.step += 1
            if done.figure is not None:
                it.figures.append({"step": it.step, "what": done.what, "figure": round(done.figure, 4)})
            yield done

    def _compile(self) -> None:
        """If several trainings begin at once, one compiles what they need and the others load it."""
        with one_at_a_time():
            it, width = self.progress, self.progress.plan.width
            games, seeds = self._games(2, 2, "compile"), self._seeds("compile", 2)
            squares, products = np.zeros_like(it.squares), np.zeros_like(it.products)
            notes = new_notes(self._tables)
            watch(self._tables, games.copy(), it.weights, 2 * width, 10, seeds, squares, products, notes)
            judge(self._tables, games, it.weights, it.weights, width, notes)

    def weights_json(self, command: str) -> str:
        """The finished weights as the package keeps them."""
        rounded = [[[round(float(it), 3) for it in row] for row in rows] for rows in self.progress.weights]
        about = {
            "format": FORMAT,
            "edition": self.edition.id,
            "command": command,
            "plan": vars(self.progress.plan),
            "figures_are": FIGURES,
            "figures": self.progress.figures,
        }
        lines = ",\n".join(f" {json.dumps(name)}: {json.dumps(value)}" for name, value in about.items())
        rows = ",\n  ".join(json.dumps(rows) for rows in rounded)
        return f'{{\n{lines},\n "weights": [\n  {rows}\n ]\n}}\n'

    # -- regression ----------------------------------------------------------------------------------------------------

    def _regress(self) -> Step:
        plan, it = self.progress.plan, self.progress
        it.squares *= 0.8  # data from older weights count less and less
        it.products *= 0.8
        for players, games in ((2, plan.games), (3, plan.games // 4), (4, plan.games // 4), (1, plan.games // 4)):
            if players > len(self.edition.colours):
                continue
            number = max(games // SHARES, 1)
            fresh = [self._games(players, number, f"watch/{it.step}/{players}/{share}") for share in range(SHARES)]

            seeds = [self._seeds(f"stray/{it.step}/{share}", number) for share in range(SHARES)]
            learn = partial(_learn, self.edition, it.weights, plan.width)
            for squares, products in in_order(self._pool, learn, zip(fresh, seeds, strict=True)):
                it.squares += squares
                it.products += products
        fitted = fit(it.squares, it.products)
        it.weights = fitted if it.step == 0 else it.weights + 0.5 * (fitted - it.weights)
        return Step(it.step + 1, "regression", None)

    # -- evolution -----------------------------------------------------------------------------------------------------

    def _evolve(
        self,
        first: bool,
        players: int,
        sets: tuple[int, ...],
        features: tuple[int, ...],
    ) -> Step:
        plan, it = self.progress.plan, self.progress
        if first:
            it.start = it.weights.copy()
            it.mean = np.zeros(STAGES * len(features))
            it.spread = np.tile(np.array(SPREADS[: len(features)]), STAGES)
        chance = np.random.default_rng(self._number(f"evolve/{it.step}"))
        drawn = it.mean + it.spread * chance.standard_normal((plan.population, len(it.mean)))
        drawn[0] = it.mean
        games = self._games(players, plan.deals, f"judge/{it.step}")
        games = repeated(games, players)

        judged = partial(_judge, self.edition, games, it.start, plan.width)
        candidates = (self._with(it.start, genes, sets, features) for genes in drawn)
        results = np.array(list(in_order(self._pool, judged, candidates)))
        best = drawn[np.argsort(-results, kind="stable")[: max(plan.population // 4, 2)]]
        it.mean = 0.3 * it.mean + 0.7 * best.mean(axis=0)
        it.spread = 0.3 * it.spread + 0.7 * np.maximum(best.std(axis=0), 0.03)
        it.weights = self._with(it.start, it.mean, sets, features)
        return Step(it.step + 1, "evolution, alone" if players == 1 else "evolution", float(results[0]))

    @staticmethod
    def _with(start: Floats, genes: Floats, sets: tuple[int, ...], features: tuple[int, ...]) -> Floats:
        weights = start.copy()
        near = len(NEAR) + 1
        for stage in range(STAGES):
            for place, feature in enumerate(features):
                gene = genes[stage * len(features) + place]
                for which in sets:
                    row = weights[which, stage * near : (stage + 1) * near]
                    row[:, feature] = row[:, feature] * np.exp(gene) if feature in HELD else gene
        return weights

    # -- games ---------------------------------------------------------------------------------------------------------

    def _games(self, players: int, count: int, what: str) -> Games:
        """Fresh games, dealt from the seed and what they are for."""
        rng = Random(f"{self.progress.plan.seed}/{what}")
        setups = [
            game_of_setup(deal_table(self.edition, rng, players) if players > 1 else deal_solo(self.edition, rng))
            for _ in range(min(SETUPS, count))
        ]
        games = joined([setups[number % len(setups)] for number in range(count)])
        redeal_all(self._tables, games, NO_CARDS, self._seeds(f"deal/{what}", count))
        return games

    def _seeds(self, what: str, count: int) -> Words:
        return np.random.default_rng(self._number(what)).integers(0, 2**63, count, np.uint64)

    def _number(self, what: str) -> int:
        """A number that depends on the seed and on what it is for."""
        return int(sha256(f"{self.progress.plan.seed}/{what}".encode()).hexdigest()[:15], 16)
