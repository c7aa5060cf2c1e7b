"""Hints: they are legal, their numbers are the rules', they know no hidden card, and who takes them plays well."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from nouvelle_france import BOTS, SNOW, Match, Phase, Place, Seat, State, deal_table, play_on
from nouvelle_france.bots.judging.hinting import LEVEL, SHOWN, Hints, hints, snow_outlook, write_hints
from nouvelle_france.bots.pure_bot import PureBot
from nouvelle_france.protocol.socket import HintsTold
from nouvelle_france.rules import Bonus, Huron
from nouvelle_france.rules.foresight import looked
from tests.bots.first_hint import FirstHint
from tests.kinds import EDITION, KINDS, Kind, play_randomly, some_kinds


def choices(kind: Kind, seed: int, every: int = 7) -> Iterator[State]:
    """Some of the states of a game in which somebody has something to choose."""
    for number, (state, _) in enumerate(play_randomly(kind.match(seed), Random(seed), 10_000)):
        if number % every == 0 and len(state.legal) > 1:
            yield state


def advised(state: State) -> Hints:
    return hints(state.view(state.position.movers[0]))


@some_kinds
def test_hints_are_legal_and_the_best_comes_first(kind: Kind) -> None:
    for state in choices(kind, 1):
        legal = state.view(state.position.movers[0]).legal
        told = advised(state)
        assert told.best
        assert all(hint.action in legal for hint in told.best)
        worths = [hint.worth for hint in told.best if hint.worth is not None]
        assert worths == sorted(worths, reverse=True)
        placements = [*legal.of_kind("place"), *legal.of_kind("bonus")]
        assert sorted(id for id, _ in told.ranked) == [
            it.placement for it in placements if isinstance(it, Place | Bonus)
        ]
        assert [worth for _, worth in told.ranked] == sorted((worth for _, worth in told.ranked), reverse=True)
        shown = []
        for hint in told.best:
            if isinstance(hint.action, Place | Bonus):
                placement = state.position.game.table[hint.action.placement]
                shown.append((placement.block, placement.site, round(hint.worth or 0.0, 1)))
        assert bool(placements) <= len(shown) <= SHOWN
        assert len(set(shown)) == len(shown), "mirror images are one hint"
        written = write_hints(state.position.game, told)
        HintsTold.model_validate({"type": "hints", "re": "", "table": "", "seat": "", "since": 0, **written})


@some_kinds
def test_sco_1_snw_1_the_numbers_of_a_hint_are_those_of_the_rules(kind: Kind) -> None:
    for state in choices(kind, 2, every=11):
        position, edition = state.position, state.position.game.edition
        for hint in advised(state).best:
            if not isinstance(hint.action, Place | Bonus):
                continue
            scoring = position.scoring(hint.action.placement, hint.action.seat)
            assert hint.now == scoring.gain
            assert bool(hint.disk) == (scoring.completes and position.game.name(hint.action.seat) != "winter")
            stands = state.play(hint.action).state.position
            for number, snow in enumerate(hint.snow, start=position.tallied):
                for colour in range(len(edition.colours)):
                    more = sum(
                        (after.count(colour, number + 1) - before.count(colour, number + 1)) * marks[number]
                        for before, after, marks, site in zip(
                            position.buildings, stands.buildings, position.game.marks, edition.sites, strict=True
                        )
                        if (
                            position.game.mode == "solo"
                            and edition.colour_ids[colour] in (site.solo_colour, edition.solo.winter)
                        )
                        or edition.colour_ids[colour] in position.game.colours
                    )
                    assert snow.get(edition.colour_ids[colour], 0) == more


@pytest.mark.parametrize("kind", [it for it in KINDS if it.id in ("table-mixed", "table-3-greedy", "solo-belfry")])
def test_a_hint_knows_no_hidden_card(kind: Kind) -> None:
    rng = Random(3)
    for state in choices(kind, 3, every=5):
        seat = state.position.movers[0]
        known = sum(group.size for group in state.foresight[seat])
        hidden = rng.sample(state.deck[known:], len(state.deck) - known)
        memories = tuple(it if other == seat else () for other, it in enumerate(state.foresight))
        other = State(state.position, (*state.deck[:known], *hidden), memories)
        assert advised(state) == hints(other.view(seat))


def test_it_is_the_artisans_judgement() -> None:
    artisan = PureBot(LEVEL, Random(0))
    agreed = 0
    for seed in range(2):
        for state in choices(KINDS[-1] if seed else KINDS[0], seed, every=1):
            view = state.view(state.position.movers[0])
            few = state.position.phase is Phase.PLACE and len(view.legal) <= LEVEL.judged
            if (few and view.seat == 0) or state.position.phase in (Phase.FILLE, Phase.COUREUR, Phase.CLOSE):
                assert hints(view).best[0].action == artisan.choose(view, view.legal)
                agreed += 1
    assert agreed > 20


def test_set_3_the_odds_of_snow_are_those_of_its_pile() -> None:
    setup = deal_table(EDITION, Random(1), players=2)
    match = Match(setup, [Seat(colour, colour) for colour in setup.game.colours])
    first = next(pile for pile in setup.game.piles if pile.snow)
    (next_one, *later) = snow_outlook(match.state.view(0))
    assert (next_one.soonest, next_one.latest) == (first.start - 2 + 1, first.end - 2)
    assert next_one.chance == 0.0
    assert [it.level for it in (next_one, *later)] == [1, 2, 3]
    deck = setup.deck
    near = replace(match.state, position=replace(match.state.position, deck_count=len(deck) - first.start))
    cards = first.end - first.start
    assert snow_outlook(near.view(0))[0].chance == pytest.approx(1 / cards)


def test_aly_4_who_has_looked_is_told_what_follows_from_it() -> None:
    setup = deal_table(EDITION, Random(1), players=2)
    state = Match(setup, [Seat(colour, colour) for colour in setup.game.colours]).state
    first = next(pile for pile in setup.game.piles if pile.snow)
    near = replace(state, position=replace(state.position, deck_count=len(setup.deck) - first.start))
    for cards, chance in ((("eel", SNOW, "cross"), 0.0), ((SNOW, "eel", "cross"), 1.0), (("eel", "eel", "cross"), 0.0)):
        knowing = replace(near, foresight=(looked(cards), ()))
        assert snow_outlook(knowing.view(0))[0].chance == chance
        assert snow_outlook(knowing.view(1))[0].chance not in (0.0, 1.0), "the other has not looked"


def test_who_looks_at_the_deck_gets_a_hint_for_the_order() -> None:
    looking = [
        state
        for seed in range(6)
        for state in choices(KINDS[0], seed, every=1)
        if state.position.phase in (Phase.LOOK_BEFORE, Phase.LOOK_AFTER)
    ]
    told = [advised(state).best[0].action for state in looking[:6]]
    assert told
    assert all(isinstance(action, Huron) and action.order is not None for action in told)


def won_by_the_first_hint(games: int) -> float:
    """The share of games of two against `greedy`, a draw counting half."""
    won = 0.0
    for number in range(games):
        setup = deal_table(EDITION, Random(f"hints {number}"), players=2)
        match = Match(setup, [Seat(colour, colour) for colour in setup.game.colours])
        own = number % 2
        bots = [BOTS["greedy"](Random(number)), BOTS["greedy"](Random(number))]
        play_on(match, [FirstHint(Random(0)) if seat == own else bots[seat] for seat in range(2)])
        result = match.state.position.result
        assert result is not None
        won += (setup.game.colours[own] in result.winners) / len(result.winners)
    return won / games


@pytest.mark.parametrize("games", [4, *(pytest.param(it, marks=pytest.mark.large) for it in (8, 100))])
def test_always_taking_the_first_hint_beats_greedy(games: int) -> None:
    assert won_by_the_first_hint(games) > 0.6


def test_a_level_that_snow_has_scored_earns_nothing_more() -> None:
    for state in choices(KINDS[0], 4, every=1):
        told = advised(state)
        assert [it.level for it in told.snowfalls] == list(range(state.position.tallied + 1, 4))
        for hint in told.best:
            if isinstance(hint.action, Place | Bonus):
                assert len(hint.snow) == 3 - state.position.tallied
