"""The command `arena`: which bot is stronger, and how certain the result is.

What it needs of numpy, matplotlib and Ray is imported when it runs: the other commands must not wait for them.
"""
# ruff: noqa: PLC0415

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import ExitStack, closing, contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Group
from rich.live import Live
from rich.table import Table

from nouvelle_france import charts
from nouvelle_france.arena.contest import Contest, Game
from nouvelle_france.arena.journal import Journal, JournalError, OtherSettingsError, settings_of
from nouvelle_france.arena.schedule import Lineup, round_robin
from nouvelle_france.bots.programs import LIMIT
from nouvelle_france.cli.arena_results import show
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
    known_bots,
    programs_of,
    with_game_options,
)
from nouvelle_france.cli.output import plain_console, progress_bar
from nouvelle_france.cli.overwriting import spare
from nouvelle_france.cli.preparing import own_bots, prepare
from nouvelle_france.cli.problem import Problem
from nouvelle_france.cli.workers import RayOption, worker_problems, workers
from nouvelle_france.edition import Edition
from nouvelle_france.extras import needs
from nouvelle_france.pool import Pool, Queue

if TYPE_CHECKING:
    from nouvelle_france.arena.standings import Results, Standings
    from nouvelle_france.arena.tournament import Tournament


@with_game_options
def arena(
    options: GameOptions,
    bots: Annotated[
        str | None,
        typer.Option("--bots", metavar="LIST", help=f"Who takes part, comma-separated: {BOTS_HELP}, or a --program."),
    ] = None,
    lineup: Annotated[
        list[str] | None,
        typer.Option(
            "--lineup", metavar="LIST", help="Instead of --bots: a bot for each seat, comma-separated; repeatable."
        ),
    ] = None,
    program: ProgramOption = None,
    program_limit: ProgramLimitOption = LIMIT,
    program_seed: ProgramSeedOption = None,
    games: Annotated[
        int, typer.Option("--games", help="Games per line-up, rounded up so that every seating plays every deal.")
    ] = 400,
    seed: SeedOption = None,
    jobs: JobsOption = None,
    ray: RayOption = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", help="Write the results here as JSON; after an interrupt, resume from there."),
    ] = None,
    plot: Annotated[Path | None, typer.Option("--plot", help="Draw the results here, as .svg or .png.")] = None,
    records: Annotated[
        Path | None, typer.Option("--records", help="Write the records of the games here, one per line.")
    ] = None,
    edition: EditionOption = None,
) -> None:
    """Find out which bot is stronger, and how certain the result is.

    Every deal is played once in every rotation of the seats. Each bot meets each other: if there are more bots than
    seats, in every combination; if fewer, in pairs, the first against a table full of the second. The same command and
    seed give the same results on any number of processes or machines. With `--out`, Ctrl-C or a crash loses nothing:
    the same command resumes.

    **Examples**

    * `nouvelle-france arena --bots greedy,random --games 400 --seed 1 --jobs 2 --out results.json`
    * `nouvelle-france arena --lineup greedy,random,random,random --games 100 --plot results.svg`
    * `nouvelle-france arena --mode solo --bots greedy,random --constraint artisan --games 200`
    * `nouvelle-france arena --bots mine,greedy --program "mine=python3 my_bot.py"`
    """
    if find_spec("numpy") is None:
        raise Problem(f"arena {needs('bots')}")
    box = open_edition(edition)
    options.check(box)
    programs = programs_of(program)
    lineups = _lineups(bots, lineup or [], box, options, programs)
    if games < 1:
        raise Problem(f"--games {games}: expected at least 1")
    pool = workers(ray, jobs)
    _check_files(out, plot, records, edition)
    journal = None if out is None or str(out) == "-" else out.with_name(f"{out.name}.part")
    named_by = "--lineup" if lineup else "--bots"
    makers = own_bots(named_by, (name for names in lineups for name in names), box)
    from nouvelle_france.arena.tournament import Tournament

    contest = Contest(
        box,
        options,
        _seed(seed, journal),
        programs,
        program_limit,
        makers,
        _seed(program_seed, journal, "program_seed"),
    )
    tournament = Tournament(contest, lineups, games)
    with worker_problems(ray, named_by):
        _play(tournament, pool, ray, journal, records)
    results = tournament.standings.results()
    if out is not None:
        with WholeWriter(out, writes=_WRITES["--out"]) as writer:
            document = results.as_json({**tournament.settings, "games": games})
            writer.write(json.dumps(document, indent=1, ensure_ascii=False))
    if journal is not None:
        journal.unlink()  # the results are written, so the journal is no longer needed
    if plot is not None:
        _draw(results, contest.seed, plot)
    # Last: whoever reads it may leave, as `head` does.
    show(results, contest.seed, plain_console(stderr="-" in (str(out), str(records))))


