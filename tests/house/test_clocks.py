"""The clock on the wall is set, back and ahead: nothing freezes, nothing is hurried, nothing waits past its pause."""

from __future__ import annotations

import asyncio

import pytest

from nouvelle_france.house.memory import MemoryStorage
from nouvelle_france.tables import Pace
from tests.house.gatherings import Gathering, Wall, bot, person

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
