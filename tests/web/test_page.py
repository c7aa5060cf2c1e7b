"""Properties of the page: what it does not tell, how it refuses, when it rests, how large it is."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from playwright.sync_api import WebSocket, expect

from tests.web.at_table import AtTable
from tests.web.browser import Visits, wait_until
from tests.web.canvas import HANDLE, Clicking, at_rest, frames, ready
from tests.web.tables import House, Made, person
from tests.web.weight import FRONT, TABLE, script_bytes
from tests.web.words import catalogue, text


def two(house: House) -> Made:
    """A table of two people at one device."""
    return house.make(person("Antoine", "white"), person("Jeanne", "yellow"))


def test_a_spectator_is_told_no_offers_and_can_press_nothing(house: House, visits: Visits) -> None:
    table = two(house)
    told: list[dict[str, Any]] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: told.append(json.loads(frame)))

    page = visits.visit(preferences={"flat": True})
    page.on("websocket", listen)
    page.goto(visits.url + table.path)
    page.locator("[data-part=table]").wait_for()
    house.play(table, lambda it: it.seq > 14)
    AtTable(page).wait(lambda seen: seen.seq > 14, "the game to go on")
    expect(page.get_by_role("region", name=text("actions.title"))).to_contain_text(
        catalogue("en")["actions.waiting"].split("{")[0].strip()
    )
    assert page.locator("[data-do]").count() == 0
    assert page.locator("[data-block]:enabled").count() == 0
    opened = [message for message in told if message["type"] == "opened"]
    assert opened
    assert sum(message["type"] == "news" for message in told) > 5
    for message in told:
        assert not message.get("offers"), message
        assert not message.get("foresight"), message
        assert not (message.get("snapshot") or {}).get("offers"), message


@pytest.mark.parametrize("flat", [True, pytest.param(False, marks=pytest.mark.large)], ids=["flat", "3d"])
def test_a_burst_of_news_is_followed_to_the_end(house: House, visits: Visits, flat: bool) -> None:
    table = two(house)
    page = visits.visit(table.path, tables=(table.kept(),), still=False, preferences={"flat": flat})
    AtTable(page).asked() if flat else ready(page)
    house.play(table)
    over = house.look(table)
    at = AtTable(page)
    at.wait(lambda seen: seen.seq == over["seq"] and seen.status == "over", "the end")
    # The last snowfall is counted before one's eyes; whoever skips that has all the points at once.
    page.keyboard.press("Escape")
    expect(page.locator("[data-part=snow-show]")).to_have_count(0)
    scores = page.locator("[data-part=score]").all_inner_texts()
    # With what whoever holds a finished site is given in the end.
    assert scores == [str(over["position"]["result"]["scores"][seat]) for seat in over["game"]["seats"]]


def test_a_refused_pose_says_why_and_cannot_be_placed(house: House, visits: Visits) -> None:
    table = two(house)
    page = visits.visit(table.path, tables=(table.kept(),))
    ready(page)
    at = AtTable(page)
    drawn = at.act(at.asked(), "[data-do='draw']")
    where = Clicking(house, table, Random(1), lambda *_: None).choose(at, drawn)
    assert where
    page.mouse.click(*where[1])
    at.wait(lambda seen: "place" in seen.actions, "a ghost")
    whys = {value for key, value in catalogue("en").items() if key.startswith("why.")}
    refused = page.locator("[data-part=refused]")
    # Whatever the block, some way of tipping and turning it sticks out or falls.
    for number in range(12):
        page.locator("[data-part=turns] .button").nth(number % 3).click()
        if refused.count():
            break
    expect(refused).to_be_visible()
    assert refused.inner_text() in whys
    expect(page.locator("[data-do='place']")).to_be_disabled()
    page.locator("[data-part=picture]").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name=text("actions.next_pose")).click()
    seen = at.wait(lambda seen: "place" in seen.actions, "a legal pose")
    assert seen.seq == drawn.seq


def test_pointing_at_a_column_does_not_move_the_picture(house: House, visits: Visits) -> None:
    table = two(house)
    page = visits.visit(table.path, tables=(table.kept(),))
    ready(page)
    at = AtTable(page)
    drawn = at.act(at.asked(), "[data-do='draw']")
    where = Clicking(house, table, Random(1), lambda *_: None).choose(at, drawn)
    assert where
    before = page.locator("canvas").bounding_box()
    page.mouse.move(*where[1])
    at.wait(lambda seen: seen.placing, "a ghost")
    ready(page)
    assert page.locator("canvas").bounding_box() == before
    page.mouse.move(5, 5)
    at.wait(lambda seen: not seen.placing, "the ghost to go")


# Notes where a corner of the table is in each frame, until somebody asks for it.
PLACES = (
    """() => {"""
    + HANDLE
    + """
  const places = (window.places = new Set());
  const note = () => {
    const at = handle()?.project("church", 0, 0, 0);
    if (at) places.add(`${at.x.toFixed(1)},${at.y.toFixed(1)}`);
    requestAnimationFrame(note);
  };
  note();
}"""
)


def places(visits: Visits, table: Made, *, still: bool) -> int:
    """In how many places a corner of the table is seen while the view goes to one site."""
    page = visits.visit(table.path, tables=(table.kept(),), still=still)
    at_rest(page)
    page.evaluate(PLACES)
    page.get_by_role("group", name=text("view.title")).get_by_role("button").nth(1).click()
    wait_until(page, "window.places.size > 1")
    at_rest(page)
    seen: int = page.evaluate("window.places.size")
    return seen


def test_reduced_motion_jumps_where_others_glide(house: House, visits: Visits) -> None:
    table = two(house)
    # However slow the machine is, a step is never longer than a quarter of a second, and gliding takes more of them.
    glide, jump = places(visits, table, still=False), places(visits, table, still=True)
    assert jump == 2 < 4 <= glide


def test_an_idle_table_draws_nothing(house: House, visits: Visits) -> None:
    table = two(house)
    page = visits.visit(table.path, tables=(table.kept(),))
    ready(page)
    at = AtTable(page)
    at.act(at.asked(), "[data-do='draw']")
    page.keyboard.press("Escape")
    at_rest(page)
    before = frames(page)
    page.wait_for_timeout(3_000)
    assert frames(page) == before > 0


@pytest.mark.parametrize("locale", ["pl-PL", *(pytest.param(it, marks=pytest.mark.large) for it in ("en-GB", "fr-FR"))])
def test_each_route_loads_its_own_script_and_little_of_it(house: House, visits: Visits, locale: str) -> None:
    home = visits.visit(locale=locale)
    home.get_by_role("radio").first.wait_for()
    home.wait_for_load_state("networkidle")
    assert script_bytes(home) <= FRONT
    table = two(house)
    page = visits.visit(table.path, tables=(table.kept(),), locale=locale)
    ready(page)
    assert script_bytes(home) < script_bytes(page) <= TABLE


def test_the_journal_is_walked_through_by_arrow_keys(house: House, visits: Visits) -> None:
    table = two(house)
    page = visits.visit(table.path, tables=(table.kept(),), preferences={"flat": True})
    log, chat = (page.get_by_role("tab", name=text(key)) for key in ("journal.log", "journal.chat"))
    log.focus()
    for key, there in (("ArrowRight", chat), ("ArrowRight", log), ("End", chat), ("Home", log), ("ArrowLeft", chat)):
        page.keyboard.press(key)
        expect(there).to_be_focused()
        expect(there).to_have_attribute("aria-selected", "true")
        # It says which panel it opens, and the panel by which tab it was opened.
        panel = page.get_by_role("tabpanel")
        expect(there).to_have_attribute("aria-controls", panel.get_attribute("id") or "")
        expect(panel).to_have_attribute("aria-labelledby", there.get_attribute("id") or "")
    expect(page.get_by_role("tabpanel").get_by_label(text("chat.label"))).to_be_visible()
