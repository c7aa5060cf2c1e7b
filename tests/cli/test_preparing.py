"""Before bots of the ladder play, their machine code is ready, and whoever waits for the compiler is told."""

from __future__ import annotations

import numba
import pytest

from nouvelle_france import default_edition
from nouvelle_france.bots import ladder
from nouvelle_france.cli.preparing import prepare
from nouvelle_france.edition import Edition
from tests.cli.running import run

LINE = "compiling the bots: about half a minute, once on this machine\n"


def compiles(_: Edition) -> None:
    """As where nothing is kept yet, only sooner."""
    for function in (lambda number: number + 1, lambda number: number + 2):
        numba.njit(function)(1)


def loads(_: Edition) -> None:
    """As where all is kept."""


def fails(_: Edition) -> None:
    raise AssertionError("not asked for")


@pytest.mark.parametrize("name", ["apprenti", "ingenieur@0.5", "maitre:new.json", "artisan:new.json@0.5"])
def test_compiling_is_told_of_in_one_line(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(ladder, "ready", compiles)
    prepare(["greedy", name], default_edition())
    assert tuple(capsys.readouterr()) == ("", LINE)
    monkeypatch.setattr(ladder, "ready", loads)
    prepare(["greedy", name], default_edition())
    assert tuple(capsys.readouterr()) == ("", "")


def test_other_bots_need_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladder, "ready", fails)
    prepare(["greedy", "random", "mine"], default_edition())


def test_the_commands_tell(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    ladder.ready(default_edition())
    monkeypatch.setattr(ladder, "ready", compiles)
    # With two jobs the games are played elsewhere: what is compiled here is compiled for them.
    simulated = run(capsys, "simulate", "--bots", "artisan,greedy", "--seed", 1, "--jobs", 2)
    assert (simulated.code, simulated.err) == (0, LINE)
    told = run(capsys, "arena", "--bots", "artisan,greedy", "--games", 2, "--seed", 1, "--jobs", 2)
    assert (told.code, told.err) == (0, LINE)
    monkeypatch.setattr("builtins.input", lambda *_: "quit")
    played = run(capsys, "play", "--bots", "artisan", "--seed", 1)
    assert (played.code, played.err) == (0, LINE)


@pytest.mark.unix
def test_a_program_of_that_name_is_no_bot_of_the_ladder(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(ladder, "ready", fails)
    words = ["--bots", "artisan@home,greedy", "--program", "artisan@home=false", "--games", 1, "--seed", 1]
    assert run(capsys, "simulate", *words).code == 0
