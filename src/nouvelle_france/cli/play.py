"""The command `play`: a game in the terminal."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Annotated, get_args

import typer

from nouvelle_france.bots.python_bots import PythonBotError
from nouvelle_france.cli.files import WholeWriter, open_edition
from nouvelle_france.cli.menu import Quit
from nouvelle_france.cli.options import (
    BOTS_HELP,
    EditionOption,
    GameOptions,
    SeedOption,
    a_seed,
    with_game_options,
)
from nouvelle_france.cli.output import plain_console
from nouvelle_france.cli.problem import Problem
from nouvelle_france.cli.seating import new_match, seated_bots, unfinished_match
from nouvelle_france.cli.terminal import TerminalGame
from nouvelle_france.tables.options import WinterTies


@with_game_options
def play(
    options: GameOptions,
    bots: Annotated[
        str | None,
        typer.Option("--bots", help=f"Your opponents, or one for all: {BOTS_HELP}. Default: greedy."),
    ] = None,
    first_game: Annotated[
        bool,
        typer.Option("--first-game", help="The simplest game: one card, no allies, against apprenti, and you begin."),
    ] = False,
    name: Annotated[str, typer.Option("--name", help="Your name.")] = "player 1",
    colour: Annotated[str | None, typer.Option("--colour", help="Your colour. Default: random.")] = None,
    winter_ties: Annotated[
        str | None,
        typer.Option(
            "--winter-ties",
            help="Solo: who chooses where placements are equal for Winter (SOL-5): player or fixed. Default: player.",
        ),
    ] = None,
    seed: SeedOption = None,
    out: Annotated[Path | None, typer.Option("--out", help="Write the record of the game here.")] = None,
    resume: Annotated[Path | None, typer.Option("--resume", help="Resume the unfinished game in this file.")] = None,
    edition: EditionOption = None,
) -> None:
    """Play in the terminal, against bots or solo against Winter.

    Choose by number from a list sorted by points, or type a command; `help` lists them.

    **Examples**

    * `nouvelle-france play`
    * `nouvelle-france play --first-game`
    * `nouvelle-france play --players 3 --bots greedy,random --colour blue --out game.jsonl`
    * `nouvelle-france play --mode solo --constraint artisan --architecture all`
    * `nouvelle-france play --resume game.jsonl`
    """
    box = open_edition(edition)
    chosen = a_seed(seed)
    if resume is not None:
        if options != GameOptions() or bots is not None or colour is not None or first_game:
            raise Problem("--resume: the game has its own players and rules; leave the other options out")
        match, human = unfinished_match(resume, box, out or resume)
        out = out or resume
    else:
        if first_game:
            if options != GameOptions() or bots is not None:
                raise Problem("--first-game: it has its own rules and opponent; leave the other options out")
            options, bots = GameOptions(one_card=True, allies="none"), "apprenti"
        options.check(box)
        match, human = new_match(box, options, Random(f"{chosen}/play"), name, colour, bots, first_game)
    if winter_ties not in (None, *get_args(WinterTies)):
        raise Problem(f"--winter-ties {winter_ties}: expected {' or '.join(get_args(WinterTies))}")
    if winter_ties is not None and match.setup.game.mode != "solo":
        raise Problem("--winter-ties: only in a solo game (--mode solo)")
    console = plain_console()
    bots_of = seated_bots(match, chosen, resume is not None)
    game = TerminalGame(match, human, bots_of, console, console.input, moves_winter=winter_ties != "fixed")
    if out is None:
        _run(game, chosen)
        return
    failure: BaseException | None = None
    with WholeWriter(out, writes="record", reads=[edition]) as writer:
        try:
            _run(game, chosen)
        except BaseException as error:  # whatever ends the game, the writer keeps what was played until then
            failure = error
        writer.write(match.record().to_json())
    console.print(f"The record is in {out}.", soft_wrap=True)
    if failure is not None:
        raise failure


def _run(game: TerminalGame, seed: int) -> None:
    try:
        game.run()
    except PythonBotError as error:
        raise Problem(f"--bots: {error}") from error
    except (Quit, KeyboardInterrupt) as leaving:
        game.put_cards_back()
        game.console.print(f"\nYou leave the game (seed {seed}).")
        if isinstance(leaving, KeyboardInterrupt):
            raise
