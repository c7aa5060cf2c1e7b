"""Allies. Most situations follow a peg that white places on the mill, joined to a row of white cubes.

Proves ALY-1, ALY-2, ALY-3, ALY-4, ALY-5.
"""

from __future__ import annotations

import pytest

import nouvelle_france as nf
from nouvelle_france import Cube, Phase, State
from nouvelle_france.rules import Foreseen, events
from tests.rules.situations import (
    TOKENS,
    gain,
    kinds,
    on_top,
    place,
    play,
    refused,
    scores,
    table,
    to_place,
    turn_of,
    with_cubes,
    with_deck,
    with_display,
    with_snow,
    with_tokens,
)

SCYTHE: list[Cube] = [(4, 0, 1), (5, 0, 1), (6, 0, 1), (7, 0, 1), (7, 1, 1)]


def after_placement(points: int, **tokens: str) -> State:
    """After seat 0, white, placed a peg worth that many points; tokens face up as told, else all."""
    state = with_tokens(with_snow(table(), 2), **tokens)
    if not points:
        return place(state, "peg-white", "mill", [(0, 0, 1)]).state
    state = with_cubes(state, "mill", brown=[(0, 0, 2)], white=[(x, 0, 3) for x in range(1, points)])
    after = place(state, "peg-white", "mill", [(0, 0, 3)]).state
    assert gain(state, after) == {"white": points}
    return after


def held(state: State, seat: int) -> set[str]:
    """The names of a seat's tokens face up."""
    return {name for name, token in TOKENS.items() if state.position.holds(seat, token)}


# -- ALY-1 ---------------------------------------------------------------------------------------------------------


def test_aly_1_several_players_and_several_tokens_in_one_turn() -> None:
    state = play(after_placement(4), nf.Fille(0), nf.Coureur(2), nf.Huron(0), nf.Huron(0, (0, 1, 2)))
    assert scores(state) == {"white": 8, "brown": 0, "yellow": 2, "blue": 0}
    assert [held(state, seat) for seat in range(3)] == [{"coureur"}, {*TOKENS}, {"fille", "huron"}]
    assert state.position.active == 1


def test_aly_1_each_token_once_a_stage() -> None:
    state = place(table(), "beam-white", "mill", [(0, 0, 1), (1, 0, 1), (2, 0, 1)]).state
    state = play(state, nf.Fille(0), nf.Coureur(1), nf.Huron(0), nf.Huron(0, (0, 1, 2)))
    state = turn_of(state, 0)
    assert refused(state, nf.Huron(0)) == "ALY-4"
    state = place(to_place(state, "scythe"), "scythe-white", "mill", SCYTHE).state
    assert (state.position.phase, state.position.movers) == (Phase.COUREUR, (2,))
    assert play(state, nf.Decline(2)).position.active == 1


def test_aly_1_face_up_again_after_the_next_snowfall() -> None:
    state = with_cubes(with_tokens(table(), white="", brown="", yellow=""), "mill", blue=[(4, 0, 1), (5, 0, 1)])
    state = play(on_top(state, nf.SNOW, "scythe"), nf.Draw(0), nf.Draw(0))
    out_of_the_snow: list[Cube] = [(4, 0, 2), (5, 0, 2), (6, 0, 2), (7, 0, 2), (7, 0, 1)]
    assert place(state, "scythe-white", "mill", out_of_the_snow).state.position.phase is Phase.FILLE


def test_aly_1_never_on_snowfall_points() -> None:
    state = with_cubes(on_top(table(), nf.SNOW), "mill", white=[(0, 0, 1), (1, 0, 1)])
    after = play(state, nf.Draw(0))
    assert gain(state, after) == {"white": 4}
    assert kinds(after) == {"draw"}
    assert refused(after, nf.Fille(0)) == "ALY-2"
    with pytest.raises(nf.NotYourTurnError):
        after.play(nf.Coureur(1))


def test_aly_1_never_on_disk_points() -> None:
    """White's peg completes the mill, worth 8 at the end: nothing to double or to share now."""
    state = with_snow(table(), 2)
    columns = [it for it in state.position.game.edition.sites[1].columns if it != (0, 0)]
    state = with_cubes(state, "mill", blue=[(x, y, 1) for x, y in columns])
    after = place(state, "peg-white", "mill", [(0, 0, 1)]).state
    assert after.position.standees == (None, 0, None)
    assert after.position.phase is Phase.CLOSE


