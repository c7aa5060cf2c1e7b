"""Programs at a seat: good ones play whole games, and whatever a bad one does costs it its own moves only."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, partial
from itertools import islice
from pathlib import Path
from random import Random
from typing import IO, Any

import pytest

from nouvelle_france import BOTS, Match, Record, Rules, Seat, deal_table, faults, play_on, start
from nouvelle_france.bots import Bot, Winter, stood_in
from nouvelle_france.bots.programs import LIMIT, FaultError, Program, ProgramBot, ProgramError, command_of
from nouvelle_france.bots.programs.answers import Poses, read_answer, stand_in
from nouvelle_france.bots.stand_in import fallback
from nouvelle_france.record import read_action, write_action
from nouvelle_france.rules import Action, Huron, LegalActions, Phase, View
from nouvelle_france.wire import write_edition, write_foresight, write_game, write_offer, write_position
from tests.bots.scripts import CAREFUL, EXAMPLES, LISTENER, QUICK, write_program
from tests.kinds import EDITION, KINDS

SOON = 0.1
"""A limit no program of these tests is meant to keep."""

PATIENT = 60.0
"""A limit a good program keeps on any machine."""


@pytest.fixture
def written(tmp_path: Path) -> Callable[[str], list[str]]:
    """Writes a program and gives its command."""
    return partial(write_program, tmp_path)


@pytest.fixture
def stderr() -> Iterator[IO[bytes]]:
    """Standard error for programs. In the end nobody may hold it any more: no process is left behind."""
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb", buffering=0) as left, os.fdopen(writing, "wb", buffering=0) as given:
        yield given
        given.close()
        while select.select([left], [], [], 20)[0]:
            if not left.read(1 << 16):
                return
        pytest.fail("a process of the program still runs")


def game(seed: object = 1, players: int = 2) -> Match:
    setup = deal_table(EDITION, Random(f"programs/{seed}"), players)
    return Match(setup, [Seat(colour, f"seat {colour}") for colour in setup.game.colours])


class Asked:
    """A bot, and how often it was asked in which phase."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self.phases = Counter[Phase]()

    def choose(self, view: View, legal: LegalActions) -> Action:
        self.phases[view.position.phase] += 1
        action = self._bot.choose(view, legal)
        assert action in legal
        return action

    @property
    def stand_in(self) -> str | None:
        return stood_in(self._bot)

    @property
    def times(self) -> int:
        return self.phases.total()


def played(bot: ProgramBot, seed: object = 1) -> int:
    """Play a whole game with a program at the first seat; how often it was asked. The record tells the rest apart."""
    match = game(seed)
    asked = Asked(bot)
    before = bot.faults.total()
    play_on(match, [asked, BOTS["greedy"](Random(2))])
    record = Record.from_json(match.record().to_json())
    assert not list(faults(record, EDITION))
    stood_in_for = [(move["by"], move["stand_in"]) for move in record.moves if "stand_in" in move]
    assert stood_in_for == [(record.seats[0].colour, "harmless")] * (bot.faults.total() - before)
    return asked.times


# -- programs that play ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "command"), [("careful", CAREFUL), ("quick", QUICK)])
def test_the_examples_play_every_kind_of_game(name: str, command: list[str], stderr: IO[bytes]) -> None:
    phases = Counter[Phase]()
    with ProgramBot(command, Random(1), limit=PATIENT, stderr=stderr) as bot:
        for kind in KINDS[::3]:
            match = kind.match("programs")
            asked = Asked(bot)
            # In another's claim or Coureur window it is asked too, so the others play at random.
            play_on(match, [asked, *(BOTS["random"](Random(seat)) for seat in range(1, len(kind.bots)))])
            result = match.state.position.result
            assert result is not None
            bot.ended(result)
            assert not list(faults(Record.from_json(match.record().to_json()), EDITION))
            phases += asked.phases
        assert bot.name == name
        assert bot.faults == {}
    never = {Phase.OVER} if name == "quick" else {Phase.OVER, Phase.LOOK_BEFORE, Phase.LOOK_AFTER}
    assert {*phases} == {*Phase} - never


def test_the_careful_example_plays_well(stderr: IO[bytes]) -> None:
    wins = 0
    with ProgramBot(CAREFUL, Random(1), limit=PATIENT, stderr=stderr) as bot:
        for seed in range(6):
            match = game(seed)
            play_on(match, [bot, BOTS["random"](Random(seed))])
            assert match.state.position.result is not None
            wins += match.state.position.result.winners == match.setup.game.colours[:1]
    assert wins == 6


