"""The command `arena`: which bot is the stronger, and how sure that is.

What it needs of numpy, matplotlib and Ray is imported when it runs: the other commands must not wait for them.
"""
# ruff: noqa: PLC0415

from __future__ import annotations

import json
import os
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Group
from rich.live import Live
from rich.table import Table

import nouvelle_france
from nouvelle_france import charts
from nouvelle_france.arena.contest import Contest, Game
from nouvelle_france.arena.journal import Journal, JournalError, OtherSettingsError, settings_of
from nouvelle_france.arena.schedule import Fixture, Lineup, round_robin, schedule
from nouvelle_france.bots import BOTS
from nouvelle_france.bots.programs import LIMIT
from nouvelle_france.bots.trained import Trained
from nouvelle_france.cli.files import WholeWriter, open_edition
from nouvelle_france.cli.narration import counted
from nouvelle_france.cli.options import (
    AlliesOption,
    ArchitectureOption,
    ConstraintOption,
    EditionOption,
    GameOptions,
    ModeOption,
    OneCardOption,
    ProgramLimitOption,
    ProgramOption,
    SeedOption,
    SupportOption,
    TrackOption,
    UnableOption,
    a_seed,
    known_bots,
    programs_of,
    told_faults,
)
from nouvelle_france.cli.output import plain_console, progress_bar
from nouvelle_france.cli.preparing import prepare, trained_bots
from nouvelle_france.cli.problem import Problem
from nouvelle_france.edition import Edition
from nouvelle_france.pool import Cluster, ClusterError, Pool, Processes, Queue, WorkerDiedError, deaf
from nouvelle_france.rules import RULES_VERSION

if TYPE_CHECKING:
    from nouvelle_france.arena.intervals import Estimate
    from nouvelle_france.arena.standings import Results, Standings, Times


