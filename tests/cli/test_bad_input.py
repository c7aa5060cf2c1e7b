"""Bad input of every kind: exit code 2, one clear line, no traceback, no half-written file."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest

from tests.cli.running import assert_refused, run


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--players", "5"], ["--players 5", "2 to 4", "SET-1"]),
        (["--players", "1"], ["--players 1", "--mode solo"]),
        (["--players", "two"], ["--players"]),
        (["--bots", "nobody"], ["--bots", "'nobody'", "random, greedy"]),
        (["--bots", "greedy,greedy,random", "--players", "2"], ["3 bots for 2 seats"]),
        (["--bots", "greedy,greedy,greedy,greedy,greedy"], ["5 seats", "2 to 4"]),
        pytest.param(
            ["--bots", "nobody", "--program", "mine=true"],
            ["--bots nobody", "'nobody'", ", mine"],
            marks=pytest.mark.unix,
        ),
        (["--bots", "mine", "--program", "mine"], ["--program mine", "NAME=COMMAND"]),
        (["--games", "0"], ["--games 0", "at least 1"]),
        (["--jobs", "0"], ["--jobs 0", "at least 1"]),
        (["--mode", "party"], ["--mode party", "table or solo"]),
        (["--allies", "always"], ["VAR-3", "each_stage, once, none"]),
        (["--support", "glue"], ["VAR-3", "free-standing, leaning"]),
        (["--unable", "never"], ["VAR-3", "verified, claimed"]),
        (["--constraint", "artisan"], ["--constraint", "--mode solo"]),
        (["--mode", "solo", "--one-card"], ["--one-card", "VAR-3"]),
        (["--mode", "solo", "--players", "2"], ["--players", "VAR-3"]),
        (["--mode", "solo", "--bots", "greedy,greedy"], ["2 bots for 1 seats"]),
        (["--mode", "solo", "--constraint", "boss"], ["CHA-1", "kings-engineer"]),
        (["--mode", "solo", "--track", "easy"], ["CHA-6", "dauntless"]),
        (["--mode", "solo", "--architecture", "belfry,tower"], ["CHA-7", "'tower'"]),
        (["--mode", "solo", "--architecture", "belfry,belfry"], ["CHA-8"]),
        (["--mode", "solo", "--constraint", ""], ["--constraint"]),
        (["--support", ""], ["VAR-3"]),
        (["--edition", "nowhere.toml"], ["nowhere.toml", "cannot be read"]),
        (["--nonsense"], ["--nonsense"]),
    ],
)
def test_simulate(arguments: list[str], words: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    out.write_text("kept", encoding="utf-8")
    assert_refused(run(capsys, "simulate", *arguments, "--out", out), *words)
    assert [file.name for file in tmp_path.iterdir()] == ["games.jsonl"]
    assert out.read_text(encoding="utf-8") == "kept"


@pytest.mark.parametrize(
    ("link", "words"),
    [
        ("http://[abc/t/AAAAAAAAAAAA", "Invalid IPv6 URL"),
        ("http://host:abc/t/AAAAAAAAAAAA", "'abc'"),
        ("http://127.0.0.1:99999/t/AAAAAAAAAAAA", "Port out of range"),
        ("http://xn--/t/AAAAAAAAAAAA", "Malformed A-label"),
        ("http://ho\0st/t/AAAAAAAAAAAA", "non-printable ASCII character"),
        ("ftp://host/t/AAAAAAAAAAAA", "expected an invitation"),
        ("host", "expected an invitation"),
    ],
)
def test_an_address_that_is_none(link: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert_refused(run(capsys, "sit", link, "true"), f"LINK {link}: ", words)


@pytest.mark.parametrize("limit", ["inf", "nan", "1e999"])
@pytest.mark.parametrize(
    "command",
    [
        ["simulate", "--program-limit", "LIMIT", "--bots", "mine,random", "--program", "mine=true"],
        ["arena", "--program-limit", "LIMIT", "--bots", "mine,random", "--program", "mine=true"],
        ["sit", "--limit", "LIMIT", "http://127.0.0.1:1/t/AAAAAAAAAAAA", "true"],
    ],
    ids=lambda command: command[0],
)
def test_a_time_limit_is_a_number(command: list[str], limit: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Programs are told it, and JSON has no infinity."""
    words = [limit if it == "LIMIT" else it for it in command]
    assert_refused(run(capsys, *words), "Invalid value", f"'{command[1]}'")


