"""The ladder: legal in every position, blind to what its seat may not know, repeatable, in time, and worth its name."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from nouvelle_france import (
    BOTS,
    Bot,
    Place,
    Rules,
    State,
    Unable,
    deal_solo,
    deal_table,
    default_edition,
    play_on,
    start,
)
from nouvelle_france.arena.contest import seated_match
from nouvelle_france.bots import LADDER, stood_in
from nouvelle_france.bots.ladder import LadderBot, ready, weights
from nouvelle_france.bots.levels import LEVELS, Level
from nouvelle_france.bots.stand_in import fallback
from nouvelle_france.core.judging.scheme import BUCKETS, FEATURES, SETS
from nouvelle_france.rules import Action, Bonus, Fille, Huron, Pass, Phase
from tests.bots.climbing import QUICK_LEVELS, REPEATED, SMALL, SOLO, TABLE, answers, played, quick
from tests.core.slowly import loss, worth
from tests.core.variants import EDITION, GROUPS, TINY


def rotated(levels: Sequence[Level], number: int, count: int, seed: object) -> list[LadderBot]:
    return [quick(levels[(number + seat) % len(levels)], f"{seed}/{seat}") for seat in range(count)]


# -- whole games -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", [EDITION.id, TINY.id])
def test_every_level_plays_whole_games_in_every_variant_of_the_table(edition: str) -> None:
    """Three games of each set of rules, with two players and more; each level sits down somewhere."""
    seen = Counter[str]()

    def watch(state: State, seat: int, action: Action) -> None:
        seen[action.do] += 1

    groups = [name for name in GROUPS if name.startswith(f"{edition}-table")]
    assert len(groups) == 24
    for number, name in enumerate(groups):
        variants = GROUPS[name]
        variant = variants[number % len(variants)]
        setup = variant.deal(Random(f"ladder/{name}"))
        played(setup, rotated(QUICK_LEVELS, number, setup.game.seats, name), watch)
    assert {"draw", "place", "bonus", "fille", "coureur", "decline", "huron", "end"} <= set(seen)


@pytest.mark.parametrize("edition", [EDITION.id, TINY.id])
def test_every_level_plays_whole_games_of_every_kind_alone(edition: str) -> None:
    groups = [name for name in GROUPS if name.startswith(f"{edition}-solo")]
    games = 0
    due = Counter[str]()
    for name in groups:
        for variant in GROUPS[name]:
            level = QUICK_LEVELS[games % 3] if games % 8 else SMALL

            def watch(state: State, seat: int, action: Action, who: str = level.name) -> None:
                due[who] += state.position.phase is Phase.DUE

            played(variant.deal(Random(f"{name}/{variant.id}")), [quick(level, games)], watch)
            games += 1
    assert games == 96 if edition == EDITION.id else games > 20
    assert all(due[name] for name in ("apprenti", "artisan", "maitre"))


@pytest.mark.parametrize("name", ["maitre", pytest.param("ingenieur", marks=pytest.mark.large)])
def test_with_its_whole_budget_too(name: str) -> None:
    bots = [BOTS[name](Random(1)), BOTS["random"](Random(2))]
    end = played(deal_table(EDITION, Random(3), 2), bots).position
    assert end.result is not None
    assert end.result.winners == (end.game.colours[0],), "nobody loses to chance"


def test_against_bots_that_do_anything() -> None:
    """Random ones claim to be unable at any time, look at cards when it makes no sense, and build nonsense."""
    done = Counter[tuple[str, str]]()
    for number in range(9):
        setup = deal_table(EDITION, Random(f"anything/{number}"), 4, Rules(unable="claimed"))
        levels = [QUICK_LEVELS[(number + seat) % 3] for seat in range(2)]
        bots: list[Bot] = [BOTS["random"](Random(f"{number}/{seat}")) for seat in range(2)]
        bots[1:1] = [quick(level, number) for level in levels]
        names = {seat: level.name for seat, level in enumerate(levels, start=1)}

        def watch(state: State, seat: int, action: Action, names: dict[int, str] = names) -> None:
            if state.position.phase is Phase.CLAIMED and seat in names:
                done[names[seat], action.do] += 1
                if isinstance(action, Place) and names[seat] != "maitre":  # who searches may know better
                    assert worth(state.position, seat, action.placement) >= 0, "left alone when it would cost"

        played(setup, bots, watch)
    assert {name for name, do in done if do == "place"} == {"apprenti", "artisan", "maitre"}


# -- rare positions --------------------------------------------------------------------------------------------------


@cache
def chance_game(group: str, variant: int, seed: object) -> tuple[State, ...]:
    """The states of a game of any actions, the kinds being equally likely; placements are the best of a few."""
    rng = Random(f"{group}/{variant}/{seed}")
    state = start(GROUPS[group][variant].deal(rng))
    states = []
    while not state.over:
        states.append(state)
        legal = state.legal
        kind = rng.choice(legal.kinds())
        few = [rng.choice(legal.of_kind(kind)) for _ in range(8)]
        state = state.play(min(few, key=partial(loss, state.position))).state
    return tuple(states)


def in_phase(group: str, phase: Phase, wanted: int, *, where: Callable[[State], bool] = bool) -> list[State]:
    """States of a phase, at most two of a game."""
    found: list[State] = []
    for seed, variant in product(range(40), range(len(GROUPS[group]))):
        states = chance_game(group, variant, seed)
        found += [state for state in states if state.position.phase is phase and where(state)][-2:]
        if len(found) >= wanted:
            return found
    raise AssertionError(f"only {len(found)} positions with {phase}")


def due_alone() -> list[State]:
    """Bonus pieces to be placed in solo games of the `greedy` bot: playing at random wins none."""
    found: list[State] = []

    def watch(state: State, seat: int, action: Action) -> None:
        if state.position.phase is Phase.DUE:
            found.append(state)

    for seed in range(4):
        played(deal_solo(EDITION, Random(f"due/{seed}")), [BOTS["greedy"](Random(seed))], watch)
    assert len(found) > 3
    return found


def cards_left(count: int) -> Callable[[State], bool]:
    return lambda state: state.position.deck_count == count


def stuck(state: State) -> bool:
    """Nothing fits, and the player, not Winter, must say so."""
    return state.legal.kinds() == ("unable",) and state.position.active == 0


RARE: dict[str, Callable[[], list[State]]] = {
    "turn": lambda: in_phase(TABLE, Phase.TURN, 6),
    "draw": lambda: in_phase(TABLE, Phase.DRAW, 2),
    "place": lambda: in_phase(TABLE, Phase.PLACE, 6),
    "fille": lambda: in_phase(TABLE, Phase.FILLE, 4),
    "coureur": lambda: in_phase(TABLE, Phase.COUREUR, 6),
    "close": lambda: in_phase(TABLE, Phase.CLOSE, 4),
    "look before": lambda: in_phase(TABLE, Phase.LOOK_BEFORE, 6),
    "look after": lambda: in_phase(TABLE, Phase.LOOK_AFTER, 6),
    "claimed": lambda: in_phase(TABLE, Phase.CLAIMED, 8),
    "claimed, one card": lambda: in_phase(TABLE.replace("table", "table-one-card"), Phase.CLAIMED, 4),
    "due": due_alone,
    "due while it snows": lambda: in_phase(
        "tiny-solo-strict-leaning", Phase.DUE, 2, where=lambda state: state.position.snowing
    ),
    "solo": lambda: in_phase(SOLO, Phase.PLACE, 6, where=lambda state: state.position.active == 0),
    "last two cards": lambda: in_phase(
        "tiny-table-each_stage-free-standing-claimed", Phase.LOOK_BEFORE, 3, where=cards_left(2)
    ),
    "last card": lambda: in_phase(
        "tiny-table-each_stage-free-standing-claimed", Phase.LOOK_AFTER, 1, where=cards_left(1)
    ),
    "tiny and claimed": lambda: in_phase("tiny-table-each_stage-leaning-claimed", Phase.CLAIMED, 6),
    "tiny and due": lambda: in_phase("tiny-solo-strict-leaning", Phase.DUE, 6),
    "stuck": lambda: in_phase("tiny-table-each_stage-free-standing-verified", Phase.PLACE, 4, where=stuck),
    "stuck alone": lambda: in_phase("tiny-solo-free-free-standing", Phase.PLACE, 2, where=stuck),
}
"""Positions of every phase, by what they are like."""


@pytest.mark.parametrize("words", RARE)
def test_an_answer_in_every_phase_without_touching_what_it_was_shown(words: str) -> None:
    for number, state in enumerate(RARE[words]()):
        for level in QUICK_LEVELS:
            for seat in state.position.movers:
                view = state.view(seat)
                before = pickle.dumps(view)
                action = quick(level, number).choose(view, view.legal)
                assert action in view.legal
                assert action.seat == seat
                assert pickle.dumps(view) == before
                assert state.play(action).state.position != state.position


def test_every_phase_is_among_the_rare_positions() -> None:
    assert {state.position.phase for of_kind in RARE.values() for state in of_kind()} == set(Phase) - {Phase.OVER}


# -- what a seat may know --------------------------------------------------------------------------------------------


def shuffled(state: State, seat: int, rng: Random) -> State:
    """Another world that looks the same from a seat: the unseen cards in another order, others' memories gone."""
    known = sum(size for size, _ in state.foresight[seat])
    hidden = list(state.deck[known:])
    rng.shuffle(hidden)
    memories = tuple(memory if other == seat else () for other, memory in enumerate(state.foresight))
    return State(state.position, (*state.deck[:known], *hidden), memories)


