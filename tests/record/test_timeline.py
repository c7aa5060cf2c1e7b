"""A timeline has every moment of a game, each at once."""

from __future__ import annotations

import json
from random import Random

import pytest

from nouvelle_france import Huron, Record, SetupError, Timeline, replay
from nouvelle_france.protocol.timeline import TimelineTold
from nouvelle_france.record import FaultyRecordError
from nouvelle_france.wire import write_position, write_timeline
from tests.kinds import EDITION, KINDS, Kind
from tests.wire.strictness import agrees

SOME = KINDS[::4]


def with_stand_ins(record: Record) -> Record:
    """The same game, where others made every third move."""
    said = json.loads(record.to_json())
    for number, move in enumerate(said["moves"]):
        if number % 3 == 0:
            move["stand_in"] = ("greedy", "clock", "harmless", "chance")[number % 4]
    return Record.from_json(json.dumps(said))


@pytest.mark.parametrize("kind", SOME, ids=lambda kind: kind.id)
def test_each_moment_is_what_a_re_play_up_to_it_gives(kind: Kind) -> None:
    record = with_stand_ins(kind.record("timeline"))
    timeline = Timeline.of(record, EDITION)
    match = replay(record, EDITION)
    assert len(timeline) == len(match.history) + 1
    assert [(it.action, it.events, it.stand_in) for it in timeline[1:]] == match.history
    assert [it.number for it in timeline] == list(range(len(timeline)))
    last = {it.move: it for it in timeline}
    assert sorted(last) == list(range(len(record.moves) + 1))
    rng = Random(kind.id)
    for move in rng.sample(sorted(last), 12):  # in any order: none needs another
        assert last[move].state == replay(record, EDITION, move).state
    for number, said in enumerate(record.moves, start=1):
        assert last[number].action is not None
        assert last[number].gain == said.get("gain", {}) or last[number].position.over
        assert last[number].stand_in == said.get("stand_in")


def test_a_huron_is_two_moments_of_one_move() -> None:
    kind = next(it for it in KINDS if it.id.startswith("table-2-each_stage"))
    timeline = Timeline.of(kind.record("timeline"), EDITION)
    looks = [it for it in timeline if isinstance(it.action, Huron) and it.action.order is None]
    assert looks
    for look in looks:
        after = timeline[look.number + 1]
        assert isinstance(after.action, Huron)
        assert (after.move, after.action.order is None) == (look.move, False)


def test_a_game_that_is_still_played_has_the_moments_there_were() -> None:
    record = KINDS[0].record("timeline")
    half = Timeline.of_match(replay(record, EDITION, 20))
    assert half[-1].move == 20
    assert not half[-1].position.over
    assert half[:] == Timeline.of(record, EDITION)[: len(half)]


def test_what_breaks_a_rule_is_named_with_its_move() -> None:
    said = json.loads(KINDS[0].record("timeline").to_json())
    number = next(number for number, move in enumerate(said["moves"], start=1) if move["do"] == "place")
    said["moves"][number - 1]["gain"] = {"white": 40}
    with pytest.raises(FaultyRecordError) as wrong:
        Timeline.of(Record.from_json(json.dumps(said)), EDITION)
    assert (wrong.value.fault.move, wrong.value.fault.rule) == (number, "SCO-1")
    said["rules"]["allies"] = "sometimes"
    with pytest.raises((FaultyRecordError, SetupError)):
        Timeline.of(Record.from_json(json.dumps(said)), EDITION)


@pytest.mark.parametrize("kind", SOME, ids=lambda kind: kind.id)
def test_on_the_wire_changes_lead_from_position_to_position(kind: Kind) -> None:
    timeline = Timeline.of(with_stand_ins(kind.record("timeline")), EDITION)
    told = write_timeline(timeline)
    agrees(TimelineTold, told)
    shown = told["position"]
    assert shown == write_position(timeline[0].position)
    for moment, written in zip(timeline[1:], told["moments"], strict=True):
        shown = shown | written["changes"]
        assert shown == write_position(moment.position)
        assert written.get("stand_in") == moment.stand_in
