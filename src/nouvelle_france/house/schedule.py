"""What happens at a table by itself when it is time: bots move, clocks run out."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from typing import NamedTuple, Protocol

from nouvelle_france.bots import BOTS
from nouvelle_france.bots.judging.hinting import Hints
from nouvelle_france.edition import Edition
from nouvelle_france.house.house import House
from nouvelle_france.house.live import Live
from nouvelle_france.house.presence import Place, Presence
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


@dataclass(eq=False)
class Turn:
    """A thought that is wanted, from where it stands in line to its begin."""

    place: Callable[[], Place]
    """Where it stands: that may change while it waits."""
    begun: bool = False
    """Whether somebody has begun to think; before that it costs nothing to give it up."""


class Thinking(Protocol):
    """Whoever thinks for bots."""

    changed: list[Callable[[], None]]
    """Who hears that a readiness has changed."""

    def readiness(self, bot: str, edition: Edition) -> Readiness | None:
        """How far a bot is from being ready for games of an edition; None where it is."""

    def expect(self, bot: str, edition: Edition) -> None:
        """Say that a bot will be asked in a game of an edition, so that what it needs is ready by then."""

    async def choose(self, bot: str, seed: str, view: View, turn: Turn | None = None) -> Thought:
        """An action for the seat of a view; the same seed gives the same one. Never fails because of the bot.

        ``turn`` is its place in line, where many want thoughts; without one it is among the first.
        """

    async def advise(self, view: View, turn: Turn | None = None) -> Hints | None:
        """Hints for the seat of a view; None where nobody is free to think of any."""


@dataclass(eq=False)
class Wanted:
    """A bot's answer that is being thought of, or waited for."""

    seat: str
    ask: Ask
    bot: str
    turn: Turn
    task: asyncio.Task[None] | None = None
    given: bool = False
    """Whether the table has had the answer, and decided on it."""


@dataclass
class Driven:
    """What goes on by itself at one table."""

    timer: asyncio.TimerHandle | None = None
    wanted: Wanted | None = None
    """One at a time: whoever has many bots, or takes back and plays again, has no more of those who think."""
    times: dict[Hashable, float] = field(default_factory=dict)
    """When bots may act and clocks run out, by the event loop's clock, which nobody sets."""


