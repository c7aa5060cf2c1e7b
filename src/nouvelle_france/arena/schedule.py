"""Who meets whom, on which deal, in which seats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, permutations
from typing import NamedTuple

Lineup = tuple[str, ...]
"""The bots of one table; in solo, one bot."""


class Fixture(NamedTuple):
    """One game to be played: ``bots`` are in seat order, ``turn`` counts the rotations of one deal."""

    lineup: int
    deal: int
    turn: int
    bots: Lineup


def round_robin(bots: Sequence[str], players: int) -> tuple[Lineup, ...]:
    """The line-ups in which every bot meets every other.

    As many bots as seats or more: every combination of that many. Fewer: every pair, the earlier bot against a table of
    the later one.

    >>> round_robin("abc", 2)
    (('a', 'b'), ('a', 'c'), ('b', 'c'))
    >>> round_robin("ab", 4)
    (('a', 'b', 'b', 'b'),)
    """
    if len(bots) >= players:
        return tuple(combinations(bots, players))
    return tuple((one, *[other] * (players - 1)) for one, other in combinations(bots, 2))


def arrangements(lineup: Lineup, deal: int) -> tuple[Lineup, ...]:
    """The seatings in which a line-up plays a deal: every rotation that makes a difference.

    Rotation alone would always leave the same bot at another's left, so the circle changes from deal to deal.

    >>> arrangements(("a", "b", "c"), 0)
    (('a', 'b', 'c'), ('b', 'c', 'a'), ('c', 'a', 'b'))
    >>> arrangements(("a", "b", "c"), 1)
    (('a', 'c', 'b'), ('c', 'b', 'a'), ('b', 'a', 'c'))
    """
    circles = _circles(lineup)
    return circles[deal % len(circles)]


@cache
def _circles(lineup: Lineup) -> tuple[tuple[Lineup, ...], ...]:
    """The ways to sit in a circle, the one given first, each with its rotations."""
    found: dict[Lineup, tuple[Lineup, ...]] = {}
    for circle in permutations(lineup):
        turns = tuple(dict.fromkeys(circle[n:] + circle[:n] for n in range(len(circle))))
        found.setdefault(min(turns), turns)
    return tuple(found.values())


def schedule(lineups: Sequence[Lineup], games: int) -> Iterator[Fixture]:
    """All games: the same deals for every line-up, each in whole rotations until it has ``games`` games or more."""
    left = [games] * len(lineups)
    deal = 0
    while any(count > 0 for count in left):
        for number, lineup in enumerate(lineups):
            if left[number] > 0:
                seatings = arrangements(lineup, deal)
                left[number] -= len(seatings)
                for turn, bots in enumerate(seatings):
                    yield Fixture(number, deal, turn, bots)
        deal += 1
