"""The game without a server, in a real Chromium: what a visitor fetches, and how long it takes until one plays.

``python -m benchmarks.site``. Exit code 1 when a target is missed: a bot's move takes less than a second, and the front
page fetches no more script than a server's.
"""

from __future__ import annotations

import gzip
import statistics
import sys
import tempfile
import time
from pathlib import Path
from urllib.parse import urlsplit

from tests.browser.node import run_in_node
from tests.web.at_table import AtTable
from tests.web.browser import Visits, chromium, wait_until
from tests.web.hosting import Host
from tests.web.weight import FRONT
from tests.web.words import text

from benchmarks.figure import Figure, print_all
from nouvelle_france.browser.site import write_site
from nouvelle_france.server.page import PAGE

BOT_S = 1.0
GAMES = 3
FIRST_TIMES = 3


def fetched(folder: Path, asked: list[str]) -> dict[str, int]:
    """What was fetched, gzipped, by path."""
    paths = {urlsplit(path).path for path in asked}
    files = {path: folder / path[1:] / ("index.html" if path.endswith("/") else "") for path in paths}
    return {path: len(gzip.compress(file.read_bytes())) for path, file in files.items() if file.is_file()}


def begin(visits: Visits) -> tuple[float, AtTable]:
    """A first game against `artisan`: seconds from the press until one can move."""
    page = visits.visit("/", preferences={"flat": True})
    page.get_by_role("radio", name=text("bot.artisan")).check()
    began = time.perf_counter()
    page.get_by_role("button", name=text("home.now.go"), exact=True).click()
    at = AtTable(page)
    at.asked()
    return time.perf_counter() - began, at


def figures() -> list[Figure]:
    """Measure."""
    with tempfile.TemporaryDirectory() as name, chromium() as browser:
        folder = Path(name)
        written = write_site(folder / "games", PAGE)
        host = Host(folder, "/games")
        visits = Visits(browser, host.url)
        try:
            front = visits.visit("/")
            front.locator("[data-part=inside]").wait_for()
            front.wait_for_load_state("networkidle")
            first = fetched(folder, host.asked)
            scripts = sum(size for path, size in first.items() if path.endswith(".js"))
            visits.end()
            cold = []
            for _ in range(FIRST_TIMES):
                host.asked.clear()
                seconds, at = begin(visits)
                cold.append(seconds)
                if len(cold) < FIRST_TIMES:
                    visits.end()
            play = sum(size for path, size in fetched(folder, host.asked).items() if "/house-" in path)
            wait_until(at.page, "() => navigator.serviceWorker.controller !== null")
            host.stop()
            began = time.perf_counter()
            at.page.reload()
            AtTable(at.page).asked()
            warm = time.perf_counter() - began
        finally:
            host.stop()
            visits.end()
    thoughts = thinking()
    return [
        Figure("the folder", f"{sum(written.values()) / 1e6:.1f} MB", f"{len(written)} files"),
        Figure("front page, first visit", f"{sum(first.values()) / 1e3:.0f} kB", "all files, gzipped"),
        Figure("  of that script", f"{scripts / 1e3:.0f} kB", "", f"{FRONT / 1e3:.0f} kB", scripts < FRONT),
        Figure("fetched for play", f"{play / 1e6:.2f} MB", "the house, gzipped, once"),
        Figure("first move, nothing kept", f"{statistics.median(cold):.1f} s", "from pressing Play"),
        Figure("first move, offline", f"{warm:.1f} s", "from a reload of the table"),
        Figure(
            "a move of artisan",
            f"{statistics.median(thoughts) * 1e3:.0f} ms",
            f"most {max(thoughts) * 1e3:.0f} ms of {len(thoughts)}",
            f"{BOT_S:g} s",
            max(thoughts) < BOT_S,
        ),
    ]


def thinking() -> list[float]:
    """Seconds of every thought of `artisan` in whole games, in the engine that Chromium has, without its page."""
    with tempfile.TemporaryDirectory() as folder:
        games = run_in_node(Path(__file__).with_name("inside.py"), range(GAMES), Path(folder))
    return [seconds for line in games for seconds in line]


def main() -> int:
    """Measure, and say whether the targets were met."""
    measured = figures()
    print_all(measured)
    return int(not all(figure.reached for figure in measured))


if __name__ == "__main__":
    sys.exit(main())
