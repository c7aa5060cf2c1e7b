"""Levels in plain Python: move for move what the compiled ones choose, at once, with the standard library alone."""

from __future__ import annotations

import pickle
import subprocess
import sys
import time
from collections import Counter
from random import Random

import pytest

from nouvelle_france import BOTS, Place, State, deal_table, start
from nouvelle_france.bots import LADDER, PURE_BOTS, stood_in
from nouvelle_france.bots.compiled_games import compiled_games
from nouvelle_france.bots.judging.chance import SplitMix, deal
from nouvelle_france.bots.judging.features import Survey
from nouvelle_france.bots.judging.listing import best_listed
from nouvelle_france.bots.judging.value import value_after
from nouvelle_france.bots.ladder import LadderBot
from nouvelle_france.bots.levels import LEVELS
from nouvelle_france.bots.pure_bot import PureBot
from nouvelle_france.bots.stand_in import fallback
from nouvelle_france.bots.weights import package_weights
from nouvelle_france.rules import Action
from nouvelle_france.rules.game import PLAYER
from nouvelle_france.rules.setup import SNOW
from tests.core.variants import EDITION, GROUPS

NAMES = ("apprenti", "artisan")
SHARES = 8
"""Into how many tests the games are cut, so that workers share them out."""

VARIANTS = [variant for group in GROUPS.values() for variant in group]
STRIDE = 37
assert len(VARIANTS) % STRIDE
"""Steps of that many variants come to each of them, and to unlike ones first."""


@pytest.fixture
def games(request: pytest.FixtureRequest) -> int:
    """How many games are compared in all."""
    return int(request.config.getoption("--pure-games"))


def tied_by_rounding(state: State, chosen: Action, other: Action) -> bool:
    """Whether two placements of a solo game are of the same value but for the last bits of exp and log."""
    assert isinstance(chosen, Place)
    assert isinstance(other, Place)
    position, survey, weights = state.position, Survey(state.position), package_weights()
    judged = best_listed(position, position.choices, PLAYER, LEVELS["artisan"].judged)
    values = {it.placement: value_after(survey, PLAYER, it, (position.active + 1) % 2, weights) for it in judged}
    return abs(values[chosen.placement] - values[other.placement]) < 1e-9


