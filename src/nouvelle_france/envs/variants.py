"""The variants, as arguments that all environments take."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from os import PathLike
from pathlib import Path
from typing import Literal, get_args

from nouvelle_france.core import Kind
from nouvelle_france.edition import Edition, default, load
from nouvelle_france.rules import Rules, SoloSettings
from nouvelle_france.rules.game import Allies, Support, Unable

AnyEdition = Edition | str | PathLike[str]
"""An edition, or the path of its file."""

Illegal = Literal["refuse", "raise"]
WinterTies = Literal["fixed", "player"]
RENDER_MODES = ["human", "ansi", "rgb_array"]


def one_of(name: str, value: str, choices: Collection[str]) -> None:
    """Refuse an argument that is none of the choices."""
    if value not in choices:
        raise ValueError(f"`{name}` is one of {', '.join(choices)}, not {value!r}")


def check_manners(illegal: Illegal = "refuse", render_mode: str | None = None) -> None:
    """Refuse arguments about how an environment behaves that are none of the choices."""
    one_of("illegal", illegal, get_args(Illegal))
    if render_mode is not None:
        one_of("render_mode", render_mode, RENDER_MODES)


def asks_winter(winter_ties: WinterTies) -> bool:
    """Whether somebody is asked where Winter's best placements tie (SOL-5d)."""
    one_of("winter_ties", winter_ties, get_args(WinterTies))
    return winter_ties == "player"


def _opened(edition: AnyEdition | None) -> Edition:
    """The edition given, that of a file, or the built-in one."""
    if edition is None:
        return default()
    return edition if isinstance(edition, Edition) else load(Path(edition))


def table_kind(
    players: int = 2,
    one_card: bool = False,
    allies: Allies = "each_stage",
    support: Support = "free-standing",
    unable: Unable = "verified",
    edition: AnyEdition | None = None,
) -> Kind:
    """A table game (VAR, PLC-5, UNA-4)."""
    return Kind.table(_opened(edition), players, Rules(one_card, allies, support, unable))


def solo_kind(
    constraint: str = "",
    track: str = "",
    architecture: Sequence[str] = (),
    support: Support = "free-standing",
    edition: AnyEdition | None = None,
) -> Kind:
    """A game against Winter (CHA); a constraint or track left out is the edition's first."""
    settings = SoloSettings(constraint, track, tuple(architecture))
    return Kind.solo(_opened(edition), settings, Rules(allies="none", support=support))
