"""The command `simulate`: many games between bots, always the same ones for the same seed."""

from __future__ import annotations

from collections import Counter, defaultdict
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from nouvelle_france.arena.contest import Contest, Game
from nouvelle_france.arena.simulation import Simulation
from nouvelle_france.bots.programs import LIMIT
from nouvelle_france.cli.files import WholeWriter, open_edition
from nouvelle_france.cli.narration import counted
from nouvelle_france.cli.options import (
    BOTS_HELP,
    EditionOption,
    GameOptions,
    JobsOption,
    ProgramLimitOption,
    ProgramOption,
    ProgramSeedOption,
    SeedOption,
    a_seed,
    bot_names,
    counted_kinds,
    known_bots,
    programs_of,
    with_game_options,
)
from nouvelle_france.cli.output import plain_console, progress_bar
from nouvelle_france.cli.preparing import own_bots, prepare
from nouvelle_france.cli.problem import Problem
from nouvelle_france.cli.workers import RayOption, worker_problems, workers
from nouvelle_france.pool import deaf


@with_game_options
def simulate(
    options: GameOptions,
    bots: Annotated[
        str,
        typer.Option("--bots", help=f"A bot for each seat in turn order, or one for all: {BOTS_HELP}, or a --program."),
    ] = "greedy",
    games: Annotated[int, typer.Option("--games", help="Number of games.")] = 1,
    seed: SeedOption = None,
    out: Annotated[
        Path | None, typer.Option("--out", help="Write the records here, one per line; - for standard output.")
    ] = None,
    jobs: JobsOption = None,
    ray: RayOption = None,
    program: ProgramOption = None,
    program_limit: ProgramLimitOption = LIMIT,
    program_seed: ProgramSeedOption = None,
    edition: EditionOption = None,
) -> None:
    """Let bots play games against each other, or solo against Winter.

    Game number n depends only on the seed and n, and with programs on `--program-seed`. Ctrl-C keeps the games played
    so far.

    **Examples**

    * `nouvelle-france simulate --players 3 --bots random,greedy,random --games 100 --seed 7 --out games.jsonl`
    * `nouvelle-france simulate --bots greedy --games 50 --one-card --allies once --jobs 2`
    * `nouvelle-france simulate --mode solo --bots greedy --constraint artisan --architecture all --games 20`
    * `nouvelle-france simulate --bots mine,greedy --program "mine=python3 my_bot.py" --games 10 --out games.jsonl`
    """
    box = open_edition(edition)
    options.check(box)
    programs = programs_of(program)
    if options.mode == "solo":
        seats = 1
    elif options.players is not None:
        seats = options.players
    else:
        seats = max(2, len(known_bots("--bots", bots, programs)))
    names = bot_names(bots, seats, programs)
    if options.mode == "table" and seats > len(box.colours):
        raise Problem(f"--bots {bots}: {seats} seats, but 2 to {len(box.colours)} play (SET-1)")
    if games < 1:
        raise Problem(f"--games {games}: expected at least 1")
    pool = workers(ray, jobs)
    makers = own_bots("--bots", names, box)
    contest = Contest(box, options, a_seed(seed), programs, program_limit, makers, a_seed(program_seed))
    simulation = Simulation(contest, names, out is not None)
    tally = Tally(names)
    console = plain_console(stderr=str(out) == "-")
    if ray in (None, "local"):  # other machines have to compile for themselves
        prepare((name for name in names if name not in programs), box)
    file = nullcontext() if out is None else WholeWriter(out, writes="record", reads=[edition])
    with progress_bar() as progress:
        task = progress.add_task("playing", total=games)

        try:
            with file as writer, worker_problems(ray):
                for game in simulation.run(games, pool):
                    with deaf():  # count only what is written
                        if writer is not None:
                            writer.write(game.record)
                        tally.add(game)
                    progress.advance(task)
        except KeyboardInterrupt:
            progress.stop()
            where = f"; {out} holds them" if tally.games and out is not None and str(out) != "-" else ""
            plain_console(stderr=True).print(f"interrupted after {tally.games} of {games} games{where}")
            raise
    for_programs = f", program seed {contest.program_seed}" if programs else ""
    console.print(f"{counted(tally.games, 'game')}, seed {contest.seed}{for_programs}", soft_wrap=True)
    console.print(tally.table(options.mode))
    for name, fault in tally.first_faults.items():
        console.print(f"{name}: first fault in {fault}", soft_wrap=True)


@dataclass(slots=True)
class Tally:
    """Results by bot, as they come in; ``bots`` sit in that order."""

    bots: tuple[str, ...]
    games: int = 0
    seats: Counter[str] = field(default_factory=Counter)
    wins: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    points: Counter[str] = field(default_factory=Counter)
    faults: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    first_faults: dict[str, str] = field(default_factory=dict)
    stand_ins: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))

    def add(self, game: Game) -> None:
        """Count one finished game; a shared title is split."""
        self.games += 1
        for name, won, points, faults in zip(self.bots, game.wins, game.scores, game.faults, strict=True):
            self.seats[name] += 1
            self.wins[name] += won
            self.points[name] += points
            self.faults[name].update(faults)
        for name, stand_ins in zip(self.bots, game.stand_ins, strict=False):
            self.stand_ins[name].update(stand_ins)
        for name, fault in zip(self.bots, game.first_faults, strict=False):
            if fault:
                self.first_faults.setdefault(name, f"game {self.games}, {fault}")

    def table(self, mode: str) -> Table:
        """The results as a table."""
        faulty = any(self.faults.values())
        table = Table("bot", "seats", "wins", "share", "mean lead over Winter" if mode == "solo" else "mean score")
        if faulty:
            table.add_column("faults")
        lent = any(self.stand_ins.values())
        if lent:
            table.add_column("stand-ins")
        for name, seats in self.seats.items():
            share = f"{self.wins[name] / seats:.0%}"
            row = [name, str(seats), f"{self.wins[name]:g}", share, f"{self.points[name] / seats:.1f}"]
            if faulty:
                row.append(counted_kinds(self.faults[name]))
            if lent:
                row.append(counted_kinds(self.stand_ins[name]))
            table.add_row(*row)
        return table
