"""The end.

Proves END-1, END-2.
"""

from __future__ import annotations

from typing import Literal

import pytest

import nouvelle_france as nf
from nouvelle_france import Result, State
from nouvelle_france.rules import events
from tests.rules.situations import (
    TABLE,
    change,
    kinds,
    on_top,
    play,
    table,
    with_blocks,
    with_cubes,
    with_scores,
    with_snow,
    with_tokens,
)


def last_stage(*colours: str, rules: nf.Rules | None = None) -> State:
    """The third snowflake is the next card."""
    return on_top(with_snow(table(*colours, rules=rules), 2), nf.SNOW)


def result(state: State) -> Result:
    """How the game ends when the next player draws the third snowflake."""
    ended = play(state, nf.Draw(state.position.active)).position.result
    assert ended is not None
    return ended


def with_pegs(state: State, *colours: str) -> State:
    """With the pegs of these colours placed, where they count for nothing."""
    pegs = [(f"peg-{colour}", "mill", [(x, 0, 1)]) for x, colour in enumerate(colours)]
    return with_blocks(state, *pegs)


def test_end_1_the_third_snowflake_scores_level_three_then_disks() -> None:
    state = with_scores(last_stage(), white=20, brown=21, yellow=5)
    state = with_cubes(state, "redoubt", white=[(4, 1, 3)], brown=[(5, 1, 2)])  # twice on level 3
    state = with_cubes(state, "church", brown=[(3, 0, 3)])  # less one
    state = change(state, standees=(2, 1, 2))  # 10, 8, 6
    step = state.play(nf.Draw(0))
    assert result(state).scores == {"white": 22, "brown": 28, "yellow": 21}
    assert result(state).standees == {"church": "yellow", "mill": "brown", "redoubt": "yellow"}
    assert (result(state).winners, result(state).decided_by) == (("brown",), "points")
    fell, over = step.events[1:]
    assert isinstance(fell, events.SnowFell)
    assert isinstance(over, events.GameOver)
    assert over.disks == {"brown": 8, "yellow": 16}
    assert over.scores == result(state).scores


@pytest.mark.parametrize(
    "action",
    [
        nf.Draw(0),
        nf.Draw(1),
        nf.Place(0, 0),
        nf.Bonus(0, 0),
        nf.Huron(0),
        nf.End(0),
        nf.Fille(0),
        nf.Place(0, len(TABLE)),
    ],
    ids=lambda action: action.do,
)
def test_end_1_then_the_game_is_over(action: nf.Action) -> None:
    state = play(last_stage(), nf.Draw(0))
    assert state.over
    assert (kinds(state), state.position.movers) == (set(), ())
    with pytest.raises(nf.GameOverError) as error:
        state.play(action)
    assert error.value.rule == "END-1"


@pytest.mark.parametrize("depth", [0, 1])
def test_end_1_not_by_an_earlier_snowflake(depth: int) -> None:
    assert not play(on_top(with_snow(table(), depth), nf.SNOW), nf.Draw(0)).over


def test_end_2_most_points_win_whatever_the_tokens_and_pegs() -> None:
    state = with_pegs(with_tokens(with_scores(last_stage(), brown=1), brown=""), "brown")
    assert (result(state).winners, result(state).decided_by) == (("brown",), "points")


def test_end_2_disks_count_for_the_most_points() -> None:
    state = change(with_scores(last_stage(), white=9), standees=(1, None, None))
    assert result(state).winners == ("brown",)


def test_end_2_most_points_may_be_below_zero() -> None:
    assert result(with_scores(last_stage(), white=-3, brown=-2, yellow=-4)).winners == ("brown",)


@pytest.mark.parametrize(
    ("white", "brown", "winners"),
    [
        ("fille coureur huron", "coureur huron", ("white",)),
        ("", "huron", ("brown",)),
        ("fille huron", "coureur huron", ("white", "brown")),  # how many, not which
    ],
)
def test_end_2_tied_fewest_ally_tokens_face_down(white: str, brown: str, winners: tuple[str, ...]) -> None:
    """Yellow used none, but has fewer points."""
    state = with_tokens(with_scores(last_stage(), white=7, brown=7, yellow=6), white=white, brown=brown)
    assert result(state).winners == winners
    assert result(state).decided_by == ("allies" if len(winners) == 1 else "shared")


def test_end_2_tokens_come_before_the_peg() -> None:
    state = with_pegs(with_tokens(last_stage("white", "brown"), brown="fille huron"), "white")
    assert (result(state).winners, result(state).decided_by) == (("white",), "allies")


@pytest.mark.parametrize(("pegs", "winner"), [(("white",), "brown"), (("brown",), "white")])
def test_end_2_still_tied_who_did_not_place_their_peg(pegs: tuple[str, ...], winner: str) -> None:
    state = with_pegs(last_stage("white", "brown"), *pegs)
    assert (result(state).winners, result(state).decided_by) == ((winner,), "peg")


def test_end_2_each_tie_break_is_among_those_still_tied() -> None:
    """Yellow drops out by its tokens, so that its unplaced peg is no matter."""
    state = with_pegs(with_tokens(last_stage(), yellow="huron"), "white")
    assert (result(state).winners, result(state).decided_by) == (("brown",), "peg")


@pytest.mark.parametrize("pegs", [(), ("white", "brown")])
def test_end_2_then_they_share_the_title(pegs: tuple[str, ...]) -> None:
    state = with_pegs(with_scores(last_stage(), yellow=-1), *pegs)
    assert (result(state).winners, result(state).decided_by) == (("white", "brown"), "shared")


@pytest.mark.parametrize(
    ("allies", "winners", "decided_by"), [("each_stage", ("white", "brown"), "shared"), ("once", ("brown",), "allies")]
)
def test_end_2_tokens_used_in_earlier_stages_count_only_if_they_never_came_back(
    allies: Literal["each_stage", "once"], winners: tuple[str, ...], decided_by: str
) -> None:
    state = with_tokens(with_snow(table("white", "brown", rules=nf.Rules(allies=allies)), 1), white="huron")
    state = on_top(play(on_top(state, nf.SNOW), nf.Draw(0)), nf.SNOW)
    assert (result(state).winners, result(state).decided_by) == (winners, decided_by)


def test_end_2_without_allies_the_peg_decides() -> None:
    state = with_pegs(last_stage("white", "brown", rules=nf.Rules(allies="none")), "white")
    assert (result(state).winners, result(state).decided_by) == (("brown",), "peg")