@pytest.mark.unix
def test_an_unwritable_out(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for out in (tmp_path, tmp_path / "no" / "such.jsonl", Path("/dev/full")):
        assert_refused(run(capsys, "simulate", "--out", out), f"--out {out}", "cannot be written")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.unix
@pytest.mark.parametrize("command", ["simulate", "arena"])
def test_no_place_for_machine_code(command: str) -> None:
    program = (
        "import tempfile; tempfile.tempdir = '/proc/nowhere'\n"
        "from nouvelle_france.cli import main\n"
        f"main([{command!r}, '--bots', 'artisan,random'])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "NUMBA_CACHE_DIR": "/proc/nowhere"},
        capture_output=True,
        text=True,
        check=False,
    )
    outcome = done.returncode, done.stdout, done.stderr
    assert_refused(outcome, "neither the user's cache folder nor the temporary folder can be written to")


@pytest.mark.parametrize("command", ["verify", "show", "placements"])
@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", ["holds no games"]),
        (b"\n\n", ["holds no games"]),
        (b"{", ["line 1", "not JSON"]),
        (b"\xff\xfe", ["line 1", "UTF-8"]),
        (b'\n{"format": "chess/1"}', ["line 2", "nouvelle-france-record/1", "chess/1"]),
        (b'{"format": "nouvelle-france-record/1"}', ["line 1", "missing"]),
    ],
)
def test_what_is_no_record(
    command: str, content: bytes, words: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "games.jsonl"
    file.write_bytes(content)
    assert_refused(run(capsys, command, file), str(file), *words)


@pytest.mark.parametrize("command", ["verify", "show", "placements"])
def test_a_truncated_file(command: str, capsys: pytest.CaptureFixture[str], games: Path, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_bytes(games.read_bytes().splitlines()[0][:-100])
    assert_refused(run(capsys, command, file), str(file), "line 1", "not JSON")


@pytest.mark.parametrize("command", ["verify", "show", "placements"])
def test_files_that_cannot_be_read(command: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert_refused(run(capsys, command, tmp_path / "nowhere"), "cannot be read")
    assert_refused(run(capsys, command, tmp_path), "cannot be read")


@pytest.mark.parametrize("command", ["show", "placements"])
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--game", "0"], ["--game 0", "count from 1"]),
        (["--game", "4"], ["--game 4", "holds 3 games"]),
        (["--move", "9999"], ["--move 9999", "has "]),
        (["--move", "-1"], ["--move -1"]),
        (["--move", "soon"], ["--move"]),
    ],
)
def test_numbers_out_of_range(
    command: str, arguments: list[str], words: list[str], capsys: pytest.CaptureFixture[str], games: Path
) -> None:
    assert_refused(run(capsys, command, games, *arguments), *words)


def test_standard_input_twice(capsys: pytest.CaptureFixture[str]) -> None:
    assert_refused(run(capsys, "verify", "-", "-"), "once only")


def test_an_unknown_block(capsys: pytest.CaptureFixture[str], games: Path) -> None:
    assert_refused(run(capsys, "placements", games, "--block", "eel-green"), "--block eel-green")


def test_a_record_of_another_edition(capsys: pytest.CaptureFixture[str], games: Path, tmp_path: Path) -> None:
    text = files("nouvelle_france.edition").joinpath("reconstruction-1.toml").read_text(encoding="utf-8")
    mine = tmp_path / "mine.toml"
    mine.write_text(text.replace('id = "reconstruction-1"', 'id = "my-box"'), encoding="utf-8")
    for command in ("verify", "show", "placements", "stats"):
        refused = run(capsys, command, games, "--edition", mine)
        assert_refused(refused, "played with 'reconstruction-1', not with 'my-box'; leave --edition out")
    theirs = tmp_path / "theirs.jsonl"
    theirs.write_text(games.read_text(encoding="utf-8").replace('"reconstruction-1"', '"their-box"'), encoding="utf-8")
    for command in ("verify", "show", "placements", "stats"):
        refused = run(capsys, command, theirs)
        assert_refused(refused, "played with 'their-box'", "name the file of 'their-box' with --edition")


def test_a_faulty_edition_names_file_and_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    text = files("nouvelle_france.edition").joinpath("reconstruction-1.toml").read_text(encoding="utf-8")
    mine = tmp_path / "mine.toml"
    mine.write_text(text.replace("###.###\n#.....#", "###.###\n#..o..#", 1), encoding="utf-8")
    line = 1 + mine.read_text(encoding="utf-8").splitlines().index("#..o..#")
    for command in (["edition", "check", mine], ["edition", "show", mine], ["simulate", "--edition", mine]):
        assert_refused(run(capsys, *command), f"{mine}: line {line}: sites.church.plan: stray character 'o'")


def test_all_faults_of_an_edition_are_said_a_line_each(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    text = files("nouvelle_france.edition").joinpath("reconstruction-1.toml").read_text(encoding="utf-8")
    mine = tmp_path / "mine.toml"
    spoilt = text.replace("###.###\n#.....#", "###.###\n#..o..#", 1).replace("length = 2", "length = 0")
    mine.write_text(spoilt, encoding="utf-8")
    for command in (["edition", "check", mine], ["play", "--edition", mine], ["serve", "--edition", mine]):
        code, out, err = run(capsys, *command)
        assert (code, out) == (2, "")
        first, second = err.splitlines()
        assert first.startswith(f"nouvelle-france: {mine}: line ")
        assert "bonus.post.length: " in first
        assert "sites.church.plan: " in second


def test_a_new_edition_never_takes_the_place_of_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text("kept", encoding="utf-8")
    assert_refused(run(capsys, "edition", "new", mine), f"{mine}: exists already")
    assert mine.read_text(encoding="utf-8") == "kept"
    assert_refused(run(capsys, "edition", "new", tmp_path / "no" / "mine.toml"), "cannot be written")


def test_unknown_commands_and_missing_arguments(capsys: pytest.CaptureFixture[str]) -> None:
    assert_refused(run(capsys, "dance"), "dance")
    assert_refused(run(capsys, "verify"), "FILE")
    assert_refused(run(capsys, "edition", "check"), "FILE")


@pytest.mark.parametrize(
    "arguments",
    [
        ["--colour", "green"],
        ["--players", "5"],
        ["--bots", "a,b"],
        ["--bots", "greedy,greedy,greedy,greedy"],
        ["--name", " "],
        ["--name", "a\nb"],
        ["--mode", "solo", "--bots", "greedy"],
        ["--mode", "solo", "--colour", "blue"],
        ["--resume", "-"],
        ["--resume", "game.jsonl", "--players", "3"],
        ["--allies", ""],
        ["--name", "\udcff"],
        ["--out", "/no/such/game.jsonl"],
    ],
)
def test_play(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert_refused(run(capsys, "play", *arguments), arguments[0 if arguments[0] != "--mode" else 2].removeprefix("--"))
