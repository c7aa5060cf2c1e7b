"""Analyses over the wire: of finished games alone, watched to their end, kept, behind everything else, so many each."""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import count
from multiprocessing import active_children
from pathlib import Path
from threading import Event
from typing import Any

import httpx
import pytest

from nouvelle_france import Match, Record, default_edition
from nouvelle_france.protocol.analysis import AnalysisStatus, RetryAsked, RetryTold
from nouvelle_france.record import write_action
from nouvelle_france.review import DEPTHS, Step, match_of, steps_of
from nouvelle_france.review.judging import judge
from nouvelle_france.review.telling import tell
from nouvelle_france.server import analysing, analyst
from nouvelle_france.server.analyst import NICE, AnalystError
from nouvelle_france.server.limits import Rate
from nouvelle_france.server.settings import Settings
from nouvelle_france.server.storage import KeptAnalysis, Storage
from nouvelle_france.server.workers import start_pool
from nouvelle_france.tables.errors import Code
from tests.kinds import KINDS
from tests.server.gathering import GREEDY, ME, awaited, play, visiting
from tests.server.running import SLOW, serving_here
from tests.wire.strictness import agrees

EFFORT = 0.01
PATIENCE_S = 400.0
"""What is behind everything else waits for it: for all other tests, where those keep the machine busy."""


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    return replace(Settings(database=database).without_limits(), analysis_effort=EFFORT)


async def watched(http: httpx.AsyncClient, path: str) -> tuple[dict[str, Any], list[Mapping[str, Any]]]:
    """Wait for an analysis; what it is, and what was told until then."""
    seen: list[Mapping[str, Any]] = []
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        told = (await http.get(path)).json()
        agrees(AnalysisStatus, told)
        seen.append({key: told[key] for key in ("status", "done", "total", "ahead")})
        assert told["status"] in ("waiting", "running", "done")
        if told["status"] == "done":
            return told["analysis"], seen
        await asyncio.sleep(0.05)
    raise AssertionError(f"no analysis: {seen[-1]}")


async def until_one_is_behind_the_others() -> None:
    """The process that analyses comes behind all others, those of bots among them, however nice this run is itself."""
    behind = os.getpriority(os.PRIO_PROCESS, 0) + NICE
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        nice = []
        for child in active_children():
            with suppress(ProcessLookupError):
                nice.append(os.getpriority(os.PRIO_PROCESS, child.pid or 0))
        if nice.count(behind) == 1 and len(nice) > 1:
            assert min(nice) < behind
            return
        await asyncio.sleep(0.01)
    raise AssertionError(f"no process is behind: {nice}")