# -- ALY-2 ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("points", [1, 2, 5])
def test_aly_2_the_fille_doubles_the_points_of_the_placement(points: int) -> None:
    state = after_placement(points)
    assert (state.position.phase, kinds(state)) == (Phase.FILLE, {"fille", "decline"})
    step = state.play(nf.Fille(0))
    assert gain(state, step.state) == {"white": points}
    assert step.events[0] == events.Doubled(0, points)
    assert "fille" not in held(step.state, 0)


def test_aly_2_or_lets_it_pass_and_keeps_the_token() -> None:
    state = after_placement(3)
    after = play(state, nf.Decline(0))
    assert gain(state, after) == {}
    assert "fille" in held(after, 0)


@pytest.mark.parametrize("seat", [1, 2])
def test_aly_2_only_the_active_player(seat: int) -> None:
    with pytest.raises(nf.NotYourTurnError):
        after_placement(3).play(nf.Fille(seat))


def test_aly_2_no_window_without_the_token_or_without_points() -> None:
    assert after_placement(3, white="coureur huron").position.phase is Phase.COUREUR
    state = after_placement(0)
    assert state.position.phase is Phase.CLOSE
    assert refused(state, nf.Fille(0)) == "ALY-2"


def test_aly_2_not_before_the_points_are_known() -> None:
    assert refused(table(), nf.Fille(0)) == "ALY-2"
    assert refused(play(table(), nf.Draw(0)), nf.Fille(0)) == "ALY-2"


# -- ALY-3 ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("points", "half"), [(2, 1), (3, 1), (4, 2), (5, 2), (7, 3)])
@pytest.mark.parametrize("fille", [nf.Fille(0), nf.Decline(0)])
def test_aly_3_the_coureur_gains_half_rounded_down_before_any_doubling(
    points: int, half: int, fille: nf.Action
) -> None:
    state = play(after_placement(points), fille)
    step = state.play(nf.Coureur(1))
    assert gain(state, step.state) == {"brown": half}
    assert step.events[0] == events.TookHalf(1, half)
    assert "coureur" not in held(step.state, 1)


@pytest.mark.parametrize("seat", [1, 2])
def test_aly_3_the_first_claim_closes_the_window_whoever_makes_it(seat: int) -> None:
    state = play(after_placement(4, white="huron"), nf.Coureur(seat))
    assert (state.position.phase, state.position.movers) == (Phase.CLOSE, (0,))
    assert "coureur" in held(state, 3 - seat)
    with pytest.raises(nf.NotYourTurnError):
        state.play(nf.Coureur(3 - seat))


@pytest.mark.parametrize("order", [(1, 2), (2, 1)])
def test_aly_3_answers_in_any_order(order: tuple[int, int]) -> None:
    first, second = order
    state = play(after_placement(4, white=""), nf.Decline(first))
    assert state.position.movers == (second,)
    with pytest.raises(nf.NotYourTurnError) as error:
        state.play(nf.Coureur(first))
    assert error.value.rule == "ALY-3"
    assert gain(state, play(state, nf.Coureur(second))) == {("white", "brown", "yellow")[second]: 2}
    assert play(state, nf.Decline(second)).position.phase is Phase.TURN


@pytest.mark.parametrize(("active", "asked"), [(0, (1, 2, 3)), (1, (2, 3, 0)), (3, (0, 1, 2))])
def test_aly_3_in_order_from_the_active_players_left(active: int, asked: tuple[int, ...]) -> None:
    colours = ("white", "brown", "yellow", "blue")
    state = with_tokens(turn_of(table(*colours), active), **{colours[active]: ""})
    after = place(state, f"beam-{colours[active]}", "mill", [(0, 0, 1), (1, 0, 1), (2, 0, 1)]).state
    assert after.position.asked == asked
    assert [list(after.view(seat).legal) for seat in asked] == [[nf.Coureur(seat), nf.Decline(seat)] for seat in asked]
    assert list(after.view(active).legal) == []


@pytest.mark.parametrize("seat", [0, 1])
def test_aly_3_not_for_the_active_player_nor_without_the_token(seat: int) -> None:
    state = after_placement(4, white="coureur", brown="fille huron")
    assert state.position.movers == (2,)
    with pytest.raises(nf.NotYourTurnError) as error:
        state.play(nf.Coureur(seat))
    assert error.value.rule == "ALY-3"


@pytest.mark.parametrize(
    ("points", "tokens"),
    [
        (0, {}),
        (1, {}),  # half rounds down to nothing
        (6, {"brown": "fille huron", "yellow": ""}),  # nobody can claim
    ],
)
def test_aly_3_the_window_is_skipped(points: int, tokens: dict[str, str]) -> None:
    state = after_placement(points, **tokens)
    if points:
        assert state.position.phase is Phase.FILLE
        state = play(state, nf.Fille(0))
    assert state.position.phase is Phase.CLOSE


