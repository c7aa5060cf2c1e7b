"""What programs are told must not give the deck away, and games must be repeatable all the same."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random

import pytest

from nouvelle_france.arena.contest import Contest
from nouvelle_france.cli.options import GameOptions, a_seed
from tests.cli.running import run_apart
from tests.kinds import EDITION

TELLS = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"name": "teller"}), flush=True)
    elif message["type"] == "start":
        open(sys.argv[1], "a").write(f"{message['seed']}\\n")
    elif message["type"] == "bye":
        break
    elif message["type"] == "turn":
        print(json.dumps({"id": message["id"], "action": None}), flush=True)
"""


def contest(program_seed: int | None = None) -> Contest:
    words = {} if program_seed is None else {"program_seed": program_seed}
    return Contest(EDITION, GameOptions(), 1, {"mine": "true"}, **words)  # type: ignore[arg-type]  # one word of those


def test_the_seed_of_a_program_says_nothing_about_the_deal() -> None:
    """Whoever knows how deals come from seeds tries all small ones: none gives what the program was told."""
    told = contest().program_chance(0, 0).getrandbits(32)
    guesses = (Random(f"{seed}/0/0").getrandbits(32) for seed in range(2_000))
    assert told not in guesses
    assert told != contest().program_chance(0, 0).getrandbits(32), "another arena, another secret"
    assert contest(5).program_chance(3, 1).getrandbits(32) == contest(5).program_chance(3, 1).getrandbits(32)


def test_a_seed_nobody_chose_is_too_long_to_be_found() -> None:
    assert min(a_seed(None).bit_length() for _ in range(20)) > 100
    assert a_seed(7) == 7
    assert contest().program_seed.bit_length() > 90


@pytest.mark.unix
@pytest.mark.parametrize("command", ["arena", "simulate"])
def test_what_programs_are_told_is_kept_and_repeated_by_an_option(command: str, tmp_path: Path) -> None:
    program = tmp_path / "teller.py"
    program.write_text(TELLS)

    def seeds(number: int, *options: object) -> tuple[list[str], str]:
        told = tmp_path / f"told-{number}.txt"
        words = [command, "--bots", "mine,random", "--program", f"mine={sys.executable} {program} {told}", "--games", 2]
        done = run_apart(*words, "--seed", 3, *options)
        assert done.code == 0, done.err
        return sorted(told.read_text().split()), done.out

    first, _ = seeds(1)
    second, _ = seeds(2)
    assert first != second
    assert seeds(3, "--program-seed", 11)[0] == seeds(4, "--program-seed", 11)[0]
    out = tmp_path / "out.json"
    if command == "arena":
        told, _ = seeds(5, "--out", out)
        kept = json.loads(out.read_text())["settings"]["program_seed"]
        assert seeds(6, "--program-seed", kept)[0] == told
    else:
        told, said = seeds(5)
        kept = int(said.split("program seed ")[1].split()[0])
        assert seeds(6, "--program-seed", kept)[0] == told
