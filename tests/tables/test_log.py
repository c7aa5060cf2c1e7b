"""A table is its log: folded anew it is the same, and its news tell all that changed."""

from __future__ import annotations

from collections import Counter
from random import Random

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nouvelle_france.record import Record, faults
from nouvelle_france.tables import Table, Written
from nouvelle_france.tables.entries import KINDS, Said
from nouvelle_france.tables.news import Reporter, public_view
from tests.tables.sitting import EDITION, NOON, edition_of, everything, merged
from tests.tables.wishes import some_table, step

seeds = st.integers(0, 1_000_000)


@given(seeds, st.integers(0, 250))
@settings(max_examples=60, deadline=None)
def test_folding_the_log_gives_the_table_that_was_lived(seed: int, steps: int) -> None:
    rng = Random(seed)
    sitting = some_table(rng)
    for _ in range(steps):
        step(sitting, rng)
    assert everything(sitting.reloaded()) == everything(sitting.table)
    middle = rng.randint(1, len(sitting.entries))
    half = Table.load(sitting.table.id, edition_of, sitting.entries[:middle])
    reporter = Reporter(half)
    news = [reporter.apply(entry) for entry in sitting.entries[middle:]]
    assert everything(half) == everything(sitting.table), "wherever a process takes the table up"
    seats = list(sitting.table.chairs)[:1]
    told = [it.seen_by(seats) for it in sitting.news[middle:]]
    assert [it.seen_by(seats) for it in news] == told, "and tells the same of it"


@given(seeds, st.integers(0, 250))
@settings(max_examples=60, deadline=None)
def test_news_applied_to_what_was_shown_give_what_is_shown(seed: int, steps: int) -> None:
    rng = Random(seed)
    sitting = some_table(rng)
    shown = merged({}, sitting.news[0].changes)
    known = 1
    for _ in range(steps):
        step(sitting, rng)
        for news in sitting.news[known:]:
            before = shown
            shown = merged(before, orjson.loads(orjson.dumps(news.changes)))
            assert all(shown[key] != before[key] for key in news.changes), "only what changed is told"
        known = len(sitting.news)
        assert orjson.dumps(shown, option=orjson.OPT_SORT_KEYS) == orjson.dumps(
            public_view(sitting.table), option=orjson.OPT_SORT_KEYS
        )


@given(seeds)
@settings(max_examples=30, deadline=None)
def test_whatever_was_taken_back_the_record_is_one_of_a_game_by_the_rules(seed: int) -> None:
    rng = Random(seed)
    sitting = some_table(rng)
    for _ in range(200):
        step(sitting, rng)
    if sitting.table.match is not None:
        record = Record.from_json(sitting.table.match.record().to_json())
        assert list(faults(record, EDITION)) == []


def test_these_wishes_lead_to_every_kind_of_entry_and_to_the_end_of_games() -> None:
    kinds: Counter[str] = Counter()
    ends: Counter[str] = Counter()
    hows: Counter[str] = Counter()
    for seed in range(40):
        rng = Random(seed)
        sitting = some_table(rng)
        for _ in range(250):
            step(sitting, rng)
        kinds.update(entry.kind for entry in sitting.entries)
        hows.update(entry.data["how"] for entry in sitting.entries if entry.kind == "moved")
        ends[sitting.table.status] += 1
    assert set(kinds) == set(KINDS)
    assert set(hows) == {"person", "bot", "stand_in", "clock"}
    assert {"playing", "over", "closed"} <= set(ends)


def test_an_entry_that_was_just_decided_on_is_not_read_back_and_one_of_a_log_is() -> None:
    entry = Said("white", "1", "hm")
    lived = Written.of(1, NOON, entry)
    assert lived.entry is entry
    kept = Written(lived.seq, lived.at, lived.kind, lived.data)
    assert kept == lived
    assert kept.entry == entry
    assert kept.entry is not entry
    with pytest.raises(ValueError, match="entry 7 is of no known kind: 'sung'"):
        _ = Written(7, NOON, "sung", {}).entry
