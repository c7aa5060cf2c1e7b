"""Without a mouse: Tab, arrows, letters and Enter, from the front page to the end."""

from __future__ import annotations

from functools import partial

import pytest
from playwright.sync_api import Page, expect

from tests.web.at_table import AtTable, Manner, Seen
from tests.web.browser import Visits
from tests.web.by_keyboard import STEPS, ByKeyboard, no_mouse, place
from tests.web.tables import House, person
from tests.web.words import text


@pytest.mark.timeout(600)
@pytest.mark.parametrize("placements", [3, pytest.param(20, marks=pytest.mark.large)])
def test_a_game_by_keyboard_from_home(house: House, visits: Visits, placements: int) -> None:
    """Its first turns, in which a block is placed in each of the three ways, or all of it."""
    page = visits.visit()
    at = ByKeyboard(page)
    no_mouse(page)
    at.walk("[role='tab'][aria-selected='true']")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name=text("home.new"))).to_be_focused()
    at.walk("[data-part=seats] li:nth-child(2) select")
    page.keyboard.press("ArrowUp")
    at.walk("[data-part=seats] li:nth-child(2) input")
    page.keyboard.type("Françoise")
    at.press("form [type='submit']")
    at.asked()
    whole = placements == 20
    Manner(place).play(at, until=lambda at: not whole and at.did["place"] >= placements)
    seen = house.look(page.url.rsplit("/", 1)[1])
    assert "Françoise" in {seat["name"] for seat in seen["seats"]}
    assert at.did["place"] >= placements
    assert at.most < 40, "something is too far away by Tab"
    if not whole:
        return
    assert seen["status"] == "over"
    # Escape closes the result, and the focus is on the page again, not lost.
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_the_focus_goes_on_where_a_pressed_button_goes(house: House, visits: Visits) -> None:
    table = house.make(person("Antoine", "white"), person("Jeanne", "yellow"))
    page = visits.visit(table.path, tables=(table.kept(),), preferences={"flat": True})
    at = ByKeyboard(page)
    at.asked()
    at.press("[data-do='draw']")
    drawn = at.wait(lambda now: now.phase == "place" and not now.busy)
    expect(page.locator("[data-part=prompt]")).to_be_focused()
    at.walk("[data-part=picture]")
    page.keyboard.press("n")
    at.press("[data-part=last] .button:not(.primary)")
    expect(page.locator("[data-part=prompt]")).to_be_focused()
    at.walk("[data-part=picture]")
    page.keyboard.press("n")
    at.press("[data-do='place']")
    at.wait(lambda now: now.seq > drawn.seq and not now.busy)
    expect(page.locator("[data-part=actions] :focus")).to_have_count(1)


def test_keys_belong_to_the_picture_after_a_click_on_a_view(house: House, visits: Visits) -> None:
    table = house.make(person("Antoine", "white"), person("Jeanne", "yellow"))
    page = visits.visit(table.path, tables=(table.kept(),))
    at = AtTable(page)
    drawn = at.act(at.asked(), "[data-do='draw']")
    page.locator("[data-part=views] .button").last.click()
    page.keyboard.press("n")
    at.wait(lambda now: "place" in now.actions, "a ghost")
    page.keyboard.press("Enter")
    at.wait(lambda now: now.seq > drawn.seq, "the placement to be done")


def test_keys_work_wherever_the_focus_is(house: House, visits: Visits) -> None:
    table = house.make(person("Antoine", "white"), person("Jeanne", "yellow"))
    page = visits.visit(table.path, still=True, tables=(table.kept(),))
    at = AtTable(page)
    keys = page.keyboard
    drawn = at.asked()
    keys.press("d")
    at.wait(lambda now: now.seq > drawn.seq and now.phase == "place" and not now.busy, "a card to be drawn")
    views = page.locator("[data-part=views] .button")
    for name in ("table.home", "help.title", "placements.button"):
        page.get_by_role("button", name=text(name), exact=True).focus()
        keys.press("n")
        at.wait(lambda now: now.placing, f"a ghost with the focus on {name}")
        keys.press("2")
        expect(views.nth(2)).to_have_attribute("aria-pressed", "true")
        keys.press("0")
        expect(views.first).to_have_attribute("aria-pressed", "true")
        keys.press("[")
        expect(views.last).to_have_attribute("aria-pressed", "true")
        keys.press("]")
        keys.press("Escape")
        keys.press("Escape")
        at.wait(lambda now: not now.placing, "the ghost to go")
    # What has the focus keeps what it is pressed by, and where one writes keys are letters.
    page.get_by_role("button", name=text("help.title"), exact=True).focus()
    keys.press("Enter")
    dialog = page.get_by_role("dialog", name=text("help.title"))
    expect(dialog).to_be_visible()
    keys.press("n")
    keys.press("Escape")
    expect(dialog).to_have_count(0)
    page.get_by_role("tab", name=text("journal.chat")).click()
    page.get_by_role("textbox").fill("")
    keys.type("n0d")
    expect(page.get_by_role("textbox")).to_have_value("n0d")
    at.wait(lambda now: not now.placing and now.phase == "place", "nothing to come of it")
    # Whoever would rather have keys in the picture alone can have that.
    page.get_by_role("button", name=text("table.settings")).click()
    page.get_by_role("dialog").get_by_label(text("settings.keys")).uncheck()
    keys.press("Escape")
    page.get_by_role("button", name=text("table.home")).focus()
    keys.press("n")
    page.locator("[data-part=picture]").focus()
    seen = at.look()
    assert seen
    assert not seen.placing
    keys.press("n")
    at.wait(lambda now: now.placing, "a ghost with the focus on the picture")


