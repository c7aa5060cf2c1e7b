"""Prompts, answers, and a table of models against bots."""

from __future__ import annotations

import re
from random import Random

import pytest

from nouvelle_france import default_edition, start
from nouvelle_france.bots import play_on
from nouvelle_france.envs.language import TRIES, ModelBot, Prompt, score
from nouvelle_france.record import Match, Seat
from nouvelle_france.rules import Huron, Phase, State, deal_table


def middle(seed: int, phase: Phase) -> State:
    """A game of two that has come to a phase, by random actions."""
    rng = Random(seed)
    state = start(deal_table(default_edition(), rng, 2))
    while state.position.phase is not phase:
        legal = state.legal
        state = state.play(rng.choice(legal.of_kind(rng.choice(legal.kinds())))).state
    return state


@pytest.mark.parametrize("phase", [it for it in Phase if it not in (Phase.OVER, Phase.CLAIMED, Phase.DUE)])
def test_every_legal_move_has_a_number_and_a_text_of_its_own(phase: Phase) -> None:
    state = middle(3, phase)
    prompt = Prompt.of(state.view(state.position.movers[0]))
    moves = re.findall(r"^(\d+)\. (.+)$", prompt.text, re.MULTILINE)
    assert [int(number) for number, _ in moves] == list(range(1, len(prompt.actions) + 1))
    assert len({words for _, words in moves}) == len(moves)
    assert set(prompt.actions) == set(state.view(state.position.movers[0]).legal)


def test_an_answer_is_the_move_it_names_last() -> None:
    prompt = Prompt("", tuple(middle(1, Phase.TURN).legal))
    second = prompt.actions[1]
    for text in ("Move: 2", "**Move: 2**", "I thought of move 1, but no.\nmove: 2", " 2.\n"):
        assert prompt.read(text) == second, text
    for text in ("", "none", "Move: 0", f"Move: {len(prompt.actions) + 1}", "I have 2 cubes there"):
        assert prompt.read(text) is None, text


def test_aly_4_a_prompt_tells_what_the_huron_saw_to_its_seat_alone() -> None:
    state = start(deal_table(default_edition(), Random(5), 2))
    state = state.play(Huron(0)).state
    assert f"You know of the next cards: {', then '.join(state.deck[:3])}." in Prompt.of(state.view(0)).text
    state = state.play(Huron(0, (0, 1, 2))).state
    while state.position.movers[0] == 0:
        state = state.play(next(iter(state.legal))).state
    assert "You know of the next cards" not in Prompt.of(state.view(1)).text


def test_a_model_that_answers_nothing_is_counted_and_the_game_goes_on() -> None:
    setup = deal_table(default_edition(), Random(1), 2)
    match = Match(setup, [Seat(colour, "model") for colour in setup.game.colours])
    dumb = ModelBot(lambda _: "I resign", Random(1))
    play_on(match, [dumb, ModelBot(lambda _: "Move: 1", Random(2))])
    assert match.state.over
    assert dumb.faults == dumb.asked > TRIES
    drawn = [played.action.seat for played in match.history if played.stand_in == "chance"]
    assert drawn == [0] * (dumb.faults // TRIES)
    assert {move["by"] for move in match.moves if "stand_in" in move} == {setup.game.colours[0]}


def test_models_are_scored_against_bots_from_both_seats() -> None:
    rows = score({"first": lambda _: "Move: 1", "mute": lambda _: ""}, ["random", "apprenti"], deals=1)
    assert [(row.model, row.bot, row.games) for row in rows] == [
        (model, bot, 2) for model in ("first", "mute") for bot in ("random", "apprenti")
    ]
    assert [row.faults for row in rows] == [0, 0, 1, 1]
    assert all(row.won == 0 and row.lead < 0 for row in rows if row.bot == "apprenti")
