"""The lessons: all of them in each language, on a phone and by keyboard; left and resumed, skipped, repeated."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.at_table import AtTable
from tests.web.browser import PHONE, WIDE, Visits
from tests.web.by_finger import TapsAtTable
from tests.web.by_keyboard import ByKeyboard, no_mouse
from tests.web.canvas import Column, in_view, ready
from tests.web.learning import LESSONS, TEACHER, ByKeys, Learner, at_step
from tests.web.words import LANGUAGES, text

LOCALES = {"en": "en-GB", "fr": "fr-CA", "pl": "pl-PL"}
ALL = [
    pytest.param(how, language, marks=pytest.mark.large)
    for how in ("keyboard", "phone", "wide", "flat")
    for language in LANGUAGES
]


@pytest.mark.timeout(600)
@pytest.mark.parametrize(("how", "language"), ALL)
def test_all_lessons_from_the_first_step_to_the_last(visits: Visits, how: str, language: str) -> None:
    phone = how == "phone"
    page = visits.visit(
        "/",
        locale=LOCALES[language],
        phone=phone,
        still=True,
        preferences={"flat": how in ("flat", "keyboard")},
        size=PHONE if phone else WIDE,
    )
    at = {"keyboard": ByKeyboard, "phone": TapsAtTable}.get(how, AtTable)(page)
    learner = ByKeys(at, language) if isinstance(at, ByKeyboard) else Learner(at, language)
    if how == "keyboard":
        no_mouse(page)
    at.press("[data-part=learn] .button")
    first, *others = LESSONS.values()
    at.press(f"[data-lesson-id={first.id}]")
    learner.learn(first)
    for lesson in others:
        learner.onward()
        learner.learn(lesson)
    learner.onward()
    assert learner.mistakes > len(LESSONS) * 2
    expect(page.get_by_role("heading", name=text("lesson.title", language))).to_be_visible()
    expect(page.locator("li[data-state=done]")).to_have_count(len(LESSONS))


def opened(visits: Visits, path: str) -> Page:
    """The lessons on flat plans, which are there at once."""
    return visits.visit(path, still=True, preferences={"flat": True})


def test_a_lesson_is_left_and_resumed_where_it_was(visits: Visits) -> None:
    lesson = LESSONS["links"]
    page = opened(visits, "/learn/links")
    learner = Learner(AtTable(page), "en")
    for task in lesson.steps[:2]:
        learner.step(lesson, task)
        learner.onward()
    page.locator(at_step(lesson.steps[2], "asking")).wait_for()
    page.get_by_role("button", name=text("lesson.list")).click()
    begun = page.locator("li[data-state=begun]")
    expect(begun).to_contain_text(text("lesson.at", step=3, steps=len(lesson.steps)))
    page.reload()
    begun.get_by_role("button").first.click()
    page.locator(at_step(lesson.steps[2], "asking")).wait_for()
    # And from its beginning, where somebody would rather have that.
    page.get_by_role("button", name=text("lesson.list")).click()
    begun.get_by_role("button", name=text("lesson.again")).click()
    page.locator(at_step(lesson.steps[0], "asking")).wait_for()


def test_steps_are_skipped_gone_back_to_and_repeated(visits: Visits) -> None:
    lesson = LESSONS["height"]
    page = opened(visits, "/learn/height")
    learner = Learner(AtTable(page), "en")
    press = learner.at.press
    press(f"{TEACHER} [data-do-lesson=skip]")
    page.locator(at_step(lesson.steps[1], "asking")).wait_for()
    press(f"{TEACHER} [data-do-lesson=back]")
    learner.step(lesson, lesson.steps[0])
    press(f"{TEACHER} [data-do-lesson=again]")
    learner.step(lesson, lesson.steps[0])
    learner.onward()
    for task in lesson.steps[1:]:
        page.locator(at_step(task, "asking")).wait_for()
        press(f"{TEACHER} [data-do-lesson=skip]")
    # The next one begins; whoever skipped the end has not done this one.
    following = list(LESSONS)[list(LESSONS).index("height") + 1]
    page.locator(at_step(LESSONS[following].steps[0], "asking")).wait_for()
    page.get_by_role("button", name=text("lesson.list")).click()
    expect(page.get_by_text(text("lesson.done_of", done=0, all=len(LESSONS)))).to_be_visible()
    expect(page.locator("li[data-state=done]")).to_have_count(0)


def test_every_placement_that_does_what_is_asked_is_accepted(visits: Visits) -> None:
    lesson = LESSONS["links"]
    task = next(task for task in lesson.steps if task.id == "joint")
    page = opened(visits, "/learn/links")
    learner = Learner(AtTable(page), "en")
    for _ in lesson.steps[: lesson.steps.index(task)]:
        learner.at.press(f"{TEACHER} [data-do-lesson=skip]")
    right = [id for id, reason in task.judged.items() if reason is None]
    assert len(right) > 2
    for id in right:
        page.locator(at_step(task, "asking")).wait_for()
        learner.place(task, id)
        page.locator(at_step(task, "done")).wait_for()
        # What it scores is on the track as well.
        gain = task.state.position.scoring(id, task.seat).gain["blue"]
        expect(page.locator("[data-part=player][data-colour=blue] [data-part=score]")).to_have_text(str(gain))
        learner.at.press(f"{TEACHER} [data-do-lesson=again]")


def test_each_step_shows_all_levels_again(visits: Visits) -> None:
    lesson = LESSONS["snow"]
    page = opened(visits, "/learn/snow")
    learner = Learner(AtTable(page), "en")
    at = next(number for number, task in enumerate(lesson.steps) if task.id == "count")
    for _ in range(at):
        learner.at.press(f"{TEACHER} [data-do-lesson=skip]")
    peel = page.locator("[data-part=views] .button").last
    peel.click()
    peel.click()
    expect(peel).to_have_attribute("aria-label", f"{text('view.peeled', level=1)}, 1/3")
    learner.at.press(f"{TEACHER} [data-do-lesson=skip]")
    page.locator(at_step(lesson.steps[at + 1], "asking")).wait_for()
    expect(peel).to_have_attribute("aria-label", f"{text('view.peel')}, 3/3")


@pytest.mark.parametrize("size", [pytest.param((1280, 800), marks=pytest.mark.large), PHONE], ids=["wide", "phone"])
def test_what_is_to_be_completed_is_in_sight(visits: Visits, size: tuple[int, int]) -> None:
    lesson = LESSONS["bonus"]
    page = visits.visit("/learn/bonus", still=True, size=size, phone=size == PHONE)
    at = AtTable(page)
    done = 0
    for task in lesson.steps:
        page.locator(at_step(task, "asking")).wait_for()
        if any(clause.name == "completes" for clause in task.wanted):
            ready(page)
            position = task.state.position
            church = position.game.edition.site_ids.index("church")
            heights = zip(position.game.edition.sites[church].columns, position.buildings[church].heights, strict=True)
            empty = [Column("church", x, y, 0) for (x, y), height in heights if height == 0]
            assert len(empty) == 1
            assert in_view(page, empty), f"{empty} cannot be pointed at"
            done += 1
        at.press(f"{TEACHER} [data-do-lesson=skip]")
    assert done == 2


def test_whoever_has_seen_the_cards_is_told_what_comes_and_a_result_adds_up(visits: Visits) -> None:
    lesson = LESSONS["allies"]
    page = opened(visits, "/learn/allies")
    learner = Learner(AtTable(page), "en")
    huron = next(number for number, task in enumerate(lesson.steps) if task.id == "huron")
    for _ in range(huron):
        learner.at.press(f"{TEACHER} [data-do-lesson=skip]")
    snow = page.locator("[data-part=cards] [data-ask]").nth(1)
    expect(snow).to_contain_text(re.compile(r"\d+%"))
    learner.step(lesson, lesson.steps[huron])
    expect(snow).to_contain_text(text("deck.sure"))
    learner.onward()
    learner.step(lesson, lesson.steps[huron + 1])  # the snow is put last
    expect(snow).to_contain_text(text("deck.no_snow"))
    # A lesson begins in the midst of a game, and its result says what there was before.
    page = opened(visits, "/learn/end")
    learner = Learner(AtTable(page), "en")
    learner.at.press(f"{TEACHER} [data-do-lesson=skip]")
    disks = LESSONS["end"].steps[1]
    page.locator(at_step(disks, "asking")).wait_for()
    expect(page.locator("[data-part=cards] [data-ask]").nth(1)).to_contain_text(text("deck.sure"))
    learner.step(LESSONS["end"], disks)
    page.get_by_role("button", name=text("end.title")).click()
    tally = page.locator("dialog:has([data-part=winner]) [data-part=tally]")
    tally.wait_for()
    rows = tally.locator("tbody tr").evaluate_all(
        "rows => rows.map((row) => [...row.querySelectorAll('td')].map((it) => Number(it.innerText.replace('−', '-'))))"
    )
    *parts, total = rows
    assert [sum(column) for column in zip(*parts, strict=True)] == total
    assert min(parts[0]) > 0


def test_a_lesson_links_to_its_rule_and_the_table_to_the_lessons(visits: Visits) -> None:
    page = opened(visits, "/learn/height")
    rule = LESSONS["height"].steps[0].rule
    expect(page.locator(f"{TEACHER} [data-part=rule-link]")).to_have_attribute("href", f"/rules#{rule.lower()}")
    page.get_by_role("button", name=text("help.title")).click()
    expect(page.get_by_role("link", name=text("lesson.title"))).to_have_attribute("href", "/learn")
