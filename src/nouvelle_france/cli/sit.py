"""The command `sit`: a program takes a seat at a server's table and plays.

What it needs of the client is imported when it runs: the other commands must not wait for it.
"""
# ruff: noqa: PLC0415

from __future__ import annotations

import asyncio
import math
import re
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, ParamSpec, TypeVar
from urllib.parse import parse_qs, urlsplit

import typer

from nouvelle_france.bots.programs import LIMIT, FaultError, Program, ProgramError, command_of
from nouvelle_france.bots.programs.answers import Poses, first_of
from nouvelle_france.bots.stand_in import CLOCK, HARMLESS
from nouvelle_france.cli.narration import counted, gains, tell_stand_in
from nouvelle_france.cli.options import finite
from nouvelle_france.cli.output import plain_console
from nouvelle_france.cli.problem import Problem

if TYPE_CHECKING:
    from nouvelle_france.client import Client, OpenTable
    from nouvelle_france.protocol.news import News
    from nouvelle_france.protocol.rest import Seated, Snapshot

P = ParamSpec("P")
T = TypeVar("T")


def sit(
    link: Annotated[str, typer.Argument(metavar="LINK", help="The table's invitation, or a link that offers a seat.")],
    command: Annotated[list[str], typer.Argument(metavar="COMMAND", help="The program, with its own arguments.")],
    name: Annotated[
        str | None, typer.Option("--name", help="Its name at the table. Default: the name it gives itself.")
    ] = None,
    limit: Annotated[
        float, typer.Option("--limit", min=0.1, callback=finite, help="Seconds per move before a stand-in makes it.")
    ] = LIMIT,
) -> None:
    """Let your own program play at a server's table.

    It takes an open seat and plays until the game is over, exchanging the JSON lines of docs/programs.md. Options go
    before LINK; what follows it is the program's command. Ctrl-C leaves the seat: it is open again, or the table's bot
    stands in.

    **Examples**

    * `nouvelle-france sit http://127.0.0.1:8608/t/TABLE#join=CODE python3 examples/bots/careful.py`
    * `nouvelle-france sit --name Marguerite --limit 3 http://127.0.0.1:8608/t/TABLE#join=CODE ./my-bot --level 3`
    """
    import httpx
    from pydantic import ValidationError
    from websockets.exceptions import WebSocketException

    from nouvelle_france.client import RefusedError

    door = _read_link(link)
    try:
        program = Program(command_of(command[0] if len(command) == 1 else command), limit=limit)
    except ProgramError as error:
        raise Problem(f"COMMAND: {error}") from error
    try:
        asyncio.run(_sit(door, program, name))
    except RefusedError as error:
        raise Problem(f"{link}: {error.message} ({error.code})") from error
    except FaultError as error:
        raise Problem(f"COMMAND: {command[0]}: {error.detail}") from error
    except ValidationError as error:
        raise Problem(f"{door.server}: does not answer like a server of this game") from error
    except (OSError, httpx.HTTPError, WebSocketException) as error:
        raise Problem(f"{door.server}: {error or type(error).__name__}") from error
    finally:
        program.close()


class _Door(NamedTuple):
    """A parsed link: the server, the table, and the code that lets one in."""

    server: str
    table: str
    join: str | None
    offer: str | None


def _read_link(link: str) -> _Door:
    import httpx

    try:
        parts = urlsplit(link)
        _ = parts.port, httpx.URL(f"{parts.scheme}://{parts.netloc}").host  # both are read only when asked for
    except (ValueError, httpx.InvalidURL) as error:
        raise Problem(f"LINK {link}: {error}") from error
    table = re.fullmatch(r"(.*)/t/([A-Za-z0-9]{12})", parts.path)
    codes = {key: values[0] for key, values in parse_qs(parts.fragment).items()}
    if parts.scheme not in ("http", "https") or not parts.netloc or table is None:
        raise Problem(f"LINK {link}: expected an invitation such as http://127.0.0.1:8608/t/TABLE#join=CODE")
    for code in ("join", "offer"):
        if not re.fullmatch(r"[A-Za-z0-9]{33}", codes.get(code, "x" * 33)):
            raise Problem(f"LINK {link}: the code after {code}= is incomplete")
    return _Door(f"{parts.scheme}://{parts.netloc}{table[1]}", table[2], codes.get("join"), codes.get("offer"))


