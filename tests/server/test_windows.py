"""Reactions and clocks over the wire: who gets the Coureur, and what happens to those who keep silent."""

from __future__ import annotations

import asyncio
import time

from nouvelle_france.bots.greedy_bot import WORTH_HALVING
from nouvelle_france.client import RefusedError
from nouvelle_france.house.house import GRACE
from nouvelle_france.protocol.rest import PaceAsked, SeatAsked
from nouvelle_france.tables.errors import Code
from tests.server import gathering
from tests.server.gathering import (
    GREEDY,
    LATE,
    ME,
    OPEN,
    Gathering,
    Guest,
    Served,
    Visit,
    awaited,
    in_step,
    play,
    play_until,
    refused,
    visiting,
)

served = gathering.served


async def window(
    visit: Visit, *seats: SeatAsked, coureur: str = "first", pace: PaceAsked = gathering.QUICK
) -> tuple[Gathering, list[Guest]]:
    """A game in which a person has placed and others may claim; bots among them would. First come those asked."""
    while True:
        there = await visit.gather(*seats, coureur=coureur, pace=pace)
        players = await visit.guests(there)
        await visit.start(there)
        bots = {chair.seat for chair in players[0].shown.seats} - set(there.seats)

        def is_open(there: Gathering = there, player: Guest = players[0], bots: set[str] = bots) -> bool:
            position = player.shown.position
            assert position is not None
            asked = {ask.seat for ask in player.shown.asks}
            wanted = position.points // 2 >= WORTH_HALVING or position.snow_may_come or not bots
            others = asked - bots if coureur == "in_order" else there.tokens.keys() - {position.active}
            return position.phase == "coureur" and position.active in there.tokens and wanted and asked == bots | others

        if await play_until(is_open, *players):
            assert players[0].shown.position is not None
            active = players[0].shown.position.active
            return there, sorted(players, key=lambda player: (player.table.you == [active], not player.asked))


def claim(player: Guest) -> dict[str, str]:
    """A claim in the words of a record."""
    return {"by": player.table.you[0], "do": "coureur"}


def decline(player: Guest) -> dict[str, str]:
    """A refusal to claim."""
    return {"by": player.table.you[0], "do": "decline"}


def coureurs(player: Guest) -> set[str]:
    """The seats that still have their Coureur."""
    assert player.shown.position is not None
    return {seat for seat, tokens in player.shown.position.tokens.items() if "coureur" in tokens}


@awaited
async def test_the_first_claim_takes_it(served: Served) -> None:
    async with visiting(served.url) as visit:
        there, (first, second, active) = await window(visit, ME, OPEN, OPEN)
        assert sorted(ask.seat for ask in first.shown.asks) == sorted(first.table.you + second.table.you)
        points = first.shown.position.points if first.shown.position else 0
        had, scores = coureurs(first), first.shown.position.scores if first.shown.position else {}
        with refused(Code.NOT_YOUR_TURN):
            await active.table.play(claim(active))
        seq = await second.table.play(claim(second))
        shown = await in_step(first, second, active)
        assert shown.position is not None
        (seat,) = second.table.you
        assert had - coureurs(first) == {seat}
        assert shown.position.scores[seat] == scores[seat] + points // 2
        assert [ask.seat for ask in shown.asks] == active.table.you
        with refused(Code.STALE):  # made on what was before the claim
            await first.table.play(claim(first), on=seq - 1)
        with refused(Code.NOT_YOUR_TURN):
            await first.table.play(claim(first))
        await play(first, second, active)
        await visit.verify(there, first, second, active)


@awaited
async def test_of_those_who_claim_at_once_exactly_one_gets_it(served: Served) -> None:
    async with visiting(served.url) as visit:
        for _ in range(3):
            _, players = await window(visit, ME, OPEN, OPEN, OPEN)
            had = coureurs(players[0])
            rivals = [player for player in players if player.asked]
            claims = [player.table.play(claim(player)) for player in rivals]
            answers = await asyncio.gather(*claims, return_exceptions=True)
            await in_step(*players)
            winners = [rival for rival, answer in zip(rivals, answers, strict=True) if isinstance(answer, int)]
            assert len(winners) == 1
            assert had - coureurs(players[0]) == set(winners[0].table.you)
            codes = {answer.code for answer in answers if isinstance(answer, RefusedError)}
            assert codes <= {Code.STALE, Code.NOT_YOUR_TURN}
            assert len(answers) == len(rivals) > 1


@awaited
async def test_refusals_of_others_make_no_claim_stale(served: Served) -> None:
    async with visiting(served.url) as visit:
        _, (first, second, active) = await window(visit, ME, OPEN, OPEN)
        on = second.table.seq
        await first.table.play(decline(first))
        await second.table.play(claim(second), on=on)
        await in_step(first, second, active)
        assert second.table.you[0] not in coureurs(active)


