"""The command `analyse`: lines of JSON that are resumed, a table, a picture, and problems that name file and rule."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from nouvelle_france import Match
from nouvelle_france.cli import analyse as command
from nouvelle_france.review import digest_of
from tests.cli.running import Outcome, assert_refused, run
from tests.review.games import QUICK, analysis, game


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever `maitre` is, here it takes little time."""
    monkeypatch.setattr(command, "DEPTHS", {"maitre": QUICK})


def written(folder: Path, *games: Match) -> Path:
    file = folder / "games.jsonl"
    file.write_text("".join(it.record().to_json() + "\n" for it in games), encoding="utf-8")
    return file


def lines(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def test_a_game_is_analysed_onto_standard_output(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    done = run(capsys, "analyse", written(tmp_path, game(2)), "--bot", "maitre", "--json", "-")
    assert done.code == 0
    told = json.loads(done.out)
    assert told == json.loads(json.dumps(analysis(2)))
    assert {"name", "regret", "luck"} <= told["players"][0].keys()
    assert told["choices"]
    assert "artisan 1" in done.err, "the table does not mix with the JSON"


def test_an_interrupted_analysis_is_resumed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    games, out = (game(2), game(1)), tmp_path / "out.jsonl"
    file = written(tmp_path, *games)
    assert run(capsys, "analyse", file, "--json", out).code == 0
    whole = out.read_bytes()
    assert [it["game"] for it in lines(out)] == [digest_of(it.record()) for it in games]
    first = whole.splitlines(keepends=True)[0]
    out.write_bytes(first + b'{"format":"nouvelle-fr')  # as a crash leaves it
    done = run(capsys, "analyse", file, "--json", out)
    assert done.code == 0
    assert "1 analysed before" in done.out
    assert out.read_bytes() == whole, "the same bytes, and nothing is analysed twice"
    done = run(capsys, "analyse", file, "--json", out)
    assert "0 games, 2 analysed before" in done.out


def test_many_games_are_told_in_a_table_whoever_does_the_work(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file, out = written(tmp_path, game(2), game(2, "random")), tmp_path / "out.jsonl"
    done = run(capsys, "analyse", file, "--json", out, "--jobs", 2)
    assert done.code == 0
    assert lines(out) == json.loads(json.dumps([analysis(2), analysis(2, "random")]))
    assert "analysed 2 of 2" in done.err
    for word in ("artisan", "random", "gave up a game", "flagged"):
        assert word in done.out


def test_the_course_of_a_game_is_drawn(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file, picture = written(tmp_path, game(1), game(2)), tmp_path / "course.svg"
    assert run(capsys, "analyse", file, "--game", 2, "--picture", picture).code == 0
    drawn = picture.read_text(encoding="utf-8")
    assert "chance of winning" in drawn
    assert "artisan 2" in drawn
    assert_refused(run(capsys, "analyse", file, "--picture", tmp_path / "course.pdf"), "--picture", "course.pdf")
    code, _, err = run(capsys, "analyse", file, "--picture", picture)
    assert (code, "choose one with --game" in err) == (2, True)


def refused(capsys: pytest.CaptureFixture[str], *arguments: object) -> Outcome:
    outcome = run(capsys, "analyse", *arguments)
    assert (outcome.code, "Traceback" in outcome.err) == (2, False)
    return outcome


def test_what_cannot_be_analysed_is_named_with_its_line_and_rule(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    whole = game(2)
    unfinished = Match(whole.setup, whole.seats)
    for played in whole.history[:30]:
        unfinished.play(played.action)
    file = written(tmp_path, whole, unfinished)
    out = tmp_path / "out.jsonl"
    _, _, err = refused(capsys, file, "--json", out)
    assert f"{file}, line 2: the game is not over: only finished games are analysed (END-1)" in err
    done = run(capsys, "analyse", file, "--json", out, "--skip-bad")
    assert (done.code, "1 unfinished skipped" in done.out) == (0, True)
    said = json.loads(whole.record().to_json())
    number = next(number for number, move in enumerate(said["moves"], start=1) if move["do"] == "place")
    said["moves"][number - 1]["cubes"][0][2] = 3
    file.write_text(json.dumps(said) + "\n", encoding="utf-8")
    _, _, err = refused(capsys, file)
    assert f"{file}, line 1: move {number}: PLC-" in err
    assert_refused(run(capsys, "analyse", file, "--bot", "greedy"), "--bot greedy", "maitre")
    assert_refused(run(capsys, "analyse", tmp_path / "nowhere.jsonl"), "nowhere.jsonl")
    out.write_text("{}\n", encoding="utf-8")
    assert_refused(run(capsys, "analyse", written(tmp_path, whole), "--json", out), "--json", "line 1 is no analysis")