def test_the_same_seed_gives_the_same_game(stderr: IO[bytes]) -> None:
    def moves(seed: int) -> list[Any]:
        match = game()
        with ProgramBot(QUICK, Random(seed), limit=PATIENT, stderr=stderr) as bot:
            play_on(match, [bot, BOTS["greedy"](Random(2))])
        return list(match.moves)

    assert moves(1) == moves(1)
    assert moves(1) != moves(2)


@pytest.mark.usefixtures("unhurried")
def test_what_a_program_is_told(written: Callable[[str], list[str]], tmp_path: Path, stderr: IO[bytes]) -> None:
    log = tmp_path / "log"
    command = written(LISTENER.format(log=str(log)))
    matches = [game(), game()]  # the same game twice: nothing but what is said tells them apart
    asked = []
    with ProgramBot(command, Random(5), limit=PATIENT, stderr=stderr) as bot:
        for match in matches:
            one = Asked(bot)
            play_on(match, [BOTS["greedy"](Random(2)), one])
            asked.append(one.times)
            assert match.state.position.result is not None
            bot.ended(match.state.position.result)
        assert bot.name == "listener"
        assert bot.faults == {}
    told = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    turns = [["turn"] * times for times in asked]
    assert [it["type"] for it in told] == ["hello", "start", *turns[0], "end", "start", *turns[1], "end", "bye"]
    hello, starts, ends = (
        told[0],
        [it for it in told if it["type"] == "start"],
        [it for it in told if it["type"] == "end"],
    )
    assert hello["protocol"] == "nouvelle-france-bot/1"
    assert hello["edition"] == json.loads(json.dumps(write_edition(EDITION)))
    rng = Random(5)
    assert [it["seed"] for it in starts] == [rng.getrandbits(32), rng.getrandbits(32)]
    for match, begun, end in zip(matches, starts, ends, strict=True):
        assert begun["game"] == json.loads(json.dumps(write_game(match.setup.game)))
        assert begun["seat"] == match.setup.game.colours[1]
        assert end["result"] == json.loads(json.dumps(write_position(match.state.position)))["result"]
    ids = [it["id"] for it in told if it["type"] == "turn"]
    assert ids == list(range(1, sum(asked) + 1))
    # Every turn is the view its seat had, in the forms of the wire.
    state = start(matches[0].setup)
    views = []
    for step in matches[0].history:
        if state.position.movers[0] == 1:
            offer = write_offer(state.position, 1)
            views.append([write_position(state.position), write_foresight(state.foresight[1]), offer])
        state = state.play(step.action).state
    seen = [[it["position"], it["foresight"], it["offer"]] for it in told if it["type"] == "turn"]
    assert seen[: asked[0]] == json.loads(json.dumps(views))


def agrees(shown: Any, real: Any) -> bool:
    """Whether a message is as the docs show it, where … stands for more of the same."""
    if shown == "…":
        return True
    if isinstance(shown, dict):
        keys = shown.keys() - {"…"}
        whole = keys == real.keys() if "…" not in shown else keys < real.keys()
        return whole and all(agrees(shown[key], real[key]) for key in keys)
    if isinstance(shown, list) and shown[-1:] == ["…"]:
        return len(shown) <= len(real) and all(map(agrees, shown[:-1], real))
    return bool(shown == real)


@pytest.mark.usefixtures("unhurried")
def test_the_transcript_of_the_docs_is_true(
    written: Callable[[str], list[str]], tmp_path: Path, stderr: IO[bytes]
) -> None:
    page = (EXAMPLES.parents[1] / "docs" / "programs.md").read_text(encoding="utf-8")
    shown = [(line[0], json.loads(line[2:])) for line in page.splitlines() if line.startswith(("> {", "< {"))]
    log = tmp_path / "log"
    command = written(
        f"""
        pipe = subprocess.PIPE
        with (open({str(log)!r}, "w") as log,
              subprocess.Popen({CAREFUL!r}, stdin=pipe, stdout=pipe, text=True, bufsize=1) as careful):
            for line in sys.stdin:
                log.write("> " + line)
                careful.stdin.write(line)
                if json.loads(line)["type"] in ("hello", "turn"):
                    line = careful.stdout.readline()
                    log.write("< " + line)
                    sys.stdout.write(line)
                    sys.stdout.flush()
        """
    )
    setup = deal_table(EDITION, Random(1), ["blue", "brown"])
    match = Match(setup, [Seat("blue", "careful"), Seat("brown", "greedy", "greedy")])
    with ProgramBot(command, Random(1), limit=PATIENT, stderr=stderr) as bot:
        play_on(match, [bot, BOTS["greedy"](Random(2))])
        assert match.state.position.result is not None
        bot.ended(match.state.position.result)
    real = [(line[0], json.loads(line[2:])) for line in log.read_text(encoding="utf-8").splitlines()]
    said = [*real[: len(shown) - 2], *real[-2:]]
    assert {message["type"] for way, message in shown if way == ">"} == {"hello", "start", "turn", "end", "bye"}
    for (way, message), (real_way, real_message) in zip(shown, said, strict=True):
        assert way == real_way
        assert message.get("seconds", LIMIT) == LIMIT, "what it is unless told otherwise"
        assert agrees({**message, "seconds": PATIENT} if "seconds" in message else message, real_message), message


