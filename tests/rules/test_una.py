"""Unable to place.

Proves UNA-1, UNA-2, UNA-3, UNA-4.
"""

from __future__ import annotations

import pytest

import nouvelle_france as nf
from nouvelle_france import Cube, Phase, State
from nouvelle_france.rules import events
from tests.rules.situations import (
    COLOURS,
    SHAPES,
    change,
    gain,
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
    with_cubes,
    with_tokens,
)

CORNER = [(0, 2), (0, 1), (0, 0), (1, 0), (2, 0)]
"""A hollow in the mill that takes a square, lying, and nothing else."""
SQUARE: list[Cube] = [(x, y, 3) for x, y in CORNER]


def in_stock(state: State, shape: str) -> set[str]:
    """The colours of a shape's blocks in stock."""
    blocks = state.position.stock[SHAPES.index(shape)]
    return {colour for number, colour in enumerate(COLOURS) if blocks >> number & 1}


def stuck(*cards: str, seat: int = 0, unable: str = "verified") -> State:
    """A seat has drawn, and only a square would fit anywhere."""
    rules = nf.Rules(unable="claimed" if unable == "claimed" else "verified")
    return to_place(turn_of(walled_up(table(rules=rules), "mill", *CORNER), seat), *cards)


def claimed(*cards: str, seat: int = 0) -> State:
    """The same, after the seat claimed that the square does not fit."""
    return play(stuck("square", *cards, seat=seat, unable="claimed"), nf.Unable(seat, "square", "square-white"))


def test_una_1_a_player_who_cannot_place_names_one_of_the_visible_cards() -> None:
    state = stuck("eel", "cross", "eel")
    assert kinds(state) == {"unable"}
    assert set(state.legal) == {
        nf.Unable(0, shape, f"{shape}-{colour}") for shape in ("eel", "cross") for colour in COLOURS
    }
    assert refused(state, nf.Unable(0, "square", "square-white")) == "UNA-1"


@pytest.mark.parametrize("unable", ["verified", "claimed"])
def test_una_1_only_after_drawing(unable: str) -> None:
    state = turn_of(stuck("eel", "cross", unable=unable), 0)
    assert refused(state, nf.Unable(0, "eel", "eel-white")) == "UNA-1"


def test_una_2_the_others_are_asked_one_by_one_from_the_left() -> None:
    for seat, order in ((0, (1, 2)), (1, (2, 0)), (2, (0, 1))):
        state = claimed(seat=seat)
        for asked in order:
            assert (state.position.phase, state.position.movers) == (Phase.CLAIMED, (asked,))
            assert kinds(state) == {"place", "pass"}
            for other in {0, 1, 2} - {asked}:
                with pytest.raises(nf.NotYourTurnError) as error:
                    state.play(nf.Pass(other))
                assert error.value.rule == "UNA-2"
            state = play(state, nf.Pass(asked))
        assert (state.position.phase, state.position.movers) == (Phase.DRAW, (seat,))


@pytest.mark.parametrize("placer", [1, 2])
def test_una_2_the_first_who_places_scores_and_ends_it(placer: int) -> None:
    """The claimer loses the turn; play resumes at the claimer's left, whoever placed."""
    state = claimed("eel", "cross")
    if placer == 2:
        state = play(state, nf.Pass(1))
    colour = state.position.game.colours[placer]
    step = place(state, f"square-{colour}", "mill", SQUARE)
    assert gain(state, step.state) == {colour: 2}
    assert step.state.position.display == ("eel", "cross")
    assert (step.state.position.active, step.state.position.phase) == (1, Phase.TURN)
    assert events.LostTurn(0) in step.events
    assert in_stock(step.state, "square") == {*COLOURS} - {colour}
    assert step.state.position.claim is None


def test_una_2_any_block_of_the_shape_in_stock_and_no_other_shape() -> None:
    rules = nf.Rules(unable="claimed")
    state = play(to_place(table(rules=rules), "square", "scythe"), nf.Unable(0, "square", "square-white"))
    flat: list[Cube] = [(x, y, 1) for x, y in CORNER]
    assert all(placing(state, f"square-{colour}", "mill", flat) in state.legal for colour in COLOURS)
    scythe = placing(state, "scythe-white", "mill", [(4, 0, 1), (5, 0, 1), (6, 0, 1), (7, 0, 1), (7, 1, 1)])
    assert refused(state, scythe) == "UNA-2"


def test_una_2_the_placer_can_complete_a_building() -> None:
    state = to_place(table(rules=nf.Rules(unable="claimed")), "square")
    rest = [it for it in state.position.game.edition.sites[1].columns if it not in CORNER]
    state = with_cubes(state, "mill", blue=[(x, y, 1) for x, y in rest])
    state = play(state, nf.Unable(0, "square", "square-white"))
    after = place(state, "square-brown", "mill", [(x, y, 1) for x, y in CORNER]).state
    assert after.position.standees == (None, 1, None)


def test_una_2_no_bonus_block_and_no_pass_elsewhere() -> None:
    assert refused(stuck("eel"), nf.Pass(0)) == "UNA-2"
    state = play(to_place(table(rules=nf.Rules(unable="claimed")), "square"), nf.Unable(0, "square", "square-white"))
    assert refused(state, placing(state, "beam-brown", "mill", [(0, 0, 1), (1, 0, 1), (2, 0, 1)])) == "BON-1"


