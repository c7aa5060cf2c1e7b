"""The commands `puzzles make`, `puzzles check` and `puzzles list`.

What making needs of numba is imported when it runs: the other commands must not wait for it.
"""
# ruff: noqa: PLC0415

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from itertools import count as count_from
from pathlib import Path
from typing import Annotated

import typer
from rich.box import SIMPLE_HEAD
from rich.table import Table

from nouvelle_france.cli.files import WholeWriter, open_edition
from nouvelle_france.cli.narration import counted
from nouvelle_france.cli.options import EditionOption, JobsOption
from nouvelle_france.cli.output import plain_console, progress_bar
from nouvelle_france.cli.overwriting import spare
from nouvelle_france.cli.preparing import need_core, prepare
from nouvelle_france.cli.problem import Problem
from nouvelle_france.cli.workers import worker_problems, workers
from nouvelle_france.edition import Edition
from nouvelle_france.pool import in_order
from nouvelle_france.puzzles import GRADES, KINDS, LEVELS, Collection, Puzzle, PuzzlesError, carried, of_the_day
from nouvelle_france.puzzles.checking import Checker

puzzles = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="markdown",
    help="""Puzzles cut from games: find the one best placement.

    Some three hundred travel with the game and are solved in the browser, at `/puzzles`. Here you see what there is
    (`list`), make more of them from games of the bots (`make`) and check a file of them (`check`).

    There are four kinds: `complete` the site; keep `winter` out, alone; the last turn before `snow`; the block that
    pays `later`. The answer of each is the best by a margin beyond the error of the search; a grade from 1 to 5 says
    which of the bots find it. docs/puzzles.md explains how they are made.""",
)

MOST_OF_A_KIND = 3
"""No kind has more than this share of all puzzles."""

TELL_EVERY = 20
"""Report progress after this many games, where there is no bar."""

GREEDY_SOLVES = 0.5
"""In a good file `greedy` finds less than this share of the answers."""


@puzzles.command("list")
def show(
    file: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", help="A file of puzzles. Default: the built-in ones.")
    ] = None,
    edition: EditionOption = None,
) -> None:
    """List how many puzzles there are by kind and grade, how often each bot solves them, and which is today's.

    **Examples**

    * `nouvelle-france puzzles list`
    * `nouvelle-france puzzles list mine.json`
    """
    found = carried() if file is None else _read(file, open_edition(edition))
    console = plain_console()
    graded = Table("kind", "puzzles", *(f"grade {it}" for it in range(1, GRADES + 1)), box=SIMPLE_HEAD)
    solved = Table("solved by", *LEVELS, box=SIMPLE_HEAD)
    for kind in (*KINDS, "all"):
        some = [it for it in found.puzzles if kind in (it.kind, "all")]
        grades = [sum(it.grade == grade for it in some) for grade in range(1, GRADES + 1)]
        shares = [sum(it.solves[at] for it in some) / max(len(some), 1) for at in range(len(LEVELS))]
        graded.add_row(kind, str(len(some)), *map(str, grades))
        solved.add_row(kind, *(f"{share:.0%}" for share in shares))
    console.print(graded, solved)
    today = datetime.now(UTC).date()
    console.print(f"{today}: {of_the_day(today, found).id}")


