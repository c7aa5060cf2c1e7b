"""On a phone: by tapping alone, with room for fingers."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.at_table import AtTable, Manner
from tests.web.browser import PHONE, Visits, wait_until
from tests.web.canvas import Clicking, ready
from tests.web.tables import House, bot, person
from tests.web.words import IN_ONE_LANGUAGE, text

FINGER = 44
ASIDE = (844, 390)
"""The same phone on its side."""

SMALL = f"""() => [...document.querySelectorAll("button, a[href], input, select, summary")]
  .filter((it) => it.checkVisibility({{ visibilityProperty: true }}) && !it.closest("[inert], .visually-hidden"))
  .map((it) => {{
    // What surrounds a small box is tapped along with it.
    const target = it.matches("input[type=radio], input[type=checkbox]") ? it.closest("label") ?? it : it;
    return [target.getBoundingClientRect(), target];
  }})
  .filter(([_, it]) => !it.matches("[data-ask]"))
  .filter(([box]) => box.width > 1 && box.height > 1 && (box.height < {FINGER} - 0.5 || box.width < {FINGER} - 0.5))
  .map(([box, it]) => `${{it.className || it.tagName}} "${{it.innerText ?? ""}}" ${{box.width}}x${{box.height}}`)"""

# What only says what it is may look smaller: whoever taps beside it means it, if nothing else is there. What something
# else lies over, as over the players' row, is asked elsewhere.
CROWDED = f"""() => [...document.querySelectorAll("[data-ask]")]
  .filter((it) => it.checkVisibility({{ visibilityProperty: true }}))
  .flatMap((it) => {{
    const box = it.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    if (!it.contains(document.elementFromPoint(x, y))) return [];
    const reach = {FINGER} / 2 - 1;
    const taken = [[reach, 0], [-reach, 0], [0, reach], [0, -reach]].filter(([dx, dy]) => {{
      const other = document.elementFromPoint(x + dx, y + dy)
        ?.closest("button, a[href], input, select, summary, label, canvas, [data-column]");
      return other && other !== it && !other.matches("[data-ask]");
    }});
    const name = `"${{it.ariaLabel ?? it.innerText}}" ${{box.width}}x${{box.height}}`;
    return taken.length ? [`${{name}}: ${{taken.join(" and ")}}`] : [];
  }})"""

# What the bar offers must not have to be pulled into view.
OUTSIDE = """() => [...document.querySelectorAll("[data-part=actions] .button, [data-part=top] .button")]
  .filter((it) => it.checkVisibility() && it.getBoundingClientRect().width > 1)
  .filter((it) => {
    const box = it.getBoundingClientRect();
    return box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight
      || it.scrollWidth > it.clientWidth + 1;
  })
  .map((it) => it.innerText)"""


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


def fits(page: Page, width: int = PHONE[0]) -> None:
    """Nothing scrolls sideways, and everything is large enough for a finger; as soon as a new size has been drawn."""
    wait_until(page, f"() => ({OUTSIDE})().length === 0")
    wide: dict[str, Any] = page.evaluate(
        "() => ({ page: document.documentElement.scrollWidth, window: innerWidth, seen: visualViewport.width })"
    )
    assert wide["page"] <= wide["window"] == wide["seen"] == width, wide
    assert page.evaluate(SMALL) == []
    assert page.evaluate(CROWDED) == []


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


class TapsAtTable(AtTable):
    """A finger instead of a mouse."""

    def press(self, selector: str) -> None:
        """Tap a button."""
        self.page.locator(selector).first.tap()


def tap(page: Page, x: float, y: float) -> None:
    """Tap on the canvas; before a ghost is there the bar and its room are measured by :func:`fits` alone."""
    page.touchscreen.tap(x, y)
    page.locator("[data-part=actions] [data-do='place']").wait_for()
    fits(page)
