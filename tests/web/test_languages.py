"""French, English and Polish: the browser decides at first, the reader later."""

from __future__ import annotations

import re
import time
from functools import cache

import pytest
from playwright.sync_api import Page, expect

from tests.web.at_table import AtTable, Manner, next_best
from tests.web.browser import PATIENCE_S, Visits
from tests.web.tables import House, person
from tests.web.words import IN_ONE_LANGUAGE, LANGUAGES, catalogue, text

LOCALES = {"en": "en-CA", "fr": "fr-CA", "pl": "pl-PL"}

READABLE = """() => [
  document.body.innerText,
  document.title,
  ...[...document.querySelectorAll("[aria-label], [title], [placeholder]")].flatMap((it) =>
    ["aria-label", "title", "placeholder"].map((name) => it.getAttribute(name) ?? "")),
].join("\\n")"""


@cache
def telling(language: str) -> set[str]:
    """Whole texts that only this language has, long enough not to be in another by chance."""
    others = {value for other in LANGUAGES if other != language for value in catalogue(other).values()}
    return {value for value in catalogue(language).values() if len(value) > 6 and "{" not in value} - others


def only(page: Page, language: str) -> None:
    """All that can be read is in one language."""
    expect(page.locator("html")).to_have_attribute("lang", language)
    until = time.monotonic() + PATIENCE_S
    # The page may still be about to show what it has, or to show it in another language.
    while wrong := amiss(page.evaluate(READABLE), language):
        assert time.monotonic() < until, wrong
        page.wait_for_timeout(50)


def amiss(read: str, language: str) -> str | None:
    """What is wrong with all that can be read, where it should be in one language."""
    if not any(value in read for value in telling(language)):
        return f"nothing on the page is in {language}: {read}"
    for other in LANGUAGES:
        if other != language:
            # Most are not there at all, which needs no expression to be made for it.
            there = (value for value in telling(other) if value in read)
            found = [value for value in there if re.search(rf"(?<!\w){re.escape(value)}(?!\w)", read)]
            if found:
                return f"{other} texts on a page in {language}: {found}"
    return None


@pytest.mark.timeout(600)
@IN_ONE_LANGUAGE
def test_everything_is_in_the_language_of_the_browser(house: House, visits: Visits, language: str) -> None:
    table = house.make(person("Barbe", "yellow"), person("Guillaume", "blue"), title="Québec")
    page = visits.visit("/", locale=LOCALES[language], tables=(table.kept(),), preferences={"flat": True})
    page.get_by_role("tab", name=text("home.new", language)).click()
    page.locator("summary").first.click()
    only(page, language)
    page.get_by_role("tab", name=text("home.alone", language)).click()
    page.get_by_role("button", name=text("home.alone.go", language)).wait_for()
    only(page, language)

    page.goto(visits.url + table.path)
    at = AtTable(page)
    at.asked()
    only(page, language)
    manner = Manner(next_best)
    manner.play(at, until=lambda at: at.did["place"] > 1 and at.page.locator("dialog[open]").count() == 0)
    only(page, language)
    for name in ("table.links", "table.settings", "stock.title"):
        page.get_by_role("button", name=text(name, language), exact=True).click()
        page.get_by_role("dialog").wait_for()
        only(page, language)
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
    house.play(table)
    at.wait(lambda seen: seen.status == "over" and seen.dialog is not None, "the end")
    only(page, language)
    manner.play(at)  # past the last snowfall
    expect(page.locator("[data-part=winner]")).to_be_visible()
    only(page, language)


def test_the_language_can_be_switched_on_the_page_and_stays(house: House, visits: Visits) -> None:
    page = visits.visit("/", locale="pl-PL")
    only(page, "pl")
    page.get_by_role("group", name=text("settings.language", "pl")).get_by_role("button", name="Français").click()
    only(page, "fr")
    page.reload()
    only(page, "fr")
    table = house.make(person("Barbe", "yellow"), person("Guillaume", "blue"))
    page.goto(visits.url + table.path)
    page.get_by_role("button", name=text("table.settings", "fr")).click()
    page.get_by_role("dialog").get_by_role("radio", name="English").check()
    only(page, "en")
    page.keyboard.press("Escape")
    only(page, "en")


def test_a_browser_of_another_language_gets_english(visits: Visits) -> None:
    only(visits.visit("/", locale="de-DE"), "en")


def test_only_the_chosen_language_is_fetched(visits: Visits) -> None:
    page = visits.visit("/", locale="pl-PL")
    only(page, "pl")
    fetched = """() => performance.getEntriesByType("resource")
      .map((it) => /\\/((?:en|fr|pl)_[^-/]*)-[^/]*\\.js$/.exec(it.name)?.[1]).filter(Boolean)"""
    assert page.evaluate(fetched) == ["pl_front"]
    page.get_by_role("group", name=text("settings.language", "pl")).get_by_role("button", name="Français").click()
    only(page, "fr")
    assert page.evaluate(fetched) == ["pl_front", "fr_front"]