@puzzles.command()
def make(
    out: Annotated[Path, typer.Argument(metavar="OUT", help="The file to write them to.")],
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same puzzles, whatever --jobs.")] = 1,
    count: Annotated[int, typer.Option("--count", help="How many; no kind exceeds a third of them.")] = 240,
    games: Annotated[
        int | None, typer.Option("--games", help="Search at most this many games, even if that gives fewer puzzles.")
    ] = None,
    jobs: JobsOption = None,
    edition: EditionOption = None,
) -> None:
    """Make puzzles from games of the bots.

    Games are played and searched for positions with one best placement, at most three per game. Results so far are kept
    in `OUT.part`: after Ctrl-C the same command resumes.

    **Examples**

    * `nouvelle-france puzzles make --seed 1 --count 240 --jobs 2 mine.json`
    * `nouvelle-france puzzles check mine.json`
    """
    for option, number in (("--count", count), ("--games", games)):
        if number is not None and number < 1:
            raise Problem(f"{option} {number}: expected 1 or more")
    if str(out) == "-":
        raise Problem("OUT -: expected a file, since every puzzle is kept beside it")
    spare("OUT", out, "puzzles", [edition])
    need_core("puzzles make")
    pool = workers(None, jobs)
    box = open_edition(edition)
    kept = _Kept(out.with_name(f"{out.name}.part"), seed, count, box)
    if games is not None and kept.games > games:
        raise Problem(f"--games {games}: {kept.path} has {kept.games} already")
    console = plain_console(stderr=True)
    if kept.games:
        console.print(
            f"resuming after {counted(kept.games, 'game')} with {counted(len(kept.found), 'puzzle')}", soft_wrap=True
        )
    prepare(["maitre"], box)
    from nouvelle_france.puzzles import making

    most = -(-count // MOST_OF_A_KIND)

    def numbers() -> Iterator[int]:
        for number in count_from(kept.games):
            if number == games or len(kept.found) >= count:
                return
            yield number

    try:
        with worker_problems(None), progress_bar() as bar:
            task = bar.add_task("making puzzles", total=count, completed=len(kept.found))
            with closing(in_order(pool, making.Maker(box, seed, making.TERMS), numbers())) as made:
                for puzzles_of_a_game in made:
                    for puzzle in puzzles_of_a_game:
                        of_kind = sum(it.kind == puzzle.kind for it in kept.found)
                        if of_kind < most and len(kept.found) < count:
                            kept.found.append(puzzle)
                    kept.games += 1
                    kept.write()
                    bar.update(task, completed=len(kept.found))
                    if not console.is_terminal and kept.games % TELL_EVERY == 0:
                        console.print(f"{len(kept.found)} of {count}, {counted(kept.games, 'game')}")
                    if len(kept.found) >= count:
                        break
    except KeyboardInterrupt:
        console.print(f"stopped with {counted(len(kept.found), 'puzzle')}; the same command resumes", soft_wrap=True)
        raise
    if not kept.found:
        raise Problem(f"--games {games}: there is no puzzle in them")
    command = ["nouvelle-france", "puzzles", "make", "--seed", seed, "--count", count]
    command += [] if games is None else ["--games", games]
    command += [*([] if edition is None else ["--edition", edition]), out.name]
    collection = Collection.of(box, shlex.join(map(str, command)), tuple(kept.found))
    with WholeWriter(out, "OUT", writes="puzzles", reads=[edition]) as file:
        file.write(collection.to_json().rstrip())
    kept.path.unlink(missing_ok=True)
    plain_console().print(
        f"{out}: {counted(len(collection.puzzles), 'puzzle')} from {counted(kept.games, 'game')}", soft_wrap=True
    )


@puzzles.command()
def check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file of puzzles.")],
    seed: Annotated[int, typer.Option("--seed", help="Seed of the fresh deals.")] = 1,
    deals: Annotated[int, typer.Option("--deals", help="Fresh deals per answer.")] = 1024,
    keep: Annotated[
        Path | None, typer.Option("--keep", metavar="OUT", help="Write those that pass to this file.")
    ] = None,
    jobs: JobsOption = None,
    edition: EditionOption = None,
) -> None:
    """Check puzzles: replay each by the rules, and weigh its answers again with fresh deals.

    A puzzle fails if its moves break a rule, if an answer is not legal, or if the best is not ahead of every other
    answer by three standard errors. A file fails if one of its puzzles does, or if `greedy` finds half of the answers
    or more; the exit code is then 1.

    **Examples**

    * `nouvelle-france puzzles check mine.json --jobs 2`
    * `nouvelle-france puzzles check mine.json --deals 4096 --keep good.json`
    """
    if deals < 16:
        raise Problem(f"--deals {deals}: expected 16 or more")
    if keep is not None:
        spare("--keep", keep, "puzzles", [file, edition])
    box = open_edition(edition)
    found = _read(file, box)
    need_core("puzzles check")
    pool = workers(None, jobs)
    prepare(["maitre"], box)
    console = plain_console()
    bad: set[str] = set()
    solved = 0
    with worker_problems(None), progress_bar() as bar:
        task = bar.add_task("checking puzzles", total=len(found.puzzles))
        with closing(in_order(pool, Checker(box, seed, deals), found.puzzles)) as checked:
            for it in checked:
                for fault in it.faults:
                    bad.add(it.id)
                    console.print(f"{it.id}: {fault}", soft_wrap=True)
                solved += it.greedy
                bar.update(task, advance=1)
    good = tuple(it for it in found.puzzles if it.id not in bad)
    all_of_them = counted(len(found.puzzles), "puzzle")
    console.print(f"{all_of_them}: {len(good)} good, {len(bad)} bad; greedy finds {solved} answers", soft_wrap=True)
    if keep is not None:
        if not good:
            raise Problem(f"--keep {keep}: none passed")
        with WholeWriter(keep, "--keep", writes="puzzles", reads=[file, edition]) as written:
            written.write(Collection.of(box, found.command, good).to_json().rstrip())
        return
    if bad or solved >= GREEDY_SOLVES * len(found.puzzles):
        raise typer.Exit(1)


class _Kept:
    """What was found so far, to be resumed: how many games, and their puzzles."""

    def __init__(self, path: Path, seed: int, count: int, box: Edition) -> None:
        self.path = path
        self._head = {"seed": seed, "count": count, "edition": box.digest}
        self.games = 0
        self.found: list[Puzzle] = []
        try:
            told = json.loads(path.read_text(encoding="utf-8"))
            head = {key: told[key] for key in self._head}
            self.games = int(told["games"])
            self.found = [Puzzle.read(it) for it in told["puzzles"]]
        except FileNotFoundError:
            return
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise Problem(f"{path}: {error}; remove it to start over") from error
        for name, value in (("seed", seed), ("count", count)):
            if head[name] != value:
                raise Problem(f"{path}: begun with --{name} {head[name]}, not {value}; remove it to start over")
        if head["edition"] != box.digest:
            raise Problem(f"{path}: begun with another edition (--edition); remove it to start over")

    def write(self) -> None:
        """Keep it."""
        told = {**self._head, "games": self.games, "puzzles": [it.write() for it in self.found]}
        with WholeWriter(self.path, "OUT", writes=None) as file:
            file.write(json.dumps(told))


def _read(file: Path, box: Edition) -> Collection:
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise Problem(f"{file}: cannot be read: {getattr(error, 'strerror', None) or error}") from error
    try:
        return Collection.from_json(text, box)
    except PuzzlesError as error:
        raise Problem(f"{file}: {error}") from error
