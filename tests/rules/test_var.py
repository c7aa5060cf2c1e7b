"""Simplified games.

Proves VAR-1, VAR-2, VAR-3.
"""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any, cast, get_args

import pytest

import nouvelle_france as nf
from nouvelle_france import Cube, Phase, Rules
from nouvelle_france.rules.game import Allies, Support, Unable
from tests.rules.situations import (
    EDITION,
    SNOW_SPANS,
    deck,
    kinds,
    on_top,
    place,
    placing,
    play,
    refused,
    table,
    to_place,
    turn_of,
    walled_up,
    with_tokens,
)

ONE_CARD = Rules(one_card=True)
SCYTHE: list[Cube] = [(4, 0, 1), (5, 0, 1), (6, 0, 1), (7, 0, 1), (7, 1, 1)]
BEAM: list[Cube] = [(0, 0, 1), (1, 0, 1), (2, 0, 1)]


def test_var_1_no_display_at_the_start_and_the_drawn_card_must_be_used() -> None:
    state = table(rules=ONE_CARD, deck=deck("scythe", "eel", kind="one_card"))
    assert (state.position.display, state.position.deck_count) == ((), 39)
    assert kinds(state) == {"draw", "bonus", "huron"}
    state = play(state, nf.Draw(0))
    assert state.position.display == ("scythe",)
    assert refused(state, placing(state, "eel-white", "mill", [*SCYTHE[:3], (6, 0, 2), (7, 0, 2)])) == "TRN-3"
    state = turn_of(place(state, "scythe-white", "mill", SCYTHE).state, 1)
    assert state.position.display == ()
    assert play(state, nf.Draw(1)).position.display == ("eel",)


def test_var_1_unable_with_the_one_card() -> None:
    state = walled_up(table(rules=ONE_CARD, deck=deck("scythe", "eel", kind="one_card")))
    state = play(state, nf.Draw(0), nf.Unable(0, "scythe", "scythe-white"))
    assert (state.position.display, kinds(state)) == ((), {"draw"})
    assert play(state, nf.Draw(0)).position.display == ("eel",)


def test_var_1_six_piles_of_six_with_snow_in_the_second_fourth_and_sixth() -> None:
    decks = [nf.deal_table(EDITION, Random(seed), 2, ONE_CARD).deck for seed in range(200)]
    places = [[place for place, card in enumerate(cards) if card == nf.SNOW] for cards in decks]
    assert [(min(column), max(column)) for column in zip(*places, strict=True)] == [*SNOW_SPANS["one_card"]]


@pytest.mark.parametrize("snow", [(5, 19, 32), (13, 19, 32), (6, 18, 32), (6, 26, 32), (6, 19, 31)])
def test_var_1_snow_in_another_pile_is_refused(snow: tuple[int, ...]) -> None:
    with pytest.raises(nf.SetupError) as error:
        table(rules=ONE_CARD, deck=deck(snow=snow, kind="one_card"))
    assert error.value.rule == "VAR-1"


def test_var_2_each_stage_is_the_default() -> None:
    assert Rules() == Rules(one_card=False, allies="each_stage", support="free-standing", unable="verified")


def test_var_2_once_tokens_do_not_come_back() -> None:
    state = with_tokens(table(rules=Rules(allies="once")), white="", brown="coureur")
    after = play(on_top(state, nf.SNOW), nf.Draw(0))
    assert after.position.tokens == state.position.tokens
    assert after.position.snow == 1


def test_var_2_once_tokens_are_used_as_ever() -> None:
    state = place(table(rules=Rules(allies="once")), "beam-white", "mill", BEAM).state
    after = play(state, nf.Fille(0), nf.Coureur(1), nf.Huron(0), nf.Huron(0, (0, 1, 2)))
    assert (after.position.score("white"), after.position.score("brown")) == (6, 1)


def test_var_2_none_no_allies_at_all() -> None:
    state = table(rules=Rules(allies="none"))
    assert kinds(state) == {"draw", "bonus"}
    assert refused(state, nf.Huron(0)) == "ALY-4"
    after = place(state, "beam-white", "mill", BEAM).state
    assert (after.position.active, after.position.phase) == (1, Phase.TURN)
    snowed = play(on_top(after, nf.SNOW), nf.Draw(1))
    assert set(snowed.position.tokens) == {0}


@pytest.mark.parametrize("one_card", [False, True])
@pytest.mark.parametrize(
    ("allies", "support", "unable"), [*product(get_args(Allies), get_args(Support), get_args(Unable))]
)
def test_var_3_the_options_combine_freely(one_card: bool, allies: Allies, support: Support, unable: Unable) -> None:
    """A random game comes to its end, with three snowfalls and a winner."""
    rng = Random(f"{one_card} {allies} {support} {unable}")
    rules = Rules(one_card=one_card, allies=allies, support=support, unable=unable)
    state = nf.start(nf.deal_table(EDITION, rng, 4, rules))
    seen = set()
    while not state.over:
        kind = rng.choice(state.legal.kinds())
        seen.add(kind)
        actions = state.legal.of_kind(kind)
        assert len(state.position.display) <= (1 if one_card else 3)
        state = state.play(actions[rng.randrange(len(actions))]).state
    assert state.position.snow == 3
    assert state.position.result is not None
    assert state.position.result.winners
    assert bool(seen & {"fille", "coureur", "huron"}) == (allies != "none")


@pytest.mark.parametrize("option", ["allies", "support", "unable"])
def test_var_3_other_values_are_refused(option: str) -> None:
    with pytest.raises(nf.SetupError) as error:
        Rules(**cast(dict[str, Any], {option: "sometimes"}))
    assert error.value.rule == "VAR-3"


@pytest.mark.parametrize("support", get_args(Support))
def test_var_3_solo_takes_support_only(support: Support) -> None:
    allowed = Rules(allies="none", support=support)
    assert nf.deal_solo(EDITION, Random(1), rules=allowed).game.rules == allowed
    for rules in (
        Rules(support=support),
        Rules(allies="once", support=support),
        Rules(one_card=True, allies="none", support=support),
        Rules(allies="none", support=support, unable="claimed"),
    ):
        with pytest.raises(nf.SetupError) as error:
            nf.deal_solo(EDITION, Random(1), rules=rules)
        assert error.value.rule == "VAR-3"


def test_var_3_leaning_and_claimed_reach_the_play() -> None:
    state = to_place(table(rules=Rules(support="leaning", unable="claimed", one_card=True, allies="none")), "scythe")
    assert kinds(state) == {"place", "unable"}
    assert state.position.buildings[0].leaning
