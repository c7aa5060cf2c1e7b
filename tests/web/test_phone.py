"""On a phone: by tapping alone, with room for fingers."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.web.at_table import AtTable, Manner
from tests.web.browser import PHONE, Visits
from tests.web.canvas import Clicking, ready
from tests.web.tables import House, bot, person

FINGER = 44

SMALL = f"""() => [...document.querySelectorAll("button, a[href], input, select, summary")]
  .filter((it) => it.checkVisibility({{ visibilityProperty: true }}) && !it.closest("[inert], .visually-hidden"))
  .map((it) => {{
    // What surrounds a small box is tapped along with it.
    const target = it.matches("input[type=radio], input[type=checkbox]") ? it.closest("label") ?? it : it;
    return [target.getBoundingClientRect(), target];
  }})
  .filter(([box]) => box.width > 1 && box.height > 1 && (box.height < {FINGER} - 0.5 || box.width < {FINGER} - 0.5))
  .map(([box, it]) => `${{it.className || it.tagName}} "${{it.innerText ?? ""}}" ${{box.width}}x${{box.height}}`)"""

# What the bar offers must not have to be pulled into view.
OUTSIDE = """() => [...document.querySelectorAll(".actions .button, .table-top .button")]
  .filter((it) => it.checkVisibility() && it.getBoundingClientRect().width > 1)
  .filter((it) => {
    const box = it.getBoundingClientRect();
    return box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight
      || it.scrollWidth > it.clientWidth + 1;
  })
  .map((it) => it.innerText)"""


def fits(page: Page) -> None:
    """Nothing scrolls sideways, and everything is large enough for a finger."""
    wide: dict[str, Any] = page.evaluate(
        "() => ({ page: document.documentElement.scrollWidth, window: innerWidth, seen: visualViewport.width })"
    )
    assert wide["page"] <= wide["window"] == wide["seen"] == PHONE[0], wide
    assert page.evaluate(SMALL) == []
    assert page.evaluate(OUTSIDE) == []


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


class TapsAtTable(AtTable):
    """A finger instead of a mouse."""

    def press(self, selector: str) -> None:
        """Tap a button."""
        self.page.locator(selector).first.tap()


def tap(page: Page, x: float, y: float) -> None:
    """Tap on the canvas; before a ghost is there the bar and its room are measured by :func:`fits` alone."""
    page.touchscreen.tap(x, y)
    page.locator(".actions [data-do='place']").wait_for()
    fits(page)
