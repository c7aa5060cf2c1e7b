"""The command `replay`: a recorded game, watched again in the browser or in the terminal.

What it needs of the server is imported when it runs: the other commands must not wait for a web framework.
"""
# ruff: noqa: PLC0415

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Annotated

import typer

from nouvelle_france.cli.drawing import card_line, cubes_of, draw, seat_names, status_line
from nouvelle_france.cli.files import match_at, open_edition, read_record
from nouvelle_france.cli.interrupts import noting_interrupts
from nouvelle_france.cli.narration import tell, tell_stand_in
from nouvelle_france.cli.opening import open_soon
from nouvelle_france.cli.options import EditionOption, GameOption, RecordsArgument
from nouvelle_france.cli.output import plain_console
from nouvelle_france.cli.problem import Problem
from nouvelle_france.record import Match, Moment, Timeline
from nouvelle_france.rules import Bonus, Event, Place
from nouvelle_france.rules.events import SnowFell, TurnBegan

HELP = "Enter: on, b: back, t: next turn, s: next snowfall, a number: that move, q: leave"


def replay(
    file: RecordsArgument,
    game: GameOption = 1,
    move: Annotated[int, typer.Option("--move", min=0, help="Start after this many moves.")] = 0,
    text: Annotated[bool, typer.Option("--text", help="Step through it in the terminal.")] = False,
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="Default: any free port.")] = 0,
    open_page: Annotated[bool, typer.Option("--open/--no-open", help="Open the page in the browser.")] = True,
    edition: EditionOption = None,
) -> None:
    """Watch a recorded game again: in the browser, or with `--text` in the terminal.

    The page is served to this machine only, until Ctrl-C.

    **Examples**

    * `nouvelle-france replay games.jsonl --game 3`
    * `nouvelle-france replay games.jsonl --game 3 --move 40 --text`
    """
    box = open_edition(edition)
    whole = match_at(file, game, None, box)
    if move > len(whole.moves):
        raise Problem(f"--move {move}: game {game} of {file} has {len(whole.moves)} moves; 0 is the start")
    timeline = Timeline.of_match(whole)
    first = max(moment.number for moment in timeline if moment.move == move)
    if text:
        _step_through(whole, timeline, first)
        return
    record = read_record(file, game).to_json()
    with noting_interrupts() as interrupts, tempfile.TemporaryDirectory(prefix="nouvelle-france-") as folder:
        from nouvelle_france.server.page import BROUGHT
        from nouvelle_france.server.serving import listen, serve
        from nouvelle_france.server.settings import Settings

        settings = Settings(
            database=f"sqlite:///{Path(folder) / 'tables.sqlite'}",
            editions=() if edition is None else (str(edition),),
            log="warning",
        )
        try:
            listening = listen("127.0.0.1", port)
        except OSError as error:
            raise Problem(f"--port {port}: cannot listen there: {error.strerror or error}") from error
        interrupts.hear()
        url = f"http://127.0.0.1:{listening.getsockname()[1]}{BROUGHT}"
        plain_console().print(f"Watch it at {url} (Ctrl-C stops it)", soft_wrap=True)
        if open_page:
            open_soon(url)
        serve(settings.without_limits(), listening, stopped=lambda: interrupts.noted, record=(record, first))


def _step_through(match: Match, timeline: Timeline, at: int) -> None:
    """Show a moment, ask where to go, and so on until the end of the input."""
    console = plain_console()
    names = seat_names(match)
    while True:
        moment = timeline[at]
        console.print(f"move {moment.move} of {timeline[-1].move}: {status_line(moment.position)}")
        console.print(card_line(moment.position))
        told = [tell(event, match.setup.game, names) for event in moment.events]
        if moment.action is not None and moment.stand_in is not None:
            told.append(tell_stand_in(moment.stand_in, names[moment.action.seat]))
        if any(told):
            console.print(" ".join(filter(None, told)))
        newest = cubes_of(match.setup.game, moment.action.placement) if isinstance(moment.action, Place | Bonus) else []
        console.print(draw(moment.position, names, newest))
        try:
            said = console.input(f"[{HELP}] ").strip().lower()
        except EOFError:
            console.print()
            return
        if said in ("q", "quit"):
            return
        at = _next(timeline, at, said)


def _next(timeline: Timeline, at: int, said: str) -> int:
    """Where the user wants to go; nowhere if the input is not understood."""
    last = len(timeline) - 1
    if said.isdecimal():
        return max(moment.number for moment in timeline if moment.move <= int(said))
    match said:
        case "":
            return min(at + 1, last)
        case "b":
            return max(at - 1, 0)
        case "t":
            return _first(timeline, at, TurnBegan)
        case "s":
            return _first(timeline, at, SnowFell)
        case _:
            return at


def _first(timeline: Timeline, after: int, event: type[Event]) -> int:
    """The next moment at which that happened, or else the last one."""

    def has(moment: Moment) -> bool:
        return any(isinstance(it, event) for it in moment.events)

    return next((it.number for it in timeline[after + 1 :] if has(it)), len(timeline) - 1)
