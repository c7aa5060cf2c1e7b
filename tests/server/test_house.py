"""The house of tables by itself: several on one database that do not hear of each other, and what fails halfway."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

import httpx
import orjson
import pytest
from sqlalchemy import event

from nouvelle_france.house import Editions, House, Household
from nouvelle_france.protocol.rest import Created, CreateTable, PaceAsked, SeatAsked
from nouvelle_france.reception import Reception
from nouvelle_france.server.limits import Rate
from nouvelle_france.server.metrics import Metrics
from nouvelle_france.server.notes import ServerNotes
from nouvelle_france.server.settings import Settings
from nouvelle_france.server.storage import Storage
from nouvelle_france.server.thinking import Thinkers
from nouvelle_france.tables import Code, Table, TableError, decisions
from nouvelle_france.tables.entries import Entry, Invited, Left
from tests.house.alone import Listener
from tests.server.gathering import awaited
from tests.server.running import serving_here

SEATS = [SeatAsked(kind="me"), SeatAsked(kind="bot", bot="random")]
GAME = CreateTable(name="Ana", seats=SEATS, pace=PaceAsked(bot_seconds=0))


@asynccontextmanager
async def house_on(url: str) -> AsyncIterator[Reception]:
    """A house that was not started: it hears nothing of others, and looks after no table but those it was asked for."""
    storage, thinkers = await Storage.open(url), Thinkers(1)
    household = Household(House(storage, Editions(), ServerNotes(Metrics())), thinkers)
    try:
        settings = Settings(database=url)
        yield Reception(household, settings.max_tables, settings.seats_per_address)
    finally:
        await household.stop()
        await thinkers.close()
        await storage.close()


async def room() -> None:
    """There is."""


async def no_room() -> None:
    """There is none."""
    raise TableError(Code.TOO_MANY, "full")


async def over(reception: Reception, table: str) -> None:
    while (await reception.house.look(table))["status"] != "over":
        await asyncio.sleep(0.05)


@awaited
async def test_a_rematch_where_the_end_of_the_game_was_not_heard_of(postgres_url: str) -> None:
    async with house_on(postgres_url) as here, house_on(postgres_url) as there:
        made = Created.model_validate(await here.making.create(GAME))
        await there.start(made.table, made.host, None)
        ((seat, token),) = made.tokens.items()
        await there.seats.leave(made.table, seat, token)
        await over(there, made.table)
        assert (await here.house.live(made.table)).table.status == "waiting"  # as far as it knows
        new = await here.making.rematch(made.table, made.host, room)
        assert new != made.table
        assert await there.making.rematch(made.table, made.host, no_room) == new  # it is there already


@awaited
async def test_what_fails_while_it_is_taken_in_leaves_the_table_as_it_is_kept(sqlite_url: str) -> None:
    async with house_on(sqlite_url) as reception:
        made = Created.model_validate(await reception.making.create(CreateTable(name="Ana")))
        before = made.snapshot.seq

        def half_of_it(table: Table) -> list[Entry]:
            return [Invited("x"), Left("no such seat")]

        with pytest.raises(KeyError):
            await reception.house.act(made.table, half_of_it)
        assert (await reception.house.look(made.table))["seq"] == before
        (seat,) = made.tokens
        said = partial(decisions.say, seat=seat, id="a", text="Hello")
        assert await reception.house.act(made.table, said) == before + 1
        kept = await reception.house.storage.entries(made.table)
        assert [entry.kind for entry in kept] == ["created", "said"]


@awaited
async def test_what_somebody_who_is_gone_did_is_taken_in_and_told_once_it_is_written(sqlite_url: str) -> None:
    async with house_on(sqlite_url) as reception:
        house, listener = reception.house, Listener()
        assert isinstance(house.storage, Storage)
        made = Created.model_validate(await reception.making.create(CreateTable(name="Ana")))
        (await house.live(made.table)).followers.append(listener)
        committing, commit = threading.Event(), threading.Event()

        def hold(*_: object) -> None:
            committing.set()
            commit.wait(20)

        event.listen(house.storage.database.engine, "commit", hold, once=True)
        (seat,) = made.tokens
        saying = asyncio.create_task(house.act(made.table, partial(decisions.say, seat=seat, id="a", text="Bye")))
        assert await asyncio.to_thread(committing.wait, 20)
        saying.cancel()
        looking = asyncio.create_task(house.look(made.table))
        await asyncio.wait({looking}, timeout=0.2)  # it must not see the table as it was before
        commit.set()
        assert (await looking)["seq"] == made.snapshot.seq + 1
        assert [orjson.loads(it)["kind"] for it in listener.heard] == ["said"]
        await asyncio.wait({saying})
        assert saying.cancelled()


def test_a_rematch_is_a_new_table_for_the_limits_too(sqlite_url: str) -> None:
    chosen = Settings(database=sqlite_url, max_tables=1, tables_per_address=Rate(1e-4, 3))
    with serving_here(chosen) as url, httpx.Client(base_url=url, timeout=60, trust_env=False) as http:

        def make() -> Created:
            return Created.model_validate_json(http.post("/api/tables", json=GAME.model_dump(mode="json")).content)

        def post(made: Created, what: str) -> httpx.Response:
            headers = {"Authorization": f"Bearer {made.host}"}
            return http.post(f"/api/tables/{made.table}/{what}", json={}, headers=headers)

        made = make()
        assert post(made, "rematch").json()["code"] == Code.NOT_OVER  # which uses up nothing
        post(made, "start").raise_for_status()
        ((seat, token),) = made.tokens.items()
        leaving = {"Authorization": f"Bearer {token}"}
        http.post(f"/api/tables/{made.table}/seats/{seat}/leave", headers=leaving).raise_for_status()
        while http.get(f"/api/tables/{made.table}").json()["status"] != "over":
            time.sleep(0.1)
        other = make()
        refused = post(made, "rematch")
        assert (refused.status_code, refused.json()["message"]) == (429, "this server has as many tables as it takes")
        assert int(refused.headers["Retry-After"]) >= 60, "games do not end in a second"
        post(other, "close").raise_for_status()
        refused = post(made, "rematch")
        assert (refused.status_code, refused.json()["message"]) == (429, "too many new tables; wait a little")
        assert int(refused.headers["Retry-After"]) > 1
