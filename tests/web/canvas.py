"""Placing by clicking on the canvas, where the scene says that a column is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from playwright.sync_api import Locator, Page

from tests.server.running import Placements
from tests.web.at_table import AtTable, Seen, next_best
from tests.web.tables import House, Made


class Column(NamedTuple):
    """A column of a site, and how high it is built."""

    site: str
    x: int
    y: int
    height: int


# A board's own word on where things are, once it has been drawn. It gives it to whoever asks its element.
HANDLE = """const handle = (board = document.querySelector("[data-hands]")) => {
  let found = null;
  board?.dispatchEvent(new CustomEvent("boardhandle", { detail: (it) => (found = it) }));
  return found;
};"""

# Where the top of the first of some columns is that nothing hides: neither what is built in front of it nor the buttons
# and words that lie over some of the picture.
IN_VIEW = (
    """(columns) => {"""
    + HANDLE
    + """
  const board = handle();
  for (const [site, x, y, height] of columns) {
    const at = board.project(site, x, y, height);
    const under = board.under(at.x, at.y);
    const clear = document.elementFromPoint(at.x, at.y)?.localName === "canvas";
    if (clear && under?.site === site && under.x === x && under.y === y) return [[site, x, y, height], at.x, at.y];
  }
  return null;
}"""
)


def in_view(page: Page, columns: Sequence[Column]) -> tuple[Column, tuple[float, float]] | None:
    """The first of these columns whose top can be pointed at, and where that is on the page."""
    found = page.evaluate(IN_VIEW, [list(column) for column in columns])
    return found and (Column(*found[0]), (found[1], found[2]))


# How long nothing was drawn is counted in chances to draw, not only in time: a slow machine takes long from one frame
# to the next. The timeout lets timers of the scene come first that were due earlier.
QUIET = (
    """(milliseconds) => new Promise((done) => {"""
    + HANDLE
    + """
  let [frames, since, chances] = [-1, 0, 0];
  const check = () => {
    const [drawn, now] = [handle()?.frames ?? -1, performance.now()];
    if (drawn < 0 || drawn !== frames) [frames, since, chances] = [drawn, now, 0];
    else if (++chances >= 6 && now - since >= milliseconds) return done();
    requestAnimationFrame(() => setTimeout(check));
  };
  check();
})"""
)


def frames(page: Page) -> int:
    """How often the board was drawn so far."""
    drawn: int = page.evaluate("() => {" + HANDLE + " return handle().frames; }")
    return drawn


def ready(page: Page) -> None:
    """Wait until the scene has been drawn and the camera stands still."""
    page.locator("canvas").wait_for()
    page.evaluate(QUIET, 100)


# The same of one board among several.
SETTLED = (
    """(board) => new Promise((done) => {"""
    + HANDLE
    + """
  let [frames, since, chances] = [-1, 0, 0];
  const check = () => {
    const [drawn, now] = [handle(board)?.frames ?? -1, performance.now()];
    if (drawn < 1 || drawn !== frames) [frames, since, chances] = [drawn, now, 0];
    else if (++chances >= 6 && now - since >= 300) return done();
    requestAnimationFrame(() => setTimeout(check));
  };
  check();
})"""
)


def settled(around: Locator) -> None:
    """Wait until the board in there has been drawn and is not drawn any more."""
    around.locator("[data-hands]").evaluate(SETTLED)


def at_rest(page: Page) -> None:
    """Wait until nothing is left to be drawn: after a movement the scene is drawn once more, finer, a while later."""
    page.locator("canvas").wait_for()
    page.evaluate(QUIET, 600)


class Clicking:
    """Chooses a block, clicks a column that is in view, takes a pose of those there and presses Place."""

    def __init__(self, house: House, table: Made, rng: Random, tap: Callable[[Page, float, float], None]) -> None:
        self._house = house
        self._table = table
        self._rng = rng
        self._tap = tap
        self._placements = Placements(house.edition())
        self.placed: list[Column] = []

    def __call__(self, at: AtTable, seen: Seen) -> None:
        page = at.page
        free = self.choose(at, seen)
        if free is None:  # late in the game a block may fit only where something is in front
            next_best(at, seen)
            return
        column, where = free
        self._tap(page, *where)
        at.wait(lambda now: "place" in now.actions, f"a ghost on {column} at {where}")
        if self._rng.random() < 0.5 and page.locator("[data-part=pose]").count():
            at.press("[data-part=turns] .button >> nth=-1")
            at.wait(lambda now: "place" in now.actions, "the next pose")
        at.act(seen, "[data-part=actions] [data-do='place']")
        self.placed.append(column)
        cubes = self._last(column.site)["cubes"]
        assert any(cube[:2] == [column.x, column.y] for cube in cubes), f"{column} was clicked, {cubes} was built"

    def choose(self, at: AtTable, seen: Seen) -> tuple[Column, tuple[float, float]] | None:
        """Choose a block, and a column in view where it may stand; None where there is none."""
        offered = self._offered()
        block = self._rng.choice([block for block in seen.blocks if block in offered])
        button = f"[data-part=cards] [data-block='{block}']"
        if at.page.locator(button).get_attribute("aria-pressed") != "true":
            at.press(button)
        ready(at.page)
        return in_view(at.page, self._rng.sample(offered[block], len(offered[block])))

    def _snapshots(self) -> Iterator[Any]:
        for token in self._table.tokens.values():
            yield self._house.look(self._table, token)

    def _last(self, site: str) -> Any:
        built = next(self._snapshots())["position"]["buildings"][site]
        return [block for block in built if block["by"] in self._table.tokens][-1]

    def _offered(self) -> dict[str, list[Column]]:
        """The columns where each block may stand."""
        found: dict[str, set[Column]] = {}
        for snapshot in self._snapshots():
            heights: dict[tuple[str, int, int], int] = {}
            for site, blocks in snapshot["position"]["buildings"].items():
                for x, y, level in (cube for block in blocks for cube in block["cubes"]):
                    heights[site, x, y] = max(heights.get((site, x, y), 0), level)
            for offer in snapshot["offers"].values():
                for group in offer["placements"]:
                    for id in group["ids"]:
                        words = self._placements.words("", "place", id)
                        for x, y, _ in words["cubes"]:
                            column = Column(words["site"], x, y, heights.get((words["site"], x, y), 0))
                            found.setdefault(words["block"], set()).add(column)
        return {block: sorted(columns) for block, columns in found.items()}
