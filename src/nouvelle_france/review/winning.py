"""The chance of winning with an expected margin, fitted to our own games (docs/analysis.md).

Seats win in proportion to ``exp(x / s)``, where ``x`` is how far a seat's expected score is above the mean of all, and
``s``, in points, how much may still happen: it was fitted to games of our bots, by how many of the cards are left.
In solo the player wins with the chance ``1 / (1 + exp((even - x) / s))``, where ``x`` is the smallest lead over white.
``winning.json`` has the numbers and the command that makes them.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import exp

from nouvelle_france.rules import Game, Position
from nouvelle_france.rules.game import PLAYER

FILE = "winning.json"


@dataclass(frozen=True, slots=True)
class Curve:
    """How margins turn into chances in games of one kind, by the share of the cards that are left."""

    left: tuple[float, ...]
    """Shares of the cards, rising …"""
    scale: tuple[float, ...]
    """… and the points that matter then, interpolated between shares."""
    even: tuple[float, float] = (0.0, 0.0)
    """Solo: the lead with which half of the games are won, when no card is left and when all are.

    Solo play-outs play less well than most players, increasingly so with their length.
    """

    def at(self, left: float) -> float:
        """The points that matter when this share of the cards is left."""
        place = min(max(bisect_right(self.left, left), 1), len(self.left) - 1)
        low, high = self.left[place - 1], self.left[place]
        part = min(max((left - low) / (high - low), 0.0), 1.0)
        return self.scale[place - 1] + part * (self.scale[place] - self.scale[place - 1])


def kind_of(game: Game) -> str:
    """Which curve a game has: its number of players, or ``solo``."""
    return "solo" if game.mode == "solo" else str(min(game.seats, 4))


def cards_left(position: Position) -> float:
    """The share of all cards that are still in the deck."""
    return position.deck_count / position.game.piles[-1].end


def chances(position: Position, margins: Sequence[float]) -> tuple[float, ...]:
    """Each seat's chance of winning from a position in which these margins can be expected."""
    game, result = position.game, position.result
    if result is not None:
        seats = (PLAYER,) if game.mode == "solo" else range(game.seats)
        won = [game.name(seat) in result.winners for seat in seats]
        return tuple(it / max(sum(won), 1) for it in won)
    curve = curves()[kind_of(game)]
    return chances_by(curve, cards_left(position), margins)


def chances_by(curve: Curve, left: float, margins: Sequence[float]) -> tuple[float, ...]:
    """The same by a curve, when that share of the cards is left."""
    scale = curve.at(left)
    if len(margins) == 1:
        none, full = curve.even
        even = none + left * (full - none)
        return (1 / (1 + exp(min((even - margins[0]) / scale, 500.0))),)
    # A margin is relative to the mean of the others; relative to the mean of all it is smaller.
    above = [margin * (len(margins) - 1) / len(margins) for margin in margins]
    weights = [exp((it - max(above)) / scale) for it in above]
    return tuple(it / sum(weights) for it in weights)


@cache
def curves() -> Mapping[str, Curve]:
    """The curves that come with the package."""
    stored = json.loads((files("nouvelle_france.review") / FILE).read_text(encoding="utf-8"))
    return {
        kind: Curve(tuple(it["left"]), tuple(it["scale"]), tuple(it["even"])) for kind, it in stored["curves"].items()
    }
