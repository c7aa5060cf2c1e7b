"""Whole games in the terminal, typed as a person would."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from nouvelle_france import Record, faults
from tests.cli.running import COMMAND, run_apart, run_typed
from tests.independent import replayer
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
    outcome = run_typed("play", *options, "--out", out, typed=always_the_first())
    assert outcome.code == 0
    assert outcome.err == ""
    assert "The game is over" in outcome.out
    record = Record.from_json(out.read_text(encoding="utf-8"))
    assert record.result is not None
    assert list(faults(record, EDITION)) == []
    assert [seat.name for seat in record.seats if seat.bot is None] == ["player 1"]


def test_the_first_game_is_the_simplest_one_and_the_player_begins(tmp_path: Path) -> None:
    out = tmp_path / "game.jsonl"
    assert run_typed("play", "--first-game", "--seed", "4", "--out", out, typed=always_the_first()).code == 0
    record = Record.from_json(out.read_text(encoding="utf-8"))
    assert [seat.bot for seat in record.seats] == [None, "apprenti"]
    assert (record.rules["one_card"], record.rules["allies"]) == (True, "none")
    assert list(faults(record, EDITION)) == []
    refused = run_typed("play", "--first-game", "--allies", "once", typed="")
    assert (refused.code, "--first-game" in refused.err) == (2, True)


def test_any_numbers_lead_to_the_end(tmp_path: Path) -> None:
    out = tmp_path / "game.jsonl"
    rng = Random(1)
    typed = "".join(f"{rng.randrange(1, 9)}\n" for _ in range(5000))
    assert run_apart("play", "--seed", "9", "--colour", "blue", "--out", out, typed=typed).code == 0
    record = Record.from_json(out.read_text(encoding="utf-8"))
    assert record.result is not None
    assert list(faults(record, EDITION)) == []
    assert {"draw", "place", "huron", "bonus"} <= {move["do"] for move in record.moves if move["by"] == "blue"}


def test_typed_commands(tmp_path: Path) -> None:
    out = tmp_path / "game.jsonl"
    typed = """
