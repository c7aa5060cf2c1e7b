"""Tables that servers of earlier versions kept come back as they were, and can be played on."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from nouvelle_france import Record, faults
from nouvelle_france.house import Editions
from nouvelle_france.server.storage import Storage
from nouvelle_france.tables import Table
from nouvelle_france.tables.news import public_view
from tests.cli import running
from tests.kinds import EDITION
from tests.server import recorded
from tests.server.databases import mostly_one_database
from tests.server.gathering import Gathering, play, visiting
from tests.server.running import running_server

FILES = sorted(Path(recorded.__file__).parent.glob("*.jsonl"))

every_recording = pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)


Run = Callable[..., str]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """What a command prints; it succeeds."""

    def run(*arguments: str | Path) -> str:
        done = running.run(capsys, *arguments)
        assert done.code == 0, done.err
        return done.out

    return run


def shown_then(file: Path) -> dict[str, Any]:
    """How the tables of a recording looked when it was made."""
    shown: dict[str, Any] = json.loads(file.with_suffix(".json").read_text(encoding="utf-8"))
    return shown


def lacking(now: object, then: object, where: str = "") -> list[str]:
    """Where something is not as it was. A later version may tell more, but nothing else."""
    if isinstance(now, dict) and isinstance(then, dict):
        gone = [f"{where}.{key}" for key in then.keys() - now.keys()]
        return gone + [
            fault for key in then.keys() & now.keys() for fault in lacking(now[key], then[key], f"{where}.{key}")
        ]
    if isinstance(now, list) and isinstance(then, list) and len(now) == len(then):
        return [
            it for place, (a, b) in enumerate(zip(now, then, strict=True)) for it in lacking(a, b, f"{where}[{place}]")
        ]
    return [] if now == then else [where]


def test_there_is_a_recording() -> None:
    assert FILES[0].name == "rules-1.jsonl"


def test_what_is_lacking_is_found() -> None:
    then = {"a": [1, {"b": 2}], "c": None}
    assert lacking({**then, "new": 1}, then) == []
    assert lacking({"a": [1, {"b": 3}], "c": None}, then) == [".a[1].b"]
    assert lacking({"a": [1], "c": None}, then) == [".a"]
    assert lacking({"a": [1, {"b": 2}]}, then) == [".c"]


@every_recording
def test_recorded_tables_come_back(file: Path, database_url: str, tmp_path: Path, run: Run) -> None:
    run("restore", file, "--database", database_url)
    then = shown_then(file)

    async def tables() -> dict[str, Table]:
        storage = await Storage.open(database_url)
        editions = Editions()
        try:
            logs = {id: await storage.entries(id) for id in then}
            for log in logs.values():
                await editions.fetch(storage, log[0].data["edition"])
        finally:
            await storage.close()
        return {id: Table.load(id, editions.known, log) for id, log in logs.items()}

    now = asyncio.run(tables())
    for id, table in now.items():
        assert lacking(json.loads(json.dumps(public_view(table))), then[id]["view"]) == []

    games, proofs, again = (tmp_path / name for name in ("games.jsonl", "proofs.jsonl", "again.jsonl"))
    run("export", games, "--database", database_url)
    run("export", proofs, "--database", database_url, "--fairness")
    over = {id for id, shown in then.items() if shown["view"]["status"] == "over"}
    lines = games.read_text(encoding="utf-8").splitlines()
    assert len(lines) == len(over) > 1
    assert [list(faults(Record.from_json(line), EDITION)) for line in lines] == [[]] * len(over)
    assert {json.loads(line)["table"] for line in proofs.read_text(encoding="utf-8").splitlines()} == over
    assert "dealt fairly" in run("fairness", proofs)
    run("backup", again, "--database", database_url)
    # The same but for the first and last lines, which speak of the version that wrote them.
    assert again.read_bytes().splitlines()[1:-1] == file.read_bytes().splitlines()[1:-1]


@every_recording
@mostly_one_database
def test_recorded_games_are_played_on(file: Path, database_url: str, tmp_path: Path, run: Run) -> None:
    run("restore", file, "--database", database_url)
    playable = {id: shown for id, shown in shown_then(file).items() if shown["tokens"]}
    assert playable

    async def play_on(url: str) -> None:
        async with visiting(url) as visit:
            for id, shown in playable.items():
                there = Gathering(id, "", "", shown["view"]["commitment"], shown["tokens"])
                players = await visit.guests(there)
                assert players[0].phase == shown["view"]["position"]["phase"]
                await play(*players)
                events = await visit.verify(there, *players)
                assert any(event.kind == "taken_back" for event in events)

    with running_server(database_url, tmp_path, "--no-limits", forked=True) as server:
        asyncio.run(play_on(server.url))
