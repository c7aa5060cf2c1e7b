"""The whole game where there is no WebGL, by roles and names alone, as a screen reader knows the page."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.browser import PATIENCE_S, Visits
from tests.web.tables import House, person
from tests.web.words import starting, text

SITES = ("church", "mill", "redoubt")
COLUMNS = 14
"""So many placements are made by choosing a column, the others from the list."""


class Listener:
    """Plays by what is said: a prompt, buttons, columns, dialogs."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.by_column = 0
        self.by_list = 0

    def button(self, key: str) -> Locator:
        """The button that begins with a text."""
        return self.page.get_by_role("button", name=starting(key)).and_(self.page.locator(":enabled"))

    def over(self) -> bool:
        """Whether the result is there."""
        return self.page.get_by_role("dialog", name=text("end.title")).count() > 0

    def step(self) -> None:
        """Do the next thing."""
        page = self.page
        for key in ("snow.button", "huron.button"):
            if self.button(key).count():
                self.button(key).click()
                return
        cover = page.get_by_role("alertdialog").get_by_role("button")
        if cover.count():
            cover.click()
            return
        keys = ["actions.draw", "actions.fille", "actions.decline", "actions.end", "actions.pass"]
        if self.by_list == 3:
            keys.insert(3, "actions.huron")  # once somebody looks at the cards
        for key in keys:
            if self.button(key).count():
                self.done(self.button(key))
                return
        if self.button("placements.button").count():
            self.place()
        elif page.get_by_text(text("actions.unable"), exact=True).count():
            page.get_by_text(text("actions.unable"), exact=True).click()
            choices = page.get_by_role("region", name=text("actions.title")).get_by_role("listitem")
            self.done(choices.get_by_role("button").first)
        else:
            page.wait_for_timeout(40)

    def done(self, button: Locator) -> None:
        """Press a button, and wait until something is said: a line of the log, or another prompt."""
        before = self.said()
        button.click()
        until = time.monotonic() + PATIENCE_S
        while self.said() == before:
            assert time.monotonic() < until, f"nothing came of it: {before}"
            self.page.wait_for_timeout(40)

    def said(self) -> tuple[int, str]:
        """How long the log is, and what the prompt says."""
        log = self.page.get_by_role("list", name=text("journal.log")).get_by_role("listitem")
        return log.count(), self.page.get_by_role("region", name=text("actions.title")).inner_text()

    def place(self) -> None:
        """By a column of the plans, or from the list of placements."""
        page = self.page
        if self.by_column < COLUMNS:
            cards = page.get_by_role("region", name=text("cards.title")).get_by_role("listitem")
            if cards.get_by_role("button", pressed=True).count() == 0:
                cards.get_by_role("button").and_(page.locator("[aria-pressed]:enabled")).first.click()
            # Each site in its turn, or another where the block cannot stand there.
            for turn in range(3):
                site = SITES[(self.by_column + turn) % 3]
                columns = page.get_by_role("group", name=text("flat.columns", site=site)).get_by_role("button")
                names = columns.evaluate_all("all => all.map((it) => it.ariaLabel)")
                legal = [name for name in names if self.legal(name)]
                if legal:
                    columns.and_(page.get_by_role("button", name=legal[len(legal) // 2], exact=True)).click()
                    self.by_column += 1
                    self.done(self.button("actions.place"))
                    return
        self.by_list += 1
        self.button("placements.button").click()
        dialog = page.get_by_role("dialog", name=text("placements.title"))
        dialog.get_by_role("listitem").first.get_by_role("button").click()
        expect(dialog).to_have_count(0)
        self.done(self.button("actions.place"))

    @staticmethod
    def legal(name: str) -> bool:
        """Whether a column's name says that the block may stand there."""
        return bool(re.search(rf"; {text('flat.legal')}$", name))


@pytest.mark.no_webgl
@pytest.mark.timeout(600)
@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.large)], ids=["begins", "whole"])
def test_a_game_on_flat_plans_through_the_accessibility_tree(house: House, visits: Visits, whole: bool) -> None:
    table = house.make(person("Étienne", "white"), person("Jeanne", "brown"))
    page = visits.visit(table.path, tables=(table.kept(),))
    assert page.evaluate("document.createElement('canvas').getContext('webgl2')") is None
    listener = Listener(page)
    page.get_by_role("region", name=text("actions.title")).wait_for()
    assert page.locator("canvas").count() == 0
    while not listener.over() if whole else listener.by_column < 3:
        listener.step()
    if whole:
        assert house.look(table)["status"] == "over"
        assert listener.by_column >= 10
        assert listener.by_list >= 5
    assert page.locator("canvas").count() == 0


def test_a_column_says_what_stands_there(house: House, visits: Visits) -> None:
    table = house.make(person("Étienne", "white"), person("Jeanne", "brown"))
    house.play(table, lambda it: it.seq > 30, keen=True)  # without secrets, which would cover the page
    page = visits.visit(table.path, tables=(table.kept(),), preferences={"flat": True})
    built = house.look(table)["position"]["buildings"]
    edition = house.edition()
    shapes = {shape["id"]: len(shape["cubes"]) for shape in edition["shapes"]}
    colours = [colour["id"] for colour in edition["colours"]]
    for site in edition["sites"]:
        columns = page.get_by_role("group", name=text("flat.columns", site=site["names"]["en"]))
        expect(columns.get_by_role("button")).to_have_count("".join(site["plan"]).count("#"))
        names = columns.get_by_role("button").evaluate_all("all => all.map((it) => it.ariaLabel)")
        tops: dict[tuple[int, int], tuple[int, str]] = {}
        for block in built[site["id"]]:
            shape, first = block["block"].rsplit("-", 1)
            for number, (x, y, level) in enumerate(block["cubes"]):
                # Bonus blocks have one colour; on others the colours go round.
                colour = colours[(colours.index(first) + number) % 4] if shape in shapes else first
                tops[x, y] = max(tops.get((x, y), (0, "")), (level, colour))
        for (x, y), (height, colour) in tops.items():
            said = text("flat.column_built", x=x, y=y, height=height, colour=colour)
            assert any(name.startswith(said) for name in names), f"{said} is not among {names}"


def test_all_sites_asked_for_once_more_are_all_sites(house: House, visits: Visits) -> None:
    table = house.make(person("Étienne", "white"), person("Jeanne", "brown"))
    page = visits.visit(table.path, tables=(table.kept(),), preferences={"flat": True})
    plans = page.locator("[data-view]")
    for key, view, sites in (("0", "all", 3), ("0", "all", 3), ("2", "one", 1), ("2", "one", 1), ("0", "all", 3)):
        page.locator("[data-part=picture]").focus()
        page.keyboard.press(key)
        expect(plans).to_have_attribute("data-view", view)
        expect(plans.locator("[data-site]")).to_have_count(sites)
