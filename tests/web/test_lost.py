"""Links that lead nowhere: people are told so in their language, and find home; programs get a code."""

from __future__ import annotations

import httpx
from playwright.sync_api import expect

from tests.web.browser import Visits
from tests.web.words import text


def test_an_address_that_leads_nowhere_is_told_by_the_page(visits: Visits) -> None:
    page = visits.visit(locale="pl")
    visits.watch().expect("404")
    for path in ("/foo", "/foo/bar", "/t/no-such"):
        page.goto(visits.url + path)
        expect(page.locator("[data-part=lost] h1")).to_have_text(text("error.not_found", "pl"))
    page.goto(f"{visits.url}/t/2kW5pDd8hm")  # the end of a link was lost
    expect(page.get_by_role("status")).to_have_text(text("error.unknown_table", "pl"))
    page.get_by_role("button", name=text("table.home", "pl")).click()
    expect(page).to_have_url(f"{visits.url}/")


def test_only_people_get_the_page(visits: Visits) -> None:
    person = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    with httpx.Client(base_url=visits.url, trust_env=False) as http:
        assert http.get("/foo").json()["code"] == "not_found"
        assert http.get("/api/foo", headers=person).json()["code"] == "not_found"
        assert http.get("/api/tables/short").json()["code"] == "unknown_table"
        lost = http.get("/foo", headers=person)
        assert (lost.status_code, lost.headers["Content-Type"].split(";")[0]) == (404, "text/html")
