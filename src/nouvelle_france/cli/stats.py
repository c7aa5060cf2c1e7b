"""The command `stats`: what many recorded games say about the game."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, NamedTuple

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console, JustifyMethod
from rich.table import Table

from nouvelle_france import charts
from nouvelle_france.cli.files import WholeWriter, open_edition, read_lines, told
from nouvelle_france.cli.narration import counted
from nouvelle_france.cli.options import EditionOption, JobsOption
from nouvelle_france.cli.output import plain_console, progress_bar
from nouvelle_france.cli.problem import Problem
from nouvelle_france.cli.workers import RayOption, worker_problems, workers
from nouvelle_france.edition import Edition
from nouvelle_france.pool import Pool, in_order
from nouvelle_france.record import FaultyRecordError, Record, RecordError
from nouvelle_france.rules import SetupError
from nouvelle_france.stats import TOPICS, Facts, Report, Sheet, Topic, grouped, observe

_SUFFIX = ".jsonl"
"""The files of a folder that are read."""


class Line(NamedTuple):
    """A line of a file, to be read as a record."""

    path: Path
    number: int
    text: bytes


def stats(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE…", help=f"Files of game records, folders of *{_SUFFIX}, or - for standard input."),
    ],
    only: Annotated[
        str | None,
        typer.Option(
            "--only", metavar="TOPIC,…", help=f"Comma-separated, from: {', '.join(topic.name for topic in TOPICS)}."
        ),
    ] = None,
    plots: Annotated[
        Path | None, typer.Option("--plots", metavar="FOLDER", help="Write a chart of each topic into this folder.")
    ] = None,
    format: Annotated[
        str, typer.Option("--format", help=f"Format of the charts: {' or '.join(charts.FORMATS)}.")
    ] = charts.FORMATS[0],
    out: Annotated[
        Path | None, typer.Option("--json", metavar="FILE", help="Write all figures here; - for standard output.")
    ] = None,
    jobs: JobsOption = None,
    ray: RayOption = None,
    skip_bad: Annotated[
        bool, typer.Option("--skip-bad", help="Skip and count invalid and rule-breaking records.")
    ] = False,
    edition: EditionOption = None,
) -> None:
    """Summarize many games: scores, first player's advantage, buildings, allies, where points come from.

    Every record is replayed by the rules; unfinished games are skipped and counted. Games are grouped by mode, number
    of players and variants. Intervals are 95%; games with the same cards count as one deal. docs/stats.md explains each
    figure.

    **Examples**

    * `nouvelle-france stats games.jsonl`
    * `nouvelle-france stats games.jsonl --only advantage,sources --plots charts --json stats.json`
    """
    topics = _topics(only)
    if format not in charts.FORMATS:
        raise Problem(f"--format {format}: expected {' or '.join(charts.FORMATS)}")
    if plots is not None:
        _ready(plots)
    pool = workers(ray, jobs)
    paths = _paths(files)
    box = open_edition(edition)
    file = nullcontext() if out is None else WholeWriter(out, "--json", writes="stats", reads=[*paths, edition])
    with file as writer:  # errors in writing are reported now
        with worker_problems(ray):
            found = _gather(paths, Reader(box), pool, skip_bad)
        report = Report(grouped(found.games), found.unfinished, found.bad, topics)
        if not report.groups:
            raise Problem(f"no finished game in {', '.join(str(path) for path in files)}{_left_out(report)}")
        if writer is not None:
            writer.write(report.to_json())
    if plots is not None:
        _draw(report, plots, format)
    _print(report, plain_console(stderr=str(out) == "-"))  # last: whoever reads it may leave, as `head` does


def _print(report: Report, console: Console) -> None:
    if not console.is_terminal:
        console.width = max(console.width, WIDEST)
    console.print(f"{counted(report.games, 'game')}{_left_out(report)}")
    for group in report.groups:
        topics = list(report.sheets(group))
        if topics:
            console.print(f"\n{group.title}: {counted(len(group.games), 'game')}, played by {', '.join(group.bots)}")
        for _, sheets in topics:
            for sheet in sheets:
                _show(console, sheet)


def _topics(only: str | None) -> tuple[Topic, ...]:
    if only is None:
        return TOPICS
    names = [name.strip() for name in only.split(",")]
    known = [topic.name for topic in TOPICS]
    for name in names:
        if name not in known:
            raise Problem(f"--only {only}: there is no topic {name!r}; expected some of {', '.join(known)}")
    return tuple(topic for topic in TOPICS if topic.name in names)


def _ready(folder: Path) -> None:
    """Report whatever would prevent the charts before minutes of replaying."""
    try:
        charts.check()
        folder.mkdir(parents=True, exist_ok=True)
    except charts.ChartError as error:
        raise Problem(f"--plots: {error}") from error
    except (OSError, ValueError) as error:
        raise _unwritable(folder, error) from error


def _unwritable(path: Path, error: Exception) -> Problem:
    return Problem(f"--plots {path}: cannot be written: {getattr(error, 'strerror', None) or error}")


def _draw(report: Report, folder: Path, format: str) -> None:
    for name, figure in report.figures():
        file = folder / f"{name}.{format}"
        try:
            charts.save(figure, file)
        except OSError as error:
            raise _unwritable(file, error) from error


def _left_out(report: Report) -> str:
    notes = [f"{report.unfinished} unfinished left out"] if report.unfinished else []
    notes += [f"{report.bad} bad skipped"] if report.bad else []
    return "".join(f", {note}" for note in notes)


WIDEST = 160
"""The maximum width of tables outside a terminal."""

SHORT = 30
"""Names shorter than this stay on one line."""


def _show(console: Console, sheet: Sheet) -> None:
    table = Table(title=sheet.title, title_justify="left", title_style="bold", box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for column in sheet.columns:
        # A narrow terminal wraps long cells: a figure must not be cut off.
        justify: JustifyMethod = "left" if column.form == "text" else "right"
        short = all(len(column.text(row)) < SHORT for row in sheet.rows)
        table.add_column(column.head, justify=justify, overflow="fold", no_wrap=column.form == "text" and short)
    for row in sheet.rows:
        table.add_row(*(column.text(row) for column in sheet.columns))
    console.print(table)


# -- reading -----------------------------------------------------------------------------------------------------


def _paths(files: list[Path]) -> list[Path]:
    """The files themselves, and those of the folders among them."""
    if [str(path) for path in files].count("-") > 1:
        raise Problem("-: standard input can be read once only")
    paths: list[Path] = []
    for path in files:
        if path.is_dir():
            inside = sorted(it for it in path.iterdir() if it.suffix == _SUFFIX and it.is_file())
            if not inside:
                raise Problem(f"{path}: holds no file *{_SUFFIX}")
            paths += inside
        else:
            paths.append(path)
    return paths


def _lines(paths: list[Path]) -> Iterator[Line]:
    for path in paths:
        empty = True
        for number, text in enumerate(read_lines(path), start=1):
            if text.strip():
                empty = False
                yield Line(path, number, text)
        if empty:
            raise Problem(f"{path}: holds no games")


def _total(paths: list[Path]) -> int | None:
    """How many games there are, for the progress bar; unknown for a pipe, which can be read only once."""
    if not all(path.is_file() for path in paths):
        return None
    return sum(bool(text.strip()) for path in paths for text in read_lines(path))


@dataclass(slots=True)
class _Found:
    games: list[Facts] = field(default_factory=list)
    unfinished: int = 0
    bad: int = 0


def _gather(paths: list[Path], reader: Reader, pool: Pool, skip_bad: bool) -> _Found:
    found = _Found()
    with progress_bar() as progress, closing(in_order(pool, reader.read, _lines(paths), TOGETHER)) as read:
        task = progress.add_task("replaying", total=_total(paths))
        for facts in read:
            if isinstance(facts, str):
                if not skip_bad:
                    raise Problem(facts)
                found.bad += 1
            elif facts is None:
                found.unfinished += 1
            else:
                found.games.append(facts)
            progress.advance(task)
    return found


TOGETHER = 8
"""How many lines travel to a worker at a time."""


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads lines as records of games with an edition, in this process or another."""

    edition: Edition

    def read(self, line: Line) -> Facts | str | None:
        """The facts of a line's game, None for an unfinished one, or its error."""
        try:
            return observe(Record.from_json(line.text.decode("utf-8")), self.edition)
        except UnicodeDecodeError:
            wrong = "not UTF-8 text"
        except (FaultyRecordError, SetupError, RecordError) as error:
            wrong = told(error)
        return f"{line.path}, line {line.number}: {wrong}"