@pytest.mark.parametrize("flat", [pytest.param(False, marks=pytest.mark.large), True], ids=["3d", "flat"])
def test_a_turn_takes_ten_keys_at_most(house: House, visits: Visits, flat: bool) -> None:
    table = house.make(person("Antoine", "white"), person("Jeanne", "yellow"))
    page = visits.visit(table.path, still=True, tables=(table.kept(),), preferences={"flat": flat})
    at = AtTable(page)
    no_mouse(page)
    now = at.asked()
    mover = house.look(table)["position"]["active"]
    pressed = 0
    while house.look(table)["position"]["active"] == mover:
        keys = "d" if "draw" in now.actions else "nE" if now.phase == "place" else "e"
        for key in keys:
            page.keyboard.press({"E": "Enter"}.get(key, key))
            pressed += 1
        now = at.wait(partial(asked_after, now.seq), f"{keys} to be done")
        assert pressed <= 10
    assert pressed >= 3


def asked_after(seq: int, seen: Seen) -> bool:
    return seen.seq > seq and seen.asks


def test_escape_is_not_for_what_the_focus_has_left(house: House, visits: Visits) -> None:
    """What tells about something goes a moment after the focus; meanwhile the key is for the block in one's hand."""
    table = house.make(person("Antoine", "white"), person("Jeanne", "yellow"))
    page = visits.visit(table.path, still=True, tables=(table.kept(),), preferences={"flat": True})
    at = ByKeyboard(page)
    at.asked()
    at.press("[data-part=cards] [data-block]:enabled")
    to_legal(page)
    page.keyboard.press("Enter")
    at.wait(lambda now: now.placing, "a ghost")
    page.locator("[data-site=church] figcaption [data-ask]").first.evaluate("it => it.focus({ focusVisible: true })")
    expect(page.locator("[data-part=tip]")).to_be_visible()
    page.locator("[data-part=last] .button:not(.primary)").evaluate(
        """it => {
            it.focus();
            it.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }));
        }"""
    )
    at.wait(lambda now: not now.placing, "the ghost to go")


@pytest.mark.parametrize("flat", [False, True], ids=["3d", "flat"])
def test_nothing_is_in_ones_hand_until_it_is_taken(house: House, visits: Visits, flat: bool) -> None:
    table = house.make(person("Antoine", "white"), person("Jeanne", "yellow"))
    page = visits.visit(table.path, still=True, tables=(table.kept(),), preferences={"flat": flat})
    at = ByKeyboard(page)
    no_mouse(page)
    seen = at.asked()
    bonus = page.locator("[data-part=cards] [data-block]:enabled")
    expect(bonus).to_have_count(1)
    expect(bonus).to_have_attribute("aria-pressed", "false")
    # Whoever walks over the sites loses nothing by it.
    at.walk("[data-part=picture]")
    if flat:
        at.walk("[data-site=mill] [data-column]")
        page.keyboard.press("ArrowRight")
    now = at.look()
    assert now
    assert not now.placing
    assert "draw" in now.actions
    # Whoever takes the block is led to where it may stand. Escape puts it away, wherever one is.
    at.press("[data-part=cards] [data-block]:enabled")
    expect(bonus).to_have_attribute("aria-pressed", "true")
    expect(page.locator(f"[data-part=picture]{' [data-column]' if flat else ''}:focus")).to_have_count(1)
    at.wait(lambda now: "draw" in now.actions and not now.placing, "nothing to stand anywhere yet")
    if flat:
        to_legal(page)
        page.keyboard.press("Enter")
    else:
        page.keyboard.press("n")
    at.wait(lambda now: now.placing, "a ghost")
    at.walk("[data-part=last] .button:not(.primary)")
    page.keyboard.press("Escape")
    at.wait(lambda now: "draw" in now.actions and not now.placing, "the ghost to go")
    page.keyboard.press("Escape")
    expect(bonus).to_have_attribute("aria-pressed", "false")
    if flat:
        at.press("[data-part=cards] [data-block]:enabled")
        to_legal(page)
        page.keyboard.press("Enter")
        at.wait(lambda now: now.placing, "a ghost")
        page.keyboard.press("Enter")
        at.wait(lambda now: now.seq > seen.seq and not now.busy, "the placement to be done")


def to_legal(page: Page) -> None:
    """Walk over the plans to a column where the block may stand."""
    for _ in range(STEPS):
        if page.evaluate("end => document.activeElement.ariaLabel.endsWith(end)", text("flat.legal")):
            return
        page.keyboard.press("ArrowRight")
    raise AssertionError("the block may stand nowhere in this row")
