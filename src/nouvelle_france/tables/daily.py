"""The game of a day at a table: how it begins, and its result."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal

from nouvelle_france.days import challenge, closes, key
from nouvelle_france.edition import Edition
from nouvelle_france.rules import RULES_VERSION
from nouvelle_france.rules.game import SOLO_RULES
from nouvelle_france.tables import decisions
from nouvelle_france.tables.chairs import SOLO_SEAT, WINTER_SEAT, Chair
from nouvelle_france.tables.decisions import Deal
from nouvelle_france.tables.entries import Created, Entry, Started
from nouvelle_france.tables.options import DayGame, Options, Pace
from nouvelle_france.tables.table import Table

Why = Literal["further", "past", "alone", "unfinished", "late", "helped"]
"""Why a game is not listed among the first ones of its day."""


def begin(
    day: DayGame, secret: str, edition: Edition, name: str, token: str, pace: Pace, deal: Deal
) -> tuple[Created, Entry]:
    """Make the table of a day's game and begin it at once: no such table ever waits until another day.

    ``token`` is the hash of what holds the seat and hosts the table. Everything else is the day's: the deal, the
    challenges, Winter's ties in their fixed order (SOL-5d), no hints. Nobody adds words to the shuffle.
    """
    options = Options("solo", SOLO_RULES, challenge(day.date, edition), pace=pace, day=day)
    chairs = [Chair(SOLO_SEAT, "person", name, token=token)]
    shuffled = key(day.date, secret)
    made = decisions.create(options, edition, chairs, secret=shuffled, host=token, invite=token)
    setup = deal(edition, shuffled, ((SOLO_SEAT, ""),), options.rules, options.solo)
    game = setup.game
    return made, Started((SOLO_SEAT,), RULES_VERSION, game.sticks, game.required_sites, setup.deck)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of an ended day's game."""

    why_not: Why | None
    """Why it is not listed; None if it is."""
    won: bool = False
    margin: int = 0
    """The smallest lead of a colour over Winter (SOL-11): above 0 the game is won."""
    points: int = 0
    """All of the player's colours together."""
    challenges: int = 0
    """How many architectural challenges were earned (CHA-7)."""
    scores: dict[str, int] | None = None

    def rank(self) -> tuple[int, int]:
        """The key for comparing a day's games, larger is better."""
        return self.margin, self.points


def outcome(table: Table) -> Outcome:
    """The result of a day's game. A game that ended without a result by the rules counts for nothing."""
    day = table.options.day
    assert day is not None, "a day's game"
    position = None if table.match is None else table.match.state.position
    if table.status != "over" or table.ended is not None or position is None or position.result is None:
        return Outcome("unfinished")
    scores = dict(position.result.scores)
    winter = table.edition.solo.winter
    own = [scores[site.solo_colour] for site in table.edition.sites]
    return Outcome(
        why_not=_why_not(table, day),
        won=WINTER_SEAT not in position.result.winners,
        margin=min(own) - scores[winter],
        points=sum(own),
        challenges=len(position.earned),
        scores=scores,
    )


def _why_not(table: Table, day: DayGame) -> Why | None:
    if day.count != "first":
        return day.count
    if table.clock.at >= closes(day.date):
        return "late"
    if any(seat == SOLO_SEAT and how != "person" for seat, how in table.by):
        return "helped"
    return None


def written(it: Outcome) -> dict[str, Any]:
    """As JSON; the inverse of :func:`read`."""
    return asdict(it)


def read(value: dict[str, Any]) -> Outcome:
    """From JSON that was written here."""
    return Outcome(**value)
