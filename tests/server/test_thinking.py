"""Bots in worker processes: whatever a bot does, the game and the other tables go on."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import pickle
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from multiprocessing import resource_tracker
from pathlib import Path
from random import Random
from statistics import median

import pytest

from nouvelle_france.bots import BOTS, PURE_BOTS, Winter
from nouvelle_france.bots.registry import LADDER
from nouvelle_france.bots.stand_in import fallback
from nouvelle_france.edition import Edition, load
from nouvelle_france.house.presence import Place
from nouvelle_france.house.thinking import Readiness, Turn
from nouvelle_france.rules import Action, Huron, Phase, View, deal_solo, deal_table, start
from nouvelle_france.server.compiling import CompileError
from nouvelle_france.server.thinking import HURRIED, SHARE, Thinkers, Thought
from tests.kinds import EDITION, KINDS
from tests.server.odd_bots import (
    ODD,
    Climbers,
    load_and_die,
    load_for_ever,
    load_the_tiny_one,
    load_with_mark,
    thinking_mark,
    warm,
)

ROOT = Path(__file__).parents[2]
LIMIT = 30.0
VIEW = start(deal_table(EDITION, Random(7), players=3)).view(0)
TINY = load(ROOT / "tests/edition/tiny.toml")
SMALL_VIEW = start(deal_table(TINY, Random(7), players=2)).view(0)


@pytest.fixture(autouse=True)
def _nothing_left_behind() -> Iterator[None]:
    """Every test ends with no worker and no thread more than before."""
    threads = threading.active_count()
    yield
    assert multiprocessing.active_children() == []
    assert threading.active_count() == threads


@asynccontextmanager
async def thinking(
    workers: int, limit: float = LIMIT, waiting: int = 1000, patience: float = 60
) -> AsyncIterator[Thinkers]:
    thinkers = Thinkers(workers, limit, waiting, ODD, patience=patience)
    await warm(thinkers)
    try:
        yield thinkers
    finally:
        await thinkers.close()


def kept_waiting() -> float:
    """How long this thread was ready to run while others had the processors, in seconds; 0 where nobody counts it."""
    counted = Path("/proc/thread-self/schedstat")
    return int(counted.read_text().split()[1]) / 1e9 if counted.exists() else 0.0


def views_of_a_game() -> Iterator[View]:
    """What each seat that is to act sees."""
    state = start(deal_table(EDITION, Random(7), players=3))
    bot = BOTS["greedy"](Random(1))
    while not state.over:
        view = state.view(state.position.movers[0])
        yield view
        state = state.play(bot.choose(view, view.legal)).state


def worker_ids() -> set[int]:
    return {process.pid for process in multiprocessing.active_children() if process.pid is not None}


def kill_workers() -> None:
    for pid in worker_ids():
        os.kill(pid, signal.SIGKILL)


def test_a_bot_thinks_as_it_would_here_and_the_seed_decides() -> None:
    async def story() -> list[Action]:
        async with thinking(2) as thinkers:
            thoughts = [await thinkers.choose("random", str(seed), VIEW) for seed in range(20)]
            assert {thought.how for thought in thoughts} == {"bot"}
            assert median(thought.seconds for thought in thoughts) < 1
            return [thought.action for thought in thoughts]

    here = [BOTS["random"](Random(str(seed))).choose(VIEW, VIEW.legal) for seed in range(20)]
    assert asyncio.run(story()) == here
    assert len(set(here)) > 5


def test_winter_is_a_bot_too() -> None:
    async def story(view: View) -> Thought:
        thinkers = Thinkers(1)
        try:
            return await thinkers.choose("winter", "", view)
        finally:
            await thinkers.close()

    state = start(deal_solo(EDITION, Random(3)))
    rng = Random(5)
    while state.position.movers != (1,) or state.position.phase is not Phase.PLACE:
        view = state.view(state.position.movers[0])
        state = state.play(BOTS["random"](rng).choose(view, view.legal)).state
    view = state.view(1)
    thought = asyncio.run(story(view))
    assert (thought.action, thought.how) == (Winter().choose(view, view.legal), "bot")


@pytest.mark.parametrize(
    ("bot", "how"),
    [
        pytest.param("sleeper", "late", marks=pytest.mark.large),  # and beside others, below
        ("spinner", "late"),
        ("deaf", "late"),
        ("leaver", "crashed"),
        ("segfaulter", "crashed"),
        ("quitter", "crashed"),
        ("raiser", "crashed"),
        ("unmakeable", "crashed"),
        ("mute", "illegal"),
        ("cheat", "illegal"),
        ("babbler", "illegal"),
        ("quiet-leaver", "late"),  # the pool takes a worker that leaves with status 0 for one that still thinks
    ],
)
def test_a_bad_bot_costs_its_own_thought_only(bot: str, how: str) -> None:
    # Short only where it is waited for: on a busy machine a good bot, and the news of a crash, may take a second too.
    limit = 5 if how == "late" else 30

    async def story() -> tuple[Thought, Thought]:
        async with thinking(1, limit=limit) as thinkers:
            return await thinkers.choose(bot, "1", VIEW), await thinkers.choose("greedy", "1", VIEW)

    bad, good = asyncio.run(story())
    assert (bad.how, bad.action) == (how, fallback(VIEW.legal))
    assert bad.seconds < limit + (20 if how == "late" else 0)
    assert (good.how, good.action) == ("bot", BOTS["greedy"](Random("1")).choose(VIEW, VIEW.legal))


def test_who_chose_for_a_bot_is_told() -> None:
    async def story() -> list[Thought]:
        async with thinking(1) as thinkers:
            return [await thinkers.choose(bot, "1", VIEW) for bot in ("helped", "greedy", "raiser")]

    thoughts = asyncio.run(story())
    assert [thought.how for thought in thoughts] == ["bot", "bot", "crashed"]
    assert [thought.chosen_by for thought in thoughts] == ["a friend", "greedy", "harmless"]


def test_a_level_in_too_much_of_a_hurry_to_search_says_that_another_chose(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nouvelle_france.server.thinking.HURRIED", 0.001)
    nobody_there = Turn(lambda: Place(1, frozenset()))
    view = next(it for it in views_of_a_game() if it.position.phase is Phase.PLACE)

    async def story() -> list[Thought]:
        thinkers = Thinkers(1, LIMIT, patience=120)
        thoughts = [await thinkers.choose("maitre", "1", view, turn) for turn in (nobody_there, None)]
        await thinkers.close()
        return thoughts

    hurried, usual = asyncio.run(story())
    assert (hurried.how, hurried.chosen_by) == ("bot", "artisan")
    assert hurried.action == PURE_BOTS["artisan"](Random("1")).choose(view, view.legal)
    assert (usual.how, usual.chosen_by) == ("bot", "maitre")


def test_other_tables_think_on_beside_bad_bots() -> None:
    async def story() -> tuple[list[Thought], list[Thought]]:
        async with thinking(4, limit=4) as thinkers:
            bad = asyncio.gather(
                *(thinkers.choose(bot, "1", VIEW) for bot in ("sleeper", "spinner", "leaver", "raiser"))
            )
            good = []
            while not bad.done():
                good.append(await thinkers.choose("random", "1", VIEW))
                await asyncio.sleep(0.01)
            return await bad, good

    bad, good = asyncio.run(story())
    assert [thought.how for thought in bad] == ["late", "late", "crashed", "crashed"]
    assert {thought.how for thought in good} == {"bot"}
    assert len(good) > 5
    assert median(thought.seconds for thought in good) < 1


def test_a_worker_killed_from_outside_while_thinking() -> None:
    async def story() -> tuple[Thought, Thought]:
        async with thinking(1) as thinkers:
            (mark,) = map(thinking_mark, worker_ids())
            mark.unlink(missing_ok=True)
            thought = asyncio.create_task(thinkers.choose("announced-sleeper", "1", VIEW))
            while not mark.exists():
                await asyncio.sleep(0.01)
            mark.unlink()
            kill_workers()
            return await thought, await thinkers.choose("random", "1", VIEW)

    killed, after = asyncio.run(story())
    assert killed.how == "crashed"
    assert killed.seconds < LIMIT
    assert after.how == "bot"


def test_workers_killed_while_idle_cost_no_thought() -> None:
    async def story() -> list[Thought]:
        async with thinking(2) as thinkers:
            kill_workers()
            while any(pool.active for pool in thinkers._pools):  # they look after their workers now and then
                await asyncio.sleep(0.05)
            return await asyncio.gather(*(thinkers.choose("random", str(seed), VIEW) for seed in range(6)))

    assert {thought.how for thought in asyncio.run(story())} == {"bot"}


def test_nobody_waits_in_too_long_a_line() -> None:
    async def story() -> list[Thought]:
        async with thinking(1, waiting=1) as thinkers:
            return await asyncio.gather(*(thinkers.choose("dawdler", "1", VIEW) for _ in range(3)))

    first, second, third = asyncio.run(story())
    assert [first.how, second.how, third.how] == ["bot", "bot", "busy"]
    assert third.seconds < 1 < second.seconds


def test_nobody_waits_in_line_too_long() -> None:
    async def story() -> list[Thought]:
        async with thinking(1, patience=0.2) as thinkers:
            return await asyncio.gather(*(thinkers.choose("dawdler", "1", VIEW) for _ in range(2)))

    first, second = asyncio.run(story())
    assert [first.how, second.how] == ["bot", "busy"]
    assert 0.15 < second.seconds < first.seconds


def test_no_longer_waiting_for_a_thought_breaks_nothing() -> None:
    async def story() -> tuple[bool, list[Thought]]:
        async with thinking(2) as thinkers:
            workers = worker_ids()
            unwanted = [asyncio.create_task(thinkers.choose("dawdler", "1", VIEW)) for _ in range(6)]
            await asyncio.sleep(0.1)
            for task in unwanted:
                task.cancel()
            assert all(
                isinstance(it, asyncio.CancelledError) for it in await asyncio.gather(*unwanted, return_exceptions=True)
            )
            thoughts = await asyncio.gather(*(thinkers.choose("random", "1", VIEW) for _ in range(4)))
            return worker_ids() == workers, thoughts

    same_workers, thoughts = asyncio.run(story())
    assert same_workers
    assert {thought.how for thought in thoughts} == {"bot"}
    assert max(thought.seconds for thought in thoughts) < 5  # two seconds for those begun; four more for those in line


def test_closing_is_quick_with_hung_workers_and_lets_nobody_wait() -> None:
    async def story() -> tuple[float, list[Thought], Thought]:
        async with thinking(2, limit=60) as thinkers:
            hung = [asyncio.create_task(thinkers.choose(bot, "1", VIEW)) for bot in ("deaf", "spinner", "random")]
            await asyncio.sleep(0.2)
            began = time.monotonic()
            await thinkers.close()
            took = time.monotonic() - began
            return took, await asyncio.gather(*hung), await thinkers.choose("random", "1", VIEW)

    took, hung, after = asyncio.run(story())
    assert took < 20
    assert [thought.how for thought in hung] == ["busy"] * 3
    assert (after.how, after.action) == ("busy", fallback(VIEW.legal))


@pytest.mark.parametrize("seconds", [0, 0.005, 0.05, 0.2])
def test_closing_while_workers_start_leaves_none(seconds: float) -> None:
    async def story() -> None:
        thinkers = Thinkers(2)
        warming = asyncio.create_task(warm(thinkers))
        await asyncio.sleep(seconds)
        await thinkers.close()
        await warming

    asyncio.run(story())


def test_when_no_worker_can_start_the_next_try_comes() -> None:
    open_files = Path("/dev/fd")

    async def story() -> Thought:
        thinkers = Thinkers(1)
        allowed = resource.getrlimit(resource.RLIMIT_NOFILE)
        lowest = os.open(os.devnull, os.O_RDONLY)  # the limit is one of numbers, and none below may be free
        os.close(lowest)
        resource.setrlimit(resource.RLIMIT_NOFILE, (lowest, allowed[1]))
        try:
            choosing = asyncio.create_task(thinkers.choose("random", "1", VIEW))
            await asyncio.sleep(0.5)
            assert worker_ids() == set()
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, allowed)
        thought = await choosing
        await thinkers.close()
        return thought

    resource_tracker.ensure_running()  # stays, with the pipe to it
    before = len(list(open_files.iterdir()))
    assert asyncio.run(story()).how == "bot"
    assert len(list(open_files.iterdir())) == before


def test_nothing_starts_before_it_is_needed() -> None:
    async def story() -> None:
        thinkers = Thinkers(2)
        assert worker_ids() == set()
        await thinkers.close()

    asyncio.run(story())


def test_the_loop_is_never_blocked() -> None:
    async def story() -> float:
        """The longest gap between two ticks, from the first worker's start to the last thought."""
        longest = 0.0

        async def tick() -> None:
            nonlocal longest
            last = time.monotonic() - kept_waiting()
            while True:
                await asyncio.sleep(0.005)
                now = time.monotonic() - kept_waiting()
                longest, last = max(longest, now - last), now

        thinkers = Thinkers(2)
        ticking = asyncio.create_task(tick())
        thoughts = await asyncio.gather(*(thinkers.choose("greedy", str(seed), VIEW) for seed in range(20)))
        assert {thought.how for thought in thoughts} == {"bot"}
        await thinkers.close()
        ticking.cancel()
        return longest

    # A busy machine makes a gap now and then; a blocked loop makes one every time.
    assert any(asyncio.run(story()) < 0.1 for _ in range(12))


