"""Beyond one machine: `simulate`, `stats`, `analyse` and `train` on a Ray cluster, with the results of one process."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.cli.running import COMMAND, assert_refused, run


def on_ray(*arguments: object) -> str:
    """In a process of its own, since Ray leaves threads and warnings behind."""
    command = [str(COMMAND), *map(str, arguments), "--ray", "local", "--jobs", "2"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.large
def test_the_results_are_those_of_one_process(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for name, bots in (("plain", "greedy,random"), ("ladder", "artisan,apprenti")):
        games = ["simulate", "--bots", bots, "--games", 6, "--seed", 3, "--out"]
        here = run(capsys, *games, tmp_path / f"{name}.jsonl")
        there = on_ray(*games, tmp_path / f"{name}-ray.jsonl")
        assert there.splitlines()[0] == here.out.splitlines()[0]
        assert (tmp_path / f"{name}-ray.jsonl").read_bytes() == (tmp_path / f"{name}.jsonl").read_bytes()
    run(capsys, "stats", tmp_path / "plain.jsonl", "--json", tmp_path / "here.json")
    on_ray("stats", tmp_path / "plain.jsonl", "--json", tmp_path / "there.json")
    assert (tmp_path / "there.json").read_bytes() == (tmp_path / "here.json").read_bytes()
    run(capsys, "analyse", tmp_path / "plain.jsonl", "--game", 1, "--json", tmp_path / "here.jsonl")
    on_ray("analyse", tmp_path / "plain.jsonl", "--game", 1, "--json", tmp_path / "there.jsonl")
    assert (tmp_path / "there.jsonl").read_bytes() == (tmp_path / "here.jsonl").read_bytes()
    small = ["--rounds", 1, "--games", 16, "--generations", 2, "--population", 4, "--deals", 2]
    run(capsys, "train", *small, "--out", tmp_path / "weights.json")
    (tmp_path / "ray").mkdir()
    on_ray("train", *small, "--out", tmp_path / "ray" / "weights.json")
    ours, theirs = ((tmp_path / it / "weights.json").read_text() for it in ("", "ray"))
    assert theirs.replace("/ray/", "/") == ours


@pytest.mark.parametrize(
    "command", [["simulate", "--bots", "greedy"], ["stats", "games.jsonl"], ["train", "--out", "w"]]
)
def test_a_cluster_that_is_not_there_is_told(
    command: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run(capsys, "simulate", "--bots", "random", "--seed", 1, "--out", "games.jsonl")
    assert_refused(run(capsys, *command, "--ray", "127.0.0.1:1"), "--ray 127.0.0.1:1", "refused")


def test_no_jobs_are_refused_on_a_cluster_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert_refused(run(capsys, "simulate", "--ray", "local", "--jobs", 0), "--jobs 0")
