"""Spaces of actions and observations, and observations as dictionaries of named arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space

from nouvelle_france.core import Kind
from nouvelle_france.core.episodes import observation_dtype
from nouvelle_france.core.observing import SOLO_ONLY, TABLE_ONLY, Observations
from nouvelle_france.core.phase import PHASES

Named = dict[str, Any]
"""Arrays by name."""

MOST_POINTS = 1000
"""Scores are unbounded (CMP-7), but no game has enough cubes to come near this, either way."""


def names_of(kind: Kind) -> tuple[str, ...]:
    """The names of the observed arrays, by kind of game."""
    left_out = TABLE_ONLY if kind.like.mode == "solo" else SOLO_ONLY
    return tuple(name for name in observation_dtype(kind).names or () if name not in left_out)


def action_space(kind: Kind) -> Discrete:
    """One number for each action of the edition, whatever the game (docs/core.md#action-numbers)."""
    return Discrete(kind.actions)


def observation_space(kind: Kind, *, mask: bool = True) -> Dict:
    """``observation``, the named arrays, and ``action_mask``."""
    dtype = observation_dtype(kind)
    assert dtype.fields is not None
    named: dict[str, Space[Any]] = {}
    for name in names_of(kind):
        base, shape = (dtype.fields[name][0].base, dtype.fields[name][0].shape)
        low, high = _bounds(kind)[name]
        named[name] = Box(low, high, shape, base.type)
    spaces: dict[str, Any] = {"observation": Dict(named)}
    if mask:
        spaces["action_mask"] = Box(0, 1, (kind.actions,), np.int8)
    return Dict(spaces)


def _bounds(kind: Kind) -> dict[str, tuple[float, float]]:
    """The least and the most of each."""
    edition, dtype = kind.edition, observation_dtype(kind)
    assert dtype.fields is not None
    colours, shapes, sites = len(edition.colours), len(edition.shapes), len(edition.sites)
    seats = dtype.fields["asked"][0].shape[0]
    marks = [mark for stick in edition.sticks for mark in stick.marks]
    pieces = [at for track in edition.solo.tracks for at in track.at]
    return {
        "cubes": (0, 1),
        "heights": (-1, int(kind.tables["cube_level"].max())),
        "snow": (0, edition.levels),
        "phase": (0, len(PHASES) - 1),
        "seat": (0, seats - 1),
        "active": (0, seats - 1),
        "asked": (0, 1),
        "colours": (0, colours - 1),
        "scores": (-MOST_POINTS, MOST_POINTS),
        "marks": (min(marks), max(marks)),
        "disks": (0, max(edition.solo.disk, *(stick.disk for stick in edition.sticks))),
        "standees": (-1, seats - 1),
        "display": (-1, shapes - 1),
        "stock": (0, 1),
        "bonus": (0, 1),
        "deck": (0, kind.start[0]["deck"].size),
        "chances": (0, 1),
        "placed": (-1, kind.placements - 1),
        "foreseen": (-1, shapes),
        "tokens": (0, 1),
        "points": (0, MOST_POINTS),
        "claim": (-1, shapes - 1),
        "turn": (0, edition.solo.player_turns),
        "required": (-1, sites - 1),
        "track": (0, max(pieces)),
        "due": (-1, max(colours, edition.levels) - 1),
        "reached": (0, 1),
        "challenges": (0, 1),
        "snowing": (0, 1),
    }


def named_arrays(kind: Kind, seen: Observations, at: int | None = None) -> Named:
    """Observed records by name, all of them or one."""
    return {name: seen[name] if at is None else seen[name][at] for name in names_of(kind)}


def mask_of(kind: Kind, legal: Any) -> Any:
    """The legal ids of one game as a mask."""
    mask = np.zeros(kind.actions, np.int8)
    mask[legal] = 1
    return mask
