"""The front page's list of the tables this browser holds seats at."""

from __future__ import annotations

from functools import partial

from playwright.sync_api import expect

from nouvelle_france.protocol.rest import Snapshot
from tests.web.browser import COME_BACK, Visits
from tests.web.tables import House, person
from tests.web.words import text


def test_a_seat_is_not_forgotten_by_a_press_too_early_and_its_turn_is_told_to_whoever_comes_back(
    house: House, visits: Visits
) -> None:
    table = house.make(person("Antoine", "white"), person("Jeanne", "yellow"), title="Chez Étienne")
    page = visits.visit("/learn", tables=(table.kept("white"),))
    page.route(f"**/api/tables/{table.id}", lambda _: None)  # it is never answered
    page.goto(visits.url)
    kept = page.get_by_role("region", name=text("home.kept"))
    kept.get_by_role("button", name=text("home.kept.forget", name="Chez Étienne")).click()
    expect(kept.get_by_role("status")).to_have_text(text("home.kept.forget.question"))
    kept.get_by_role("button", name=text("home.no")).click()
    expect(kept.get_by_role("heading", name="Chez Étienne")).to_be_visible()
    page.unroute(f"**/api/tables/{table.id}")
    for seat in ("white", "yellow", "white"):
        assert house.play(table, partial(asks, seat))
        page.evaluate(COME_BACK)
        expect(kept).to_contain_text(
            text("home.status.yours") if seat == "white" else text("home.status.theirs", name="Jeanne")
        )


def asks(seat: str, table: Snapshot) -> bool:
    """Whether it is this seat's turn."""
    return table.asks[0].seat == seat
