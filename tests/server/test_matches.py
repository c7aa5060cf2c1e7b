"""Playing on from another game, return matches and duplicates over the wire."""

from __future__ import annotations

import json

import httpx
import pytest

from nouvelle_france import Record, faults
from nouvelle_france.client import RefusedError
from nouvelle_france.protocol.news import MovedEvent
from nouvelle_france.protocol.rest import Join, PlayOn
from nouvelle_france.server.exporting import records
from nouvelle_france.server.storage import StorageError
from nouvelle_france.tables.errors import Code
from tests.independent import replayer
from tests.kinds import EDITION, KINDS
from tests.server import gathering
from tests.server.gathering import GREEDY, ME, Gathering, Guest, Served, Visit, awaited, play, refused, visiting

served = gathering.served


async def finished(visit: Visit) -> Gathering:
    there = await visit.gather(ME, GREEDY)
    (seat,) = there.seats
    player = await visit.guest(there, seat)
    await visit.start(there)
    await play(player)
    return there


@awaited
async def test_a_finished_game_is_played_on_from_any_moment_against_bots(served: Served) -> None:
    async with visiting(served.url) as visit:
        first = await finished(visit)
        timeline = await visit.client.timeline(first.table)
        moment = len(timeline.moments) // 2
        asked = PlayOn(name="Ana", table=first.table, moment=moment, bot="random", bot_seconds=0)
        made = await visit.client.play_on(asked)
        (seat,) = made.tokens
        shown = made.snapshot
        assert shown.status == "playing"
        assert shown.options.origin is not None
        assert (shown.options.origin.table, shown.options.origin.moment) == (first.table, moment)
        assert shown.options.pace.bot_seconds == 0
        assert [chair.kind for chair in shown.seats].count("bot") == 1
        there = Gathering(made.table, made.host, made.invite, shown.commitment, dict(made.tokens))
        player = await visit.guest(there, seat)
        await play(player)
        text = await visit.client.record(made.table)
        assert replayer.check(json.loads(text)) == []
        old, new = (Record.from_json(it) for it in (await visit.client.record(first.table), text))
        moves = timeline.moments[moment - 1].move
        assert new.moves[: moves - 1] == old.moves[: moves - 1]
        assert new.deck != old.deck
        with refused(Code.NO_PROOF):
            await visit.client.fairness(made.table)
        history = [event for event in await visit.whole_history(there) if isinstance(event, MovedEvent)]
        assert [event.how for event in history].count("replayed") == moment
        # Whoever plays again then plays a game of its own.
        again = await visit.client.rematch(made.table, made.host)
        assert (await visit.client.look(again.table)).options.origin is None


@awaited
async def test_a_record_is_played_on_and_what_cannot_be_is_refused(served: Served) -> None:
    async with visiting(served.url) as visit:
        solo = next(kind for kind in KINDS if kind.id.startswith("solo")).record("playing on")
        made = await visit.client.play_on(PlayOn(name="Ana", record=solo.to_json(), moment=7))
        assert list(made.tokens) == ["player"]
        assert made.snapshot.options.origin is not None
        assert made.snapshot.options.origin.table is None
        there = await visit.gather(ME, GREEDY)
        await visit.start(there)
        for asked, code in (
            (PlayOn(name="Ana", table=there.table, moment=0), Code.NOT_OVER),
            (PlayOn(name="Ana", table="NoSuchTable1", moment=0), Code.UNKNOWN_TABLE),
            (PlayOn(name="Ana", record="{}", moment=0), Code.BAD_RECORD),
            (PlayOn(name="Ana", record=solo.to_json(), moment=9_999), Code.BAD_OPTIONS),
            (PlayOn(name="Ana", record=solo.to_json(), moment=0, seat="blue"), Code.UNKNOWN_SEAT),
            (PlayOn(name="Ana", record=KINDS[0].record(0).to_json(), moment=0, bot="nobody"), Code.UNKNOWN_BOT),
        ):
            with refused(code):
                await visit.client.play_on(asked)


@awaited
async def test_a_return_match_is_two_games_begun_by_either(served: Served) -> None:
    async with visiting(served.url) as visit:
        there = await visit.gather(ME, ME, series="return")
        guests = await visit.guests(there)
        await visit.start(there)
        await play(*guests)
        first = guests[0].shown
        assert first.game is not None
        assert first.position is not None
        assert first.position.result is not None
        second = await visit.client.rematch(there.table, there.host)
        again = Gathering(second.table, there.host, there.invite, "", there.tokens)
        guests = await visit.guests(again)
        series = guests[0].shown.options.series
        assert series is not None
        assert (series.kind, series.leg, series.other) == ("return", 2, there.table)
        assert series.scores == first.position.result.scores
        await visit.start(again)
        game = guests[0].shown.game
        assert game is not None
        assert game.seats == first.game.seats[::-1]


