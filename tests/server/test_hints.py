"""Hints over the socket: where a table has them, to whoever is to act; and Winter's ties chosen by the player."""

from __future__ import annotations

import asyncio

import pytest

from nouvelle_france.protocol.rest import CreateTable, SeatAsked
from nouvelle_france.server.limits import Rate
from nouvelle_france.server.settings import Settings
from nouvelle_france.tables.errors import Code
from tests.server import gathering
from tests.server.gathering import GREEDY, ME, OPEN, Served, awaited, play, refused, visiting
from tests.server.running import SLOW, serving_here

served = gathering.served


@pytest.mark.parametrize(
    ("seats", "said", "hints"),
    [
        ([ME, GREEDY], None, True),
        ([ME, GREEDY, GREEDY], False, False),
        ([ME, OPEN], None, False),
        ([ME, ME], None, False),
        ([ME, OPEN, GREEDY], True, True),
    ],
    ids=["practice", "without", "open seat", "hot seat", "agreed"],
)
@awaited
async def test_hints_are_for_practice_unless_the_table_says_so(
    served: Served, seats: list[SeatAsked], said: bool | None, hints: bool
) -> None:
    async with visiting(served.url) as visit:
        made = await visit.client.create(CreateTable(name="Ana", seats=seats, hints=said))
        shown = await visit.client.look(made.table)
        assert shown.options.hints is hints, "everybody sees it before sitting down"


@awaited
async def test_alone_there_are_hints(served: Served) -> None:
    async with visiting(served.url) as visit:
        made = await visit.client.create(CreateTable(name="Ana", mode="solo"))
        assert made.snapshot.options.hints


@awaited
async def test_a_game_by_hints_alone(served: Served) -> None:
    async with visiting(served.url) as visit:
        there = await visit.gather(ME, GREEDY)
        (seat,) = there.seats
        player = await visit.guest(there, seat)
        await visit.start(there)
        for _ in range(25):
            await player.table.until(lambda table: table.snapshot.status != "playing" or seat in table.snapshot.offers)
            told = await player.table.hints(seat)
            offer = player.shown.offers[seat]
            assert sorted(told.ids) == sorted(id for group in offer.placements for id in group.ids)
            assert len(told.worth) == len(told.ids)
            await player.table.play(told.best[0].action.model_dump(exclude_none=True))


@awaited
async def test_hints_are_for_the_holder_of_a_seat_that_is_to_act(served: Served) -> None:
    async with visiting(served.url) as visit:
        there = await visit.gather(ME, OPEN, hints=True)
        players = await visit.guests(there)
        watching = await visit.guest(there)
        with refused(Code.NOT_PLAYING):
            await players[0].table.hints(there.seats[0])
        await visit.start(there)
        for player, seat in zip(players, there.seats, strict=True):
            if player.asked:
                assert (await player.table.hints(seat)).seat == seat
            else:
                with refused(Code.NOT_YOUR_TURN):
                    await player.table.hints(seat)
            with refused(Code.NOT_YOUR_SEAT):
                await watching.table.hints(seat)
        without = await visit.gather(ME, ME)
        player = await visit.guest(without, *without.seats)
        await visit.start(without)
        with refused(Code.NO_HINTS):
            await player.table.hints(player.asked[0])


@awaited
async def test_sol_5d_the_player_moves_winters_blocks(served: Served) -> None:
    async with visiting(served.url) as visit:
        there = await visit.gather(mode="solo", winter_ties="player")
        player = await visit.guest(there, "player")
        await visit.start(there)
        await play(player)
        for_winter = [seat for _, seat in player.acknowledged if seat == "winter"]
        assert len(for_winter) >= 3
        await visit.verify(there, player)


def test_hints_have_a_rate(sqlite_url: str) -> None:
    with serving_here(Settings(database=sqlite_url, hints_per_seat=Rate(SLOW, 2))) as url:

        async def story() -> None:
            async with visiting(url) as visit:
                there = await visit.gather(ME, GREEDY)
                (seat,) = there.seats
                player = await visit.guest(there, seat)
                await visit.start(there)
                await player.table.until(lambda table: seat in table.snapshot.offers)
                for _ in range(2):
                    await player.table.hints(seat)
                with refused(Code.TOO_MANY):
                    await player.table.hints(seat)

        asyncio.run(story())
