"""Everything at the table can be asked what it is: by resting on it, by a finger, by the keyboard and on flat plans."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from nouvelle_france.protocol.rest import Snapshot
from tests.web.at_table import AtTable
from tests.web.browser import PHONE, Visits
from tests.web.by_finger import CROWDED, fits
from tests.web.canvas import HANDLE, ready
from tests.web.screenshots import LOCALES
from tests.web.tables import House, Made, person
from tests.web.words import IN_ONE_LANGUAGE, catalogue, text

PAIR = (person("Marguerite", "yellow"), person("Étienne", "blue"))

MARKS = {1: "ask.times.once", 2: "ask.times.twice", -1: "ask.times.loss"}

# Where the coloured top of the stick and the disk of a site are in the picture, in pixels of the page: they stand 1.22
# to the right of the plan, the stick 2.2 behind its middle, the disk 2.1 before it.
PLACES = """([site, across, down]) => {
  const board = document.querySelector("[data-board=scene]");
  let handle;
  board.dispatchEvent(new CustomEvent("boardhandle", { detail: (it) => (handle = it) }));
  const [x, middle] = [across + 0.72, down / 2 - 0.5];
  return {
    stick: handle.project(site, x, middle - 2.2, 3.3),
    disk: handle.project(site, x, middle + 2.1, 0),
  };
}"""


def tip(page: Page) -> Locator:
    """What is said; there is one at most."""
    return page.locator("[data-part=tip]")


def begun(house: House) -> Made:
    """A table of two at which something stands, before the first snow, whose mover has not chosen a block."""
    table = house.make(*PAIR)
    house.play(table, lambda it: bool(it.position and built(it) > 20 and it.position.phase == "place"), keen=True)
    return table


def built(table: Snapshot) -> int:
    """How many cubes stand."""
    position = table.position
    return sum(len(block.cubes) for site in (position.buildings if position else {}).values() for block in site)


def next_mark(house: House, table: Made, site: str, language: str) -> str:
    """What the stick of a site is to say: the level of the next snowfall, and how it counts there."""
    told, edition = house.look(table), house.edition()
    stick = next(it for it in edition["sticks"] if it["colour"] == told["game"]["sticks"][site])
    level = told["position"]["snow"] + 1
    mark = stick["marks"][level - 1]
    counts = text(MARKS[mark], language)
    said = f"+{mark}" if mark > 0 else f"−{-mark}"
    return text("ask.stick.next", language, level=level, times=counts, mark=said)


def place(house: House, page: Page, site: str, what: str) -> tuple[float, float]:
    """Where something beside a site is in the picture."""
    plan = next(it for it in house.edition()["sites"] if it["id"] == site)["plan"]
    at = page.evaluate(PLACES, [site, len(plan[0]), len(plan)])[what]
    return at["x"], at["y"]


@IN_ONE_LANGUAGE
def test_a_pointer_that_rests_is_told_and_what_is_told_can_be_reached(
    house: House, visits: Visits, language: str
) -> None:
    table = begun(house)
    page = visits.visit(table.path, locale=LOCALES[language], still=True, tables=(table.kept("yellow", "blue"),))
    ready(page)
    x, y = place(house, page, "church", "stick")
    page.mouse.move(x, y)
    expect(tip(page)).to_contain_text(next_mark(house, table, "church", language))
    expect(tip(page)).to_have_role("tooltip")
    # The pointer may go to it and follow its link; when it leaves, nothing stays.
    tip(page).hover()
    page.wait_for_timeout(600)
    link = tip(page).get_by_role("link", name=text("book.rule", language, number="SNW-1"))
    expect(link).to_have_attribute("href", "/rules#snw-1")
    page.mouse.move(5, 5)
    expect(tip(page)).to_have_count(0)

    x, y = place(house, page, "church", "disk")
    page.mouse.move(x, y)
    expect(tip(page)).to_contain_text(text("ask.disk.title", language, site=name_of(house, "church", language)))
    page.keyboard.press("Escape")
    expect(tip(page)).to_have_count(0)

    # A token, and what becomes of it.
    letter = page.get_by_role("button", name=re.compile(re.escape(text("ally.huron", language)))).first
    letter.hover()
    expect(tip(page)).to_contain_text(text("ask.ally.huron", language))
    assert letter.get_attribute("aria-describedby") == tip(page).get_attribute("id")
    page.mouse.move(5, 5)
    expect(tip(page)).to_have_count(0)
    assert letter.get_attribute("aria-describedby") is None


def test_a_block_tells_what_it_scored_and_one_that_is_being_placed_is_left_alone(house: House, visits: Visits) -> None:
    table = begun(house)
    page = visits.visit(table.path, still=True, tables=(table.kept(),))
    ready(page)
    at = AtTable(page)
    seen = at.asked()
    standing = house.look(table)["position"]["buildings"]
    # The topmost cube of all is hidden by nothing from above.
    site, (x, y, level) = max(
        ((site, cube) for site, blocks in standing.items() for block in blocks for cube in block["cubes"]),
        key=lambda it: it[1][2],
    )
    where = page.evaluate(
        """([site, x, y, level]) => {
          let handle;
          const detail = (it) => (handle = it);
          document.querySelector("[data-board=scene]").dispatchEvent(new CustomEvent("boardhandle", { detail }));
          return handle.project(site, x, y, level);
        }""",
        [site, x, y, level],
    )
    page.mouse.click(where["x"], where["y"])
    expect(tip(page)).to_have_role("dialog")
    expect(tip(page)).to_contain_text(re.compile("Placed by: (Marguerite|Étienne)"))
    expect(tip(page)).to_contain_text(re.compile(r"When placed it scored|It scored nothing"))
    page.keyboard.press("Escape")
    expect(tip(page)).to_have_count(0)
    at.press(f"[data-block={seen.blocks[0]}]:not(:disabled)")
    page.mouse.click(where["x"], where["y"])
    page.wait_for_timeout(600)
    expect(tip(page)).to_have_count(0)


def test_in_a_small_window_a_mouse_is_told_where_it_rests_and_the_bar_stays_free(house: House, visits: Visits) -> None:
    table = begun(house)
    page = visits.visit(table.path, size=(880, 640), still=True, tables=(table.kept("yellow", "blue"),))
    ready(page)
    x, y = place(house, page, "church", "stick")
    page.mouse.move(x, y)
    expect(tip(page)).to_contain_text(next_mark(house, table, "church", "en"))
    there, bar = tip(page).bounding_box(), page.locator("[data-part=actions]").bounding_box()
    assert there
    assert bar
    assert min(abs(there["y"] - y), abs(there["y"] + there["height"] - y)) < 20, "it is beside what it tells of"
    assert there["y"] + there["height"] <= bar["y"] or there["y"] >= bar["y"] + bar["height"], "it lies over the bar"


@IN_ONE_LANGUAGE
def test_a_finger_asks_by_a_tap(house: House, visits: Visits, language: str) -> None:
    table = begun(house)
    page = visits.visit(
        table.path, locale=LOCALES[language], size=PHONE, phone=True, still=True, tables=(table.kept("yellow"),)
    )
    ready(page)
    page.touchscreen.tap(*place(house, page, "church", "stick"))
    expect(tip(page)).to_contain_text(next_mark(house, table, "church", language))
    box = tip(page).bounding_box()
    assert box
    assert 0 <= box["x"] <= PHONE[0] - box["width"], "it fits the screen"
    snow = page.locator("[data-part=cards] [data-ask]").nth(1)
    snow.tap()
    expect(tip(page)).to_contain_text(text("ask.snow.counts", language, level=1))
    snow.tap()
    expect(tip(page)).to_have_count(0)
    # Players appear in brief here: their tokens answer where they are told in full, and the dialog stays open.
    page.get_by_role("button", name=text("players.more", language)).tap()
    dialog = page.get_by_role("dialog", name=text("players.title", language))
    dialog.get_by_role("button", name=re.compile(re.escape(text("ally.fille", language)))).first.tap()
    expect(tip(page)).to_contain_text(text("ask.ally.fille", language))
    link = tip(page).get_by_role("link")
    with page.expect_popup() as opened:
        link.tap()  # within the dialog, so that it can be used
    assert opened.value.url.endswith("/rules#aly-2")
    expect(dialog).to_be_visible()


# What of a site, or of something on the page, lies under what is told.
UNDER = (
    "([site, plan, asked]) => {"
    + HANDLE
    + """
  const tip = document.querySelector("[data-part=tip]").getBoundingClientRect();
  const under = (left, top, right, bottom) =>
    left < tip.right && right > tip.left && top < tip.bottom && bottom > tip.top;
  const found = [];
  plan.forEach((row, y) => [...row].forEach((cell, x) => {
    const at = handle()?.project(site, x, y, 0);
    if (cell === "#" && at && under(at.x, at.y, at.x, at.y)) found.push(`${x},${y}`);
  }));
  const box = asked?.getBoundingClientRect();
  if (box && under(box.left, box.top, box.right, box.bottom)) found.push(asked.innerText);
  return found;
}"""
)


@IN_ONE_LANGUAGE
@pytest.mark.parametrize(
    "size", [PHONE, pytest.param((844, 390), marks=pytest.mark.large)], ids=["upright", "sideways"]
)
def test_on_a_phone_what_is_told_leaves_free_what_it_is_about_and_a_tap_beside_it_is_enough(
    house: House, visits: Visits, language: str, size: tuple[int, int]
) -> None:
    table = begun(house)
    page = visits.visit(
        table.path, locale=LOCALES[language], size=size, phone=True, still=True, tables=(table.kept("yellow", "blue"),)
    )
    ready(page)
    fits(page, size[0])
    for site in house.edition()["sites"]:
        page.touchscreen.tap(*place(house, page, site["id"], "stick"))
        expect(tip(page)).to_contain_text(next_mark(house, table, site["id"], language))
        assert page.evaluate(UNDER, [site["id"], site["plan"], None]) == []
        page.keyboard.press("Escape")
        expect(tip(page)).to_have_count(0)
    asked = page.locator("[data-part=cards] [data-ask], [data-part=marker]")
    assert asked.count() >= 4
    for thing in asked.all():
        if not thing.is_visible():
            continue
        thing.scroll_into_view_if_needed()
        box = thing.bounding_box()
        assert box
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        # Beside a marker there is nothing else; what lies around the cards may be nearer to a finger than they are.
        for beside in (14, 0) if thing.get_attribute("data-part") == "marker" else (0,):
            page.touchscreen.tap(x, y + beside)
            expect(tip(page)).to_have_count(1)
            told = page.locator(f"[aria-describedby='{tip(page).get_attribute('id')}']")
            assert told.evaluate("(it, other) => it === other", thing.element_handle())
            assert page.evaluate(UNDER, ["", [], told.element_handle()]) == []
            page.keyboard.press("Escape")
            expect(tip(page)).to_have_count(0)
    # Every prompt leads to its rule.
    rule = page.locator("[data-part=actions] [data-part=rule-link]")
    expect(rule).to_be_visible()
    expect(rule).to_have_attribute("href", "/rules#trn-3")


@IN_ONE_LANGUAGE
def test_on_a_phone_plans_have_room_for_fingers(house: House, visits: Visits, language: str) -> None:
    table = begun(house)
    kept = table.kept("yellow", "blue")
    page = visits.visit(
        table.path, locale=LOCALES[language], size=PHONE, phone=True, preferences={"flat": True}, tables=(kept,)
    )
    mark = page.locator("[data-site=church] figcaption [data-ask]").first
    mark.wait_for()
    assert page.evaluate(CROWDED) == []
    mark.evaluate("it => it.scrollIntoView({ block: 'center' })")
    box = mark.bounding_box()
    assert box
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2 + 19)
    expect(tip(page)).to_contain_text(next_mark(house, table, "church", language))
    page.get_by_role("button", name=text("players.more", language)).tap()
    page.get_by_role("dialog").wait_for()
    assert page.evaluate(CROWDED) == []


@IN_ONE_LANGUAGE
def test_the_keyboard_asks_by_its_focus_with_one_stop_for_each_group(
    house: House, visits: Visits, language: str
) -> None:
    table = begun(house)
    page = visits.visit(table.path, locale=LOCALES[language], still=True, tables=(table.kept("yellow", "blue"),))
    ready(page)
    players = page.get_by_role("list", name=text("players.title", language))
    page.get_by_role("button", name=text("table.home", language)).focus()
    page.keyboard.press("Tab")
    expect(tip(page)).to_contain_text(beginning("ask.marker.snow", language))
    # An arrow leads to the next token, Tab out of the group.
    page.keyboard.press("ArrowRight")
    expect(tip(page)).to_contain_text(text("ask.ally.fille", language))
    described = page.evaluate("document.activeElement.getAttribute('aria-describedby')")
    assert described == tip(page).get_attribute("id")
    # Enter keeps it, and the rule is the next thing; Escape leads back.
    page.keyboard.press("Enter")
    expect(tip(page)).to_be_focused()
    page.keyboard.press("Tab")
    expect(tip(page).get_by_role("link")).to_be_focused()
    page.keyboard.press("Escape")
    expect(tip(page)).to_have_count(0)
    assert page.evaluate("list => list.contains(document.activeElement)", players.element_handle())
    page.keyboard.press("Tab")
    assert not page.evaluate("list => list.contains(document.activeElement)", players.element_handle())
    # What stands in the 3D picture is told with the buttons that lead to its sites.
    page.get_by_role("button", name=re.compile(f"^{re.escape(name_of(house, 'church', language))}$", re.I)).focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(tip(page)).to_contain_text(next_mark(house, table, "church", language))


@IN_ONE_LANGUAGE
@pytest.mark.parametrize("how", ["focus", *(pytest.param(it, marks=pytest.mark.large) for it in ("hover", "tap"))])
def test_on_flat_plans_marks_disks_figures_and_columns_answer(
    house: House, visits: Visits, language: str, how: str
) -> None:
    table = begun(house)
    page = visits.visit(
        table.path,
        locale=LOCALES[language],
        still=True,
        phone=how == "tap",
        preferences={"flat": True},
        tables=(table.kept("yellow", "blue"),),
    )
    sheet = page.locator("[data-site=church]")
    marks = sheet.locator("figcaption [data-ask]")
    expect(marks).to_have_count(3)

    def ask(what: Locator) -> None:
        if how == "hover":
            what.hover()
        elif how == "tap":
            what.tap()
        else:
            what.evaluate("it => it.focus({ focusVisible: true })")

    ask(marks.first)
    expect(tip(page)).to_contain_text(next_mark(house, table, "church", language))
    page.keyboard.press("Escape")
    ask(sheet.locator("header [data-ask]").last)
    expect(tip(page)).to_contain_text(text("ask.standee.free", language))
    page.keyboard.press("Escape")
    built_on = catalogue(language)["flat.column_built"].split("{y}")[1].split("{height}")[0]
    # By role all spaces of a name are plain ones.
    ask(page.get_by_role("button", name=re.compile(re.escape(built_on.replace("\N{NO-BREAK SPACE}", " ")))).first)
    expect(tip(page)).to_contain_text(beginning("ask.cube.by", language))


@IN_ONE_LANGUAGE
def test_alone_the_cycle_the_track_and_the_challenges_answer(house: House, visits: Visits, language: str) -> None:
    solo = {"constraint": "artisan", "track": "standard", "architecture": ["cannons"]}
    table = house.make(mode="solo", solo=solo)
    page = visits.visit(table.path, locale=LOCALES[language], still=True, tables=(table.kept(),))
    ready(page)
    cycle = page.get_by_role("list", name=text("challenges.cycle", language)).get_by_role("button")
    cycle.last.hover()
    expect(tip(page)).to_contain_text(text("help.winter", language))
    page.mouse.move(0, 0)  # where the turns take two lines, it lies over the first, and stays while it is pointed at
    expect(tip(page)).to_have_count(0)
    cycle.nth(1).hover()
    required = house.look(table)["game"]["solo"]["sites"][1]
    expect(tip(page)).to_contain_text(text("ask.turn.site", language, site=name_of(house, required, language)))
    pieces = page.get_by_role("group", name=re.compile(re.escape(text("track.title", language)))).get_by_role("button")
    pieces.first.hover()
    expect(tip(page)).to_contain_text(re.compile("18"))
    expect(tip(page)).to_contain_text(text("ask.piece.leaves", language, snow=1))
    page.get_by_role("tab", name=text("challenges.met", language, done=0, all=1)).click()
    page.get_by_role("button", name="+10", exact=True).hover()
    expect(tip(page)).to_contain_text(text("ask.challenge.have", language, have=0, count=3))


def beginning(key: str, language: str) -> str:
    """A text up to its first number."""
    return catalogue(language)[key].split("{")[0]


def name_of(house: House, site: str, language: str) -> str:
    """A site's name."""
    return str(next(it for it in house.edition()["sites"] if it["id"] == site)["names"][language])