async def duplicate(visit: Visit) -> tuple[Gathering, Gathering]:
    """Two tables of the same deal, and somebody at each."""
    one = await visit.gather(ME, GREEDY, series="duplicate")
    series = (await visit.client.look(one.table)).options.series
    assert series is not None
    assert series.other is not None
    (seat,) = one.seats
    joined = await visit.client.join(series.other, Join(name="Ben", invite=one.invite, words="words-of-ben"))
    assert joined.seat == seat
    assert joined.snapshot.commitment == one.commitment
    return one, Gathering(series.other, one.host, one.invite, one.commitment, {seat: joined.token})


async def seen(visit: Visit, there: Gathering) -> set[str]:
    """Which ways lead a stranger to a game; the others must all be refused as sealed or too early."""
    open_ways, codes = set(), set()
    async with httpx.AsyncClient(base_url=str(visit.client.url), trust_env=False) as http:
        for way in ("", "/events", "/news", "/timeline", "/record", "/fairness", "/analysis"):
            answer = await http.get(f"/api/tables/{there.table}{way}")
            if answer.status_code == 200:
                open_ways.add(way)
            else:
                codes.add(answer.json()["code"])
        asked = {"name": "Eve", "table": there.table, "moment": 0}
        if (await http.post("/api/tables/play-on", json=asked)).status_code == 201:
            open_ways.add("play-on")
    try:
        await visit.guest(there)
        open_ways.add("socket")
    except RefusedError as error:
        codes.add(error.code)
    assert codes <= {Code.SEALED, Code.NOT_OVER, Code.NOT_FOUND}
    return open_ways


@gathering.on_both_databases
@awaited
async def test_nothing_of_a_duplicate_is_seen_until_both_games_have_ended(served: Served) -> None:
    async with visiting(served.url) as visit:
        one, other = await duplicate(visit)
        watcher = await visit.guest(other)  # before the game there is nothing to hide
        (seat,) = one.seats
        guests: list[Guest] = []
        for there in (one, other):
            guest = await visit.guest(there, seat)
            await visit.client.start(there.table, there.tokens[seat], words="words-of-somebody")
            guests.append(guest)
        await gathering.begun(*guests)
        assert opening(guests[0]) == opening(guests[1])
        assert await seen(visit, one) == await seen(visit, other) == set()
        await play(guests[0])
        assert guests[0].shown.status == "over"
        assert guests[0].shown.secret is None, "who played it knows how it went, and not what the deck was"
        assert await seen(visit, one) == set()
        assert await seen(visit, other) == set()
        with pytest.raises(StorageError, match="another table"):
            await anext(records(served.database, one.table, print))
        left_out: list[str] = []
        exported = [it async for it in records(served.database, None, left_out.append)]
        assert all(it.result is not None for it in exported)
        assert [line for line in left_out if one.table in line]
        assert watcher.shown.game is None, "who was there before the game is shown out"
        await play(guests[1])
        for guest in guests:
            await guest.told("unsealed")
            assert guest.shown.secret is not None
        every = {"", "/events", "/news", "/timeline", "/record", "/fairness", "play-on", "socket"}
        assert await seen(visit, one) >= every
        assert await seen(visit, other) >= every
        both = [Record.from_json(await visit.client.record(there.table)) for there in (one, other)]
        assert both[0].deck == both[1].deck
        assert [list(faults(it, EDITION)) for it in both] == [[], []]


def opening(guest: Guest) -> tuple[object, ...]:
    """Who begins, which stick is where, and which bots play."""
    game = guest.shown.game
    assert game is not None
    return game.seats, game.sticks, [chair.bot for chair in guest.shown.seats]


@awaited
async def test_a_table_of_a_duplicate_that_is_closed_opens_the_other_one(served: Served) -> None:
    async with visiting(served.url) as visit:
        one, other = await duplicate(visit)
        (seat,) = one.seats
        guest = await visit.guest(one, seat)
        await visit.start(one)
        await play(guest)
        assert guest.shown.secret is None
        await visit.client.close(other.table, one.host)
        await guest.told("unsealed")
        assert guest.shown.secret is not None
        assert (await visit.client.look(one.table)).status == "over"