# -- what was asked for --------------------------------------------------------------------------------------------


def _lineups(
    bots: str | None,
    lineups: Sequence[str],
    box: Edition,
    options: GameOptions,
    programs: Mapping[str, str],
) -> tuple[Lineup, ...]:
    """The requested line-ups. --bots names all seats if a name is repeated, otherwise the participants."""
    solo, players = options.mode == "solo", options.players
    if lineups:
        if bots is not None:
            raise Problem("--lineup: leave --bots out; the line-ups say who takes part")
        if solo:
            raise Problem("--lineup: not in a solo game, where everybody plays alone; use --bots")
        found = [_names("--lineup", text, programs) for text in lineups]
        for text, names in zip(lineups, found, strict=True):
            _check_seats(f"--lineup {text}", len(names), players or len(found[0]), box)
        if len({tuple(sorted(names)) for names in found}) < len(found):
            raise Problem(f"--lineup {lineups[-1]}: two line-ups have the same bots")
        return tuple(found)
    names = _names("--bots", "" if bots is None else bots, programs)
    twice = len(set(names)) < len(names)
    if solo:
        if twice:
            raise Problem(f"--bots {bots}: a bot is named twice, but everybody plays alone")
        return round_robin(names, 1)
    if twice:
        _check_seats(f"--bots {bots}", len(names), players or len(names), box)
        return (names,)
    if len(names) < 2:
        raise Problem(f"--bots {bots}: expected two bots or more")
    return round_robin(names, players or 2)


def _names(option: str, text: str, programs: Mapping[str, str]) -> Lineup:
    if not text:
        raise Problem("--bots: who takes part? Name two bots or more, comma-separated")
    return known_bots(option, text, programs)


def _check_seats(option: str, seats: int, players: int, box: Edition) -> None:
    if not 2 <= seats <= len(box.colours):
        raise Problem(f"{option}: {seats} seats, but 2 to {len(box.colours)} play (SET-1)")
    if seats != players:
        raise Problem(f"{option}: {counted(seats, 'bot')} for {players} seats")


_WRITES = {"--out": "arena", "--plot": None, "--records": "record"}
"""What each file holds."""


def _check_files(out: Path | None, plot: Path | None, records: Path | None, edition: Path | None) -> None:
    """Fail now if a file could not be written after hours of play."""
    files = {"--out": out, "--plot": plot, "--records": records}
    given = {option: path for option, path in files.items() if path is not None}
    for option, path in given.items():
        if list(map(Path.absolute, given.values())).count(path.absolute()) > 1:
            raise Problem(f"{option} {path}: two options name this file")
        if option != "--plot" and str(path) == "-":
            continue
        spare(option, path, _WRITES[option], [edition])
        folder = path.parent
        if path.is_dir():
            raise Problem(f"{option} {path}: cannot be written: Is a directory")
        if not folder.is_dir() or not os.access(path if path.exists() else folder, os.W_OK):
            why = "Permission denied" if folder.is_dir() else "No such file or directory"
            raise Problem(f"{option} {path}: cannot be written: {why}")
    if plot is not None:
        try:
            charts.check(plot)
        except charts.ChartError as error:
            raise Problem(f"--plot: {error}") from error


def _seed(seed: int | None, journal: Path | None, name: str = "seed") -> int:
    """The seed given; without one, that of the arena to resume, or a new one."""
    if seed is None and journal is not None and (begun := settings_of(journal)) is not None:
        seed = begun.get(name)
    return a_seed(seed if isinstance(seed, int) else None)


_OPTIONS = {
    "version": "the version of nouvelle-france",
    "rules_version": "the version of the rules",
    "edition.id": "--edition",
    "edition.digest": "--edition",
    "lineups": "--bots",
    "rules.one_card": "--one-card",
    "program_limit": "--program-limit",
    "program_seed": "--program-seed",
}
"""What people call a setting, where the option has another name."""


