"""Two houses on one storage, as the processes of one server are: what one of them hears late of what the other did."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

import orjson
import pytest

from nouvelle_france.house.history import history
from nouvelle_france.house.memory import MemoryStorage
from nouvelle_france.reception import Reception
from nouvelle_france.reception.asking import check_holder
from nouvelle_france.tables import Code, TableError, decisions
from nouvelle_france.tables.tokens import hashed
from tests.house.gatherings import Gathering, person


class Shared(MemoryStorage):
    """Other houses may write to it too; nobody is told."""

    shared = True


async def elsewhere(there: Gathering) -> Gathering:
    """Another house, with the same table in memory."""
    assert isinstance(there.house.storage, Shared)
    other = Gathering(there.house.storage)
    other.live = await other.house.live(there.id)
    return other


def test_a_move_and_a_line_of_chat_heard_of_together_tell_whoever_is_to_act_what_may_be_done() -> None:
    async def story() -> None:
        here = Gathering(Shared())
        await here.begin(person("white"), person("brown"))
        there = await elsewhere(here)
        seat = here.live.table.order[0]
        follower = await there.follow(seat)
        await here.act(seat, "draw")
        await here.house.act(here.id, partial(decisions.say, seat=seat, id="a", text="Your turn?"))
        await there.house.catch_up_with(there.live)
        moved, said = (news for it in follower.heard if (news := orjson.loads(it))["type"] == "news")
        assert (moved["kind"], said["kind"]) == ("moved", "said")
        assert "offers" not in moved, "they are outdated"
        assert said["offers"][seat]["do"] == there.live.private(frozenset((seat,)))["offers"][seat]["do"]
        for house in (here, there):
            await house.household.stop()

    asyncio.run(story())


Asks = Callable[[Gathering, str], Awaitable[object]]


def _looks(there: Gathering, token: str) -> Awaitable[object]:
    return there.house.look(there.id, [token])


def _looks_back(there: Gathering, token: str) -> Awaitable[object]:
    return history(there.house, there.id, [token], 0, 100)


def _asks_whose_browsers_are_told(there: Gathering, token: str) -> Awaitable[object]:
    return check_holder(there.house, there.id, "white", token)


def _adds_words(there: Gathering, token: str) -> Awaitable[object]:
    return Reception(there.household, 10, 1).start(there.id, token, "mine")


def _asks_for_a_rematch(there: Gathering, token: str) -> Awaitable[object]:
    async def room() -> None:
        """There is."""

    return Reception(there.household, 10, 1).making.rematch(there.id, token, room)


@pytest.mark.parametrize("asks", [_looks, _looks_back, _asks_whose_browsers_are_told, _adds_words, _asks_for_a_rematch])
def test_whoever_handed_a_seat_over_holds_it_no_more_where_that_was_not_heard_of(asks: Asks) -> None:
    async def story() -> None:
        here = Gathering(Shared())
        await here.sit(person("white"), person("brown"))
        there = await elsewhere(here)
        await here.house.act(here.id, partial(decisions.offer, seat="white", offer="code"))
        taking = partial(decisions.take_over, offer="code", name="Bo", token=hashed("Bo's"))
        await here.house.act(here.id, taking)
        assert there.live.table.chairs["white"].name != "Bo", "as far as it knows"
        seq = here.live.table.seq
        with pytest.raises(TableError) as refused:
            await asks(there, "white's")
        assert refused.value.code is Code.BAD_TOKEN
        assert len(await here.house.storage.entries(here.id)) == seq
        assert (await there.house.look(there.id, ["Bo's"]))["you"] == ["white"]
        for house in (here, there):
            await house.household.stop()

    asyncio.run(story())


def test_whoever_handed_a_seat_over_does_not_end_the_stand_in_of_its_new_holder() -> None:
    async def story() -> None:
        here = Gathering(Shared())
        await here.begin(person("white"), person("brown"))
        await here.house.act(here.id, partial(decisions.offer, seat="white", offer="code"))
        leave = partial(decisions.leave, seat="white")
        await here.house.act(here.id, leave)
        there = await elsewhere(here)
        taking = partial(decisions.take_over, offer="code", name="Bo", token=hashed("Bo's"))
        await here.house.act(here.id, taking)
        seq = await here.house.act(here.id, leave)
        with pytest.raises(TableError) as refused:
            await there.follow("white")
        assert refused.value.code is Code.BAD_TOKEN
        assert len(await here.house.storage.entries(here.id)) == seq
        for house in (here, there):
            await house.household.stop()

    asyncio.run(story())
