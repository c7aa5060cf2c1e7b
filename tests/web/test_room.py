"""The room around the game: badges that read, the snowfall as a show, sound, faces of its own, pictures to keep."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.at_table import AtTable
from tests.web.browser import PHONE, WIDE, Visits, wait_until
from tests.web.canvas import HANDLE, at_rest, frames, ready
from tests.web.tables import House, Made, bot, person
from tests.web.words import text

FONTS = Path(__file__).parents[2] / "web/src/kit/fonts"

# What each badge says, how it stands out, and the colours of its text and its ground.
BADGES = """() => [...document.querySelectorAll("[data-part=badge]")].map((it) => {
  const { color, backgroundColor } = getComputedStyle(it);
  const box = it.getBoundingClientRect();
  const room = it.closest("[data-board]").getBoundingClientRect();
  const inside = box.left >= room.left && box.right <= room.right && box.top >= room.top && box.bottom <= room.bottom;
  const site = it.closest("[data-site]").dataset.site;
  return [site, it.textContent, it.dataset.state, color, backgroundColor, inside, box.height];
})"""


def two(house: House, **asked: Any) -> Made:
    """Two people at one device."""
    return house.make(person("Antoine", "white"), person("Jeanne", "yellow"), **asked)


def luminance(colour: str) -> float:
    """Of an opaque colour as a browser tells it (WCAG 2)."""
    red, green, blue = (int(part) / 255 for part in colour.removeprefix("rgb(").removesuffix(")").split(", "))
    parts = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in (red, green, blue)]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one: str, other: str) -> float:
    """Between two colours (WCAG 2)."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("phone", [pytest.param(False, marks=pytest.mark.large), True], ids=["wide", "phone"])
def test_every_level_of_every_site_has_a_badge_that_can_be_read(house: House, visits: Visits, phone: bool) -> None:
    table = two(house)
    house.play(table, lambda it: it.position is not None and it.position.snow == 1, keen=True)
    page = visits.visit(table.path, tables=(table.kept(),), phone=phone, size=PHONE if phone else WIDE)
    ready(page)
    edition = house.edition()
    sticks = house.look(table)["game"]["sticks"]
    marks = {stick["colour"]: stick["marks"] for stick in edition["sticks"]}
    badges = page.evaluate(BADGES)
    for site in (it["id"] for it in edition["sites"]):
        shown = [badge for badge in badges if badge[0] == site]
        told = [f"×{mark}" if mark > 0 else f"−{-mark}" for mark in marks[sticks[site]]]
        assert [badge[1] for badge in shown] == told
        assert [badge[2] for badge in shown] == ["done", "next", "later"]
    for site, says, state, ink, ground, inside, high in badges:
        assert inside, f"{site} {says} is cut off"
        assert high >= 15
        assert contrast(ink, ground) >= 4.5, f"{site} {says}, {state}: {ink} on {ground}"


# Where those that pulse are, and how wide, at a moment of their animation.
PULSED = """(at) => document.getAnimations().filter((it) => it.effect.target.dataset.state === "next").map((it) => {
    it.pause();
    it.currentTime = at;
    const { x, y, width, height } = it.effect.target.getBoundingClientRect();
    return [x + width / 2, y + height / 2, width];
})"""


def test_badges_pulse_without_a_frame_being_drawn(house: House, visits: Visits) -> None:
    table = two(house)
    page = visits.visit(table.path, tables=(table.kept(),), still=False)
    at_rest(page)
    # Whatever pulses goes on from the beginning, as when a level has just become the next.
    moving = "document.getAnimations().filter((it) => it.effect.target.dataset.state === 'next')"
    page.evaluate(f"{moving}.forEach((it) => it.play())")
    assert page.evaluate(f"{moving}.filter((it) => it.playState === 'running').length") == 3
    drawn = frames(page)
    page.wait_for_timeout(1500)
    assert frames(page) == drawn
    small, large = (page.evaluate(PULSED, at) for at in (0, 550))
    for (x, y, wide), (also_x, also_y, wider) in zip(small, large, strict=True):
        assert (also_x, also_y) == pytest.approx((x, y), abs=1), "a badge grows where it is"
        assert wider > 1.1 * wide


