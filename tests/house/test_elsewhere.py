"""Two houses on one storage, as the processes of one server are: what one of them hears late of what the other did."""

from __future__ import annotations

import asyncio
from functools import partial

import orjson

from nouvelle_france.house.memory import MemoryStorage
from nouvelle_france.tables import decisions
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