def test_every_thought_is_reported() -> None:
    reports: list[tuple[str, str, float]] = []

    async def story() -> list[Thought]:
        thinkers = Thinkers(1, bots=ODD, report=lambda *report: reports.append(report))
        thoughts = [await thinkers.choose(bot, "1", VIEW) for bot in ("random", "raiser")]
        await thinkers.close()
        return thoughts

    random, raiser = asyncio.run(story())
    assert reports == [("random", "bot", random.seconds), ("raiser", "crashed", raiser.seconds)]


@pytest.mark.parametrize("load", [load_for_ever, load_and_die])
def test_a_ladder_that_is_not_ready_keeps_people_waiting_once(load: Callable[[Edition], None]) -> None:
    patience = 5.0

    async def story() -> list[Thought]:
        thinkers = Thinkers(1, LIMIT, patience=patience, load=load)
        await warm(thinkers)
        thoughts = [await thinkers.choose(bot, "1", VIEW) for bot in ("maitre", "ingenieur", "random")]
        await thinkers.close()
        return thoughts

    first, second, third = asyncio.run(story())
    assert [first.how, second.how, third.how] == ["unready", "unready", "bot"]
    assert first.action == second.action == BOTS["greedy"](Random("1")).choose(VIEW, VIEW.legal)
    assert second.seconds < patience < first.seconds + 0.5


