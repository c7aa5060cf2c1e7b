"""Weighing: margins of finished games are those of the rules, chances of cards those of the core."""

from __future__ import annotations

import numpy as np
import pytest

from nouvelle_france.core import Batch, Kind
from nouvelle_france.review import steps_of
from nouvelle_france.review.ledger import final_margins
from nouvelle_france.review.scales import keys_of, known_to, next_cards, on_top, scales, seen_by_any
from nouvelle_france.rules.setup import SNOW
from tests.review.games import EDITION, game


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_before_the_last_card_the_margins_are_those_of_the_end(players: int) -> None:
    match = game(players, "artisan" if players < 4 else "apprenti")
    last = steps_of(match)[-1]
    assert last.card == SNOW
    known = on_top(EDITION, [SNOW])
    worth = scales(EDITION).weigh(last.position, last.action.seat, known, [last.action], keys_of("end", 2), breadth=2)
    expected = final_margins(match.state.position)
    assert worth[:, 0] == pytest.approx(np.array([expected, expected]), abs=0.001)


@pytest.mark.parametrize("players", [1, 2])
def test_cards_are_as_likely_as_the_core_says(players: int) -> None:
    match = game(players)
    kind = Kind.solo(EDITION) if players == 1 else Kind.table(EDITION, players)
    snow = 0
    for step in steps_of(match):
        chances = next_cards(step.position)
        snow += SNOW in chances
        told = Batch.of(kind, [step.state]).chances()[0]
        cards = [chances.get(shape, 0.0) for shape in (*EDITION.shape_ids, SNOW)]
        assert cards == pytest.approx(told.tolist())
        assert sum(cards) == pytest.approx(1)
    assert snow


def test_what_anybody_has_seen_is_what_lies_on_top() -> None:
    seen = 0
    for step in steps_of(game(2, "artisan")):
        known = seen_by_any(step.state)
        cards = [*EDITION.shape_ids]
        for place, size, card in known.tolist():
            assert size == 1
            assert step.state.deck[place] == (SNOW if card < 0 else cards[card])
        for seat in range(2):
            assert len(known_to(step.state.view(seat))) <= len(known)
        seen += len(known) > 0
    assert seen


def test_the_same_seed_gives_the_same_keys_and_another_others() -> None:
    assert (keys_of("a", 5) == keys_of("a", 9)[:5]).all()
    assert not set(keys_of("a", 500).tolist()) & set(keys_of("b", 500).tolist())
