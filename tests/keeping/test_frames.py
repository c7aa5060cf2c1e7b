"""Who may show the game in a frame: nobody, or the sites that were named."""

from __future__ import annotations

import http.server
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import httpx
from playwright.sync_api import expect

from nouvelle_france.server.security import HEADERS
from tests.server.running import running_server
from tests.web.browser import NO_WEBGL, chromium, wait_until
from tests.web.words import text


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *arguments: object) -> None:
        """Nothing."""


@contextmanager
def other_site(folder: Path) -> Iterator[int]:
    """Another site on this machine, with the files of a folder; its port."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder))) as site:
        thread = threading.Thread(target=site.serve_forever)
        thread.start()
        try:
            yield site.server_port
        finally:
            site.shutdown()
            thread.join()


def test_a_named_site_shows_the_game_and_others_do_not(tmp_path: Path) -> None:
    sites = tmp_path / "site"
    sites.mkdir()
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    with other_site(sites) as port:
        named = f"http://localhost:{port}"
        with running_server(database, tmp_path, "--frame-ancestor", named, forked=True) as server:
            (sites / "index.html").write_text(f'<iframe src="{server.url}/" width="900" height="600"></iframe>')
            headers = httpx.get(f"{server.url}/api/info", trust_env=False).headers
            assert "X-Frame-Options" not in headers
            assert headers["Content-Security-Policy"] == HEADERS["Content-Security-Policy"].replace(
                "frame-ancestors 'none'", f"frame-ancestors {named}"
            )
            with chromium(*NO_WEBGL) as browser:
                page = browser.new_page(locale="en-GB")
                page.goto(named)
                expect(page.frame_locator("iframe").get_by_role("tab", name=text("home.now"))).to_be_visible()
                refused: list[str] = []
                page.on("console", lambda message: refused.append(message.text))
                page.goto(f"http://127.0.0.1:{port}")  # another name: another site
                wait_until(page, "performance.getEntriesByType('navigation')[0].loadEventEnd > 0")
                assert any("frame-ancestors" in line for line in refused)
                expect(page.frame_locator("iframe").get_by_role("tab", name=text("home.now"))).to_have_count(0)
