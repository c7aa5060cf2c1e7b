"""Whole games over real sockets, on both databases: every kind of seat, bad networks, restarts, repeated messages."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from nouvelle_france.client import Client, OpenTable
from nouvelle_france.house.live import REMEMBERED
from nouvelle_france.protocol.news import EventTold, MovedEvent, MovedNews
from nouvelle_france.protocol.rest import RulesAsked, SoloAsked
from nouvelle_france.protocol.socket import Opened
from nouvelle_france.server.storage import Storage
from nouvelle_france.tables.errors import Code
from tests.kinds import EDITION
from tests.server import gathering
from tests.server.gathering import (
    GREEDY,
    ME,
    OPEN,
    RANDOM,
    Guest,
    Served,
    Tunnel,
    awaited,
    bad_network,
    in_step,
    play,
    public,
    refused,
    visiting,
)

served = gathering.served
pytestmark = gathering.on_both_databases

TABLES = {
    "2-persons-one-card": ([ME, OPEN], RulesAsked(one_card=True, allies="once")),
    "3-with-a-bot": ([ME, OPEN, RANDOM], RulesAsked()),
    "4-hot-seat-and-a-bot": ([ME, ME, OPEN, GREEDY], RulesAsked(support="leaning", unable="claimed")),
    "4-persons-no-allies": ([ME, OPEN, OPEN, OPEN], RulesAsked(allies="none", unable="claimed")),
}

SOLO = {
    "easy": SoloAsked(architecture=[]),
    "hard-all-challenges": SoloAsked(
        constraint="kings-engineer", track="dauntless", architecture=list(EDITION.challenge_ids)
    ),
}


@pytest.mark.parametrize("kind", TABLES)
@awaited
async def test_a_table_game_over_a_bad_network(served: Served, kind: str) -> None:
    seats, rules = TABLES[kind]
    async with visiting(served.url) as visit:
        there = await visit.gather(*seats, rules=rules)
        watching = await visit.guest(there)
        # Those the host sat down share the host's socket; the others have their own.
        own = len(there.tokens) - seats.count(OPEN)
        players = [await visit.guest(there, *there.seats[:own])]
        players += [await visit.guest(there, seat) for seat in there.seats[own:]]
        await visit.start(there)
        async with bad_network(watching, *players):
            await play(*players)
        events = await visit.verify(there, watching, *players)
        hows = {event.how for event in events if isinstance(event, MovedEvent)}
        assert hows >= {"person"} | ({"bot"} if len(seats) > len(there.tokens) else set())
        everything_was_told(watching, events)


@pytest.mark.parametrize("kind", SOLO)
@awaited
async def test_a_solo_game_over_a_bad_network(served: Served, kind: str) -> None:
    async with visiting(served.url) as visit:
        there = await visit.gather(mode="solo", solo=SOLO[kind])
        assert there.seats == ["player"]
        watching, player = await visit.guest(there), await visit.guest(there, "player")
        await visit.client.start(there.table, there.tokens["player"], words="snow")
        async with bad_network(watching, player):
            await play(player)
        there.words["player"] = "snow"
        events = await visit.verify(there, watching, player)
        assert {event.seat for event in events if isinstance(event, MovedEvent)} == {"player", "winter"}
        everything_was_told(watching, events)


def everything_was_told(watching: Guest, events: list[EventTold]) -> None:
    """A spectator was told each event once, in order, as the history has it."""
    of_news = {"type", "table", "changes", "offers", "foresight"}
    told = [news.model_dump(exclude=of_news) for news in watching.table.news]
    assert told == [event.model_dump() for event in events[watching.since :]]


@awaited
async def test_what_is_merged_from_news_is_what_a_snapshot_has(served: Served) -> None:
    async with visiting(served.url) as visit:
        there = await visit.gather(ME, OPEN, OPEN)
        players = await visit.guests(there)
        await visit.start(there)
        rng = Random(0)
        for _ in range(40):
            await in_step(*players)
            player = rng.choice([it for it in players if it.asked])
            await player.move()
            player = rng.choice(players)
            await in_step(*players)
            token = there.tokens[player.table.you[0]]
            assert await visit.client.look(there.table, token) == player.shown
            assert public(await visit.client.look(there.table)) == public(player.shown)


@awaited
async def test_who_comes_back_gets_the_news_or_a_snapshot(served: Served) -> None:
    async with visiting(served.url) as visit:
        there = await visit.gather(ME, ME)
        player, watching = await visit.guest(there, *there.seats), await visit.guest(there)
        await visit.start(there)
        while player.table.seq <= REMEMBERED + 5:
            assert await player.move()
        now = (await in_step(player, watching)).seq

        async def opened(seen: int | None) -> Opened:
            async with visit.client.socket() as socket:
                answer = await socket.ask({"type": "open", "table": there.table, "tokens": [], "seen": seen})
            assert isinstance(answer, Opened)
            return answer

        for missed in (0, 1, 30, REMEMBERED):
            answer = await opened(now - missed)
            assert answer.snapshot is None
            assert answer.news is not None
            assert [news.seq for news in answer.news] == list(range(now - missed + 1, now + 1))
            assert answer.news == watching.table.news[len(watching.table.news) - missed :]
        for seen in (None, 0, 1, now - REMEMBERED - 1, now + 1):
            answer = await opened(seen)
            assert answer.news is None
            assert answer.snapshot == watching.shown


def waits_for(table: OpenTable, persons: Sequence[str]) -> bool:
    """Whether a table waits for persons, and no bot acts before they do: where others may react, bots wait for them."""
    theirs = [ask.seat in persons for ask in table.snapshot.asks]
    position = table.snapshot.position
    if position is not None and position.phase in ("coureur", "claimed"):
        return any(theirs)
    return bool(theirs) and all(theirs)


@awaited
async def test_who_was_in_a_tunnel_goes_on(served: Served) -> None:
    tunnel = Tunnel(served.process.port)
    await tunnel.open()
    async with visiting(served.url) as visit, Client(tunnel.url) as away:
        there = await visit.gather(ME, OPEN, GREEDY)
        players = [await visit.guest(there, there.seats[0]), await visit.guest(there, there.seats[1], at=away)]
        watching = await visit.guest(there, at=away)
        instead = await visit.guest(there, there.seats[1])  # who plays the other's seat from elsewhere meanwhile
        await visit.start(there)
        for missed in (5, REMEMBERED + 1):
            await players[0].table.until(lambda table: table.watching == 1 and waits_for(table, there.seats))
            await in_step(players[0], instead, watching)  # so that nothing is on its way when the tunnel is blocked
            seen = watching.table.seq
            await tunnel.block()
            await players[0].table.until(lambda table: table.watching == 0)
            while players[0].table.seq < seen + missed:
                await in_step(players[0], instead)
                asked = [it for it in (players[0], instead) if it.asked]
                await (asked[0].move() if asked else asyncio.sleep(0.01))
            assert watching.table.seq == seen
            told = len(watching.table.news)
            await tunnel.open()
            await in_step(players[0], *players[1:], watching)
            # Up to a certain number it was told everything; after that it just sees how things are.
            assert (len(watching.table.news) - told >= missed) == (missed <= REMEMBERED)
        await play(*players)
        await visit.verify(there, watching, *players)
        await tunnel.block()


@awaited
async def test_a_restart_in_the_middle_is_hardly_noticed(served: Served) -> None:
    async with visiting(served.url) as visit:
        there = await visit.gather(ME, ME, OPEN, GREEDY)
        solo = await visit.gather(mode="solo")
        players = [await visit.guest(there, *there.seats[:2]), await visit.guest(there, there.seats[2])]
        alone = await visit.guest(solo, "player")
        watching = await visit.guest(there)
        await visit.start(there)
        await visit.start(solo)
        playing = asyncio.gather(play(*players), play(alone))
        await watching.table.until(lambda table: table.seq > 30)
        await served.restart()
        assert watching.shown.status == "playing"
        await playing
        everyone = (*players, watching, alone)
        await asyncio.gather(*(it.socket.ping() for it in everyone))  # who has nothing to do comes back later
        assert [it.socket.reconnects for it in everyone] == [1] * 4
        await visit.verify(there, watching, *players)
        await visit.verify(solo, alone)


# -- messages that come twice, late or early -----------------------------------------------------------------------


@awaited
async def test_done_comes_after_the_commit(served: Served) -> None:
    storage = await Storage.open(served.database)
    try:
        async with visiting(served.url) as visit:
            there = await visit.gather(ME, ME)
            player = await visit.guest(there, *there.seats)
            await visit.start(there)
            for number in range(30):
                seat = player.asked[0]
                action = player.choose(seat)
                seq = await player.table.play(action, id=f"move-{number}")
                (entry,) = await storage.entries(there.table, after=seq - 1)
                assert entry.kind == "moved"
                assert entry.data["id"] == f"move-{number}"
                assert entry.data["action"] == action
    finally:
        await storage.close()


@awaited
async def test_a_message_sent_again_is_answered_again_and_applied_once(served: Served) -> None:
    async with visiting(served.url) as visit:
        there = await visit.gather(ME, ME)
        player = await visit.guest(there, *there.seats)
        await visit.start(there)
        before, seat = player.table.seq, player.asked[0]
        draw = {"by": seat, "do": "draw"}
        seq = await player.table.play(draw, id="once")
        said = await player.table.say(seat, "Bonjour", id="greeting")

        async def again(who: Guest) -> None:
            assert await who.table.play(draw, on=before, id="once") == seq
            assert await who.table.play(draw, id="once") == seq
            assert await who.table.say(seat, "Bonjour", id="greeting") == said
            with refused(Code.ID_REUSED):
                await who.table.play({"by": seat, "do": "end"}, id="once")
            with refused(Code.ID_REUSED):
                await who.table.say(seat, "Bonsoir", id="greeting")
            with refused(Code.ID_REUSED):
                await who.table.take_back(seat, id="once")
            assert (await visit.client.look(there.table)).seq == said

        await again(player)
        await again(await visit.guest(there, seat))
        await served.restart()
        await again(player)
        await again(await visit.guest(there, *there.seats))
        # An id is its seat's own: the other seat may have the same.
        other = next(it for it in there.seats if it != seat)
        assert await player.table.say(other, "Salut", id="greeting") == said + 1


@awaited
async def test_moves_on_another_position_are_refused(served: Served) -> None:
    async with visiting(served.url) as visit:
        there = await visit.gather(ME, ME)
        player = await visit.guest(there, *there.seats)
        with refused(Code.NOT_PLAYING):
            await player.table.play({"by": there.seats[0], "do": "draw"})
        await visit.start(there)
        seat = player.asked[0]
        other = next(it for it in there.seats if it != seat)
        before = player.table.seq
        await player.table.play({"by": seat, "do": "draw"})
        place = player.best(seat)
        for on in (0, before, player.table.seq + 1):
            with refused(Code.STALE):
                await player.table.play(place, on=on)
        with refused(Code.NOT_YOUR_TURN):
            await player.table.play({"by": other, "do": "draw"})
        with refused(Code.ILLEGAL_MOVE):
            await player.table.play({"by": seat, "do": "end"})
        with refused(Code.ILLEGAL_MOVE):
            await player.table.play({**place, "block": "anvil-blue"})
        with refused(Code.ILLEGAL_MOVE):
            await player.table.play({**place, "cubes": []})
        assert await player.table.play(place) == before + 2


# -- taking back ---------------------------------------------------------------------------------------------------


@awaited
async def test_a_placement_is_taken_back_until_others_have_acted(served: Served) -> None:
    async with visiting(served.url) as visit:
        there = await visit.gather(ME, OPEN)
        players = await visit.guests(there)
        await visit.start(there)

        async def turn() -> tuple[Guest, Guest, str, str]:
            await in_step(*players)
            player = next(it for it in players if it.asked)
            other = next(it for it in players if it is not player)
            return player, other, player.table.you[0], other.table.you[0]

        player, other, seat, others = await turn()
        with refused(Code.TOO_LATE):
            await player.table.take_back(seat)
        await player.table.play({"by": seat, "do": "draw"})
        assert player.shown.take_back is None
        with refused(Code.TOO_LATE):  # a card was revealed
            await player.table.take_back(seat)
        before = public(player.shown)
        drawn = player.table.seq
        await player.table.play(player.choose(seat))
        assert player.shown.position != before["position"]
        assert player.shown.take_back == seat
        with refused(Code.STALE):
            await player.table.take_back(seat, on=drawn)
        with refused(Code.NOT_YOUR_SEAT):
            await other.table.take_back(seat)
        with refused(Code.TOO_LATE):
            await other.table.take_back(others)
        taken = await player.table.take_back(seat, id="oops")
        assert await player.table.take_back(seat, id="oops") == taken == player.table.seq
        assert same_game(public(await in_step(*players)), before)
        # Now something else; it stays once the other has acted.
        await player.table.play(player.choose(seat))
        while not other.asked:
            await player.table.play(player.best(seat))
            await in_step(*players)
        assert other.shown.take_back == seat
        await other.table.play(other.best(others))
        await in_step(*players)
        with refused(Code.TOO_LATE):
            await player.table.take_back(seat)
        await play(*players)
        with refused(Code.NOT_PLAYING):
            await player.table.take_back(seat)
        await visit.verify(there, *players)


def same_game(now: dict[str, Any], before: dict[str, Any]) -> bool:
    """Whether the game is as it was; since when somebody is asked is another matter."""
    keys = ("status", "seats", "game", "position", "take_back")
    return all(now[key] == before[key] for key in keys) and [it["seat"] for it in now["asks"]] == [
        it["seat"] for it in before["asks"]
    ]


@awaited
async def test_nobody_takes_back_after_a_bot_has_moved(served: Served) -> None:
    async with visiting(served.url) as visit:
        there = await visit.gather(ME, GREEDY, rules=RulesAsked(allies="none"))
        (seat,) = there.seats
        player = await visit.guest(there, seat)
        await visit.start(there)
        await player.table.until(lambda _: bool(player.asked))
        await player.table.play({"by": seat, "do": "draw"})
        placed = await player.table.play(player.best(seat))
        # Until the bot's turn is over: what is asked on a number it has left behind meanwhile is stale, not too late.
        await player.table.until(lambda table: table.seq > placed and bool(player.asked))
        after = player.table.news[placed - player.since]
        assert isinstance(after, MovedNews)
        assert after.how == "bot"
        with refused(Code.TOO_LATE):
            await player.table.take_back(seat)
