"""Whole games in the terminal, typed as a person would."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from nouvelle_france import Record, faults
from tests.cli.running import run_apart
from tests.kinds import EDITION


def always_the_first(numbers: int = 400) -> str:
    return "1\n" * numbers


@pytest.mark.parametrize(
    "options",
    [
        ["--seed", "3"],
        ["--seed", "4", "--players", "3", "--bots", "greedy,random", "--colour", "blue", "--unable", "claimed"],
        ["--seed", "5", "--one-card", "--allies", "none"],
        ["--seed", "6", "--mode", "solo", "--architecture", "all", "--constraint", "kings-engineer"],
    ],
    ids=["two", "three", "one-card", "solo"],
)
def test_a_whole_game_by_numbers(options: list[str], tmp_path: Path) -> None:
    out = tmp_path / "game.jsonl"
    outcome = run_apart("play", *options, "--out", out, typed=always_the_first())
    assert outcome.code == 0
    assert outcome.err == ""
    assert "The game is over" in outcome.out
    record = Record.from_json(out.read_text(encoding="utf-8"))
    assert record.result is not None
    assert list(faults(record, EDITION)) == []
    assert [seat.name for seat in record.seats if seat.bot is None] == ["player 1"]


def test_any_numbers_lead_to_the_end(tmp_path: Path) -> None:
    out = tmp_path / "game.jsonl"
    rng = Random(1)
    typed = "".join(f"{rng.randrange(1, 9)}\n" for _ in range(3000))
    assert run_apart("play", "--seed", "9", "--out", out, typed=typed).code == 0
    record = Record.from_json(out.read_text(encoding="utf-8"))
    assert record.result is not None
    assert list(faults(record, EDITION)) == []
    assert {"huron", "bonus"} <= {move["do"] for move in record.moves if move["by"] != "x"}


def test_typed_commands(tmp_path: Path) -> None:
    out = tmp_path / "game.jsonl"
    typed = """
help
frobnicate
99999
more
site mill
site moon
block beam-yellow
all
place eel-white church 0,0,1
bonus beam-white mill 0,0
show
draw
quit
"""
    outcome = run_apart("play", "--seed", "3", "--colour", "yellow", "--out", out, typed=typed)
    assert outcome.code == 0
    assert outcome.err == ""
    for words in (
        "A number takes that choice",
        "'frobnicate' is nothing you can do now",
        "Choose a number from 1 to",
        "site takes one of: church, mill, redoubt",
        "TRN-3: a block is placed after drawing",
        "Type it like",
        "player 1 draws",
        "You leave the game",
    ):
        assert words in outcome.out
    record = Record.from_json(out.read_text(encoding="utf-8"))
    assert record.result is None
    assert record.moves[-1]["do"] == "draw"
    assert list(faults(record, EDITION)) == []


def test_a_typed_placement_is_played_or_refused_with_the_rule(tmp_path: Path) -> None:
    out = tmp_path / "game.jsonl"
    typed = "bonus beam-yellow mill 0,0,2 1,0,2 2,0,2\nbonus beam-yellow mill 0,0,1 1,0,1 2,0,1\nquit\n"
    outcome = run_apart("play", "--seed", "3", "--colour", "yellow", "--out", out, typed=typed)
    assert "PLC-1: the block would float" in outcome.out
    record = Record.from_json(out.read_text(encoding="utf-8"))
    own = [move for move in record.moves if move["by"] == "yellow"]
    assert own[0]["do"] == "bonus"
    assert own[0]["cubes"] == [[0, 0, 1], [1, 0, 1], [2, 0, 1]]


def test_the_end_of_input_is_a_farewell() -> None:
    outcome = run_apart("play", typed="")
    assert outcome.code == 0
    assert "You leave the game" in outcome.out
    assert outcome.err == ""
