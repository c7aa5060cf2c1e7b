"""The core against the pure rules, move by move, in every mode and variant of two editions.

`make fuzz` plays many more games of each (`--core-games 20000`).
"""

from __future__ import annotations

from collections import Counter
from math import ceil
from random import Random

import pytest

from nouvelle_france.core import events
from nouvelle_france.core.records import DECIDED
from nouvelle_france.rules import PLAYER, WINTER
from tests.core.side_by_side import DifferenceError, SideBySide
from tests.core.variants import EDITION, GROUPS, TINY, VARIANTS

ALWAYS = {
    *(events.TURN_BEGAN, events.DREW, events.PLACED, events.SCORED, events.COMPLETED, events.SNOW_FELL),
    *(events.TALLIED, events.SNOW_LIES, events.GAME_OVER, events.REMOVED, events.CLAIMED_UNABLE),
}
ALLIES = {events.DOUBLED, events.TOOK_HALF, events.DECLINED, events.PEEKED, events.PUT_BACK}
CLAIMS = {events.PASSED, events.LOST_TURN}
SOLO = {events.WINTER_CHOSE, events.CHALLENGE_EARNED, events.BONUS_DUE, "above the top level"}


MOST = 10
"""Games of each variant after which something that has not happened yet is missed."""


@pytest.fixture
def games(request: pytest.FixtureRequest) -> int:
    """Of each variant."""
    return ceil(int(request.config.getoption("--core-games")) / VARIANTS)


def expected(group: str) -> set[object]:
    """What must have happened in the games of a group, or they would prove little."""
    if "solo" in group:
        return ALWAYS | SOLO
    return ALWAYS | (set() if "none" in group else ALLIES) | (CLAIMS if "claimed" in group else set())


def play_group(group: str, games: int) -> Counter[object]:
    """So many games of each variant, and more until everything has happened that must."""
    happened: Counter[object] = Counter()
    for seed in range(max(games, MOST)):
        if seed >= games and expected(group) <= happened.keys():
            break
        for number, variant in enumerate(GROUPS[group]):
            name = f"{group}, {variant.id}"
            setup = variant.deal(Random(f"{name}/{seed}"))
            SideBySide(name, setup, seed, happened, thorough=not number and not seed).play_out()
    return happened


def each_rule() -> set[str]:
    """Groups of the built-in edition that have each rule, each constraint and each way to stand among them."""
    tables, solos = ([name for name in GROUPS if name.startswith(f"{EDITION.id}-{it}")] for it in ("table", "solo"))
    return {*tables[::5], *solos[::4], *solos[3::4]}


@pytest.mark.parametrize(
    "group",
    # In the tiny edition, games are short.
    [
        pytest.param(it, marks=[] if it.startswith(TINY.id) or it in each_rule() else [pytest.mark.large])
        for it in GROUPS
    ],
)
def test_same_legal_actions_gains_events_positions_and_results(group: str, games: int) -> None:
    happened = play_group(group, games)
    assert expected(group) <= happened.keys(), "too tame: these did not happen"


@pytest.mark.parametrize("number", range(len(EDITION.challenge_ids)), ids=EDITION.challenge_ids)
def test_each_challenge_is_earned_in_both(number: int) -> None:
    """Until it has been earned twice: the chase takes some games."""
    happened: Counter[object] = Counter()
    group = "reconstruction-1-solo-apprentice-free-standing"
    everything = GROUPS[group][2]
    assert everything.id == f"standard, {len(EDITION.challenge_ids)} challenges"
    for seed in range(100):
        SideBySide("challenges", everything.deal(Random(f"{seed}")), seed, happened).play_out()
        if happened["challenge", number] >= 2:
            return
    raise AssertionError(f"never earned in 100 games: {happened}")


def test_every_way_to_win_or_to_be_stuck_occurs_in_both() -> None:
    """END-2 and SOL-6, SOL-8: ties are common in a tiny edition, and its sites are soon full."""
    happened: Counter[object] = Counter()
    wanted = {
        *(("decided by", how) for how in DECIDED),
        *(("won by", 1 << seat) for seat in range(len(TINY.colours))),
        *(("stuck", seat) for seat in (PLAYER, WINTER)),
        events.BONUS_LOST,
    }
    tiny = [(group, variant) for group in GROUPS if group.startswith("tiny") for variant in GROUPS[group]]
    for seed in range(20):
        for group, variant in tiny:
            SideBySide(f"{group}, {variant.id}, ends", variant.deal(Random(seed)), seed, happened).play_out()
            if wanted <= happened.keys():
                return
    raise AssertionError(f"never happened: {wanted - happened.keys()}")


def test_a_difference_is_told_with_seed_move_and_field() -> None:
    """The comparison itself can fail."""
    variant = GROUPS["tiny-table-each_stage-free-standing-verified"][0]
    both = SideBySide("spoilt", variant.deal(Random(1)), 1, Counter())
    for _ in range(5):
        both.move()
    both.core[0]["scores"][1] += 1
    with pytest.raises(DifferenceError, match=r"spoilt, seed 1, move 6, scores\b.* after "):
        both.move()


@pytest.mark.parametrize("field", ["heights", "cells", "stock", "bonus", "tokens", "deck", "display", "standing"])
def test_a_spoilt_record_is_noticed(field: str) -> None:
    variant = GROUPS["tiny-table-each_stage-free-standing-verified"][0]
    both = SideBySide("spoilt", variant.deal(Random(1)), 1, Counter())
    record = both.core[0][field].reshape(-1)
    record[0 if field == "display" else -1] ^= 1  # behind the visible cards there is room for one more
    with pytest.raises(DifferenceError, match=field if field != "standing" else "poses that stand"):
        both.play_out()