# Notes which comes up first, the show or the table of it: a slow machine may look only after a short show is over.
NOTE_FIRST = """() => new MutationObserver(() => {
  window.first ??= document.querySelector("[data-part=snow-show], [data-part=tally]")?.dataset.part;
}).observe(document.body, { subtree: true, childList: true })"""

SCORES = """() => [...document.querySelectorAll("[data-part=score]")]
  .map((it) => Number(it.textContent.replace("−", "-")))"""
WHERE = "() => {" + HANDLE + " const { x, y } = handle().project('church', 0, 0, 0); return [x, y]; }"


def about_to_snow(house: House) -> Made:
    """A table where the next card may be a snowflake."""
    table = two(house)
    assert house.play(table, lambda it: it.position is not None and it.position.snow_may_come, keen=True)
    return table


def let_it_snow(house: House, table: Made) -> list[int]:
    """Play until it snows; the points of all seats before it."""
    before: list[int] = []

    def fallen(it: object) -> bool:
        told = house.look(table)["position"]
        if told["snow"] == 0:
            before[:] = [told["scores"][seat] for seat in house.look(table)["game"]["seats"]]
        return bool(told["snow"])

    assert house.play(table, fallen, keen=True)
    return before


def test_a_snowfall_is_counted_before_ones_eyes_and_can_be_skipped(house: House, visits: Visits) -> None:
    table = about_to_snow(house)
    page = visits.visit(table.path, tables=(table.kept(),), still=False)
    ready(page)
    far = page.evaluate(WHERE)
    before = let_it_snow(house, table)
    show = page.locator("[data-part=snow-show]")
    show.wait_for()
    # The markers wait for what is counted, and the camera comes near.
    position = house.look(table)["position"]
    counted = [position["scores"][seat] for seat in house.look(table)["game"]["seats"]]
    assert counted != before
    assert page.evaluate(SCORES) != counted
    wait_until(page, f"JSON.stringify(({WHERE})()) !== '{json.dumps(far, separators=(',', ':'))}'")
    expect(page.locator("[data-part=tally]")).to_have_count(0)
    page.keyboard.press("x")
    tally = page.locator("dialog [data-part=tally]")
    tally.wait_for()
    expect(show).to_have_count(0)
    assert page.evaluate(SCORES) == counted
    # The table of it stands beside the picture, and each row brings its cubes back.
    for site in ("mill", "redoubt"):
        light = page.locator(f"[data-light={site}]")
        light.focus()
        ready(page)
        assert page.locator(f"[data-site={site}] [data-part=badge]").first.is_visible()
        assert page.locator("[data-site=church] [data-part=badge]").first.is_hidden()
    page.get_by_role("button", name=text("snow.button")).click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    at_rest(page)


def test_the_second_snowfall_is_short_and_goes_to_its_table_by_itself(house: House, visits: Visits) -> None:
    table = about_to_snow(house)
    seen = "localStorage.setItem('nouvelle-france/snowfall', 'true')"
    page = visits.visit(table.path, tables=(table.kept(),), still=False, script=seen)
    ready(page)
    page.evaluate(NOTE_FIRST)
    let_it_snow(house, table)
    page.locator("[data-part=tally]").wait_for(timeout=60_000)
    assert page.evaluate("window.first") == "snow-show"


def test_who_wants_no_motion_sees_the_table_at_once(house: House, visits: Visits) -> None:
    table = about_to_snow(house)
    page = visits.visit(table.path, tables=(table.kept(),), still=True)
    ready(page)
    page.evaluate(NOTE_FIRST)  # a show must not even flash up
    let_it_snow(house, table)
    page.locator("[data-part=tally]").wait_for()
    assert page.evaluate("window.first") == "tally"


FETCHED = "performance.getEntriesByType('resource').some((it) => it.name.includes('synth'))"

# Counts what would be heard.
LISTEN = """window.heard = 0;
const start = AudioScheduledSourceNode.prototype.start;
AudioScheduledSourceNode.prototype.start = function (...how) { window.heard++; return start.apply(this, how); };"""


