"""On a phone: by tapping alone, with room for fingers."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import expect

from tests.web.at_table import Manner
from tests.web.browser import PHONE, Visits
from tests.web.by_finger import TapsAtTable, fits, tap
from tests.web.canvas import Clicking, ready
from tests.web.tables import House, bot, person
from tests.web.words import IN_ONE_LANGUAGE, text

ASIDE = (844, 390)
"""The same phone on its side."""

# What tells a player's points, and what shows them on the track.
CUT_OFF = """() => [...document.querySelectorAll("[data-part=top] [data-part=score]")]
  .filter((it) => {
    const box = it.getBoundingClientRect();
    const tile = it.closest("[data-part=player]").getBoundingClientRect();
    return !box.width || box.left < tile.left || box.right > tile.right || tile.left < 0 || tile.right > innerWidth;
  })
  .map((it) => it.innerText)"""
HIDDEN_MARKERS = """() => {
  const boxes = [...document.querySelectorAll("[data-part=marker]")].map((it) => it.getBoundingClientRect());
  boxes.sort((a, b) => a.left - b.left);
  const hides = (box, before) => !box.width || box.left < 0 || (before && box.left < before.right - 0.5);
  return boxes.filter((box, at) => hides(box, boxes[at - 1])).length;
}"""
# How much of the cards' row lies under the bar of actions.
COVERED = """() => document.querySelector("[data-part=card-list]").getBoundingClientRect().bottom
  - document.querySelector("[data-part=actions]").getBoundingClientRect().top"""


@pytest.mark.timeout(600)
def test_first_turns_on_a_phone_by_tapping(house: House, visits: Visits) -> None:
    table = house.make(person("Madeleine", "blue"), bot("greedy"))
    page = visits.visit("/", size=PHONE, phone=True, tables=(table.kept(),))
    page.get_by_role("tab").first.wait_for()
    fits(page)
    page.goto(visits.url + table.path)
    ready(page)
    at = TapsAtTable(page)
    place = Clicking(house, table, Random(5), tap)
    manner = Manner(place)
    at.asked()
    fits(page)
    manner.play(at, until=lambda at: at.did["place"] == 1)
    fits(page)
    manner.play(at, until=lambda at: at.did["place"] == 5)
    assert len(place.placed) >= 4


@pytest.mark.timeout(600)
@pytest.mark.parametrize("phase", [pytest.param("fille", marks=pytest.mark.large), "coureur"])
def test_four_players_are_all_in_sight_and_the_bar_leaves_the_cards_free(
    house: House, visits: Visits, phase: str
) -> None:
    names = {"blue": "Madeleine", "yellow": "Étienne", "white": "Barbe", "brown": "Louis-Hector"}
    four = [person(name, seat) for seat, name in names.items()]
    table = house.make(*four)
    house.play(table, lambda it: it.position is not None and it.position.phase == phase, seed=3)
    asked = house.look(table)["asks"][0]["seat"]
    page = visits.visit(table.path, locale="pl-PL", size=PHONE, phone=True, tables=(table.kept(asked),))
    ready(page)
    at = TapsAtTable(page)
    assert phase in at.asked().actions
    fits(page)
    assert page.locator("[data-part=top] [data-part=player]").count() == 4
    assert page.evaluate(CUT_OFF) == []
    assert page.evaluate(HIDDEN_MARKERS) == 0
    assert page.evaluate(COVERED) <= 0
    page.get_by_role("button", name=text("players.more", "pl")).tap()
    expect(page.get_by_role("dialog").locator("[data-part=bonus]")).to_have_count(4)
    page.get_by_role("dialog").locator(".button").tap()
    page.set_viewport_size({"width": ASIDE[0], "height": ASIDE[1]})
    fits(page, ASIDE[0])
    assert page.evaluate(CUT_OFF) == []
    assert page.evaluate(HIDDEN_MARKERS) == 0


@pytest.mark.timeout(600)
@IN_ONE_LANGUAGE
def test_placing_with_the_phone_on_its_side(house: House, visits: Visits, language: str) -> None:
    table = house.make(person("Madeleine", "blue"), person("Étienne", "yellow"))
    house.play(table, lambda it: it.position is not None and it.position.phase == "place")
    page = visits.visit(table.path, locale=language, size=ASIDE, phone=True, tables=(table.kept(),))
    ready(page)
    at = TapsAtTable(page)
    seen = at.asked()
    if seen.cover:
        at.press("[data-part=hand-over] .button.primary")
        at.wait(lambda now: not now.cover and bool(now.blocks), "the cover to go")
    wide = page.locator("[data-part=picture]").bounding_box()
    page.locator("[data-part=picture]").focus()
    page.keyboard.press("n")
    page.locator("[data-part=actions] [data-do='place']").wait_for()
    fits(page, ASIDE[0])
    assert page.locator("[data-part=picture]").bounding_box() == wide  # what is pointed at does not move
    page.set_viewport_size({"width": ASIDE[0], "height": 340})  # the browser's own bars
    fits(page, ASIDE[0])
    expect(page.get_by_role("button", name=text("actions.next_pose", language))).to_be_visible()


@pytest.mark.timeout(600)
def test_the_challenges_can_be_read_on_a_phone(house: House, visits: Visits) -> None:
    challenges = [it["id"] for it in house.edition()["solo"]["challenges"]]
    solo = {"constraint": "kings-engineer", "track": "plucky", "architecture": challenges}
    table = house.make(mode="solo", solo=solo)
    house.play(table, lambda it: it.position is not None and it.position.phase == "place")
    page = visits.visit(table.path, size=PHONE, phone=True, tables=(table.kept(),))
    ready(page)
    TapsAtTable(page).asked()
    fits(page)
    assert page.evaluate(COVERED) <= 0
    page.get_by_role("button", name=text("challenges.met", done=0, all=len(challenges))).tap()
    dialog = page.get_by_role("dialog")
    for challenge in challenges:
        expect(dialog.get_by_text(text(f"solo.challenge.{challenge}"))).to_be_visible()
    dialog.get_by_role("button", name=text("challenges.show")).first.tap()
    expect(dialog).to_have_count(0)
