"""A bot whose core is not compiled yet: the page says so, and nobody else plays in its name unasked."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.server.running import running_server
from tests.web.at_table import AtTable
from tests.web.browser import Visits, chromium
from tests.web.tables import House, Made, bot, person
from tests.web.words import text


def bot_begins(house: House) -> Made:
    """A table where the first turn is the bot's."""
    while True:
        made = house.make(person("Jeanne", "white"), {**bot("maitre"), "seat": "blue"}, rules={"allies": "none"})
        if house.look(made)["asks"][0]["seat"] == "blue":
            return made


def test_a_bot_gets_ready_until_somebody_lets_another_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "empty"))
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    with running_server(database, tmp_path, "--no-limits") as server, House(server.url) as house, chromium() as browser:
        made = bot_begins(house)
        visits = Visits(browser, server.url)
        page = visits.visit(made.path, preferences={"flat": True}, tables=(made.kept(),))
        at = AtTable(page)
        readying = page.locator("[data-part='readying']")
        expect(readying).to_have_text(re.compile(r"\d+%"))
        said = text("actions.readying", name="Master 1")
        expect(page.get_by_role("status").filter(has_text=said)).to_have_text(said)  # and not with every percent
        assert house.look(made)["asks"][0]["seat"] == "blue", "nobody plays for it"

        page.locator("[data-do='stand-in']").click()
        at.asked()
        expect(readying).to_have_count(0)
        expect(page.get_by_text(text("log.how.stand_in")).first).to_be_visible()
        moves = [it for it in house.ask("GET", f"/tables/{made.id}/events")["events"] if it["kind"] == "moved"]
        assert moves, "a turn was played"
        assert {it["stand_in"] for it in moves} == {"greedy"}
        visits.end()
        assert visits.troubles() == []
