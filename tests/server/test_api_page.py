"""The API documentation as a page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import httpx
import pytest

from nouvelle_france.server.api_page import write_page
from nouvelle_france.server.routes import docs
from nouvelle_france.server.settings import Settings
from tests.server.running import serving_here


def test_it_is_written_once_however_often_it_is_asked_for(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    written = []

    def counted(description: Mapping[str, Any], root: str) -> str:
        written.append(root)
        return write_page(description, root)

    monkeypatch.setattr(docs, "write_page", counted)
    with serving_here(Settings(database=sqlite_url)) as url, httpx.Client(base_url=url, trust_env=False) as http:
        pages = [http.get("/docs") for _ in range(3)]
        assert {page.text for page in pages} == {pages[0].text}
        assert "/api/tables/{table}/join" in pages[0].text
        assert http.get("/docs/style.css").headers["Content-Type"].startswith("text/css")
    assert written == [""]