def test_the_same_answer_whatever_is_hidden() -> None:
    rng = Random(4)
    told_apart = 0
    for variant in range(len(GROUPS[TABLE])):
        for number, state in enumerate(chance_game(TABLE, variant, 0)):
            if number % 6 and state.position.phase not in (Phase.LOOK_BEFORE, Phase.LOOK_AFTER):
                continue
            seat = state.position.movers[0]
            other = shuffled(state, seat, rng)
            assert state.view(seat) == other.view(seat)
            told_apart += state != other
            for level in QUICK_LEVELS[1:]:
                answers = [quick(level, number).choose(it.view(seat), it.view(seat).legal) for it in (state, other)]
                assert answers[0] == answers[1]
    assert told_apart > 40


def test_what_a_huron_has_shown_is_made_use_of() -> None:
    """Whoever looks puts cards back by what they are: not always in the same order, and by the same cards the same."""
    orders = set()
    for state in in_phase(TABLE, Phase.LOOK_BEFORE, 12):
        view = state.view(state.position.active)
        action = quick(LEVELS["maitre"], 0).choose(view, view.legal)
        assert isinstance(action, Huron)
        orders.add(action.order)
    assert len(orders) > 2


# -- repeatable ------------------------------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_game_in_another_process() -> None:
    ours = [answers(level, group, "again") for level, group in REPEATED]
    script = (
        "import json, sys; from tests.bots.climbing import REPEATED, answers; "
        "json.dump([answers(*it, 'again') for it in REPEATED], sys.stdout)"
    )
    other_hash = "1" if os.environ.get("PYTHONHASHSEED") == "77" else "77"
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "PYTHONHASHSEED": other_hash},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        check=True,
    )
    assert json.loads(done.stdout) == ours
    assert ours[1] != answers(LEVELS["maitre"], TABLE, "another")


