"""Without a mouse at the page: walking to buttons by Tab, and placing by keys."""

from __future__ import annotations

import json

from playwright.sync_api import Page

from tests.web.at_table import AtTable, Seen
from tests.web.browser import wait_until

STEPS = 120

# Where something to be reached is, seen from the focus: here, later or earlier in the order of Tab.
WHERE = """(selector) => {
  const on = document.activeElement;
  if (on && on !== document.body && on.matches(selector)) return "here";
  const found = [...document.querySelectorAll(selector)].find((it) => it.checkVisibility() && !it.disabled);
  if (!found) return "missing";
  if (!on || on === document.body) return "later";
  return on.compareDocumentPosition(found) & Node.DOCUMENT_POSITION_PRECEDING ? "earlier" : "later";
}"""


class ByKeyboard(AtTable):
    """Presses buttons by walking to them."""

    most = 0
    """The longest walk."""

    def press(self, selector: str) -> None:
        """Walk to a button and press Enter."""
        self.walk(selector)
        self.page.keyboard.press("Enter")

    def walk(self, selector: str) -> None:
        """Tab until something has the focus."""
        wait_until(self.page, f"({WHERE})({json.dumps(selector)}) !== 'missing'")
        for steps in range(STEPS):
            where = self.page.evaluate(WHERE, selector)
            if where == "here":
                self.most = max(self.most, steps)
                return
            assert where != "missing", f"{selector} is not on the page"
            self.page.keyboard.press("Tab" if where == "later" else "Shift+Tab")
        raise AssertionError(f"{selector} cannot be reached by Tab")


def place(at: AtTable, seen: Seen) -> None:
    """Three ways: the next best; a block and arrows; a block, a site by its number, and another pose."""
    assert isinstance(at, ByKeyboard)
    keys = at.page.keyboard
    # Late in a game there may be one block left to place, and no other to take in its stead.
    way = min(at.did["place"] % 3, len(seen.blocks)) if seen.phase == "place" else 0
    if way:
        at.press(f"[data-part=cards] [data-block='{seen.blocks[-way]}']")
    at.walk("[data-part=picture]")
    if way == 0:
        keys.press("n")
    else:
        if way == 2:
            keys.press("3")
        # Over the columns until the block can stand somewhere.
        for number in range(60):
            keys.press(("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp")[number // 7 % 4])
            if (now := at.look()) and "place" in now.actions:
                break
        else:
            keys.press("n")
        keys.press(" ")
    at.wait(lambda now: "place" in now.actions, "a ghost that can be placed")
    keys.press("Enter")
    at.wait(lambda now: now.seq > seen.seq and not now.busy, "the placement to be done")


def no_mouse(page: Page) -> None:
    """Whoever clicks all the same is noticed."""
    page.evaluate("addEventListener('pointerdown', () => { throw new Error('a mouse was used'); }, { capture: true })")
