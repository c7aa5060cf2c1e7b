"""The lessons: every step can be reached and answered, everything offered is judged by the rules and explained."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from pydantic import TypeAdapter

from nouvelle_france.edition import LANGUAGES, default
from nouvelle_france.lessons import Lesson, LessonError, Task, lessons, told, write_files
from nouvelle_france.lessons.judging import Clause, Judge
from nouvelle_france.lessons.lesson import make
from nouvelle_france.lessons.telling import texts
from nouvelle_france.protocol.lessons import LessonListed, LessonTold, LessonWords
from nouvelle_france.rulebook import load
from nouvelle_france.rulebook.figure import declarations, first_state, like
from nouvelle_france.rules import Bonus, Place
from nouvelle_france.wire import write_offer

STEPS = [(lesson, task) for lesson in lessons() for task in lesson.steps]
OF_STEP = pytest.mark.parametrize(("lesson", "task"), STEPS, ids=[f"{lesson.id}-{task.id}" for lesson, task in STEPS])


def right(task: Task) -> list[int]:
    """The placements that a step accepts."""
    return [id for id, reason in task.judged.items() if reason is None]


def test_there_are_eight_and_each_lets_one_do_something() -> None:
    assert [lesson.id for lesson in lessons()] == [
        *("block", "links", "height", "snow", "bonus", "allies", "end", "winter"),
    ]
    for lesson in lessons():
        assert len({task.id for task in lesson.steps}) == len(lesson.steps) >= 3
        assert sum(task.waits for task in lesson.steps) >= 3


@OF_STEP
def test_everything_that_can_be_done_is_judged_and_what_is_right_can_be_done(lesson: Lesson, task: Task) -> None:
    position = task.state.position
    if not task.judged and not task.answers:
        return
    legal = set(position.legal.of_seat(task.seat))
    placements = {action.placement for action in legal if isinstance(action, Place | Bonus)}
    assert set(task.judged) == placements
    assert len(task.answers) == len(legal) - len(placements)
    offered = {id: group for group in write_offer(position, task.seat)["placements"] for id in group["ids"]}
    assert set(offered) == placements
    for id in right(task):
        kind = Place if offered[id]["do"] == "place" else Bonus
        after = task.state.play(kind(task.seat, id)).state.position
        number = offered[id]["ids"].index(id)
        # What the page shows of it is what the rules make of it.
        for colour, points in offered[id]["gain"].items():
            assert after.score(colour) - position.score(colour) == points[number]
    for answer in task.answers:
        assert (answer.reason is None) is (answer.leads is not None)
        assert answer.leads is None or answer.leads[0].refusal is None


@OF_STEP
def test_a_step_that_waits_has_a_right_answer(lesson: Lesson, task: Task) -> None:
    answers = [answer for answer in task.answers if answer.reason is None]
    assert task.waits is bool(right(task) or answers or task.asking)
    if task.asking:
        assert set(task.asking.right) < set(task.asking.options)


@OF_STEP
@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_is_not_wanted_is_told_why(lesson: Lesson, task: Task, language: str) -> None:
    said = told(lesson, task, language)
    # Every reason that can come up has a text, and no text waits for a reason that cannot.
    assert set(said.no) == set(task.reasons)
    assert (said.done is not None) is task.waits
    for text in (said.say, said.done or "-", *said.no.values()):
        assert text.strip()
        assert text.count("**") % 2 == 0


@OF_STEP
def test_a_step_names_a_rule_of_the_book(lesson: Lesson, task: Task) -> None:
    assert task.rule in load("en")


def test_all_languages_have_the_same_lessons_and_steps() -> None:
    wanted = {lesson.id: [task.id for task in lesson.steps] for lesson in lessons()}
    for language in LANGUAGES:
        written = texts(language)
        assert {id: list(it["steps"]) for id, it in written.items()} == wanted
        for it in written.values():
            assert it["title"]
            assert it["line"]


def strings(written: Any) -> list[str]:
    """Every text of a file."""
    if isinstance(written, str):
        return [written]
    return [text for it in written.values() for text in strings(it)]


SLOT = re.compile(r"\{[^}]*\}")
LEVEL = re.compile(r"(?:level|étage|pięt\w+) \d", re.IGNORECASE)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_points_are_typed(language: str) -> None:
    for text in strings(dict(texts(language))):
        # Levels have numbers, and a mark of the sticks is a two.
        left = LEVEL.sub("", SLOT.sub("", text)).replace("**2**", "")
        assert not re.search(r"\d", left), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_signs_are_those_of_the_page(language: str) -> None:
    for text in strings(dict(texts(language))):
        assert "'" not in text
        if language == "fr":
            assert not re.search("(?<!\N{NO-BREAK SPACE})[:;?!»]", SLOT.sub("", text)), text


def test_the_files_are_as_the_page_expects_them() -> None:
    files = {name.removesuffix(".json"): json.loads(text) for name, text in write_files().items()}
    listed = TypeAdapter(list[LessonListed]).validate_python(files["list"])
    for lesson in listed:
        given = LessonTold.model_validate(files[f"lesson-{lesson.id}"])
        assert [step.id for step in given.steps] == lesson.steps
        for step in given.steps:
            groups = step.offer.placements if step.offer else []
            assert [len(it) for it in step.judged] == [len(group.ids) for group in groups]
            assert all(0 <= number <= len(step.reasons) for it in step.judged for number in it)
    for language in LANGUAGES:
        words = TypeAdapter(dict[str, LessonWords]).validate_python(files[f"words-{language}"])
        assert list(words) == [lesson.id for lesson in listed]


# -- what is wanted of a placement -------------------------------------------------------------------------------------


def judged(figure: str, line: str, clause: str) -> bool:
    """Whether a placement in a figure of the rulebook is as a clause says."""
    state = first_state({**like(figure, declarations()), "steps": [f"place {line}"]}, default())
    position = state.position
    block, site, *cells = line.split()
    cubes = [(int(x), int(y), int(level)) for x, y, level in (cell.split(",") for cell in cells)]
    id = position.game.table.find(block, site, cubes)
    assert id is not None
    seat = position.movers[0]
    return Judge(position, seat, [id]).reason(id, [Clause.read(clause)]) is None


ACROSS = "cannon-white redoubt 3,8,1 4,8,1 5,8,1 6,8,1 4,8,2"
APART = "cannon-white redoubt 3,1,1 4,1,1 5,1,1 6,1,1 4,1,2"
LONG = "stairs-white mill 0,0,1 0,0,2 0,1,2 0,1,3 0,2,3"
LAST = "square-brown church 6,4,2 5,4,2 4,4,2 4,5,2 4,6,2"
THIRD = "cannon-yellow redoubt 1,3,1 1,4,1 1,5,1 1,6,1 1,4,2"


@pytest.mark.parametrize(
    ("figure", "line", "holds", "fails"),
    [
        ("joint", ACROSS, ["joint", "linked", "gain>=2", "own>=1"], ["gain>=3", "own>=2", "on-block", "flat"]),
        ("joint", APART, ["upright", "height=2"], ["joint", "linked", "site=mill"]),
        ("chain", LONG, ["linked", "gain>=5", "height>=3", "overhang", "on-block"], ["joint", "gain>=6", "bridge"]),
        ("last-column", LAST, ["completes", "flat", "shape=square", "low>=2"], ["upright", "top>=3"]),
        ("cannons", THIRD, ["challenge", "gain>=10", "winter<=1"], ["completes"]),
        ("way-of-the-cross", "cross-yellow church 6,3,3 6,2,2 6,3,2 6,4,2 6,3,1", ["challenge"], ["flat"]),
    ],
)
def test_a_clause_holds_by_the_rules_alone(figure: str, line: str, holds: list[str], fails: list[str]) -> None:
    assert [clause for clause in holds if not judged(figure, line, clause)] == []
    assert [clause for clause in fails if judged(figure, line, clause)] == []


def test_snw_1_marks_count_by_the_snowfall_they_come_at() -> None:
    snow = next(lesson for lesson in lessons() if lesson.id == "snow")
    twice = next(task for task in snow.steps if task.id == "twice")
    game = twice.state.position.game
    for id, reason in twice.judged.items():
        placed = game.table[id]
        colours = [(game.edition.colour_ids.index(placed.block.rpartition("-")[2]) + cube) % 4 for cube in range(5)]
        marks = game.marks[game.edition.site_ids.index(placed.site)]
        blue = game.edition.colour_ids.index("blue")
        low = sum(cube[2] == 1 for cube, colour in zip(placed.cubes, colours, strict=True) if colour == blue)
        assert (reason is None) is (low * marks[0] >= 2)


@pytest.mark.parametrize(
    ("step", "error"),
    [
        ({"id": "a", "rule": "TRN-1", "do": ["place"], "want": ["pretty"]}, "no such clause: pretty"),
        ({"id": "a", "rule": "TRN-1", "do": ["place"], "want": ["gain>=99"]}, "nothing that can be done is right"),
        ({"id": "a", "rule": "TRN-1", "lead": ["place eel-white mill 0,0,1"]}, "lesson x, step a"),
        ({"id": "a", "rule": "TRN-1", "after": True}, "there is nothing before it"),
        ({"id": "a", "rule": "TRN-1", "ask": "weather", "then": "draw"}, "no such question: weather"),
        ({"id": "a", "rule": "TRN-1", "wants": ["linked"]}, "unknown wants"),
    ],
)
def test_a_lesson_that_cannot_be_given_says_where(step: dict[str, Any], error: str) -> None:
    with pytest.raises(LessonError, match=re.escape(error)):
        make("x", [step], default())
