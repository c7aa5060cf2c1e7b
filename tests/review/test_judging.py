"""A choice is judged by what its seat knew, the same each time, and a blunder is called one."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest

from nouvelle_france import Match, Place, Record, State
from nouvelle_france.bots.judging.hinting import explain, hints
from nouvelle_france.review import DEPTHS, Step, UnfinishedGameError, match_of, steps_of
from nouvelle_france.review.judging import judge, judge_choice
from nouvelle_france.review.scales import scales
from nouvelle_france.review.telling import CERTAIN, VERDICTS, tell, tell_retry, verdict_on
from nouvelle_france.rules.setup import SNOW
from tests.review.games import EDITION, QUICK, analysis, game, judged


def test_the_same_game_gives_the_same_analysis() -> None:
    match = game(2)
    again = tell(match_of(match.record(), EDITION), judged(match), QUICK)
    assert json.dumps(again) == json.dumps(analysis(2))


def other_deck(step: Step, rng: Random) -> Step:
    """The same step with cards in other places that its seat cannot know: within a pile, snow where it lies."""
    state = step.state
    seen = sum(group.size for group in state.foresight[step.action.seat])
    drawn = step.position.game.piles[-1].end - step.position.deck_count
    deck = list(state.deck)
    for pile in step.position.game.piles:
        places = range(max(pile.start - drawn, seen), pile.end - drawn)
        places_ = [place for place in places if deck[place] != SNOW]
        cards = [deck[place] for place in places_]
        rng.shuffle(cards)
        for place, card in zip(places_, cards, strict=True):
            deck[place] = card
    foresight = tuple(it if seat == step.action.seat else () for seat, it in enumerate(state.foresight))
    return replace(step, state=State(state.position, tuple(deck), foresight))


def test_cards_that_a_seat_could_not_know_change_nothing_in_its_choices() -> None:
    rng = Random(3)
    changed = 0
    for number, step in enumerate(it for it in steps_of(game(2)) if it.is_choice):
        if number % 4 == 0:
            other = other_deck(step, rng)
            changed += other.state.deck != step.state.deck
            assert judge(other, QUICK).choice == judge(step, QUICK).choice
    assert changed > 15


def test_cards_that_nobody_drew_change_no_choice_of_a_record() -> None:
    match = game(2)
    record = match.record()
    left = len(match.state.deck)
    assert left > 1
    turned = replace(record, deck=(*record.deck[:-left], *reversed(record.deck[-left:])))
    assert turned.deck != record.deck
    other = match_of(Record.from_json(turned.to_json()), EDITION)
    told = tell(other, judged(other), QUICK)
    assert told["choices"] == analysis(2)["choices"]
    assert told["course"] == analysis(2)["course"]


def test_a_game_that_is_not_over_is_refused() -> None:
    match = game(2)
    unfinished = Match(match.setup, match.seats)
    for played in match.history[:40]:
        unfinished.play(played.action)
    with pytest.raises(UnfinishedGameError, match="not over"):
        steps_of(unfinished)
    with pytest.raises(UnfinishedGameError):
        match_of(unfinished.record(), EDITION)


def test_a_blunder_is_called_one_and_what_the_best_bot_does_is_not() -> None:
    """The placement worth least of all that there are, and the one that is held to be best."""
    depth = DEPTHS["maitre"]
    steps = [it for it in steps_of(game(2)) if it.is_choice and isinstance(it.action, Place)]
    step = steps[len(steps) // 2]
    view = step.state.view(step.action.seat)
    worst = Place(step.action.seat, hints(view).ranked[-1][0])
    judgement = judge_choice(view, worst, step.seed, depth)
    assert judgement is not None
    assert not judgement.is_best
    assert verdict_on(judgement.regret, judgement.error) in ("mistake", "blunder")
    assert judgement.error < 1.5
    better = judge_choice(view, judgement.best.action, step.seed, depth)
    assert better is not None
    assert verdict_on(better.regret, better.error) is None


def test_the_answer_held_to_be_best_is_right_when_it_is_tried() -> None:
    """What was played competes again: without it, others might win where it was not one of the usual candidates."""
    depth = DEPTHS["maitre"].with_effort(0.2)
    steps = [it for it in steps_of(game(2)) if it.is_choice and isinstance(it.action, Place)]
    tried = unusual = 0
    for step in steps:
        view = step.state.view(step.action.seat)
        worst = Place(step.action.seat, hints(view).ranked[-1][0])
        judgement = judge_choice(view, worst, step.seed, depth)
        if judgement is None or judgement.is_best:
            continue
        again = judge_choice(view, judgement.best.action, step.seed, depth, instead_of=worst)
        assert again is not None
        assert again.is_best
        assert tell_retry(step, again)["right"]
        tried += 1
        unusual += worst not in scales(EDITION).candidates(view, depth)
    assert tried > 10
    assert unusual > 5, "so it was no usual candidate"


def test_no_verdict_lies_within_the_error() -> None:
    assert verdict_on(0.0, 0.0) is None
    for name, points in VERDICTS:
        assert verdict_on(points, points / CERTAIN - 0.01) == name
        assert verdict_on(points, points / CERTAIN) is None
    assert verdict_on(2.9, 0.1) is None


def test_reasons_are_those_of_the_hints() -> None:
    for step in [it for it in steps_of(game(2)) if it.is_choice][::5]:
        view = step.state.view(step.action.seat)
        if step.position.phase.value.startswith("look"):
            continue
        advised = hints(view)
        actions = [it.action for it in advised.best]
        assert explain(view, actions) == advised.best
