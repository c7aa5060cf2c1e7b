"""Three boards on a page without a server: one to play on, one to look at, one still; all in one WebGL context."""

from __future__ import annotations

import functools
import json
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from random import Random
from typing import Any, NamedTuple

import pytest
from hatch_build import npm
from playwright.sync_api import Locator, Page, expect

from nouvelle_france import BOTS, Phase, State, deal_table, default_edition, start
from nouvelle_france.rules.actions import Place
from nouvelle_france.wire import write_edition, write_game, write_offer, write_position
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
    """A game as the page is told it: every moment, and a placement to be made once more."""

    moments: list[dict[str, Any]]
    script: list[dict[str, Any]]
    block: str
    cubes: list[list[int]]


def snapshot(state: State, seq: int, seat: int | None = None) -> dict[str, Any]:
    """A table at one moment, to watch or as whoever sits there sees it."""
    game = state.position.game
    name = None if seat is None else game.name(seat)
    return {
        "seq": seq,
        "game": write_game(game),
        "position": write_position(state.position),
        "options": {"mode": game.mode},
        "you": [] if name is None else [name],
        "offers": {} if name is None or seat is None else {name: write_offer(state.position, seat)},
    }


def whole_game() -> Told:
    """A game between bots from its first moment to its last."""
    setup = deal_table(default_edition(), Random(5), 3)
    bots, state = [BOTS["greedy"](Random(seat)) for seat in range(3)], start(setup)
    moments, script = [snapshot(state, 0)], None
    while not state.over:
        seat = state.position.movers[0]
        view = state.view(seat)
        action = bots[seat].choose(view, view.legal)
        before, (state, _) = state, state.play(action)
        if script is None and before.position.phase is Phase.PLACE and len(moments) > 60:
            assert isinstance(action, Place)
            script = before, state, seat
        moments.append(snapshot(state, len(moments)))
    assert script
    before, after, seat = script
    told = [snapshot(before, 0, seat), snapshot(after, 1)]
    stands = [[block for site in it["position"]["buildings"].values() for block in site] for it in told]
    done = next(block for block in stands[1] if block not in stands[0])
    return Told(moments, told, done["block"], done["cubes"])


@pytest.fixture(scope="module")
def told() -> Told:
    return whole_game()


@pytest.fixture(scope="module")
def gallery(told: Told, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the page with three boards, which is built for this."""
    folder = tmp_path_factory.mktemp("gallery")
    npm("exec", "--", "vite", "build", "--config", "gallery/vite.config.ts", "--outDir", str(folder), "--emptyOutDir")
    game = {
        "edition": write_edition(default_edition()),
        "moments": told.moments,
        "script": told.script,
        "done": told.cubes,
    }
    (folder / "game.json").write_text(json.dumps(game), encoding="utf-8")
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
        page = visits.visit("/", size=SIZE, script=CONTEXTS)
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
    else if (++chances >= 8 && now - since >= 600) return done();
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


def seek(page: Page, moment: int) -> None:
    """Go to a moment of the game."""
    page.get_by_label("Moment").fill(str(moment))
    expect(board(page, "look")).to_have_attribute("data-seq", str(moment))
    expect(board(page, "none")).to_have_attribute("data-seq", str(moment))


def contexts(page: Page) -> int:
    """How many WebGL contexts the page was given."""
    count: int = page.evaluate("window.given.size")
    return count


def test_a_whole_game_forwards_backwards_and_by_jumps(page: Page, told: Told) -> None:
    last = len(told.moments) - 1
    stops = [0, last // 3, 2 * last // 3, last]
    seen = {}
    for moment in range(last + 1):
        seek(page, moment)
        if moment in stops:
            seen[moment] = pictures(page)
    assert len({it.look for it in seen.values()}) == len({it.none for it in seen.values()}) == len(stops)
    for moment in reversed(range(last + 1)):
        seek(page, moment)
        if moment in stops:
            assert pictures(page) == seen[moment], f"moment {moment} backwards"
    for moment in (stops[2], stops[1], stops[3], stops[0]):
        seek(page, moment)
        assert pictures(page) == seen[moment], f"moment {moment} by a jump"
    assert contexts(page) == 1


def test_a_jump_drops_no_blocks_and_a_step_does(page: Page, told: Told) -> None:
    last = len(told.moments) - 1
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
    seek(page, len(told.moments) - 1)
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
    site = next(
        name
        for name, blocks in told.script[1]["position"]["buildings"].items()
        if any(block["cubes"] == told.cubes for block in blocks)
    )
    at = play.evaluate(
        f"""(board, [site, cubes]) => {{ const own = ({ASK}; }})(board);
          for (const [x, y] of cubes) for (const level of [0, 1, 2, 3]) {{
            const at = own.project(site, x, y, level), under = own.under(at.x, at.y);
            if (under?.site === site && under.x === x && under.y === y) return at;
          }}
          return null; }}""",
        [site, told.cubes],
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