class Schedule:
    """Sees to it that bots move and clocks run out."""

    def __init__(self, house: House, thinking: Thinking, presence: Presence) -> None:
        self._house = house
        self._thinking = thinking
        self._presence = presence
        self._driven: dict[str, Driven] = {}
        house.changed.append(self.drive)
        presence.changed.append(self.drive)

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
        return driven is not None and (driven.timer is not None or driven.wanted is not None)

    def thinks(self, id: str) -> bool:
        """Whether a bot of a table is thinking."""
        return id in self._driven and self._driven[id].wanted is not None

    def wakes_at(self, id: str) -> float | None:
        """When it looks at a table next, by the event loop's clock."""
        timer = self._driven[id].timer if id in self._driven else None
        return None if timer is None else timer.when()

    def drive(self, live: Live, grace: int = 0) -> None:
        """See to it that bots move and clocks run out at this table when it is time."""
        table = live.table
        driven = self._driven.setdefault(table.id, Driven())
        bots = [chair.bot for chair in table.chairs.values() if chair.bot is not None]
        if bots and table.status != "over" and self._presence.place(live) is not None:
            for bot in bots:
                self._thinking.expect(bot, table.edition)
        if driven.timer is not None:
            driven.timer.cancel()
            driven.timer = None
        self._give_up_what_is_over(driven, table)
        times = self._times(live, driven)
        if times:
            self._look_again(live, driven, min(times.values()) + grace / 1000)

    def _give_up_what_is_over(self, driven: Driven, table: Table) -> None:
        """The game went on without an answer that waits in line: nobody need think of it."""
        wanted = driven.wanted
        if (
            wanted is not None
            and wanted.task is not None
            and not wanted.turn.begun
            and not decisions.is_asked(table, wanted.seat, wanted.ask, wanted.bot)
        ):
            wanted.task.cancel()

    def _look_again(self, live: Live, driven: Driven, at: float) -> None:
        loop = asyncio.get_running_loop()
        # Not `call_at`: a browser's event loop refuses a moment that has just passed.
        driven.timer = loop.call_later(max(at - loop.time(), 0.0), self._wake, live, driven)

    def _times(self, live: Live, driven: Driven) -> dict[Hashable, float]:
        """When bots may act (under ``None``) and when the clocks of seats run out, by the event loop's clock.

        A table's own times are those of the wall's clock, which may be set: what it says counts when a time is first
        seen, as in a process that has just begun, and never for longer than the whole pause.
        """
        table, pace = live.table, live.table.options.pace
        if table.status != "playing":
            driven.times = {}
            return {}
        now, wall = asyncio.get_running_loop().time(), self._house.clock()
        kept: dict[Hashable, float] = {}
        times: dict[Hashable, float] = {}

        def add(seat: str | None, key: Hashable, due: int, most: float) -> None:
            kept[key] = driven.times.get(key, now + min(max(0.0, (due - wall) / 1000), most))
            times[seat] = kept[key]

        bots = [seat for seat in table.asked if table.bot_of(seat) is not None]
        if bots and not table.waits_for_people and driven.wanted is None and self._presence.place(live) is not None:
            add(None, table.game_seq, table.bot_due, pace.bots)
        for seat in table.asked:
            if (deadline := table.deadline(seat)) is not None:
                limit = (pace.window if table.reacting else pace.turn) or pace.turn or 0
                add(seat, (seat, deadline), deadline, limit)
        driven.times = kept
        return times

    def _wake(self, live: Live, driven: Driven) -> None:
        driven.timer = None
        table, now = live.table, asyncio.get_running_loop().time()
        if self._house.work.stopping:
            return
        times = self._times(live, driven)
        for seat, time in times.items():
            if time > now:
                continue
            if isinstance(seat, str):
                deadline = table.deadline(seat)
                assert deadline is not None
                act = self._house.act(table.id, partial(decisions.time_out, seat=seat, now=deadline))
                self._house.work.spawn(act)
            else:
                self._let_one_think(live, driven)
        if to_come := [time for time in times.values() if time > now]:
            self._look_again(live, driven, min(to_come))

    def _let_one_think(self, live: Live, driven: Driven) -> None:
        """The first bot that is asked and ready. One that is getting ready is looked at again when it is."""
        table = live.table
        for seat, ask in table.asked.items():
            bot = table.bot_of(seat)
            if bot is not None and not self._waits(table, seat, bot):
                wanted = Wanted(seat, ask, bot, Turn(lambda: self._presence.place(live) or NOBODYS))
                driven.wanted = wanted
                wanted.task = self._house.work.spawn(self._think(live, wanted))
                wanted.task.add_done_callback(partial(self._is_over, live, driven, wanted))
                return

    def _waits(self, table: Table, seat: str, bot: str) -> bool:
        """Whether a seat's own bot is still getting ready: then the game waits for it, and so do all clocks."""
        own = seat in table.chairs and table.chairs[seat].bot == bot
        return own and self._thinking.readiness(bot, table.edition) is not None

    async def _think(self, live: Live, wanted: Wanted) -> None:
        """Let a bot answer for a seat."""
        seat, ask, bot = wanted.seat, wanted.ask, wanted.bot
        table = live.table
        number = table.game.seat(seat)
        assert number is not None
        seed = sha256(f"{table.secret}:{seat}:{ask.seq}".encode()).hexdigest()
        # A bot this program no longer has is played by the plainest one.
        known = bot if bot in BOTS or bot == WINTER_SEAT else "random"
        thought = await self._thinking.choose(known, seed, table.playing.state.view(number), wanted.turn)
        if thought.how != "bot":
            await asyncio.sleep(0.3)  # workers that were told to end with us have not failed
            if self._house.work.stopping:
                return

        def decide(table: Table) -> list[Entry]:
            return decisions.bot_move(table, seat, ask, bot, thought.action, thought.chosen_by)

        await self._house.act(table.id, decide)
        wanted.given = True

    def _is_over(self, live: Live, driven: Driven, wanted: Wanted, task: asyncio.Task[None]) -> None:
        """Somebody else may think for the table now. After a failure nobody does: who sweeps looks after it."""
        if driven.wanted is wanted:
            driven.wanted = None
        current = self._driven.get(live.table.id) is driven
        if current and (wanted.given or task.cancelled()) and not self._house.work.stopping:
            self.drive(live)


NOBODYS = Place(2, frozenset())
"""Where a thought stands whose table everybody has left meanwhile."""
