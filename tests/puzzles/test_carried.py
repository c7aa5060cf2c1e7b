"""The puzzles of the package: each is reached by the rules, its answer is legal, and nothing hidden is in it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from datetime import date, timedelta
from random import Random

import pytest

from nouvelle_france.bots.greedy_bot import GreedyBot
from nouvelle_france.bots.judging.hinting import snow_outlook
from nouvelle_france.edition import default
from nouvelle_france.protocol.puzzles import PuzzleListed, PuzzleTold
from nouvelle_france.puzzles import KINDS, LEVELS, Collection, Puzzle, PuzzlesError, carried, of_the_day, write_files
from nouvelle_france.puzzles.checking import faults
from nouvelle_france.puzzles.puzzle import write_step
from nouvelle_france.rules import Bonus, Huron, Place
from nouvelle_france.rules.setup import SNOW

EDITION = default()
PUZZLES = carried().puzzles


def test_there_are_many_of_every_kind_and_most_grades() -> None:
    assert len(PUZZLES) >= 240
    kinds = Counter(it.kind for it in PUZZLES)
    assert all(kinds[kind] >= 24 for kind in KINDS)
    assert len({it.grade for it in PUZZLES}) >= 4
    assert len({it.id for it in PUZZLES}) == len(PUZZLES)


def test_every_one_plays_again_by_the_rules_and_its_answers_are_legal() -> None:
    assert {it.id: found for it in PUZZLES if (found := list(faults(it, EDITION)))} == {}


def test_the_best_is_ahead_beyond_the_error_of_the_search() -> None:
    for puzzle in PUZZLES:
        assert puzzle.margin >= 1
        assert all(rival.gives_up > 4 * rival.error for rival in puzzle.rivals)


def test_greedy_fails_most() -> None:
    solved = 0
    for puzzle in PUZZLES:
        view = puzzle.view(EDITION)
        answer = GreedyBot(Random(puzzle.id)).choose(view, view.legal)
        solved += isinstance(answer, Place) and answer.placement in puzzle.right
    assert solved < len(PUZZLES) / 4


def test_kinds_are_what_they_say() -> None:
    for puzzle in PUZZLES:
        position = puzzle.state(EDITION).position
        assert (position.game.mode == "solo") == (puzzle.kind == "winter")
        if puzzle.kind == "complete":
            assert position.scoring(puzzle.best, position.active).completes
        if puzzle.kind == "snow":
            assert snow_outlook(puzzle.view(EDITION))[0].chance >= 0.5


def test_no_card_is_told_that_was_not_turned_up() -> None:
    """Another deck that begins with the cards that are known gives the same puzzle, to the last byte."""
    for puzzle in PUZZLES[::10]:
        told = puzzle.write()
        drawn = [move.partition(":")[2] for move in puzzle.moves if "draw:" in move]
        state = puzzle.state(EDITION)
        assert len(puzzle.shown) + len(drawn) + len(state.deck) == state.position.game.piles[-1].end
        assert Counter(state.deck)[SNOW] == EDITION.levels - drawn.count(SNOW)
        # All that is left lies as the edition lists it: no order of the game is in it.
        shapes = [card for card in state.deck if card != SNOW]
        assert shapes == sorted(shapes, key=EDITION.shape_ids.index)
        assert not any(state.foresight)
        assert set(told) == {
            "id", "kind", "colours", "sticks", "shown", "moves", "best", "worth", "rivals", "same", "solves"
        }  # fmt: skip


def test_they_are_written_and_read() -> None:
    assert Collection.from_json(carried().to_json(), EDITION) == carried()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"format": "something"}, "format"),
        ({"edition": "0"}, "another edition"),
        ({"rules_version": 0}, "version 0 of the rules"),
        ({"puzzles": []}, "no puzzles"),
        ({"puzzles": [7]}, "puzzle 1: expected a puzzle"),
    ],
)
def test_what_is_no_file_of_puzzles_is_refused(change: dict[str, object], said: str) -> None:
    told = json.loads(carried().to_json())
    with pytest.raises(PuzzlesError, match=said):
        Collection.from_json(json.dumps(told | change), EDITION)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"kind": "chess"}, "kind"),
        ({"best": None}, "no puzzle"),
        ({"rivals": []}, "rivals"),
        ({"solves": [1]}, "solves"),
        ({"id": "0"}, "id: expected"),
        ({"moves": ""}, "id: expected"),
    ],
)
def test_a_spoilt_puzzle_is_refused(change: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Puzzle.read(PUZZLES[0].write() | change)
    with pytest.raises(ValueError, match="'worth' is missing"):
        Puzzle.read({key: value for key, value in PUZZLES[0].write().items() if key != "worth"})


def test_what_the_rules_refuse_is_found() -> None:
    puzzle = PUZZLES[0]
    (fault,) = faults(replace(puzzle, moves=(*puzzle.moves, "0nothing")), EDITION)
    assert "0nothing" in fault
    (fault,) = faults(replace(puzzle, moves=puzzle.moves[:-1]), EDITION)
    assert fault == "nobody is to place a block there"
    illegal = next(it for it in range(9**9) if Place(0, it) not in puzzle.state(EDITION).legal)
    assert f"placement {illegal} is not legal there" in faults(replace(puzzle, best=illegal), EDITION)
    with pytest.raises(ValueError, match="no puzzle can hold"):
        write_step(Huron(0))
    assert write_step(Bonus(1, 7)) == "1bonus:7"


def test_each_day_has_another_and_kinds_take_turns() -> None:
    fewest = min(carried().count(kind) for kind in KINDS)
    days = [date(2026, 11, 16) + timedelta(days=it) for it in range(len(KINDS) * fewest)]
    found = [of_the_day(day, carried()) for day in days]
    assert len({it.id for it in found}) == len(found)
    assert [it.kind for it in found[: len(KINDS)]] == [it.kind for it in found[len(KINDS) : 2 * len(KINDS)]]
    assert {it.kind for it in found[: len(KINDS)]} == set(KINDS)


def test_the_page_gets_every_puzzle_and_no_gain_of_any_placement() -> None:
    files = {name: json.loads(text) for name, text in write_files().items()}
    listed = [PuzzleListed.model_validate(it) for it in files["list.json"]]
    assert [it.id for it in listed] == [it.id for it in PUZZLES]
    for it, puzzle in zip(listed, PUZZLES, strict=True):
        told = PuzzleTold.model_validate(files[f"pack-{it.pack}.json"][it.id])
        assert told.best.placement == puzzle.best
        assert any(told.best.placement in group.ids for group in told.offer.placements)
        assert not any(group.gain or group.completes for group in told.offer.placements)
        assert told.best.why, "there is something to say for it"
        assert set(told.solved_by) <= set(LEVELS)


def test_reading_them_needs_the_standard_library_alone() -> None:
    code = "import sys, nouvelle_france.puzzles as p; p.write_files(); print({'numpy', 'numba'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"
