"""The Winter of the day and one's own story, from the front page to a file and back."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import Page, Route, expect

from nouvelle_france import days
from tests.web.at_table import AtTable
from tests.web.browser import COME_BACK, Visits, wait_until
from tests.web.tables import House, held
from tests.web.words import IN_ONE_LANGUAGE, text

LOCALES = {"en": "en-CA", "fr": "fr-CA", "pl": "pl-PL"}


@IN_ONE_LANGUAGE
def test_a_day_is_played_shared_listed_and_remembered(
    house: House, visits: Visits, tmp_path: Path, language: str
) -> None:
    preferences = {"flat": True, "name": f"Zoé {language}", "bots": "quick"}
    page = visits.visit("/", locale=LOCALES[language], preferences=preferences)
    page.get_by_role("button", name=text("day.home.go", language)).click()
    today = page.locator("[data-part=today]")
    date = today.get_attribute("data-date")
    assert date is not None
    # Left open over midnight, it offers the new day to whoever comes back.
    page.route("**/api/days?limit=60", tomorrow)
    visits.watch().expect("/api/days/2100-01-01")  # of which this server has no list
    page.evaluate(COME_BACK)
    expect(today).to_have_attribute("data-date", "2100-01-01")
    page.unroute("**/api/days?limit=60")
    page.evaluate(COME_BACK)
    expect(today).to_have_attribute("data-date", date)
    today.locator("[data-do=play-day]").click()
    AtTable(page).asked()
    table = held(page)
    # Whoever comes back from the page of days is led to the same table.
    page.go_back()
    page.locator("[data-part=today] [data-do=play-day]").click()
    AtTable(page).asked()
    assert held(page).id == table.id
    house.play(table)
    wait_until(page, "document.querySelector('[data-part=table]').dataset.status === 'over'")
    page.get_by_role("dialog").get_by_role("button", name=text("snow.button", language)).click()

    result = page.get_by_role("dialog").locator("[data-part=day]")
    expect(result).to_have_attribute("data-count", "first")
    expect(result).to_contain_text(text("day.sealed", language))
    expect(page.get_by_role("dialog").locator("[data-do=replay]")).to_have_count(0)
    shared = result.locator("textarea").input_value().split("\n")
    assert len(shared) == 4
    assert text("day.title", language) in shared[0]
    assert shared[3].endswith("/days")
    assert not any(shape in " ".join(shared[:3]) for shape in ("eel", "cannon", "canon", "armata"))
    result.locator("[data-do=share]").click()
    expect(result.locator("[data-do=share]")).to_have_text(text("links.copied", language))

    result.get_by_role("link", name=text("day.to_all", language)).click()
    expect(page.locator("[data-part=list] tbody tr", has_text=f"Zoé {language}")).to_have_count(1)
    expect(page.locator("[data-part=mine]")).to_contain_text(shared[2].split("☆")[-1].split("★")[-1].strip())
    expect(page.locator("[data-part=shuffle]")).to_be_visible()
    assert days.is_date(date)

    remembered(page, table.id, tmp_path, language)


def tomorrow(route: Route) -> None:
    """What the server will say on another day."""
    answer = route.fetch()
    told = answer.json()
    route.fulfill(response=answer, json={**told, "today": {**told["today"], "date": "2100-01-01"}})


def remembered(page: Page, table: str, folder: Path, language: str) -> None:
    """The game is in one's story once, goes to a file, is erased and comes back."""
    page.goto(page.url.replace("/days", "/story"))
    story = page.locator("[data-part=story]")
    expect(story).to_have_attribute("data-games", "1")
    at_story = page.url
    page.goto(at_story.replace("/story", f"/t/{table}"))  # where the game is over: nothing is told twice
    page.locator("[data-part=table][data-status=over]").wait_for()
    page.goto(at_story)
    expect(story).to_have_attribute("data-games", "1")
    expect(page.locator("[data-part=settings] tbody tr")).to_have_count(1)
    with page.expect_download() as download:
        page.locator("[data-do=take]").click()
    file = folder / download.value.suggested_filename
    download.value.save_as(file)
    (played,) = json.loads(file.read_text("utf-8"))["games"]
    assert played["day"]["count"] == "first"
    page.get_by_role("button", name=text("story.erase", language)).click()
    page.get_by_role("group").get_by_role("button", name=text("story.erase", language)).click()
    expect(story).to_have_attribute("data-games", "0")
    page.locator("input[type=file]").set_input_files(file)
    expect(story).to_have_attribute("data-games", "1")
