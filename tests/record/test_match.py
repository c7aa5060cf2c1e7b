"""The match: going back, to what it was before each action."""

from __future__ import annotations

from random import Random

import pytest

from nouvelle_france import Match
from nouvelle_france.rules import State
from nouvelle_france.rules.events import Drew, Peeked
from tests.kinds import KINDS, Kind, some_kinds
from tests.rules.counting import plays

Seen = tuple[State, tuple[object, ...], str]


def seen(match: Match) -> Seen:
    return match.state, tuple(match.history), match.record().to_json()


@some_kinds
def test_going_back_and_forth_gives_the_game_as_it_was_each_time(kind: Kind) -> None:
    rng = Random(7)
    match = kind.match(0)
    before: list[Seen] = []
    for _ in range(60):
        before.append(seen(match))
        match.play(rng.choice(list(match.state.legal)))
        for _ in range(rng.choice((0, 0, 1, 3))):
            if before:
                action = match.history[-1].action
                assert match.take_back() == action
                assert seen(match) == before.pop()
    for earlier in reversed(before):
        match.take_back()
        assert seen(match) == earlier


def test_only_what_a_revealed_card_came_after_is_replayed(monkeypatch: pytest.MonkeyPatch) -> None:
    kind = next(kind for kind in KINDS if kind.id.startswith("table-2-each_stage"))
    match, rng = kind.match(0), Random(3)
    played = plays(monkeypatch)
    while not match.state.over:
        match.play(rng.choice(list(match.state.legal)))
        played.clear()
        hidden_again = any(isinstance(event, Drew | Peeked) for event in match.history[-1].events)
        action, behind = match.history[-1].action, len(match.history) - 1
        match.take_back()
        assert len(played) == (behind if hidden_again else 0)
        match.play(action)