@pytest.mark.parametrize("level", QUICK_LEVELS, ids=lambda it: it.name)
def test_nothing_is_remembered_but_the_state_of_its_own_randomness(level: Level) -> None:
    """A bot that has been through other games, alone and of another edition, answers as a new one does."""
    rng = Random(1)
    old = LadderBot(level, rng)
    for group in (TABLE, SOLO, "tiny-table-each_stage-free-standing-claimed"):
        setup = GROUPS[group][0].deal(Random(group))
        others = [BOTS["random"](Random(seat)) for seat in range(1, len(setup.game.colours))]
        played(setup, [old, *others])
    asked = 0
    for number, state in enumerate(chance_game(TABLE, 1, 1)):
        if number % 3 == 0:
            view = state.view(state.position.movers[0])
            new_rng = Random(number)
            rng.setstate(new_rng.getstate())
            assert old.choose(view, view.legal) == LadderBot(level, new_rng).choose(view, view.legal)
            assert rng.getstate() == new_rng.getstate()
            asked += 1
    assert asked > 20


def test_another_seed_may_give_another_answer() -> None:
    """Searching is by chance: where moves are alike, seeds differ."""
    different = 0
    for state in in_phase(TABLE, Phase.PLACE, 8, where=lambda state: state.position.deck_count > 20):
        view = state.view(state.position.active)
        different += len({LadderBot(LEVELS["maitre"], Random(seed)).choose(view, view.legal) for seed in range(5)}) > 1
    assert different