@pytest.mark.usefixtures("unhurried")
def test_nothing_hidden_is_told(written: Callable[[str], list[str]], tmp_path: Path, stderr: IO[bytes]) -> None:
    """Two decks that differ only in cards nobody has seen give the same bytes."""
    setup = deal_table(EDITION, Random(3), 2)
    first = setup.game.piles[0]
    shown = EDITION.deck.display
    hidden = [card for card in setup.deck[shown : first.end] if card != "snow"]
    turned = (*setup.deck[:shown], *reversed(hidden), *setup.deck[shown + len(hidden) :])
    assert turned != setup.deck
    logs = []
    for number, deck in enumerate((setup.deck, turned)):
        log = tmp_path / f"log-{number}"
        command = written(
            f"""
            with open({str(log)!r}, "w") as log:
                for line in sys.stdin:
                    log.write(line)
                    message = json.loads(line)
                    if message["type"] == "hello":
                        say({{"name": "spy"}})
                    if message["type"] == "turn":
                        say({{"id": message["id"], "action": {{"do": "huron"}}}})
            """
        )
        with ProgramBot(command, Random(1), limit=PATIENT, stderr=stderr) as bot:
            view = start(replace(setup, deck=deck)).view(0)
            assert bot.choose(view, view.legal) == Huron(0)
        logs.append(log.read_bytes())
    assert logs[0] == logs[1]
    assert logs[0].count(b"\n") == 4


# -- answers ---------------------------------------------------------------------------------------------------------


@cache
def offered(phase: Phase) -> tuple[View, dict[str, Any], str]:
    """A view in that phase, what its seat is offered, and the seat."""
    kind = next(it for it in KINDS if it.id == "table-mixed")
    for seed in range(50):
        match = kind.match(f"answers/{seed}")
        bots = [*(BOTS["random"](Random(f"{seed}/{seat}")) for seat in range(4)), Winter()]
        while not match.state.over:
            position = match.state.position
            seat = position.movers[0]
            view = match.state.view(seat)
            if position.phase is phase:
                return view, json.loads(json.dumps(write_offer(position, seat))), position.game.name(seat)
            match.play(bots[seat].choose(view, view.legal))
    raise AssertionError(phase)


POSES = Poses(json.loads(json.dumps(write_edition(EDITION))))


