"""Games of bots in a setting, as facts: the same games for the same seed, whatever the number of processes."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import lru_cache
from importlib.resources import files
from random import Random
from typing import TypeVar

from nouvelle_france.arena.contest import Contest
from nouvelle_france.arena.intervals import Estimate
from nouvelle_france.arena.simulation import Simulation
from nouvelle_france.edition import Edition, parse
from nouvelle_france.pool import Processes, in_order
from nouvelle_france.record import Record
from nouvelle_france.rules import Setup, deal_table
from nouvelle_france.rules.game import Rules
from nouvelle_france.stats.facts import Facts, observe

T = TypeVar("T")

Change = tuple[str, str]
"""What stands in the text of an edition, and what is put in its place."""

TELL_S = 10
"""How often it is told how far it is, in seconds."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What is played, by whom, and how often."""

    name: str
    bots: tuple[str, ...]
    games: int
    rules: Rules = field(default_factory=Rules)
    changes: tuple[Change, ...] = ()


@dataclass(frozen=True, slots=True)
class Tables:
    """Deals games at a table by some rules."""

    rules: Rules

    def deal(self, edition: Edition, rng: Random, players: int) -> Setup:
        """Deal a game for so many seats."""
        return deal_table(edition, rng, players, self.rules)


@lru_cache(maxsize=64)
def changed(changes: tuple[Change, ...]) -> Edition:
    """The edition of the package with changes to its text."""
    text = files("nouvelle_france.edition").joinpath("reconstruction-1.toml").read_text(encoding="utf-8")
    for old, new in changes:
        if text.count(old) != 1:
            raise ValueError(f"{old!r} stands {text.count(old)} times in the edition, not once")
        text = text.replace(old, new)
    return parse(text, "the changed edition")


@dataclass(frozen=True, slots=True)
class _Play:
    seed: int

    def __call__(self, task: tuple[Setting, int]) -> tuple[Setting, Facts]:
        setting, number = task
        edition = changed(setting.changes)
        contest = Contest(edition, Tables(setting.rules), self.seed)
        played = Simulation(contest, setting.bots).game(number)
        facts = observe(Record.from_json(played.record), edition)
        assert facts is not None
        return setting, facts


def play(settings: Sequence[Setting], seed: int, jobs: int) -> dict[str, list[Facts]]:
    """The games of all settings, by their names."""
    tasks = [(setting, number) for setting in settings for number in range(setting.games)]
    found: dict[str, list[Facts]] = {setting.name: [] for setting in settings}
    with closing(in_order(Processes(jobs), _Play(seed), tasks, 4)) as played:
        for setting, facts in told(played, len(tasks)):
            found[setting.name].append(facts)
    return found


def told(games: Iterable[T], count: int) -> Iterator[T]:
    """The games, and on standard error how far it is."""
    start = before = time.monotonic()
    for number, game in enumerate(games, 1):
        yield game
        now = time.monotonic()
        if now - before > TELL_S or number == count:
            before = now
            print(f"{number:,} of {count:,} games, {now - start:.0f} s", file=sys.stderr, flush=True)


def options(what: str, games: int) -> argparse.ArgumentParser:
    """The options that every experiment has."""
    parser = argparse.ArgumentParser(description=what)
    parser.add_argument("--games", type=some, default=games, help=f"how many for each line of a table ({games})")
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same games (1)")
    parser.add_argument("--jobs", type=some, default=1, help="processes; the results are the same with any number (1)")
    return parser


def some(text: str) -> int:
    """A number of at least one, as an option."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number of at least 1, not {text!r}")
    return int(text)


def fewer(setting: Setting, share: float) -> Setting:
    """The setting with a share of its games, for bots that think for long."""
    return replace(setting, games=max(2, round(share * setting.games)))


def print_table(title: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """A table in Markdown."""
    print(f"\n{title}\n\n| {' | '.join(head)} |\n|{' --- |' * len(head)}")
    for row in rows:
        print(f"| {' | '.join(row)} |")
    sys.stdout.flush()


def percent(estimate: Estimate | None) -> str:
    """A share with its interval."""
    return _with_interval(estimate, "{:.1%}", "{:.1f}–{:.1f}", 100)


def points(estimate: Estimate | None) -> str:
    """A mean of points with its interval."""
    return _with_interval(estimate, "{:+.1f}", "{:+.1f} to {:+.1f}")


def _with_interval(estimate: Estimate | None, value: str, ends: str, scale: float = 1) -> str:
    if estimate is None:
        return "none"
    if estimate.low is None or estimate.high is None:
        return value.format(estimate.value)
    return f"{value.format(estimate.value)} ({ends.format(scale * estimate.low, scale * estimate.high)})"
