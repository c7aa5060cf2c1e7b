"""Events on the wire: every kind there is, as the protocol describes it."""

from __future__ import annotations

from collections import defaultdict
from typing import Any, get_args

import orjson
import pytest

from nouvelle_france import Game, Match, seen_by
from nouvelle_france.protocol.events import GameEvent
from nouvelle_france.rules.events import Event, GameOver, Peeked, Placed, PutBack, SnowFell
from nouvelle_france.wire import write_event
from tests.kinds import KINDS
from tests.rules.situations import place, solo, to_place, with_scores
from tests.rules.solo_situations import IN_NICHE, NICHE, no_room_but
from tests.wire.strictness import agrees

GAMES_OF_A_KIND = 2


@pytest.fixture(scope="module")
def matches() -> list[Match]:
    """Games of every kind."""
    return [kind.played(f"wire-{number}") for kind in KINDS for number in range(GAMES_OF_A_KIND)]


@pytest.fixture(scope="module")
def told(matches: list[Match]) -> list[tuple[Game, Event]]:
    """Everything that happened in them, and a piece that fits nowhere, which hardly ever happens."""
    found = [(match.setup.game, event) for match in matches for played in match.history for event in played.events]
    full = with_scores(to_place(no_room_but(solo(), "church", NICHE), "square"), brown=38)
    lost = place(full, "square-brown", "church", IN_NICHE).events
    return found + [(full.position.game, event) for event in lost]


def test_every_kind_of_event_is_written_as_the_protocol_says(told: list[tuple[Game, Event]]) -> None:
    keys = defaultdict(set)
    names = defaultdict(set)
    for game, event in told:
        for seat in (None, *range(game.seats)):
            written = write_event(game, seen_by(event, seat))
            agrees(GameEvent, written)
            keys[type(event)].add(frozenset(written))
            names[type(event)].add(written["event"])
    assert set(keys) == set(get_args(Event)), "these games have every kind"
    assert all(len(found) == 1 for found in keys.values()), "an event of a kind always has the same keys"
    assert len({name for found in names.values() for name in found}) == len(keys), "each kind has a name of its own"
    models = get_args(get_args(GameEvent.__value__)[0])
    told_of = {name: next(iter(keys[kind])) for kind, found in names.items() for name in found}
    assert told_of == {get_args(it.model_fields["event"].annotation)[0]: set(it.model_fields) for it in models}


def test_events_hold_what_happened(told: list[tuple[Game, Event]]) -> None:
    for game, event in told:
        written = write_event(game, event)
        if hasattr(event, "seat"):
            assert written["by"] == game.name(event.seat)
        match event:
            case Placed():
                placed = game.table[event.placement]
                assert (written["block"], written["site"]) == (placed.block, placed.site)
                assert [tuple(cube) for cube in written["cubes"]] == list(placed.cubes)
                points = {it["colour"]: len(it["new"]) + len(it["linked"]) for it in written["scored"]}
                assert points == {it.colour: it.points for it in event.scored}
            case SnowFell():
                assert [it["cubes"] for it in written["sites"]] == [dict(it.cubes) for it in event.sites]
            case GameOver():
                assert (written["scores"], written["winners"]) == (dict(event.scores), list(event.winners))
            case _:
                pass


def test_aly_4_looks_and_orders_are_written_for_the_one_who_made_them_alone(told: list[tuple[Game, Event]]) -> None:
    looks = [(game, event) for game, event in told if isinstance(event, Peeked | PutBack)]
    assert {type(event) for _, event in looks} == {Peeked, PutBack}
    for game, event in looks:
        key = "cards" if isinstance(event, Peeked) else "order"
        for seat in (None, *range(game.seats)):
            shown: Any = write_event(game, seen_by(event, seat))[key]
            assert (shown is not None) == (seat == event.seat)


def test_events_travel_as_json(told: list[tuple[Game, Event]]) -> None:
    for game, event in told[:2000]:
        written = write_event(game, event)
        assert orjson.loads(orjson.dumps(written)) == written
