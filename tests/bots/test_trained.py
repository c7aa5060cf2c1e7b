"""Weights of one's own: by name on the command line, checked, and unknown to a server."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from nouvelle_france import BOTS, deal_table, default_edition, play_on, start
from nouvelle_france.arena.contest import seated_match
from nouvelle_france.arena.journal import FORMAT
from nouvelle_france.bots import stood_in
from nouvelle_france.bots.ladder import LadderBot
from nouvelle_france.bots.levels import LEVELS
from nouvelle_france.bots.trained import LEARNED, Trained, WeightsError, is_trained, trained
from nouvelle_france.edition import load
from nouvelle_france.reception.options import bot_named
from nouvelle_france.tables import TableError
from tests.cli.running import Outcome, assert_refused, run

BOX = default_edition()
OURS = Path(__file__).parents[2] / "src/nouvelle_france/bots/weights.json"
TINY = Path(__file__).parents[1] / "edition/tiny.toml"


def changed(path: Path, change: Callable[[dict[str, Any]], object]) -> Path:
    """Our weights, changed."""
    document = json.loads(OURS.read_text())
    change(document)
    path.write_text(json.dumps(document))
    return path


def backwards(document: dict[str, Any]) -> None:
    document["weights"] = (-np.array(document["weights"])).tolist()


def first(document: dict[str, Any], value: float) -> None:
    document["weights"][0][0][0] = value


def test_the_levels_that_learn_are_those() -> None:
    assert tuple(name for name, level in LEVELS.items() if level.learned) == LEARNED


@pytest.mark.parametrize(
    ("spec", "file", "seconds"),
    [
        ("artisan:{}", "new.json", None),
        ("ingenieur:{}@0.5", "new.json", 0.5),
        ("maitre:{}", "at@home.json", None),
        ("maitre:{}@2", "at@home: mine.json", 2.0),
    ],
)
def test_by_name(spec: str, file: str, seconds: float | None, tmp_path: Path) -> None:
    path = changed(tmp_path / file, backwards)
    name = spec.format(path)
    assert is_trained(name)
    found = trained(name, BOX)
    assert (found.level, found.seconds, found.file) == (name.partition(":")[0], seconds, str(path))
    bot = pickle.loads(pickle.dumps(found))(Random(1))
    assert isinstance(bot, LadderBot)
    assert bot.level is LEVELS[found.level]


@pytest.mark.parametrize(
    "name", ["artisan", "artisan:", "artisan@1", "artisan:@1", "apprenti:x", "greedy:x", ":x", "", "mine:x"]
)
def test_other_names_are_not_such_bots(name: str) -> None:
    assert not is_trained(name)


def test_a_server_knows_no_such_names() -> None:
    """A name from the network must not lead to a file."""
    for level in LEARNED:
        for name in (f"{level}:{OURS}", f"{level}:{OURS}@1"):
            assert name not in BOTS
            with pytest.raises(TableError, match="there is no bot"):
                bot_named(name)


def record(maker: Callable[[Random], Any], number: int) -> str:
    setup = deal_table(BOX, Random(number), 2)
    match = seated_match(setup, ["one", "two"])
    play_on(match, [maker(Random(1)), BOTS["greedy"](Random(2))])
    return match.record().to_json()


def test_the_weights_of_the_file_are_played_by(tmp_path: Path) -> None:
    same = trained(f"artisan:{OURS}", BOX)
    other = trained(f"artisan:{changed(tmp_path / 'other.json', backwards)}", BOX)
    assert record(same, 1) == record(BOTS["artisan"], 1) != record(other, 1)
    assert same.digest != other.digest


def test_without_time_to_search_its_choice_is_that_of_the_plain_level_with_the_same_weights(tmp_path: Path) -> None:
    path = changed(tmp_path / "other.json", backwards)
    plain = f"artisan:{path}"
    state = start(deal_table(BOX, Random(1), 2))
    state = state.play(state.legal.of_kind("draw")[0]).state
    view = state.view(0)
    bot = trained(f"maitre:{path}@0.001", BOX)(Random(1))
    assert bot.choose(view, view.legal) == trained(plain, BOX)(Random(1)).choose(view, view.legal)
    assert stood_in(bot) == plain


def spoilt(name: str, value: object) -> Callable[[dict[str, Any]], object]:
    return lambda document: document.update({name: value})


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (spoilt("format", "other/1"), "not of the format"),
        (spoilt("edition", "tiny"), "trained for the edition 'tiny', not 'reconstruction-1'"),
        (spoilt("weights", None), "its weights are not numbers in "),
        (spoilt("weights", [[1.0], [1.0, 2.0]]), "its weights are not numbers in "),
        (spoilt("weights", [[["a"]]]), "its weights are not numbers in "),
        (spoilt("weights", [[[1.0]]]), "its weights are not numbers in "),
        (lambda document: first(document, float("nan")), "its weights are not numbers in "),
    ],
)
def test_what_is_wrong_with_a_file_is_said(
    change: Callable[[dict[str, Any]], object], words: str, tmp_path: Path
) -> None:
    with pytest.raises(WeightsError, match=words):
        trained(f"artisan:{changed(tmp_path / 'new.json', change)}", BOX)


def test_what_is_no_file_of_weights_is_said(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("hello")
    (tmp_path / "list").write_text("[]")
    for file, words in (("text", "not JSON"), ("list", "not of the format"), ("gone", "cannot be read: No such file")):
        with pytest.raises(WeightsError, match=words):
            trained(f"maitre:{tmp_path / file}", BOX)
    with pytest.raises(WeightsError, match="trained for the edition 'reconstruction-1', not 'tiny'"):
        trained(f"maitre:{OURS}", load(TINY))
    (tmp_path / "a\tb").write_bytes(Path(OURS).read_bytes())
    with pytest.raises(WeightsError, match="invisible characters"):
        trained(f"maitre:{tmp_path}/a\tb", BOX)


# -- on the command line ---------------------------------------------------------------------------------------------


def test_simulate_and_arena_and_play(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    new = changed(tmp_path / "new.json", backwards)
    games = tmp_path / "games.jsonl"
    name = f"artisan:{new}"
    simulated = run(capsys, "simulate", "--bots", f"{name},artisan", "--games", 4, "--seed", 1, "--out", games)
    assert simulated.code == 0, simulated.err
    assert run(capsys, "verify", games).code == 0
    assert [seat["bot"] for seat in json.loads(games.read_text().splitlines()[0])["seats"]] == [name, "artisan"]
    out = tmp_path / "results.json"
    words = ["arena", "--bots", f"{name},maitre:{new}@0.1", "--games", 2, "--seed", 1, "--out", out]
    assert run(capsys, *words, "--jobs", 2).code == 0
    settings = json.loads(out.read_text())["settings"]
    assert settings["weights"] == {str(new): trained(name, BOX).digest}


def test_an_arena_does_not_go_on_with_other_weights(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    new, out, part = tmp_path / "new.json", tmp_path / "results.json", tmp_path / "results.json.part"
    changed(new, backwards)
    words = ["arena", "--bots", f"artisan:{new},greedy", "--games", 2, "--seed", 1, "--out", out]
    assert run(capsys, *words).code == 0
    settings = json.loads(out.read_text())["settings"]
    del settings["games"]
    journal = json.dumps({"format": FORMAT, "records": False, "settings": settings}) + "\n"
    part.write_text(journal)
    assert run(capsys, *words).code == 0, "the same file"
    part.write_text(journal)
    changed(new, lambda document: first(document, 1.5))
    assert_refused(run(capsys, *words), f"the content of {new} was", "remove the file")


@pytest.mark.parametrize("command", ["simulate", "arena", "play"])
def test_a_bad_file_is_one_line(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def told(bot: str) -> Outcome:
        return run(capsys, command, "--bots", bot if command == "play" else f"{bot},greedy")

    assert_refused(told(f"artisan:{tmp_path / 'gone'}"), str(tmp_path / "gone"), "cannot be read")
    changed(tmp_path / "new.json", spoilt("edition", "another"))
    assert_refused(told(f"artisan:{tmp_path / 'new.json'}@0.5"), "trained for the edition 'another'")
    assert_refused(told("apprenti:x"), "there is no bot 'apprenti:x'")


def test_no_program_takes_such_a_name(capsys: pytest.CaptureFixture[str]) -> None:
    outcome = run(capsys, "arena", "--bots", "greedy,random", "--program", "artisan:x=cat")
    assert_refused(outcome, "--program", "already")


def test_a_view_of_the_first_move_is_enough(tmp_path: Path) -> None:
    maker: Trained = trained(f"maitre:{changed(tmp_path / 'new.json', backwards)}@0.05", BOX)
    view = start(deal_table(BOX, Random(1), 2)).view(0)
    assert maker(Random(1)).choose(view, view.legal) in view.legal
