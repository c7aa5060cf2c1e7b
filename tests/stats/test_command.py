"""The command `stats`: tables, JSON and charts from files of records, and clear words for what is wrong with them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from nouvelle_france.stats import TOPICS
from tests.cli.running import assert_refused, run, run_apart, run_unread
from tests.stats.games import ALONE, BY_ID, DUEL, MIXED, record

LINES = [record(kind).to_json() for kind in (DUEL, MIXED, ALONE)]
UNFINISHED = BY_ID[DUEL].match("unfinished").record().to_json()
BAD = LINES[0].replace('"gain":{"white":3}', '"gain":{"white":4}', 1)


@pytest.fixture
def games(tmp_path: Path) -> Path:
    return written(tmp_path / "games.jsonl", *LINES)


def written(file: Path, *lines: str) -> Path:
    file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return file


def test_tables(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "stats", games)
    assert (code, err) == (0, "")
    assert out.startswith("3 games\n")
    for words in ("2 players: 1 game, played by greedy", "4 players, unable claimed: 1 game, played by greedy, random"):
        assert words in out
    for title in ("Scores by seat", "Wins by seat; an even share is 25.0%", "Points a use", "Wins against Winter"):
        assert title in out
    assert "100.0% (20.7–100.0)" in out  # Wilson for one of one
    assert "…" not in out  # nothing is cut short


@pytest.mark.unix
def test_files_are_written_also_where_nobody_reads_the_tables(games: Path, tmp_path: Path) -> None:
    out, charts = tmp_path / "stats.json", tmp_path / "charts"
    assert run_unread("stats", games, "--only", "scores", "--json", out, "--plots", charts) == 141
    assert json.loads(out.read_text(encoding="utf-8"))["games"] == 3
    assert list(charts.glob("*.svg"))


def test_only_some_topics(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "stats", games, "--only", "course, scores")
    assert code == 0
    assert out.index("Scores by seat") < out.index("Mean scores, round by round")
    assert "Wins by seat" not in out
    assert "solo: 1 game" in out
    assert "solo: 1 game" not in run(capsys, "stats", games, "--only", "advantage").out  # it has nothing to say there


def test_json_and_charts(games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, folder = tmp_path / "stats.json", tmp_path / "new" / "charts"
    assert run(capsys, "stats", games, "--json", file, "--plots", folder).code == 0
    found = json.loads(file.read_text(encoding="utf-8"))
    assert {key: it for key, it in found.items() if key != "groups"} == {
        **{"format": "nouvelle-france-stats/1", "games": 3, "unfinished": 0, "bad": 0},
    }
    duel, mixed, alone = found["groups"]
    assert {key: it for key, it in mixed.items() if key != "topics"} == {
        **{"mode": "table", "players": 4, "variant": ["unable claimed"], "bots": ["greedy", "random"], "games": 1},
    }
    names = [topic.name for topic in TOPICS]
    assert list(duel["topics"]) == [name for name in names if name != "solo"]
    assert list(alone["topics"]) == [name for name in names if name not in ("advantage", "allies")]
    assert duel["topics"]["scores"]["by-seat"][0] == {
        **{"who": "seat 1", "count": 1, "mean": 113.0, "sd": None},
        **{"min": 113, "q1": 113.0, "median": 113.0, "q3": 113.0, "max": 113},
    }
    assert sorted(it.name for it in folder.iterdir()) == sorted(f"{name}.svg" for name in names)
    for topic in TOPICS:
        svg = ElementTree.parse(folder / f"{topic.name}.svg").getroot()
        assert svg.tag == "{http://www.w3.org/2000/svg}svg"
        texts = {node.text for node in svg.iter("{http://www.w3.org/2000/svg}text")}
        assert topic.title in texts
        assert ("solo · n = 1" in texts) == (topic.name not in ("advantage", "allies"))
        assert ("2 players · n = 1" in texts) == (topic.name != "solo")


def test_the_same_games_give_the_same_bytes_whatever_the_jobs(games: Path, tmp_path: Path) -> None:
    outcomes = []
    for jobs in (1, 2):
        folder = tmp_path / str(jobs)
        arguments = ("--only", "sources,solo", "--plots", folder, "--jobs", jobs, "--json", "-")
        code, out, err = run_apart("stats", games, *arguments)
        assert code == 0
        assert err.startswith("3 games\n")  # the tables give way to the JSON
        outcomes.append((out, [file.read_bytes() for file in sorted(folder.iterdir())]))
    assert outcomes[0] == outcomes[1]
    assert json.loads(outcomes[0][0])["games"] == 3


def test_png(games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("--only", "advantage", "--plots", tmp_path / "charts", "--format", "png")
    assert run(capsys, "stats", games, *arguments).code == 0
    (chart,) = (tmp_path / "charts").iterdir()
    assert chart.name == "advantage.png"
    assert chart.read_bytes().startswith(b"\x89PNG")


def test_folders_and_standard_input(games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written(tmp_path / "more.jsonl", LINES[0])
    written(tmp_path / "notes.txt", "not of games")
    assert run(capsys, "stats", tmp_path, "--only", "length").out.startswith("4 games\n")
    piped = run_apart("stats", "-", games, "--only", "length", typed=f"{LINES[0]}\n\n{LINES[1]}\n")
    assert piped.code == 0
    assert piped.out.startswith("5 games\n")


def test_unfinished_games_are_left_out_and_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = written(tmp_path / "games.jsonl", UNFINISHED, LINES[0], UNFINISHED)
    assert run(capsys, "stats", file, "--only", "length").out.startswith("1 game, 2 unfinished left out\n")
    assert_refused(
        run(capsys, "stats", written(tmp_path / "none.jsonl", UNFINISHED)),
        *("no finished game in", "none.jsonl", "1 unfinished left out"),
    )


def test_bad_records_are_named_or_skipped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for bad, words in (
        (BAD, ["move 1: SCO-1: gain says white +4, by the rules it is white +3"]),
        (LINES[0].replace('"mode":"table"', '"mode":"party"'), ["mode: expected one of table, solo"]),
        (LINES[0].replace('"name":"greedy"', '"name":7', 1), ["seats[0].name: expected a text, found 7"]),
        (LINES[0].replace('"church":"brown"', '"church":"mauve"', 1), ["SET-2"]),
        ("{", ["not JSON, at character"]),
    ):
        file = written(tmp_path / "games.jsonl", LINES[0], "", bad, LINES[1])
        assert_refused(run(capsys, "stats", file), "games.jsonl, line 3: ", *words)
        skipped = run(capsys, "stats", file, "--skip-bad", "--only", "length", "--json", tmp_path / "stats.json")
        assert skipped.code == 0
        assert skipped.out.startswith("2 games, 1 bad skipped\n")
        assert json.loads((tmp_path / "stats.json").read_text(encoding="utf-8"))["bad"] == 1
    file.write_bytes(b"\xff\n" + LINES[0].encode() + b"\n")
    assert_refused(run(capsys, "stats", file), "games.jsonl, line 1: not UTF-8 text")
    assert run(capsys, "stats", file, "--skip-bad").out.startswith("1 game, 1 bad skipped\n")


def test_a_bad_record_is_named_by_a_worker_too(tmp_path: Path) -> None:
    file = written(tmp_path / "games.jsonl", *LINES, *LINES, *LINES, BAD)
    assert_refused(run_apart("stats", file, "--jobs", 2), "games.jsonl, line 10: move 1: SCO-1")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--only", "scores,weather"], ["--only scores,weather", "'weather'", "length, scores, advantage"]),
        (["--format", "gif"], ["--format gif", "svg or png"]),
        (["--jobs", "0"], ["--jobs 0", "at least 1"]),
        (["--plots", "{games}"], ["--plots", "games.jsonl", "cannot be written"]),
        (["--json", "{folder}/nowhere/stats.json"], ["--json", "nowhere", "cannot be written"]),
        (["{folder}/absent.jsonl"], ["absent.jsonl", "cannot be read"]),
        (["{folder}/empty.jsonl"], ["empty.jsonl: holds no games"]),
        (["{folder}/empty"], ["empty: holds no file *.jsonl"]),
        (["-", "-"], ["standard input can be read once only"]),
        (["--edition", "nowhere.toml"], ["nowhere.toml", "cannot be read"]),
    ],
)
def test_what_cannot_be_done(
    arguments: list[str], words: list[str], games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty.jsonl").touch()
    asked = [it.format(games=games, folder=tmp_path) for it in arguments]
    assert_refused(run(capsys, "stats", games, *asked), *words)


def test_charts_without_the_extra(games: Path, tmp_path: Path) -> None:
    # None in sys.modules is how Python itself says that a module is not to be found.
    program = "import sys; sys.modules['matplotlib'] = None; from nouvelle_france.cli import main; main(sys.argv[1:])"
    command: list[Any] = [sys.executable, "-c", program, "stats", games]
    plain = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (plain.returncode, plain.stderr) == (0, "")
    asked = subprocess.run([*command, "--plots", tmp_path / "charts"], capture_output=True, text=True, check=False)
    assert_refused((asked.returncode, asked.stdout, asked.stderr), "--plots", 'the extra "plots"')
    assert not (tmp_path / "charts").exists()
