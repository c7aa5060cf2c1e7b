"""Two games that belong together, each with two people at two browsers."""

from __future__ import annotations

import json
import re
import time
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser import Visits
from tests.web.tables import House, Made, bot, person
from tests.web.words import text

FLAT = {"flat": True}


def table_of(page: Page) -> str:
    return page.url.rsplit("/", 1)[1].split("#")[0]


def kept(page: Page) -> dict[str, Any]:
    """What this browser keeps of the table it shows."""
    tables: list[dict[str, Any]] = json.loads(page.evaluate("localStorage.getItem('nouvelle-france/tables')"))
    return next(it for it in tables if it["table"] == table_of(page))


def played(house: House, page: Page) -> None:
    """Let the seats of a browser be played to the end beside the page."""
    there = kept(page)
    house.play(Made(there["table"], there["tokens"], there.get("host", ""), there.get("invite", "")))


def test_a_return_match_of_two_people(house: House, visits: Visits) -> None:
    table = house.make(person("Ana", "white"), person("Ben", "blue"), series="return")
    house.play(table)
    first = house.look(table)
    ana, ben = (visits.visit(table.path, tables=(table.kept(seat),), preferences=FLAT) for seat in ("white", "blue"))
    for number, page in enumerate((ana, ben)):
        visits.watch(number).expect("/words")  # the game may begin before a page has added its words
        page.get_by_role("dialog").get_by_role("button", name=text("series.next")).click()
        expect(page.get_by_role("button", name=text("waiting.begin"))).to_be_visible()
    assert table_of(ana) == table_of(ben) != table.id
    expect(ana.locator("[data-part=no-proof]")).to_have_text(text("series.return.second"))
    ana.get_by_role("button", name=text("waiting.begin")).click()
    expect(ben.locator("[data-part=table]")).to_have_attribute("data-status", "playing")
    again = Made(table_of(ana), table.tokens, table.host, table.invite)
    second = house.look(again)
    assert second["game"]["seats"] == first["game"]["seats"][::-1]
    house.play(again, seed=2)
    scores = [it["position"]["result"]["scores"] for it in (first, house.look(again))]
    sums = {seat: scores[0][seat] + scores[1][seat] for seat in scores[0]}
    for page in (ana, ben):
        page.reload()  # nobody has to count the snowfalls
        result = page.locator("[data-part=series-result]")
        expect(result.locator("tbody tr").last).to_contain_text(text("series.sum"))
        cells = result.locator("tbody tr").last.locator("td").all_inner_texts()
        assert [int(it) for it in cells] == [sums[seat] for seat in second["game"]["seats"]]
        best = max(sums, key=lambda seat: sums[seat])
        if len(set(sums.values())) == 2:
            expect(result).to_contain_text(text("series.won", name={"white": "Ana", "blue": "Ben"}[best]))


def test_whoever_waits_to_watch_a_duplicate_is_told_why_its_game_is_not_shown(house: House, visits: Visits) -> None:
    table = house.make(person("Ana", "white"), bot("random"), series="duplicate", start=False)
    eve = visits.visit(table.path, preferences=FLAT)
    expect(eve.get_by_text(text("waiting.watch"))).to_be_visible()
    house.ask("POST", f"/tables/{table.id}/start", {}, table.host)
    expect(eve.get_by_role("alert").get_by_text(text("error.sealed"))).to_be_visible()


@pytest.mark.large
def test_a_duplicate_of_two_people_is_seen_by_nobody_until_both_have_ended(house: House, visits: Visits) -> None:
    ana = visits.visit(preferences={**FLAT, "name": "Ana"})
    ana.get_by_role("tab", name=text("home.new")).click()
    expect(ana.locator("[data-part=advantage]")).to_contain_text("75")
    ana.get_by_role("radio", name=text("series.kind.duplicate"), exact=False).check()
    ana.get_by_role("button", name=text("home.new.go")).click()
    expect(ana.get_by_role("button", name=text("waiting.begin"))).to_be_visible()
    way = ana.get_by_role("textbox", name=text("series.duplicate.invite")).input_value()
    ben = visits.visit(re.sub(r"^https?://[^/]+", "", way), preferences={**FLAT, "name": "Ben"})
    ben.get_by_role("button", name=text("waiting.sit.as", name="Ben")).click()
    for page in (ana, ben):
        page.get_by_role("button", name=text("waiting.begin")).click()
        expect(page.locator("[data-part=table]")).to_have_attribute("data-status", "playing")
    one, other = table_of(ana), table_of(ben)
    assert one != other
    eve = visits.visit(f"/t/{one}", preferences=FLAT)
    visits.watch().expect("409")
    expect(eve.get_by_role("status")).to_have_text(text("error.sealed"))
    played(house, ana)
    ana.reload()
    expect(ana.locator("[data-part=sealed]")).to_have_text(text("series.sealed"))
    expect(ana.locator("[data-do=replay]")).to_have_count(0)
    expect(eve.get_by_role("status")).to_have_text(text("error.sealed"))
    again = visits.visit(f"/replay/{one}", preferences=FLAT)
    visits.watch().expect("409")
    expect(again.get_by_role("alert")).to_contain_text(text("error.sealed"))
    played(house, ben)
    ben.reload()
    # Both are told at once, and whoever stayed outside is let in.
    for page in (ana, ben):
        expect(page.locator("[data-part=series-result]")).to_contain_text(text("series.lead"))
        expect(page.locator("[data-do=replay]")).to_be_visible()
    scores = [house.look(it)["position"]["result"]["scores"] for it in (one, other)]
    (seat,) = kept(ana)["tokens"]
    points = ana.locator("[data-part=series-result] tbody tr").first.locator("td").all_inner_texts()
    assert [int(it) for it in points] == [it[seat] for it in scores]
    deadline = time.monotonic() + 60
    while eve.locator("[data-part=table]").count() == 0:
        assert time.monotonic() < deadline
        eve.reload()
        eve.wait_for_timeout(500)
