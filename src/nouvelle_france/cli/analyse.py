"""The command `analyse`: what the choices of finished games were worth, and what in them was luck."""

from __future__ import annotations

import json
import os
import sys
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Annotated, BinaryIO, NamedTuple, Self

import typer

from nouvelle_france import charts
from nouvelle_france.cli.analyse_results import Analysis, show
from nouvelle_france.cli.files import open_edition, read_lines, read_text_lines, told
from nouvelle_france.cli.narration import counted
from nouvelle_france.cli.options import EditionOption, JobsOption
from nouvelle_france.cli.output import plain_console, progress_bar
from nouvelle_france.cli.overwriting import spare
from nouvelle_france.cli.preparing import need_core, prepare
from nouvelle_france.cli.problem import Problem
from nouvelle_france.cli.workers import RayOption, worker_problems, workers
from nouvelle_france.edition import Edition
from nouvelle_france.pool import Pool, deaf, in_order
from nouvelle_france.record import FaultyRecordError, Match, Record, RecordError
from nouvelle_france.review import DEPTHS, Depth, Step, UnfinishedGameError, digest_of, match_of, steps_of
from nouvelle_france.rules import SetupError
from nouvelle_france.rules.events import SnowFell

if TYPE_CHECKING:
    from nouvelle_france.review.judging import Judged

TOGETHER = 4
"""How many moments travel to a worker at a time."""


def analyse(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Files of game records; - for standard input.")],
    bot: Annotated[
        str, typer.Option("--bot", help=f"Depth of the analysis: that of {' or '.join(DEPTHS)}, which takes longer.")
    ] = "maitre",
    out: Annotated[
        Path | None,
        typer.Option(
            "--json", metavar="OUT", help="Add an analysis per game here, one per line; - for standard output."
        ),
    ] = None,
    game: Annotated[int | None, typer.Option("--game", help="Only this game of the file, counted from 1.")] = None,
    picture: Annotated[
        Path | None, typer.Option("--picture", metavar="FILE", help="Draw the course of one game: *.svg or *.png.")
    ] = None,
    jobs: JobsOption = None,
    ray: RayOption = None,
    skip_bad: Annotated[
        bool, typer.Option("--skip-bad", help="Skip and count invalid, rule-breaking and unfinished games.")
    ] = False,
    edition: EditionOption = None,
) -> None:
    """Work out what every choice of finished games was worth, and separate luck from skill.

    Each choice is judged from its player's point of view: the cards that player could not know are dealt again, and the
    game is played on. What the choice gave up is in points of margin, with its standard error. A player's margin is the
    worth of the start, plus luck, plus skill: what the others gave up less what the player gave up. docs/analysis.md
    explains it.

    The same game gives the same analysis. Games that OUT already holds are skipped: after Ctrl-C the same command
    resumes.

    **Examples**

    * `nouvelle-france analyse game.jsonl`
    * `nouvelle-france analyse games.jsonl --json analysis.jsonl --jobs 2`
    * `nouvelle-france analyse games.jsonl --game 3 --picture game.svg`
    """
    if bot not in DEPTHS:
        raise Problem(f"--bot {bot}: expected {' or '.join(DEPTHS)}")
    if [str(path) for path in files].count("-") > 1:
        raise Problem("-: standard input can be read once only")
    if game is not None and (game < 1 or len(files) > 1):
        raise Problem(f"--game {game}: " + ("games count from 1" if game < 1 else "expected one FILE with it"))
    if picture is not None:
        _check_picture(picture, [*files, edition])
    need_core("analyse")
    pool = workers(ray, jobs)
    box = open_edition(edition)
    depth = DEPTHS[bot]
    console = plain_console(stderr=str(out) == "-")
    with Kept(out, bot, [*files, edition]) as kept:
        found = _Found(kept.games)
        lines = _lines(files, game)
        prepare([bot], box)
        with worker_problems(ray):
            for match, analysis in _analysed(lines, box, depth, pool, found, skip_bad, _total(files, game)):
                kept.write(analysis)
                found.done.append(analysis)
                found.last = match
        if not found.done and not found.skipped:
            raise Problem(f"no finished game in {', '.join(str(path) for path in files)}{found.left_out}")
        if picture is not None:
            _draw(picture, found)
    show(found.done, found.left_out, console)


