"""Options that several commands share, and checks across them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import wraps
from inspect import Parameter, Signature, signature
from math import isfinite
from pathlib import Path
from random import Random, SystemRandom
from typing import Annotated, Any, get_type_hints

import typer

from nouvelle_france.bots import BOTS
from nouvelle_france.bots.programs import ProgramError, command_of
from nouvelle_france.bots.registry import missing
from nouvelle_france.cli.preparing import is_own_bot
from nouvelle_france.cli.problem import Problem
from nouvelle_france.edition import Edition
from nouvelle_france.rules import Rules, Setup, SetupError, SoloSettings, deal_solo, deal_table, usual_rules


def finite(seconds: float) -> float:
    """A time limit that can be told to a program: JSON has no infinity."""
    if not isfinite(seconds):
        raise typer.BadParameter(f"{seconds} is not a number of seconds")
    return seconds


EditionOption = Annotated[
    Path | None, typer.Option("--edition", help="An edition file to use instead of the built-in one.")
]
SeedOption = Annotated[
    int | None, typer.Option("--seed", help="The same seed gives the same games. Default: a new one.")
]
JobsOption = Annotated[
    int | None,
    typer.Option("--jobs", help="Number of processes. The results are the same with any number. Default: 1."),
]
ProgramOption = Annotated[
    list[str] | None,
    typer.Option("--program", metavar="NAME=COMMAND", help="A bot that is a separate program; repeatable."),
]
ProgramLimitOption = Annotated[
    float,
    typer.Option(
        "--program-limit", metavar="SECONDS", min=0.01, callback=finite, help="Seconds a program may take per move."
    ),
]
ProgramSeedOption = Annotated[
    int | None,
    typer.Option("--program-seed", help="The secret that programs' own seeds are derived from. Default: a new one."),
]
RecordsArgument = Annotated[Path, typer.Argument(metavar="FILE", help="A file of game records, one per line.")]
GameOption = Annotated[int, typer.Option("--game", help="Which game of the file, counted from 1.")]
MoveOption = Annotated[int | None, typer.Option("--move", help="After how many moves. Default: all of them.")]

BOTS_HELP = f"{', '.join(BOTS)}, LEVEL:FILE with weights of your own, MODULE:CLASS in Python"
"""The names that an option for bots accepts."""

_VARIANTS, _SOLO = "Variants", "Solo"


@dataclass(frozen=True, slots=True)
class GameOptions:
    """The game requested on the command line; None for options not given. Each field is an option of its name."""

    mode: Annotated[str, typer.Option("--mode", help="table (2 to 4 players) or solo (against Winter).")] = "table"
    players: Annotated[
        int | None, typer.Option("--players", help="Number of seats. Default: enough for --bots; in an arena 2.")
    ] = None
    one_card: Annotated[
        bool,
        typer.Option(
            "--one-card",
            help="Simpler: no cards lie open, you use the one you draw (VAR-1).",
            rich_help_panel=_VARIANTS,
        ),
    ] = False
    allies: Annotated[
        str | None,
        typer.Option(
            "--allies",
            help="each_stage: ally tokens come back with every snowfall; once: each serves once a game; none: simpler, "
            "nobody has allies (VAR-2).",
            rich_help_panel=_VARIANTS,
        ),
    ] = None
    support: Annotated[
        str | None,
        typer.Option(
            "--support",
            help="free-standing: a block must not tip over; leaning: a neighbouring block may hold it up (PLC-5).",
            rich_help_panel=_VARIANTS,
        ),
    ] = None
    unable: Annotated[
        str | None,
        typer.Option(
            "--unable",
            help="verified: only when truly nothing fits; claimed: on a player's word, then others may try (UNA-4).",
            rich_help_panel=_VARIANTS,
        ),
    ] = None
    constraint: Annotated[
        str | None,
        typer.Option(
            "--constraint",
            help="Construction-site challenge: apprentice, artisan, master-builder or kings-engineer (CHA-1).",
            rich_help_panel=_SOLO,
        ),
    ] = None
    track: Annotated[
        str | None,
        typer.Option(
            "--track",
            help="Game-board challenge: standard, stalwart, plucky or dauntless (CHA-6).",
            rich_help_panel=_SOLO,
        ),
    ] = None
    architecture: Annotated[
        str | None,
        typer.Option(
            "--architecture",
            metavar="LIST",
            help="all, none, or a comma-separated list of belfry, way-of-the-cross, sails, scythes, cannons, ramparts "
            "(CHA-7).",
            rich_help_panel=_SOLO,
        ),
    ] = None

    def deal(self, edition: Edition, rng: Random, players: int | Sequence[str]) -> Setup:
        """Deal such a game."""
        try:
            usual = usual_rules(self.mode)
            variants: dict[str, Any] = {  # checked by Rules itself
                "one_card": self.one_card,
                "allies": _or(self.allies, usual.allies),
                "support": _or(self.support, usual.support),
                "unable": _or(self.unable, usual.unable),
            }
            if self.mode == "solo":
                return deal_solo(edition, rng, self._settings(edition), Rules(**variants))
            return deal_table(edition, rng, players, Rules(**variants))
        except SetupError as error:
            raise Problem(str(error)) from error

    def _settings(self, edition: Edition) -> SoloSettings:
        names = _or(self.architecture, "none")
        for option in ("constraint", "track"):
            if getattr(self, option) == "":
                raise Problem(f"--{option}: expected a name")
        chosen = {"all": list(edition.challenge_ids), "none": []}.get(names, names.split(","))
        architecture = sorted(chosen, key=lambda id: [*edition.challenge_ids, id].index(id))
        return SoloSettings(self.constraint or "", self.track or "", tuple(architecture))

    def check(self, edition: Edition) -> None:
        """Refuse options that contradict each other."""
        if self.mode not in ("table", "solo"):
            raise Problem(f"--mode {self.mode}: expected table or solo")
        if self.mode == "solo":
            given = {
                "--one-card": self.one_card,
                "--allies": self.allies not in (None, "none"),
                "--unable": self.unable not in (None, "verified"),
                "--players": self.players not in (None, 1),
            }
            for option, wrong in given.items():
                if wrong:
                    raise Problem(f"{option}: not in a solo game, which takes --support only (VAR-3)")
        else:
            for option in ("constraint", "track", "architecture"):
                if getattr(self, option) is not None:
                    raise Problem(f"--{option}: only in a solo game (--mode solo)")
            if self.players == 1:
                raise Problem("--players 1: a table game has 2 or more players; alone, use --mode solo")
            if self.players is not None and not 2 <= self.players <= len(edition.colours):
                raise Problem(f"--players {self.players}: expected 2 to {len(edition.colours)} (SET-1)")
        self.deal(edition, Random(0), self.players or 2)


def with_game_options(command: Callable[..., None]) -> Callable[..., None]:
    """Let a command take a :class:`GameOptions` as its parameter ``options``: typer sees an option for each field."""
    kinds = get_type_hints(GameOptions, include_extras=True)
    ours = [
        Parameter(field.name, Parameter.KEYWORD_ONLY, default=field.default, annotation=kinds[field.name])
        for field in fields(GameOptions)
    ]
    shown: list[Parameter] = []
    for parameter in signature(command, eval_str=True).parameters.values():
        shown += ours if parameter.name == "options" else [parameter.replace(kind=Parameter.KEYWORD_ONLY)]

    @wraps(command)
    def run(**given: Any) -> None:
        options = GameOptions(**{it.name: given.pop(it.name) for it in ours})
        command(options=options, **given)

    run.__signature__ = Signature(shown)  # type: ignore[attr-defined]  # what inspect looks for
    run.__annotations__ = {it.name: it.annotation for it in shown}
    return run


def _or(given: str | None, default: str) -> str:
    return default if given is None else given


def programs_of(specs: Sequence[str] | None) -> dict[str, str]:
    """The commands of ``--program`` by name."""
    programs: dict[str, str] = {}
    for spec in specs or ():
        name, equals, command = spec.partition("=")
        name = name.strip()
        if not equals or not name.isprintable() or not name or "," in name:
            raise Problem(f"--program {spec}: expected NAME=COMMAND")
        if name in BOTS or is_own_bot(name) or name in programs:
            raise Problem(f"--program {spec}: there is a bot {name!r} already")
        try:
            command_of(command)
        except ProgramError as error:
            raise Problem(f"--program {spec}: {error}") from error
        programs[name] = command
    return programs


def known_bots(option: str, text: str, programs: Collection[str] = ()) -> tuple[str, ...]:
    """The bots a comma-separated option names: built-in ones, the user's own, or programs."""
    names = tuple(name.strip() for name in text.split(","))
    for name in names:
        if name not in BOTS and not is_own_bot(name) and name not in programs:
            if (how_to_get := missing(name)) is not None:
                raise Problem(f"{option} {text}: {how_to_get}")
            known = ", ".join([*BOTS, *programs])
            raise Problem(f"{option} {text}: there is no bot {name!r}; expected one of {known}")
    return names


def bot_names(text: str, seats: int, programs: Collection[str] = ()) -> tuple[str, ...]:
    """The bots of ``--bots``: one name for every seat, or one for all of them."""
    names = known_bots("--bots", text, programs)
    if len(names) == 1:
        names *= seats
    if len(names) != seats:
        raise Problem(f"--bots {text}: {len(names)} bots for {seats} seats; name one per seat, or one for all")
    return names


def counted_kinds(counts: Mapping[str, int]) -> str:
    """How many there are of each kind, as text."""
    return ", ".join(f"{count} {kind}" for kind, count in counts.items())


def a_seed(seed: int | None) -> int:
    """The seed given, or a new one, too long to be guessed, even by a bot that sees its cards."""
    return SystemRandom().getrandbits(128) if seed is None else seed