@pytest.mark.parametrize("phase", [it for it in Phase if it not in (Phase.OVER, Phase.DRAW, Phase.DUE)])
def test_every_legal_action_can_be_answered(phase: Phase) -> None:
    view, offer, seat = offered(phase)
    for action in islice(view.legal, 0, None, max(1, len(view.legal) // 50)):
        words = write_action(view.position.game, action)
        assert read_action(view.position, read_answer(words, seat, offer, POSES)) == action
        del words["by"]
        if "cubes" in words:
            words = {"do": words["do"], "placement": getattr(action, "placement")}  # noqa: B009 - placements have one
        assert read_action(view.position, read_answer(words, seat, offer, POSES)) == action
    assert read_action(view.position, stand_in(seat, offer, POSES)) == fallback(view.legal)


@pytest.mark.parametrize(
    ("phase", "action"),
    [
        (Phase.TURN, {"do": "place", "placement": 1}),
        (Phase.TURN, {"do": "end"}),
        (Phase.TURN, {"do": "draw", "by": "winter"}),
        (Phase.TURN, {"do": "huron", "order": [0, 1, 2]}),
        (Phase.TURN, {"do": "huron", "order": []}),
        (Phase.CLOSE, {"do": "huron", "order": []}),
        (Phase.PLACE, {"do": "place", "placement": -1}),
        (Phase.PLACE, {"do": "place", "placement": 10**9}),
        (Phase.PLACE, {"do": "bonus", "placement": 1}),
        (Phase.PLACE, {"do": "place", "block": "eel-pink", "site": "mill", "cubes": []}),
        (Phase.PLACE, {"do": "place", "block": "eel-blue", "site": "mill", "cubes": [[0, 0, 9]]}),
        (Phase.PLACE, {"do": "place", "block": "eel-blue", "site": "mill", "cubes": [{"x": 1}]}),
        (Phase.PLACE, {"do": "unable", "shape": "eel", "remove": "hook-blue"}),
        (Phase.LOOK_AFTER, {"do": "huron"}),
        (Phase.LOOK_AFTER, {"do": "huron", "order": [0, 1, 1]}),
        (Phase.LOOK_AFTER, {"do": "huron", "order": [0, 1, 2, 3]}),
    ],
)
def test_illegal_answers(phase: Phase, action: object) -> None:
    _, offer, seat = offered(phase)
    with pytest.raises(FaultError) as fault:
        read_answer(action, seat, offer, POSES)
    assert fault.value.kind == "illegal"


@pytest.mark.parametrize(
    "action",
    [
        *(None, "draw", 7, [], {}, {"do": None}, {"do": "win"}, {"do": ["draw"]}),
        *({"do": "place"}, {"do": "place", "placement": "1"}, {"do": "place", "placement": True}),
        *({"do": "place", "block": "eel-blue", "site": "mill"}, {"do": "place", "block": 1, "site": 2, "cubes": 3}),
        *({"do": "huron", "order": "012"}, {"do": "huron", "order": [0.5]}, {"do": "unable"}),
        {"do": "unable", "shape": {}, "remove": "eel-blue"},
    ],
)
def test_malformed_answers(action: object) -> None:
    _, offer, seat = offered(Phase.PLACE)
    with pytest.raises(FaultError) as fault:
        read_answer(action, seat, offer, POSES)
    assert fault.value.kind == "malformed"


@pytest.mark.parametrize(
    "line",
    [
        *('b"thinking...\\n"', 'b"\\n"', 'b"[1]\\n"', 'b"7\\n"', 'b"\\xff\\xfe\\n"', 'b"[" * 60000 + b"\\n"'),
        *('b"{}\\n"', "b'{\"id\": 1}\\n'", 'b\'{"id": "1", "action": {"do": "draw"}}\\n\''),
        *('b\'{"id": 2, "action": {"do": "draw"}}\\n\'', 'b\'{"id": 0, "action": {"do": "draw"}}\\n\''),
        *(
            'b\'{"id": true, "action": {"do": "draw"}}\\n\'',
            'b\'{"id": 1, "action": "draw"}\\n\'',
            'b"9" * 9000 + b"\\n"',
        ),
    ],
)
def test_a_malformed_line_costs_one_move(line: str, written: Callable[[str], list[str]], stderr: IO[bytes]) -> None:
    command = written(
        f"""
        say({{"name": "babbler"}})
        turn()
        sys.stdout.buffer.write({line})
        sys.stdout.flush()
        while True:
            answer(turn())
        """
    )
    with ProgramBot(command, Random(1), limit=PATIENT, stderr=stderr) as bot:
        view = start(deal_table(EDITION, Random(1), 2)).view(0)
        assert bot.choose(view, view.legal) == fallback(view.legal)
        assert bot.faults == {"malformed": 1}
        bot.choose(view, view.legal)
        assert bot.faults == {"malformed": 1}


# -- programs that do not play ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        pytest.param("sys.exit(3)", {"dead": None}, id="dead at the start"),
        pytest.param("print('usage: bot FILE'); sys.exit(2)", {"malformed": 3, "dead": None}, id="another program"),
        pytest.param("time.sleep(600)", {"late": 3, "dead": None}, id="never says hello"),
        pytest.param("say({'name': ''}); time.sleep(600)", {"malformed": 3, "dead": None}, id="nameless"),
        pytest.param("say({'name': 'a'}); time.sleep(600)", {"late": 9, "dead": None}, id="never reads"),
        pytest.param(
            "say({'name': 'a'})\nwhile True:\n    hear()", {"late": 9, "dead": None}, id="reads but says nothing"
        ),
        pytest.param("say({'name': 'a'}); os.close(0); time.sleep(600)", {"late": 9, "dead": None}, id="deaf"),
        pytest.param("say({'name': 'a'}); os.close(1); time.sleep(600)", {"dead": None}, id="mute"),
        pytest.param(
            "say({'name': 'a'})\nwhile True:\n    os.write(1, b'x' * 65536)",
            {"malformed": 3, "dead": None},
            id="a line without end",
        ),
        pytest.param(
            "say({'name': 'a'})\nwhile True:\n    os.write(1, b'x\\n' * 9999)", {"malformed": None}, id="flood"
        ),
        pytest.param(
            "say({'name': 'a'}); turn(); turn()\nwhile True:\n    say({'id': 1, 'action': {'do': 'draw'}})",
            {"late": 9, "dead": None},
            id="flood of old answers",
        ),
        pytest.param(
            "say({'name': 'a'})\nwhile True:\n say({'id': turn()['id'], 'action': {'do': 'place', 'placement': -1}})",
            {"illegal": None},
            id="illegal",
        ),
        pytest.param("say({'name': 'a'}); turn(); os.kill(os.getpid(), signal.SIGSEGV)", {"dead": None}, id="crash"),
    ],
)
def test_a_bad_program_loses_its_moves_and_the_game_goes_on(
    body: str, expected: dict[str, int | None], written: Callable[[str], list[str]], stderr: IO[bytes]
) -> None:
    """None is all the other moves."""
    limit = SOON if "late" in expected else PATIENT
    hello_limit = SOON if body.startswith("time") else PATIENT
    with ProgramBot(written(body), Random(1), limit=limit, hello_limit=hello_limit, stderr=stderr) as bot:
        asked = played(bot)
        known = sum(number for number in expected.values() if number is not None)
        assert bot.faults == {kind: asked - known if it is None else it for kind, it in expected.items()}


