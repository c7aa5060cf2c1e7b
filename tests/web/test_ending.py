"""The end of a game: the camera goes round, what decided it is said, and anything leads to the result."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser import Visits, wait_until
from tests.web.canvas import HANDLE, frames
from tests.web.tables import ME, House, Made, bot
from tests.web.words import text

COLUMN = "() => {" + HANDLE + " return handle().project('mill', 0, 0, 1).x; }"
"""How far to the right a column of the mill is seen."""


def ended(house: House, page: Page, table: Made) -> None:
    """Let the game be played to its end beside the page, and count its last snowfall."""
    page.locator("[data-part=table]").wait_for()
    house.play(table)
    wait_until(page, "document.querySelector('[data-part=table]').dataset.status === 'over'")
    page.get_by_role("dialog").get_by_role("button", name=text("snow.button")).click()


@pytest.mark.large
def test_the_camera_goes_round_until_somebody_presses_something(house: House, visits: Visits) -> None:
    table = house.make(ME, bot("greedy"))
    page = visits.visit(table.path, still=False, tables=(table.kept(),))
    page.locator("[data-board=scene] canvas").wait_for()
    ended(house, page, table)
    ending = page.locator("[data-part=ending]")
    expect(ending).to_be_visible()
    expect(page.locator("[data-part=tally]")).to_have_count(0)
    # An idle table draws nothing; here it is drawn over and over, from another side each time.
    drawn = frames(page)
    where = page.evaluate(COLUMN)
    wait_until(page, f"Math.abs(({COLUMN})() - {where}) > 5")
    assert frames(page) > drawn
    page.keyboard.press("a")
    expect(page.get_by_role("dialog").locator("[data-part=tally]")).to_be_visible()
    expect(ending).to_have_count(0)


def test_who_wants_no_motion_gets_the_result_at_once(house: House, visits: Visits) -> None:
    table = house.make(ME, bot("greedy"))
    page = visits.visit(table.path, tables=(table.kept(),), preferences={"flat": True})
    ended(house, page, table)
    dialog = page.get_by_role("dialog")
    expect(dialog.locator("[data-part=tally]")).to_be_visible()
    expect(page.locator("[data-part=ending]")).to_have_count(0)
    result = house.look(table)["position"]["result"]
    if len(result["winners"]) == 1 and result["decided_by"] == "points":
        expect(dialog.locator("[data-part=decided]")).to_be_visible()
