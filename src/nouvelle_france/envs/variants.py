"""The variants, as arguments that all environments take."""

from __future__ import annotations

from collections.abc import Sequence

from nouvelle_france.core import Kind
from nouvelle_france.edition import Edition, default
from nouvelle_france.rules import Rules, SoloSettings
from nouvelle_france.rules.game import Allies, Support, Unable


def table_kind(
    players: int = 2,
    one_card: bool = False,
    allies: Allies = "each_stage",
    support: Support = "free-standing",
    unable: Unable = "verified",
    edition: Edition | None = None,
) -> Kind:
    """A table game (VAR, PLC-5, UNA-4)."""
    return Kind.table(edition or default(), players, Rules(one_card, allies, support, unable))


def solo_kind(
    constraint: str = "",
    track: str = "",
    architecture: Sequence[str] = (),
    support: Support = "free-standing",
    edition: Edition | None = None,
) -> Kind:
    """A game against Winter (CHA); a constraint or track left out is the edition's first."""
    settings = SoloSettings(constraint, track, tuple(architecture))
    return Kind.solo(edition or default(), settings, Rules(allies="none", support=support))
