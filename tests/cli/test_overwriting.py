"""No command writes over a file that it reads, or over one of ours that is plainly something else."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import pytest

from nouvelle_france.cli.overwriting import KINDS, spare
from nouvelle_france.cli.problem import Problem
from tests.cli.running import assert_refused, run

EDITION = files("nouvelle_france.edition") / "reconstruction-1.toml"

Refused = Callable[..., None]


@pytest.fixture
def records(games: Path, tmp_path: Path) -> Path:
    """Records that somebody could lose."""
    return Path(shutil.copy(games, tmp_path / "records.jsonl"))


@pytest.fixture
def refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Refused:
    """Runs a command, which must change nothing and say in one line what is where it would write."""

    def run_and_check(words: str, *arguments: object) -> None:
        before = {it: it.read_bytes() for it in tmp_path.iterdir()}
        assert_refused(run(capsys, *arguments), words)
        assert {it: it.read_bytes() for it in tmp_path.iterdir()} == before

    return run_and_check


@pytest.mark.parametrize(
    "command",
    [
        ["show", "GAMES", "--svg"],
        ["stats", "GAMES", "--json"],
        ["analyse", "GAMES", "--json"],
        ["arena", "--bots", "greedy,random", "--out"],
        ["backup"],
        ["export", "--fairness"],
        ["train", "--out"],
        ["puzzles", "make"],
    ],
    ids=lambda command: command[0],
)
def test_records_where_something_else_is_written(
    command: list[object], refused: Refused, games: Path, records: Path, tmp_path: Path
) -> None:
    named = [games if it == "GAMES" else it for it in command]
    database = ["--database", f"sqlite:///{tmp_path / 'no.sqlite3'}"] if command[0] in ("backup", "export") else []
    refused(f"{records}: holds records of games; name another file", *named, records, *database)


@pytest.mark.parametrize(
    "command", [["show", "--svg"], ["stats", "--json"], ["analyse", "--json"]], ids=lambda it: it[0]
)
def test_the_file_that_is_read(command: list[str], refused: Refused, records: Path) -> None:
    refused(f"{command[1]} {records}: this command reads that file", command[0], records, command[1], records)


def test_an_edition_where_records_are_written(refused: Refused, tmp_path: Path) -> None:
    mine, other = tmp_path / "mine.toml", tmp_path / "other.toml"
    for file in (mine, other):
        file.write_text(EDITION.read_text(encoding="utf-8"), encoding="utf-8")
    refused(f"--out {mine}: this command reads that file", "simulate", "--edition", mine, "--out", mine)
    refused(f"--records {mine}: this", "arena", "--bots", "greedy,random", "--edition", mine, "--records", mine)
    for command in ("simulate", "play"):
        refused(f"--out {other}: holds an edition", command, "--edition", mine, "--out", other)


def test_a_server_s_database(refused: Refused, tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite3"
    with sqlite3.connect(file) as database:
        database.execute("CREATE TABLE it (number)")
    database.close()
    refused(f"FILE {file}: holds a database", "backup", file, "--database", f"sqlite:///{file}")


def test_the_same_kind_may_be_replaced(capsys: pytest.CaptureFixture[str], records: Path, tmp_path: Path) -> None:
    figures, picture = tmp_path / "stats.json", tmp_path / "picture.svg"
    for _ in range(2):
        assert run(capsys, "stats", records, "--json", figures).code == 0
        assert run(capsys, "show", records, "--svg", picture).code == 0
    assert run(capsys, "simulate", "--bots", "random", "--out", records).code == 0


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_is_known_however_it_is_written(kind: str, tmp_path: Path) -> None:
    if kind == "database":
        return
    file, format = tmp_path / "file", f"nouvelle-france-{kind}/1"
    texts = [
        json.dumps({"format": format}, indent=indent, separators=separators)
        for indent, separators in ((None, (",", ":")), (1, None))
    ]
    for text in (*texts, json.dumps({"before": 1, "format": format}), f'# mine\nformat = "{format}"\n'):
        file.write_text(text, encoding="utf-8")
        with pytest.raises(Problem, match=f"--out {file}: holds {KINDS[kind]}; name another file"):
            spare("--out", file, None)
        spare("--out", file, kind)
