"""`replay` leads to the page with a record, or steps through it in the terminal."""

from __future__ import annotations

import gzip
import json
import re
import signal
import subprocess
from base64 import urlsafe_b64decode
from pathlib import Path

import httpx
import pytest

from nouvelle_france import Record, replay
from nouvelle_france.cli.narration import tell_stand_in
from tests.cli.running import COMMAND, assert_refused, run, run_apart
from tests.kinds import EDITION


def test_the_terminal_goes_on_back_and_to_turns_snowfalls_and_moves(games: Path) -> None:
    typed = "\n\nb\nt\ns\n12\n9999\nnowhere\nq\n"
    code, out, err = run_apart("replay", games, "--text", typed=typed)
    assert (code, err) == (0, "")
    record = Record.from_json(games.read_text(encoding="utf-8").splitlines()[0])
    last = len(record.moves)
    shown = [int(number) for number in re.findall(rf"move (\d+) of {last}:", out)]
    assert shown[:4] == [0, 1, 2, 1]
    assert shown[6:] == [12, last, last]
    turn, snow = shown[4:6]
    assert record.moves[snow - 1]["card"] == "snow"
    assert record.moves[turn - 1]["by"] == record.moves[0]["by"], "the one who ended the turn"
    assert "draws a snowflake!" in out
    assert "The game is over" in out


def test_the_terminal_says_who_chose_in_somebodys_place(
    games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = json.loads(games.read_text(encoding="utf-8").splitlines()[0])
    chosen = ("greedy", "clock", "harmless", "chance")
    for move, stand_in in zip(said["moves"], chosen, strict=False):
        move["stand_in"] = stand_in
    marked = tmp_path / "marked.jsonl"
    marked.write_text(json.dumps(said), encoding="utf-8")
    code, out, _ = run_apart("replay", marked, "--text", typed="\n" * 5)
    assert code == 0
    names = {seat["colour"]: seat["name"] for seat in said["seats"]}
    told = [tell_stand_in(who, names[move["by"]]) for move, who in zip(said["moves"], chosen, strict=False)]
    assert "greedy chose that" in told[0]
    for moment, shown in enumerate(" ".join(out.split()).split(f" of {len(said['moves'])}: ")[1:]):
        assert [it for it in told if it in shown] == told[moment - 1 : moment]
    for move in range(len(told) + 2):
        shown = " ".join(run(capsys, "show", marked, "--move", move).out.split())
        assert [it for it in told if it in shown] == told[max(move - 1, 0) : move]


def test_the_terminal_ends_with_its_input_and_begins_where_it_is_told(games: Path) -> None:
    code, out, _ = run_apart("replay", games, "--text", "--game", 2, "--move", 5, typed="")
    assert code == 0
    assert out.startswith("move 5 of ")


def test_what_is_no_record_or_no_move_of_it_is_refused(capsys: pytest.CaptureFixture[str], games: Path) -> None:
    assert_refused(run(capsys, "replay", games, "--text", "--move", 9999), "--move 9999", "0 is the start")
    assert_refused(run(capsys, "replay", games, "--game", 7), "--game 7")


@pytest.mark.unix
def test_the_browser_is_led_to_the_record(games: Path) -> None:
    command: list[str | Path] = [COMMAND, "replay", games, "--game", "1", "--move", "5", "--no-open"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            url = re.findall(r"http://127\.0\.0\.1:\d+/brought", line)[0]
            with httpx.Client(trust_env=False, timeout=60) as http:
                where = http.get(url).headers["Location"]
                found = re.fullmatch(r"/replay#at=(\d+)&record=([A-Za-z0-9_-]+)", where)
                assert found is not None
                packed = found[2] + "=" * (-len(found[2]) % 4)
                record = gzip.decompress(urlsafe_b64decode(packed)).decode()
                assert record == games.read_text(encoding="utf-8").splitlines()[0]
                game = Record.from_json(record)
                assert int(found[1]) == len(replay(game, EDITION, 5).history)
                origin = url.removesuffix("/brought")
                assert http.post(f"{origin}/api/timeline", content=record).status_code == 200
        finally:
            process.send_signal(signal.SIGINT)
    assert process.returncode == 0
