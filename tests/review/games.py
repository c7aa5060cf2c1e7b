"""Games for the tests of analyses, and a depth that takes little time."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from nouvelle_france import BOTS, Match, Rules, Seat, deal_solo, deal_table, default_edition, play_on
from nouvelle_france.review import DEPTHS, Depth, steps_of
from nouvelle_france.review.judging import Judged, judge
from nouvelle_france.review.telling import tell

EDITION = default_edition()

QUICK: Depth = DEPTHS["maitre"].with_effort(0.01)
"""Errors are large, but all that must be exact is so."""


@cache
def game(players: int, bot: str = "artisan", seed: int = 1, **rules: Any) -> Match:
    """A finished game of so many bots; alone for one."""
    rng = Random(f"review/{seed}")
    setup = deal_solo(EDITION, rng) if players == 1 else deal_table(EDITION, rng, players, Rules(**rules))
    colours: tuple[str | None, ...] = setup.game.colours or (None,)
    match = Match(setup, [Seat(colour, f"{bot} {number}", bot) for number, colour in enumerate(colours, start=1)])
    play_on(match, [BOTS[bot](Random(f"{seed}/{seat}")) for seat in range(len(colours))])
    return match


def judged(match: Match, depth: Depth = QUICK) -> list[Judged]:
    """All steps of a game, judged."""
    return [judge(step, depth) for step in steps_of(match)]


@cache
def analysis(players: int, bot: str = "artisan", seed: int = 1, **rules: Any) -> dict[str, Any]:
    """The quick analysis of a game."""
    match = game(players, bot, seed, **rules)
    return tell(match, judged(match), QUICK)
