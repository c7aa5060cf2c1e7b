"""Who is given a worker next: nobody's many thoughts come at another's cost."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine, Sequence
from itertools import count
from typing import Any

import pytest

from nouvelle_france.house.presence import Place
from nouvelle_france.house.thinking import Turn
from nouvelle_france.server.line import Line

PATIENCE = 60.0


def turn(rank: int, *whose: str) -> Turn:
    return Turn(lambda: Place(rank, frozenset(whose)))


def line_of(*workers: str, waiting: int = 100, patience: float = PATIENCE) -> Line[str]:
    """A line with workers that are free; one called "dead" was killed meanwhile."""
    line = Line[str](waiting, patience, alive=lambda worker: worker != "dead", lost=lambda _: None)
    for worker in workers:
        line.give(worker)
    return line


class Callers:
    """Those who want a worker, in the order in which they are given one; each works for as long as one is told."""

    def __init__(self, line: Line[str]) -> None:
        self.line = line
        self.served: list[str] = []
        self.waiting: list[asyncio.Task[None]] = []

    async def want(self, name: str, turn: Turn, seconds: float = 0.005) -> None:
        """Have a worker, and give it back."""
        worker = await self.line.worker(turn)
        assert worker is not None
        self.served.append(name)
        with self.line.taking(turn.place().whose):
            await asyncio.sleep(seconds)
        self.line.give(worker)

    async def come(self, name: str, turn: Turn, seconds: float = 0.005) -> None:
        """Stand in line."""
        self.waiting.append(asyncio.create_task(self.want(name, turn, seconds)))
        await asyncio.sleep(0)

    async def served_all(self) -> list[str]:
        """Who was served, in that order."""
        await asyncio.gather(*self.waiting)
        return self.served


def order_of(wanted: dict[str, Turn]) -> Sequence[str]:
    """The order in which one worker is given to them, all of whom came while it was busy."""

    async def story() -> list[str]:
        callers = Callers(line_of("worker"))
        await callers.come("busy", turn(0), 0.01)
        for name, their_turn in wanted.items():
            await callers.come(name, their_turn)
        return await callers.served_all()

    return run(story())[1:]


def run(story: Coroutine[Any, Any, list[str]]) -> list[str]:
    return asyncio.run(story)


def test_those_who_are_present_come_first() -> None:
    wanted = {"watched": turn(1), "away": turn(1), "here": turn(0, "ana"), "too": turn(0, "eva")}
    assert order_of(wanted) == ["here", "too", "watched", "away"]


def test_nobodys_many_tables_come_before_anothers_one() -> None:
    mallory = {f"mallory {number}": turn(0, "mallory") for number in range(5)}
    order = order_of({**mallory, "ana": turn(0, "ana"), "both": turn(0, "mallory", "eva")})
    assert order[:4] == ["mallory 0", "ana", "both", "mallory 1"]


def test_who_comes_back_while_waiting_moves_up() -> None:
    async def story() -> list[str]:
        back = turn(1)
        callers = Callers(line_of("worker"))
        await callers.come("busy", turn(0), 0.01)
        await callers.come("away", turn(1))
        await callers.come("back", back)
        back.place = lambda: Place(0, frozenset(("eva",)))
        return await callers.served_all()

    assert run(story()) == ["busy", "back", "away"]


def test_those_nobody_waits_for_are_patient_and_are_served_in_the_end() -> None:
    async def story() -> list[str]:
        callers = Callers(line_of("worker", waiting=1, patience=0.01))
        await callers.come("busy", turn(0), 0.1)
        for name in ("a", "b", "c"):
            await callers.come(name, turn(1))
        return await callers.served_all()

    assert run(story()) == ["busy", "a", "b", "c"]


@pytest.mark.parametrize("given", [True, False])
def test_who_came_back_a_moment_ago_has_not_lost_patience_yet(given: bool) -> None:
    async def story() -> None:
        line = line_of("worker", patience=0.05)
        worker = await line.worker(turn(0, "ana"))
        assert worker is not None
        asked = count(1)

        def place() -> Place:
            """Away when the wait begins, and present when it is next looked at: at the end of a round."""
            times = next(asked)
            if given and times == 2:
                asyncio.get_running_loop().call_soon(line.give, worker)
            return Place(1, frozenset()) if times == 1 else Place(0, frozenset(("eva",)))

        began = time.monotonic()
        assert await line.worker(Turn(place)) == (worker if given else None)
        assert given or time.monotonic() - began >= 0.09

    asyncio.run(story())


def test_people_do_not_wait_for_ever_nor_in_too_long_a_line() -> None:
    async def story() -> None:
        line = line_of("worker", waiting=1, patience=0.05)
        assert await line.worker(turn(0, "ana")) == "worker"
        waiting = asyncio.create_task(line.worker(turn(0, "eva")))
        await asyncio.sleep(0)
        assert await line.worker(turn(0, "mallory")) is None, "somebody waits already"
        assert await waiting is None
        assert len(line) == 0

    asyncio.run(story())


def test_whoever_has_had_least_comes_first() -> None:
    async def story() -> list[str]:
        callers = Callers(line_of("worker"))
        await callers.want("mallory", turn(0, "mallory"), 0.02)
        await callers.come("busy", turn(0), 0.01)
        await callers.come("mallory", turn(0, "mallory"))
        await callers.come("ana", turn(0, "ana"))
        return await callers.served_all()

    assert run(story()) == ["mallory", "busy", "ana", "mallory"]


def test_nobody_comes_twice_before_somebody_who_waits() -> None:
    """Not even one who has had nothing yet, before one who has had much."""

    async def story() -> list[str]:
        callers = Callers(line_of("worker"))
        await callers.want("ana", turn(0, "ana"), 0.02)
        for name in ("mallory", "mallory", "ana"):
            await callers.come(name, turn(0, name))
        return await callers.served_all()

    assert run(story()) == ["ana", "mallory", "ana", "mallory"]


def in_line_of_two(before: str) -> int:
    """How many of two thoughts of Mallory's wait where there are two workers, and somebody had a thought before."""

    async def story() -> int:
        callers = Callers(line_of("one", "two"))
        await callers.want(before, turn(0, before))
        for _ in range(2):
            await callers.come("mallory", turn(0, "mallory"))
        in_line = len(callers.line)
        await callers.served_all()
        return in_line

    return asyncio.run(story())