# -- by name and in time ---------------------------------------------------------------------------------------------


def test_bots_by_name() -> None:
    assert tuple(BOTS) == ("random", "greedy", "apprenti", "artisan", "maitre", "ingenieur")
    assert len(BOTS) == len(list(BOTS)) == 6
    assert set(LADDER) == set(LEVELS)
    assert all(LEVELS[name].name == name for name in LADDER)
    for name in (*BOTS, "apprenti@1", "ingenieur@0.001", "maitre@1e-2", "artisan@30"):
        assert name in BOTS
        assert callable(BOTS[name])
    made = BOTS["maitre@2"](Random(1))
    assert isinstance(made, LadderBot)
    assert made.level is LEVELS["maitre"]


@pytest.mark.parametrize(
    "name",
    [
        *("x", "", "@", "@1", "ingenieur@", "ingenieur@x", "ingenieur@0", "ingenieur@-1", "ingenieur@nan"),
        *("ingenieur@inf", "ingenieur@1@2", "greedy@1", "random@", "greedy@", "Ingenieur", " maitre", "maitre "),
    ],
)
def test_no_bot_has_that_name(name: str) -> None:
    assert name not in BOTS
    assert BOTS.get(name) is None
    with pytest.raises(KeyError) as raised:
        BOTS[name]
    assert raised.value.args == (name,)


@pytest.mark.parametrize("key", [None, 3, ("ingenieur",)])
def test_what_is_no_name_is_no_bot(key: Any) -> None:
    assert key not in BOTS


def timed(name: str, states: list[State]) -> tuple[float, list[float], list[Action]]:
    """Processor time in all, and the clock's of each answer: a busy machine stretches the second only."""
    bot = BOTS[name](Random(1))
    clock, said = [], []
    for edition in {state.position.game.edition for state in states}:
        ready(edition)
    used = time.process_time()
    for state in states:
        view = state.view(state.position.movers[0])
        began = time.monotonic()
        said.append(bot.choose(view, view.legal))
        clock.append(time.monotonic() - began)
        assert said[-1] in view.legal
    return time.process_time() - used, clock, said