help
rules
shapes
frobnicate
99999
more
SITE mill
site moon
block beam-yellow
block boat
all
place eel-white church 0,0,1
bonus beam-white mill 0,0
show
quit
"""
    outcome = run_typed("play", "--seed", "3", "--colour", "yellow", "--out", out, typed=typed)
    assert outcome.code == 0
    assert outcome.err == ""
    for words in (
        "player 1 draws",  # Enter
        "A number takes that choice",
        "It snows three times",
        "weathercock",
        "'frobnicate' is nothing you can do now",
        "Choose a number from 1 to",
        "showing only: mill",
        "site takes one of: church, mill, redoubt",
        "no choice like that; type all",
        "block takes a block such as eel-white",
        "Type it like",
        "You leave the game",
    ):
        assert words in outcome.out
    record = Record.from_json(out.read_text(encoding="utf-8"))
    assert record.result is None
    assert record.moves[-1]["do"] == "draw"
    assert list(faults(record, EDITION)) == []


def test_a_typed_placement_is_played_or_refused_with_the_rule(tmp_path: Path) -> None:
    out = tmp_path / "game.jsonl"
    typed = "bonus beam-yellow mill 0,0,2 1,0,2 2,0,2\nbonus beam-yellow mill 2,0,1 0,0,1 1,0,1\nquit\n"
    outcome = run_typed("play", "--seed", "3", "--colour", "yellow", "--out", out, typed=typed)
    assert "PLC-1: the block would float" in outcome.out
    record = Record.from_json(out.read_text(encoding="utf-8"))
    own = [move for move in record.moves if move["by"] == "yellow"]
    assert own[0]["do"] == "bonus"
    assert own[0]["cubes"] == [[0, 0, 1], [1, 0, 1], [2, 0, 1]], "cells may be typed in any order"


def test_trn_4_a_placement_is_shown_before_it_is_made(tmp_path: Path) -> None:
    out = tmp_path / "game.jsonl"
    typed = "3\nn\nb\n3\nn\nhm\n\nquit\n"
    outcome = run_typed("play", "--seed", "3", "--colour", "yellow", "--out", out, typed=typed)
    assert "Enter: place it 1 of 16; n: the next; a number: place that one; b: back" in outcome.out
    assert "Type Enter, n, b, or a number from 1 to 16." in outcome.out
    record = Record.from_json(out.read_text(encoding="utf-8"))
    assert [move["do"] for move in record.moves if move["by"] == "yellow"] == ["bonus"], "shown thrice, made once"


def test_an_unfinished_game_goes_on(tmp_path: Path) -> None:
    out = tmp_path / "game.jsonl"
    assert run_typed("play", "--seed", "3", "--out", out, typed="1\n1\n1\nquit\n").code == 0
    begun = Record.from_json(out.read_text(encoding="utf-8"))
    assert begun.result is None
    assert run_typed("play", "--resume", out, typed=always_the_first()).code == 0
    ended = Record.from_json(out.read_text(encoding="utf-8"))
    assert ended.result is not None
    assert ended.moves[: len(begun.moves)] == begun.moves
    assert list(faults(ended, EDITION)) == []
    again = run_typed("play", "--resume", out)
    assert again.code == 2
    assert "is not one person's unfinished game" in again.err


@pytest.mark.parametrize("answer", ["None", "1 / 0"], ids=["illegal", "raises"])
def test_a_game_that_a_bot_breaks_off_is_kept(answer: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / f"broken_{len(answer)}.py").write_text(
        f"class Third:\n    asked = 0\n\n    def choose(self, view, legal):\n        self.asked += 1\n"
        f"        return next(iter(legal)) if self.asked < 3 else {answer}\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    out = tmp_path / "game.jsonl"
    play = ("play", "--seed", "3", "--bots", f"broken_{len(answer)}:Third", "--out", out)
    if answer == "None":
        outcome = run_typed(*play, typed=always_the_first())
        assert outcome.code == 2
        assert outcome.out.endswith(f"The record is in {out}.\n")
        assert "answered with what is not legal" in outcome.err
    else:
        with pytest.raises(ZeroDivisionError):
            run_typed(*play, typed=always_the_first())
    record = Record.from_json(out.read_text(encoding="utf-8"))
    assert len(record.moves) > 2
    assert record.result is None
    assert sorted(it.name for it in tmp_path.iterdir() if it.suffix != ".py" and it.is_file()) == ["game.jsonl"]


def test_going_on_never_loses_other_games(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    assert run_typed("play", "--seed", "3", "--out", out, typed="quit\n").code == 0
    out.write_text(out.read_text(encoding="utf-8") * 3, encoding="utf-8")
    before = out.read_bytes()
    for into in ([], ["--out", out]):
        refused = run_typed("play", "--resume", out, *into, typed="quit\n")
        assert refused.code == 2
        assert "holds several games; name a new file with --out" in refused.err
    assert run_typed("play", "--resume", out, "--out", tmp_path / "new.jsonl", typed="quit\n").code == 0
    assert out.read_bytes() == before


def test_a_record_with_two_people_is_not_for_one_terminal(tmp_path: Path) -> None:
    out = tmp_path / "game.jsonl"
    assert run_typed("play", "--seed", "3", "--out", out, typed="quit\n").code == 0
    out.write_text(out.read_text(encoding="utf-8").replace('"bot":"greedy"', '"bot":null'), encoding="utf-8")
    assert "is not one person's unfinished game" in run_typed("play", "--resume", out).err


def test_aly_4_leaving_while_looking_has_used_the_token(tmp_path: Path) -> None:
    out = tmp_path / "game.jsonl"
    assert run_typed("play", "--seed", "3", "--colour", "yellow", "--out", out, typed="huron\nquit\n").code == 0
    record = Record.from_json(out.read_text(encoding="utf-8"))
    ours = [move for move in record.moves if move["by"] == "yellow"]
    assert [(move["do"], move["order"], move["stand_in"]) for move in ours] == [("huron", [0, 1, 2], "harmless")]
    assert list(faults(record, EDITION)) == []


def test_the_terminal_says_when_a_bot_did_not_choose_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", list(sys.path))
    (tmp_path / "lent.py").write_text(
        "class Lent:\n    stand_in = 'artisan'\n    def choose(self, view, legal): return next(iter(legal))\n",
        encoding="utf-8",
    )
    monkeypatch.chdir(tmp_path)
    outcome = run_typed("play", "--seed", "3", "--bots", "lent:Lent", "--out", "game.jsonl", typed=always_the_first())
    assert outcome.code == 0
    record = Record.from_json(Path("game.jsonl").read_text(encoding="utf-8"))
    moves = [(move["by"], move.get("stand_in")) for move in record.moves]
    bot = next(seat.colour for seat in record.seats if seat.bot is not None)
    assert {stand_in for by, stand_in in moves if by != bot} == {None}
    assert {stand_in for by, stand_in in moves if by == bot} == {"artisan"}
    looks = sum(move["do"] == "huron" for move in record.moves if move["by"] == bot)  # two actions, told one by one
    assert outcome.out.count("(artisan chose that for lent:Lent 1.)") == moves.count((bot, "artisan")) + looks


def test_the_end_of_input_is_a_farewell() -> None:
    outcome = run_apart("play", typed="")
    assert outcome.code == 0
    assert "You leave the game" in outcome.out
    assert outcome.err == ""


@pytest.mark.unix
def test_ctrl_c_is_a_farewell_that_keeps_the_record(tmp_path: Path) -> None:
    out = tmp_path / "game.jsonl"
    command = [str(COMMAND), "play", "--seed", "3", "--out", str(out)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("draw\n")
        process.stdin.flush()
        for line in process.stdout:
            if "to place a block" in line:
                break
        process.send_signal(signal.SIGINT)
        said, _ = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "You leave the game (seed 3)" in said
    assert Record.from_json(out.read_text(encoding="utf-8")).moves


@pytest.mark.parametrize("name", ["[/b]", "[red]", ":smile:", "Zażółć « gęślą » jaźń"])
def test_a_name_is_shown_as_it_is(name: str, tmp_path: Path) -> None:
    out = tmp_path / "[odd] name.jsonl"
    outcome = run_typed("play", "--name", name, "--out", out, "--seed", "3", typed="[/foo]\nquit\n")
    assert outcome.code == 0
    assert outcome.err == ""
    assert name in outcome.out
    assert "'[/foo]' is nothing you can do now" in outcome.out
    assert name in run_typed("show", out).out


@pytest.mark.parametrize("ties", ["player", "fixed"])
def test_sol_5d_the_player_moves_winters_blocks_or_leaves_them_to_the_fixed_order(ties: str, tmp_path: Path) -> None:
    out = tmp_path / "game.jsonl"
    rng = Random(5)
    typed = "".join(f"{rng.randrange(1, 4)}\n" for _ in range(400))
    options = ["--mode", "solo", "--winter-ties", ties, "--seed", "6", "--out", out]
    outcome = run_typed("play", *options, typed=typed)
    assert "The game is over" in outcome.out
    assert ("These are equal for Winter (SOL-5): you choose" in outcome.out) == (ties == "player")
    assert ("placements were equal: your choice." in outcome.out) == (ties == "player")
    record = Record.from_json(out.read_text(encoding="utf-8"))
    assert list(faults(record, EDITION)) == []
    assert replayer.check(json.loads(record.to_json())) == []


def test_sol_5d_enter_takes_the_one_winter_usually_takes(tmp_path: Path) -> None:
    games = []
    for ties in ("player", "fixed"):
        out = tmp_path / f"{ties}.jsonl"
        # The first number chooses, Enter answers the preview; at Winter's turn Enter is the usual one.
        outcome = run_typed(
            "play", "--mode", "solo", "--winter-ties", ties, "--seed", "6", "--out", out, typed=always_the_first()
        )
        assert outcome.code == 0
        games.append(out.read_text(encoding="utf-8"))
    assert games[0] == games[1], "the first in the list is the usual one"


def test_a_hint_is_told_with_its_reasons_and_can_be_taken(tmp_path: Path) -> None:
    out = tmp_path / "game.jsonl"
    typed = "draw\nhint\nhint 99\nhint two\nhint 1\nquit\n"
    outcome = run_typed("play", "--seed", "3", "--colour", "yellow", "--out", out, typed=typed)
    assert outcome.code == 0
    assert "Hint 1: its cubes earn 3 when it snows; it scores 2 now" in outcome.out
    assert "before you place again" in " ".join(outcome.out.split())  # lines end where the terminal does
    assert outcome.out.count("hint takes a number from 1 to 5, or nothing.") == 2
    record = Record.from_json(out.read_text(encoding="utf-8"))
    own = [move for move in record.moves if move["by"] == "yellow"]
    assert [move["do"] for move in own][:2] == ["draw", "place"]
    assert list(faults(record, EDITION)) == []


def test_a_whole_game_by_hints(tmp_path: Path) -> None:
    out = tmp_path / "game.jsonl"
    outcome = run_typed("play", "--mode", "solo", "--seed", "3", "--out", out, typed="hint 1\n" * 300)
    assert outcome.code == 0
    assert "The game is over" in outcome.out
    record = Record.from_json(out.read_text(encoding="utf-8"))
    assert replayer.check(json.loads(record.to_json())) == []


def test_winter_ties_are_for_a_solo_game() -> None:
    assert "--winter-ties: only in a solo game" in run_typed("play", "--winter-ties", "fixed").err
    assert "expected player or fixed" in run_typed("play", "--mode", "solo", "--winter-ties", "me").err