def _as_option(setting: str) -> str:
    group, _, key = setting.partition(".")
    named = {"programs": f"--program {key}", "weights": f"the content of {key}"}
    return _OPTIONS.get(setting) or named.get(group) or f"--{key or group}"


# -- playing -------------------------------------------------------------------------------------------------------


def _play(tournament: Tournament, pool: Pool, ray: str | None, path: Path | None, records: Path | None) -> None:
    """Play all games that are not in the journal yet, and write their records."""
    games = len(tournament.fixtures)
    done = 0
    journal: Journal | None = None

    def ready(names: AbstractSet[str]) -> None:
        if ray in (None, "local"):  # other machines have to compile for themselves
            prepare(names - tournament.contest.programs.keys(), tournament.contest.edition)

    try:
        with ExitStack() as stack:
            if path is not None:
                journal = stack.enter_context(_journal(path, tournament.settings, records is not None))
            # A journal has the records too, so that only complete files of them are ever written.
            write = stack.enter_context(_written(None if journal else records))
            with _watched(games, tournament.standings) as advance:

                def ended(number: int, game: Game) -> None:
                    nonlocal done
                    write(number, game)
                    done += 1
                    advance()

                tournament.play(pool, journal, ready, ended)
            if journal is not None:
                with _written(records) as write_again:
                    for number, game in tournament.journaled(journal):
                        write_again(number, game)
    except KeyboardInterrupt:
        if journal is not None:
            done = min(journal.games, games)
        _say_goodbye(done, games, path)
        raise


@contextmanager
def _journal(path: Path, settings: Mapping[str, Any], records: bool) -> Iterator[Journal]:
    where = f"--out {path.with_suffix('')}"
    try:
        journal = Journal(path, settings, records)
    except OtherSettingsError as error:
        changed = [f"{_as_option(key)} was {before}, is {now}" for key, (before, now) in error.differences.items()]
        raise Problem(
            f"{where}: {path} holds an unfinished arena with other settings ({'; '.join(dict.fromkeys(changed))}): "
            "give the same options to resume it, or remove the file to start over"
        ) from error
    except JournalError as error:
        raise Problem(f"{where}: {path}: {error}") from error
    except OSError as error:
        raise Problem(f"{where}: {path} cannot be written: {error.strerror}") from error
    with closing(journal):
        try:
            yield journal
        except JournalError as error:
            raise Problem(f"{where}: {path}: {error}") from error


@contextmanager
def _written(records: Path | None) -> Iterator[Callable[[int, Game], None]]:
    """Writes the records of numbered games, in order, if requested."""
    if records is None:
        yield lambda _number, _game: None
        return
    queue = Queue[str]()
    with WholeWriter(records, "--records", writes=_WRITES["--records"]) as writer:

        def write(number: int, game: Game) -> None:
            for line in queue.put(number, game.record):
                writer.write(line)

        yield write


@contextmanager
def _watched(games: int, standings: Standings) -> Iterator[Callable[[], None]]:
    """A progress bar and the standings so far on standard error, where a person watches."""
    progress = progress_bar()
    task = progress.add_task("playing", total=games)

    def so_far() -> Group:
        table = Table("bot", "seats", "share")
        for name, seats, share in sorted(standings.shares(), key=lambda it: -it[2]):
            table.add_row(name, str(seats), f"{share:.1%}")
        return Group(table, progress)

    if progress.disable:
        yield lambda: None
        return
    with Live(get_renderable=so_far, console=progress.console, refresh_per_second=2, transient=True):
        yield lambda: progress.advance(task)


def _say_goodbye(done: int, games: int, journal: Path | None) -> None:
    how = "with --out, the next could be resumed" if journal is None else "the same command resumes it"
    kept = "" if journal is None or not done else f"; {journal} holds them"
    plain_console(stderr=True).print(f"interrupted after {done} of {games} games{kept}: {how}", soft_wrap=True)


def _draw(results: Results, seed: int, path: Path) -> None:
    from nouvelle_france.arena.picture import picture

    try:
        charts.save(picture(results, f"{counted(results.games, 'game')}, seed {seed}"), path)
    except OSError as error:
        raise Problem(f"--plot {path}: cannot be written: {error.strerror}") from error