class Line(NamedTuple):
    """A line of a file."""

    path: Path
    number: int
    text: str


@dataclass
class _Found:
    kept: set[str]
    """The number of games whose analysis already existed."""
    done: list[Analysis] = field(default_factory=list)
    last: Match | None = None
    skipped: int = 0
    bad: int = 0
    unfinished: int = 0

    @property
    def left_out(self) -> str:
        notes = (
            (self.skipped, "analysed before"), (self.unfinished, "unfinished skipped"), (self.bad, "bad skipped")
        )  # fmt: skip
        return "".join(f", {count} {note}" for count, note in notes if count)


# -- reading and judging -------------------------------------------------------------------------------------------


def _lines(files: Sequence[Path], game: int | None) -> Iterator[Line]:
    for path in files:
        count = 0
        for count, (number, text) in enumerate(read_text_lines(path), start=1):
            if game in (None, count):
                yield Line(path, number, text)
        if not count:
            raise Problem(f"{path}: holds no games")
        if game is not None and game > count:
            raise Problem(f"--game {game}: {path} holds {counted(count, 'game')}")


def _total(files: Sequence[Path], game: int | None) -> int | None:
    """How many games there are, if that can be known in advance."""
    if game is not None:
        return 1
    if not all(path.is_file() for path in files):
        return None
    return sum(bool(text.strip()) for path in files for text in read_lines(path))


def _matches(lines: Iterator[Line], box: Edition, found: _Found, skip_bad: bool) -> Iterator[Match]:
    """The games to analyse, each checked by the rules; Problems name the file, the move and the rule."""
    for line in lines:
        where = f"{line.path}, line {line.number}"
        try:
            record = Record.from_json(line.text)
            if digest_of(record) in found.kept:
                found.skipped += 1
                continue
            match = match_of(record, box)
        except UnfinishedGameError as error:
            if not skip_bad:
                raise Problem(f"{where}: {error} (END-1)") from error
            found.unfinished += 1
            continue
        except (FaultyRecordError, SetupError, RecordError) as error:
            if not skip_bad:
                raise Problem(f"{where}: {told(error)}") from error
            found.bad += 1
            continue
        found.kept.add(digest_of(record))
        yield match


def _analysed(
    lines: Iterator[Line], box: Edition, depth: Depth, pool: Pool, found: _Found, skip_bad: bool, total: int | None
) -> Iterator[tuple[Match, Analysis]]:
    """The analysed games in the order they were read; all workers share the moments of each."""
    from nouvelle_france.review.telling import tell  # noqa: PLC0415 - numpy, which the command line does without

    waiting: deque[tuple[Match, int]] = deque()
    console = plain_console(stderr=True)

    def steps() -> Iterator[Step]:
        for match in _matches(lines, box, found, skip_bad):
            all_steps = steps_of(match)
            waiting.append((match, len(all_steps)))
            yield from all_steps

    with progress_bar() as progress, closing(in_order(pool, Judge(depth), steps(), TOGETHER)) as judged:
        task = progress.add_task("analysing", total=total)
        done: list[Judged] = []
        games = 0
        for it in judged:
            done.append(it)
            match, count = waiting[0]
            progress.update(task, completed=games + found.skipped + found.bad + found.unfinished + len(done) / count)
            if len(done) == count:
                waiting.popleft()
                yield match, tell(match, done, depth)
                done = []
                games += 1
                if not console.is_terminal:
                    console.print(f"analysed {games}{f' of {total}' if total else ''}", soft_wrap=True)


