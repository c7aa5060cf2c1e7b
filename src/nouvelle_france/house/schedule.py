"""What happens at a table without a request: bots move, clocks run out."""

from __future__ import annotations

import asyncio
from collections.abc import Hashable
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from math import ceil
from time import monotonic

from nouvelle_france.bots import BOTS
from nouvelle_france.bots.stand_in import QUICK
from nouvelle_france.house.house import House
from nouvelle_france.house.live import Live
from nouvelle_france.house.presence import Presence
from nouvelle_france.house.thinking import NOBODYS, Thinking, Turn
from nouvelle_france.tables import Entry, Table, decisions
from nouvelle_france.tables.chairs import WINTER_SEAT
from nouvelle_france.tables.timing import Ask


@dataclass(eq=False)
class Wanted:
    """A bot's answer that is being computed, or queued."""

    seat: str
    ask: Ask
    bot: str
    turn: Turn
    task: asyncio.Task[None] | None = None
    given: bool = False
    """Whether the table has received the answer and decided on it."""


@dataclass
class Driven:
    """Pending timers and thoughts of one table."""

    timer: asyncio.TimerHandle | None = None
    wanted: Wanted | None = None
    """One at a time, so that a table with many bots, or with repeated take-backs, gets no more thinking time."""
    times: dict[Hashable, float] = field(default_factory=dict)
    """When bots may act and clocks run out, by the monotonic clock, which cannot be set.

    Not by the event loop's: uvloop's is that of the round's beginning, in whole milliseconds.
    """


class Schedule:
    """Makes bots move and clocks run out."""

    def __init__(self, house: House, thinking: Thinking, presence: Presence) -> None:
        self._house = house
        self._thinking = thinking
        self._presence = presence
        self._driven: dict[str, Driven] = {}
        house.changed.append(self.drive)
        presence.changed.append(self.drive)

    def stop(self) -> None:
        """Stop all timers."""
        for driven in self._driven.values():
            if driven.timer is not None:
                driven.timer.cancel()

    def forget(self, id: str) -> None:
        """Forget a table that was dropped from memory."""
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

    def awaited(self, table: Table) -> list[str]:
        """The bots without which a game cannot go on, where all that are asked are still getting ready."""
        bots = table.bots_asked
        return list(bots.values()) if all(self._waits(table, seat, bot) for seat, bot in bots.items()) else []

    def rests(self, id: str) -> float | None:
        """How many seconds are left until a table is examined next."""
        timer = self._driven[id].timer if id in self._driven else None
        return None if timer is None else timer.when() - asyncio.get_running_loop().time()

    def drive(self, live: Live, grace: int = 0) -> None:
        """Schedule this table's next bot move or clock."""
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
        """Drop a queued answer: the game moved on without it, or people are asked first again."""
        wanted = driven.wanted
        if (
            wanted is not None
            and wanted.task is not None
            and not wanted.turn.begun
            and not decisions.is_asked(table, wanted.seat, wanted.ask, wanted.bot)
        ):
            wanted.task.cancel()

    def _look_again(self, live: Live, driven: Driven, at: float) -> None:
        # Not `call_at`: a browser's event loop refuses a moment that has just passed. In whole milliseconds, since
        # uvloop rounds to the nearest: it would come half of one too early.
        pause = max(ceil((at - monotonic()) * 1000), 0) / 1000
        driven.timer = asyncio.get_running_loop().call_later(pause, self._wake, live, driven)

    def _times(self, live: Live, driven: Driven) -> dict[Hashable, float]:
        """When bots may act (under ``None``) and when the clocks of seats run out, by the monotonic clock.

        A table's own times are by the system clock, which may be changed: it is used only when a time is first seen, as
        in a process that has just begun, and never for longer than the whole pause.
        """
        table, pace = live.table, live.table.options.pace
        if table.status != "playing":
            driven.times = {}
            return {}
        wall = self._house.clock()
        now = monotonic()  # read after the other: what passes in between may make a time later, never too early
        kept: dict[Hashable, float] = {}
        times: dict[Hashable, float] = {}

        def add(seat: str | None, key: Hashable, due: int, most: float) -> None:
            kept[key] = driven.times.get(key, now + min(max(0.0, (due - wall) / 1000), most))
            times[seat] = kept[key]

        if table.bots_asked and driven.wanted is None and self._presence.place(live) is not None:
            add(None, table.game_seq, table.bot_due, pace.bots)
        for seat in table.asked:
            if (deadline := table.deadline(seat)) is not None:
                limit = (pace.window if table.reacting else pace.turn) or pace.turn or 0
                add(seat, (seat, deadline), deadline, limit)
        driven.times = kept
        return times

    def _wake(self, live: Live, driven: Driven) -> None:
        driven.timer = None
        table, now = live.table, monotonic()
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
        """The first bot that may act and is ready. One still getting ready is examined again once it is."""
        table = live.table
        for seat, bot in table.bots_asked.items():
            if not self._waits(table, seat, bot):
                wanted = Wanted(seat, table.asked[seat], bot, Turn(lambda: self._presence.place(live) or NOBODYS))
                driven.wanted = wanted
                wanted.task = self._house.work.spawn(self._think(live, wanted))
                wanted.task.add_done_callback(partial(self._is_over, live, driven, wanted))
                return

    def _waits(self, table: Table, seat: str, bot: str) -> bool:
        """Whether a seat's own bot is still getting ready: then the game waits for it and all clocks stop."""
        own = seat in table.chairs and table.chairs[seat].bot == bot
        return own and self._thinking.readiness(bot, table.edition) is not None

    async def _think(self, live: Live, wanted: Wanted) -> None:
        """Let a bot answer for a seat."""
        seat, ask, bot = wanted.seat, wanted.ask, wanted.bot
        table = live.table
        number = table.game.seat(seat)
        assert number is not None
        seed = sha256(f"{table.secret}:{seat}:{ask.seq}".encode()).hexdigest()
        known = bot if bot in BOTS or bot == WINTER_SEAT else QUICK  # this program may no longer have that bot
        thought = await self._thinking.choose(known, seed, table.playing.state.view(number), wanted.turn)
        if thought.how != "bot":
            await asyncio.sleep(0.3)  # workers stopped together with the server have not failed
            if self._house.work.stopping:
                return

        def decide(table: Table) -> list[Entry]:
            return decisions.bot_move(table, seat, ask, bot, thought.action, thought.chosen_by)

        await self._house.act(table.id, decide)
        wanted.given = True

    def _is_over(self, live: Live, driven: Driven, wanted: Wanted, task: asyncio.Task[None]) -> None:
        """Allow the table's next thought. After a failure nothing is scheduled: sweeping looks after the table."""
        if driven.wanted is wanted:
            driven.wanted = None
        current = self._driven.get(live.table.id) is driven
        if current and (wanted.given or task.cancelled()) and not self._house.work.stopping:
            self.drive(live)
