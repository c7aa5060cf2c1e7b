"""The puzzles: one that is missed and then shown, one that is solved; marks that stay; in each language and manner."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from playwright.sync_api import expect

from nouvelle_france.puzzles import KINDS, carried, of_the_day
from tests.web.at_table import AtTable
from tests.web.browser import PHONE, WIDE, Visits
from tests.web.by_finger import TapsAtTable
from tests.web.by_keyboard import ByKeyboard, no_mouse
from tests.web.solving import miss_one, solve_one
from tests.web.words import LANGUAGES

LOCALES = {"en": "en-GB", "fr": "fr-CA", "pl": "pl-PL"}


def test_one_is_missed_and_one_is_solved(visits: Visits) -> None:
    page = visits.visit("/", still=True, preferences={"flat": True})
    at = AtTable(page)
    at.press("[data-part=puzzles] .button")
    miss_one(at, "en", "later")
    solved = solve_one(at, "en", "complete")
    page.reload()
    expect(page.locator(f"[data-puzzle='{solved.id}'][data-state=first]")).to_be_visible()
    story = page.evaluate("() => JSON.parse(localStorage.getItem('nouvelle-france/story'))")
    assert [it["id"] for it in story["puzzles"]] == [solved.id], "what was looked up is no part of the story"
    today = page.locator("[data-part=today] [data-puzzle]").get_attribute("data-puzzle")
    days = {of_the_day(day, carried()).id for day in (date.today() + timedelta(days=it) for it in (-1, 0, 1))}
    assert today in days, "of today in UTC, whatever the clock here says"


@pytest.mark.large
@pytest.mark.timeout(300)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("how", ["keyboard", "phone", "wide", "flat"])
def test_every_kind_in_every_manner(visits: Visits, how: str, language: str) -> None:
    phone = how == "phone"
    page = visits.visit(
        "/puzzles",
        locale=LOCALES[language],
        phone=phone,
        still=True,
        preferences={"flat": how in ("flat", "keyboard")},
        size=PHONE if phone else WIDE,
    )
    at = {"keyboard": ByKeyboard, "phone": TapsAtTable}.get(how, AtTable)(page)
    if how == "keyboard":
        no_mouse(page)
    for kind in KINDS:
        if kind == "later":
            miss_one(at, language, kind)
        else:
            solve_one(at, language, kind)
