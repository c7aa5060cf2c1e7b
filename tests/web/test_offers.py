"""What is offered at the table: nobody spends an ally by pressing on, and what it costs is said."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.at_table import AtTable
from tests.web.browser import Visits
from tests.web.screenshots import phase
from tests.web.tables import House, person
from tests.web.words import text

ALLIES = ("fille", "coureur", "huron")


@pytest.mark.parametrize(("asked", "spends"), [("fille", "fille"), ("coureur", "coureur"), ("close", "huron")])
def test_the_default_of_an_offer_never_spends_an_ally(house: House, visits: Visits, asked: str, spends: str) -> None:
    """By the button that stands out, and by the key E: the tokens stay as they are."""
    table = house.make(person("Antoine", "white"), person("Jeanne", "yellow"))
    assert house.play(table, lambda it: phase(it) == asked and bool(it.offers), keen=True)
    page = visits.visit(table.path, still=True, tables=(table.kept(),), preferences={"flat": True})
    at = AtTable(page)
    now = at.asked()
    if now.cover:
        at.press("[data-part=hand-over] .button.primary")
        now = at.wait(lambda seen: not seen.cover and bool(seen.actions), "the cover to go")
    before = house.look(table)["position"]["tokens"]
    assert spends in now.actions
    primary = page.locator("[data-part=actions] .button.primary")
    expect(primary).to_have_count(1)
    assert primary.get_attribute("data-do") not in ALLIES
    chip = page.locator(f"[data-part=actions] [data-do='{spends}']")
    expect(chip).to_have_accessible_name(re.compile(re.escape(text("offer.returns"))))
    page.keyboard.press("e")
    at.wait(lambda seen: seen.seq > now.seq and not seen.busy, "the turn to go on")
    assert house.look(table)["position"]["tokens"] == before


def test_an_ally_says_when_it_does_not_come_back(house: House, visits: Visits) -> None:
    """Once a game, it is gone when it was used."""
    table = house.make(person("Antoine", "white"), person("Jeanne", "yellow"), rules={"allies": "once"})
    assert house.play(table, lambda it: phase(it) == "fille" and bool(it.offers), keen=True)
    page = visits.visit(table.path, still=True, tables=(table.kept(),), preferences={"flat": True})
    AtTable(page).asked()
    chip = page.locator("[data-part=actions] [data-do='fille']")
    expect(chip).to_have_accessible_name(re.compile(re.escape(text("offer.gone"))))
