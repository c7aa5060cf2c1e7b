"""The commands do what their help says."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

import nouvelle_france
from nouvelle_france import Bonus, Place, Record, replay
from nouvelle_france.cli.app import app
from nouvelle_france.record import write_placement
from tests.axes import crossed
from tests.cli.running import COMMAND, lives, minds, run, run_apart, run_until
from tests.kinds import EDITION


def records(file: Path) -> list[Record]:
    return [Record.from_json(line) for line in file.read_text(encoding="utf-8").splitlines()]


def test_simulate_writes_what_was_asked_for(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    table = ["--players", "3", "--bots", "random,greedy,random", "--one-card"]
    table += ["--allies", "once", "--support", "leaning", "--unable", "claimed"]
    outcome = run(capsys, "simulate", "--mode", "table", *table, "--games", 4, "--seed", 7, "--out", out)
    assert outcome.code == 0
    assert "4 games, seed 7" in outcome.out
    for record in records(out):
        assert record.mode == "table"
        assert dict(record.rules) == {
            "one_card": True,
            "allies": "once",
            "support": "leaning",
            "unable": "claimed",
        }
        assert [seat.bot for seat in record.seats] == ["random", "greedy", "random"]
        assert record.result is not None
    assert run(capsys, "verify", out) == (0, "4 games, all by the rules\n", "")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("all", list(EDITION.challenge_ids)),
        ("none", []),
        ("sails,belfry", ["belfry", "sails"]),
    ],
)
def test_simulate_solo(words: str, expected: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    solo = ["--constraint", "master-builder", "--track", "plucky", "--architecture", words]
    run(capsys, "simulate", "--mode", "solo", "--bots", "greedy", *solo, "--games", 2, "--seed", 1, "--out", out)
    for record in records(out):
        assert record.solo == {"constraint": "master-builder", "track": "plucky", "architecture": expected}
        assert record.sites is not None
        assert [site is None for site in record.sites] == [False, False, True]
    assert run(capsys, "verify", out).code == 0


@pytest.mark.unix
def test_simulate_with_a_program_counts_its_faults(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    words = ["--bots", "silent,random,silent", "--program", "silent=true", "--games", 2, "--seed", 1, "--out", out]
    code, told, err = run(capsys, "simulate", *words)
    assert (code, err) == (0, "")
    rows = [[cell.strip() for cell in line.split("│")] for line in told.splitlines() if "│" in line]
    assert [row[1] for row in rows] == ["silent", "random"]
    assert rows[0][-3].endswith(" dead")
    assert rows[0][-2] == rows[0][-3].replace(" dead", " harmless")
    assert rows[1][-3:-1] == ["", ""]
    assert "silent: first fault in game 1, dead: " in told
    assert [[seat.name for seat in record.seats] for record in records(out)] == [["silent 1", "random", "silent 2"]] * 2
    assert run(capsys, "verify", out).code == 0


def test_simulate_counts_what_others_chose_for_a_bot(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "borrows.py").write_text(
        "class Borrows:\n    stand_in = 'a friend'\n    def choose(self, view, legal): return next(iter(legal))\n",
        encoding="utf-8",
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    out = tmp_path / "games.jsonl"
    bots = ["--bots", "borrows:Borrows,random"]
    told = run(capsys, "simulate", *bots, "--games", 1, "--seed", 1, "--out", out).out
    (record,) = records(out)
    assert "stand-ins" in told
    looks = sum("stand_in" in move and move["do"] == "huron" for move in record.moves)
    assert f" {sum('stand_in' in move for move in record.moves) + looks} a friend " in told
    assert "stand-ins" in run(capsys, "arena", *bots, "--games", 2, "--seed", 1).out
    assert "stand-ins" not in run(capsys, "arena", "--bots", "greedy,random", "--games", 2, "--seed", 1).out


def test_simulate_repeats_from_the_seed_it_names(capsys: pytest.CaptureFixture[str]) -> None:
    first = run_apart("simulate", "--out", "-")
    seed = first.err.split("seed ")[1].split()[0]
    assert run_apart("simulate", "--seed", seed, "--out", "-").out == first.out
    assert run(capsys, "simulate", "--seed", seed).out.startswith(f"1 game, seed {seed}")


def _interrupted(out: Path, jobs: int, number: int, when: Callable[[int], bool], *bots: str) -> str:
    """Start a long simulation, send all its processes a signal, return what it said."""
    simulate = ["simulate", "--games", 1_000_000, "--jobs", jobs, "--out", out, *(bots or ["--bots", "random"])]
    code, _, err = run_until(when, number, *simulate, group=True)
    assert code == 130, err
    assert "Traceback" not in err
    assert not list(out.parent.glob("*.part"))
    return err


@pytest.mark.parametrize(("number", "jobs"), [(signal.SIGINT, 1), (signal.SIGTERM, 1), (signal.SIGINT, 2)])
def test_ctrl_c_leaves_whole_lines_only(number: int, jobs: int, tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    err = _interrupted(out, jobs, number, lambda _: any(it.stat().st_size > 100_000 for it in tmp_path.glob("*.part")))
    assert out.read_text(encoding="utf-8").endswith("}\n")
    assert f"interrupted after {len(records(out))} of 1000000 games" in err


@pytest.mark.unix
@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_before_the_first_game_keeps_the_old_file_and_waits_for_no_bot(jobs: int, tmp_path: Path) -> None:
    """The bot would think for hours, and does not leave when it is asked to."""
    out = tmp_path / "games.jsonl"
    out.write_text("old", encoding="utf-8")
    thinker = tmp_path / "thinker.py"
    thinker.write_text(THINKER.format(python=sys.executable, folder=tmp_path), encoding="utf-8")
    thinker.chmod(0o755)
    bots = ["--bots", "thinker", "--program", f"thinker={thinker}", "--program-limit", "10000"]
    _interrupted(out, jobs, signal.SIGINT, lambda _: len(list(tmp_path.glob("thinks-*"))) == jobs, *bots)
    assert out.read_text(encoding="utf-8") == "old"
    assert not any(lives(int(file.name.removeprefix("thinks-"))) for file in tmp_path.glob("thinks-*"))


THINKER = """#!{python}
import os, pathlib, sys, time
input()
print('{{"name": "thinker"}}', flush=True)
input()
input()
pathlib.Path("{folder}", f"thinks-{{os.getpid()}}").touch()
time.sleep(10000)
"""


@pytest.mark.unix
@pytest.mark.parametrize("delay", [0, 0.2, 0.4])
def test_ctrl_c_while_it_starts_prints_no_traceback(delay: float, tmp_path: Path) -> None:
    """From the moment it minds signals, while it loads and while its workers start."""
    minding: list[float] = []

    def starting(process: int) -> bool:
        if not minding and minds(process, signal.SIGTERM):
            minding.append(time.monotonic())
        return bool(minding) and time.monotonic() >= minding[0] + delay

    _interrupted(tmp_path / "games.jsonl", 2, signal.SIGINT, starting)


def test_two_runs_with_one_name_do_not_mix(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    command: list[str | Path] = [COMMAND, "simulate", "--bots", "random", "--games", "40", "--out", out]
    for process in [subprocess.Popen(command, stdout=subprocess.DEVNULL) for _ in range(2)]:
        assert process.wait(timeout=60) == 0
    assert len(records(out)) == 40
    assert [file.name for file in tmp_path.iterdir()] == ["games.jsonl"]


@pytest.mark.unix
def test_a_link_stays_a_link(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    link = tmp_path / "link.jsonl"
    link.symlink_to(out)
    assert run(capsys, "simulate", "--bots", "random", "--out", link).code == 0
    assert link.is_symlink()
    assert len(records(out)) == 1


def test_a_full_disk_leaves_no_half_file(tmp_path: Path) -> None:
    """A file size limit makes the system take a part of a line and refuse the rest."""
    out = tmp_path / "games.jsonl"
    out.write_text("old", encoding="utf-8")
    limit: list[str | Path] = ["prlimit", "--fsize=20480", COMMAND, "simulate", "--games", "3", "--out", out]
    done = subprocess.run(limit, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == f"nouvelle-france: --out {out}: cannot be written: File too large\n"
    assert [file.name for file in tmp_path.iterdir()] == ["games.jsonl"]
    assert out.read_text(encoding="utf-8") == "old"


def test_a_reader_that_leaves_is_no_trouble(games: Path) -> None:
    number = next(i for i, move in enumerate(records(games)[1].moves) if move["do"] == "place")
    show = f"{COMMAND} placements {games} --game 2 --move {number} | head -1; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", show], capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert done.stdout.splitlines()[-1] == "141", "as any program that a closed pipe stops"


@pytest.mark.unix
@pytest.mark.parametrize(
    "command",
    ["placements --move 0", *(pytest.param(it, marks=pytest.mark.large) for it in ("show --move 0", "verify"))],
)
def test_a_full_output_is_told(command: str, games: Path) -> None:
    done = subprocess.run(
        ["bash", "-c", f"{COMMAND} {command} {games} > /dev/full"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr == "nouvelle-france: cannot write: No space left on device\n"


def test_verify_names_record_move_and_rule(capsys: pytest.CaptureFixture[str], games: Path, tmp_path: Path) -> None:
    lines = [json.loads(line) for line in games.read_text(encoding="utf-8").splitlines()]
    number = next(i for i, move in enumerate(lines[1]["moves"], start=1) if move["do"] == "place")
    lines[1]["moves"][number - 1]["gain"] = {"white": 99}
    lines[2]["result"]["winners"] = ["nobody"]
    file = tmp_path / "spoilt.jsonl"
    file.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    code, out, err = run(capsys, "verify", file)
    assert (code, err) == (1, "")
    assert f"{file}: game 2, move {number}: SCO-1: gain says white +99" in out
    assert f"{file}: game 3, SOL-11: result.winners" in out
    assert out.endswith("3 games, 2 with faults (2 in all)\n")


def test_verify_reads_standard_input(games: Path) -> None:
    assert run_apart("verify", "-", typed=games.read_text(encoding="utf-8")).out == "3 games, all by the rules\n"


def test_show_draws_sites_scores_cards_and_stock(capsys: pytest.CaptureFixture[str], games: Path) -> None:
    code, out, err = run(capsys, "show", games, "--game", 2, "--move", 40)
    assert (code, err) == (0, "")
    position = replay(records(games)[1], EDITION, 40).state.position
    assert "game 2 after 40 moves" in out
    for word in (
        "church",
        "mill",
        "redoubt",
        "level 1",
        "level 2",
        "level 3",
        f"{position.deck_count} left in the deck",
    ):
        assert word in out
    for site, building in enumerate(position.buildings):
        assert f"{building.heights.count(0)} columns open" in out
        assert f"disk {position.game.disks[site]}" in out
    for seat, colour in enumerate(position.game.colour_of_seat):
        row = next(line for line in out.splitlines() if f"({position.game.name(seat)})" in line)
        assert f" {position.scores[colour]} " in row


def test_show_from_first_to_last_move(capsys: pytest.CaptureFixture[str], games: Path) -> None:
    for game, record in enumerate(records(games), start=1):
        for move in (0, 1, len(record.moves) // 2, len(record.moves)):
            code, out, _ = run(capsys, "show", games, "--game", game, "--move", move)
            assert code == 0
            assert f"game {game} after {move} move" in out
        assert "The game is over" in out
        assert run(capsys, "show", games, "--game", game).out == out


def test_placements_are_json_lines_in_id_order(capsys: pytest.CaptureFixture[str], games: Path) -> None:
    for game, record in enumerate(records(games), start=1):
        listed = 0
        for move in range(0, len(record.moves), 17):
            code, out, err = run(capsys, "placements", games, "--game", game, "--move", move)
            assert code == 0
            lines = [json.loads(line) for line in out.splitlines()]
            assert bool(lines) == (err == ""), "where nothing is listed it says why"
            position = replay(record, EDITION, move).state.position
            legal = [action for action in position.legal if isinstance(action, Place | Bonus)]
            assert lines == [write_placement(position, action) for action in legal]
            assert [list(line) for line in lines] == [["block", "site", "cubes", "gain"]] * len(lines)
            listed += len(lines)
        assert listed


def test_placements_of_one_block(capsys: pytest.CaptureFixture[str], games: Path) -> None:
    moves = records(games)[1].moves
    number = next(i for i, move in enumerate(moves) if move["do"] == "place")
    block = moves[number]["block"]
    out = run(capsys, "placements", games, "--game", 2, "--move", number, "--block", block).out
    lines = [json.loads(line) for line in out.splitlines()]
    assert {line["block"] for line in lines} == {block}
    wanted = {key: moves[number].get(key, {}) for key in ("block", "site", "cubes", "gain")}
    assert wanted in lines


def test_show_as_a_picture(capsys: pytest.CaptureFixture[str], games: Path, tmp_path: Path) -> None:
    svg = tmp_path / "position.svg"
    assert run(capsys, "show", games, "--game", 3, "--move", 40, "--svg", svg) == (0, "", "")
    text = svg.read_text(encoding="utf-8")
    assert text.startswith("<svg")
    assert "@font-face" not in text
    assert run(capsys, "show", games, "--svg", tmp_path / "no" / "such.svg").code == 2
    before = games.read_bytes()
    assert run(capsys, "show", games, "--svg", games).code == 2
    assert games.read_bytes() == before


def test_edition_check_and_show(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    usual = Path(nouvelle_france.__file__).parent / "edition" / "reconstruction-1.toml"
    code, out, err = run(capsys, "edition", "check", usual)
    assert (code, err) == (0, "")
    assert "a good edition (reconstruction-1): 9 shapes, 3 sites, 18,528 placements" in out
    mine = tmp_path / "mine.toml"
    mine.write_text(usual.read_text(encoding="utf-8").replace("disk = 8", "disk = 12"), encoding="utf-8")
    code, out, err = run(capsys, "edition", "check", mine)
    assert (code, err) == (0, "")
    assert "give it an id of its own" in out
    code, out, _ = run(capsys, "edition", "show")
    assert code == 0
    for word in ("weathercock", "girouette", "zwornik", "redoubt", "18/40/60", "belfry"):
        assert word in out


def _commands(group: Any, *path: str) -> Iterator[list[str]]:
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from _commands(command, *path, name)
        else:
            yield [*path, name]


@pytest.mark.parametrize("arguments", [[], *_commands(get_command(app))], ids=" ".join)
def test_help_teaches_by_example(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, *arguments, "--help")
    assert code == 0
    assert "Usage: nouvelle-france" in out
    assert not arguments or "Example" in out
    assert run(capsys, *arguments, "-h").out == out


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    version = run(capsys, "--version").out
    assert version == f"nouvelle-france {nouvelle_france.__version__}\n"
    as_module = [sys.executable, "-m", "nouvelle_france", "--version"]
    assert subprocess.run(as_module, capture_output=True, text=True, check=True).stdout == version


CODES = {"play": 0, "show {games}": 0, "verify nowhere": 2, "verify {games}": 0}


@pytest.mark.unix
@pytest.mark.parametrize(("closed", "command"), crossed(["<&-", ">&-", "2>&-", "2>/dev/full"], list(CODES)))
def test_closed_streams_are_no_crash(closed: str, command: str, games: Path) -> None:
    words = f"{COMMAND} {command.format(games=games)} {closed}"
    script = words if "<" in closed else f"{words} </dev/null"
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == CODES[command], script
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("setting", "command"),
    crossed(["PYTHONIOENCODING=ascii", "COLUMNS=40", "TERM=dumb", "NO_COLOR=1"], ["show {games}", "edition show"]),
)
def test_a_terminal_of_few_letters_and_columns(setting: str, command: str, games: Path) -> None:
    name, _, value = setting.partition("=")
    words = [word.format(games=games) for word in command.split()]
    done = subprocess.run(
        [COMMAND, *words], capture_output=True, check=False, env={**os.environ, name: value}, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"church" in done.stdout
