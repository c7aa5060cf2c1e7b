"""Bots think for those who are there: in which order, how much at once, and for whom not at all."""

from __future__ import annotations

import asyncio
from functools import partial

from nouvelle_france.house.presence import Place
from nouvelle_france.tables import Pace, decisions
from tests.house.gatherings import Gathering, bot, person


def test_bots_among_themselves_play_only_while_somebody_watches() -> None:
    async def story() -> None:
        there = Gathering()
        await there.begin(bot("white"), bot("brown"))
        await there.rest()
        assert there.thinking.asked == []
        assert there.live.table.standing().due is None, "nobody need look after it"
        watcher = await there.follow()
        await there.rest()
        assert there.thinking.asked
        assert {turn.place().rank for _, turn in there.thinking.asked} == {1}
        await there.household.presence.unfollow(there.id, watcher)
        await there.rest()
        before = there.live.table.seq
        await there.rest()
        assert there.live.table.seq == before
        await there.household.stop()

    asyncio.run(story())


def test_where_a_person_has_a_seat_bots_always_think_and_come_first_while_the_person_is_there() -> None:
    async def story() -> None:
        there = Gathering()
        there.thinking.let.clear()
        await there.begin(person("white"), bot("brown"))
        await there.play_until(lambda: bool(there.thinking.asked))
        ((_, turn),) = there.thinking.asked
        assert turn.place().rank == 1, "she may come back"
        assert there.live.table.standing().due is not None
        ana = await there.follow("white")
        assert turn.place() == Place(0, frozenset(("here",)))
        await there.household.presence.unfollow(there.id, ana)
        assert turn.place().rank == 1
        await there.household.stop()

    asyncio.run(story())


def test_one_thought_a_table() -> None:
    """In a Coureur window three bots are asked; they think one after another."""

    async def story() -> None:
        there = Gathering()
        await there.begin(person("white"), bot("brown"), bot("yellow"), bot("blue"))
        most = 0
        choose = there.thinking.choose
        at_once = 0

        async def counted(*words: object) -> object:
            nonlocal most, at_once
            at_once += 1
            most = max(most, at_once)
            try:
                await asyncio.sleep(0)
                return await choose(*words)  # type: ignore[arg-type]  # passed on as it came
            finally:
                at_once -= 1

        there.thinking.choose = counted  # type: ignore[method-assign,assignment]  # the same, and it counts
        await there.follow("white")
        await there.play_until(lambda: there.live.table.status == "over")
        assert most == 1
        await there.household.stop()

    asyncio.run(story())


def test_a_thought_in_line_is_given_up_when_the_game_goes_on_without_it_and_one_begun_is_not() -> None:
    async def story(begins: bool) -> tuple[int, int]:
        there = Gathering()
        there.thinking.begins = begins
        await there.begin(person("white"), bot("brown"))
        await there.follow("white")
        await there.play_until(lambda: there.live.table.takes_back is None and "white" in there.live.table.asked)
        there.thinking.let.clear()
        there.thinking.asked.clear()
        for _ in range(5):
            await there.play_until(lambda: there.live.table.takes_back == "white" and "brown" in there.live.table.asked)
            await there.rest(0.02)
            on = there.live.table.seq
            await there.house.act(
                there.id,
                partial(decisions.take_back, seat="white", on=on, id=f"back-{on}"),
            )
            await there.rest(0.02)
        found = len(there.thinking.asked), there.thinking.given_up
        there.thinking.let.set()
        await there.play_until(lambda: there.live.table.status == "over")
        await there.household.stop()
        return found

    wanted, given_up = asyncio.run(story(begins=False))
    assert wanted == given_up == 5
    assert asyncio.run(story(begins=True)) == (1, 0), "while somebody thinks for a table, nobody else does"


def test_the_pause_of_bots_is_kept() -> None:
    async def story() -> None:
        there = Gathering()
        await there.begin(person("white"), bot("brown"), pace=Pace(bots=0.3))
        await there.play_until(lambda: list(there.live.table.asked) == ["brown"] and not there.live.table.reacting)
        began = asyncio.get_running_loop().time()
        there.thinking.asked.clear()
        while not there.thinking.asked:
            await asyncio.sleep(0.005)
        assert 0.25 < asyncio.get_running_loop().time() - began < 5
        await there.household.stop()

    asyncio.run(story())
