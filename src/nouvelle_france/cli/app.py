"""The commands of `nouvelle-france`."""

from __future__ import annotations

import json
from contextlib import nullcontext
from pathlib import Path
from random import Random
from typing import Annotated

import typer

import nouvelle_france
from nouvelle_france.arena.contest import Contest
from nouvelle_france.arena.workers import deaf
from nouvelle_france.bots import BOTS
from nouvelle_france.bots.programs import LIMIT
from nouvelle_france.cli import keeping
from nouvelle_france.cli.arena import arena
from nouvelle_france.cli.drawing import card_line, cubes_of, draw, seat_names, status_line
from nouvelle_france.cli.edition_page import draw_edition
from nouvelle_france.cli.files import WholeWriter, match_at, open_edition, read_records
from nouvelle_france.cli.hosting import serve
from nouvelle_france.cli.narration import counted, tell
from nouvelle_france.cli.options import (
    AlliesOption,
    ArchitectureOption,
    ConstraintOption,
    EditionOption,
    GameOptions,
    ModeOption,
    OneCardOption,
    PlayersOption,
    ProgramLimitOption,
    ProgramOption,
    SeedOption,
    SupportOption,
    TrackOption,
    UnableOption,
    a_seed,
    bot_names,
    known_bots,
    programs_of,
)
from nouvelle_france.cli.output import as_svg, picture_console, plain_console, progress_bar
from nouvelle_france.cli.preparing import prepare, trained_bots
from nouvelle_france.cli.problem import Problem
from nouvelle_france.cli.seating import new_match, seated_bots, unfinished_match
from nouvelle_france.cli.simulation import Simulation, Tally
from nouvelle_france.cli.sitting import sit
from nouvelle_france.cli.stats import stats
from nouvelle_france.cli.terminal import Quit, TerminalGame
from nouvelle_france.cli.training import train
from nouvelle_france.cli.warm import warm
from nouvelle_france.edition import Edition
from nouvelle_france.geometry import Cube, placement_table
from nouvelle_france.record import Match, Record, RecordError, faults, write_placement
from nouvelle_france.rules import Bonus, Place

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
    help="*Nouvelle-France*, the board game by Jacques-Dominique Landry: play it, simulate it, check its records. "
    "An unofficial implementation.",
)
edition_app = typer.Typer(no_args_is_help=True, rich_markup_mode="markdown", help="Look at or check an edition file.")
app.add_typer(edition_app, name="edition")
for command in (serve, warm, keeping.backup, keeping.restore, keeping.export, keeping.prune, keeping.fairness):
    app.command(rich_help_panel="Server")(command)
app.command()(arena)
app.command()(stats)
app.command()(train)
# The program's own options follow its name, so ours come first.
app.command(rich_help_panel="Server", context_settings={"allow_interspersed_args": False})(sit)


RecordsArgument = Annotated[Path, typer.Argument(metavar="FILE", help="A file of game records, one a line.")]
GameOption = Annotated[int, typer.Option("--game", help="Which game of the file, counted from 1.")]
MoveOption = Annotated[int | None, typer.Option("--move", help="After how many moves. Default: all of them.")]


@app.callback(invoke_without_command=True)
def _main(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version and leave.")] = False,
) -> None:
    if version:
        print(f"nouvelle-france {nouvelle_france.__version__}")  # noqa: T201
        raise typer.Exit
    if context.invoked_subcommand is None:
        raise typer.Exit(2)


@app.command()
def play(
    mode: ModeOption = "table",
    players: PlayersOption = None,
    bots: Annotated[
        str | None,
        typer.Option("--bots", help=f"Your opponents, or one for all: {', '.join(BOTS)}. Default: greedy."),
    ] = None,
    name: Annotated[str, typer.Option("--name", help="Your name.")] = "player 1",
    colour: Annotated[str | None, typer.Option("--colour", help="Your colour. Default: drawn.")] = None,
    seed: SeedOption = None,
    out: Annotated[Path | None, typer.Option("--out", help="Keep the record of the game here.")] = None,
    resume: Annotated[
        Path | None, typer.Option("--resume", help="Go on with the unfinished game of this file.")
    ] = None,
    one_card: OneCardOption = False,
    allies: AlliesOption = None,
    support: SupportOption = None,
    unable: UnableOption = None,
    constraint: ConstraintOption = None,
    track: TrackOption = None,
    architecture: ArchitectureOption = None,
    edition: EditionOption = None,
) -> None:
    """Play in the terminal, against bots or alone against Winter.

    Choose by number from a list sorted by points, or type what you do; `help` tells what you can type.

    **Examples**

    * `nouvelle-france play`
    * `nouvelle-france play --players 3 --bots greedy,random --colour blue --out game.jsonl`
    * `nouvelle-france play --mode solo --constraint artisan --architecture all`
    * `nouvelle-france play --resume game.jsonl`
    """
    box = open_edition(edition)
    chosen = a_seed(seed)
    options = GameOptions(mode, players, one_card, allies, support, unable, constraint, track, architecture)
    if resume is not None:
        if options != GameOptions() or bots is not None or colour is not None:
            raise Problem("--resume: the game has its own players and rules; leave the other options out")
        match, human = unfinished_match(resume, box, keep_others=out is not None)
        out = out or resume
    else:
        options.check(box)
        match, human = new_match(box, options, Random(f"{chosen}/play"), name, colour, bots)
    console = plain_console()
    bots_of = seated_bots(match, chosen)
    game = TerminalGame(match, human, bots_of, console, console.input)
    if out is None:
        _run(game, chosen)
        return
    with WholeWriter(out) as writer:
        try:
            _run(game, chosen)
        finally:
            writer.write(match.record().to_json())
            console.print(f"The record is in {out}.", soft_wrap=True)


