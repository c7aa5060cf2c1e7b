"""What axe-core, the tool most people check pages with, finds wrong on ours: nothing serious on any page."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.web.at_table import AtTable
from tests.web.browser import PHONE, Visits
from tests.web.canvas import ready
from tests.web.tables import OPEN, House, bot, person
from tests.web.words import IN_ONE_LANGUAGE, text

AXE = (Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js").read_text("utf-8")
LOCALES = {"en": "en-CA", "fr": "fr-CA", "pl": "pl-PL"}

LOOK = """async () => {
  const { violations } = await axe.run(document, { resultTypes: ["violations"] });
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => [id, nodes.slice(0, 4).map(({ html, failureSummary }) => html + " " + failureSummary)]);
}"""


class Reader:
    """Somebody who opens pages in one language, with axe at hand."""

    def __init__(self, house: House, visits: Visits, language: str) -> None:
        self.house = house
        self.language = language
        self._visits = visits

    def open(self, path: str, **how: Any) -> Page:
        """A page."""
        return self._visits.visit(path, locale=LOCALES[self.language], script=AXE, **how)

    def at_table(self, preferences: Mapping[str, Any], **how: Any) -> Page:
        """A table where somebody is about to draw."""
        table = self.house.make(person("Barbe", "yellow"), person("Toussaint", "blue"))
        page = self.open(table.path, tables=(table.kept(),), preferences=preferences, **how)
        AtTable(page).asked()
        return page


def home(reader: Reader) -> Page:
    page = reader.open("/")
    page.locator("[data-part=first-game] button:enabled").wait_for()
    return page


def waiting(reader: Reader) -> Page:
    table = reader.house.make(person("Barbe", "yellow"), OPEN, bot("greedy"), start=False)
    page = reader.open(table.path, tables=(table.kept(),))
    page.get_by_role("button", name=text("waiting.begin", reader.language)).wait_for()
    return page


def solid(reader: Reader) -> Page:
    page = reader.at_table({})
    ready(page)
    return page


def placing(reader: Reader) -> Page:
    page = solid(reader)
    at = AtTable(page)
    at.act(at.asked(), "[data-do='draw']")
    page.locator("[data-part=picture]").focus()
    page.keyboard.press("n")
    at.wait(lambda seen: seen.placing, "a ghost")
    return page


def phone(reader: Reader) -> Page:
    page = reader.at_table({}, size=PHONE, phone=True)
    ready(page)
    return page


def flat(reader: Reader) -> Page:
    return reader.at_table({"flat": True})


def settings(reader: Reader) -> Page:
    page = reader.at_table({"flat": True})
    page.get_by_role("button", name=text("table.settings", reader.language)).click()
    page.get_by_role("dialog").wait_for()
    return page


def snowfall(reader: Reader) -> Page:
    table = reader.house.make(person("Barbe", "yellow"), person("Toussaint", "blue"))
    reader.house.play(table, lambda it: it.position is not None and it.position.snow_may_come, keen=True)
    page = reader.open(table.path, tables=(table.kept(),), preferences={"flat": True})
    page.locator("[data-part=table]").wait_for()
    reader.house.play(table, lambda it: it.position is not None and it.position.snow > 0, keen=True)
    page.locator("[data-part=tally]").wait_for()
    return page


def end(reader: Reader) -> Page:
    table = reader.house.make(person("Barbe", "yellow"), person("Toussaint", "blue"))
    reader.house.play(table, keen=True)
    page = reader.open(table.path, tables=(table.kept(),), preferences={"flat": True})
    page.locator("[data-part=winner]").wait_for()
    return page


def replay(reader: Reader) -> Page:
    table = reader.house.make(person("Barbe", "yellow"), person("Toussaint", "blue"))
    reader.house.play(table, keen=True)
    page = reader.open(f"/replay/{table.id}", preferences={"flat": True})
    page.get_by_role("slider").first.wait_for()
    return page


def rules(reader: Reader) -> Page:
    page = reader.open("/rules", preferences={"flat": True})
    page.locator("[data-part=rule]").first.wait_for()
    return page


def learn(reader: Reader) -> Page:
    page = reader.open("/learn")
    page.locator("[data-lesson-id]").first.wait_for()
    return page


def lesson(reader: Reader) -> Page:
    page = reader.open("/learn/snow", preferences={"flat": True})
    page.locator("[data-part=lesson]").wait_for()
    return page


def editions(reader: Reader) -> Page:
    page = reader.open(f"/editions/{reader.house.ask('GET', '/info')['editions'][0]['id']}", preferences={"flat": True})
    page.get_by_role("heading", level=1).first.wait_for()
    return page


def days(reader: Reader) -> Page:
    page = reader.open("/days")
    page.locator("[data-part=challenge]").wait_for()
    return page


def story(reader: Reader) -> Page:
    table = reader.house.begin_day("Barbe")
    reader.house.ask("POST", f"/tables/{table.id}/seats/player/concede", token=table.host)
    page = reader.open(table.path, tables=(table.kept(),), preferences={"flat": True})
    page.get_by_role("dialog").locator("[data-part=day]").wait_for()
    page.goto(page.url.replace(table.path, "/story"))
    page.locator("[data-part=settings]").wait_for()
    return page


PAGES = (
    home,
    waiting,
    solid,
    placing,
    phone,
    flat,
    settings,
    snowfall,
    end,
    replay,
    rules,
    learn,
    lesson,
    editions,
    days,
    story,
)


@IN_ONE_LANGUAGE
@pytest.mark.parametrize(
    "show",
    # Whoever is placing a block sees all that is there before it, too.
    [pytest.param(it, id=it.__name__, marks=[pytest.mark.large] if it is solid else []) for it in PAGES],
)
def test_axe_finds_nothing_serious(house: House, visits: Visits, language: str, show: Callable[[Reader], Page]) -> None:
    page = show(Reader(house, visits, language))
    found = page.evaluate(LOOK)
    assert not found, json.dumps(found, indent=1, ensure_ascii=False)
