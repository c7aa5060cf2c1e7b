"""Seats are given out under the table's lock: what is asked at once is decided one after another."""

from __future__ import annotations

import asyncio

from nouvelle_france.house import Editions, House, Household, Live
from nouvelle_france.house.memory import MemoryStorage
from nouvelle_france.protocol.rest import Join
from nouvelle_france.reception.seats import Seats
from nouvelle_france.rules import Rules
from nouvelle_france.tables import Chair, Code, Options, TableError, decisions
from nouvelle_france.tables.tokens import hashed
from tests.house.gatherings import ThinksWhenLet, person
from tests.kinds import EDITION

HOST = "h" * 33


async def waiting(storage: MemoryStorage, *chairs: Chair) -> tuple[Household, Live]:
    """A public table where these sit, before its game."""
    household = Household(House(storage, Editions()), ThinksWhenLet())
    options = Options("table", Rules(), public=True)
    made = decisions.create(options, EDITION, chairs, secret="5" * 64, host=hashed(HOST), invite="nobody's")
    return household, await household.house.create(made)


class TakenOnce(MemoryStorage):
    """Refuses to append once, as if another process had been first."""

    def __init__(self) -> None:
        super().__init__()
        self.refuses = 0

    async def append(self, *asked: object) -> bool:
        """As always, after that."""
        if self.refuses:
            self.refuses -= 1
            return False
        return await super().append(*asked)  # type: ignore[arg-type]  # passed on as it came


def test_who_takes_all_open_seats_at_once_gets_one_of_them() -> None:
    async def story() -> None:
        storage = TakenOnce()
        household, live = await waiting(storage, person("white"), Chair("brown"), Chair("yellow"), Chair("blue"))
        seats = Seats(household, 1)
        async with live.lock:
            joins = [asyncio.create_task(seats.join(live.table.id, Join(name=f"Mal {n}"), "there")) for n in range(3)]
            other = asyncio.create_task(seats.join(live.table.id, Join(name="Eva"), "elsewhere"))
            await asyncio.sleep(0.01)
            storage.refuses = 1  # whoever is decided on anew is still the same guest
        answers = await asyncio.gather(*joins, return_exceptions=True)
        refused = [it.code for it in answers if isinstance(it, TableError)]
        assert refused == [Code.BAD_INVITE] * 2
        assert (await other)["seat"] in live.table.chairs
        assert [chair.kind for chair in live.table.chairs.values()].count("person") == 3
        await household.stop()

    asyncio.run(story())


class Shared(MemoryStorage):
    """Other houses may write to it too; nobody is told."""

    shared = True


def test_whoever_asks_again_elsewhere_has_one_seat_there_too() -> None:
    async def story() -> None:
        storage = Shared()
        here, live = await waiting(storage, person("white"), Chair("brown"), Chair("yellow"))
        there = Household(House(storage, Editions()), ThinksWhenLet())
        await there.house.live(live.table.id)
        asked = Join(name="Eva", token="e" * 33)
        first, again = [await Seats(it, 1).join(live.table.id, asked, "hers") for it in (here, there)]
        assert (first["seat"], first["token"]) == (again["seat"], again["token"]) == ("brown", "e" * 33)
        assert [it.kind for it in await storage.entries(live.table.id)].count("sat") == 1
        for household in (here, there):
            await household.stop()

    asyncio.run(story())


def test_a_bot_that_is_put_back_in_another_ones_place_takes_no_name_from_a_third() -> None:
    async def story() -> None:
        household, live = await waiting(MemoryStorage(), person("white"), Chair("brown"), Chair("yellow"))
        seats = Seats(household, 1)
        for seat, level in (("brown", "greedy"), ("yellow", "greedy"), ("brown", "random"), ("brown", "greedy")):
            await seats.seat_bot(live.table.id, seat, HOST, level)
        assert [live.table.chairs[seat].name for seat in ("brown", "yellow")] == ["greedy 3", "greedy 2"]
        await household.stop()

    asyncio.run(story())
