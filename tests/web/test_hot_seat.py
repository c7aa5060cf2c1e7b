"""Several people at one device, by clicking on the canvas."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.web.at_table import AtTable, Manner, Seen
from tests.web.browser import Visits
from tests.web.canvas import Clicking, ready
from tests.web.tables import House, person
from tests.web.words import text


def click(page: Page, x: float, y: float) -> None:
    """A mouse moves there before it clicks."""
    page.mouse.move(x, y)
    page.mouse.click(x, y)


def sees(at: AtTable, what: Callable[[Seen], bool]) -> bool:
    """Whether something is there at a glance."""
    seen = at.look()
    return seen is not None and what(seen)


@pytest.mark.large
@pytest.mark.timeout(900)
@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.large)], ids=["ends", "whole"])
def test_a_hot_seat_game_by_clicking_on_the_canvas(house: House, visits: Visits, whole: bool) -> None:
    """From the beginning to the end; the middle of it is played beside the page unless the whole is asked for."""
    table = house.make(person("Barbe", "yellow"), person("Toussaint", "blue"))
    page = visits.visit(table.path, tables=(table.kept(),), still=False)
    ready(page)
    at = AtTable(page)
    place = Clicking(house, table, Random(3), click)
    manner = Manner(place)

    manner.play(at, until=lambda at: at.did["place"] > 1 and sees(at, lambda seen: seen.back and not seen.cover))
    at.act(at.asked(), "[data-part=take-back]")
    expect(page.locator("[data-kind=taken_back]").first).to_contain_text(text("log.taken_back", name=""))

    manner.play(at, until=lambda at: sees(at, lambda seen: seen.order))
    asked = at.asked()
    cards = page.locator("[data-part=huron-card]").all_inner_texts()
    assert len(cards) == 3
    # The last of the cards to come is put first. Found by where it lies: two cards may have the same name.
    for number in (2, 1):
        up = page.locator("[data-part=huron] li").nth(number).get_by_role("button").first
        expect(up).to_have_accessible_name(text("huron.up", card=cards[2].strip()))
        up.click()
    moved = [cards[2], cards[0], cards[1]]
    assert page.locator("[data-part=huron-card]").all_inner_texts() == moved
    manner.step(at, asked)
    manner.play(at, until=lambda at: sees(at, lambda seen: seen.cover))
    # Whoever takes the device next sees neither the cards nor anything that can be pressed behind the cover.
    cover = page.get_by_role("alertdialog")
    expect(cover).to_be_visible()
    covering = cover.bounding_box()
    # a page of ours always has a size
    assert covering == {"x": 0, "y": 0, "width": page.viewport_size["width"], "height": page.viewport_size["height"]}  # type: ignore[index]
    assert page.locator("[data-part=actions] [data-do]").count() == 0
    journal = page.locator("[data-part=journal]")
    assert text("log.peeked_cards", name="", cards="").strip(" .:") not in journal.inner_text()

    if not whole:
        house.play(table, lambda it: it.position is not None and it.position.snow == 2)
        played = house.look(table)["seq"]
        at.wait(lambda seen: seen.seq >= played and not seen.busy, "the page to have followed")
    manner.play(at)
    over = house.look(table)
    assert over["status"] == "over"
    assert len(place.placed) > (15 if whole else 5)
    winner = {seat["seat"]: seat["name"] for seat in over["seats"]}[over["position"]["result"]["winners"][0]]
    expect(page.locator("[data-part=winner]")).to_contain_text(winner)
    totals = page.locator("[data-part=end] [data-part=total] td").all_inner_texts()
    assert totals == [str(over["position"]["result"]["scores"][seat]) for seat in over["game"]["seats"]]

    # In one game of twenty nobody has a second chance to refuse an ally: then there is another game.
    while whole and not everything(at):
        table = house.make(person("Barbe", "yellow"), person("Toussaint", "blue"))
        again = AtTable(visits.visit(table.path, tables=(table.kept(),)))
        again.did = at.did
        ready(again.page)
        Manner(Clicking(house, table, Random(3), click)).play(again, until=everything)


def everything(at: AtTable) -> bool:
    """Whether all came up that can in a game."""
    return all(
        at.did[done]
        for done in ("draw", "place", "fille", "no fille", "coureur", "no coureur", "huron", "order", "cover", "dialog")
    )
