"""A bot that is not ready: the game waits for it, everybody is told, and a stand-in plays only when it is let."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import orjson

from nouvelle_france.bots import BOTS, PURE_BOTS
from nouvelle_france.bots.judging.hinting import Hints, hints
from nouvelle_france.browser.thinking import Chosen, ThinksHere
from nouvelle_france.edition import Edition
from nouvelle_france.house import Editions, House, Household, Live
from nouvelle_france.house.memory import MemoryStorage
from nouvelle_france.house.thinking import Readiness, Thinking, Turn
from nouvelle_france.record import Record, faults, write_action
from nouvelle_france.rules import Rules, View
from nouvelle_france.tables import Chair, Options, Pace, decisions
from nouvelle_france.tables.entries import Moved
from nouvelle_france.tables.tokens import hashed
from tests.house.alone import Listener
from tests.kinds import EDITION

SLOW = "ingenieur"


class Compiles:
    """Thinks where it stands; one bot has to be made ready first."""

    def __init__(self, chosen_by: str | None = None) -> None:
        self.changed: list[Callable[[], None]] = []
        self.ready: Readiness | None = Readiness(0.0, failed=False)
        self._chosen_by = chosen_by

    def readiness(self, bot: str, edition: Edition) -> Readiness | None:
        return self.ready if bot == SLOW else None

    def expect(self, bot: str, edition: Edition) -> None:
        pass

    async def choose(self, bot: str, seed: str, view: View, turn: Turn | None = None) -> Chosen:
        assert self.readiness(bot, EDITION) is None, "asked before it was ready"
        name = "random" if bot == SLOW else bot
        return Chosen(BOTS[name](Random(seed)).choose(view, view.legal), self._chosen_by or bot)

    async def advise(self, view: View, turn: Turn | None = None) -> Hints:
        return hints(view)

    def now(self, ready: Readiness | None) -> None:
        self.ready = ready
        for hear in self.changed:
            hear()


class Table:
    """A person and a bot, the slow one unless another is named, on a house of their own."""

    def __init__(self, thinking: Thinking, bot: str = SLOW, storage: MemoryStorage | None = None) -> None:
        self.household = Household(House(storage or MemoryStorage(), Editions()), thinking)
        self.bot = bot
        self.listener = Listener()
        self.live: Live

    async def begin(self) -> None:
        house = self.household.house
        chairs = [
            Chair("white", "person", "Ana", token=hashed("mine")),
            Chair("brown", "bot", f"{self.bot} 1", self.bot),
        ]
        options = Options("table", Rules(), pace=Pace(bots=0.0))
        made = decisions.create(options, EDITION, chairs, secret="5" * 64, host="", invite="")
        self.live = await house.create(made)
        await self.household.presence.follow(self.live.table.id, self.listener, ["mine"], lambda _: None)
        await house.act(self.live.table.id, decisions.start)

    @property
    def bots_turn(self) -> bool:
        return list(self.live.table.asked) == ["brown"]

    async def play_until(self, holds: Callable[[], bool]) -> None:
        """Ana plays whenever she is asked."""
        rng, table = Random(1), self.live.table
        async with asyncio.timeout(60):
            while not holds():
                if "white" in table.asked:
                    number = table.game.seat("white")
                    assert number is not None
                    action = rng.choice(list(table.playing.state.position.legal.of_seat(number)))
                    move = partial(decisions.move, seat="white", on=table.seq, id=None,
                                   action=write_action(table.game, action))  # fmt: skip
                    await self.household.house.act(table.id, move)
                await asyncio.sleep(0)

    async def rest(self) -> None:
        """Let everything happen that would."""
        for _ in range(20):
            await asyncio.sleep(0.005)

    def told(self, type: str) -> list[dict[str, Any]]:
        return [message for it in self.listener.heard if (message := orjson.loads(it))["type"] == type]

    async def moves_of_bot(self) -> list[Moved]:
        log = await self.household.house.storage.entries(self.live.table.id)
        return [it.entry for it in log if isinstance(it.entry, Moved) and it.entry.seat == "brown"]


def test_the_game_waits_for_a_bot_that_is_not_ready_and_says_how_far_it_is() -> None:
    async def story() -> None:
        thinking = Compiles()
        table = Table(thinking)
        await table.begin()
        await table.play_until(lambda: table.bots_turn)
        await table.rest()
        assert await table.moves_of_bot() == []
        thinking.now(Readiness(0.5, failed=False))
        thinking.now(Readiness(0.5, failed=True))
        assert [it["bots"] for it in table.told("readying")][-2:] == [
            [{"seat": "brown", "bot": SLOW, "progress": 0.5, "failed": failed}] for failed in (False, True)
        ]
        assert await table.moves_of_bot() == []
        thinking.now(None)
        assert table.told("readying")[-1]["bots"] == []
        await table.play_until(lambda: table.live.table.status == "over")
        moves = await table.moves_of_bot()
        assert {(move.how, move.stand_in) for move in moves} == {("bot", None)}
        await table.household.stop()

    asyncio.run(story())


def test_a_stand_in_plays_when_it_is_let_and_every_move_says_so() -> None:
    async def story() -> None:
        thinking = Compiles()
        table = Table(thinking)
        await table.begin()
        await table.play_until(lambda: table.bots_turn)
        house, id = table.household.house, table.live.table.id
        ready = table.household.readying.is_ready(table.live.table, "brown")
        assert not ready
        await house.act(id, partial(decisions.stand_in_for_bot, seat="brown", ready=ready))
        await table.play_until(lambda: len(table.live.table.by) > 20 and table.bots_turn)
        let = await table.moves_of_bot()
        assert {(move.how, move.stand_in) for move in let} == {("stand_in", "greedy")}
        thinking.now(None)  # and from now on it plays itself
        await table.play_until(lambda: table.live.table.status == "over")
        own = (await table.moves_of_bot())[len(let) + 1 :]  # one may have been under way
        assert {(move.how, move.stand_in) for move in own} == {("bot", None)}
        told = [it for it in table.told("news") if it["kind"] == "moved" and it["seat"] == "brown"]
        assert [it.get("stand_in") for it in told] == [move.stand_in for move in await table.moves_of_bot()]
        kinds = [it["kind"] for it in table.told("news")]
        assert kinds.count("stood_in") == kinds.count("returned") == 1

        written = (await house.proof(id)).record.to_json()
        record = Record.from_json(written)
        by_stand_in = [move for move in record.moves if "stand_in" in move]
        assert by_stand_in
        assert {(move["by"], move["stand_in"]) for move in by_stand_in} == {("brown", "greedy")}
        assert record.to_json() == written
        assert list(faults(record, EDITION)) == []
        await table.household.stop()

    asyncio.run(story())


def test_what_was_played_for_a_bot_that_did_not_answer_is_told_as_a_stand_ins() -> None:
    async def story() -> None:
        thinking = Compiles(chosen_by="harmless")
        thinking.ready = None
        table = Table(thinking)
        await table.begin()
        await table.play_until(lambda: len(table.live.table.by) > 20)
        assert {(move.how, move.stand_in) for move in await table.moves_of_bot()} == {("stand_in", "harmless")}
        await table.household.stop()

    asyncio.run(story())


def test_in_the_place_of_a_bot_that_is_no_more_the_quick_one_plays_and_says_so() -> None:
    async def story() -> None:
        table = Table(ThinksHere(), "bot-of-an-earlier-version")
        await table.begin()
        await table.play_until(lambda: len(table.live.table.by) > 20)
        assert {(move.how, move.stand_in) for move in await table.moves_of_bot()} == {("stand_in", "greedy")}
        await table.household.stop()

    asyncio.run(story())


def test_a_level_that_cannot_play_in_a_browser_is_waited_for_until_a_stand_in_is_let() -> None:
    async def story() -> None:
        table = Table(ThinksHere())
        await table.begin()
        await table.play_until(lambda: table.bots_turn)
        await table.rest()
        assert await table.moves_of_bot() == []
        readying = table.household.readying
        assert readying.at(table.live.table) == [{"seat": "brown", "bot": SLOW, "progress": 0.0, "failed": True}]
        let = partial(decisions.stand_in_for_bot, seat="brown", ready=False)
        await table.household.house.act(table.live.table.id, let)
        await table.play_until(lambda: len(table.live.table.by) > 20)
        assert {(move.how, move.stand_in) for move in await table.moves_of_bot()} == {("stand_in", "greedy")}
        assert [ThinksHere().readiness(bot, EDITION) for bot in PURE_BOTS] == [None] * len(PURE_BOTS)
        await table.household.stop()

    asyncio.run(story())
