"""The rules a second time, over flat records and compiled, for whoever needs millions of positions (docs/core.md).

Names are loaded on first use, so that one room of the core can be imported without all the others.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from nouvelle_france.extras import needs

if TYPE_CHECKING:
    from nouvelle_france.core.batch import Batch, Kind
    from nouvelle_france.core.episodes import REWARDS, Episodes
    from nouvelle_france.core.records import SNOW_CARD, UNKNOWN_CARD, Game, Tables
    from nouvelle_france.core.restoring import position_of, view_of
    from nouvelle_france.core.translate import action_id, action_of

__all__ = [
    "REWARDS",
    "SNOW_CARD",
    "UNKNOWN_CARD",
    "Batch",
    "Episodes",
    "Game",
    "Kind",
    "Tables",
    "action_id",
    "action_of",
    "position_of",
    "view_of",
]

_ROOMS = {
    "Batch": "batch",
    "Episodes": "episodes",
    "Kind": "batch",
    "REWARDS": "episodes",
    "SNOW_CARD": "records",
    "UNKNOWN_CARD": "records",
    "Game": "records",
    "Tables": "records",
    "action_id": "translate",
    "action_of": "translate",
    "position_of": "restoring",
    "view_of": "restoring",
}


def __getattr__(name: str) -> object:
    if name not in _ROOMS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if find_spec("numpy") is None or find_spec("numba") is None:
        raise ImportError(f"{__name__} {needs('bots')}", name=__name__)
    return getattr(import_module(f"{__name__}.{_ROOMS[name]}"), name)
