"""Programs at the tables of a real server: `nouvelle-france sit`, as a process of its own."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from nouvelle_france import Record, default_edition, faults, replay, start
from nouvelle_france.client import Client
from nouvelle_france.protocol.rest import Created, CreateTable, Snapshot, SoloAsked
from nouvelle_france.rules.game import WINTER
from nouvelle_france.wire import write_edition, write_foresight, write_game, write_offer, write_position
from tests.bots.scripts import CAREFUL, LISTENER, QUICK, write_program
from tests.cli.running import run
from tests.server import gathering
from tests.server.gathering import ME, OPEN, RANDOM, awaited
from tests.server.running import COMMAND, ServerProcess, running_server

EDITION = default_edition()
PATIENCE = 100


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("sitting")
    with running_server(f"sqlite:///{folder / 'tables.sqlite'}", folder, "--no-limits", forked=True) as server:
        yield server


@contextmanager
def sitting(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    """The command `sit`, ended in any case."""
    command = [str(COMMAND), "sit", "--limit", str(PATIENCE), *arguments]
    with subprocess.Popen(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        try:
            yield process
        finally:
            if process.poll() is None:
                process.kill()


async def heard(process: subprocess.Popen[str], words: str) -> None:
    """Wait until a program's line has these words. What follows is for :func:`said`."""
    assert process.stdout is not None
    while words not in (line := await asyncio.to_thread(process.stdout.readline)):
        assert line, "it says no more"


def said(process: subprocess.Popen[str], code: int = 0) -> list[str]:
    """Wait until a program has played; the lines it said."""
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (code, ""), out
    return out.splitlines()


def link(server: ServerProcess, made: Created) -> str:
    return f"{server.url}/t/{made.table}#join={made.invite}"


async def table(client: Client, *seats: Any, **more: Any) -> Created:
    return await client.create(CreateTable(name="Anna", seats=list(seats) or None, pace=gathering.QUICK, **more))


async def until(client: Client, made: Created, holds: Any) -> Snapshot:
    """Look at a table until something holds."""
    async with asyncio.timeout(PATIENCE):
        while not holds(snapshot := await client.look(made.table)):
            await asyncio.sleep(0.05)
    return snapshot


def all_sit(snapshot: Snapshot) -> bool:
    return all(chair.kind != "open" for chair in snapshot.seats)


