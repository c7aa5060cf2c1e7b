"""Games for learners: what is left to chance in one made of a view, and what is known before one begins."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from nouvelle_france import State, start
from nouvelle_france.core import UNKNOWN_CARD, Episodes, Kind, action_id
from nouvelle_france.core.actions import DRAW
from nouvelle_france.core.solo import solo_lead
from nouvelle_france.rules import Huron, Phase
from tests.core.variants import EDITION, GROUPS

SORT = "reconstruction-1-table-each_stage-free-standing-verified"


def both_looked() -> Iterator[State]:
    """Positions in which seat 0 looks at the end of its turn, and seat 1 knows some of the cards from having looked."""
    for seed in range(20):
        rng = Random(f"looked/{seed}")
        state = start(GROUPS[SORT][0].deal(rng))
        while not state.over and not (
            state.position.phase is Phase.LOOK_AFTER and state.position.active == 0 and state.view(1).foresight
        ):
            legal = state.legal
            kind = "huron" if state.position.phase is Phase.CLOSE else rng.choice([*legal.kinds()])
            state = state.play(rng.choice(legal.of_kind(kind))).state
        if not state.over:
            yield state


def test_aly_4_in_a_game_made_of_a_view_the_cards_that_another_seat_puts_back_are_dealt_first() -> None:
    """One that was not was put back as no card at all, and could be drawn."""
    unknown = 0
    for state in both_looked():
        known = sum(len(cards) for _, cards in state.view(1).foresight)
        unknown += known < 3
        for order in permutations(range(3)):
            episodes = Episodes.of_view(state.view(1), 7)
            top = int(episodes.games["top"][0])
            episodes.step([action_id(state.position.game, Huron(0, order))])
            assert UNKNOWN_CARD not in episodes.games["deck"][0, top : top + 3]
            assert UNKNOWN_CARD not in episodes.memories["cards"][0, 0]
            assert episodes.memories["cards"][0, 1].tolist().count(UNKNOWN_CARD) == 3 - known
            while not episodes.batch.over[0] and episodes.games["top"][0] < top + 3:
                ids = episodes.batch.legal()[0]
                draw = episodes.kind.placements + DRAW
                episodes.step([draw if draw in ids else ids[0]])
                assert UNKNOWN_CARD not in episodes.games["display"][0, : episodes.games["display_count"][0]]
    assert unknown > 2


@pytest.mark.parametrize("group", [SORT, "reconstruction-1-solo-apprentice-free-standing"])
def test_a_game_made_of_a_view_pays_nothing_for_the_past(group: str) -> None:
    """Its first rewards were once all points of the game so far."""
    rng = Random(group)
    state = start(GROUPS[group][0].deal(rng))
    while state.position.snow < 1:
        legal = state.legal
        state = state.play(rng.choice(legal.of_kind(rng.choice([*legal.kinds()])))).state
    episodes = Episodes.of_view(state.view(0), 3, "points")
    before, earned = points(episodes, "scores"), episodes.rewards()[0]
    assert before.any()
    assert not earned.any()
    while not episodes.batch.over[0]:
        episodes.step(episodes.batch.legal()[0][:1])
        earned = earned + episodes.rewards()[0]
    assert (earned == points(episodes, "final") - before).all()


def points(episodes: Episodes, kind: str) -> NDArray[np.float64]:
    """By seat; alone, the lead over Winter."""
    record = episodes.games[0]
    if episodes.kind.like.mode == "solo":
        return np.array([solo_lead(episodes.kind.tables, record[kind])])
    seats = record["colour_of_seat"][: episodes.players]
    return np.array(record[kind][seats], np.float64)


def test_a_spectator_s_view_makes_no_game() -> None:
    """Also where Python leaves out assertions."""
    state = start(GROUPS[SORT][0].deal(Random(1)))
    with pytest.raises(ValueError, match="a seat's view, not of a spectator's"):
        Episodes.of_view(state.view(None), 1)


def test_before_games_begin_nobody_knows_a_card() -> None:
    """Each seat once knew three cards of the first shape."""
    episodes = Episodes(Kind.table(EDITION, 3), 2)
    assert (episodes.observe()["foreseen"] == -1).all()
    unbegun = episodes.memories.copy()
    episodes.begin([1, 2])
    assert unbegun.tobytes() == episodes.memories.tobytes()