def test_aly_3_order_after_a_placement() -> None:
    state = after_placement(4)
    phases = [state.position.phase]
    for action in (nf.Decline(0), nf.Decline(2), nf.Decline(1), nf.End(0)):
        state = play(state, action)
        phases.append(state.position.phase)
    assert phases == [Phase.FILLE, Phase.COUREUR, Phase.COUREUR, Phase.CLOSE, Phase.TURN]
    assert state.position.points == 0


def test_aly_3_nothing_to_decline_elsewhere() -> None:
    assert refused(table(), nf.Decline(0)) == "ALY-3"


# -- ALY-4 ---------------------------------------------------------------------------------------------------------

TOP = ("eel", "cross", "plow", "stairs")


def looking(seat: int = 0, **tokens: str) -> State:
    """That seat looks at the top three cards at the start of its turn."""
    return play(turn_of(with_tokens(on_top(table(), *TOP), **tokens), seat), nf.Huron(seat))


def test_aly_4_at_the_very_start_of_a_turn() -> None:
    state = looking()
    assert {action.order for action in state.legal if isinstance(action, nf.Huron)} == {
        (0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)
    }  # fmt: skip
    after = play(state, nf.Huron(0, (2, 0, 1)))
    assert after.deck[:4] == ("plow", "eel", "cross", "stairs")
    assert (after.position.active, kinds(after)) == (0, {"draw", "bonus"})


def test_aly_4_at_the_very_end_of_a_turn() -> None:
    state = on_top(after_placement(0), *TOP)
    assert kinds(state) == {"huron", "end"}
    state = play(state, nf.Huron(0))
    assert kinds(state) == {"huron"}
    after = play(state, nf.Huron(0, (1, 0, 2)))
    assert after.deck[:3] == ("cross", "eel", "plow")
    assert (after.position.active, after.position.phase) == (1, Phase.TURN)


def test_aly_4_the_turn_ends_by_itself_without_the_token() -> None:
    after = after_placement(0, white="fille coureur")
    assert (after.position.active, after.position.phase) == (1, Phase.TURN)
    assert refused(after, nf.End(1)) == "ALY-4"


def test_aly_4_once_looked_the_cards_go_back_first() -> None:
    state = looking()
    for action in (nf.Huron(0), nf.Huron(0, (0, 1))):
        assert refused(state, action) == "ALY-4"
    assert refused(state, nf.Draw(0)) == "TRN-1"


@pytest.mark.parametrize("order", [(0, 0, 1), (1, 2, 3), (-1, 0, 1)])
def test_aly_4_what_is_no_order_at_all(order: tuple[int, ...]) -> None:
    with pytest.raises(nf.InvalidActionError, match="ALY-4"):
        looking().play(nf.Huron(0, order))


@pytest.mark.parametrize("left", [1, 2, 3, 4])
def test_aly_4_three_cards_or_as_many_as_are_left(left: int) -> None:
    state = with_deck(with_snow(table(), 2), *(*TOP[: left - 1], nf.SNOW))
    step = state.play(nf.Huron(0))
    assert step.events == (events.Peeked(0, state.deck[:3]),)
    assert len(step.state.legal) == (1, 2, 6, 6)[left - 1]


def test_aly_4_snowflakes_may_be_among_them_and_may_be_moved() -> None:
    state = play(on_top(table(), "eel", nf.SNOW, "plow"), nf.Huron(0), nf.Huron(0, (1, 0, 2)), nf.Draw(0))
    assert state.position.snow == 1


def test_aly_4_not_after_drawing_nor_between_a_snowflake_and_the_next_card() -> None:
    assert refused(play(table(), nf.Draw(0)), nf.Huron(0)) == "ALY-4"
    snowed = play(on_top(table(), nf.SNOW), nf.Draw(0))
    assert "huron" in held(snowed, 0)
    assert refused(snowed, nf.Huron(0)) == "ALY-4"
    assert refused(play(snowed, nf.Draw(0)), nf.Huron(0)) == "ALY-4"


def test_aly_4_not_in_another_players_turn() -> None:
    with pytest.raises(nf.NotYourTurnError):
        table().play(nf.Huron(1))
    with pytest.raises(nf.NotYourTurnError):
        after_placement(0).play(nf.Huron(1))


