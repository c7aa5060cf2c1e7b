"""A block being placed: what there is to choose from stays where it is, and says what each snowfall brings."""

from __future__ import annotations

import re
from random import Random

from playwright.sync_api import Page, expect

from tests.server.running import Placements
from tests.web.at_table import AtTable
from tests.web.browser import Visits
from tests.web.canvas import Clicking
from tests.web.tables import House, person
from tests.web.words import text


def poses(page: Page) -> list[str]:
    """The poses to choose from, in their order."""
    ids: list[str] = page.locator("[data-part=pose]").evaluate_all("all => all.map((it) => it.dataset.placement)")
    return ids


def test_the_strip_of_poses_stays_as_it_is_while_one_chooses(house: House, visits: Visits) -> None:
    table = house.make(person("Antoine", "white"), person("Jeanne", "yellow"))
    page = visits.visit(table.path, still=True, tables=(table.kept(),))
    at = AtTable(page)
    drawn = at.act(at.asked(), "[data-do='draw']")
    found = Clicking(house, table, Random(3), lambda *_: None).choose(page, drawn)
    assert found
    page.mouse.click(*found[1])
    at.wait(lambda now: "place" in now.actions, "a ghost")
    before = poses(page)
    assert len(before) > 2
    for number in (len(before) - 1, 1, len(before) // 2):
        page.locator("[data-part=pose]").nth(number).click()
        expect(page.locator("[data-part=pose]").nth(number)).to_have_attribute("aria-pressed", "true")
        assert poses(page) == before
    page.keyboard.press(" ")
    expect(page.locator("[data-part=pose]").nth(len(before) // 2 + 1)).to_have_attribute("aria-pressed", "true")
    assert poses(page) == before


def test_what_each_coming_snowfall_brings_is_told_for_itself(house: House, visits: Visits) -> None:
    table = house.make(person("Antoine", "white"), person("Jeanne", "yellow"))
    page = visits.visit(table.path, still=True, tables=(table.kept(),), preferences={"flat": True})
    at = AtTable(page)
    drawn = at.act(at.asked(), "[data-do='draw']")
    edition, sticks = house.edition(), house.look(table)["game"]["sticks"]
    colours = [colour["id"] for colour in edition["colours"]]
    marks = {stick["colour"]: stick["marks"] for stick in edition["sticks"]}
    placements = Placements(edition)
    at.press(f"[data-part=cards] [data-block='{drawn.blocks[0]}']")
    columns = page.locator(f"button[data-column][aria-label$='{text('flat.legal')}']")
    words = page.locator("[data-part=ghost-words]")
    levels: set[int] = set()
    # Which levels a block reaches over a column follows from the cards: columns are gone through until there are two.
    for place in range(min(12, columns.count())):
        columns.nth(place).click()
        at.wait(lambda now: now.placing, "a ghost")
        for number, id in enumerate(poses(page)):
            page.locator("[data-part=pose]").nth(number).click()
            expect(page.locator("[data-part=pose]").nth(number)).to_have_attribute("aria-pressed", "true")
            placed = placements.words("", "place", int(id))
            first = colours.index(placed["block"].rsplit("-", 1)[1])
            for level, mark in enumerate(marks[sticks[placed["site"]]], 1):
                here = [
                    colours[(first + cube) % 4] for cube, at_cube in enumerate(placed["cubes"]) if at_cube[2] == level
                ]
                line = words.locator(f"[data-snowfall='{level}']")
                expect(line).to_have_count(1 if {"white", "yellow"} & set(here) else 0)
                for colour, sign in (("white", "○"), ("yellow", "▲")):
                    if colour in here:
                        points = f"{here.count(colour) * mark:+}".replace("-", "\N{MINUS SIGN}")
                        said = rf"^{text('ghost.snowfall', level=level)} .*{sign} {colour} {re.escape(points)}"
                        expect(line).to_have_text(re.compile(said))
                        levels.add(level)
        if len(levels) > 1:
            break
        page.keyboard.press("Escape")
        at.wait(lambda now: not now.placing, "the ghost to go")
    assert len(levels) > 1
