"""Nothing is cut off and nothing lies over anything else, from the smallest phone to the largest screen: measured."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.web.at_table import AtTable
from tests.web.browser import Visits
from tests.web.screenshots import LOCALES, can, cubes, phase
from tests.web.tables import OPEN, House, Made, bot, person
from tests.web.words import text

SIZES = ((360, 740), (390, 844), (844, 390), (1280, 800), (1920, 1080), (2560, 1440))
FEW = ((360, 740),)

# Every line of text that is shown: whether all of it can be seen or scrolled to, and whether another lies over it. Only
# a few rows may be pushed sideways; everything else has to fit.
FAULTS = """() => {
  const dialog = [...document.querySelectorAll("dialog[open]")].at(-1);
  const root = dialog ?? document.body;
  const sideways = "[data-part=card-list], [data-part=views], [data-part=strip], [data-part=cycle], pre";
  const faults = [], lines = [];
  const name = (text) => `"${text.trim().replace(/\\s+/g, " ").slice(0, 40)}"`;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const owner = node.parentElement;
    if (!node.data.trim() || owner.closest("svg, .visually-hidden, option, script, style, [popover]")) continue;
    if (!owner.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (!dialog && owner.closest("dialog")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      if (box.width < 2 || box.height < 2) continue;
      let [x, y] = [box, box].map(() => true); // whether nothing has taken over that way yet
      let seen = true;
      for (let up = owner; up && up !== document.documentElement; up = up.parentElement) {
        const style = getComputedStyle(up);
        const frame = up.getBoundingClientRect();
        if (style.clipPath !== "none" && frame.width <= 2) { seen = false; break; }
        if (style.display === "contents" || style.display === "inline") continue;
        const out = {
          x: Math.max(frame.left - box.left, box.right - frame.right),
          y: Math.max(frame.top - box.top, box.bottom - frame.bottom),
        };
        if (x && style.overflowX !== "visible") {
          const scrolls = /auto|scroll/.test(style.overflowX) && up.matches(sideways);
          if (out.x > 2 && !scrolls) faults.push(`${name(node.data)} is cut sideways by ${Math.round(out.x)}`);
          if (out.x > 2 && scrolls) seen = false;
          x = !scrolls;
        }
        if (y && style.overflowY !== "visible") {
          const scrolls = /auto|scroll/.test(style.overflowY) && up.scrollHeight > up.clientHeight + 1;
          if (out.y > 3 && !scrolls) faults.push(`${name(node.data)} is cut in its height by ${Math.round(out.y)}`);
          if (out.y > 3 && scrolls) seen = false;
          y = !scrolls;
        }
      }
      const page = document.scrollingElement;
      if (seen && x && (box.left < -1 || box.right > innerWidth + 1)) faults.push(`${name(node.data)} is outside`);
      if (seen && y && page.scrollHeight <= innerHeight + 1 && (box.top < -1 || box.bottom > innerHeight + 1))
        faults.push(`${name(node.data)} is below the window`);
      if (seen) lines.push({ owner, box, text: node.data });
    }
  }
  for (const [number, one] of lines.entries())
    for (const other of lines.slice(number + 1)) {
      if (one.owner.contains(other.owner) || other.owner.contains(one.owner)) continue;
      const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
      if (wide > 2 && high > 4) faults.push(`${name(one.text)} and ${name(other.text)} lie over each other`);
    }
  if (document.documentElement.scrollWidth > innerWidth) faults.push("the page is wider than the window");
  return [...new Set(faults)];
}"""

# What lies over something else although both are shown: an ally under bonus blocks, a card under the bar.
HIDDEN = """() => {
  const faults = [];
  const clipped = (it) => it && (getComputedStyle(it).clipPath !== "none" || clipped(it.parentElement));
  const boxes = (selector) => [...document.querySelectorAll(selector)]
    .filter((it) => it.checkVisibility({ visibilityProperty: true }) && it.getBoundingClientRect().width > 2);
  for (const tile of boxes("[data-part=top] [data-part=player]")) {
    const frame = tile.getBoundingClientRect();
    const parts = [...tile.querySelectorAll("[data-ally], [data-part=bonus] svg, [data-part=score]")]
      .filter((it) => it.checkVisibility() && it.getBoundingClientRect().width > 2 && !clipped(it));
    for (const [number, one] of parts.entries()) {
      const a = one.getBoundingClientRect();
      if (a.right > frame.right + 1 || a.left < frame.left - 1 || a.bottom > frame.bottom + 1)
        faults.push(`${one.dataset.ally ?? one.dataset.part ?? "a bonus block"} is outside its player`);
      for (const other of parts.slice(number + 1)) {
        const b = other.getBoundingClientRect();
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        const names = [one, other].map((it) => it.dataset.ally ?? "a piece");
        if (wide > 1 && high > 1) faults.push(names.join(" lies over "));
      }
    }
  }
  const [actions] = boxes("[data-part=actions]");
  const scroller = document.querySelector("aside");
  const list = boxes("[data-part=card-list]")[0];
  if (actions && list && scroller && scroller.scrollHeight <= scroller.clientHeight + 1) {
    const bar = actions.getBoundingClientRect();
    for (const card of list.children) {
      const box = card.getBoundingClientRect();
      const beside = box.right <= bar.left || box.left >= bar.right;
      if (!beside && box.bottom > bar.top + 1 && box.top < bar.bottom) faults.push("a card lies under the bar");
    }
  }
  for (const button of boxes("[data-part=actions] button, [data-part=top] button")) {
    if (button.closest("[data-part=strip]")) continue; // poses may be pushed sideways
    const box = button.getBoundingClientRect();
    if (box.left < -1 || box.right > innerWidth + 1 || box.top < -1 || box.bottom > innerHeight + 1)
      faults.push(`the button "${button.innerText}" is outside`);
  }
  return [...new Set(faults)];
}"""


def mid_game(house: House) -> Made:
    """Four at a table, in the middle of a game: names, tokens, bonus blocks and three cards."""
    seats = (person("Marguerite", "yellow"), person("Étienne", "blue"), person("Barbe", "white"), bot("greedy"))
    table = house.make(*seats)
    assert house.play(table, lambda it: cubes(it) > 40 and can("place", it), keen=True)
    return table


def an_offer(house: House) -> Made:
    """Somebody may double: chips, and what goes on."""
    table = house.make(person("Marguerite", "yellow"), person("Étienne", "blue"))
    assert house.play(table, lambda it: phase(it) == "fille" and cubes(it) > 20, keen=True)
    return table


def alone(house: House) -> Made:
    """Alone, with challenges and sites that turns ask for."""
    solo = {"constraint": "artisan", "track": "plucky", "architecture": ["cannons", "belfry"]}
    table = house.make(mode="solo", solo=solo)
    assert house.play(table, lambda it: cubes(it) > 30 and can("place", it), keen=True)
    return table


@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    ("language", "sizes"),
    [("fr", FEW), *(pytest.param(it, SIZES, marks=pytest.mark.large) for it in ("en", "fr", "pl"))],
)
def test_nothing_is_cut_off_at_any_size(
    house: House, visits: Visits, language: str, sizes: tuple[tuple[int, int], ...]
) -> None:
    tables = {"mid": mid_game(house), "offer": an_offer(house), "alone": alone(house)}
    page = visits.visit(
        tables["mid"].path,
        locale=LOCALES[language],
        size=sizes[-1],
        still=True,
        tables=tuple(table.kept() for table in tables.values()),
    )
    found: dict[str, list[str]] = {}

    def measure(screen: str) -> None:
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            faults = settled_faults(page)
            if faults:
                found[f"{screen} {width}x{height}"] = faults

    at = AtTable(page)
    uncover(at)
    measure("mid")
    for panel in ("table.settings", "table.links", "stock.title"):
        page.set_viewport_size({"width": 1280, "height": 800})
        page.get_by_role("button", name=text(panel, language), exact=True).first.click()
        page.get_by_role("dialog").wait_for()
        measure(panel)
        page.keyboard.press("Escape")
        page.get_by_role("dialog").wait_for(state="detached")
    page.locator("[data-part=picture]").focus()
    page.keyboard.press("n")
    at.wait(lambda seen: seen.placing, "a ghost")
    measure("placing")
    for name in ("offer", "alone"):
        page.goto(visits.url + tables[name].path)
        uncover(at)
        measure(name)
    assert found == {}


@pytest.mark.parametrize("sizes", [FEW, pytest.param(SIZES, marks=pytest.mark.large)], ids=["few", "all"])
def test_a_guest_finds_the_seat_without_scrolling(
    house: House, visits: Visits, sizes: tuple[tuple[int, int], ...]
) -> None:
    table = house.make(person("Barbe", "white"), OPEN, bot("greedy"), start=False)
    page = visits.visit(f"{table.path}#join={table.invite}", locale="fr-CA", still=True)
    button = page.locator("form button[type=submit]").first
    button.wait_for()
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        box = button.bounding_box()
        assert box
        if height > 500:  # a phone on its side shows little more than the head of the page
            assert box["y"] + box["height"] <= height, f"{width}x{height}: {box}"
        assert settled_faults(page) == []


def settled_faults(page: Page) -> list[str]:
    """What is wrong once everything has found its place: the picture and the track are laid out anew by script."""
    faults: list[str] = []
    for _ in range(30):
        page.wait_for_timeout(150)
        faults = [*page.evaluate(FAULTS), *page.evaluate(HIDDEN)]
        if not faults:
            break
    return faults


def uncover(at: AtTable) -> None:
    """Somebody who has seen secrets hands the device on first."""
    seen = at.asked()
    if seen.cover:
        at.press("[data-part=hand-over] .button.primary")
        at.wait(lambda now: not now.cover and (bool(now.blocks) or bool(now.actions)), "the cover to go")