def test_who_is_not_ready_is_known_and_levels_that_do_not_search_never_wait() -> None:
    heard: list[Readiness | None] = []
    compiled = asyncio.Event()

    async def compile(edition: Edition, tell: Callable[[float], None]) -> None:
        tell(0.5)
        await compiled.wait()

    async def story() -> Thought:
        thinkers = Thinkers(1, LIMIT, load=load_for_ever, compile=compile)
        thinkers.changed.append(lambda: heard.append(thinkers.readiness("ingenieur", EDITION)))
        thinkers.prepare(EDITION)
        assert thinkers.readiness("ingenieur", EDITION) == Readiness(0.0, failed=False)
        assert {thinkers.readiness(bot, EDITION) for bot in ("random", "apprenti", "artisan", "winter")} == {None}
        thought = await thinkers.choose("artisan", "1", VIEW)
        compiled.set()
        await thinkers.close()
        return thought

    thought = asyncio.run(story())
    assert (thought.how, thought.chosen_by) == ("bot", "artisan")
    assert thought.action == PURE_BOTS["artisan"](Random("1")).choose(VIEW, VIEW.legal)
    assert heard[0] == Readiness(0.5, failed=False)


def test_where_the_core_is_not_installed_nothing_is_tried_and_levels_that_do_not_search_play() -> None:
    async def compile(edition: Edition, tell: Callable[[float], None]) -> None:
        raise AssertionError("there is nothing to compile")

    async def story() -> list[Thought]:
        thinkers = Thinkers(1, LIMIT, load=None, compile=compile)
        thinkers.prepare(EDITION)
        thinkers.expect("maitre", EDITION)
        assert thinkers.readiness("maitre", EDITION) == Readiness(0.0, failed=True)
        assert thinkers.readiness("artisan", EDITION) is None
        thoughts = [await thinkers.choose(bot, "1", VIEW) for bot in ("artisan", "maitre")]
        await thinkers.close()
        return thoughts

    plays, searches = asyncio.run(story())
    assert (plays.how, plays.chosen_by) == ("bot", "artisan")
    assert (searches.how, searches.chosen_by) == ("unready", "greedy")


