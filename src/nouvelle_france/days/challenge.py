"""What a day asks for: the Intendant's challenges (CHA), harder from Monday to Sunday."""

from __future__ import annotations

from hashlib import sha256

from nouvelle_france.days.calendar import level
from nouvelle_france.edition import Edition
from nouvelle_france.rules import SoloSettings

LEVELS = 7

REWARDED = (3, 3, 2, 2, 2, 1, 1)
"""How many architectural challenges a day has, from Monday on: each can bring points (CHA-7), so fewer are harder."""


def challenge(day: str, edition: Edition) -> SoloSettings:
    """The settings of a day's game. More turns are bound to sites and the bonus pieces lie further away by the day."""
    hardness, solo = level(day), edition.solo
    constraint = solo.constraints[hardness * len(solo.constraints) // LEVELS]
    track = solo.tracks[(hardness + 1) * len(solo.tracks) // (LEVELS + 1)]
    return SoloSettings(constraint.id, track.id, _architecture(day, edition, REWARDED[hardness]))


def _architecture(day: str, edition: Edition, count: int) -> tuple[str, ...]:
    """So many architectural challenges, of different sites and others every day; in the edition's order."""
    drawn = sorted(edition.solo.challenges, key=lambda it: sha256(f"{day}:{it.id}".encode()).digest())
    chosen: dict[str, str] = {}
    for it in drawn:
        if len(chosen) < count:
            chosen.setdefault(it.site, it.id)
    return tuple(it.id for it in edition.solo.challenges if it.id in chosen.values())