def test_with_a_limit_it_thinks_less_and_answers_in_time() -> None:
    states = [
        *in_phase(TABLE, Phase.PLACE, 4),
        *in_phase(SOLO, Phase.PLACE, 2, where=lambda it: it.position.active == 0),
    ]
    full, _, _ = timed("ingenieur", states)
    some, clock, _ = timed("ingenieur@0.02", states)
    assert sorted(clock)[len(clock) // 2] < 1
    assert some < 0.6 * full, "less work"


def test_once_ready_no_move_is_compiled_for_whatever_the_edition() -> None:
    """Whole games of every level, with a limit and in compiled code, call nothing that :func:`ready` has not called.

    In a process of its own, which has called nothing yet. Whether machine code is compiled or was kept on disk makes no
    difference to that: a function that is called with new types for the first time has one form more.
    """
    script = """
import gc
from random import Random
from numba.core.dispatcher import Dispatcher
from nouvelle_france import BOTS, deal_solo, deal_table, play_on
from nouvelle_france.arena.contest import seated_match
from nouvelle_france.bots.compiled_games import CompiledGames
from nouvelle_france.bots.ladder import ready
from tests.core.variants import TINY

def forms():
    functions = [it for it in gc.get_objects() if isinstance(it, Dispatcher)]
    return {(it.py_func.__qualname__, form) for it in functions for form in it.overloads}

before = forms()
ready(TINY)
called = forms()
print(bool(called - before))
for names in (["artisan", "ingenieur@0.05"], ["maitre", "apprenti"]):
    match = seated_match(deal_table(TINY, Random(1), 2), names)
    play_on(match, [BOTS[name](Random(2)) for name in names])
    match = seated_match(deal_solo(TINY, Random(1)), names[:1])
    play_on(match, [BOTS[names[0]](Random(2))])
CompiledGames(TINY, ["artisan", "apprenti"]).play(deal_table(TINY, Random(1), 2), [Random(1), Random(2)])
CompiledGames(TINY, ["artisan"]).play(deal_solo(TINY, Random(1)), [Random(1)])
print(*sorted(name for name, _ in forms() - called))
"""
    root = Path(__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", script], cwd=root, capture_output=True, text=True, check=True)
    assert done.stdout == "True\n\n"


def test_with_time_enough_it_answers_as_without_a_limit() -> None:
    for state in in_phase(TABLE, Phase.PLACE, 3):
        view = state.view(state.position.active)
        said = {name: BOTS[name](Random(5)).choose(view, view.legal) for name in ("maitre", "maitre@600")}
        assert said["maitre"] == said["maitre@600"]


@pytest.mark.parametrize(
    "words", ["turn", "fille", "coureur", "claimed", "look before", "due", "tiny and due", "stuck"]
)
def test_a_legal_answer_even_when_there_is_no_time_at_all(words: str) -> None:
    for state in RARE[words]():
        for seat in state.position.movers:
            view = state.view(seat)
            assert BOTS["ingenieur@0.001"](Random(1)).choose(view, view.legal) in view.legal


@pytest.mark.parametrize("words", RARE)
def test_whose_choice_it_is_when_there_is_no_time_at_all(words: str) -> None:
    """That of `artisan`, or of nobody; where there is only one thing to try, it needs no time."""
    for state in RARE[words]():
        for seat, name in product(state.position.movers, ("maitre", "ingenieur")):
            view = state.view(seat)
            bot = LadderBot(LEVELS[name], Random(1), 0.001)
            said = bot.choose(view, view.legal)
            if state.position.phase in (Phase.LOOK_BEFORE, Phase.LOOK_AFTER) and len(view.legal) > 1:
                assert (stood_in(bot), said) == ("harmless", fallback(view.legal))
            elif stood_in(bot) is None:
                assert said == BOTS[name](Random(1)).choose(view, view.legal)
            else:
                assert (stood_in(bot), said) == ("artisan", BOTS["artisan"](Random(1)).choose(view, view.legal))


def test_with_all_the_time_it_wants_every_choice_is_its_own() -> None:
    bot = LadderBot(LEVELS["maitre"], Random(1), 0.001)
    (state, *_) = in_phase(TABLE, Phase.PLACE, 1)
    view = state.view(state.position.active)
    bot.choose(view, view.legal)
    assert bot.stand_in == "artisan"
    bot._seconds = None
    bot.choose(view, view.legal)
    assert bot.stand_in is None


def test_records_say_what_was_chosen_without_time() -> None:
    match = seated_match(deal_table(EDITION, Random(1), 2), ["maitre@0.001", "artisan"])
    play_on(match, [BOTS["maitre@0.001"](Random(1)), BOTS["artisan"](Random(2))])
    ours = [move for move in match.moves if move["by"] == match.setup.game.colours[0]]
    assert {move.get("stand_in") for move in ours if move["do"] == "place"} == {"artisan"}
    assert not any("stand_in" in move for move in match.moves if move not in ours)


def test_without_time_it_plays_no_worse_than_a_level_that_does_not_search() -> None:
    """What it falls back on is a judged move: bonus blocks are placed, claims are made use of."""
    done = Counter[str]()

    def watch(state: State, seat: int, action: Action) -> None:
        done[f"{seat}, {action.do}"] += 1

    for number in range(6):
        bots = [BOTS["ingenieur@0.001"](Random(number)), BOTS["artisan"](Random(number))]
        played(deal_table(EDITION, Random(f"late/{number}"), 2), bots, watch)
    assert done["0, bonus"] > 0
    assert done["1, bonus"] > 0


# -- what it is good for ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["artisan", "maitre"])
def test_everything_the_rules_offer_is_made_use_of(name: str) -> None:
    done = Counter[str]()

    def watch(state: State, seat: int, action: Action) -> None:
        position = state.position
        done[action.do] += 1
        match action:
            case Huron(order=order) if order is not None:
                done["reordered"] += order != tuple(range(len(order)))
                done["looked before drawing"] += position.phase is Phase.LOOK_BEFORE
            case Bonus():
                done[f"bonus of stage {position.snow}"] += 1
            case Fille():
                done["points doubled"] += position.points
            case Unable() | Pass():
                done["gave up what fitted"] += bool(position.choices)

    completed = 0
    for number in range(10):
        setup = deal_table(EDITION, Random(f"use/{number}"), 2 + number % 3)
        end = played(setup, [quick(LEVELS[name], f"{number}/{seat}") for seat in range(setup.game.seats)], watch)
        completed += sum(holder is not None for holder in end.position.standees)
    assert {"bonus of stage 0", "bonus of stage 1", "bonus of stage 2"} <= set(done)
    assert done["points doubled"] > 3 * done["fille"], "not for a trifle"
    assert {"coureur", "decline", "huron", "reordered", "looked before drawing"} <= set(done)
    assert done["reordered"] > 0
    assert not done["gave up what fitted"]
    assert completed > 3


def test_the_apprentice_neither_looks_nor_judges() -> None:
    done = Counter[str]()

    def watch(state: State, seat: int, action: Action) -> None:
        done[action.do] += 1

    for number in range(4):
        played(deal_table(EDITION, Random(number), 2), [quick(LEVELS["apprenti"], seat) for seat in range(2)], watch)
    assert not done["huron"]
    assert done["bonus"]
    assert done["fille"]


def test_the_weights_are_of_the_right_shape_and_say_something() -> None:
    learned = weights()
    assert learned.shape == (SETS, BUCKETS, FEATURES)
    assert (learned != 0).any(axis=(1, 2)).all(), "every number of players, the solo player and Winter"
    assert abs(learned).max() < 1000


def share(first: Callable[[int], Bot], second: Callable[[int], Bot], games: int) -> float:
    """What share of games the first wins, two players, each deal from both seats; a shared title is half of one."""
    won = 0.0
    for number in range(games):
        setup = deal_table(default_edition(), Random(f"strength/{number // 2}"), 2)
        seat = number % 2
        bots = [first(number), second(number)]
        result = played(setup, bots[::-1] if seat else bots).position.result
        assert result is not None
        if setup.game.colours[seat] in result.winners:
            won += 1 / len(result.winners)
    return won / games


@pytest.mark.parametrize("games", [12, pytest.param(40, marks=pytest.mark.large)])
def test_each_level_beats_the_one_below(games: int) -> None:
    """A smoke test, the same in every run: the arena measures it."""
    greedy: Callable[[int], Bot] = lambda number: BOTS["greedy"](Random(f"greedy/{number}"))  # noqa: E731 - as the others
    assert share(lambda number: quick(LEVELS["artisan"], number), greedy, games) >= 0.6
    assert (
        share(lambda number: quick(LEVELS["artisan"], number), lambda number: quick(LEVELS["apprenti"], number), games)
        >= 0.55
    )
    assert (
        share(lambda number: quick(LEVELS["maitre"], number), lambda number: quick(LEVELS["artisan"], number), games)
        >= 0.55
    )


@pytest.mark.parametrize("games", [6, pytest.param(12, marks=pytest.mark.large)])
def test_more_play_outs_are_worth_it(games: int) -> None:
    patient = replace(LEVELS["ingenieur"], budget=200)
    assert share(lambda number: quick(patient, number), lambda number: quick(LEVELS["artisan"], number), games) >= 0.6
