"""The options of a command from a file, for commands that are not started from a person's shell.

The command line overrides the environment, the environment the file, and the file the defaults.
"""

from __future__ import annotations

import tomllib
from difflib import get_close_matches
from inspect import unwrap
from pathlib import Path
from typing import Annotated, Any, get_args, get_type_hints

import typer
from typer.core import TyperCommand, TyperOption

from nouvelle_france.cli.problem import Problem
from nouvelle_france.edition.lines import lines_of_keys

PREFIX = "NOUVELLE_FRANCE"
"""Environment variables are this, ``_`` and the option in capitals: ``--bot-workers`` is
``NOUVELLE_FRANCE_BOT_WORKERS``."""

_PLACES = "nouvelle_france.places"
"""Where a command's context keeps the file, line and key of each value read from a file."""


def _read(context: typer.Context, file: Path | None) -> Path | None:
    """Let a file set options that are not set elsewhere; all of it is checked, including what is not used."""
    if file is None:
        return None
    try:
        text = file.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise Problem(f"--config {file}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise Problem(f"--config {file}: is not UTF-8 text") from error
    try:
        told = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise Problem(f"--config {file}: not a TOML file: {error}") from error
    lines = lines_of_keys(text)
    options = {it.opts[0].removeprefix("--"): it for it in context.command.params if it.opts[0] != "--config"}
    kinds = get_type_hints(unwrap(context.command.callback)) if context.command.callback else {}
    values: dict[str, Any] = {}
    places: dict[str, str] = context.meta.setdefault(_PLACES, {})
    for key, value in told.items():
        line = f"line {lines[key,]}: " if (key,) in lines else ""
        place = f"{file}: {line}{key}"
        option: Any = options.get(key)
        if option is None:
            near = "".join(f"; did you mean {it}?" for it in get_close_matches(key, options, n=1))
            raise Problem(f"{place}: there is no such option{near or '; see nouvelle-france serve --help'}")
        expected = _expected(kinds[option.name])
        if not _is(expected, value):
            raise Problem(f"{place}: expected {expected}, found {_shown(value)}")
        values[option.name] = _value(option, value, file)
        try:
            option.process_value(context, values[option.name])
        except typer.BadParameter as error:
            raise Problem(f"{place}: {error.message}") from error
        places[option.name] = place
    context.default_map = {**(context.default_map or {}), **values}
    return file


ConfigOption = Annotated[
    Path | None,
    typer.Option(
        "--config",
        envvar=f"{PREFIX}_CONFIG",
        metavar="FILE",
        help='A TOML file with options: `port = 9000`, `origin = ["https://example.org"]`.',
        is_eager=True,  # before the options it sets
        callback=_read,
    ),
]


def said(context: typer.Context, option: str) -> str:
    """Where an option was set, for error messages: on the command line, in the environment, in a file."""
    parameter: Any = next(it for it in context.command.params if it.opts[0] == option)
    source = context.get_parameter_source(parameter.name)
    if source is not None and source.name == "DEFAULT_MAP":
        place: str = context.meta[_PLACES][parameter.name]
        return place
    if source is not None and source.name == "ENVIRONMENT":
        return parameter.envvar or f"{PREFIX}_{parameter.name.upper()}"
    return option


class Configured(TyperCommand):
    """A command whose options can all come from the environment; its help says so once instead of at each of them."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        for option in self.params:
            if isinstance(option, TyperOption):
                option.show_envvar = False

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Mention the environment when a bad value came from there: it is the last place people look."""
        try:
            return super().parse_args(ctx, args)
        except typer.BadParameter as error:
            option = error.param.opts[0] if error.param else ""
            if option and (where := said(ctx, option)) != option:
                raise Problem(f"{where}: {error.message}") from error
            raise


def _value(option: Any, value: Any, file: Path) -> Any:
    """The value as the command line would have it; paths are relative to the file that names them."""
    if not option.multiple:
        return value
    values = [value] if isinstance(value, str) else value
    return [str(file.parent / it) for it in values] if option.name == "edition" else values


def _expected(kind: Any) -> str:
    """The TOML type for an option of this parameter type."""
    kinds = {kind, *get_args(kind)}
    if kinds & {list[str], list[Path]}:
        return "a list of texts"
    if bool in kinds:
        return "true or false"
    return "a whole number" if int in kinds else "a number" if float in kinds else "a text"


def _is(kind: str, value: Any) -> bool:
    if kind == "true or false":
        return isinstance(value, bool)
    if kind == "a whole number":
        return type(value) is int
    if kind == "a number":
        return type(value) in (int, float)
    if kind == "a list of texts":
        return isinstance(value, str) or (isinstance(value, list) and all(isinstance(it, str) for it in value))
    return isinstance(value, str)


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        return "a table of keys"
    return str(value).lower() if isinstance(value, bool) else repr(value)
