"""Making and checking puzzles, with little work: the same puzzles from the same seed, resumed, and judged again."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from statistics import fmean

import pytest

from nouvelle_france.edition import default
from nouvelle_france.puzzles import KINDS, LEVELS, Collection, Puzzle, carried, making
from nouvelle_france.puzzles.judging import CLOSE, LEAST, QUICK, weighed
from tests.cli.running import assert_refused, run

EDITION = default()
LITTLE = replace(QUICK, candidates=6, rounds=2, kept=2, ranking=4, deals=8)
EASY = making.Terms(LITTLE, LITTLE, -99.0, -99.0, (1,) * len(LEVELS))
"""Nearly every position makes a puzzle by these."""


@pytest.fixture
def easily(monkeypatch: pytest.MonkeyPatch) -> None:
    """Making puzzles takes little time."""
    monkeypatch.setattr(making, "TERMS", EASY)


def written(folder: Path, *puzzles: Puzzle) -> Path:
    file = folder / "some.json"
    file.write_text(Collection.of(EDITION, "", puzzles).to_json(), encoding="utf-8")
    return file


@pytest.mark.usefixtures("easily")
def test_puzzles_are_made_from_a_seed_and_an_interrupted_run_is_resumed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, torn = tmp_path / "whole.json", tmp_path / "torn.json"
    some = ("puzzles", "make", "--seed", 3, "--count", 40, "--games", 2)
    done = run(capsys, *some, whole)
    assert done.code == 0, done.err
    assert "from 2 games" in done.out
    made = Collection.from_json(whole.read_text(encoding="utf-8"), EDITION)
    assert made.puzzles

    make = making.Maker.__call__

    def interrupted(self: making.Maker, number: int) -> tuple[Puzzle, ...]:
        if number == 1:
            raise KeyboardInterrupt
        return make(self, number)

    with monkeypatch.context() as patch:
        patch.setattr(making.Maker, "__call__", interrupted)
        done = run(capsys, *some, torn)
        assert done.code == 130
        assert "the same command resumes" in done.err
    assert_refused(run(capsys, "puzzles", "make", "--seed", 4, "--count", 40, torn), "--seed 3, not 4")
    assert_refused(run(capsys, "puzzles", "make", "--seed", 3, "--count", 8, torn), "--count 40, not 8")
    done = run(capsys, *some, torn)
    assert "resuming after 1 game" in done.err
    assert torn.read_text(encoding="utf-8").replace("torn", "whole") == whole.read_text(encoding="utf-8")
    assert not torn.with_name("torn.json.part").exists()


@pytest.mark.parametrize("every", [24, pytest.param(8, marks=pytest.mark.large)])
def test_a_sample_is_the_best_again_with_other_deals(every: int) -> None:
    """With few deals: `puzzles check` takes five times as many of all of them."""
    margins = []
    for puzzle in carried().puzzles[::every]:
        others = [it.placement for it in puzzle.rivals]
        again = weighed(puzzle.view(EDITION), puzzle.best, others, f"again/{puzzle.id}", replace(CLOSE, deals=192))
        assert all(it.gives_up > -2 * it.error for it in again.rivals), puzzle.id
        margins.append(again.rivals[0].gives_up)
    assert fmean(margins) > LEAST / 2


def test_a_puzzle_whose_answer_is_not_the_best_fails(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    good = carried().puzzles[0]
    first, *rest = good.rivals
    worse = replace(good, best=first.placement, rivals=(first._replace(placement=good.best), *rest))
    kept = tmp_path / "kept.json"
    done = run(capsys, "puzzles", "check", written(tmp_path, worse), "--deals", 256)
    assert done.code == 1
    assert f"{good.id}: placement {good.best} gives up -" in done.out
    assert "1 puzzle: 0 good, 1 bad" in done.out
    assert run(capsys, "puzzles", "check", written(tmp_path, worse), "--deals", 256, "--keep", kept).code == 2
    assert not kept.exists()
    done = run(capsys, "puzzles", "check", written(tmp_path, good), "--deals", 512, "--keep", kept)
    assert done.code == 0, done.out
    assert Collection.from_json(kept.read_text(encoding="utf-8"), EDITION).puzzles == (good,)


def test_problems_are_said_in_a_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "bad.json"
    assert_refused(run(capsys, "puzzles", "check", file), "bad.json", "cannot be read")
    file.write_text("{", encoding="utf-8")
    assert_refused(run(capsys, "puzzles", "check", file), "bad.json", "not JSON")
    told = json.loads(carried().to_json())
    told["puzzles"] = [told["puzzles"][0] | {"kind": "chess"}]
    file.write_text(json.dumps(told), encoding="utf-8")
    assert_refused(run(capsys, "puzzles", "list", file), "bad.json", "puzzle 1", "chess")
    assert_refused(run(capsys, "puzzles", "make", "--count", 0, file), "--count 0")
    assert_refused(run(capsys, "puzzles", "make", "-"), "expected a file")
    assert_refused(run(capsys, "puzzles", "check", "--deals", 1, file), "--deals 1")
    (tmp_path / "new.json.part").write_text("{}", encoding="utf-8")
    assert_refused(run(capsys, "puzzles", "make", tmp_path / "new.json"), "new.json.part", "remove it")


def test_the_help_teaches_and_the_list_tells_of_kinds_and_levels(capsys: pytest.CaptureFixture[str]) -> None:
    help = run(capsys, "puzzles", "--help")
    assert help.code == 0
    assert all(word in help.out for word in (*KINDS, "make", "check", "list"))
    listed = run(capsys, "puzzles", "list")
    assert listed.code == 0
    assert all(kind in listed.out for kind in KINDS)
    assert str(len(carried().puzzles)) in listed.out