def _run(game: TerminalGame, seed: int) -> None:
    try:
        game.run()
    except (Quit, KeyboardInterrupt) as leaving:
        game.put_cards_back()
        game.console.print(f"\nYou leave the game (seed {seed}).")
        if isinstance(leaving, KeyboardInterrupt):
            raise


@app.command()
def simulate(
    mode: ModeOption = "table",
    players: PlayersOption = None,
    bots: Annotated[
        str,
        typer.Option(
            "--bots", help=f"A bot for each seat in turn order, or one for all: {', '.join(BOTS)}, or a --program."
        ),
    ] = "greedy",
    games: Annotated[int, typer.Option("--games", help="How many games.")] = 1,
    seed: SeedOption = None,
    out: Annotated[
        Path | None, typer.Option("--out", help="Write the records here, one a line; - for standard output.")
    ] = None,
    jobs: Annotated[int, typer.Option("--jobs", help="How many processes play. The games stay the same.")] = 1,
    program: ProgramOption = None,
    program_limit: ProgramLimitOption = LIMIT,
    one_card: OneCardOption = False,
    allies: AlliesOption = None,
    support: SupportOption = None,
    unable: UnableOption = None,
    constraint: ConstraintOption = None,
    track: TrackOption = None,
    architecture: ArchitectureOption = None,
    edition: EditionOption = None,
) -> None:
    """Let bots play games against each other, or alone against Winter.

    Game number n depends on the seed and n only. Ctrl-C keeps the games played so far.

    **Examples**

    * `nouvelle-france simulate --players 3 --bots random,greedy,random --games 100 --seed 7 --out games.jsonl`
    * `nouvelle-france simulate --bots greedy --games 50 --one-card --allies once --jobs 2`
    * `nouvelle-france simulate --mode solo --bots greedy --constraint artisan --architecture all --games 20`
    * `nouvelle-france simulate --bots mine,greedy --program "mine=python3 my_bot.py" --games 10 --out games.jsonl`
    """
    box = open_edition(edition)
    options = GameOptions(mode, players, one_card, allies, support, unable, constraint, track, architecture)
    options.check(box)
    programs = programs_of(program)
    if mode == "solo":
        seats = 1
    elif players is not None:
        seats = players
    else:
        seats = max(2, len(known_bots("--bots", bots, programs)))
    names = bot_names(bots, seats, programs)
    if mode == "table" and seats > len(box.colours):
        raise Problem(f"--bots {bots}: {seats} seats, but 2 to {len(box.colours)} play (SET-1)")
    if games < 1:
        raise Problem(f"--games {games}: expected at least 1")
    if jobs < 1:
        raise Problem(f"--jobs {jobs}: expected at least 1")
    makers = trained_bots("--bots", names, box)
    contest = Contest(box, options, a_seed(seed), programs, program_limit, makers)
    simulation = Simulation(contest, names, out is not None)
    tally = Tally(names)
    console = plain_console(stderr=str(out) == "-")
    prepare((name for name in names if name not in programs), box)
    with progress_bar() as progress:
        task = progress.add_task("playing", total=games)

        try:
            with nullcontext() if out is None else WholeWriter(out) as writer:
                for game in simulation.run(games, jobs):
                    with deaf():  # what is written is counted
                        if writer is not None:
                            writer.write(game.record)
                        tally.add(game)
                    progress.advance(task)
        except KeyboardInterrupt:
            progress.stop()
            where = f"; {out} holds them" if tally.games and out is not None and str(out) != "-" else ""
            plain_console(stderr=True).print(f"interrupted after {tally.games} of {games} games{where}")
            raise
    console.print(f"{counted(tally.games, 'game')}, seed {simulation.contest.seed}")
    console.print(tally.table(mode))


