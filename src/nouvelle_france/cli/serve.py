"""The command `serve`.

What it needs of the server is imported when it runs: the other commands must not wait for a web framework.
"""
# ruff: noqa: PLC0415

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from nouvelle_france.bots.registry import LADDER, missing
from nouvelle_france.cli.configuration import PREFIX, ConfigOption, said
from nouvelle_france.cli.database import DatabaseOption, alone_with, storage_problems
from nouvelle_france.cli.files import open_edition
from nouvelle_france.cli.interrupts import noting_interrupts
from nouvelle_france.cli.opening import open_soon
from nouvelle_france.cli.output import plain_console
from nouvelle_france.cli.problem import Problem
from nouvelle_france.cli.serve_checks import (
    check_callers,
    checked_notices,
    checked_password,
    checked_root,
    edition_files,
)
from nouvelle_france.extras import install

if TYPE_CHECKING:
    from nouvelle_france.server.addresses import Shown


def serve(
    context: typer.Context,
    config: ConfigOption = None,
    host: Annotated[
        str, typer.Option("--host", help="The address to listen on; 127.0.0.1 is for this machine only.")
    ] = "0.0.0.0",  # noqa: S104 - people around the house are meant to reach it
    port: Annotated[
        int | None,
        typer.Option("--port", min=0, max=65535, help="Default: 8608, or the next free one. 0: any free port."),
    ] = None,
    database: DatabaseOption = "",
    workers: Annotated[
        int, typer.Option("--workers", min=1, max=64, help="Server processes; more than one needs PostgreSQL.")
    ] = 1,
    edition: Annotated[
        list[Path] | None,
        typer.Option(
            "--edition",
            help="An edition file, or a folder of them, to offer in addition to the built-in one; repeatable.",
        ),
    ] = None,
    origin: Annotated[
        list[str] | None,
        typer.Option(
            "--origin", help="Another origin whose pages may connect, such as https://example.org; repeatable."
        ),
    ] = None,
    accept_host: Annotated[
        list[str] | None,
        typer.Option(
            "--accept-host",
            metavar="NAME",
            help="A host name by which the server may be reached, such as example.org or *.example.org; repeatable. "
            "Default: any.",
        ),
    ] = None,
    proxy: Annotated[
        str,
        typer.Option(
            "--proxy",
            metavar="ADDRESSES",
            help="Trusted reverse proxies (X-Forwarded-For): comma-separated addresses or networks, or *.",
        ),
    ] = "",
    password_file: Annotated[
        Path | None,
        typer.Option(
            "--password-file",
            metavar="FILE",
            help="A file whose first line is a password for the whole server; only its page and its health "
            "check work without it. Default: none.",
        ),
    ] = None,
    root_path: Annotated[
        str,
        typer.Option(
            "--root-path",
            metavar="PATH",
            help="The server's path below its host, such as /games, whether or not the proxy strips it.",
        ),
    ] = "",
    frame_ancestor: Annotated[
        list[str] | None,
        typer.Option(
            "--frame-ancestor",
            metavar="ORIGIN",
            help="A site whose pages may show the game in a frame, such as https://example.org or "
            "https://*.example.org; repeatable. Default: none.",
        ),
    ] = None,
    open_page: Annotated[
        bool, typer.Option("--open", envvar=f"{PREFIX}_OPEN", help="Open the page in the browser.")
    ] = False,
    qr: Annotated[bool, typer.Option("--qr/--no-qr", help="Show the address as a QR code.")] = True,
    bot_workers: Annotated[
        int,
        typer.Option("--bot-workers", min=1, max=64, help="Bot processes per server process.", rich_help_panel="Bots"),
    ] = 1,
    bot_seconds: Annotated[
        float,
        typer.Option(
            "--bot-seconds",
            min=0.1,
            help="Seconds a bot may think before a safe move is made for it.",
            rich_help_panel="Bots",
        ),
    ] = 10.0,
    analysis_effort: Annotated[
        float,
        typer.Option(
            "--analysis-effort",
            min=0.01,
            max=10.0,
            help="Analysis effort relative to the default (1.0); lower is faster and less accurate.",
            rich_help_panel="Bots",
        ),
    ] = 1.0,
    stand_in_after: Annotated[
        float,
        typer.Option(
            "--stand-in-after",
            metavar="SECONDS",
            min=0,
            help="Seconds a player must be disconnected before others may let a bot play for them.",
            rich_help_panel="Bots",
        ),
    ] = 30.0,
    notice_delay: Annotated[
        float,
        typer.Option(
            "--notice-delay",
            metavar="SECONDS",
            min=0,
            help="Seconds a game waits for a player before notifying them that it is their turn.",
            rich_help_panel="Your turn",
        ),
    ] = 60.0,
    webhook_host: Annotated[
        list[str] | None,
        typer.Option(
            "--webhook-host",
            metavar="NAME",
            help="A host to which tables may send webhooks, such as hooks.example.org, *.example.org or "
            "example.org:8443; repeatable. Default: none.",
            rich_help_panel="Your turn",
        ),
    ] = None,
    inside_host: Annotated[
        list[str] | None,
        typer.Option(
            "--inside-host",
            metavar="NAME",
            help="A host that notices may be sent to although its address is inside your network or on this machine, "
            "such as your own push service: push.internal:8443. Any visitor can then make the server call "
            "it, by HTTPS. Repeatable. Default: none.",
            rich_help_panel="Your turn",
        ),
    ] = None,
    public_url: Annotated[
        str,
        typer.Option(
            "--public-url",
            metavar="URL",
            help="Where people reach this server, for links in notices and as the contact given to push services: "
            "https://games.example.org. Default: the address at which notices were requested.",
            rich_help_panel="Your turn",
        ),
    ] = "",
    keep_finished: Annotated[
        float | None,
        typer.Option(
            "--keep-finished",
            metavar="DAYS",
            min=0,
            help="Finished games idle this long. Default: for ever.",
            rich_help_panel="How long tables are kept",
        ),
    ] = None,
    keep_waiting: Annotated[
        float | None,
        typer.Option(
            "--keep-waiting",
            metavar="DAYS",
            min=0,
            help="Tables whose game never started, idle this long.",
            rich_help_panel="How long tables are kept",
        ),
    ] = 30,
    keep_playing: Annotated[
        float | None,
        typer.Option(
            "--keep-playing",
            metavar="DAYS",
            min=0,
            help="Unfinished games idle this long. Default: for ever.",
            rich_help_panel="How long tables are kept",
        ),
    ] = None,
    max_tables: Annotated[
        int, typer.Option("--max-tables", min=1, help="Maximum unfinished tables.", rich_help_panel="Limits")
    ] = 20_000,
    max_sockets: Annotated[
        int, typer.Option("--max-sockets", min=1, help="Maximum sockets per server process.", rich_help_panel="Limits")
    ] = 5_000,
    sockets_per_address: Annotated[
        int,
        typer.Option(
            "--sockets-per-address", min=1, help="Maximum sockets per client address.", rich_help_panel="Limits"
        ),
    ] = 200,
    limits: Annotated[
        bool,
        typer.Option(
            "--limits/--no-limits",
            help="Rate limits per address, socket and seat.",
            rich_help_panel="Limits",
        ),
    ] = True,
    log: Annotated[str, typer.Option("--log", help="debug, info, warning or error.", rich_help_panel="Logs")] = "info",
    log_format: Annotated[
        str, typer.Option("--log-format", help="json, text, or auto: text in a terminal.", rich_help_panel="Logs")
    ] = "auto",
) -> None:
    """Serve tables over the network: people join from links, bots fill empty seats, and no move is lost.

    One process with an SQLite file is enough for a household; use several with PostgreSQL for more. Ctrl-C stops it.

    Every option can also come from the environment: `--bot-workers` is `NOUVELLE_FRANCE_BOT_WORKERS` (several values
    with spaces between them, edition files with `:`; `--no-qr` is `NOUVELLE_FRANCE_QR=false`). Or from a TOML file
    named by `--config`, with the options as keys: `bot-workers = 2`. The command line overrides the environment, and
    the environment overrides the file.

    **Examples**

    * `nouvelle-france serve`
    * `nouvelle-france serve --host 127.0.0.1 --port 9000`
    * `nouvelle-france serve --database postgresql://user@localhost/tables --workers 2 --proxy 127.0.0.1`
    * `nouvelle-france serve --config server.toml`
    """
    for option, value, known in (
        ("--log", log, ("debug", "info", "warning", "error")),
        ("--log-format", log_format, ("json", "text", "auto")),
    ):
        if value not in known:
            raise Problem(f"{said(context, option)} {value}: expected one of {', '.join(known)}")
    with noting_interrupts() as interrupts:
        check_callers(context, origin or [], proxy, accept_host or [], frame_ancestor or [])
        root = checked_root(context, root_path)
        url = checked_notices(context, webhook_host or [], inside_host or [], public_url)
        files = edition_files(context, edition or [])
        from nouvelle_france.server.addresses import addresses
        from nouvelle_france.server.serving import listen
        from nouvelle_france.server.serving import serve as run
        from nouvelle_france.server.settings import Settings

        settings = Settings(
            database=database,
            editions=tuple(str(path) for path in files),
            origins=tuple(origin or ()),
            proxies=proxy,
            hosts=tuple(accept_host or ()),
            root_path=root,
            password=checked_password(context, password_file),
            frames=tuple(frame_ancestor or ()),
            bot_workers=bot_workers,
            bot_seconds=bot_seconds,
            analysis_effort=analysis_effort,
            stand_in_seconds=stand_in_after,
            notice_delay=notice_delay,
            webhook_hosts=tuple(webhook_host or ()),
            inside_hosts=tuple(inside_host or ()),
            public_url=url,
            keep_finished_days=keep_finished,
            keep_waiting_days=keep_waiting,
            keep_playing_days=keep_playing,
            max_tables=max_tables,
            max_sockets=max_sockets,
            sockets_per_address=sockets_per_address,
            log=log,
            log_format=log_format,
        )
        for path in files:
            open_edition(path)
        with storage_problems(said(context, "--database")), alone_with(settings.url):
            _prepare(settings.url, workers, said(context, "--workers"))
            try:
                listening = listen(host, port)
            except OSError as error:
                where = f"{said(context, '--host')} {host}"
                where += "" if port is None else f" {said(context, '--port')} {port}"
                raise Problem(f"{where}: cannot listen there: {error.strerror or error}") from error
            interrupts.hear()
            shown = addresses(host, listening.getsockname()[1], root)
            _show(shown, qr)
            _say_what_is_missing()
            if open_page:
                open_soon(shown[0].url)
            network = next((it.url.rstrip("/") for it in shown if it.reach == "network"), None)
            settings = replace(settings, address=network)
            run(settings if limits else settings.without_limits(), listening, workers, lambda: interrupts.noted)


