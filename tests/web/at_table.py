"""Playing at the table of the page: what it offers, and hands that take it."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from playwright.sync_api import Page

from tests.web.browser import PATIENCE_S
from tests.web.words import LANGUAGES, text

RESULTS = {text("end.title", language) for language in LANGUAGES}
"""What the dialog with a game's result is called."""

# What a player would see: whether something is under way, what can be pressed, what lies over the table.
SEEN = """() => {
  const table = document.querySelector("[data-part=table]");
  if (!table) return null;
  // The one on top, which is not always the last in the document: it and what is behind it take all clicks.
  const over = document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest("dialog[open]");
  const all = (selector, name) => [...table.querySelectorAll(selector)].map((it) => it.dataset[name]);
  return {
    seq: Number(table.dataset.seq),
    busy: table.dataset.busy === "true",
    phase: table.dataset.phase,
    status: table.dataset.status,
    cover: over?.matches("[data-part=hand-over]") ?? false,
    dialog: over?.getAttribute("aria-label") ?? null,
    order: over?.querySelector("[data-do='huron-order']:not(:disabled)") != null,
    actions: all("[data-part=actions] [data-do]:not(:disabled)", "do"),
    blocks: all("[data-part=cards] [data-block]:not(:disabled)", "block"),
    placing: table.querySelector("[data-part=actions] [data-do='place']") !== null,
    back: table.querySelector("[data-part=take-back]:not(:disabled)") !== null,
  };
}"""

# A script of the page: the next message of the kind `window.tooLate` is made on what was long before, and refused.
TOO_LATE = """(() => {
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {
    const message = JSON.parse(text);
    if (message.type === window.tooLate) {
      window.tooLate = null;
      message.on = 0;
    }
    send.call(this, JSON.stringify(message));
  };
})()"""


@dataclass(frozen=True)
class Seen:
    """A glance at the table."""

    seq: int
    busy: bool
    phase: str
    status: str
    cover: bool
    dialog: str | None
    order: bool
    actions: list[str]
    blocks: list[str]
    placing: bool
    back: bool

    @property
    def asks(self) -> bool:
        """Whether there is something to do for this person."""
        return not self.busy and bool(
            self.cover or self.dialog or self.actions or self.blocks or self.status in ("over", "closed")
        )


class AtTable:
    """A person at a table: looks, and presses what can be pressed."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.did: Counter[str] = Counter()
        """How often was done what."""

    def look(self) -> Seen | None:
        """What is there now."""
        found: dict[str, Any] | None = self.page.evaluate(SEEN)
        return Seen(**found) if found else None

    def wait(self, holds: Callable[[Seen], bool], what: str = "the table to ask") -> Seen:
        """Look until something holds."""
        until = time.monotonic() + PATIENCE_S
        pause = 15.0
        while True:
            seen = self.look()
            if seen and holds(seen):
                return seen
            assert time.monotonic() < until, f"waited for {what}; there is {seen}"
            self.page.wait_for_timeout(pause)
            pause = min(1.5 * pause, 120)  # who looks without a pause keeps the processor from what it waits for

    def asked(self) -> Seen:
        """Wait until there is something to do."""
        return self.wait(lambda seen: seen.asks)

    def press(self, selector: str) -> None:
        """Press a button."""
        self.page.locator(selector).first.click()

    def act(self, seen: Seen, selector: str) -> Seen:
        """Press what is an action of the game, and wait until it is done."""
        self.press(selector)
        return self.wait(lambda now: now.seq > seen.seq and not now.busy, f"{selector} to be done")


class Turn(Protocol):
    """Places a block when there are blocks to place."""

    def __call__(self, at: AtTable, seen: Seen) -> None: ...


class Manner:
    """How somebody plays what is not placing: it tries out every ally, and otherwise moves on."""

    def __init__(self, place: Turn) -> None:
        self._place = place

    def step(self, at: AtTable, seen: Seen) -> bool:
        """Do one thing; False when the game is over."""
        if seen.dialog and not seen.order:
            # Known by its title: what is in it may still be on its way, and begins with the way to another game.
            if seen.status == "over" and seen.dialog in RESULTS:
                return False
            at.did["dialog"] += 1
            name = json.dumps(seen.dialog, ensure_ascii=False)
            at.press(f"dialog[open][aria-label={name}] .button.primary")
            at.wait(lambda now: now.dialog != seen.dialog or now.order, "the dialog to close")
            return True
        if seen.status != "playing":
            return False
        if seen.cover:
            at.did["cover"] += 1
            at.press("[data-part=hand-over] .button.primary")
            at.wait(lambda now: not now.cover, "the cover to go")
            return True
        if seen.order:
            at.did["order"] += 1
            at.act(seen, "[data-do='huron-order']")
            return True
        if "draw" in seen.actions:
            if seen.blocks and not at.did["bonus"]:
                at.did["bonus"] += 1
                self._place(at, seen)
            else:
                at.did["draw"] += 1
                at.act(seen, "[data-do='draw']")
            return True
        for ally, otherwise in (("fille", "decline"), ("coureur", "decline"), ("huron", "end")):
            if ally in seen.actions and otherwise in seen.actions:
                chosen = ally if at.did[ally] <= at.did[f"no {ally}"] else otherwise
                at.did[ally if chosen == ally else f"no {ally}"] += 1
                at.act(seen, f"[data-do='{chosen}']")
                return True
        for plain in ("end", "decline", "pass"):
            if plain in seen.actions:
                at.did[plain] += 1
                at.act(seen, f"[data-do='{plain}']")
                return True
        if seen.blocks:
            at.did["place"] += 1
            self._place(at, seen)
            return True
        if "usual" in seen.actions:  # Winter is stuck, and several blocks may go to the box
            at.did["usual"] += 1
            at.act(seen, "[data-do='usual']")
            return True
        assert "unable" in seen.actions, f"there is nothing to do: {seen}"
        at.did["unable"] += 1
        at.press("summary")
        at.act(seen, "[data-do='unable']")
        return True

    def play(self, at: AtTable, until: Callable[[AtTable], bool] = lambda _: False) -> None:
        """Play until the game is over."""
        while not until(at) and self.step(at, at.asked()):
            pass


def next_best(at: AtTable, seen: Seen) -> None:
    """Let the page show the best placement and press Enter, for where placing is not the point."""
    picture = at.page.locator("[data-part=picture]")
    if not picture.evaluate("it => it.contains(document.activeElement)"):
        picture.focus()
    at.page.keyboard.press("n")
    at.wait(lambda now: now.placing, "a ghost")
    at.page.keyboard.press("Enter")
    at.wait(lambda now: now.seq > seen.seq and not now.busy, "the placement to be done")