async def _sit(door: _Door, program: Program, name: str | None) -> None:
    import httpx

    from nouvelle_france.client import Client, RefusedError

    async with Client(door.server) as client:
        edition = await client.edition((await client.look(door.table)).edition)
        called = await _in_thread(program, program.meet, edition)  # before it sits down, since it may not even start
        name = called if name is None else name
        seated = await _take_seat(client, door, name)
        try:
            async with client.socket() as socket:
                table = await socket.open(door.table, seated.token)
                _say(f"{name} sits down at {seated.seat}.")
                await _Sitting(table, seated.seat, program, edition).play()
        except BaseException:
            # On Ctrl-C too: the others must not wait for a seat nobody plays.
            with suppress(RefusedError, OSError, httpx.HTTPError):
                async with asyncio.timeout(5):
                    await client.leave(door.table, seated.seat, seated.token)
                    _say(f"{name} leaves the seat {seated.seat}.")
            raise


async def _take_seat(client: Client, door: _Door, name: str) -> Seated:
    from pydantic import ValidationError

    from nouvelle_france.protocol.rest import Join, TakeOver

    try:
        if door.offer is not None:
            return await client.take_over(door.table, TakeOver(name=name, offer=door.offer))
        # Its words go into the shuffle like a person's, so that nobody else can know the deck.
        return await client.join(door.table, Join(name=name, invite=door.join, words=secrets.token_hex(16)))
    except ValidationError as error:
        raise Problem(f"--name {name!r}: expected one line of 1 to 30 visible letters") from error