@awaited
async def test_a_bots_claim_waits_for_persons(served: Served) -> None:
    async with visiting(served.url) as visit:
        for yields in (True, False):
            there, (person, active) = await window(visit, ME, OPEN, GREEDY)
            (bot,) = {ask.seat for ask in person.shown.asks} - set(there.seats)
            on = person.table.seq
            await asyncio.sleep(0.7)  # a bot answers in a few milliseconds
            assert person.table.seq == on
            if yields:
                await person.table.play(decline(person), on=on)
                told = await person.told("moved", after=on + 1)
                assert (told.seat, told.how, told.do) == (bot, "bot", "coureur")
            else:
                await person.table.play(claim(person), on=on)
                await in_step(person, active)
                assert bot in coureurs(person)
                assert person.table.you[0] not in coureurs(person)
            await play(person, active)
            await visit.verify(there, person, active)


@awaited
async def test_seats_are_asked_in_order_where_the_table_wants_it(served: Served) -> None:
    async with visiting(served.url) as visit:
        there, players = await window(visit, ME, OPEN, OPEN, coureur="in_order")
        shown = players[0].shown
        assert shown.position is not None
        assert shown.game is not None
        order = shown.game.seats
        place = order.index(shown.position.active)
        by_seat = {player.table.you[0]: player for player in players}
        left, right = (by_seat[order[(place + step) % 3]] for step in (1, 2))
        assert [ask.seat for ask in shown.asks] == left.table.you
        with refused(Code.NOT_YOUR_TURN):
            await right.table.play(claim(right))
        await left.table.play(decline(left))
        await in_step(*players)
        assert [ask.seat for ask in players[0].shown.asks] == right.table.you
        await right.table.play(claim(right))
        await in_step(*players)
        assert right.table.you[0] not in coureurs(left)
        await play(*players)
        await visit.verify(there, *players)


# -- clocks --------------------------------------------------------------------------------------------------------


@awaited
async def test_clocks_play_for_the_silent(served: Served) -> None:
    async with visiting(served.url) as visit:
        await asyncio.gather(silent_in_a_window(visit), silent_in_a_turn(visit))


async def silent_in_a_window(visit: Visit) -> None:
    """Who says nothing in a window declines when it is over."""
    pace = PaceAsked(bot_seconds=0, window_seconds=8)  # long enough for the other to decline in time
    there, (first, second, active) = await window(visit, ME, OPEN, OPEN, pace=pace)
    deadlines = {ask.seat: ask.deadline for ask in first.shown.asks}
    (silent,) = first.table.you
    await second.table.play(decline(second))
    told = await first.told("moved", seat=silent, how="clock")
    assert told.do == "decline"
    deadline = deadlines[silent]
    assert deadline is not None
    assert deadline <= told.at < deadline + LATE
    assert silent in coureurs(active)
    await play(first, second, active)
    await visit.verify(there, first, second, active)


async def silent_in_a_turn(visit: Visit) -> None:
    """Who says nothing in a turn of their own has it played, and no more than that."""
    pace = PaceAsked(bot_seconds=3, turn_seconds=5)
    there = await visit.gather(ME, OPEN, pace=pace)
    players = await visit.guests(there)
    await visit.start(there)
    await in_step(*players)
    silent, other = sorted(players, key=lambda player: not player.asked)
    (ask,) = silent.shown.asks
    assert ask.deadline is not None
    assert abs(ask.deadline - 5000 - time.time() * 1000) < LATE
    out = await silent.told("timed_out", seat=ask.seat)
    assert ask.deadline <= out.at < ask.deadline + LATE
    with refused(Code.OUT_OF_TIME):  # the stand-in pauses for a while, but the turn is its own
        await silent.table.play({"by": ask.seat, "do": "draw"})
    stood_in = await silent.told("moved", seat=ask.seat, how="stand_in")
    assert stood_in.seq == out.seq + 1
    await other.table.until(lambda table: ask.seat not in [it.seat for it in table.snapshot.asks])
    assert not any(chair.away for chair in other.shown.seats)


@awaited
async def test_clocks_run_out_after_crashes(served: Served) -> None:
    async with visiting(served.url) as visit:
        pace = PaceAsked(bot_seconds=0, turn_seconds=5)
        followed, alone = [await visit.gather(ME, ME, pace=pace) for _ in range(2)]
        player = await visit.guest(followed, *followed.seats)
        await visit.start(followed)
        await visit.start(alone)
        (ask,) = player.shown.asks
        assert ask.deadline is not None
        await served.restart(kill=True)
        out = await player.told("timed_out", seat=ask.seat)
        assert ask.deadline <= out.at < ask.deadline + GRACE + LATE
        assert (await player.told("moved", seat=ask.seat)).how == "stand_in"
        # Where nobody has come back, the next start sees to it.
        await served.restart(kill=True)
        async with asyncio.timeout(60):
            while (await visit.client.history(alone.table, after=2)).events == []:
                await asyncio.sleep(0.1)
        events = (await visit.client.history(alone.table, after=2)).events
        assert events[0].kind == "timed_out"
