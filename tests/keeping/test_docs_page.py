"""The API to read at /docs: all of it, and nothing from elsewhere."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
from playwright.sync_api import expect

from nouvelle_france.server.api_page import write_page
from nouvelle_france.server.app import create_app
from nouvelle_france.server.settings import Settings
from tests.server.running import running_server
from tests.web.browser import NO_WEBGL, Visits, chromium


def test_every_operation_and_model_is_told_and_every_link_leads_somewhere(tmp_path: Path) -> None:
    described = create_app(Settings(database=f"sqlite:///{tmp_path / 'tables.sqlite'}")).openapi()
    page = write_page(described, "")
    ids = re.findall(r'id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    operations = [it["operationId"] for methods in described["paths"].values() for it in methods.values()]
    assert {*operations, *described["components"]["schemas"]} <= set(ids)
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(ids)
    assert "<script" not in page
    assert "style=" not in page


def test_a_browser_shows_it_with_its_style_and_asks_nobody_else(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    with running_server(database, tmp_path, forked=True) as server, chromium(*NO_WEBGL) as browser:
        assert httpx.get(f"{server.url}/docs/style.css", trust_env=False).headers["Content-Type"].startswith("text/css")
        visits = Visits(browser, server.url)
        page = visits.visit("/docs")
        expect(page.get_by_role("heading", level=1)).to_contain_text("Nouvelle-France")
        assert page.evaluate("() => getComputedStyle(document.body).maxWidth") == "960px"
        page.get_by_role("link", name="CreateTable").first.click()
        expect(page.locator("#CreateTable")).to_be_in_viewport()
        visits.end()
        assert visits.troubles() == []
