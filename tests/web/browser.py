"""A real Chromium, watched: what it writes to the console as an error, and every request that leaves the server."""

from __future__ import annotations

import json
import re
import shutil
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, expect, sync_playwright

from tests.installing import asks_for_snap, install, install_playwrights_chromium, is_packaged

PATIENCE_S = 120
"""How long anything may take on a machine that is busy with other tests. Whoever waits so long waits in vain."""
expect.set_options(timeout=PATIENCE_S * 1000)

SHELL = "chromium-headless-shell"
"""The same engine without a browser's windows, which would cost a third of the time of these tests."""
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome")
SOFTWARE = (
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    # What is no WebGL the processor draws itself: Debian's Chromium would have it drawn by the imitated graphics card.
    "--disable-gpu-rasterization",
    "--disable-gpu-compositing",
)
NO_WEBGL = ("--disable-gpu", "--disable-3d-apis")

WIDE = (1000, 640)
"""Large enough for the wide layout, small enough for a software renderer to be quick."""
PHONE = (390, 844)


def find_chromium(own: Path) -> Path:
    """The browser's program: the system's, or Playwright's own, whose place is told."""
    found = look_for(NAMES, own)
    if not found or found.name != SHELL:
        try:
            if is_packaged(SHELL):
                install(f"{SHELL} fonts-dejavu-core")
            elif not found:
                install_playwrights_chromium()
        except AssertionError:  # nobody may install anything here
            if not found:
                raise
        found = look_for(NAMES, own)
    assert found, "Chromium was installed, but it is not where it should be"
    return found


def look_for(names: Sequence[str], own: Path) -> Path | None:
    """The first of the programs on the path that is no snap; else Playwright's own, where there is one."""
    on_path = (Path(found) for name in names if (found := shutil.which(name)))
    return next((program for program in on_path if not asks_for_snap(program)), own if own.exists() else None)


@contextmanager
def chromium(*options: str) -> Iterator[Browser]:
    """A browser that reaches nothing but this machine.

    While Playwright runs, the thread has an event loop, and a test that starts its own would fail.
    """
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_chromium(Path(playwright.chromium.executable_path)),
            timeout=PATIENCE_S * 1000,
            args=[
                "--no-sandbox",
                # On a busy machine drawing in software may take longer than Chromium thinks that a healthy GPU can.
                "--disable-gpu-watchdog",
                # As on people's screens: hinted to whole pixels, the gaps between small words all but close.
                "--font-render-hinting=none",
                "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE localhost , EXCLUDE 127.0.0.1",
                *(options or SOFTWARE),
            ],
        )
        try:
            yield browser
        finally:
            browser.close()


def wait_until(page: Page, script: str) -> None:
    """Until something holds on a page. Playwright's own way evaluates texts, which our pages forbid their scripts."""
    end = time.monotonic() + PATIENCE_S
    while not _holds(page, script):
        assert time.monotonic() < end, f"waited for {script}"
        page.wait_for_timeout(30)


def _holds(page: Page, script: str) -> bool:
    try:
        return bool(page.evaluate(script))
    except Error as error:
        if "context was destroyed" not in error.message:  # the page is just being left for another
            raise
        return False


def slow(ending: str) -> str:
    """A page's script: requests to paths that end so set out a second late."""
    return f"""{{
    const ask = window.fetch;
    window.fetch = async (what, ...how) => {{
        const late = String(what.url ?? what).endsWith({json.dumps(ending)});
        if (late) await new Promise((done) => setTimeout(done, 1000));
        return ask(what, ...how);
    }};
}}"""


COME_BACK = "document.dispatchEvent(new Event('visibilitychange'))"
"""As when somebody looks at a page again that was behind another; evaluated there."""


class Kept:
    """A browser for test after test, as long as they want the same: starting one costs more than most tests do."""

    def __init__(self) -> None:
        self._options: tuple[str, ...] = ()
        self._browser: Browser | None = None
        self._running = ExitStack()

    def browser(self, *options: str) -> Browser:
        """One with these options."""
        if self._browser is None or not self._browser.is_connected() or self._options != options:
            self.close()
            self._browser, self._options = self._running.enter_context(chromium(*options)), options
        return self._browser

    def close(self) -> None:
        """Nobody wants it now."""
        self._browser = None
        self._running.close()


class Watch:
    """Collects what must not happen on a page."""

    def __init__(self, page: Page, origin: str) -> None:
        self.troubles: list[str] = []
        self._host = urlsplit(origin).netloc
        self._expected: list[re.Pattern[str]] = []
        page.on("console", self._said)
        page.on("pageerror", lambda error: self._note(f"page error: {error}"))
        page.on("request", lambda request: self._went(request.url))
        page.on("websocket", lambda socket: self._went(socket.url))

    def expect(self, pattern: str) -> None:
        """Allow an error, for instance while the connection is cut on purpose."""
        self._expected.append(re.compile(pattern))

    def _said(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self._note(f"console: {message.text} ({message.location.get('url', '')})")

    def _went(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("data", "blob") and parts.netloc != self._host:
            self._note(f"a request to elsewhere: {url}")

    def _note(self, trouble: str) -> None:
        if not any(pattern.search(trouble) for pattern in self._expected):
            self.troubles.append(trouble)


class Visits:
    """People at the page of a server: each has a browser profile of their own."""

    def __init__(self, browser: Browser, url: str) -> None:
        self._browser = browser
        self.url = url
        self._contexts: list[BrowserContext] = []
        self._watches: list[Watch] = []

    def visit(
        self,
        path: str = "/",
        *,
        locale: str = "en-GB",
        size: tuple[int, int] = WIDE,
        phone: bool = False,
        still: bool = True,
        sharp: bool = False,
        preferences: Mapping[str, Any] | None = None,
        tables: tuple[Mapping[str, Any], ...] = (),
        url: str | None = None,
        script: str | None = None,
    ) -> Page:
        """Somebody new opens the page. ``tables`` are those their browser holds seats at, as it keeps them.

        ``script`` runs before the page's own, ``url`` is another way to the server. People are ``still`` who asked for
        less motion, as most here, and their screens not ``sharp``: in software every pixel of every frame is dear.
        """
        context = self._browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            locale=locale,
            has_touch=phone,
            is_mobile=phone,
            device_scale_factor=1 if sharp else 0.5,
            reduced_motion="reduce" if still else "no-preference",
            accept_downloads=True,
        )
        self._contexts.append(context)
        kept = {"/preferences": preferences, f"{urlsplit(self.url).path}/tables": list(tables)}
        for name, value in kept.items():
            if value:
                key, text = json.dumps(f"nouvelle-france{name}"), json.dumps(json.dumps(value))
                # Once only: what the page keeps itself later must survive a reload.
                context.add_init_script(f"localStorage.getItem({key}) ?? localStorage.setItem({key}, {text})")
        if script:
            context.add_init_script(script)
        return self.return_to(context, (url or self.url) + path, url)

    def return_to(self, context: BrowserContext, address: str, url: str | None = None) -> Page:
        """Somebody opens the page in a tab of a browser they have, perhaps from an earlier visit."""
        page = context.new_page()
        page.set_default_timeout(PATIENCE_S * 1000)
        self._watches.append(Watch(page, url or self.url))
        page.goto(address)
        return page

    def watch(self, number: int = -1) -> Watch:
        """What watches a page, counted in the order of the visits."""
        return self._watches[number]

    def troubles(self) -> list[str]:
        """What went wrong on any page."""
        return [trouble for watch in self._watches for trouble in watch.troubles]

    def end(self) -> None:
        """Everybody leaves."""
        while self._contexts:
            self._contexts.pop().close()