def test_a_program_that_dies_is_started_again_twice_a_game(
    written: Callable[[str], list[str]], stderr: IO[bytes]
) -> None:
    command = written("say({'name': 'mayfly'}); answer(turn()); answer(turn()); turn()")
    with ProgramBot(command, Random(1), limit=PATIENT, stderr=stderr) as bot:
        first = played(bot, 1)
        assert bot.faults == {"dead": first - 6}
        second = played(bot, 2)
        assert bot.faults == {"dead": first - 6 + second - 6}


def test_a_late_answer_is_thrown_away(written: Callable[[str], list[str]], stderr: IO[bytes]) -> None:
    command = written(
        """
        say({"name": "dreamer"})
        first = turn()
        second = turn()
        say({"id": first["id"], "action": {"do": "nonsense"}})
        answer(second)
        while True:
            answer(turn())
        """
    )
    program = Program(command, stderr=stderr)
    state = start(deal_table(EDITION, Random(1), 2))
    program.begin(write_edition(EDITION), write_game(state.position.game), state.position.game.name(0), 1)
    told = write_position(state.position), write_foresight(()), write_offer(state.position, 0)
    try:
        program.limit = SOON
        fault = program.ask(*told).fault
        assert fault is not None
        assert fault.kind == "late"
        program.limit = PATIENT
        assert program.ask(*told).fault is None
        assert program.ask(*told).fault is None
        assert program.faults == {"late": 1}
    finally:
        program.close()


def test_a_program_whose_child_holds_the_pipe_is_dead_and_both_are_ended(
    written: Callable[[str], list[str]], stderr: IO[bytes]
) -> None:
    command = written(
        """
        subprocess.Popen([sys.executable, "-S", "-c", "import time; time.sleep(600)"])
        say({"name": "parent"})
        """
    )
    with ProgramBot(command, Random(1), limit=200.0, stderr=stderr) as bot:
        assert played(bot) == bot.faults["dead"]


def test_a_program_that_will_not_leave_is_ended(written: Callable[[str], list[str]], stderr: IO[bytes]) -> None:
    command = written(
        """
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        say({"name": "barnacle"})
        answer(turn())
        while True:
            time.sleep(600)
        """
    )
    bot = ProgramBot(command, Random(1), limit=PATIENT, stderr=stderr)
    view = start(deal_table(EDITION, Random(1), 2)).view(0)
    bot.choose(view, view.legal)
    bot.close()
    bot.close()
    assert bot.faults == {}


