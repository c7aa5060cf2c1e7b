"""Training by self-play: the same weights from the same seed, whatever the jobs and wherever it was stopped."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from nouvelle_france import default_edition
from nouvelle_france.bots.ladder import weights
from nouvelle_france.bots.trained import FORMAT
from nouvelle_france.bots.training import FIGURES, Plan, Progress, Training
from nouvelle_france.core.judging.scheme import BUCKETS, FEATURES, HAS_FILLE, SETS
from nouvelle_france.pool import Threads
from tests.cli.running import run

TINY = Path(__file__).parents[1] / "edition/tiny.toml"
WEIGHTS = Path(__file__).parents[2] / "src/nouvelle_france/bots/weights.json"

SMALL = Plan(seed=5, rounds=2, games=32, generations=2, population=4, deals=4)
OPTIONS = ["--seed", "5", "--rounds", "2", "--games", "32", "--generations", "2", "--population", "4", "--deals", "4"]


def fresh(plan: Plan = SMALL) -> Progress:
    return Progress(plan, default_edition().digest)


def trained(plan: Plan = SMALL, jobs: int = 1) -> Training:
    training = Training(default_edition(), fresh(plan), Threads(jobs))
    assert len(list(training.steps())) == plan.steps
    return training


def test_the_same_seed_gives_the_same_weights_whatever_the_jobs() -> None:
    alone, together = trained(), trained(jobs=3)
    assert alone.weights_json("it") == together.weights_json("it")
    other = trained(Plan(**{**vars(SMALL), "seed": 6}))
    assert not np.array_equal(alone.progress.weights, other.progress.weights)


@pytest.mark.parametrize("stop", range(1, SMALL.steps))
def test_a_training_that_was_stopped_ends_as_if_it_had_not_been(stop: int) -> None:
    first = Training(default_edition(), fresh(), Threads(1))
    for step in first.steps():
        if step.number == stop:
            break
    kept = Progress.from_json(first.progress.to_json())
    assert kept.step == stop
    rest = Training(default_edition(), kept, Threads(1))
    assert [step.number for step in rest.steps()] == list(range(stop + 1, SMALL.steps + 1))
    assert rest.weights_json("it") == trained().weights_json("it")


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": "other"}', '{"format": "nouvelle-france-training/2"}'])
def test_what_is_no_training_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a training that was stopped"):
        Progress.from_json(text)


@pytest.mark.parametrize(
    "wrong",
    [
        {"weights": [1.0, 2.0]},
        {"weights": [[1.0], [2.0, 3.0]]},
        {"squares": "many"},
        {"products": None},
        {"mean": [0.5]},
        {"spread": [[]]},
        {"step": -1},
        {"step": 1.5},
        {"step": SMALL.steps + 1},
        {"step": SMALL.rounds + 1},  # but without what a generation leaves
        {"figures": {}},
        {"plan": {"seed": 5, "speed": 3}},
        {"more": 1},
    ],
)
def test_a_training_with_a_wrong_part_is_refused(wrong: dict[str, Any]) -> None:
    text = json.dumps({**json.loads(fresh().to_json()), **wrong})
    with pytest.raises(ValueError, match="not a training that was stopped"):
        Progress.from_json(text)


def test_the_command_writes_weights_and_goes_on_where_it_was_stopped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "weights.json"
    part = tmp_path / "weights.json.part"
    begun = Training(default_edition(), fresh(), Threads(1))
    next(begun.steps())
    part.write_text(begun.progress.to_json())
    done = run(capsys, "train", "--out", str(out), *OPTIONS)
    assert done.code == 0, done.err
    assert "resuming after step 1" in done.err
    assert not part.exists()
    written = json.loads(out.read_text())
    assert written["format"] == FORMAT
    assert written["command"].startswith(f"nouvelle-france train --out {out} --seed 5")
    assert np.array_equal(written["weights"], json.loads(trained().weights_json("it"))["weights"])


def test_bad_options_and_files_are_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "weights.json"
    part = tmp_path / "weights.json.part"
    refused = run(capsys, "train", "--out", str(out), "--rounds", "0")
    assert (refused.code, "--rounds 0: expected 1 or more" in refused.err) == (2, True)
    part.write_text("rubbish")
    refused = run(capsys, "train", "--out", str(out), *OPTIONS)
    assert (refused.code, "remove it to start over" in refused.err) == (2, True)
    part.write_text(fresh(Plan(seed=4)).to_json())
    refused = run(capsys, "train", "--out", str(out), *OPTIONS)
    assert (refused.code, "--seed 4, not 5" in refused.err) == (2, True)
    part.write_text(fresh().to_json())
    refused = run(capsys, "train", "--out", str(out), *OPTIONS, "--edition", TINY)
    assert (refused.code, "begun with another edition" in refused.err) == (2, True)
    refused = run(capsys, "train", "--out", "-", *OPTIONS)
    assert (refused.code, "--out -: expected a file" in refused.err) == (2, True)


def test_the_weights_of_the_package_say_how_they_were_made() -> None:
    kept = json.loads(WEIGHTS.read_text())
    assert kept["format"] == FORMAT
    assert kept["edition"] == default_edition().id
    assert kept["command"].startswith("nouvelle-france train")
    assert kept["figures"]
    assert kept["figures_are"] == FIGURES
    assert weights().shape == (SETS, BUCKETS, FEATURES)
    assert WEIGHTS.stat().st_size < 20_000
    # A Fille is worth more the longer she can still be used in her stage.
    two = weights()[2, :, HAS_FILLE].reshape(3, -1)
    assert (np.diff(two, axis=1) > 0).sum() >= 7


def test_the_command_in_the_weights_can_be_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The package's own, with small numbers put in; what that writes names a command that writes the same again."""
    monkeypatch.chdir(tmp_path)
    words = shlex.split(json.loads(WEIGHTS.read_text())["command"])
    for option, number in zip(OPTIONS[::2], OPTIONS[1::2], strict=True):
        words[words.index(option) + 1] = number
    assert words.pop(0) == "nouvelle-france"
    assert run(capsys, *words).code == 0
    written = Path("weights.json").read_bytes()
    again = shlex.split(json.loads(written)["command"])
    Path("weights.json").unlink()
    assert run(capsys, *again[1:]).code == 0
    assert Path("weights.json").read_bytes() == written