def arena(
    bots: Annotated[
        str | None,
        typer.Option("--bots", metavar="LIST", help=f"Who takes part, with commas: {', '.join(BOTS)}, or a --program."),
    ] = None,
    lineup: Annotated[
        list[str] | None,
        typer.Option("--lineup", metavar="LIST", help="Instead of --bots: a bot for every seat; repeatable."),
    ] = None,
    program: ProgramOption = None,
    program_limit: ProgramLimitOption = LIMIT,
    mode: ModeOption = "table",
    players: Annotated[int | None, typer.Option("--players", help="How many seats. Default: 2.")] = None,
    games: Annotated[
        int, typer.Option("--games", help="Games of each line-up, rounded up so that every seating plays every deal.")
    ] = 400,
    seed: SeedOption = None,
    jobs: Annotated[
        int | None, typer.Option("--jobs", help="How many processes play. The results stay the same. Default: 1.")
    ] = None,
    ray: Annotated[
        str | None,
        typer.Option("--ray", metavar="ADDRESS", help="Play on this Ray cluster; local starts one here."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", help="Write the results here as JSON; after an interrupt, go on from there.")
    ] = None,
    plot: Annotated[Path | None, typer.Option("--plot", help="Draw the results here, as .svg or .png.")] = None,
    records: Annotated[
        Path | None, typer.Option("--records", help="Write the games' records here, one a line.")
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
    """Find out which bot is the stronger, and how sure that is.

    Every deal is played once in every rotation of the seats. Each bot meets each other: more bots than seats play in
    every choice of that many, fewer in pairs, the first against a table of the second. The same command and seed give
    the same results on any number of processes or machines. With `--out`, Ctrl-C or a crash loses nothing: the same
    command goes on.

    **Examples**

    * `nouvelle-france arena --bots greedy,random --games 400 --seed 1 --jobs 2 --out results.json`
    * `nouvelle-france arena --lineup greedy,random,random,random --games 100 --plot results.svg`
    * `nouvelle-france arena --mode solo --bots greedy,random --constraint artisan --games 200`
    * `nouvelle-france arena --bots mine,greedy --program "mine=python3 my_bot.py"`
    """
    box = open_edition(edition)
    options = GameOptions(mode, players, one_card, allies, support, unable, constraint, track, architecture)
    options.check(box)
    programs = programs_of(program)
    lineups = _lineups(bots, lineup or [], players, box, options, programs)
    if games < 1:
        raise Problem(f"--games {games}: expected at least 1")
    if jobs is not None and jobs < 1:
        raise Problem(f"--jobs {jobs}: expected at least 1")
    _check_files(out, plot, records)
    part = None if out is None or str(out) == "-" else out.with_name(f"{out.name}.part")
    makers = trained_bots("--lineup" if lineup else "--bots", (name for names in lineups for name in names), box)
    contest = Contest(box, options, _seed(seed, part), programs, program_limit, makers)
    match = Arena(contest, lineups, games, jobs, ray, _settings(contest, options, lineups, makers))
    results = match.play(part, records)
    if out is not None:
        with WholeWriter(out) as writer:
            writer.write(json.dumps(results.as_json({**match.settings, "games": games}), indent=1, ensure_ascii=False))
    match.forget(part)
    _show(results, match, stderr="-" in (str(out), str(records)))
    if plot is not None:
        _draw(results, match, plot)


# -- what was asked for --------------------------------------------------------------------------------------------


def _lineups(
    bots: str | None,
    lineups: Sequence[str],
    players: int | None,
    box: Edition,
    options: GameOptions,
    programs: Mapping[str, str],
) -> tuple[Lineup, ...]:
    """The line-ups asked for. --bots names all seats where a name stands twice, otherwise those who take part."""
    solo = options.mode == "solo"
    if lineups:
        if bots is not None:
            raise Problem("--lineup: leave --bots out; the line-ups say who takes part")
        if solo:
            raise Problem("--lineup: not in a solo game, where everybody plays alone; use --bots")
        found = [_names("--lineup", words, programs) for words in lineups]
        for words, names in zip(lineups, found, strict=True):
            _check_seats(f"--lineup {words}", len(names), players or len(found[0]), box)
        if len({tuple(sorted(names)) for names in found}) < len(found):
            raise Problem(f"--lineup {lineups[-1]}: the same bots stand in two line-ups")
        return tuple(found)
    names = _names("--bots", "" if bots is None else bots, programs)
    twice = len(set(names)) < len(names)
    if solo:
        if twice:
            raise Problem(f"--bots {bots}: a bot stands there twice, but everybody plays alone")
        return round_robin(names, 1)
    if twice:
        _check_seats(f"--bots {bots}", len(names), players or len(names), box)
        return (names,)
    if len(names) < 2:
        raise Problem(f"--bots {bots}: expected two bots or more")
    return round_robin(names, players or 2)


def _names(option: str, words: str, programs: Mapping[str, str]) -> Lineup:
    if not words:
        raise Problem("--bots: who takes part? Name two bots or more, with commas")
    return known_bots(option, words, programs)


def _check_seats(option: str, seats: int, players: int, box: Edition) -> None:
    if not 2 <= seats <= len(box.colours):
        raise Problem(f"{option}: {seats} seats, but 2 to {len(box.colours)} play (SET-1)")
    if seats != players:
        raise Problem(f"{option}: {counted(seats, 'bot')} for {players} seats")


def _check_files(out: Path | None, plot: Path | None, records: Path | None) -> None:
    """Whatever would go wrong with a file after hours of play goes wrong now."""
    files = {"--out": out, "--plot": plot, "--records": records}
    given = {option: path for option, path in files.items() if path is not None}
    for option, path in given.items():
        if list(map(Path.absolute, given.values())).count(path.absolute()) > 1:
            raise Problem(f"{option} {path}: two options name this file")
        if option != "--plot" and str(path) == "-":
            continue
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


def _seed(seed: int | None, part: Path | None) -> int:
    """The seed given; without one, that of the arena to go on with, or a new one."""
    if seed is None and part is not None and (begun := settings_of(part)) is not None:
        seed = begun.get("seed")
    return a_seed(seed if isinstance(seed, int) else None)


def _settings(
    contest: Contest, options: GameOptions, lineups: Sequence[Lineup], makers: Mapping[str, Trained]
) -> dict[str, Any]:
    """All that decides the games."""
    game = contest.deal(0, len(lineups[0])).game
    settings: dict[str, Any] = {
        "version": nouvelle_france.__version__,
        "rules_version": RULES_VERSION,
        "edition": {"id": contest.edition.id, "digest": contest.edition.digest},
        "mode": options.mode,
        "players": len(lineups[0]),
        "rules": asdict(game.rules),
        "solo": None if game.solo is None else asdict(game.solo),
        "seed": contest.seed,
        "lineups": lineups,
        "programs": contest.programs,
        "program_limit": contest.program_limit if contest.programs else None,
        "weights": {maker.file: maker.digest for maker in makers.values()},
    }
    return settings


_OPTIONS = {
    "version": "the version of nouvelle-france",
    "rules_version": "the version of the rules",
    "edition.id": "--edition",
    "edition.digest": "--edition",
    "lineups": "--bots",
    "rules.one_card": "--one-card",
    "program_limit": "--program-limit",
}
"""What people call a setting, where it is not the option of the same name."""


def _as_option(setting: str) -> str:
    group, _, key = setting.partition(".")
    named = {"programs": f"--program {key}", "weights": f"the content of {key}"}
    return _OPTIONS.get(setting) or named.get(group) or f"--{key or group}"


# -- playing -------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Arena:
    """The games to be played, and where."""

    contest: Contest
    lineups: Sequence[Lineup]
    games: int
    jobs: int | None
    ray: str | None
    settings: Mapping[str, Any]
    journal: Journal | None = None

    def play(self, part: Path | None, records: Path | None) -> Results:
        """Play all games that are not in the journal yet."""
        from nouvelle_france.arena.standings import Standings

        fixtures = list(schedule(self.lineups, self.games))
        standings = Standings(fixtures, self.lineups)
        done = 0
        try:
            with ExitStack() as stack:
                if part is not None:
                    self.journal = stack.enter_context(_journal(part, self.settings, records is not None))
                # A journal has the records too, so that only whole files of them are ever written.
                write = stack.enter_context(_written(None if self.journal else records))
                with _watched(len(fixtures), standings) as advance, closing(self._games(fixtures)) as games:
                    for number, game in games:
                        with deaf():  # what is written is counted
                            standings.add(number, game)
                            write(number, game)
                            done += 1
                        advance()
                if self.journal is not None:
                    with _written(records) as write:
                        for number, game in self._journaled(fixtures):
                            write(number, game)
        except KeyboardInterrupt:
            if self.journal is not None:
                done = min(self.journal.games, len(fixtures))
            _say_goodbye(done, len(fixtures), part)
            raise
        return standings.results()

    def _games(self, fixtures: Sequence[Fixture]) -> Generator[tuple[int, Game], None, None]:
        """All games with their numbers: those of the journal, then those played now, as they end."""
        left = dict.fromkeys(range(len(fixtures)))
        for number, game in self._journaled(fixtures):
            del left[number]
            yield number, game
        todo = list(left)
        with closing(self._played([fixtures[number] for number in todo])) as played:
            for at, game in played:
                if self.journal is not None:
                    self.journal.add(fixtures[todo[at]], game)
                yield todo[at], game

    def _journaled(self, fixtures: Sequence[Fixture]) -> Iterator[tuple[int, Game]]:
        if self.journal is not None:
            numbers = {(it.lineup, it.deal, it.turn): number for number, it in enumerate(fixtures)}
            for key, game in self.journal.played():
                if key in numbers:  # fewer games may be asked for than before
                    yield numbers.pop(key), game

    def _played(self, fixtures: Sequence[Fixture]) -> Generator[tuple[int, Game], None, None]:
        try:
            if fixtures and self.ray in (None, "local"):  # other machines have to compile for themselves
                names = {name for lineup in self.lineups for name in lineup} - self.contest.programs.keys()
                prepare(names, self.contest.edition)
            pool: Pool = Processes(self.jobs or 1)
            if self.ray is not None and fixtures:
                pool = Cluster(self.ray, self.jobs)
            yield from pool.as_finished(self.contest.fixture, fixtures)
        except ClusterError as error:
            raise Problem(f"--ray {self.ray}: {error}") from error
        except WorkerDiedError as error:
            raise Problem(f"{'--jobs' if self.ray is None else '--ray'}: {error}") from error

    def forget(self, part: Path | None) -> None:
        """The results are written: the journal has done its work."""
        if part is not None:
            part.unlink()


@contextmanager
def _journal(part: Path, settings: Mapping[str, Any], records: bool) -> Iterator[Journal]:
    where = f"--out {part.with_suffix('')}"
    try:
        journal = Journal(part, settings, records)
    except OtherSettingsError as error:
        told = [f"{_as_option(key)} was {before}, is {now}" for key, (before, now) in error.differences.items()]
        raise Problem(
            f"{where}: {part} holds an unfinished arena with other settings ({'; '.join(dict.fromkeys(told))}): "
            "give the same options to go on with it, or remove the file to begin anew"
        ) from error
    except JournalError as error:
        raise Problem(f"{where}: {part}: {error}") from error
    except OSError as error:
        raise Problem(f"{where}: {part} cannot be written: {error.strerror}") from error
    with closing(journal):
        try:
            yield journal
        except JournalError as error:
            raise Problem(f"{where}: {part}: {error}") from error


@contextmanager
def _written(records: Path | None) -> Iterator[Callable[[int, Game], None]]:
    """Writes the records of numbered games, in order, if they are wanted."""
    if records is None:
        yield lambda _number, _game: None
        return
    queue = Queue[str]()
    with WholeWriter(records, "--records") as writer:

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


def _say_goodbye(done: int, games: int, part: Path | None) -> None:
    how = "with --out, the next could be gone on with" if part is None else "the same command goes on from there"
    kept = "" if part is None or not done else f"; {part} holds them"
    plain_console(stderr=True).print(f"interrupted after {done} of {games} games{kept}: {how}", soft_wrap=True)


# -- showing -------------------------------------------------------------------------------------------------------


def _show(results: Results, match: Arena, stderr: bool) -> None:
    from nouvelle_france.arena.picture import ranked

    solo = match.settings["mode"] == "solo"
    console = plain_console(stderr=stderr)
    console.print(f"{counted(results.games, 'game')} on {counted(results.deals, 'deal')}, seed {match.contest.seed}")
    faulty = any(bot.faults for bot in results.bots)
    table = Table(
        "bot",
        *([] if solo else ["rating"]),
        "won",
        "lead" if solo else "score",
        "ms a move: mean, 99%, max",
        *(["faults"] if faulty else []),
        title="bots" + ("" if solo else f" (an even share is {1 / match.settings['players']:.0%})"),
        title_justify="left",
    )
    for bot in ranked(results):
        row = [bot.name]
        if not solo:
            row.append("–" if bot.rating is None else _around(bot.rating, "{:+.0f}"))
        row += [_between(bot.share), _around(bot.score, "{:.1f}"), _times(bot.time)]
        if faulty:
            row.append(told_faults(bot.faults))
        table.add_row(*row)
    console.print(table)
    if len(match.lineups) > 1 and match.settings["players"] > 2:
        table = Table("line-up", "games", "won, each seat", title="line-ups", title_justify="left")
        for lineup in results.lineups:
            shares = "\n".join(f"{name} {_between(share)}" for name, share in lineup.shares.items())
            table.add_row(", ".join(lineup.bots), str(lineup.games), shares)
        console.print(table)
    if results.pairs:
        title = "pairs, on the same deals" if solo else "pairs"
        table = Table("bot", "against", "meetings", "ended ahead", "margin", title=title, title_justify="left")
        for pair in results.pairs:
            margin = _around(pair.margin, "{:+.1f}")
            table.add_row(pair.a, pair.b, str(pair.meetings), _between(pair.ahead), margin)
        console.print(table)


def _between(share: Estimate) -> str:
    assert share.low is not None
    assert share.high is not None
    return f"{share.value:.1%} ({100 * share.low:.1f}–{100 * share.high:.1f})"


def _around(figure: Estimate, form: str) -> str:
    value = form.format(figure.value)
    return value if figure.high is None else f"{value} ±{form.format(figure.high - figure.value).lstrip('+')}"


def _times(times: Times | None) -> str:
    if times is None:
        return "–"
    return ", ".join(_milliseconds(seconds) for seconds in (times.mean, times.p99, times.max))


def _milliseconds(seconds: float) -> str:
    ms = 1000 * seconds
    return f"{ms:.2f}" if ms < 1 else f"{ms:.1f}" if ms < 10 else f"{ms:,.0f}"


def _draw(results: Results, match: Arena, path: Path) -> None:
    from nouvelle_france.arena.picture import picture

    try:
        charts.save(picture(results, f"{counted(results.games, 'game')}, seed {match.contest.seed}"), path)
    except OSError as error:
        raise Problem(f"--plot {path}: cannot be written: {error.strerror}") from error