def _show(shown: Sequence[Shown], qr: bool) -> None:
    """Print where the server can be reached, with a QR code for phones."""
    from nouvelle_france.server.addresses import qr_code

    console = plain_console()
    for address in shown:
        console.print(f"{'On this machine' if address.reach == 'here' else 'On your network'}: {address.url}")
    if qr and shown[-1].reach == "network" and console.is_terminal:
        utf8 = (sys.stdout.encoding or "").lower().startswith("utf")
        sys.stdout.write(qr_code(shown[-1].url, utf8=utf8))
    sys.stdout.flush()


def _say_what_is_missing() -> None:
    """Say how to install what the strongest bots and web push need, if it is missing."""
    absent = [name for name in LADDER if missing(name) is not None]
    if absent:
        plain_console().print(f"For stronger bots ({', '.join(absent)}): {install('bots')}", soft_wrap=True)
    from nouvelle_france.server.notices.pushing import is_installed

    if not is_installed():
        plain_console().print(f"For web push (browser notifications): {install('push')}", soft_wrap=True)


def _prepare(url: str, workers: int, where: str) -> None:
    """Migrate the storage before listening, so that its errors are reported in one line."""
    from nouvelle_france.server.storage import Storage

    async def prepare() -> bool:
        storage = await Storage.open(url)
        await storage.close()
        return storage.shared

    shared = asyncio.run(prepare())
    if workers > 1 and not shared:
        raise Problem(f"{where} {workers}: several processes need PostgreSQL; name one with --database")
