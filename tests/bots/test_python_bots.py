"""Bots of one's own in Python, by ``MODULE:CLASS`` wherever a command takes names."""

from __future__ import annotations

import json
import pickle
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from nouvelle_france import BOTS, Match, Seat, deal_table, default_edition, play_on, start
from nouvelle_france.bots import PURE_BOTS
from nouvelle_france.bots.names import BotName, parse
from nouvelle_france.bots.python_bots import PythonBot, PythonBotError, is_python_bot, python_bot
from nouvelle_france.reception.options import bot_named
from nouvelle_france.tables import TableError
from tests.cli.running import assert_refused, run

EXAMPLES = Path(__file__).parents[2] / "examples" / "bots"

FIRST = """
class First:
    def choose(self, view, legal):
        return next(iter(legal))
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder to write modules into, and to stand in; what is imported from it is forgotten afterwards."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    yield tmp_path
    for name, module in list(sys.modules.items()):
        if Path(getattr(module, "__file__", None) or "/").is_relative_to(tmp_path):
            del sys.modules[name]


@pytest.mark.parametrize(
    ("text", "parsed"),
    [
        ("greedy", BotName("greedy")),
        ("artisan@2", BotName("artisan", seconds=2.0)),
        ("greedy@2", BotName("greedy@2")),
        ("artisan@never", BotName("artisan@never")),
        ("artisan:w.json@2", BotName("artisan", "w.json", 2.0)),
        ("artisan:at@home", BotName("artisan", "at@home")),
        ("artisan:", BotName("artisan:")),
        ("apprenti:w", BotName("apprenti:w")),
        ("mine:Bot", BotName("mine:Bot", module="mine", class_name="Bot")),
        ("my.bots:Bot", BotName("my.bots:Bot", module="my.bots", class_name="Bot")),
        ("my-bots:Bot", BotName("my-bots:Bot")),
        ("mine:", BotName("mine:")),
        (":Bot", BotName(":Bot")),
        ("mine:a.b", BotName("mine:a.b")),
    ],
)
def test_names_are_taken_apart(text: str, parsed: BotName) -> None:
    assert parse(text) == parsed
    assert is_python_bot(text) == (parsed.module is not None)


def test_a_server_knows_no_such_names(here: Path) -> None:
    """A name from the network must not lead to code; nor may it hide behind the name of a bot of ours."""
    (here / "harmful.py").write_text("raise SystemExit('run')")
    for name in ("harmful:First", "harmful:greedy", "harmful:artisan"):
        assert name not in BOTS
        assert name not in PURE_BOTS
        with pytest.raises(TableError, match="there is no bot"):
            bot_named(name)


@pytest.mark.parametrize("constructor", ["", "    def __init__(self, rng): rng.random()\n"])
def test_it_is_made_with_or_without_randomness_also_elsewhere(constructor: str, here: Path) -> None:
    module = f"first{len(constructor)}"
    (here / f"{module}.py").write_text(FIRST + constructor)
    maker: PythonBot = pickle.loads(pickle.dumps(python_bot(f"{module}:First")))
    view = start(deal_table(default_edition(), Random(1), 2)).view(0)
    assert maker(Random(1)).choose(view, view.legal) == next(iter(view.legal))


@pytest.mark.parametrize(("said", "told"), [("'a friend'", "a friend"), ("None", None), ("lambda: 1", None)])
def test_a_bot_may_say_that_somebody_else_chose(said: str, told: str | None, here: Path) -> None:
    module = f"asks{len(said)}"
    (here / f"{module}.py").write_text(FIRST + f"    stand_in = {said}\n")
    setup = deal_table(default_edition(), Random(1), 2)
    match = Match(setup, [Seat(colour, colour) for colour in setup.game.colours])
    play_on(match, [python_bot(f"{module}:First")(Random(1)), BOTS["random"](Random(2))])
    ours = setup.game.colours[0]
    assert {(move["by"] == ours, move.get("stand_in")) for move in match.moves} == {(True, told), (False, None)}


def test_who_chose_must_have_a_name_that_a_record_can_have(here: Path) -> None:
    (here / "asks_nobody.py").write_text(FIRST + "    stand_in = 'two\\nlines'\n")
    setup = deal_table(default_edition(), Random(1), 2)
    match = Match(setup, [Seat(colour, colour) for colour in setup.game.colours])
    bots = [python_bot("asks_nobody:First")(Random(1)), BOTS["random"](Random(2))]
    with pytest.raises(PythonBotError, match=r"asks_nobody:First: its stand_in is no name .*: 'two\\nlines'"):
        play_on(match, bots)


@pytest.mark.parametrize(
    ("code", "name", "words"),
    [
        ("", "gone:First", "gone:First: there is no module 'gone'"),
        ("", "gone.deeper:First", "there is no module 'gone.deeper'"),
        ("", "{}:First", "has no class 'First'"),
        ("First = 3", "{}:First", "has no class 'First'"),
        ("class First: pass", "{}:First", "the class has no method choose(view, legal)"),
        ("import numpyy", "{}:First", "cannot be imported: ModuleNotFoundError: No module named 'numpyy'"),
        ("1 / 0", "{}:First", "cannot be imported: ZeroDivisionError: division by zero"),
        ("def", "{}:First", "cannot be imported: SyntaxError: invalid syntax"),
        (FIRST + "    def __init__(self): 1 / 0", "{}:First", "cannot be made: ZeroDivisionError"),
        (FIRST + "    def __init__(self, a, b): pass", "{}:First", "cannot be made: TypeError"),
    ],
)
@pytest.mark.parametrize("command", ["simulate", "arena", "play"])
def test_what_is_wrong_is_said_in_a_line(
    command: str, code: str, name: str, words: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (here / "spoilt.py").write_text(code)
    bots = name.format("spoilt") + (",greedy" if command == "arena" else "")
    assert_refused(run(capsys, command, "--bots", bots), "--bots" if command != "play" else "seat", words)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ("None", "None is no action"),
        ("nf.Place(seat, 0)", "Place("),
        ("nf.Draw(1 - seat)", "Draw("),
    ],
)
def test_a_bot_that_breaks_the_rules_is_told_which(
    answer: str, words: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (here / "wrong.py").write_text(
        "import nouvelle_france as nf\n"
        + FIRST.replace("return next(iter(legal))", f"seat = view.seat; return {answer}")
    )
    for command in (["simulate", "--bots"], ["arena", "--games", 4, "--bots"], ["arena", "--games", 4, "--lineup"]):
        outcome = run(capsys, *command, "wrong:First,greedy", "--seed", 1)
        assert_refused(outcome, f"{command[-1]}: wrong:First: answered with what is not legal: ", words)


def test_the_example_plays_wherever_names_are_taken(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.chdir(EXAMPLES)
    games = tmp_path / "games.jsonl"
    simulate = ["simulate", "--bots", "builder:Builder,random", "--games", 2, "--seed", 1]
    assert run(capsys, *simulate, "--out", games).code == 0
    together = tmp_path / "together.jsonl"
    assert run(capsys, *simulate, "--out", together, "--jobs", 2).code == 0
    assert games.read_bytes() == together.read_bytes()
    assert run(capsys, "verify", games).code == 0
    seats = json.loads(games.read_text().splitlines()[0])["seats"]
    assert [seat["bot"] for seat in seats] == ["builder:Builder", "random"]
    assert "builder:Builder" in run(capsys, "arena", "--bots", "builder:Builder,random", "--games", 2).out
    assert run(capsys, "simulate", "--mode", "solo", "--bots", "builder:Builder", "--seed", 1).code == 0


def test_a_file_does_not_choose_which_code_is_run(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`play --resume` reads the names of bots from a file, which may come from anywhere."""
    (here / "harmless.py").write_text(FIRST)
    game = here / "game.jsonl"
    assert run(capsys, "simulate", "--bots", "greedy,greedy", "--seed", 1, "--out", game).code == 0
    record = json.loads(game.read_text())
    record["moves"] = record["moves"][:4]
    record["result"] = None
    record["seats"][0] |= {"name": "me", "bot": None}
    record["seats"][1]["bot"] = "harmless:First"
    game.write_text(json.dumps(record) + "\n")
    (here / "harmless.py").write_text("raise SystemExit('run')")
    assert_refused(run(capsys, "play", "--resume", game), "seat 2: harmless:First is code named by a file")


def test_what_a_maker_is_asked_for_must_be_such_a_name() -> None:
    with pytest.raises(PythonBotError, match="there is no module 'nowhere_at_all'"):
        python_bot("nowhere_at_all:Bot")