@pytest.mark.parametrize(
    "share", [*range(SHARES // 2), *(pytest.param(it, marks=pytest.mark.large) for it in range(SHARES // 2, SHARES))]
)
def test_it_chooses_what_the_compiled_level_chooses(share: int, games: int) -> None:
    """Whole games of every variant, each played in compiled code and followed move for move."""
    asked = Counter[str]()
    for number in range(share, games, SHARES):
        variant = VARIANTS[number * STRIDE % len(VARIANTS)]
        setup = variant.deal(Random(f"same/{number}"))
        solo = setup.game.mode == "solo"
        names = tuple(NAMES[(number // 2 + seat) % 2] for seat in range(1 if solo else setup.game.seats))
        finished = compiled_games(variant.edition, names).play(setup, [Random(f"{number}/{seat}") for seat in range(4)])
        bots = [PURE_BOTS[name](Random(f"{number}/{seat}")) for seat, name in enumerate(names)]
        state = start(setup)
        for action in finished.actions():
            if action.seat < len(bots):
                view = state.view(action.seat)
                chosen = bots[action.seat].choose(view, view.legal)
                where = f"game {number}, {variant.id}, {names[action.seat]}: {state.position.summary()}"
                assert chosen == action or (solo and tied_by_rounding(state, chosen, action)), where
                asked[state.position.phase.value] += 1
            state = state.play(action).state
        assert state.over
    assert asked["place"] > 10 * games / SHARES


def test_it_answers_at_once() -> None:
    """Processor time, which a busy machine does not stretch."""
    state = start(deal_table(EDITION, Random(1), 4))
    bots = [PURE_BOTS["artisan"](Random(seat)) for seat in range(4)]
    times = []
    while not state.over:
        seat = state.position.movers[0]
        view = state.view(seat)
        began = time.process_time()
        action = bots[seat].choose(view, view.legal)
        times.append(time.process_time() - began)
        state = state.play(action).state
    assert sum(times) / len(times) < 0.2
    assert max(times) < 3, "the play-outs of a Huron's orders"


def test_where_nothing_is_installed_it_plays_and_the_rest_is_not_offered() -> None:
    script = """
import sys
sys.modules["numpy"] = sys.modules["numba"] = None
from random import Random
from nouvelle_france import BOTS, Match, Seat, deal_solo, deal_table, default_edition, play_on

assert tuple(BOTS) == ("random", "greedy", "apprenti", "artisan"), tuple(BOTS)
assert "ingenieur" not in BOTS and "artisan@1" in BOTS
setup = deal_table(default_edition(), Random(1), 2)
match = Match(setup, [Seat(colour, "it", "it") for colour in setup.game.colours])
play_on(match, [BOTS["artisan"](Random(1)), BOTS["apprenti@5"](Random(2))])
setup = deal_solo(default_edition(), Random(1))
match = Match(setup, [Seat(None, "it", "it")])
play_on(match, [BOTS["artisan"](Random(1))])
"""
    subprocess.run([sys.executable, "-c", script], check=True)


def test_by_name() -> None:
    assert tuple(PURE_BOTS) == ("random", "greedy", *NAMES)
    assert len(PURE_BOTS) == 4
    assert set(NAMES) == {name for name in LADDER if not LEVELS[name].searches}
    for name in (*NAMES, "artisan@0.5"):
        pure, compiled = pickle.loads(pickle.dumps(PURE_BOTS[name]))(Random(1)), BOTS[name](Random(1))
        assert isinstance(pure, PureBot)
        assert isinstance(compiled, LadderBot)
        assert pure.level is compiled.level
    for name in ("maitre", "ingenieur@1", "artisan:weights.json", "x"):
        assert name not in PURE_BOTS
    with pytest.raises(ValueError, match="maitre searches"):
        PureBot(LEVELS["maitre"], Random(1))


def test_without_time_the_cards_go_back_at_once() -> None:
    state = start(deal_table(EDITION, Random(1), 2))
    bot = PURE_BOTS["artisan@0.001"](Random(1))
    state = state.play(state.legal.of_kind("huron")[0]).state
    view = state.view(0)
    began = time.process_time()
    assert bot.choose(view, view.legal) == fallback(view.legal)
    assert time.process_time() - began < 0.5
    assert stood_in(bot) == "harmless"
    patient = PURE_BOTS["artisan"](Random(1))
    assert patient.choose(view, view.legal) in view.legal
    assert stood_in(patient) is None


def test_cards_dealt_again_are_those_nobody_has_seen() -> None:
    state = start(deal_table(EDITION, Random(3), 3))
    state = state.play(state.legal.of_kind("huron")[0]).state
    position = state.position
    piles = [pile for pile in position.game.piles if pile.snow]
    top = position.game.piles[-1].end - position.deck_count
    rng = SplitMix(5)
    decks = [deal(position, state.foresight[0], rng) for _ in range(20)]
    for deck in decks:
        assert Counter(deck) == Counter(state.deck)
        assert deck[:3] == state.deck[:3]
        for pile in piles:
            assert deck[max(pile.start - top, 0) : pile.end - top].count(SNOW) == 1
    assert len(set(decks)) == 20


def test_a_level_that_never_looks_puts_cards_back_like_the_compiled_one() -> None:
    """It may take over a seat that has just looked."""
    state = start(deal_table(EDITION, Random(1), 2))
    state = state.play(state.legal.of_kind("huron")[0]).state
    view = state.view(0)
    answers = {bots["apprenti"](Random(4)).choose(view, view.legal) for bots in (BOTS, PURE_BOTS)}
    assert len(answers) == 1
