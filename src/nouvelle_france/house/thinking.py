"""Whoever thinks for bots, and what a thought that is wanted looks like to them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from nouvelle_france.bots.judging.hinting import Hints
from nouvelle_france.edition import Edition
from nouvelle_france.house.presence import Place
from nouvelle_france.rules import Action, View


class Readiness(NamedTuple):
    """How far a bot is from being able to play."""

    progress: float
    """From 0 to 1."""
    failed: bool
    """Whether preparing it failed, or it cannot be prepared here. Where another try may help, one follows."""


class Thought(Protocol):
    """An action to play, and who chose it."""

    @property
    def action(self) -> Action:
        """What to play."""

    @property
    def how(self) -> str:
        """``bot`` if it was the bot itself."""

    @property
    def chosen_by(self) -> str:
        """Who chose: that bot, or its stand-in."""


@dataclass(eq=False)
class Turn:
    """A queued request for a thought, until it begins."""

    place: Callable[[], Place]
    """Its queue priority, which may change while it waits."""
    begun: bool = False
    """Whether thinking has begun; before that it can be dropped at no cost."""


class Thinking(Protocol):
    """Something that thinks for bots."""

    changed: list[Callable[[], None]]
    """Called when a readiness has changed."""

    def readiness(self, bot: str, edition: Edition) -> Readiness | None:
        """How far a bot is from being ready for games of an edition; None if it is ready."""

    def expect(self, bot: str, edition: Edition) -> None:
        """Announce that a bot will play in a game of an edition, so that it is prepared by then."""

    async def choose(self, bot: str, seed: str, view: View, turn: Turn | None = None) -> Thought:
        """An action for the seat of a view; the same seed gives the same one. Never fails because of the bot.

        ``turn`` is its place in the queue; without one it is among the first.
        """

    async def advise(self, view: View, turn: Turn | None = None) -> Hints | None:
        """Hints for the seat of a view; None if no thinker is free."""


NOBODYS = Place(2, frozenset())
"""The queue priority of a thought whose table everybody has left meanwhile."""
