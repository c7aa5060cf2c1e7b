"""The first game at the page, played by somebody new who listens to the coach."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, Route, expect

from tests.kinds import EDITION
from tests.web.at_table import AtTable, Manner, Seen, next_best
from tests.web.canvas import HANDLE
from tests.web.words import text

PLANS = {site.id: list(site.plan) for site in EDITION.sites}

# Everything the coach says, as it appears.
LISTEN = """() => {
  window.said = [];
  let last = null;
  new MutationObserver(() => {
    const on = document.querySelector("[data-topic]");
    const topic = on?.dataset.topic ?? null;
    if (topic !== last && topic) window.said.push([topic, on.querySelector("[role=status]").innerText]);
    last = topic;
  }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
}"""
SPEAKS = "() => !document.querySelector('dialog[open]') && document.querySelector('[data-topic]')?.dataset.topic"

# What of the sites, of the cards and of the bar lies under what the coach says.
COVERED = (
    "(plans) => {"
    + HANDLE
    + """
  const coach = document.querySelector("[data-topic]").getBoundingClientRect();
  const inside = ({ x, y }) => x > coach.left && x < coach.right && y > coach.top && y < coach.bottom;
  const board = handle();
  const found = [];
  for (const [site, plan] of Object.entries(board ? plans : {}))
    plan.forEach((row, y) => [...row].forEach((cell, x) => {
      const hidden = [0, 3].some((level) => inside(board.project(site, x, y, level)));
      if (cell === "#" && hidden) found.push(`${site} ${x},${y}`);
    }));
  for (const it of document.querySelectorAll("[data-part=actions] button, [data-part=cards] button")) {
    const box = it.getBoundingClientRect();
    const beside = box.right <= coach.left || box.left >= coach.right;
    // What has to be scrolled to is not under it.
    const list = it.closest("[data-part=card-list]")?.getBoundingClientRect();
    const bottom = Math.min(box.bottom, list?.bottom ?? box.bottom);
    const apart = beside || bottom <= coach.top || box.top >= coach.bottom;
    if (it.checkVisibility() && !apart) found.push(it.innerText || it.ariaLabel);
  }
  return found;
}"""
)


class Pupil:
    """Somebody new, who puts away what the coach says before doing anything."""

    def __init__(self, manner: Manner, at: AtTable) -> None:
        self.manner = manner
        self.at = at
        at.page.evaluate(LISTEN)

    @property
    def heard(self) -> list[tuple[str, str]]:
        """What was said so far, in order: what it was about, and the words."""
        return [(topic, words) for topic, words in self.at.page.evaluate("() => window.said")]

    def dismiss(self) -> None:
        """The button that says so."""
        self.at.press("[data-do='coach-ok']")

    def play(self, until: Callable[[list[tuple[str, str]]], bool] = lambda _: False) -> None:
        """The whole game, or until enough was heard."""
        while not until(self.heard):
            self.at.asked()
            if topic := self.at.page.evaluate(SPEAKS):
                assert self.at.page.evaluate(COVERED, PLANS) == [], f"under what is said about {topic}"
                self.dismiss()
                expect(self.at.page.locator(f"[data-topic={topic}]")).to_have_count(0)
                continue
            if not self.manner.step(self.at, self.at.asked()):
                return


def chooses_first(at: AtTable, seen: Seen) -> None:
    """As somebody new would: a block, then a place for it."""
    chosen = at.page.locator("[data-part=cards] [data-block][aria-pressed=true]")
    expect(chosen).to_have_count(0)  # nothing is in one's hand that one did not take
    if seen.phase == "place":
        at.press(f"[data-part=cards] [data-block='{seen.blocks[0]}']")
        expect(chosen).to_have_count(1)
    next_best(at, seen)


def quickly(route: Route) -> None:
    """The same table with bots that do not wait for somebody to read along."""
    if route.request.method != "POST":
        route.continue_()
        return
    asked = route.request.post_data_json or {}
    route.continue_(post_data={**asked, "pace": {"bot_seconds": 0}})


def begin(page: Page, language: str) -> None:
    """From the front page, where it says what is arranged."""
    page.route("**/api/tables", quickly)
    card = page.get_by_role("region", name=text("first.title", language))
    expect(card.locator("[data-part=no-proof]")).to_have_text(text("first.warned", language))
    expect(card.get_by_role("button")).to_be_enabled()