@awaited
async def test_programs_play_a_whole_game_and_are_told_what_they_would_be_told_elsewhere_too(
    server: ServerProcess, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    listener = write_program(tmp_path, LISTENER.format(log=str(log)))
    async with Client(server.url) as client:
        made = await table(client, OPEN, OPEN, OPEN, RANDOM)
        at = link(server, made)
        with (
            sitting(at, *listener) as one,
            sitting(at, *CAREFUL) as two,
            sitting("--name", "Rapide", at, *QUICK) as three,
        ):
            snapshot = await until(client, made, all_sit)
            await client.start(made.table, made.host)
            lines = [await asyncio.to_thread(said, process) for process in (one, two, three)]
        record = Record.from_json(await client.record(made.table))
    seats = {chair.name: chair.seat for chair in snapshot.seats}
    assert not list(faults(record, EDITION))
    assert record.result is not None
    assert {"listener", "careful", "Rapide"} < set(seats)
    for name, (first, *_, last) in zip(("listener", "careful", "Rapide"), lines, strict=True):
        assert first == f"{name} sits down at {seats[name]}."
        assert last.startswith("The game is over: "), "and nothing of a stand-in"
        assert f"{seats['careful']} {record.result['scores'][seats['careful']]}" in last

    told = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    hello, begun, *turns, end, bye = told
    match = replay(record, EDITION)
    seat = match.setup.game.seat(seats["listener"])
    assert seat is not None
    assert hello["edition"] == json.loads(json.dumps(write_edition(EDITION)))
    assert begun["game"] == json.loads(json.dumps(write_game(match.setup.game)))
    assert begun["seat"] == seats["listener"]
    assert end["result"] == json.loads(json.dumps(write_position(match.state.position)))["result"]
    assert bye == {"type": "bye"}
    views = []
    state = start(match.setup)
    for played in match.history:
        if seat in state.position.movers:
            offer = write_offer(state.position, seat)
            views.append([write_position(state.position), write_foresight(state.foresight[seat]), offer])
        state = state.play(played.action).state
    rest = iter(json.loads(json.dumps(views)))
    # In a Coureur window somebody else may be first, so not every moment is seen; but each as it was, in order.
    for turn in turns:
        assert [turn["position"], turn["foresight"], turn["offer"]] in rest
    assert len(turns) > 20


@awaited
async def test_a_program_takes_over_a_game_against_winter(server: ServerProcess) -> None:
    async with Client(server.url) as client:
        made = await table(client, mode="solo", solo=SoloAsked(constraint="artisan", architecture=["belfry"]))
        await client.start(made.table, made.host)
        offer = await client.offer(made.table, "player", made.tokens["player"])
        with sitting(f"{server.url}/t/{made.table}#offer={offer.code}", *QUICK) as process:
            lines = await asyncio.to_thread(said, process)
        record = Record.from_json(await client.record(made.table))
    assert not list(faults(record, EDITION))
    assert lines[0] == "quick sits down at player."
    assert lines[-1].startswith("The game is over: ")


@awaited
async def test_where_the_player_moves_winter_it_takes_the_first_of_what_is_equal(server: ServerProcess) -> None:
    async with Client(server.url) as client:
        solo = SoloAsked(constraint="artisan", architecture=["belfry"])
        made = await table(client, mode="solo", solo=solo, winter_ties="player")
        await client.start(made.table, made.host)
        offer = await client.offer(made.table, "player", made.tokens["player"])
        with sitting(f"{server.url}/t/{made.table}#offer={offer.code}", *QUICK) as process:
            lines = await asyncio.to_thread(said, process)
        match = replay(Record.from_json(await client.record(made.table)), EDITION)
    assert lines[-1].startswith("The game is over: ")
    ties, state = 0, start(match.setup)
    for played in match.history:
        if played.action.seat == WINTER:
            ties += len(state.legal) > 1
            assert played.action == next(iter(state.legal))
            assert played.stand_in is None
        state = state.play(played.action).state
    assert ties > 3


@awaited
async def test_a_bad_program_costs_itself_its_moves(server: ServerProcess, tmp_path: Path) -> None:
    body = "say({'name': 'cheat'})\nwhile True: say({'id': turn()['id'], 'action': {'do': 'place', 'placement': -1}})"
    async with Client(server.url) as client:
        made = await table(client, OPEN, RANDOM)
        with sitting(link(server, made), *write_program(tmp_path, body)) as process:
            await until(client, made, all_sit)
            await client.start(made.table, made.host)
            lines = await asyncio.to_thread(said, process)
        record = Record.from_json(await client.record(made.table))
        assert not list(faults(record, EDITION))
    marked = [(move["by"], move["stand_in"]) for move in record.moves if "stand_in" in move]
    assert {stand_in for _, stand_in in marked} == {"harmless"}
    assert [by for by, _ in marked] == [move["by"] for move in record.moves if move["by"] == marked[0][0]]
    stood_in = sum(line.startswith("cheat: illegal: place") for line in lines)
    assert stood_in > 20
    assert sum("(Nobody chose that for" in line for line in lines) == stood_in
    assert lines[-1] == f"A stand-in made {stood_in} moves: {stood_in} illegal."


@awaited
async def test_a_program_goes_on_after_the_server_was_away(sqlite_url: str, tmp_path: Path) -> None:
    with running_server(sqlite_url, tmp_path, "--no-limits", forked=True) as server:
        async with Client(server.url) as client:
            made = await table(client, ME, OPEN)
            with sitting(link(server, made), *CAREFUL) as process:
                await until(client, made, all_sit)
                await client.start(made.table, made.host)
                await heard(process, "The game begins")
                await asyncio.to_thread(server.kill)
                await asyncio.to_thread(server.start)
                me = next(iter(made.tokens))
                await client.leave(made.table, me, made.tokens[me])  # a bot stands in, so that the game goes on
                lines = await asyncio.to_thread(said, process)
            assert not list(faults(Record.from_json(await client.record(made.table)), EDITION))
    assert lines[-1].startswith("The game is over: ")


@awaited
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_whoever_interrupts_it_leaves_the_seat(
    number: signal.Signals, server: ServerProcess, tmp_path: Path
) -> None:
    """Before the game the seat is open again; in it, even while the program thinks, a bot stands in."""
    sleeper = write_program(tmp_path, "say({'name': 'sleeper'}); turn(); sys.stderr.write('zzz\\n'); time.sleep(600)")
    async with Client(server.url) as client:
        made = await table(client, ME, OPEN)
        with sitting(link(server, made), *sleeper) as process:
            await heard(process, "sleeper sits down")
            process.send_signal(number)
            assert (await asyncio.to_thread(said, process, 130))[-1].startswith("sleeper leaves the seat ")
            assert not all_sit(await client.look(made.table))
        with sitting(link(server, made), *sleeper) as process:
            await heard(process, "sleeper sits down")
            await client.start(made.table, made.host)
            await client.leave(made.table, *next(iter(made.tokens.items())))
            assert process.stderr is not None
            assert await asyncio.to_thread(process.stderr.readline) == "zzz\n"
            process.send_signal(number)
            assert (await asyncio.to_thread(said, process, 130))[-1].startswith("sleeper leaves the seat ")
            snapshot = await client.look(made.table)
    assert [chair.away for chair in snapshot.seats] == [True, True]


@awaited
async def test_a_game_that_is_given_up_is_over_and_the_table_not_closed(server: ServerProcess) -> None:
    async with Client(server.url) as client:
        made = await table(client, ME, OPEN)
        ((mine, token),) = made.tokens.items()
        with sitting(link(server, made), *CAREFUL) as process:
            snapshot = await until(client, made, all_sit)
            other = next(chair.seat for chair in snapshot.seats if chair.name == "careful")
            await client.start(made.table, made.host)
            await client.concede(made.table, mine, token)
            last = (await asyncio.to_thread(said, process))[-1]
    assert last == f"The game is over: {mine} has given up, {other} wins."


@awaited
async def test_a_seat_that_is_taken_away(server: ServerProcess) -> None:
    async with Client(server.url) as client:
        made = await table(client, ME, OPEN)
        with sitting(link(server, made), *CAREFUL) as process:
            snapshot = await until(client, made, all_sit)
            seat = next(chair.seat for chair in snapshot.seats if chair.name == "careful")
            await heard(process, f"careful sits down at {seat}.")
            await client.open_seat(made.table, seat, made.host)
            _, err = await asyncio.to_thread(process.communicate, timeout=PATIENCE)
    assert (process.returncode, err) == (2, f"nouvelle-france: the seat {seat} was given to somebody else\n")


def test_what_cannot_be_is_said_in_one_line(
    server: ServerProcess, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def make() -> Created:
        async with Client(server.url) as client:
            return await table(client, ME, OPEN)

    made = asyncio.run(make())
    at = link(server, made)
    for arguments, words in (
        ([f"{server.url}/t/{made.table}#join={'a' * 33}", *CAREFUL], "(bad_invite)"),
        ([f"{server.url}/t/{'a' * 12}#join={'a' * 33}", *CAREFUL], "(unknown_table)"),
        ([at[:-1], *CAREFUL], "the code after join= is incomplete"),
        (["http://nowhere", *CAREFUL], "expected an invitation such as http://"),
        (["http://127.0.0.1:1/t/abcdefghijkl", *CAREFUL], "http://127.0.0.1:1: "),
        ([at, "no-such-program"], "COMMAND: no-such-program: there is no such program"),
        ([at, "'half"], "COMMAND: 'half: No closing quotation"),
        ([at, *write_program(tmp_path, "sys.exit(3)")], "it left with status 3"),
        (["--name", "x" * 31, at, *CAREFUL], "expected one line of 1 to 30 visible letters"),
        ([at], "COMMAND"),
    ):
        outcome = run(capsys, "sit", *arguments)
        assert (outcome.code, outcome.out) == (2, ""), arguments
        assert words in outcome.err
        assert outcome.err.count("\n") == 1