def test_a_program_ends_with_python(written: Callable[[str], list[str]]) -> None:
    command = written(
        """
        sys.stderr.write("here\\n")
        say({"name": "barnacle"})
        answer(turn())
        while True:
            time.sleep(600)
        """
    )
    forgetful = f"""
from random import Random
import nouvelle_france as nf
from nouvelle_france.bots.programs import ProgramBot
bot = ProgramBot({command!r}, Random(1))
view = nf.start(nf.deal_table(nf.default_edition(), Random(1), 2)).view(0)
print(bot.choose(view, view.legal).do)
"""
    # Its output ends when nobody holds it any more, the program included.
    done = subprocess.run([sys.executable, "-c", forgetful], capture_output=True, text=True, check=True, timeout=120)
    assert (done.stdout, done.stderr) == ("draw\n", "here\n")


def test_a_program_can_be_stopped_while_it_is_waited_for(
    written: Callable[[str], list[str]], tmp_path: Path, stderr: IO[bytes]
) -> None:
    heard = tmp_path / "heard"
    os.mkfifo(heard)
    command = written(f"say({{'name': 'slow'}}); turn(); open({str(heard)!r}, 'w').close(); time.sleep(600)")
    program = Program(command, limit=600.0, stderr=stderr)
    state = start(deal_table(EDITION, Random(1), 2))

    def stop() -> None:
        heard.read_bytes()
        program.stop()

    assert program.meet(write_edition(EDITION)) == "slow"
    program.begin(write_edition(EDITION), write_game(state.position.game), state.position.game.name(0), 1)
    stopping = threading.Thread(target=stop)
    stopping.start()
    told = write_position(state.position), write_foresight(()), write_offer(state.position, 0)
    assert program.ask(*told).fault is not None
    assert program.ask(*told).fault is not None, "it is not started again"
    assert program.faults == {"dead": 2}
    stopping.join()
    program.close()


def test_a_program_meets_another_edition_anew(written: Callable[[str], list[str]], stderr: IO[bytes]) -> None:
    command = written(
        """
        say({"name": hear()["edition"]["id"]})
        while True:
            answer(turn())
        """
    )
    other = replace(EDITION, id="other")
    with ProgramBot(command, Random(1), limit=PATIENT, stderr=stderr) as bot:
        for edition in (EDITION, other):
            view = start(deal_table(edition, Random(1), 2)).view(0)
            bot.choose(view, view.legal)
            assert bot.name == edition.id
        assert bot.faults == {}


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("", "there is no command"),
        ("no-such-program --fast", "no-such-program: there is no such program"),
        ("'half a quote", "half a quote: No closing quotation"),
    ],
)
def test_what_cannot_be_a_program_is_said_at_once(command: str, words: str) -> None:
    with pytest.raises(ProgramError, match=words):
        command_of(command)


def test_what_cannot_be_run_after_all_is_dead(tmp_path: Path) -> None:
    script = tmp_path / "program"
    script.write_text("#!/no/such/interpreter\n")
    script.chmod(0o755)
    with ProgramBot([str(script)], Random(1)) as bot:
        view = start(deal_table(EDITION, Random(1), 2, Rules())).view(0)
        assert bot.choose(view, view.legal) == fallback(view.legal)
        assert bot.name == "program"
        assert bot.faults == {"dead": 1}


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ({"do": "place", "placement": 10**6}, "(PLC-7: there is no placement 1000000)"),
        ({"do": "place", "placement": "near"}, None),
        (
            {"do": "place", "block": "eel-white", "site": "nowhere", "cubes": [[0, 0, 1]]},
            "(TRN-3: a block is placed after drawing)",
        ),
        ({"do": "pass"}, "(UNA-2: "),
        ({"do": "huron", "order": [0, 0]}, "(ALY-4: "),
        ({"do": "huron", "order": []}, "(ALY-4: "),
        ({"do": "draw", "by": "purple"}, "(SET-1: there is no seat 'purple'"),
        ({"do": "dance"}, None),
    ],
)
def test_the_first_fault_is_told_with_the_rule_it_breaks(
    action: dict[str, Any], words: str | None, tmp_path: Path
) -> None:
    body = f"""
    say({{"name": "odd"}})
    while True:
        say({{"id": turn()["id"], "action": {action!r}}})
    """
    view = start(deal_table(EDITION, Random(1), 2)).view(0)
    with ProgramBot(write_program(tmp_path, body), Random(1), limit=60) as bot:
        assert bot.first_fault is None
        for _ in range(2):
            bot.choose(view, view.legal)
        assert bot.first_fault is not None
        if words is None:
            assert bot.first_fault.startswith("malformed: ")
        else:
            assert bot.first_fault.startswith("illegal: ")
            assert words in bot.first_fault
