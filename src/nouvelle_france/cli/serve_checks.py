"""Checking the options of serve, before anything starts.

What the checks need of the server is imported when they run, as in the command.
"""
# ruff: noqa: PLC0415

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import typer

from nouvelle_france.cli.configuration import said
from nouvelle_france.cli.problem import Problem


def check_callers(
    context: typer.Context, origins: Sequence[str], proxies: str, hosts: Sequence[str], frames: Sequence[str]
) -> None:
    """Refuse patterns that could never match."""
    from nouvelle_france.server.security import is_ancestor, is_host, is_origin, is_proxy

    for host in hosts:
        if not is_host(host):
            where = said(context, "--accept-host")
            raise Problem(f"{where} {host}: expected a name without scheme and port: example.org")
    for option, values, fits in (("--origin", origins, is_origin), ("--frame-ancestor", frames, is_ancestor)):
        for value in values:
            if not fits(value):
                where = said(context, option)
                raise Problem(f"{where} {value}: expected a scheme and a host, as in a browser: https://example.org")
    for proxy in proxies.split(",") if proxies not in ("", "*") else ():
        if not is_proxy(proxy.strip()):
            where = said(context, "--proxy")
            raise Problem(f"{where} {proxy.strip()}: expected an address, a network such as 10.0.0.0/8, or * alone")


def checked_notices(context: typer.Context, hooks: Sequence[str], inside: Sequence[str], url: str) -> str:
    """The public URL, without a slash at its end; one without a host is refused."""
    from nouvelle_france.server.notices.calling import is_rule
    from nouvelle_france.server.security import is_origin
    from nouvelle_france.server.subpath import is_root_path

    for option, rules in (("--webhook-host", hooks), ("--inside-host", inside)):
        for rule in rules:
            if not is_rule(rule):
                where = said(context, option)
                raise Problem(f"{where} {rule}: expected a name, perhaps with a port: example.org, example.org:8443")
    scheme, _, rest = url.rstrip("/").partition("://")
    host, slash, path = rest.partition("/")
    good = scheme in ("http", "https") and is_origin(f"{scheme}://{host}") and is_root_path(slash + path)
    if url and not good:
        where = said(context, "--public-url")
        raise Problem(f"{where} {url}: expected an address as in a browser: https://example.org/games")
    return url.rstrip("/")


def checked_root(context: typer.Context, path: str) -> str:
    """The path below the host, without a slash at its end; "" is the host itself."""
    from nouvelle_france.server.subpath import is_root_path

    root = path.rstrip("/")
    if not is_root_path(root):
        where = said(context, "--root-path")
        raise Problem(f"{where} {path}: expected a path of plain letters, digits and dashes such as /games")
    return root


def checked_password(context: typer.Context, file: Path | None) -> str:
    """The hash of the password in a file; "" if there is none."""
    from nouvelle_france.server.gate import hashed_password

    if file is None:
        return ""
    where = said(context, "--password-file")
    try:
        (password, *_) = [*file.read_text(encoding="utf-8").splitlines(), ""]
    except (OSError, UnicodeDecodeError) as error:
        raise Problem(f"{where} {file}: cannot be read: {error}") from error
    if not password:
        raise Problem(f"{where} {file}: its first line is empty")
    return hashed_password(password)


def edition_files(context: typer.Context, named: Sequence[Path]) -> list[Path]:
    """The files given, and those of the folders given, sorted by name."""
    files: list[Path] = []
    for path in named:
        inside = sorted(path.glob("*.toml")) if path.is_dir() else [path]
        if not inside:
            raise Problem(f"{said(context, '--edition')} {path}: there is no edition file (NAME.toml) in this folder")
        files += inside
    return files
