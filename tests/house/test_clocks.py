"""The clock on the wall is set, back and ahead: nothing freezes, nothing is hurried, nothing waits past its pause."""

from __future__ import annotations

import asyncio
import time
from importlib import import_module
from importlib.util import find_spec

import pytest

from nouvelle_france.house.memory import MemoryStorage
from nouvelle_france.tables import Pace
from nouvelle_france.tables.entries import TimedOut
from tests.house.gatherings import Gathering, Wall, bot, person
from tests.tables.sitting import dealt

HOUR = 60 * 60 * 1000


async def at_the_bots_turn(there: Gathering) -> None:
    await there.play_until(lambda: list(there.live.table.asked) == ["brown"] and not there.live.table.reacting)
    there.thinking.asked.clear()


async def bot_moves(there: Gathering) -> float:
    """How long until the bot is asked."""
    began = asyncio.get_running_loop().time()
    async with asyncio.timeout(20):
        while not there.thinking.asked:
            await asyncio.sleep(0.01)
    return asyncio.get_running_loop().time() - began


@pytest.mark.parametrize("set_to", [-HOUR, HOUR])
def test_a_clock_that_is_set_neither_freezes_bots_nor_hurries_them(set_to: int) -> None:
    async def story() -> None:
        there = Gathering()
        await there.begin(pace=Pace(bots=0.5))
        await at_the_bots_turn(there)
        there.wall.ahead = set_to
        assert 0.3 < await bot_moves(there) < 10
        await at_the_bots_turn(there)
        assert 0.3 < await bot_moves(there) < 10, "and so it goes on"
        await there.household.stop()

    asyncio.run(story())


def test_after_a_restart_nothing_waits_longer_than_its_pause() -> None:
    """The table was last changed an hour from now, since the clock was an hour ahead then."""

    async def story() -> None:
        storage, wall = MemoryStorage(), Wall()
        wall.ahead = HOUR
        before = Gathering(storage, wall)
        await before.begin(pace=Pace(bots=0.5))
        await at_the_bots_turn(before)
        await before.household.stop()
        after = Gathering(storage)
        await after.household.start()
        assert await bot_moves(after) < 10
        await after.household.stop()

    asyncio.run(story())


@pytest.mark.parametrize("set_to", [-HOUR, HOUR])
def test_the_clock_of_a_turn_runs_as_long_as_it_should(set_to: int) -> None:
    async def story() -> None:
        there = Gathering()
        await there.begin(person("white"), bot("brown"), pace=Pace(turn=5, bots=0.0))
        await there.play_until(lambda: "white" in there.live.table.asked)
        there.wall.ahead = set_to
        await there.rest(0.3)
        assert there.live.table.out_of_time == []
        async with asyncio.timeout(30):
            while "white" not in there.live.table.out_of_time and not any(
                how == "stand_in" for _, how in there.live.table.by
            ):
                await asyncio.sleep(0.02)
        await there.household.stop()

    asyncio.run(story())


@pytest.mark.parametrize("set_to", [-HOUR, HOUR])
def test_what_an_action_has_used_of_a_turn_is_measured_by_the_clock_on_the_wall(set_to: int) -> None:
    """Its time is that of the entry, by which every process counts: the turn ends with it, or loses nothing by it."""

    async def story() -> None:
        there = Gathering(deal=dealt())
        await there.begin(person("white"), person("brown"), person("yellow"), pace=Pace(turn=600))
        clock = there.live.table.clock
        there.wall.ahead = set_to
        await there.act("white", "draw")
        assert list(clock.asked) == ["white"], "its turn goes on"
        assert clock.end_of_turn - clock.at == (0 if set_to > 0 else 600_000)
        async with asyncio.timeout(30):
            while set_to > 0 and not there.live.table.out_of_time:
                await asyncio.sleep(0.01)
        assert there.live.table.out_of_time == (["white"] if set_to > 0 else [])
        await there.household.stop()

    asyncio.run(story())


class Hesitates(Wall):
    """A clock that is read some moments after it was asked for, as on a machine with much to do."""

    hesitates = False

    def __call__(self) -> int:
        if self.hesitates:
            time.sleep(0.01)
        return super().__call__()


@pytest.mark.parametrize("loop", [name for name in ("asyncio", "uvloop") if find_spec(name)])  # Windows has one
@pytest.mark.parametrize("hesitates", [False, True])
def test_nobodys_time_is_over_before_its_deadline(loop: str, hesitates: bool) -> None:
    """Not by a millisecond, however the loop reads and rounds its own time."""

    async def story() -> None:
        wall = Hesitates()
        tables = [Gathering(wall=wall) for _ in range(20)]
        wall.hesitates = hesitates
        for there in tables:
            await there.begin(person("white"), person("brown"), pace=Pace(turn=1))
        wall.hesitates = False
        deadlines = [there.live.table.due for there in tables]
        async with asyncio.timeout(30):
            while not all(there.live.table.out_of_time for there in tables):
                await asyncio.sleep(0.02)
        for there, deadline in zip(tables, deadlines, strict=True):
            (over,) = [it for it in await there.house.storage.entries(there.id) if isinstance(it.entry, TimedOut)]
            assert deadline is not None
            assert over.at >= deadline
            await there.household.stop()

    with asyncio.Runner(loop_factory=import_module(loop).new_event_loop) as runner:
        runner.run(story())
