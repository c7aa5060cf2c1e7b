"""A block being placed: what there is to choose from stays where it is, and says what each snowfall brings."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.server.running import Placements
from tests.web.at_table import TOO_LATE, AtTable
from tests.web.browser import Visits
from tests.web.canvas import Clicking, Column, in_view, ready
from tests.web.screenshots import cubes, phase
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
    found = Clicking(house, table, Random(3), lambda *_: None).choose(at, drawn)
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


@pytest.mark.timeout(600)
@pytest.mark.parametrize("shapes", [1, pytest.param(99, marks=pytest.mark.large)])
def test_a_block_stands_on_the_column_that_is_pointed_at(house: House, visits: Visits, shapes: int) -> None:
    """Mid-game, over every column that can be seen: wherever a pose stands there, one that does is shown."""
    table = house.make(person("Antoine", "white"), person("Jeanne", "yellow"))
    assert house.play(table, lambda it: cubes(it) > 40 and phase(it) == "place", keen=True)
    page = visits.visit(table.path, still=True, tables=(table.kept(),))
    at = AtTable(page)
    seen = at.asked()
    if seen.cover:
        at.press("[data-part=hand-over] .button.primary")
        seen = at.wait(lambda now: not now.cover and bool(now.blocks), "the cover to go")
    ready(page)
    placements = Placements(house.edition())
    snapshot = next(it for token in table.tokens.values() if (it := house.look(table, token))["offers"])
    heights = tops(house.edition(), snapshot)
    legal = [
        (id, placements.words("", "place", id))
        for offer in snapshot["offers"].values()
        for group in offer["placements"]
        for id in group["ids"]
    ]
    first = {block.rsplit("-", 1)[0]: block for block in seen.blocks}
    most = sorted(first.values(), key=lambda it: -sum(words["block"] == it for _, words in legal))
    pointed = stood = 0
    for block in most[:shapes]:
        page.locator(f"[data-part=cards] [data-block='{block}']").click()
        for site, x, y in heights:
            column = Column(site, x, y, heights[site, x, y])
            there = [words for _, words in legal if words["block"] == block and covers(words, column)]
            found = in_view(page, [column])
            if not found:
                continue  # something stands in front of it, and cannot be pointed past
            page.mouse.move(*found[1])
            pointed += 1
            if not there:
                expect(page.locator("[data-part=refused]")).to_be_visible()
                continue
            shown = page.locator("[data-part=actions] [data-do='place']").get_attribute("data-placement")
            words = placements.words("", "place", int(shown or -1))
            assert words["block"] == block
            assert covers(words, column)
            can = any(stands(it, column) for it in there)
            assert stands(words, column) == can, f"{words} over {column}"
            stood += can
    assert pointed > 20 * min(shapes, len(first))
    assert stood > 5


def tops(edition: Any, snapshot: Any) -> dict[tuple[str, int, int], int]:
    """How high each column of the plans is built."""
    found: dict[tuple[str, int, int], int] = {
        (site["id"], x, y): 0
        for site in edition["sites"]
        for y, row in enumerate(site["plan"])
        for x, sign in enumerate(row)
        if sign == "#"
    }
    for site, blocks in snapshot["position"]["buildings"].items():
        for x, y, level in (cube for block in blocks for cube in block["cubes"]):
            found[site, x, y] = max(found.get((site, x, y), 0), level)
    return found


def covers(words: Any, column: Column) -> bool:
    """Whether a placement has a cube over a column."""
    return words["site"] == column.site and any(cube[:2] == [column.x, column.y] for cube in words["cubes"])


def stands(words: Any, column: Column) -> bool:
    """Whether it has one right on top of it."""
    return words["site"] == column.site and [column.x, column.y, column.height + 1] in words["cubes"]


def test_a_block_that_the_server_refused_stays_where_it_was(house: House, visits: Visits) -> None:
    """Whoever presses once more places it: pose and place are kept, and why it was refused is said."""
    table = house.make(person("Antoine", "white"), person("Jeanne", "yellow"))
    page = visits.visit(table.path, tables=(table.kept(),), preferences={"flat": True}, script=TOO_LATE)
    at = AtTable(page)
    drawn = at.act(at.asked(), "[data-do='draw']")
    at.press(f"[data-part=cards] [data-block='{drawn.blocks[0]}']")
    page.locator(f"button[data-column][aria-label$='{text('flat.legal')}']").first.click()
    before = at.wait(lambda now: "place" in now.actions, "a ghost")
    page.locator("[data-part=pose]").nth(2).click()
    expect(page.locator("[data-part=pose]").nth(2)).to_have_attribute("aria-pressed", "true")
    page.evaluate("window.tooLate = 'move'")
    at.press("[data-part=actions] [data-do='place']")
    expect(page.get_by_text(text("error.stale"))).to_be_visible()
    expect(page.locator("[data-part=pose]").nth(2)).to_have_attribute("aria-pressed", "true")
    after = at.act(at.wait(lambda now: "place" in now.actions, "the ghost"), "[data-part=actions] [data-do='place']")
    assert after.seq > before.seq
    expect(page.get_by_text(text("error.stale"))).to_have_count(0)
