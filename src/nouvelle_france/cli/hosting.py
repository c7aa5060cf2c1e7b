"""The commands of those who keep a server: serve, backup, restore, export, prune, fairness.

What they need of the server is imported when they run: the other commands must not wait for a web framework.
"""
# ruff: noqa: PLC0415

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import IO, Annotated

import typer

from nouvelle_france.cli.files import WholeWriter, open_edition, read_lines, read_text_lines
from nouvelle_france.cli.narration import counted
from nouvelle_france.cli.output import plain_console, progress_bar
from nouvelle_france.cli.problem import Problem
from nouvelle_france.record import RecordError, faults

DatabaseOption = Annotated[
    str,
    typer.Option(
        "--database",
        envvar="NOUVELLE_FRANCE_DATABASE",
        metavar="URL",
        help="sqlite:///FILE or postgresql://USER@HOST/NAME. Default: an SQLite file in your data folder.",
        show_default=False,
    ),
]


def serve(
    host: Annotated[
        str, typer.Option("--host", help="The address to listen on; 127.0.0.1 is for this machine alone.")
    ] = "0.0.0.0",  # noqa: S104 - people around the house are meant to reach it
    port: Annotated[
        int | None,
        typer.Option("--port", min=0, max=65535, help="Default: 8608, or the next that is free. 0: any."),
    ] = None,
    database: DatabaseOption = "",
    workers: Annotated[
        int, typer.Option("--workers", min=1, max=64, help="Server processes; more than one needs PostgreSQL.")
    ] = 1,
    edition: Annotated[
        list[Path] | None, typer.Option("--edition", help="An edition file to offer besides the usual; repeatable.")
    ] = None,
    origin: Annotated[
        list[str] | None,
        typer.Option("--origin", help="Another origin whose pages may connect, as https://example.org; repeatable."),
    ] = None,
    proxy: Annotated[
        str,
        typer.Option(
            "--proxy",
            metavar="ADDRESSES",
            help="Reverse proxies whose X-Forwarded-For is believed: addresses with commas, or *.",
        ),
    ] = "",
    open_page: Annotated[bool, typer.Option("--open", help="Open the page in the browser.")] = False,
    qr: Annotated[bool, typer.Option("--qr/--no-qr", help="Show the address as a QR code.")] = True,
    bot_workers: Annotated[
        int,
        typer.Option(
            "--bot-workers", min=1, max=64, help="Processes for bots, each server process.", rich_help_panel="Bots"
        ),
    ] = 1,
    bot_seconds: Annotated[
        float,
        typer.Option("--bot-seconds", min=0.1, help="After that a bot's move is made for it.", rich_help_panel="Bots"),
    ] = 10.0,
    keep_finished: Annotated[
        float | None,
        typer.Option(
            "--keep-finished",
            metavar="DAYS",
            min=0,
            help="Default: for ever.",
            rich_help_panel="How long tables are kept",
        ),
    ] = None,
    keep_waiting: Annotated[
        float | None,
        typer.Option(
            "--keep-waiting",
            metavar="DAYS",
            min=0,
            help="Tables whose game never began.",
            rich_help_panel="How long tables are kept",
        ),
    ] = 30,
    keep_playing: Annotated[
        float | None,
        typer.Option(
            "--keep-playing",
            metavar="DAYS",
            min=0,
            help="Since the last move. Default: for ever.",
            rich_help_panel="How long tables are kept",
        ),
    ] = None,
    max_tables: Annotated[
        int, typer.Option("--max-tables", min=1, help="Tables that are not over.", rich_help_panel="Limits")
    ] = 20_000,
    max_sockets: Annotated[
        int, typer.Option("--max-sockets", min=1, help="Sockets, each server process.", rich_help_panel="Limits")
    ] = 5_000,
    sockets_per_address: Annotated[
        int, typer.Option("--sockets-per-address", min=1, help="Sockets of one address.", rich_help_panel="Limits")
    ] = 200,
    limits: Annotated[
        bool,
        typer.Option(
            "--limits/--no-limits", help="Limits on what one address or socket may ask for.", rich_help_panel="Limits"
        ),
    ] = True,
    log: Annotated[str, typer.Option("--log", help="debug, info, warning or error.", rich_help_panel="Logs")] = "info",
    log_format: Annotated[
        str, typer.Option("--log-format", help="json, text, or auto: text in a terminal.", rich_help_panel="Logs")
    ] = "auto",
) -> None:
    """Serve tables over the network: people join from links, bots fill empty seats, and no move is lost.

    One process with an SQLite file serves a household; several with PostgreSQL serve many. Ctrl-C ends it.

    **Examples**

    * `nouvelle-france serve`
    * `nouvelle-france serve --host 127.0.0.1 --port 9000`
    * `nouvelle-france serve --database postgresql://user@localhost/tables --workers 2 --proxy 127.0.0.1`
    """
    for option, value, known in (
        ("--log", log, ("debug", "info", "warning", "error")),
        ("--log-format", log_format, ("json", "text", "auto")),
    ):
        if value not in known:
            raise Problem(f"{option} {value}: expected one of {', '.join(known)}")
    from nouvelle_france.server.addresses import addresses, qr_code
    from nouvelle_france.server.serving import listen
    from nouvelle_france.server.serving import serve as run
    from nouvelle_france.server.settings import Settings

    settings = Settings(
        database=database,
        editions=tuple(str(path) for path in edition or ()),
        origins=tuple(origin or ()),
        bot_workers=bot_workers,
        bot_seconds=bot_seconds,
        keep_finished_days=keep_finished,
        keep_waiting_days=keep_waiting,
        keep_playing_days=keep_playing,
        max_tables=max_tables,
        max_sockets=max_sockets,
        sockets_per_address=sockets_per_address,
        log=log,
        log_format=log_format,
    )
    for path in edition or ():
        open_edition(path)
    shared = _prepare(settings.url, workers)
    try:
        listening = listen(host, port)
    except OSError as error:
        raise Problem(f"--host {host} --port {port}: cannot listen there: {error.strerror or error}") from error
    if not shared:
        _alone_with(settings.url)
    console = plain_console()
    shown = addresses(host, listening.getsockname()[1])
    for address in shown:
        console.print(f"{'On this machine' if address.reach == 'here' else 'On your network'}: {address.url}")
    if qr and shown[-1].reach == "network" and console.is_terminal:
        utf8 = (sys.stdout.encoding or "").lower().startswith("utf")
        sys.stdout.write(qr_code(shown[-1].url, utf8=utf8))
    sys.stdout.flush()
    if open_page:
        _open_soon(shown[0].url)
    network = next((it.url.rstrip("/") for it in shown if it.reach == "network"), None)
    settings = replace(settings, address=network)
    run(settings if limits else settings.without_limits(), listening, workers, proxy)


