"""Tables that nobody has in memory are looked after, and those that cannot go on keep no other waiting."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from nouvelle_france.house import Editions, House, Household, sweeping
from nouvelle_france.house.memory import MemoryStorage
from nouvelle_france.house.notes import Notes
from nouvelle_france.house.thinking import Readiness, Thinking
from nouvelle_france.rules import RULES_VERSION
from nouvelle_france.tables import Code, Table, decisions
from nouvelle_france.tables.entries import Standing, Started, Written
from tests.house.gatherings import Gathering, ThinksWhenLet
from tests.house.test_readying import Compiles
from tests.house.test_readying import Table as WithSlowBot


class Warnings(Notes):
    """Keeps the codes of all warnings."""

    def __init__(self) -> None:
        self.warned: list[str] = []

    def warning(self, event: str, **details: Any) -> None:
        """Another one."""
        self.warned.append(details["code"])


class Watched(MemoryStorage):
    """Counts the sweeps, and how often each table was read; where it is shared, others hear who has grown."""

    def __init__(self) -> None:
        super().__init__()
        self.sweeps = 0
        self.read: Counter[str] = Counter()
        self._hear: list[Callable[[Mapping[str, Any]], None]] = []

    def log(self, id: str) -> list[Written]:
        """The entries of a table, without counting that somebody reads them."""
        return self._logs[id]

    async def due(self, now: int, limit: int) -> list[str]:
        """As always."""
        self.sweeps += 1
        return await super().due(now, limit)

    async def entries(self, table: str, after: int = 0, limit: int | None = None) -> list[Written]:
        """As always."""
        self.read[table] += 1
        return await super().entries(table, after, limit)

    async def append(self, table: str, entries: Sequence[Written], standing: Standing) -> bool:
        """As always; everybody hears of it."""
        done = await super().append(table, entries, standing)
        for hear in self._hear:
            hear({"table": table, "seq": entries[-1].seq})
        return done

    def listen(self, heard: Callable[[Mapping[str, Any]], None]) -> None:
        """Somebody wants to hear."""
        self._hear.append(heard)


async def soon(holds: Callable[[], object]) -> None:
    """Wait for something that has to happen."""
    async with asyncio.timeout(30):
        while not holds():
            await asyncio.sleep(0.005)


async def a_few_sweeps(storage: Watched) -> None:
    """Wait until all that a sweep does has been done."""
    before = storage.sweeps
    await soon(lambda: storage.sweeps >= before + 4)


async def at_the_bots_turn(there: Gathering) -> None:
    await there.play_until(lambda: list(there.live.table.asked) == ["brown"] and not there.live.table.reacting)


@pytest.fixture(autouse=True)
def _without_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeping, "SWEEP", 0.01)
    monkeypatch.setattr(sweeping, "GRACE", 0)


async def begin_under_other_rules(storage: Watched, id: str, like: Table) -> None:
    """Keep a table whose game began under another version of the rules, and has waited for its bot for years."""
    log = [
        Written.of(it.seq, 1, replace(it.entry, rules_version=RULES_VERSION - 1))
        if isinstance(it.entry, Started)
        else it
        for it in storage.log(like.id)
    ]
    await storage.create(id, log, replace(like.standing(), due=1))


def test_tables_of_another_version_of_the_rules_keep_no_other_waiting_and_are_warned_of_once() -> None:
    async def story() -> None:
        storage, notes = Watched(), Warnings()
        before = Gathering(storage)
        await before.begin()
        await at_the_bots_turn(before)
        await before.household.stop()
        others = [f"other{number}" for number in range(sweeping.AT_ONCE + 1)]
        for id in others:
            await begin_under_other_rules(storage, id, before.live.table)
        thinking = ThinksWhenLet()
        after = Household(House(storage, Editions(), notes), thinking)
        await after.start()
        await soon(lambda: thinking.asked)
        await a_few_sweeps(storage)
        assert notes.warned == [Code.OTHER_RULES] * len(others)
        assert {storage.read[id] for id in others} == {1}
        assert list(after.house.in_memory) == [before.id]
        await after.stop()

    asyncio.run(story())


def test_what_could_not_be_read_is_tried_again_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeping, "UNREADABLE", 0.0)

    async def story() -> None:
        storage, notes = Watched(), Warnings()
        there = Gathering(storage)
        await there.begin()
        await begin_under_other_rules(storage, "other", there.live.table)
        await there.household.stop()
        after = Household(House(storage, Editions(), notes), ThinksWhenLet())
        await after.start()
        await soon(lambda: len(notes.warned) > 2)
        await after.stop()

    asyncio.run(story())


async def waiting(storage: Watched, thinking: Compiles) -> str:
    """A table that waits for its bot to get ready."""
    there = WithSlowBot(thinking, storage=storage)
    await there.begin()
    await there.play_until(lambda: there.bots_turn)
    await there.household.stop()
    return there.live.table.id


def restarted(storage: Watched, thinking: Thinking) -> Household:
    """Another process on the same storage."""
    return Household(House(storage, Editions()), thinking)


async def left_alone(storage: Watched, thinking: Compiles) -> tuple[str, Household]:
    """A table whose bot is not ready, and a process begun since that has read it once and let it go."""
    id = await waiting(storage, thinking)
    after = restarted(storage, thinking)
    storage.read.clear()
    await after.start()
    await soon(lambda: storage.read[id])
    await soon(lambda: id not in after.house.in_memory)
    return id, after


def test_a_table_whose_bot_is_not_ready_leaves_memory_and_goes_on_once_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeping, "IDLE", 0.0)

    async def story() -> None:
        storage, thinking = Watched(), Compiles()
        id, after = await left_alone(storage, thinking)
        thinking.now(Readiness(0.5, failed=False))
        await a_few_sweeps(storage)
        assert id not in after.house.in_memory
        assert storage.read[id] == 1, "nobody has read it again"
        seq = len(storage.log(id))
        thinking.now(None)
        await soon(lambda: len(storage.log(id)) > seq)
        await after.stop()

    asyncio.run(story())


def test_a_table_that_another_process_lets_go_on_is_looked_after_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The other one lets a stand-in play for the bot, and ends before it does."""
    monkeypatch.setattr(sweeping, "IDLE", 0.0)

    async def story() -> None:
        storage, thinking = Watched(), Compiles()
        id, after = await left_alone(storage, thinking)
        other = restarted(storage, thinking)
        await other.house.act(id, partial(decisions.stand_in_for_bot, seat="brown", ready=False))
        seq = other.house.in_memory[id].table.seq
        await other.stop()
        await soon(lambda: len(storage.log(id)) > seq)
        await after.stop()

    asyncio.run(story())
