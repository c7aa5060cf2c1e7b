"""ALY-3: bots are asked only after all people have answered, so that nobody reads anything from their silence."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest

from nouvelle_france.rules import Phase
from nouvelle_france.tables import TableError, decisions
from nouvelle_france.tables.table import Table
from tests.house.gatherings import Gathering, bot, person
from tests.tables.sitting import dealt


async def open_window(there: Gathering) -> None:
    """White has placed its beam for three points, and the others may take half."""
    await there.act("white", "bonus")
    await there.act("white", "decline")
    assert there.live.table.playing.state.position.phase is Phase.COUREUR


def test_until_all_people_have_answered_no_bot_is_asked_and_taking_back_is_possible() -> None:
    async def story() -> None:
        there = Gathering(deal=dealt())
        await there.begin(person("white"), bot("brown"), person("yellow"))
        for seat in ("white", "yellow"):
            await there.follow(seat)
        for back in (True, False):
            await open_window(there)
            await there.rest(0.05)
            table: Table = there.live.table
            assert table.reacting
            assert set(table.asked) == {"brown", "yellow"}
            assert there.thinking.asked == [], "whatever it would answer, nobody has asked it"
            assert table.takes_back == "white"
            if back:
                take_back = partial(decisions.take_back, seat="white", on=table.seq, id="back")
                await there.house.act(there.id, take_back)
                assert table.playing.state.position.phase is not Phase.COUREUR
                await there.house.act(there.id, partial(decisions.take_back, seat="white", on=table.seq, id="more"))
        await there.act("yellow", "decline")
        await there.rest(0.05)
        assert [seat for seat, _ in there.thinking.asked][:1] == [there.live.table.game.seat("brown")]
        assert not there.live.table.reacting or "brown" not in there.live.table.asked
        await there.household.stop()

    asyncio.run(story())


def test_a_bots_answer_that_comes_before_peoples_counts_for_nothing() -> None:
    """As it may from another process that has not heard of a take-back."""

    async def story() -> None:
        there = Gathering(deal=dealt())
        await there.begin(person("white"), bot("brown"), person("yellow"))
        await open_window(there)
        table = there.live.table
        number = table.game.seat("brown")
        assert number is not None
        for action in table.playing.state.position.legal.of_seat(number):
            entries = decisions.bot_move(table, "brown", table.asked["brown"], "random", action, "random")
            assert entries == []
        await there.household.stop()

    asyncio.run(story())


def test_a_bot_that_is_in_line_steps_back_where_somebody_takes_an_answer_back() -> None:
    async def story() -> None:
        there = Gathering(deal=dealt())
        there.thinking.begins = False
        there.thinking.let.clear()
        await there.begin(person("white"), bot("brown"), person("yellow"))
        for seat in ("white", "yellow"):
            await there.follow(seat)
        await open_window(there)
        await there.act("yellow", "decline")
        await there.until(lambda: len(there.thinking.asked) == 1)
        take_back = partial(decisions.take_back, seat="yellow", on=there.live.table.seq, id="back")
        await there.house.act(there.id, take_back)
        await there.until(lambda: there.thinking.given_up == 1)
        await there.act("yellow", "decline")
        await there.until(lambda: len(there.thinking.asked) == 2)
        await there.household.stop()

    asyncio.run(story())


def test_a_window_of_bots_alone_is_answered_at_once() -> None:
    async def story() -> None:
        there = Gathering(deal=dealt())
        await there.begin(person("white"), bot("brown"), bot("yellow"))
        await open_window(there)
        await there.rest(0.2)
        assert not there.live.table.reacting
        with pytest.raises(TableError, match="another seat has acted"):
            decisions.take_back(there.live.table, "white", there.live.table.seq, "back")
        await there.household.stop()

    asyncio.run(story())