def test_where_compiling_fails_that_is_told() -> None:
    async def compile(edition: Edition, tell: Callable[[float], None]) -> None:
        raise CompileError("no compiler here")

    async def story() -> Readiness | None:
        thinkers = Thinkers(1, LIMIT, compile=compile)
        told = asyncio.Event()
        thinkers.changed.append(told.set)
        thinkers.expect("maitre", EDITION)
        await told.wait()
        readiness = thinkers.readiness("maitre", EDITION)
        await thinkers.close()
        return readiness

    assert asyncio.run(story()) == Readiness(0.0, failed=True)


def test_nobody_waits_for_the_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The real one, with all its work before it."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))

    async def story() -> tuple[Thought, float]:
        thinkers = Thinkers(1, LIMIT, patience=0.5)
        await warm(thinkers)
        thought = await thinkers.choose("maitre", "1", VIEW)
        began = time.monotonic()
        await thinkers.close()
        return thought, time.monotonic() - began

    thought, closing = asyncio.run(story())
    assert thought.how == "unready"
    assert closing < 20


def test_every_worker_has_loaded_the_ladder_before_it_thinks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LADDER_MARKS", str(tmp_path))
    bots = Climbers()

    async def story() -> list[Thought]:
        thinkers = Thinkers(2, LIMIT, bots=bots, patience=120, load=load_with_mark)
        thinkers.expect("maitre@5", EDITION)
        thoughts = list(await asyncio.gather(*(thinkers.choose("maitre", "1", VIEW) for _ in range(6))))
        for _ in range(2):  # those who take the place of the dead have it too
            assert (await thinkers.choose("leaver", "1", VIEW)).how == "crashed"
            thoughts.append(await thinkers.choose("maitre", "1", VIEW))
        while len(worker_ids()) != 2:  # the process that was first has taken a worker's place
            await asyncio.sleep(0.05)
        await thinkers.close()
        return thoughts

    assert {thought.how for thought in asyncio.run(story())} == {"bot"}
    assert set(bots.asked) == {f"maitre@{0.6 * LIMIT:g}", f"maitre@{HURRIED:g}"}


