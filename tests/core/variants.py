"""Every kind of game there is, of both editions: what the core and the pure rules play side by side."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from random import Random
from typing import get_args

from nouvelle_france import Rules, Setup, SoloSettings, deal_solo, deal_table, default_edition, load_edition
from nouvelle_france.edition import Edition
from nouvelle_france.rules.game import Allies, Support, Unable

EDITION = default_edition()
TINY = load_edition(Path(__file__).parent.parent / "edition" / "tiny.toml")


@dataclass(frozen=True)
class Variant:
    """One way to play: how it is dealt."""

    id: str
    edition: Edition
    deal: Callable[[Random], Setup]


def _of_table(edition: Edition, rules: Rules) -> list[Variant]:
    def variant(players: int) -> Variant:
        return Variant(f"{players} players", edition, lambda rng: deal_table(edition, rng, players, rules))

    return [variant(players) for players in range(2, len(edition.colours) + 1)]


def _of_solo(edition: Edition, constraint: str, support: Support) -> list[Variant]:
    def variant(track: str, challenges: tuple[str, ...]) -> Variant:
        settings = SoloSettings(constraint, track, challenges)
        rules = Rules(allies="none", support=support)
        words = f"{track}, {len(challenges)} challenges"
        return Variant(words, edition, lambda rng: deal_solo(edition, rng, settings, rules))

    some = edition.challenge_ids[::2]
    tracks = [track.id for track in edition.solo.tracks]
    return [variant(*it) for it in product(tracks, ((), some, edition.challenge_ids))]


def _groups() -> dict[str, list[Variant]]:
    groups = {}
    for edition in (EDITION, TINY):
        for one_card, allies, support, unable in product(
            (False, True), get_args(Allies), get_args(Support), get_args(Unable)
        ):
            words = ["one-card"] if one_card else []
            name = "-".join([edition.id, "table", *words, allies, support, unable])
            groups[name] = _of_table(edition, Rules(one_card, allies, support, unable))
        for constraint, support in product(edition.solo.constraints, get_args(Support)):
            groups[f"{edition.id}-solo-{constraint.id}-{support}"] = _of_solo(edition, constraint.id, support)
    return groups


GROUPS = _groups()
"""The variants by mode and rules; a group is one test, so that workers share them out."""

VARIANTS = sum(len(group) for group in GROUPS.values())
