"""Every kind of game as arguments of the environments; each test takes a few of them, and under `large` all."""

from __future__ import annotations

from itertools import product
from typing import Any, get_args

import pytest

from nouvelle_france import default_edition
from nouvelle_france.rules.game import Allies, Support, Unable

EDITION = default_edition()
Arguments = dict[str, Any]

TABLES: list[Arguments] = [
    {"players": players, "one_card": one_card, "allies": allies, "support": support, "unable": unable}
    for players, one_card, allies, support, unable in product(
        (2, 3, 4), (False, True), get_args(Allies), get_args(Support), get_args(Unable)
    )
]
SOLOS: list[Arguments] = [
    {"constraint": constraint.id, "track": track.id, "support": support, "architecture": architecture}
    for constraint, track, support, architecture in product(
        EDITION.solo.constraints, EDITION.solo.tracks, get_args(Support), ((), EDITION.challenge_ids)
    )
]


def name_of(arguments: Arguments) -> str:
    return "-".join(str(len(it)) if isinstance(it, tuple) else str(it) for it in arguments.values())


def some(of: list[Arguments], step: int) -> list[Any]:
    """Every so-many-th of them, with nothing in common with the order they are made in; the others are large."""
    return [
        pytest.param(it, id=name_of(it), marks=[] if number % step == 0 else [pytest.mark.large])
        for number, it in enumerate(of)
    ]
