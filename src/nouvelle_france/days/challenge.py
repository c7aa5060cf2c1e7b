"""A day's challenges (CHA), harder from Monday to Sunday."""

from __future__ import annotations

from hashlib import sha256

from nouvelle_france.days.calendar import level
from nouvelle_france.edition import Edition
from nouvelle_france.rules import SoloSettings

LEVELS = 7

REWARDED = (3, 3, 2, 2, 2, 1, 1)
"""How many architectural challenges a day has, from Monday on: each can give points (CHA-7), so fewer means harder."""


def challenge(day: str, edition: Edition) -> SoloSettings:
    """A day's settings: through the week more turns have a required site, and bonus pieces lie further away."""
    hardness, solo = level(day), edition.solo
    constraint = solo.constraints[hardness * len(solo.constraints) // LEVELS]
    track = solo.tracks[(hardness + 1) * len(solo.tracks) // (LEVELS + 1)]
    return SoloSettings(constraint.id, track.id, _architecture(day, edition, REWARDED[hardness]))


def _architecture(day: str, edition: Edition, count: int) -> tuple[str, ...]:
    """This many architectural challenges, of different sites, varying by day; in the edition's order."""
    drawn = sorted(edition.solo.challenges, key=lambda it: sha256(f"{day}:{it.id}".encode()).digest())
    chosen: dict[str, str] = {}
    for it in drawn:
        if len(chosen) < count:
            chosen.setdefault(it.site, it.id)
    return tuple(it.id for it in edition.solo.challenges if it.id in chosen.values())