def code(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


@awaited
async def test_a_finished_game_is_analysed_watched_and_kept(settings: Settings) -> None:
    with serving_here(settings) as url:
        async with visiting(url) as visit, httpx.AsyncClient(base_url=url, trust_env=False, timeout=60) as http:
            there = await visit.gather(ME, GREEDY)
            (seat,) = there.seats
            player = await visit.guest(there, seat)
            path = f"/api/tables/{there.table}/analysis"
            await visit.start(there)
            for answer in (await http.get(path), await http.post(path, json={})):
                assert code(answer) == (409, Code.NOT_OVER), "the deck is a secret"
            assert code(await http.post("/api/tables/NoSuchTable1/analysis", json={})) == (404, Code.UNKNOWN_TABLE)
            assert code(await http.post(path, json={"bot": "greedy"})) == (422, Code.BAD_MESSAGE)
            await play(player)
            told = (await http.get(path)).json()
            assert (told["status"], told["analysis"]) == ("none", None)
            assert (await http.post(path, json={})).json()["status"] in ("waiting", "running")
            if hasattr(os, "getpriority"):  # Windows has no such numbers
                await until_one_is_behind_the_others()
            # A bot at another table plays meanwhile: it has a process of its own.
            other = await visit.gather(ME, GREEDY)
            (seat,) = other.seats
            at_other = await visit.guest(other, seat)
            await visit.start(other)
            analysis, seen = await watched(http, path)
            await play(at_other)
            progress = [it["done"] for it in seen]
            assert progress == sorted(progress)
            assert len(set(progress)) > 3, "its progress was seen"

            record = Record.from_json(await visit.client.record(there.table))
            match = match_of(record, default_edition())
            depth = DEPTHS["maitre"].with_effort(EFFORT)
            expected = tell(match, [judge(step, depth) for step in steps_of(match)], depth)
            assert analysis == json.loads(json.dumps(expected)), "as the command line has it"

            # Any other answer can be judged; the one that was held to be best is right.
            choice = next(it for it in analysis["choices"] if it["phase"] == "place" and it["regret"] > 0)
            asked = {"moment": choice["moment"], "action": choice["alternatives"][0]["action"]}
            answer = await http.post(f"{path}/retry", json=asked)
            agrees(RetryTold, answer.json())
            assert answer.json()["right"] is True
            retried = await visit.client.retry(there.table, RetryAsked.model_validate(asked))
            assert retried == RetryTold.model_validate(answer.json()), "the same through the typed client"
            assert (await visit.client.analyse(there.table)) == (await visit.client.analysis(there.table))
            asked["action"] = {"by": choice["seat"], "do": "draw"}
            assert code(await http.post(f"{path}/retry", json=asked)) == (409, Code.ILLEGAL_MOVE)
            assert code(await http.post(f"{path}/retry", json={**asked, "moment": 9999})) == (422, Code.BAD_MESSAGE)
    # Kept with the game: another process of the server has it at once.
    with serving_here(settings) as url, httpx.Client(base_url=url, trust_env=False) as client:
        told = client.post(path, json={}).json()
        assert (told["status"], told["analysis"]) == ("done", analysis)


@awaited
async def test_a_game_that_was_given_up_is_not_analysed(settings: Settings) -> None:
    with serving_here(settings) as url:
        async with visiting(url) as visit, httpx.AsyncClient(base_url=url, trust_env=False, timeout=60) as http:
            there = await visit.gather(ME, ME)
            await visit.start(there)
            seat = there.seats[0]
            await visit.client.concede(there.table, seat, there.tokens[seat])
            path = f"/api/tables/{there.table}/analysis"
            drawn = {"moment": 1, "action": {"by": seat, "do": "draw"}}
            for answer in (
                await http.get(path),
                await http.post(path, json={}),
                await http.post(f"{path}/retry", json=drawn),
            ):
                assert code(answer) == (409, Code.NOT_OVER)


@awaited
async def test_one_address_has_only_so_many_games_analysed(settings: Settings) -> None:
    with serving_here(replace(settings, analyses_per_address=Rate(SLOW, 1))) as url:
        async with visiting(url) as visit, httpx.AsyncClient(base_url=url, trust_env=False, timeout=60) as http:
            paths = []
            for _ in range(2):
                there = await visit.gather(ME, ME)
                await visit.start(there)
                await play(*await visit.guests(there))
                paths.append(f"/api/tables/{there.table}/analysis")
            first, again, second = [await http.post(it, json={}) for it in (paths[0], paths[0], paths[1])]
            assert first.status_code == again.status_code == 200, "asking again for the same costs nothing"
            assert code(second) == (429, Code.TOO_MANY)
            assert int(second.headers["Retry-After"]) > 1


@awaited
async def test_an_analysis_whose_process_died_can_be_asked_for_again(settings: Settings) -> None:
    with serving_here(settings) as url:
        async with visiting(url) as visit, httpx.AsyncClient(base_url=url, trust_env=False, timeout=60) as http:
            there = await visit.gather(ME, ME)
            await visit.start(there)
            await play(*await visit.guests(there))
            path = f"/api/tables/{there.table}/analysis"
            storage = await Storage.open(settings.url)
            try:
                now = time.time_ns() // 1_000_000
                await storage.keep_analysis(there.table, "maitre", KeptAnalysis(now, 7, 100))
                told = (await http.post(path, json={})).json()
                assert (told["status"], told["done"], told["total"]) == ("running", 7, 100), "another process is at it"
                await storage.keep_analysis(there.table, "maitre", KeptAnalysis(now - 120_000, 7, 100))
                assert (await http.get(path)).json()["status"] == "failed"
                assert (await http.post(path, json={})).json()["status"] in ("waiting", "running")
                analysis, _ = await watched(http, path)
                # What is whole stays.
                await storage.keep_analysis(there.table, "maitre", KeptAnalysis(now, 1, 100))
                assert (await http.get(path)).json()["analysis"] == analysis
            finally:
                await storage.close()


def test_an_error_nobody_expected_ends_one_analysis_and_not_those_behind_it(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    both_asked = Event()
    errors = iter((RuntimeError("nobody expected this"), AnalystError("it had its turn")))

    def failing(match: Match) -> list[Step]:
        both_asked.wait()
        raise next(errors)

    monkeypatch.setattr(analysing, "steps_of", failing)
    with serving_here(settings) as url, httpx.Client(base_url=url, trust_env=False) as http:
        record = KINDS[0].record("analysed").to_json()
        tables = [http.post("/api/tables/bring", json={"record": record}).json()["table"] for _ in range(2)]
        paths = [f"/api/tables/{table}/analysis" for table in tables]
        try:
            assert [http.post(path, json={}).json()["ahead"] for path in paths] == [0, 1]
        finally:
            both_asked.set()
        for path in paths:
            deadline = time.monotonic() + 30
            while (told := http.get(path).json())["status"] != "failed":
                assert time.monotonic() < deadline, told
                time.sleep(0.02)


def test_where_the_process_could_not_start_nobody_is_free_and_the_next_request_is_judged(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    starts = count(1)

    def fails_once(*asked: Any) -> Any:
        if next(starts) == 1:
            raise OSError("too many processes")
        return start_pool(*asked)

    monkeypatch.setattr(analyst, "start_pool", fails_once)
    record = KINDS[0].record("judged")
    moment, step = next(
        (moment, it) for moment, it in enumerate(steps_of(match_of(record, default_edition())), 1) if it.is_choice
    )
    asked = {"moment": moment, "action": write_action(step.position.game, step.action)}
    with serving_here(settings) as url, httpx.Client(base_url=url, trust_env=False, timeout=PATIENCE_S) as http:
        table = http.post("/api/tables/bring", json={"record": record.to_json()}).json()["table"]
        path = f"/api/tables/{table}/analysis/retry"
        assert code(http.post(path, json=asked)) == (503, Code.UNAVAILABLE)
        answer = http.post(path, json=asked)
        assert answer.status_code == 200, answer.text
        agrees(RetryTold, answer.json())