def test_nothing_is_heard_before_the_first_touch_nor_when_it_is_off(house: House, visits: Visits) -> None:
    table = two(house, rules={"allies": "none"})  # whoever looks at cards would have them lie over the picture
    page = visits.visit(table.path, tables=(table.kept(),), script=LISTEN, preferences={"flat": True})
    at = AtTable(page)
    at.asked()
    house.play(table, lambda it: it.seq >= 4)
    at.wait(lambda seen: seen.seq >= 4, "the game to go on")
    page.wait_for_timeout(300)
    assert page.evaluate("window.heard") == 0
    assert not page.evaluate(FETCHED)
    page.locator("[data-part=picture]").click(position={"x": 5, "y": 5})
    wait_until(page, FETCHED)
    house.play(table, lambda it: it.seq >= 9)
    at.wait(lambda seen: seen.seq >= 9, "the game to go on")
    wait_until(page, "window.heard > 0")
    page.get_by_role("button", name=text("table.settings")).click()
    page.get_by_role("checkbox", name=text("settings.sound")).click()
    page.wait_for_timeout(600)
    silent = page.evaluate("window.heard")
    house.play(table, lambda it: it.seq >= 14)
    at.wait(lambda seen: seen.seq >= 14, "the game to go on")
    page.wait_for_timeout(500)
    assert page.evaluate("window.heard") == silent


def loaded(page: Page, family: str) -> bool:
    """Whether a face is there and used."""
    wait_until(page, "document.fonts.status === 'loaded'")
    found: bool = page.evaluate(
        "(family) => [...document.fonts].some((it) => it.family.includes(family) && it.status === 'loaded')", family
    )
    return found


def test_the_page_has_faces_of_its_own(visits: Visits) -> None:
    page = visits.visit("/", locale="pl-PL")
    page.get_by_role("radio").first.wait_for()
    assert loaded(page, "Alegreya Sans")
    assert loaded(page, "Alegreya")


def test_the_faces_are_small() -> None:
    faces = list(FONTS.glob("*.woff2"))
    assert len(faces) == 6
    assert sum(face.stat().st_size for face in faces) < 60_000


def test_a_picture_can_be_kept_and_nothing_else_is_in_it(house: House, visits: Visits, tmp_path: Path) -> None:
    table = two(house)
    page = visits.visit(table.path, tables=(table.kept(),))
    ready(page)
    small = page.locator("canvas").bounding_box()
    page.get_by_role("button", name=text("photo.title")).click()
    take = page.get_by_role("button", name=text("photo.take"))
    take.wait_for()
    for gone in ("[data-part=top]", "[data-part=actions]", "[data-part=views]", "[data-part=badges]"):
        expect(page.locator(gone)).to_be_hidden()
    large = page.locator("canvas").bounding_box()
    assert small
    assert large
    assert large["width"] * large["height"] > 1.3 * small["width"] * small["height"]
    # Keys of the table do nothing that nobody would see.
    seq = page.locator("[data-part=table]").get_attribute("data-seq")
    page.keyboard.press("d")
    ready(page)
    take.click()
    with page.expect_download() as saved:
        page.get_by_role("link", name=text("photo.save")).click()
    picture = tmp_path / "picture.png"
    saved.value.save_as(picture)
    head = picture.read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    wide, high = int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")
    assert abs(wide / high - large["width"] / large["height"]) < 0.05
    page.keyboard.press("Escape")
    expect(page.locator("[data-part=actions]")).to_be_visible()
    assert page.locator("[data-part=table]").get_attribute("data-seq") == seq
    at_rest(page)


def test_a_bot_says_a_line_unless_it_is_not_wanted(house: House, visits: Visits) -> None:
    said = page_of_bots(house, visits, banter=True).locator("[data-part=banter]")
    expect(said).to_contain_text(text("banter.apprenti.begin"))
    quiet = page_of_bots(house, visits, banter=False)
    AtTable(quiet).asked()
    expect(quiet.locator("[data-part=banter]")).to_have_count(0)


def page_of_bots(house: House, visits: Visits, **preferences: object) -> Page:
    """A table with a bot, opened before the game begins."""
    table = house.make(person("Antoine", "white"), bot("apprenti"), start=False)
    page = visits.visit(table.path, tables=(table.kept(),), preferences={"flat": True, **preferences})
    begin = page.get_by_role("button", name=text("waiting.begin"))
    begin.click()
    page.locator("[data-part=table]").wait_for()
    return page