def _open_soon(url: str) -> None:
    """Open the page once the server answers; whoever asks earlier waits in the line of the socket that listens."""
    import webbrowser
    from threading import Timer

    timer = Timer(1.0, webbrowser.open, [url])
    timer.daemon = True
    timer.start()


def _alone_with(url: str) -> None:
    """Two servers on one SQLite file would not hear of each other's moves: the second is refused."""
    if sys.platform == "win32":
        return
    import fcntl

    from sqlalchemy import make_url

    lock = Path(f"{make_url(url).database}.lock").open("w")  # noqa: SIM115 - held until this process ends
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        lock.close()
        raise Problem("--database: another server is using this SQLite file; end it, or use PostgreSQL") from error
    _held.append(lock)


_held: list[IO[str]] = []
"""What must stay open as long as the process lives."""


def _prepare(url: str, workers: int) -> bool:
    """Bring the storage up to date before anyone listens, so that what is wrong with it is said in a line."""
    from nouvelle_france.server.storage import Storage, StorageError

    async def prepare() -> bool:
        storage = await Storage.open(url)
        await storage.close()
        return storage.shared

    try:
        shared = asyncio.run(prepare())
    except StorageError as error:
        raise Problem(f"--database: {error}") from error
    if workers > 1 and not shared:
        raise Problem(f"--workers {workers}: several processes need PostgreSQL; name one with --database")
    return shared


def backup(
    out: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write it; - is standard output.")],
    database: DatabaseOption = "",
) -> None:
    """Write everything a server keeps to one file, also while it runs.

    The file holds the secrets of games that are not over: keep it as you keep the database. It fits SQLite and
    PostgreSQL alike, so it also moves tables from one to the other.

    **Examples**

    * `nouvelle-france backup tables.jsonl`
    * `nouvelle-france backup - | gzip > tables.jsonl.gz`
    """
    from nouvelle_france.server.storage import backup as dump

    with _storage_problems(), WholeWriter(out, "FILE") as writer, _progress("backup") as step:
        counts = dump(_url(database), writer.write_bytes, progress=step)
    plain_console(stderr=True).print(_kept(counts))


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What backup wrote; - is standard input.")],
    database: DatabaseOption = "",
    replace: Annotated[bool, typer.Option("--replace", help="Put it in the place of what is there.")] = False,
) -> None:
    """Put a backup into an empty database, or with --replace in the place of another. End the server first.

    Nothing changes unless the whole file is good.

    **Examples**

    * `nouvelle-france restore tables.jsonl --database sqlite:///new.sqlite3`
    * `gunzip -c tables.jsonl.gz | nouvelle-france restore - --database postgresql://user@localhost/tables`
    """
    from nouvelle_france.server.storage import restore as load

    with _storage_problems(), _progress("restore") as step:
        counts = load(_url(database), read_lines(file), replace=replace, progress=step)
    plain_console().print(_kept(counts))