@dataclass(frozen=True, slots=True)
class Judge:
    """Judges steps, in this process or another."""

    depth: Depth

    def __call__(self, step: Step) -> Judged:
        """What the step's judge found."""
        from nouvelle_france.review.judging import judge  # noqa: PLC0415 - numba, in whichever process judges

        return judge(step, self.depth)


# -- keeping -------------------------------------------------------------------------------------------------------


class Kept:
    """The file of analyses, one per line; existing ones stay, and a line left incomplete by a crash is removed."""

    def __init__(self, path: Path | None, bot: str, reads: Sequence[Path | None] = ()) -> None:
        self._path = path
        self._reads = reads
        self._bot = bot
        self.games: set[str] = set()
        self._file: BinaryIO | None = None

    def __enter__(self) -> Self:
        if self._path is None:
            return self
        if str(self._path) == "-":
            self._file = sys.stdout.buffer
            return self
        spare("--json", self._path, "analysis", self._reads)
        try:
            self._file = self._path.open("a+b", buffering=0)
            self._read(self._file)
        except OSError as error:
            self._close()
            raise self._problem(f"cannot be written: {error.strerror}") from error
        except Problem:
            self._close()
            raise
        return self

    def _read(self, file: BinaryIO) -> None:
        file.seek(0)
        whole = 0
        for number, line in enumerate(file, start=1):
            if not line.endswith(b"\n"):
                break
            whole += len(line)
            try:
                analysis = json.loads(line)
                game, bot = analysis["game"], analysis["bot"]
            except (ValueError, KeyError, TypeError) as error:
                raise self._problem(f"line {number} is no analysis; name another file") from error
            if bot == self._bot:
                self.games.add(game)
        if file.seekable():
            file.truncate(whole)

    def _problem(self, what: str) -> Problem:
        return Problem(f"--json {self._path}: {what}")

    def write(self, analysis: Analysis) -> None:
        """Add an analysis; Ctrl-C waits until its line is whole."""
        if self._file is None:
            return
        line = memoryview(written(analysis).encode() + b"\n")
        with deaf():
            try:
                while line:  # a nearly full disk first writes a part, and only then raises an error
                    line = line[self._file.write(line) :]
                self._file.flush()
            except OSError as error:
                if isinstance(error, BrokenPipeError):
                    raise
                raise self._problem(f"cannot be written: {error.strerror}") from error

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        self._close()

    def _close(self) -> None:
        if self._file is not None and self._file is not sys.stdout.buffer:
            self._file.close()


def written(analysis: Analysis) -> str:
    """An analysis as a line, always with the same bytes for the same game."""
    return json.dumps(analysis, ensure_ascii=False, separators=(",", ":"))


# -- telling -------------------------------------------------------------------------------------------------------


def _check_picture(path: Path, reads: Sequence[Path | None]) -> None:
    """Report whatever would prevent the picture before the work begins."""
    spare("--picture", path, None, reads)
    try:
        charts.check(path)
    except charts.ChartError as error:
        raise Problem(f"--picture: {error}") from error
    if not os.access(path.resolve().parent, os.W_OK):
        raise Problem(f"--picture {path}: cannot be written")


def _draw(path: Path, found: _Found) -> None:
    from nouvelle_france.review.picture import picture  # noqa: PLC0415 - matplotlib, where it is wanted

    if len(found.done) != 1 or found.last is None:
        raise Problem(f"--picture {path}: draws one game, not {len(found.done)}; choose one with --game")
    snowfalls = [
        number
        for number, played in enumerate(found.last.history, start=1)
        if any(isinstance(event, SnowFell) for event in played.events)
    ]
    title = " and ".join(f"{it['name']} {it['score']}" for it in found.done[0]["players"])
    try:
        charts.save(picture(found.done[0], snowfalls, title), path)
    except OSError as error:
        raise Problem(f"--picture {path}: cannot be written: {error.strerror}") from error