def test_a_time_limit_in_a_bots_name_shortens_the_servers_and_never_lengthens_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LADDER_MARKS", str(tmp_path))
    bots = Climbers()

    async def story() -> None:
        thinkers = Thinkers(1, LIMIT, bots=bots, patience=120, load=load_with_mark)
        for bot, place, used in (
            ("maitre@3600", turn(0, "ana"), f"maitre@{LIMIT * SHARE:g}"),
            ("maitre@0.05", turn(0, "ana"), "maitre@0.05"),
            ("maitre@5", turn(0, "ana"), "maitre@5"),
            ("maitre@5", turn(1), f"maitre@{HURRIED:g}"),
            ("maitre@0.05", turn(1), "maitre@0.05"),
        ):
            thought = await thinkers.choose(bot, "1", VIEW, place)
            assert (thought.how, thought.chosen_by, bots.asked[-1]) == ("bot", bot, used)
        await thinkers.close()

    asyncio.run(story())


def test_every_edition_has_a_ladder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LADDER_MARKS", str(tmp_path))

    async def story() -> list[Thought]:
        thinkers = Thinkers(2, LIMIT, bots=Climbers(), patience=120, load=load_with_mark)
        thoughts = [await thinkers.choose("maitre", "1", view) for view in (VIEW, SMALL_VIEW)]
        thoughts += await asyncio.gather(*(thinkers.choose("maitre", "1", view) for view in (VIEW, SMALL_VIEW) * 4))
        assert (await thinkers.choose("leaver", "1", VIEW)).how == "crashed"  # the next has both too
        thoughts += await asyncio.gather(*(thinkers.choose("maitre", "1", view) for view in (VIEW, SMALL_VIEW) * 4))
        while len(worker_ids()) != 2:
            await asyncio.sleep(0.05)
        await thinkers.close()
        return thoughts

    assert {thought.how for thought in asyncio.run(story())} == {"bot"}


