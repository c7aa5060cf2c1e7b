"""A finger instead of a mouse, and whether there is room for it."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from tests.web.at_table import AtTable
from tests.web.browser import PHONE, wait_until

FINGER = 44

SMALL = f"""() => [...document.querySelectorAll("button, a[href], input, select, summary")]
  .filter((it) => it.checkVisibility({{ visibilityProperty: true }}) && !it.closest("[inert], .visually-hidden"))
  .map((it) => {{
    // What surrounds a small box is tapped along with it.
    const target = it.matches("input[type=radio], input[type=checkbox]") ? it.closest("label") ?? it : it;
    return [target.getBoundingClientRect(), target];
  }})
  .filter(([_, it]) => !it.matches("[data-ask]"))
  .filter(([box]) => box.width > 1 && box.height > 1 && (box.height < {FINGER} - 0.5 || box.width < {FINGER} - 0.5))
  .map(([box, it]) => `${{it.className || it.tagName}} "${{it.innerText ?? ""}}" ${{box.width}}x${{box.height}}`)"""

# What only says what it is may look smaller: whoever taps beside it means it, if nothing else is there. What something
# else lies over, as over the players' row, is asked elsewhere.
CROWDED = f"""() => [...document.querySelectorAll("[data-ask]")]
  .filter((it) => it.checkVisibility({{ visibilityProperty: true }}))
  .flatMap((it) => {{
    const box = it.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    if (!it.contains(document.elementFromPoint(x, y))) return [];
    const reach = {FINGER} / 2 - 1;
    const taken = [[reach, 0], [-reach, 0], [0, reach], [0, -reach]].filter(([dx, dy]) => {{
      const other = document.elementFromPoint(x + dx, y + dy)
        ?.closest("button, a[href], input, select, summary, label, canvas, [data-column]");
      return other && other !== it && !other.matches("[data-ask]");
    }});
    const name = `"${{it.ariaLabel ?? it.innerText}}" ${{box.width}}x${{box.height}}`;
    return taken.length ? [`${{name}}: ${{taken.join(" and ")}}`] : [];
  }})"""

# What the bar offers must not have to be pulled into view.
OUTSIDE = """() => [...document.querySelectorAll("[data-part=actions] .button, [data-part=top] .button")]
  .filter((it) => it.checkVisibility() && it.getBoundingClientRect().width > 1)
  .filter((it) => {
    const box = it.getBoundingClientRect();
    return box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight
      || it.scrollWidth > it.clientWidth + 1;
  })
  .map((it) => it.innerText)"""


def fits(page: Page, width: int = PHONE[0]) -> None:
    """Nothing scrolls sideways, and everything is large enough for a finger; as soon as a new size has been drawn."""
    wait_until(page, f"() => ({OUTSIDE})().length === 0")
    wide: dict[str, Any] = page.evaluate(
        "() => ({ page: document.documentElement.scrollWidth, window: innerWidth, seen: visualViewport.width })"
    )
    assert wide["page"] <= wide["window"] == wide["seen"] == width, wide
    assert page.evaluate(SMALL) == []
    assert page.evaluate(CROWDED) == []


class TapsAtTable(AtTable):
    """A finger instead of a mouse."""

    def press(self, selector: str) -> None:
        """Tap a button."""
        self.page.locator(selector).first.tap()


def tap(page: Page, x: float, y: float) -> None:
    """Tap on the canvas; before a ghost is there the bar and its room are measured by :func:`fits` alone."""
    page.touchscreen.tap(x, y)
    page.locator("[data-part=actions] [data-do='place']").wait_for()
    fits(page)
