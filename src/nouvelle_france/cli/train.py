"""The command `train`: weights for the ladder's evaluation, from self-play."""

from __future__ import annotations

import shlex
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from nouvelle_france.cli.files import WholeWriter, open_edition
from nouvelle_france.cli.options import EditionOption
from nouvelle_france.cli.output import plain_console, progress_bar
from nouvelle_france.cli.overwriting import spare
from nouvelle_france.cli.preparing import need_core
from nouvelle_france.cli.problem import Problem
from nouvelle_france.cli.workers import RayOption, worker_problems
from nouvelle_france.edition import Edition
from nouvelle_france.pool import Cluster, Threads

if TYPE_CHECKING:
    from nouvelle_france.bots.training import Plan, Progress


def train(
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="The file to write the weights to.")],
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same weights, whatever --jobs.")] = 1,
    jobs: Annotated[int | None, typer.Option("--jobs", help="Number of threads. Default: 1.")] = None,
    ray: RayOption = None,
    rounds: Annotated[int, typer.Option("--rounds", help="Rounds of regression.")] = 16,
    games: Annotated[int, typer.Option("--games", help="Games of two players in each round.")] = 2000,
    generations: Annotated[int, typer.Option("--generations", help="Generations of evolution.")] = 24,
    population: Annotated[int, typer.Option("--population", help="Sets of weights in a generation.")] = 32,
    deals: Annotated[int, typer.Option("--deals", help="Deals played by each of them.")] = 400,
    edition: EditionOption = None,
) -> None:
    """Train the evaluation of the bots by self-play.

    Regression finds the worth of tokens and bonus blocks, evolution that of chains. Every step is saved in
    `FILE.part`: after Ctrl-C or a crash the same command resumes. `--bots artisan:FILE` then plays
    with the weights.

    **Examples**

    * `nouvelle-france train --out weights.json --seed 1 --jobs 2`
    * `nouvelle-france train --out quick.json --rounds 2 --games 200 --generations 2 --deals 50`
    """
    for option, value, least in (
        ("--jobs", 1 if jobs is None else jobs, 1), ("--rounds", rounds, 1), ("--games", games, 8),
        ("--generations", generations, 2), ("--population", population, 4), ("--deals", deals, 1),
    ):  # fmt: skip
        if value < least:
            raise Problem(f"{option} {value}: expected {least} or more")
    if str(out) == "-":
        raise Problem("--out -: expected a file, since every step is kept beside it")
    spare("--out", out, "weights", [edition])
    need_core("train")
    box = open_edition(edition)
    # numba is loaded here and not with the command line: the other commands do not need it.
    from nouvelle_france.bots import training as room  # noqa: PLC0415

    plan = room.Plan(seed, rounds, games, generations, population, deals)
    kept = out.with_name(f"{out.name}.part")
    progress = _resumed(kept, plan, box) or room.Progress(plan, box.digest)
    console = plain_console(stderr=True)
    if progress.step:
        console.print(f"resuming after step {progress.step} of {plan.steps}")
    cluster = None if ray is None else Cluster(ray, jobs)
    training = room.Training(box, progress, cluster or Threads(jobs or 1))
    try:
        with worker_problems(ray), cluster or nullcontext(), progress_bar() as bar:
            task = bar.add_task("training (compiling first, if need be)", total=plan.steps, completed=progress.step)
            for step in training.steps():
                with WholeWriter(kept, writes="training") as file:
                    file.write(progress.to_json())
                description = step.what if step.figure is None else f"{step.what} {step.figure:+.3f}"
                bar.update(task, completed=step.number, description=description)
    except KeyboardInterrupt:
        console.print(f"stopped after step {progress.step} of {plan.steps}; the same command resumes")
        raise
    command = ["nouvelle-france", "train", "--out", out, "--seed", seed, "--rounds", rounds, "--games", games]
    command += ["--generations", generations, "--population", population, "--deals", deals]
    command += [] if edition is None else ["--edition", edition]
    with WholeWriter(out, writes="weights", reads=[edition]) as file:
        file.write(training.weights_json(shlex.join(map(str, command))).rstrip())
    kept.unlink(missing_ok=True)
    plain_console().print(f"{out}: weights after {plan.steps} steps")


def _resumed(kept: Path, plan: Plan, box: Edition) -> Progress | None:
    """The progress of an earlier run with the same plan and edition."""
    from nouvelle_france.bots import training as room  # noqa: PLC0415 - as above

    try:
        progress = room.Progress.from_json(kept.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise Problem(f"{kept}: {error}; remove it to start over") from error
    for name, value in vars(plan).items():
        before = getattr(progress.plan, name)
        if before != value:
            raise Problem(f"{kept}: begun with --{name} {before}, not {value}; remove it to start over")
    if progress.edition != box.digest:
        raise Problem(f"{kept}: begun with another edition (--edition); remove it to start over")
    return progress