def test_aly_4_not_after_a_turn_lost() -> None:
    state = with_display(table(rules=nf.Rules(unable="claimed")), "scythe", "eel")
    state = play(to_place(state), nf.Unable(0, "scythe", "scythe-white"))
    lost = place(state, "scythe-brown", "mill", SCYTHE).state
    assert "huron" in held(lost, 0)
    assert (lost.position.active, lost.position.phase) == (1, Phase.TURN)
    with pytest.raises(nf.NotYourTurnError):
        lost.play(nf.Huron(0))


def known(*groups: tuple[int, str]) -> tuple[Foreseen, ...]:
    """What a seat knows of the deck's top, as (how many cards, which are among them)."""
    return tuple(Foreseen(size, tuple(cards.split())) for size, cards in groups)


def test_aly_4_only_the_one_who_looks_sees_the_cards() -> None:
    step = turn_of(on_top(table(), *TOP), 0).play(nf.Huron(0))
    assert step.state.view(0).foresight == known((1, "eel"), (1, "cross"), (1, "plow"))
    assert [step.state.view(seat).foresight for seat in (1, 2, None)] == [(), (), ()]
    assert nf.seen_by(step.events[0], 0) == events.Peeked(0, TOP[:3])
    assert [nf.seen_by(step.events[0], seat) for seat in (1, 2, None)] == [events.Peeked(0, None)] * 3


def test_aly_4_only_the_one_who_looks_knows_the_new_order() -> None:
    step = looking().play(nf.Huron(0, (2, 0, 1)))
    assert step.state.view(0).foresight == known((1, "plow"), (1, "eel"), (1, "cross"))
    assert [step.state.view(seat).foresight for seat in (1, 2, None)] == [(), (), ()]
    assert nf.seen_by(step.events[0], 0) == events.PutBack(0, (2, 0, 1))
    assert [nf.seen_by(step.events[0], seat) for seat in (1, 2, None)] == [events.PutBack(0, None)] * 3


def test_aly_4_two_orders_look_the_same_to_the_others() -> None:
    one, other = (play(looking(), nf.Huron(0, order)) for order in ((0, 1, 2), (2, 1, 0)))
    for seat in (1, 2, None):
        assert one.view(seat) == other.view(seat)


def test_aly_4_what_was_seen_is_remembered_until_drawn() -> None:
    state = play(looking(), nf.Huron(0, (2, 0, 1)))
    for left in (known((1, "eel"), (1, "cross")), known((1, "cross")), ()):
        state = turn_of(play(state, nf.Draw(state.position.active)), 1)
        assert state.view(0).foresight == left


def test_aly_4_another_seats_new_order_leaves_a_group_without_order() -> None:
    """White knows cross and plow under the eel it drew; brown then shuffles the top three: stairs, plow, cross."""
    state = play(looking(), nf.Huron(0, (0, 1, 2)), nf.Draw(0))
    state = play(turn_of(state, 1), nf.Huron(1))
    assert state.view(0).foresight == known((1, "cross"), (1, "plow"))
    state = play(state, nf.Huron(1, (2, 1, 0)))
    assert state.deck[:3] == ("stairs", "plow", "cross")
    assert state.view(0).foresight == known((3, "cross plow"))
    assert state.view(1).foresight == known((1, "stairs"), (1, "plow"), (1, "cross"))
    state = play(state, nf.Draw(1))
    assert state.view(0).foresight == known((2, "cross plow"))
    state = play(turn_of(state, 2), nf.Draw(2))
    assert (state.view(0).foresight, state.view(1).foresight) == (known((1, "cross")), known((1, "cross")))
    assert state.view(2).foresight == ()


# -- ALY-5 ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("block", ["beam-white", "scythe-white"])
def test_aly_5_fille_and_coureur_apply_to_a_bonus_block_too(block: str) -> None:
    if block == "beam-white":
        state, cubes = table(), SCYTHE[:3]
    else:
        state, cubes = to_place(table(), "scythe"), SCYTHE
    after = play(place(state, block, "mill", cubes).state, nf.Fille(0), nf.Coureur(1))
    points = 3 if block == "beam-white" else 2
    assert gain(state, after) == {"white": 2 * points, "brown": 1}


def test_aly_5_not_when_another_player_places_the_block_of_a_player_unable() -> None:
    state = to_place(table(rules=nf.Rules(unable="claimed")), "scythe", "eel", "cross")
    state = with_cubes(state, "mill", brown=[(3, 0, 1), (2, 0, 1)])
    state = play(state, nf.Unable(0, "scythe", "scythe-white"))
    after = place(state, "scythe-brown", "mill", SCYTHE).state
    assert gain(state, after) == {"brown": 4}
    assert (after.position.active, after.position.phase) == (1, Phase.TURN)
