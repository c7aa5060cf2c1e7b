"""Tables of a house on its own, with bots that think when they are let, and a clock on the wall that can be set."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from random import Random

from nouvelle_france.bots import BOTS
from nouvelle_france.bots.judging.hinting import Hints
from nouvelle_france.browser.thinking import Chosen
from nouvelle_france.edition import Edition
from nouvelle_france.house import Editions, House, Household, Live
from nouvelle_france.house.house import now_ms
from nouvelle_france.house.memory import MemoryStorage
from nouvelle_france.house.thinking import Readiness, Turn
from nouvelle_france.record import write_action
from nouvelle_france.rules import Rules, View
from nouvelle_france.tables import Chair, Options, Pace, decisions
from nouvelle_france.tables.decisions import Deal
from nouvelle_france.tables.fairness import deal as fair_deal
from nouvelle_france.tables.options import CoureurOrder
from nouvelle_france.tables.tokens import hashed
from tests.house.alone import Listener
from tests.kinds import EDITION


class ThinksWhenLet:
    """Bots think where it stands, once they are let; ``asked`` are the seats of all that were wanted."""

    def __init__(self) -> None:
        self.changed: list[Callable[[], None]] = []
        self.let = asyncio.Event()
        self.let.set()
        self.asked: list[tuple[int, Turn]] = []
        self.given_up = 0
        self.begins = True
        """Whether a thought begins at once, or stands in line until it is let."""

    def readiness(self, bot: str, edition: Edition) -> Readiness | None:
        """They always are ready."""
        return None

    def expect(self, bot: str, edition: Edition) -> None:
        """Nothing has to be ready."""

    async def choose(self, bot: str, seed: str, view: View, turn: Turn | None = None) -> Chosen:
        """The bot's choice, when it is let."""
        assert view.seat is not None
        assert turn is not None
        self.asked.append((view.seat, turn))
        turn.begun = self.begins
        try:
            await self.let.wait()
        except asyncio.CancelledError:
            self.given_up += 1
            raise
        return Chosen(BOTS[bot](Random(seed)).choose(view, view.legal), bot)

    async def advise(self, view: View, turn: Turn | None = None) -> Hints | None:
        """Nobody asks for any here."""


class Wall:
    """The clock on the wall, which can be set."""

    def __init__(self) -> None:
        self.ahead = 0

    def __call__(self) -> int:
        return now_ms() + self.ahead


class Gathering:
    """A table at a house: white is Ana's, unless bots play among themselves."""

    def __init__(
        self,
        storage: MemoryStorage | None = None,
        wall: Wall | None = None,
        absent: float = 30.0,
        deal: Deal = fair_deal,
    ) -> None:
        self.thinking = ThinksWhenLet()
        self.wall = wall or Wall()
        self.house = House(storage or MemoryStorage(), Editions(), clock=self.wall, deal=deal)
        self.household = Household(self.house, self.thinking, absent)
        self.live: Live

    async def sit(self, *chairs: Chair, pace: Pace | None = None, coureur: CoureurOrder = "first") -> None:
        """Make a table."""
        options = Options("table", Rules(), pace=pace or Pace(bots=0.0), coureur=coureur)
        made = decisions.create(options, EDITION, chairs, secret="5" * 64, host="", invite="")
        self.live = await self.house.create(made)

    async def begin(self, *chairs: Chair, pace: Pace | None = None, coureur: CoureurOrder = "first") -> None:
        """Make a table and begin its game."""
        await self.sit(*chairs or (person("white"), bot("brown")), pace=pace, coureur=coureur)
        await self.house.act(self.id, partial(decisions.start, deal=self.house.deal))

    @property
    def id(self) -> str:
        """The table's."""
        return self.live.table.id

    async def follow(self, *seats: str) -> Listener:
        """Somebody comes, with these seats or to watch."""
        listener = Listener()
        await self.household.presence.follow(self.id, listener, [f"{seat}'s" for seat in seats], lambda _: None)
        return listener

    async def act(self, seat: str, *kinds: str) -> None:
        """A seat does the first thing of these kinds that it may."""
        table = self.live.table
        number = table.game.seat(seat)
        assert number is not None
        legal = table.playing.state.position.legal.of_seat(number)
        action = next(action for kind in kinds for action in legal.of_kind(kind))
        words = write_action(table.game, action)
        await self.house.act(self.id, partial(decisions.move, seat=seat, on=table.seq, id=None, action=words))

    async def play_until(self, holds: Callable[[], bool], seat: str = "white") -> None:
        """A seat plays whatever goes on without windows, whenever it is asked."""
        async with asyncio.timeout(60):
            while not holds():
                if seat in self.live.table.asked:
                    await self.act(seat, "draw", "place", "decline", "end", "pass", "unable")
                await asyncio.sleep(0)

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait for what has to happen."""
        async with asyncio.timeout(30):
            while not holds():
                await asyncio.sleep(0)

    async def rest(self, seconds: float = 0.1) -> None:
        """Let everything happen that would."""
        await asyncio.sleep(seconds)


def person(seat: str) -> Chair:
    """A chair somebody sits on."""
    return Chair(seat, "person", f"{seat}'s holder", token=hashed(f"{seat}'s"))


def bot(seat: str) -> Chair:
    """A chair a bot sits on."""
    return Chair(seat, "bot", f"{seat}'s bot", "random")
