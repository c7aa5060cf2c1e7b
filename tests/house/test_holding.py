"""Only who holds a seat acts for it: whoever holds it in the moment when the request is decided on."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import orjson
import pytest

from nouvelle_france.house import StorageError
from nouvelle_france.house.memory import MemoryStorage
from nouvelle_france.reception.conversation import Bounds, Conversation
from nouvelle_france.reception.seats import Seats
from nouvelle_france.record import write_action
from nouvelle_france.tables import Chair, Code, TableError, decisions
from nouvelle_france.tables.tokens import hashed
from tests.house.gatherings import Gathering

TOKENS = {"white": "w" * 33, "brown": "b" * 33}
CHAIRS = [Chair(seat, "person", f"{seat}'s holder", token=hashed(token)) for seat, token in TOKENS.items()]


class Client:
    """A conversation with the house, and what it was sent."""

    def __init__(self, there: Gathering) -> None:
        self.heard: list[dict[str, Any]] = []
        self.table = there.id
        self.conversation = Conversation(there.household, "here", self._hear, Bounds())

    def _hear(self, message: bytes) -> None:
        self.heard.append(orjson.loads(message))

    async def ask(self, type: str, **more: object) -> dict[str, Any]:
        """The answer to a message."""
        self.heard.clear()
        await self.conversation.hear(orjson.dumps({"type": type, "id": "a", "table": self.table, **more}))
        return next(message for message in self.heard if message.get("re") == "a")


def move_of(there: Gathering, seat: str) -> dict[str, Any]:
    """A move that a seat could make now, in a client's words."""
    table = there.live.table
    number = table.game.seat(seat)
    assert number is not None
    action = next(iter(table.playing.state.position.legal.of_seat(number)))
    return {"on": table.seq, "action": write_action(table.game, action)}


Asks = Callable[[Gathering, Client], Awaitable[object]]


async def _moves(there: Gathering, ana: Client) -> None:
    refused = await ana.ask("move", **move_of(there, there.live.table.order[0]))
    assert refused["code"] == Code.NOT_YOUR_SEAT, refused


async def _says(there: Gathering, ana: Client) -> None:
    assert (await ana.ask("say", seat=there.live.table.order[0], text="hello"))["code"] == Code.NOT_YOUR_SEAT


async def _asks(how: str, there: Gathering, _: Client) -> None:
    seats = Seats(there.household, 1)
    with pytest.raises(TableError) as error:
        await getattr(seats, how)(there.id, there.live.table.order[0], TOKENS[there.live.table.order[0]])
    assert error.value.code is Code.BAD_TOKEN


@pytest.mark.parametrize("asks", [_moves, _says, *(partial(_asks, how) for how in ("offer", "leave", "concede"))])
def test_what_an_old_holder_asked_for_before_the_seat_was_taken_over_is_refused(asks: Asks) -> None:
    async def story() -> None:
        there = Gathering()
        await there.begin(*CHAIRS)
        seat = there.live.table.order[0]
        ana = Client(there)
        assert (await ana.ask("open", tokens=[TOKENS[seat]]))["type"] == "opened"
        await there.house.act(there.id, partial(decisions.offer, seat=seat, offer="code"))
        async with there.live.lock:
            taking = asyncio.create_task(
                there.house.act(there.id, partial(decisions.take_over, offer="code", name="Bo", token="new"))
            )
            await there.rest(0)
            asking = asyncio.ensure_future(asks(there, ana))
            await there.rest(0.01)
        await taking
        seq = there.live.table.seq
        await asking
        assert there.live.table.seq == seq
        await there.household.stop()

    asyncio.run(story())


class Failing(MemoryStorage):
    """Shared with other processes, and out of reach now and then."""

    shared = True
    failing = False

    async def entries(self, *asked: Any, **more: Any) -> Any:
        if self.failing:
            raise StorageError("out of reach")
        return await super().entries(*asked, **more)


def test_where_opening_a_table_again_is_refused_it_stays_open_as_it_was() -> None:
    async def story() -> None:
        storage = Failing()
        there = Gathering(storage)
        await there.begin(*CHAIRS)
        seat = there.live.table.order[0]
        ana = Client(there)
        await ana.ask("open", tokens=[TOKENS[seat]])
        storage.failing = True
        assert (await ana.ask("open", tokens=[TOKENS[seat]]))["code"] == Code.UNAVAILABLE
        storage.failing = False
        assert (await ana.ask("move", **move_of(there, seat)))["type"] == "done"
        assert [it["type"] for it in ana.heard].count("news") == 1
        assert (await ana.ask("open", tokens=[TOKENS[seat]]))["type"] == "opened"
        assert len(there.live.followers) == 1, "the new one instead of the old one"
        await there.household.stop()

    asyncio.run(story())
