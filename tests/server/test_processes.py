"""Several server processes on one PostgreSQL: players of one table are connected to different ones."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from nouvelle_france.client import RefusedError
from nouvelle_france.house.house import GRACE, now_ms
from nouvelle_france.protocol.news import MovedNews
from nouvelle_france.protocol.rest import PaceAsked, TakeOver
from nouvelle_france.tables.errors import Code
from tests.server.databases import PostgresServer
from tests.server.gathering import (
    GREEDY,
    LATE,
    ME,
    OPEN,
    RANDOM,
    Visit,
    awaited,
    bad_network,
    in_step,
    play,
    play_until,
    refused,
    visiting,
)
from tests.server.running import ServerProcess, running_server

Pair = tuple[ServerProcess, ServerProcess]

BOT_SECONDS = 4
"""How long a bot pauses where its process is killed meanwhile: long enough for a machine that has much else to do."""


@pytest.fixture(scope="module")
def pair(postgres_server: PostgresServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    """Two servers with one database."""
    folder = tmp_path_factory.mktemp("pair")
    name = postgres_server.create()
    url = postgres_server.url(name)
    with (
        running_server(url, folder, "--no-limits", "--stand-in-after", "0", forked=True) as one,
        running_server(url, folder, "--no-limits", "--stand-in-after", "0", forked=True) as two,
    ):
        yield one, two
    postgres_server.drop(name)


@asynccontextmanager
async def visiting_both(pair: Pair) -> AsyncIterator[tuple[Visit, Visit]]:
    """Visit both servers."""
    async with visiting(pair[0].url) as one, visiting(pair[1].url) as two:
        yield one, two


@awaited
async def test_a_game_through_two_processes(pair: Pair) -> None:
    async with visiting_both(pair) as (one, two):
        there = await one.gather(ME, OPEN, RANDOM, GREEDY)
        players = [await one.guest(there, there.seats[0]), await two.guest(there, there.seats[1])]
        watching = [await one.guest(there), await two.guest(there)]
        await two.start(there)
        async with bad_network(*players, *watching):
            await play(*players)
        await one.verify(there, *players, *watching)
        await two.verify(there, *players, *watching)


@awaited
async def test_presence_is_known_to_all_processes(pair: Pair) -> None:
    async with visiting_both(pair) as (one, two):
        there = await one.gather(ME, OPEN)
        here, away = await one.guest(there, there.seats[0]), await two.guest(there, there.seats[1])
        everyone = sorted(there.seats)
        for guest in (here, away):
            await guest.table.until(lambda table: table.present == everyone)
        watching = await two.guest(there)
        for guest in (here, away, watching):
            await guest.table.until(lambda table: table.watching == 1)
        await two.start(there)
        # A process where nobody follows the table has to ask before it says that somebody is not there.
        for visit in (one, two):
            for seat in there.seats:
                with refused(Code.PRESENT):
                    await visit.client.stand_in(there.table, seat, there.host)
        await here.socket.close(there.table)
        await away.table.until(lambda table: table.present == [there.seats[1]])
        await watching.socket.close(there.table)
        await two.client.stand_in(there.table, there.seats[0], there.host)
        assert await away.told("stood_in", seat=there.seats[0])


@awaited
async def test_a_process_without_followers_asks_who_is_present(pair: Pair) -> None:
    async with visiting_both(pair) as (one, two):
        there = await one.gather(ME, OPEN)
        guests = await one.guests(there)
        await one.start(there)
        with refused(Code.PRESENT):
            await two.client.stand_in(there.table, there.seats[0], there.tokens[there.seats[1]])
        await guests[0].socket.close(there.table)
        await guests[1].table.until(lambda table: table.present == [there.seats[1]])
        await two.client.stand_in(there.table, there.seats[0], there.tokens[there.seats[1]])
        assert await guests[1].told("stood_in", seat=there.seats[0])


@awaited
async def test_a_coureur_race_between_processes_has_one_winner(pair: Pair) -> None:
    async with visiting_both(pair) as (one, two):
        for _ in range(4):
            there = await one.gather(ME, OPEN, OPEN)
            players = [await visit.guest(there, seat) for visit, seat in zip((one, two, one), there.seats, strict=True)]
            await one.start(there)
            assert await play_until(lambda: sum(bool(player.asked) for player in players) == 2, *players)  # noqa: B023
            rivals = [player for player in players if player.asked]
            claims = [player.table.play({"by": player.table.you[0], "do": "coureur"}) for player in rivals]
            answers = await asyncio.gather(*claims, return_exceptions=True)
            assert sum(isinstance(answer, int) for answer in answers) == 1
            (loser,) = (answer for answer in answers if isinstance(answer, RefusedError))
            assert loser.code in (Code.STALE, Code.NOT_YOUR_TURN)
            await in_step(*players)
            moves = [news.do for news in players[0].table.news if isinstance(news, MovedNews)]
            assert moves.count("coureur") == 1


@awaited
async def test_a_repeated_move_is_known_to_all_processes(pair: Pair) -> None:
    async with visiting_both(pair) as (one, two):
        there = await one.gather(ME, ME)
        here, away = await one.guest(there, *there.seats), await two.guest(there, *there.seats)
        await one.start(there)
        await in_step(here, away)
        on, seat = here.table.seq, here.asked[0]
        draw = {"by": seat, "do": "draw"}
        answers = await asyncio.gather(
            here.table.play(draw, on=on, id="both"), away.table.play(draw, on=on, id="both"), return_exceptions=True
        )
        assert list(answers) == [on + 1, on + 1]
        with refused(Code.STALE):
            await away.table.play(draw, on=on)
        with refused(Code.ID_REUSED):
            await away.table.play({"by": seat, "do": "end"}, id="both")
        assert (await in_step(here, away)).seq == on + 1


@awaited
async def test_a_seat_is_handed_over_to_another_process(pair: Pair) -> None:
    async with visiting_both(pair) as (one, two):
        there = await one.gather(ME, OPEN)
        seat, other = there.seats
        old, rival = await one.guest(there, seat), await one.guest(there, other)
        await one.start(there)
        code = (await one.client.offer(there.table, seat, there.tokens[seat])).code
        taken = await two.client.take_over(there.table, TakeOver(name="Heir", offer=code))
        await old.table.until(lambda table: table.you == [])
        with refused(Code.NOT_YOUR_SEAT):
            await old.table.play({"by": seat, "do": "draw"})
        for visit in (one, two):
            with refused(Code.BAD_TOKEN):
                await visit.client.look(there.table, there.tokens[seat])
        there.tokens[seat] = taken.token
        heir = await two.guest(there, seat)
        await play(heir, rival)
        await two.verify(there, heir, rival, old)


@awaited
async def test_when_a_process_dies_another_takes_over_its_bots(pair: Pair) -> None:
    async with visiting_both(pair) as (one, two):
        there = await one.gather(ME, GREEDY, pace=PaceAsked(bot_seconds=BOT_SECONDS))
        (seat,) = there.seats
        watching = await two.guest(there)
        try:
            player = await one.guest(there, seat)
            await one.start(there)
            # After this turn it is the bot's; it pauses before each of its actions, and its process dies meanwhile.
            # (Within a turn it may be asked whether it wants the Coureur; that it answers at once.)
            assert await play_until(lambda: player.active == seat, player, watching)
            assert await play_until(lambda: player.active != seat, player, watching)
        finally:
            await asyncio.to_thread(pair[0].kill)
        try:
            killed = now_ms()
            await watching.table.until(lambda table: table.news[-1].at > killed)
            last, told = watching.table.news[-2:]
            assert isinstance(told, MovedNews)
            assert told.how == "bot"
            assert 0 <= told.at - last.at - 1000 * BOT_SECONDS < GRACE + LATE
            back = await two.guest(there, seat)
            await back.table.say(seat, "I am here now")
        finally:
            await asyncio.to_thread(pair[0].start)
        # And whoever was connected to the one that died goes on there when it is back.
        await player.table.until(lambda table: [line.text for line in table.snapshot.chat] == ["I am here now"])
        assert player.socket.reconnects == 1


@awaited
async def test_workers_of_one_port_share_a_table(postgres_url: str, tmp_path: Path) -> None:
    with running_server(postgres_url, tmp_path, "--no-limits", "--workers", "2", forked=True) as server:
        async with visiting(server.url) as visit:
            there = await visit.gather(ME, OPEN, OPEN, OPEN)
            players = await visit.guests(there)
            watching = [await visit.guest(there) for _ in range(2)]
            await visit.start(there)
            await watching[0].table.until(lambda table: len(table.present) == 4 and table.watching == 2)
            async with bad_network(*players, *watching):
                await play(*players)
            await visit.verify(there, *players, *watching)
