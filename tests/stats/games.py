"""Games whose figures were counted by hand from tests/golden, and others played for the tests."""

from __future__ import annotations

from functools import cache

from nouvelle_france import Record
from nouvelle_france.stats import Facts, Group, Report, Sheet, grouped, observe
from tests.kinds import EDITION, KINDS

BY_ID = {kind.id: kind for kind in KINDS}
DUEL, MIXED, ALONE = "table-2-greedy", "table-mixed", "solo-apprentice-stalwart-greedy-6"
"""A duel of two greedy bots; four seats where claims are made and Hurons used; a game against Winter."""


@cache
def record(kind: str, seed: object = "golden") -> Record:
    return BY_ID[kind].record(seed)


@cache
def facts(kind: str, seed: object = "golden") -> Facts:
    found = observe(record(kind, seed), EDITION)
    assert found is not None
    return found


def group(*games: Facts) -> Group:
    (found,) = grouped(games)
    return found


def sheets(games: Group) -> dict[str, Sheet]:
    """All sheets of a group as ``topic/sheet``."""
    return {f"{topic.name}/{sheet.name}": sheet for topic, found in Report((games,)).sheets(games) for sheet in found}