def export(
    out: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write it; - is standard output.")],
    database: DatabaseOption = "",
    table: Annotated[str | None, typer.Option("--table", help="Only this table, by its id.")] = None,
    fairness: Annotated[
        bool, typer.Option("--fairness", help="With what proves each shuffle fair, instead of records alone.")
    ] = False,
) -> None:
    """Write the finished games of a server as records, one a line, the oldest first.

    Games that are not over are left out: their deck is a secret, from the owner of the server too.

    **Examples**

    * `nouvelle-france export games.jsonl`
    * `nouvelle-france export proofs.jsonl --fairness`
    """
    from nouvelle_france.server.exporting import proofs

    async def write(writer: WholeWriter) -> int:
        games = 0
        async for proof in proofs(_url(database), table, plain_console(stderr=True).print):
            writer.write(proof.to_json() if fairness else proof.record.to_json())
            games += 1
        return games

    with _storage_problems(), WholeWriter(out, "FILE") as writer:
        games = asyncio.run(write(writer))
    plain_console(stderr=True).print(counted(games, "game"))


def prune(
    database: DatabaseOption = "",
    finished: Annotated[
        float | None, typer.Option("--finished", metavar="DAYS", min=0, help="Games that ended before that.")
    ] = None,
    waiting: Annotated[
        float | None, typer.Option("--waiting", metavar="DAYS", min=0, help="Tables made before that and never begun.")
    ] = None,
    playing: Annotated[
        float | None, typer.Option("--playing", metavar="DAYS", min=0, help="Games without a move since then.")
    ] = None,
) -> None:
    """Remove old tables now; `serve --keep-finished DAYS` does so by itself.

    **Example**: `nouvelle-france prune --finished 365 --waiting 7`
    """
    if finished is None and waiting is None and playing is None:
        raise Problem("say what to remove: --finished, --waiting or --playing DAYS")
    from nouvelle_france.server.retention import prune_now

    with _storage_problems():
        counts = asyncio.run(prune_now(_url(database), finished, waiting, playing))
    console = plain_console()
    console.print(", ".join(f"{counted(number, 'table')} {kind}" for kind, number in counts.items()) + " removed")


def fairness(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What a server gives as the proof of a finished game.")],
    commitment: Annotated[
        str | None, typer.Option("--commitment", help="The commitment you noted before the game, to compare.")
    ] = None,
    words: Annotated[str | None, typer.Option("--words", help="The words you added, to see that they counted.")] = None,
    edition: Annotated[
        Path | None, typer.Option("--edition", help="An edition file to use instead of the usual.")
    ] = None,
) -> None:
    """Check that nobody chose the deck of a game: that it follows from a promise made before and everyone's words.

    Exits with 1 if a shuffle was not fair.

    **Examples**

    * `nouvelle-france fairness proof.json`
    * `nouvelle-france fairness proof.json --commitment 5e88… --words "my own words"`
    """
    from nouvelle_france.tables.fairness import Proof, unfairness

    box = open_edition(edition)
    console = plain_console()
    games = bad = 0
    for number, line in read_text_lines(file):
        try:
            proof = Proof.from_json(line)
        except RecordError as error:
            raise Problem(f"{file}, line {number}: {error}") from error
        wrong = unfairness(proof, box)
        if commitment is not None and proof.commitment != commitment:
            wrong.append("commitment: not the one you noted")
        if words is not None and words not in (added for _, added in proof.entropy):
            wrong.append("entropy: your words are not among those that counted")
        wrong += [str(fault) for fault in faults(proof.record, box)]
        games += 1
        bad += bool(wrong)
        for fault in wrong:
            console.print(f"{file}, line {number}: {fault}", soft_wrap=True)
    if not games:
        raise Problem(f"{file}: holds no proof")
    if bad:
        console.print(f"{counted(games, 'game')}, {bad} not fair")
        raise typer.Exit(1)
    console.print(f"{counted(games, 'game')}, dealt fairly")


def _url(database: str) -> str:
    from nouvelle_france.server.settings import default_database

    return database or default_database()


def _kept(counts: Mapping[str, int]) -> str:
    return f"{counted(counts['tables'], 'table')} with {counts['entries']} entries"


@contextmanager
def _storage_problems() -> Iterator[None]:
    from nouvelle_france.server.storage import StorageError

    try:
        yield
    except StorageError as error:
        raise Problem(str(error)) from error


@contextmanager
def _progress(what: str) -> Iterator[Callable[[int, int], None]]:
    with progress_bar() as progress:
        task = progress.add_task(what, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)