def test_una_3_nobody_places_so_card_and_block_go_to_the_box_and_the_player_draws_on() -> None:
    state = play(claimed("eel", "cross"), nf.Pass(1))
    step = on_top(state, "plow").play(nf.Pass(2))
    assert step.state.position.display == ("eel", "cross")
    assert in_stock(step.state, "square") == {"brown", "yellow", "blue"}
    assert events.Removed(0, "square-white") in step.events
    assert kinds(step.state) == {"draw"}
    drawn = play(step.state, nf.Draw(0))
    assert (drawn.position.display, drawn.position.active) == (("eel", "cross", "plow"), 0)
    assert gain(state, drawn) == {}


def test_una_3_the_next_card_may_be_snow() -> None:
    state = on_top(stuck("eel", "cross", "plow"), nf.SNOW, "square")
    state = play(state, nf.Unable(0, "plow", "plow-blue"), nf.Draw(0))
    assert (state.position.snow, state.position.active, kinds(state)) == (1, 0, {"draw"})
    state = play(state, nf.Draw(0))
    assert kinds(state) == {"place"}
    assert state.position.display == ("eel", "cross", "square")


def test_una_3_again_and_again_until_something_fits() -> None:
    state = on_top(stuck("eel", "cross", "plow"), "stairs", "square")
    state = play(state, nf.Unable(0, "plow", "plow-blue"), nf.Draw(0))
    assert kinds(state) == {"unable"}
    state = play(state, nf.Unable(0, "eel", "eel-white"), nf.Draw(0))
    assert kinds(state) == {"place"}


def test_una_3_of_repeated_cards_one_goes() -> None:
    state = play(stuck("eel", "cross", "eel"), nf.Unable(0, "eel", "eel-white"))
    assert state.position.display == ("cross", "eel")
    assert in_stock(state, "eel") == {"brown", "yellow", "blue"}


def test_una_3_no_huron_before_the_next_card() -> None:
    state = play(stuck("eel"), nf.Unable(0, "eel", "eel-white"))
    assert refused(state, nf.Huron(0)) == "ALY-4"
    assert refused(state, placing(state, "beam-white", "mill", [(0, 0, 1), (1, 0, 1), (2, 0, 1)])) == "BON-1"


def test_una_4_verified_only_when_truly_no_visible_shape_fits() -> None:
    state = stuck("eel", "square", "cross")
    assert kinds(state) == {"place"}
    for shape in ("eel", "square", "cross"):
        assert refused(state, nf.Unable(0, shape, f"{shape}-white")) == "UNA-4"


def test_una_4_verified_asks_nobody() -> None:
    step = stuck("eel", "cross", "plow").play(nf.Unable(0, "cross", "cross-brown"))
    assert step.state.position.phase is Phase.DRAW
    assert [type(event) for event in step.events] == [events.ClaimedUnable, events.Removed]


def test_una_4_claimed_at_any_time_after_drawing() -> None:
    state = to_place(table(rules=nf.Rules(unable="claimed")), "eel", "square", "cross")
    assert kinds(state) == {"place", "unable"}
    for shape in ("eel", "square", "cross"):
        assert play(state, nf.Unable(0, shape, f"{shape}-white")).position.phase is Phase.CLAIMED


def test_una_4_claimed_asks_nobody_about_a_shape_that_fits_nowhere() -> None:
    state = stuck("eel", "square", "cross", unable="claimed")
    assert play(state, nf.Unable(0, "eel", "eel-white")).position.phase is Phase.DRAW


@pytest.mark.parametrize("unable", ["verified", "claimed"])
@pytest.mark.parametrize("removed", COLOURS)
def test_una_4_the_claimer_chooses_which_block_is_removed(removed: str, unable: str) -> None:
    state = play(stuck("eel", unable=unable), nf.Unable(0, "eel", f"eel-{removed}"))
    assert in_stock(state, "eel") == {*COLOURS} - {removed}


@pytest.mark.parametrize("remove", ["eel-white", "cross-brown", "beam-white"])
def test_una_4_the_removed_block_is_of_that_shape_and_in_stock(remove: str) -> None:
    state = stuck("eel")
    stock = list(state.position.stock)
    stock[SHAPES.index("eel")] &= ~1  # white's eel is gone
    state = change(state, stock=tuple(stock))
    assert refused(state, nf.Unable(0, "eel", remove)) == "UNA-4"
    assert nf.Unable(0, "eel", "eel-brown") in state.legal


@pytest.mark.parametrize(("shape", "remove"), [("eel", "boat"), ("boat", "eel-white"), ("beam", "beam-white")])
def test_una_1_what_is_no_shape_or_block_at_all(shape: str, remove: str) -> None:
    with pytest.raises(nf.InvalidActionError, match="CMP-1"):
        stuck("eel").play(nf.Unable(0, shape, remove))


def test_una_4_a_claimer_who_goes_on_plays_a_full_turn() -> None:
    """After the others declined, white draws a square, places it and may use allies as ever."""
    state = on_top(with_tokens(claimed("eel"), brown="", yellow=""), "square")
    state = play(state, nf.Pass(1), nf.Pass(2), nf.Draw(0))
    after = place(state, "square-yellow", "mill", SQUARE).state
    assert (after.position.active, after.position.phase) == (0, Phase.FILLE)
