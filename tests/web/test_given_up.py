"""A game that was given up is watched again like any other, but there is nothing in it to analyse."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.browser import Visits
from tests.web.tables import ME, House
from tests.web.watching import stands_at
from tests.web.words import text


def test_no_analysis_of_a_game_that_was_given_up_is_offered(house: House, visits: Visits) -> None:
    table = house.make(ME, ME)
    (seat, token), *_ = table.tokens.items()
    house.ask("POST", f"/tables/{table.id}/seats/{seat}/concede", token=token)
    page = visits.visit(f"/replay/{table.id}", preferences={"flat": True}, tables=(table.kept(),))
    stands_at(page, 0)
    expect(page.get_by_role("tab", name=text("analysis.title"))).to_have_count(0)
