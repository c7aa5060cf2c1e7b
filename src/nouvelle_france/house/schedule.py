"""What happens at a table by itself when it is time: bots move, clocks run out."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from typing import NamedTuple, Protocol

from nouvelle_france.bots import BOTS
from nouvelle_france.bots.judging.hinting import Hints
from nouvelle_france.edition import Edition
from nouvelle_france.house.house import House
from nouvelle_france.house.live import Live
from nouvelle_france.rules import Action, View
from nouvelle_france.tables import Entry, Table, decisions
from nouvelle_france.tables.chairs import WINTER_SEAT
from nouvelle_france.tables.table import Ask


class Readiness(NamedTuple):
    """How far a bot is from being able to play."""

    progress: float
    """A share of 1."""
    failed: bool
    """Whether it could not be made ready; it is tried again."""


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
        """Who chose: that bot, or whoever stood in for it."""


class Thinking(Protocol):
    """Whoever thinks for bots."""

    changed: list[Callable[[], None]]
    """Who hears that a readiness has changed."""

    def readiness(self, bot: str, edition: Edition) -> Readiness | None:
        """How far a bot is from being ready for games of an edition; None where it is."""

    def expect(self, bot: str, edition: Edition) -> None:
        """Say that a bot will be asked in a game of an edition, so that what it needs is ready by then."""

    async def choose(self, bot: str, seed: str, view: View) -> Thought:
        """An action for the seat of a view; the same seed gives the same one. Never fails because of the bot."""

    async def advise(self, view: View) -> Hints | None:
        """Hints for the seat of a view; None where nobody is free to think of any."""


@dataclass
class Driven:
    """What goes on by itself at one table."""

    timer: asyncio.TimerHandle | None = None
    thinking: dict[str, Ask] = field(default_factory=dict)
    held: dict[str, tuple[Ask, Action, str]] = field(default_factory=dict)
    """Claims of bots that wait for persons to answer first."""


class Schedule:
    """Sees to it that bots move and clocks run out."""

    def __init__(self, house: House, thinking: Thinking) -> None:
        self._house = house
        self._thinking = thinking
        self._driven: dict[str, Driven] = {}
        house.changed.append(self.drive)

    def stop(self) -> None:
        """Nothing more happens by itself."""
        for driven in self._driven.values():
            if driven.timer is not None:
                driven.timer.cancel()

    def forget(self, id: str) -> None:
        """A table is in memory no longer."""
        driven = self._driven.pop(id, None)
        if driven is not None and driven.timer is not None:
            driven.timer.cancel()

    def busy(self, id: str) -> bool:
        """Whether something is about to happen at a table."""
        driven = self._driven.get(id)
        return driven is not None and (driven.timer is not None or bool(driven.thinking))

    def thinks(self, id: str) -> bool:
        """Whether a bot of a table is thinking."""
        return id in self._driven and bool(self._driven[id].thinking)

    def wakes_at(self, id: str) -> float | None:
        """When it looks at a table next, by the event loop's clock."""
        timer = self._driven[id].timer if id in self._driven else None
        return None if timer is None else timer.when()

    def drive(self, live: Live, grace: int = 0) -> None:
        """See to it that bots move and clocks run out at this table when it is time."""
        table = live.table
        driven = self._driven.setdefault(table.id, Driven())
        if table.status != "over":
            for chair in table.chairs.values():
                if chair.bot is not None:
                    self._thinking.expect(chair.bot, table.edition)
        if driven.timer is not None:
            driven.timer.cancel()
            driven.timer = None
        if table.status != "playing":
            return
        due, bots_asked = table.due, _bots_asked(table, driven)
        if due is None and not bots_asked:
            return
        at_once = due is None or (table.reacting and bots_asked)
        wait = grace if due is None or at_once else max(0, due + grace - self._house.clock())
        # Long sleeps are cut up: the wall clock may be set, and timers count by another.
        driven.timer = asyncio.get_running_loop().call_later(min(wait / 1000, 60.0), self._wake, live, driven)

    def _wake(self, live: Live, driven: Driven) -> None:
        driven.timer = None
        table, now = live.table, self._house.clock()
        if table.status != "playing" or self._house.work.stopping:
            return
        early = False
        for seat, ask in table.asked.items():
            bot = table.bot_of(seat)
            deadline = table.deadline(seat)
            if bot is not None and self._waits(table, seat, bot):
                continue  # it is getting ready, and is looked at again when it is
            if bot is not None and driven.thinking.get(seat) != ask and table.bot_due(seat) > now:
                early = True
            elif bot is not None and driven.thinking.get(seat) != ask:
                driven.thinking[seat] = ask
                self._house.work.spawn(self._think(live, driven, seat, ask, bot))
            elif deadline is not None and deadline <= now:
                self._house.work.spawn(self._house.act(table.id, partial(decisions.time_out, seat=seat, now=now)))
        due = table.due
        if due is not None and due > now:
            self.drive(live)
        elif early:  # the wall clock was set back
            driven.timer = asyncio.get_running_loop().call_later(1.0, self._wake, live, driven)

    def _waits(self, table: Table, seat: str, bot: str) -> bool:
        """Whether a seat's own bot is still getting ready: then the game waits for it, and so do all clocks."""
        own = seat in table.chairs and table.chairs[seat].bot == bot
        return own and self._thinking.readiness(bot, table.edition) is not None

    async def _think(self, live: Live, driven: Driven, seat: str, ask: Ask, bot: str) -> None:
        """Let a bot answer for a seat."""
        table = live.table
        try:
            held = driven.held.get(seat)
            if held is not None and held[0] == ask:
                _, action, chosen_by = held
            else:
                number = table.game.seat(seat)
                assert number is not None
                seed = sha256(f"{table.secret}:{seat}:{ask.seq}".encode()).hexdigest()
                # A bot this program no longer has is played by the plainest one.
                known = bot if bot in BOTS or bot == WINTER_SEAT else "random"
                thought = await self._thinking.choose(known, seed, table.playing.state.view(number))
                if thought.how != "bot":
                    await asyncio.sleep(0.3)  # workers that were told to end with us have not failed
                    if self._house.work.stopping:
                        return
                action, chosen_by = thought.action, thought.chosen_by

            def decide(table: Table) -> list[Entry]:
                if decisions.is_asked(table, seat, ask, bot) and decisions.waits_for_people(table, action):
                    driven.held[seat] = (ask, action, chosen_by)
                else:
                    driven.held.pop(seat, None)
                return decisions.bot_move(table, seat, ask, bot, action, chosen_by)

            await self._house.act(table.id, decide)
        finally:
            if driven.thinking.get(seat) == ask:
                del driven.thinking[seat]


def _bots_asked(table: Table, driven: Driven) -> bool:
    """Whether a bot may answer at once beside persons who are asked too."""
    return any(
        table.bot_of(seat) is not None and driven.thinking.get(seat) != ask and driven.held.get(seat, (None,))[0] != ask
        for seat, ask in table.asked.items()
    )