def test_a_ladder_of_one_edition_is_not_taken_for_that_of_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LADDER_MARKS", str(tmp_path))

    async def story() -> list[Thought]:
        thinkers = Thinkers(1, LIMIT, bots=Climbers(), patience=5, load=load_the_tiny_one)
        while (await thinkers.choose("maitre", "1", SMALL_VIEW)).how != "bot":
            pass  # a slow machine: it was not ready in time
        thoughts = [await thinkers.choose("maitre", "1", view) for view in (VIEW, SMALL_VIEW)]
        await thinkers.close()
        return thoughts

    assert [thought.how for thought in asyncio.run(story())] == ["unready", "bot"]


def test_only_the_ladder_is_prepared_for() -> None:
    async def story() -> None:
        thinkers = Thinkers(1)
        for bot in (*(set(BOTS) - set(LADDER)), "winter"):
            thinkers.expect(bot, EDITION)
        await asyncio.sleep(0.1)
        assert worker_ids() == set()
        await thinkers.close()

    asyncio.run(story())


def test_what_the_caller_gets_wrong_is_an_error() -> None:
    async def story() -> None:
        thinkers = Thinkers(1)
        with pytest.raises(KeyError, match="deep blue"):
            await thinkers.choose("deep blue", "1", VIEW)
        with pytest.raises(ValueError, match="seat 1 is not to act"):
            await thinkers.choose("random", "1", start(deal_table(EDITION, Random(7), players=3)).view(1))
        await thinkers.close()

    asyncio.run(story())


def test_the_fallback_spends_nothing() -> None:
    """In every phase there is."""
    expected = {
        Phase.TURN: {"draw"},
        Phase.DRAW: {"draw"},
        Phase.PLACE: {"place", "unable"},
        Phase.FILLE: {"decline"},
        Phase.COUREUR: {"decline"},
        Phase.CLOSE: {"end"},
        Phase.LOOK_BEFORE: {"huron"},
        Phase.LOOK_AFTER: {"huron"},
        Phase.CLAIMED: {"pass"},
        Phase.DUE: {"bonus"},
    }
    seen = set[Phase]()
    for kind in KINDS:
        match = kind.match("fallback")
        seated = [*(BOTS[bot](Random(1)) for bot in kind.bots), Winter()]
        while not match.state.over:
            seat = match.state.position.movers[0]
            view = match.state.view(seat)
            action = fallback(view.legal)
            assert action in view.legal
            assert action.do in expected[view.position.phase]
            assert action.do != "unable" or not view.legal.of_kind("place")
            if isinstance(action, Huron):
                assert action.order == tuple(sorted(action.order or ()))  # the cards stay as they lay
            assert len(pickle.dumps(view)) < 40_000
            seen.add(view.position.phase)
            match.play(seated[seat].choose(view, view.legal))
        if seen == set(expected):
            return
    raise AssertionError(f"never met: {set(expected) - seen}")


