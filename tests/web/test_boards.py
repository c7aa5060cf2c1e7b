"""Three boards on a page without a server: one to play on, one to look at, one still; all in one WebGL context."""

from __future__ import annotations

import functools
import json
import os
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

import pytest
from filelock import FileLock
from hatch_build import npm
from playwright.sync_api import Locator, Page, expect

from nouvelle_france import BOTS, Match, Place, Seat, Timeline, deal_table, default_edition, play_on
from nouvelle_france.record.moves import write_action
from nouvelle_france.wire import write_edition, write_offer
from nouvelle_france.wire.timeline import write_timeline
from tests.web.browser import Visits, chromium
from tests.web.canvas import HANDLE

SIZE = (1200, 700)

# Every canvas that was given a WebGL context.
CONTEXTS = """
window.given = new Set();
const before = HTMLCanvasElement.prototype.getContext;
HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
  const context = before.call(this, kind, ...more);
  if (context && String(kind).startsWith("webgl")) window.given.add(this);
  return context;
};
"""


class Told(NamedTuple):
    """What the page is told: a whole game, and a placement in it that is to be made once more."""

    edition: dict[str, Any]
    timeline: dict[str, Any]
    moment: int
    seat: str
    offer: dict[str, Any]
    cubes: list[list[int]]
    block: str
    site: str

    @property
    def last(self) -> int:
        """The last moment, counted from 0."""
        return len(self.timeline["moments"])


def whole_game() -> Told:
    """A game between bots from its first moment to its last."""
    edition = default_edition()
    setup = deal_table(edition, Random(5), 3)
    match = Match(setup, [Seat(setup.game.name(seat), "greedy") for seat in range(3)])
    play_on(match, [BOTS["greedy"](Random(seat)) for seat in range(3)])
    timeline = Timeline.of_match(match)
    before, after = next(pair for pair in pairwise(timeline[60:]) if isinstance(pair[1].action, Place))
    assert isinstance(after.action, Place)
    words = write_action(setup.game, after.action)
    return Told(
        write_edition(edition),
        write_timeline(timeline),
        before.number,
        setup.game.name(after.action.seat),
        write_offer(before.position, after.action.seat),
        words["cubes"],
        words["block"],
        words["site"],
    )


@pytest.fixture(scope="module")
def told() -> Told:
    return whole_game()