def test_the_last_free_worker_is_left_to_others_who_play_too() -> None:
    assert in_line_of_two("ana") == 1


def test_whoever_is_alone_has_all_workers() -> None:
    assert in_line_of_two("mallory") == 0


def test_whose_thought_dies_gets_the_worker_that_was_kept_for_others_meanwhile() -> None:
    async def story() -> None:
        line = line_of("one", "two")
        with line.taking(frozenset(("ana",))):
            pass  # she plays here too
        died = await line.worker(turn(0, "mallory"))
        assert died is not None
        next_thought = asyncio.create_task(line.worker(turn(0, "mallory")))
        await asyncio.sleep(0)
        assert len(line) == 1, "the last free worker is kept for others"
        line.forget(died)
        async with asyncio.timeout(30):
            assert await next_thought not in (None, died)

    asyncio.run(story())


def test_of_a_worker_that_dies_when_it_closes_nothing_comes_for_those_who_waited() -> None:
    async def story() -> None:
        line = line_of("one", "two")
        with line.taking(frozenset(("ana",))):
            pass
        died = await line.worker(turn(0, "mallory"))
        assert died is not None
        waiting = asyncio.create_task(line.worker(turn(0, "mallory")))
        await asyncio.sleep(0)
        line.close()
        line.forget(died)
        assert await waiting is None

    asyncio.run(story())


def test_a_dead_worker_is_given_to_nobody() -> None:
    async def story() -> None:
        lost: list[str] = []
        line = Line[str](9, PATIENCE, alive=lambda worker: worker != "dead", lost=lost.append)
        for worker in ("alive", "dead"):
            line.give(worker)
        assert await line.worker(turn(0, "ana")) == "alive"
        assert lost == ["dead"]

    asyncio.run(story())


def test_a_worker_that_comes_a_moment_too_late_is_given_to_the_next() -> None:
    async def story() -> None:
        line = line_of("worker")
        assert await line.worker(turn(0)) == "worker"
        gone = asyncio.create_task(line.worker(turn(0, "ana")))
        after = asyncio.create_task(line.worker(turn(0, "eva")))
        await asyncio.sleep(0)
        line.give("worker")
        gone.cancel()
        assert await after == "worker"
        await asyncio.gather(gone, return_exceptions=True)

    asyncio.run(story())


def test_when_it_closes_nobody_waits_any_more() -> None:
    async def story() -> None:
        line = line_of()
        waiting = asyncio.create_task(line.worker(turn(0, "ana")))
        await asyncio.sleep(0)
        line.close()
        assert await waiting is None
        assert await line.worker(turn(0, "ana")) is None

    asyncio.run(story())