SERVER = """
import asyncio, signal
from random import Random
from nouvelle_france.rules import deal_table, start
from nouvelle_france.server.thinking import Thinkers
from tests.kinds import EDITION
from tests.server.odd_bots import ODD, warm

view = start(deal_table(EDITION, Random(7), players=3)).view(0)

async def main():
    asyncio.get_running_loop().add_signal_handler(signal.SIGINT, lambda: None)
    thinkers = Thinkers(2, bots=ODD)
    print("starting", flush=True)
    await warm(thinkers)
    {story}
    await thinkers.close()

asyncio.run(main())
"""


def server(story: str) -> subprocess.Popen[str]:
    """A process that has thinkers, at the head of a process group as a terminal makes it."""
    command = [sys.executable, "-c", SERVER.replace("{story}", story)]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=ROOT, text=True, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True)


def test_ctrl_c_is_not_for_the_workers() -> None:
    story = """
    print("warm", flush=True)
    await asyncio.to_thread(input)
    print((await thinkers.choose("random", "1", view)).how, flush=True)
    """
    with server(story) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "starting\n"
        for _ in range(10):  # while they start
            time.sleep(0.03)
            os.killpg(process.pid, signal.SIGINT)
        assert process.stdout.readline() == "warm\n"
        for _ in range(5):  # and when they are there
            time.sleep(0.03)
            os.killpg(process.pid, signal.SIGINT)
        # Not before all of them have come: whoever ends no longer knows that Ctrl-C is not for it.
        out, err = process.communicate("go on\n", timeout=60)
    assert (out, err, process.returncode) == ("bot\n", "", 0)


def test_workers_die_with_their_killed_parent() -> None:
    story = """
    thought = asyncio.create_task(thinkers.choose("spinner", "1", view))
    await asyncio.sleep(0.3)
    print("thinking", flush=True)
    await thought
    """
    with server(story) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "starting\n"
        assert process.stdout.readline() == "thinking\n"
        process.kill()
        # The workers have the same output, so its end is read only when the last of them has gone.
        out, _ = process.communicate(timeout=60)  # Python's resource tracker may say that it cleaned up after us
    assert out == ""


# -- hurry -----------------------------------------------------------------------------------------------------------


def turn(rank: int, *whose: str) -> Turn:
    return Turn(lambda: Place(rank, frozenset(whose)))


def test_while_others_wait_or_nobody_is_present_the_ladder_hurries(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LADDER_MARKS", str(tmp_path))
    bots = Climbers()
    at_leisure, hurried = f"maitre@{LIMIT * SHARE:g}", f"maitre@{HURRIED:g}"

    async def story() -> None:
        thinkers = Thinkers(1, LIMIT, bots=bots, patience=120, load=load_with_mark)
        await thinkers.choose("maitre", "1", VIEW, turn(0, "ana"))
        assert bots.asked[-1] == at_leisure
        await thinkers.choose("maitre", "1", VIEW, turn(1))
        assert bots.asked[-1] == hurried, "nobody is present"
        await asyncio.gather(*(thinkers.choose("maitre", "1", VIEW, turn(0, "ana")) for _ in range(3)))
        assert bots.asked[-3:] == [at_leisure, hurried, at_leisure], "behind the second was a third"
        await thinkers.choose("maitre", "1", VIEW, turn(0, "eva"))
        assert bots.asked[-1] == hurried, "it took the only worker, and Ana may need it"
        await thinkers.close()

    asyncio.run(story())
