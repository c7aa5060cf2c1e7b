"""The command `arena` as a person uses it: the same results everywhere, nothing lost, clear words when it cannot."""

from __future__ import annotations

import json
import re
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import COMMAND, assert_refused, run, run_unread, run_until

BOTS = ["--bots", "greedy,random", "--seed", "3"]


def results(file: Path) -> dict[str, Any]:
    """The results without the times, which nobody can repeat."""
    document: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    for bot in document["bots"]:
        times = bot.pop("time")
        assert times["moves"] > 0
        assert 0 < times["mean"] <= times["max"]
        assert times["p99"] <= times["max"]
    return document


@pytest.mark.timeout(700)
def test_the_results_are_the_same_on_one_process_two_and_a_ray_cluster(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Three players in two line-ups; Ray in a process of its own, as it leaves threads and warnings behind."""
    lineups = ["--lineup", "greedy,random,random", "--lineup", "random,random,random", "--seed", "3", "--games", "7"]

    def arena(name: str) -> list[object]:
        return ["arena", *lineups, "--out", tmp_path / f"{name}.json", "--records", tmp_path / f"{name}.jsonl"]

    here = run(capsys, *arena("one"))
    assert (here.code, here.err) == (0, "")
    # Three bots that are one have a single seating, so seven deals; the others have three, so three deals.
    assert here.out.splitlines()[0] == "16 games on 7 deals, seed 3"
    records = (tmp_path / "one.jsonl").read_bytes()
    assert records.count(b"\n") == 16
    two = run(capsys, *arena("two"), "--jobs", 2)
    assert (two.code, two.err) == (0, "")
    on_ray = [str(COMMAND), *map(str, arena("ray")), "--ray", "local", "--jobs", "2"]
    ray = subprocess.run(on_ray, capture_output=True, text=True, check=False, timeout=600)
    assert ray.returncode == 0, ray.stderr
    for name, out in (("two", two.out), ("ray", ray.stdout)):
        assert out.splitlines()[0] == here.out.splitlines()[0]
        assert results(tmp_path / f"{name}.json") == results(tmp_path / "one.json")
        assert (tmp_path / f"{name}.jsonl").read_bytes() == records
    assert not list(tmp_path.glob("*.part"))


@pytest.mark.unix
def test_after_a_kill_and_after_ctrl_c_the_same_command_goes_on(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def arguments(name: str, games: int, jobs: int = 2) -> list[object]:
        files = ["--out", tmp_path / f"{name}.json", "--records", tmp_path / f"{name}.jsonl"]
        return ["arena", "--bots", "random,greedy", "--seed", "8", "--games", games, "--jobs", jobs, *files]

    part = tmp_path / "broken.json.part"

    def journal() -> list[bytes]:
        return part.read_bytes().splitlines(keepends=True) if part.exists() else []

    killed = run_until(lambda _: len(journal()) > 4, signal.SIGKILL, *arguments("broken", 100_000))
    assert killed.code == -signal.SIGKILL
    with part.open("ab") as torn:
        torn.write(b'{"lineup":0,"deal":')
    before = journal()[:-1]
    more = len(before) + 3
    stopped = run_until(lambda _: len(journal()) > more, signal.SIGINT, *arguments("broken", 100_000))
    assert stopped.code == 130
    assert stopped.err.count("\n") == 1
    assert f"{part} holds them: the same command resumes it" in stopped.err
    kept = journal()
    assert kept[: len(before)] == before
    assert f"interrupted after {len(kept) - 1} of 100000 games" in stopped.err
    games = 2 * ((len(kept) + 8) // 2)
    done = run(capsys, *arguments("broken", games, jobs=1))
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith(f"{games} games on {games // 2} deals, seed 8")
    whole = run(capsys, *arguments("whole", games, jobs=1))
    assert whole.out.splitlines()[0] == done.out.splitlines()[0]
    assert results(tmp_path / "broken.json") == results(tmp_path / "whole.json")
    assert (tmp_path / "broken.jsonl").read_bytes() == (tmp_path / "whole.jsonl").read_bytes()
    assert not list(tmp_path.glob("*.part"))


@pytest.mark.unix
def test_without_a_seed_an_unfinished_arena_keeps_its_own(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = tmp_path / "results.json"
    part = tmp_path / "results.json.part"
    arena: list[object] = ["arena", "--bots", "random,greedy", "--out", out]
    run_until(lambda _: part.exists() and part.read_bytes().count(b"\n") > 2, signal.SIGTERM, *arena, "--games", "1000")
    seed = json.loads(part.read_bytes().splitlines()[0])["settings"]["seed"]
    assert run(capsys, *arena, "--games", 2).code == 0
    assert results(out)["settings"]["seed"] == seed


def test_a_journal_of_another_arena_is_named_with_what_differs(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out, part = tmp_path / "results.json", tmp_path / "results.json.part"
    whole = run(capsys, "arena", *BOTS, "--games", 2, "--out", out)
    assert whole.code == 0
    settings = {**results(out)["settings"], "seed": 1, "programs": {"mine": "cat"}}
    del settings["games"]
    settings["rules"]["one_card"] = True
    header = {"format": "nouvelle-france-arena-journal/1", "records": False, "settings": settings}
    part.write_text(json.dumps(header) + "\n", encoding="utf-8")
    outcome = run(capsys, "arena", *BOTS, "--games", 2, "--out", out)
    told = ["--seed was 1, is 3", "--one-card was True, is False", "--program mine was cat, is None", "remove the file"]
    assert_refused(outcome, f"--out {out}", *told)
    assert part.exists()


@pytest.mark.parametrize(
    ("header", "words"),
    [
        ({"records": False}, "line 1"),
        ({"settings": {"seed": 3}}, "line 1"),
        ({"records": False, "settings": {}}, "--seed was None"),
        ({"records": False, "settings": {"seed": "three"}}, "--seed was three"),
    ],
)
def test_a_damaged_journal_is_one_line(
    header: dict[str, Any], words: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out, part = tmp_path / "results.json", tmp_path / "results.json.part"
    part.write_text(json.dumps({"format": "nouvelle-france-arena-journal/1", **header}) + "\n", encoding="utf-8")
    outcome = run(capsys, "arena", "--bots", "greedy,random", "--games", 2, "--out", out)
    assert_refused(outcome, f"--out {out}", str(part), words)


def test_solo_and_the_picture(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out, plot = tmp_path / "results.json", tmp_path / "results.svg"
    solo = ["--mode", "solo", "--constraint", "artisan", "--architecture", "all"]
    outcome = run(capsys, "arena", *BOTS, *solo, "--games", 3, "--out", out, "--plot", plot)
    assert (outcome.code, outcome.err) == (0, "")
    document = results(out)
    assert document["format"] == "nouvelle-france-arena/1"
    assert document["settings"]["solo"]["constraint"] == "artisan"
    assert (document["games"], document["deals"]) == (6, 3)
    assert [bot["rating"] for bot in document["bots"]] == [None, None]
    assert document["pairs"][0]["meetings"] == 3
    svg = plot.read_text(encoding="utf-8")
    assert "greedy" in svg
    assert "games won" in svg


@pytest.mark.unix
@pytest.mark.parametrize("plot", ["results.png", "results.SVG"])
def test_a_round_robin_with_its_picture(plot: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    program = tmp_path / "silent.sh"
    program.write_text("#!/bin/sh\nexit 0\n", encoding="utf-8")
    program.chmod(0o755)
    arena = ["arena", "--bots", "greedy,random,silent", "--program", f"silent={program}", "--games", 2, "--seed", 1]
    outcome = run(capsys, *arena, "--plot", tmp_path / plot, "--out", "-")
    document = json.loads(outcome.out)
    assert document["settings"]["lineups"] == [["greedy", "random"], ["greedy", "silent"], ["random", "silent"]]
    assert document["bots"][2]["faults"]["dead"] > 10
    assert [bot["stand_ins"] for bot in document["bots"]] == [
        {},
        {},
        {"harmless": document["bots"][2]["faults"]["dead"]},
    ]
    assert re.match(r"game \d+, dead: ", document["bots"][2]["first_fault"])
    assert document["bots"][0]["first_fault"] is None
    assert f"silent: first fault in {document['bots'][2]['first_fault']}" in outcome.err
    assert document["bots"][0]["faults"] == {}
    assert len(document["pairs"]) == 3
    assert "dead" in outcome.err
    assert (tmp_path / plot).stat().st_size > 5000


def test_fewer_bots_than_seats_and_all_seats_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    told = run(capsys, "arena", "--bots", "greedy,random", "--players", 4, "--games", 1, "--seed", 1)
    named = run(capsys, "arena", "--bots", "greedy,random,random,random", "--games", 1, "--seed", 1)
    assert told.code == named.code == 0
    assert told.out.splitlines()[0] == named.out.splitlines()[0] == "4 games on 1 deal, seed 1"
    assert "an even share is 25%" in told.out


@pytest.mark.unix
def test_the_picture_is_drawn_also_where_nobody_reads_the_results(tmp_path: Path) -> None:
    assert run_unread("arena", *BOTS, "--games", 2, "--plot", tmp_path / "results.svg") == 141
    assert (tmp_path / "results.svg").exists()


def test_a_bot_against_itself(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A control: it failed after all its games, and wrote nothing."""
    out, plot = tmp_path / "results.json", tmp_path / "results.svg"
    outcome = run(capsys, "arena", "--bots", "random,random", "--games", 3, "--out", out, "--plot", plot)
    assert (outcome.code, outcome.err) == (0, "")
    assert "50.0%" in outcome.out
    assert results(out)["bots"][0]["rating"] == {"value": 0, "low": 0, "high": 0}
    assert plot.exists()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], ["--bots", "two bots or more"]),
        (["--bots", "greedy"], ["--bots greedy", "two bots or more"]),
        (["--bots", "greedy,nobody"], ["--bots greedy,nobody", "'nobody'", "expected"]),
        (["--bots", "greedy,random", "--players", "5"], ["--players 5", "SET-1"]),
        (["--bots", "greedy,greedy,random", "--players", "2"], ["3 bots for 2 seats"]),
        (["--bots", "greedy,random", "--games", "0"], ["--games 0", "at least 1"]),
        (["--bots", "greedy,random", "--jobs", "0"], ["--jobs 0", "at least 1"]),
        (["--bots", "greedy,random", "--lineup", "greedy,random"], ["--lineup", "--bots"]),
        (["--lineup", "greedy,random", "--lineup", "random,greedy"], ["--lineup random,greedy", "two line-ups"]),
        (["--lineup", "greedy,random", "--lineup", "random,greedy,greedy"], ["3 bots for 2 seats"]),
        (["--lineup", "greedy,random,random,random,random"], ["5 seats", "2 to 4"]),
        (["--lineup", "greedy", "--mode", "solo"], ["--lineup", "solo"]),
        (["--bots", "greedy,greedy", "--mode", "solo"], ["twice"]),
        (["--bots", "greedy,random", "--track", "plucky"], ["--track", "--mode solo"]),
        (["--bots", "greedy,mine", "--program", "mine"], ["--program mine", "NAME=COMMAND"]),
        (["--bots", "greedy,mine", "--program", "mine=/no/such"], ["--program", "/no/such"]),
        (["--bots", "greedy,random", "--program", "random=cat"], ["--program", "already"]),
        (["--bots", "greedy,random", "--plot", "plot.txt"], ["--plot", "plot.txt", ".svg"]),
        (["--bots", "greedy,random", "--plot", "/no/such/plot.svg"], ["--plot", "cannot be written"]),
        (["--bots", "greedy,random", "--records", "/no/such/games"], ["--records", "cannot be written"]),
        (["--bots", "greedy,random", "--out", "/"], ["--out /", "cannot be written"]),
        (["--bots", "greedy,random", "--out", "x.svg", "--plot", "x.svg"], ["x.svg", "two options"]),
        (["--bots", "greedy,random", "--ray", "127.0.0.1:1"], ["--ray 127.0.0.1:1", "refused"]),
        (["--bots", "greedy,random", "--ray", "nowhere:port"], ["--ray nowhere:port", "reached"]),
    ],
)
def test_bad_input(arguments: list[str], words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert_refused(run(capsys, "arena", *arguments), *words)