@pytest.fixture(scope="module")
def gallery(told: Told, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the page with three boards, which is built for this."""
    own = tmp_path_factory.getbasetemp()
    run = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own  # the first worker builds it for all of them
    folder = run / "gallery"
    with FileLock(run / "gallery.lock"):
        if not (folder / "game.json").exists():
            npm("exec", "--", "vite", "build", "--config", "gallery/vite.config.ts", "--outDir", str(folder))
            (folder / "game.json").write_text(json.dumps(told._asdict()), encoding="utf-8")
    handler = functools.partial(Quiet, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


class Quiet(SimpleHTTPRequestHandler):
    """Serves files without saying so."""

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


@pytest.fixture
def page(gallery: str) -> Iterator[Page]:
    with chromium() as browser:
        visits = Visits(browser, gallery)
        page = visits.visit("/", size=SIZE, still=False, script=CONTEXTS)
        expect(page.locator("canvas")).to_have_count(3)
        drawn(page)
        yield page
        visits.end()
        assert visits.troubles() == []


ASK = "(board) => {" + HANDLE + " return handle(board.querySelector('[data-hands]'))"


def board(page: Page, name: str) -> Locator:
    """One of the three."""
    return page.locator(f"[data-board='{name}']")


def frames(page: Page, name: str) -> int:
    """How often a board was drawn so far."""
    count: int = board(page, name).evaluate(f"{ASK}.frames; }}")
    return count


# As at a table: how long nothing was drawn is counted in chances to draw too.
QUIET = (
    """() => new Promise((done) => {"""
    + HANDLE
    + """
  const boards = [...document.querySelectorAll("[data-hands]")];
  let [before, since, chances] = ["", 0, 0];
  const check = () => {
    const [frames, now] = [boards.map((board) => handle(board)?.frames ?? 0), performance.now()];
    if (frames.includes(0) || frames.join() !== before) [before, since, chances] = [frames.join(), now, 0];
    else if (++chances >= 6 && now - since >= 300) return done();
    requestAnimationFrame(() => setTimeout(check));
  };
  check();
})"""
)


def drawn(page: Page) -> None:
    """Wait until every board was drawn and none is drawn any more."""
    page.evaluate(QUIET)


class Pictures(NamedTuple):
    """What the board to look at and the one that is still show."""

    look: str
    none: str


def pictures(page: Page) -> Pictures:
    """Look at both, at rest."""
    drawn(page)
    canvases = (board(page, name).locator("canvas") for name in Pictures._fields)
    return Pictures(*(canvas.evaluate("it => it.toDataURL()") for canvas in canvases))


# Drags the slider from moment to moment, a frame for each.
DRAG = """async (moments) => {
  const slider = document.querySelector("[type=range]");
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set;
  for (const moment of moments) {
    set.call(slider, String(moment));
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    await new Promise(requestAnimationFrame);
  }
}"""


def seek(page: Page, *moments: int) -> None:
    """Go to a moment of the game, or over several to the last of them."""
    page.evaluate(DRAG, moments)
    for name in Pictures._fields:
        expect(board(page, name)).to_have_attribute("data-seq", str(moments[-1]))


def contexts(page: Page) -> int:
    """How many WebGL contexts the page was given."""
    count: int = page.evaluate("window.given.size")
    return count


@pytest.mark.parametrize("stride", [15, pytest.param(1, marks=pytest.mark.large)])
def test_a_whole_game_forwards_backwards_and_by_jumps(page: Page, told: Told, stride: int) -> None:
    """By so many moments at a time."""
    last = told.last
    stops = [0, last // 2, last]
    seen = {0: pictures(page)}
    for before, moment in pairwise(stops):
        seek(page, *range(before + 1, moment, stride), moment)
        seen[moment] = pictures(page)
    assert len({it.look for it in seen.values()}) == len({it.none for it in seen.values()}) == len(stops)
    for before, moment in pairwise(reversed(stops)):
        seek(page, *range(before - 1, moment, -stride), moment)
        assert pictures(page) == seen[moment], f"moment {moment} backwards"
    for moment in (last, stops[1], 0):
        seek(page, moment)
        assert pictures(page) == seen[moment], f"moment {moment} by a jump"
    assert contexts(page) == 1


def test_a_jump_drops_no_blocks_and_a_step_does(page: Page, told: Told) -> None:
    last = told.last
    seek(page, 0)
    drawn(page)
    before = frames(page, "look")
    seek(page, last)
    drawn(page)
    jumped = frames(page, "look") - before
    assert 1 <= jumped <= 3, "the blocks were there at once"
    seek(page, 0)
    page.get_by_label("step").check()
    drawn(page)
    before = frames(page, "look")
    seek(page, last)
    drawn(page)
    # However slow the machine is, a step is never longer than a quarter of a second, and the blocks shine for longer.
    assert frames(page, "look") - before > jumped + 3


def test_hands_play_look_or_do_nothing(page: Page, told: Told) -> None:
    # The one that is still leaves the page to itself; the one to look at can be turned.
    seek(page, told.last)
    before = pictures(page)
    for name in ("none", "look"):
        box = board(page, name).locator("canvas").bounding_box()
        assert box
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 90, y + 10, steps=4)
        page.mouse.up()
    after = pictures(page)
    assert after.none == before.none
    assert after.look != before.look
    # On the one to play on, a block is put where the script waits for it, and nowhere else.
    play = board(page, "play")
    play.locator(f"[data-block='{told.block}']").click()
    drawn(page)
    at = play.evaluate(
        f"""(board, [site, cubes]) => {{ const own = ({ASK}; }})(board);
          for (const [x, y] of cubes) for (const level of [0, 1, 2, 3]) {{
            const at = own.project(site, x, y, level), under = own.under(at.x, at.y);
            if (under?.site === site && under.x === x && under.y === y) return at;
          }}
          return null; }}""",
        [told.site, told.cubes],
    )
    assert at, "no column of it is in view"
    page.mouse.click(at["x"], at["y"])
    place = play.locator("[data-do='place']")
    expect(place).to_be_enabled()
    for refused in range(60):
        place.click()
        if play.get_attribute("data-step") == "1":
            break
        expect(play).to_have_attribute("data-refused", str(refused + 1))
        play.locator("[data-part=turns] .button").last.click()  # the next pose over the column
    expect(play).to_have_attribute("data-step", "1")
    expect(place).to_have_count(0)
    assert contexts(page) == 1