class _Sitting:
    """A program at its seat."""

    def __init__(self, table: OpenTable, seat: str, program: Program, edition: dict[str, Any]) -> None:
        self._table = table
        self._seat = seat
        self._program = program
        self._edition = edition
        self._told = 0
        self._begun = False

    async def play(self) -> None:
        """Follow the table to the end of its game."""
        while True:
            table = self._table
            await table.until(lambda table: len(table.news) > self._told or self._is_due(table), math.inf)
            self._tell_news()
            snapshot = table.snapshot
            if snapshot.status == "playing" and not self._begun:
                self._begin(snapshot)
            if snapshot.status in ("over", "closed"):
                self._end(snapshot)
                return
            if self._seat not in table.you:
                raise Problem(f"the seat {self._seat} was given to somebody else")
            if self._seat in snapshot.offers:
                await self._move(snapshot)
            elif snapshot.offers:
                await self._move_winter(snapshot)

    def _is_due(self, table: OpenTable) -> bool:
        return (
            table.snapshot.status in ("over", "closed")
            or (table.snapshot.status == "playing" and not self._begun)  # begun before the table was opened here
            or bool(table.snapshot.offers)
            or self._seat not in table.you
        )

    def _begin(self, snapshot: Snapshot) -> None:
        assert snapshot.game is not None
        self._begun = True
        self._program.begin(self._edition, snapshot.game.model_dump(), self._seat, secrets.randbits(32))
        _say(f"The game begins: {', '.join(snapshot.game.seats)}.")

    async def _move(self, snapshot: Snapshot) -> None:
        assert snapshot.position is not None
        choice = await _in_thread(
            self._program,
            self._program.ask,
            snapshot.position.model_dump(),
            [group.model_dump() for group in snapshot.foresight[self._seat]],
            snapshot.offers[self._seat].model_dump(),
        )
        if choice.fault is not None:
            _say(f"{self._program.name}: {choice.fault}; a stand-in plays.")
        await self._play(choice.action, snapshot, None if choice.fault is None else HARMLESS)

    async def _move_winter(self, snapshot: Snapshot) -> None:
        """Where several actions are equal for Winter the table asks this seat. No program is asked that anywhere."""
        ((winter, offer),) = snapshot.offers.items()
        await self._play(first_of(winter, offer.model_dump(), Poses(self._edition)), snapshot)

    async def _play(
        self, action: dict[str, Any], snapshot: Snapshot, stand_in: Literal["harmless"] | None = None
    ) -> None:
        from nouvelle_france.client import RefusedError
        from nouvelle_france.tables.errors import Code

        try:
            seq = await self._table.play(action, on=snapshot.seq, stand_in=stand_in)
        except RefusedError as error:
            # Another Coureur came first, somebody took a move back, or the table's clock ran out.
            if error.code not in (Code.STALE, Code.NOT_YOUR_TURN, Code.OUT_OF_TIME, Code.NOT_PLAYING, Code.CLOSED):
                raise
            seq = snapshot.seq + 1
        await self._table.until(lambda table: table.seq >= seq)

    def _end(self, snapshot: Snapshot) -> None:
        result = None if snapshot.position is None else snapshot.position.result
        if result is not None:
            self._program.end(result.model_dump())
            scores = ", ".join(f"{colour} {points}" for colour, points in result.scores.items())
            _say(f"The game is over: {scores}; {_won(result.winners)}.")
        elif (ended := snapshot.ended) is None:
            _say("The table was closed.")
        elif ended.how == "conceded":
            _say(f"The game is over: {ended.seat} has given up, {_won(ended.winners)}.")
        else:
            _say("The game is over, without a result: all agreed to end it.")
        if faults := self._program.faults:
            kinds = ", ".join(f"{number} {kind}" for kind, number in faults.items())
            _say(f"A stand-in made {counted(faults.total(), 'move')}: {kinds}.")

    def _tell_news(self) -> None:
        for news in self._table.news[self._told :]:
            self._told += 1
            if (line := _line(news)) is not None:
                _say(line)


def _won(winners: Sequence[str]) -> str:
    return f"{winners[0]} wins" if len(winners) == 1 else f"{' and '.join(winners)} share it"


def _line(news: News) -> str | None:
    """A line about what happened, if it deserves one."""
    from nouvelle_france.protocol.news import MovedNews

    if isinstance(news, MovedNews):
        told = f"{news.seat}: {news.do}" + (f" ({gains(news.gain)})" if news.gain else "")
        stand_in = CLOCK if news.how == "clock" else news.stand_in
        return told if stand_in is None else f"{told} {tell_stand_in(stand_in, news.seat)}"
    words = {
        "sat": "{0.name} sits down at {0.seat}.",
        "bot_seated": "{0.name} sits down at {0.seat}.",
        "opened": "The seat {0.seat} is open.",
        "taken_back": "{0.seat} takes the last move back.",
        "went_back": "All agree to go back to the last move of {0.seat}.",
        "proposed": "{0.seat} proposes: {0.what}.",
        "dismissed": "{0.seat} does not agree.",
        "conceded": "{0.seat} gives up.",
        "abandoned": "All agree to end the game.",
        "timed_out": "The time of {0.seat} is over.",
        "left": "{0.seat} has left; a bot stands in.",
        "stood_in": "A bot stands in for {0.seat}.",
        "returned": "{0.seat} is back.",
        "handed_over": "{0.name} takes over {0.seat}.",
    }
    return words[news.kind].format(news) if news.kind in words else None


async def _in_thread(program: Program, ask: Callable[P, T], *told: P.args, **named: P.kwargs) -> T:
    """Wait for a program while the socket keeps running. Cancelling stops the program, so that no thread is left."""
    try:
        return await asyncio.to_thread(ask, *told, **named)
    except asyncio.CancelledError:
        program.stop()
        raise


def _say(line: str) -> None:
    plain_console().print(line, soft_wrap=True)