@app.command()
def verify(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Files of game records; - for standard input.")],
    edition: EditionOption = None,
) -> None:
    """Re-play records by the rules and report every fault: game, move, rule number.

    Exit code 0 when every game keeps the rules, 1 when one does not, 2 when a file is not one of records.
    The rule numbers are those of docs/rules.md.

    **Example**

    * `nouvelle-france verify games.jsonl`
    """
    box = open_edition(edition)
    if [str(path) for path in files].count("-") > 1:
        raise Problem("-: standard input can be read once only")
    console = plain_console()
    games = bad = found = 0
    with progress_bar() as progress:
        task = progress.add_task("checking", total=None)
        for path in files:
            for number, record in read_records(path):
                games += 1
                faulty = list(_faults(record, box, path, number))
                for fault in faulty:
                    console.print(f"{path}: game {number}, {fault}", soft_wrap=True)
                bad += bool(faulty)
                found += len(faulty)
                progress.advance(task)
    if found:
        console.print(f"{counted(games, 'game')}, {bad} with faults ({found} in all)")
        raise typer.Exit(1)
    console.print(f"{counted(games, 'game')}, all by the rules")


def _faults(record: Record, box: Edition, path: Path, number: int) -> list[str]:
    try:
        return [str(fault) for fault in faults(record, box)]
    except RecordError as error:
        raise Problem(f"{path}: game {number}: {error}") from error


@app.command()
def show(
    file: RecordsArgument,
    game: GameOption = 1,
    move: MoveOption = None,
    svg: Annotated[Path | None, typer.Option("--svg", help="Write the picture to this file instead.")] = None,
    edition: EditionOption = None,
) -> None:
    """Draw a recorded position: the sites level by level, scores, cards and stock.

    The cubes of the last placement carry a star; x is a gap that nothing can fill any more.

    **Examples**

    * `nouvelle-france show games.jsonl --game 3 --move 40`
    * `nouvelle-france show games.jsonl --game 3 --move 40 --svg position.svg`
    """
    match = match_at(file, game, move, open_edition(edition))
    position = match.state.position
    console = plain_console() if svg is None else picture_console()
    names = seat_names(match)
    console.print(f"game {game} after {counted(len(match.moves), 'move')}: {status_line(position)}")
    console.print(card_line(position))
    if match.history:
        told = [tell(event, position.game, names) for event in match.history[-1].events]
        console.print(" ".join(["last:", *filter(None, told)]))
    console.print(draw(position, names, _last_placement(match)))
    if svg is not None:
        if svg.exists() and file.exists() and svg.samefile(file):
            raise Problem(f"--svg {svg}: is the file of records itself")
        with WholeWriter(svg, "--svg") as writer:
            writer.write(as_svg(console, f"{file.name}, game {game}"))


def _last_placement(match: Match) -> list[tuple[int, Cube]]:
    """The (site, cube)s of the newest block."""
    for played in reversed(match.history):
        if isinstance(played.action, Place | Bonus):
            return cubes_of(match.setup.game, played.action.placement)
    return []


@app.command()
def placements(
    file: RecordsArgument,
    game: GameOption = 1,
    move: MoveOption = None,
    block: Annotated[str | None, typer.Option("--block", help="Only this block, such as eel-white.")] = None,
    edition: EditionOption = None,
) -> None:
    """List every legal placement of the seat to move, a JSON line each, in id order.

    Each line has `block`, `site`, `cubes` (x, y, level in the block's own cube order) and `gain` (points by colour,
    as a record would have them). There is none where no block can be placed now.

    **Example**

    * `nouvelle-france placements games.jsonl --game 3 --move 40 --block eel-white`
    """
    position = match_at(file, game, move, open_edition(edition)).state.position
    table = position.game.table
    if block is not None and block not in table.block_number:
        raise Problem(f"--block {block}: there is no such block; expected one such as {table.blocks[0]}")
    listed = 0
    for action in position.legal:
        if isinstance(action, Place | Bonus):
            line = write_placement(position, action)
            if block in (None, line["block"]):
                print(json.dumps(line, separators=(",", ":")))  # noqa: T201
                listed += 1
    if not listed:
        of = f" of {block}" if block else ""
        plain_console(stderr=True).print(f"no placement{of} is possible now: {status_line(position)}")


@edition_app.command("check")
def edition_check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="An edition file.")],
) -> None:
    """Check an edition file; a fault is named with its line, its key and what was expected.

    **Example**

    * `nouvelle-france edition check my-edition.toml`
    """
    box = open_edition(file)
    console = plain_console()
    console.print(
        f"{file}: a good edition ({box.id}): {len(box.shapes)} shapes, {len(box.sites)} sites, "
        f"{len(placement_table(box)):,} placements",
        soft_wrap=True,
    )
    usual = open_edition(None)
    if box.id == usual.id and box != usual:
        console.print(
            f"But it differs from the usual {usual.id}: give it an id of its own, so that records can tell them apart.",
            soft_wrap=True,
        )


@edition_app.command("show")
def edition_show(
    file: Annotated[Path | None, typer.Argument(metavar="[FILE]", help="An edition file. Default: the usual.")] = None,
) -> None:
    """Show an edition: shapes, plans, sticks, deck, solo numbers.

    **Example**

    * `nouvelle-france edition show`
    """
    plain_console().print(draw_edition(open_edition(file)))
