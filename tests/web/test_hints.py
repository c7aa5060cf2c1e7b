"""Hints asked for and taken in the browser, and Winter's blocks moved by the player (SOL-5d)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from nouvelle_france.protocol.rest import Snapshot
from tests.cli.running import run_apart
from tests.independent import replayer
from tests.web.at_table import TOO_LATE, AtTable
from tests.web.browser import Visits
from tests.web.tables import ME, House, Made, bot, person
from tests.web.words import catalogue, text

FLAT = {"name": "Jeanne", "flat": True}


def to_place(house: House, *seats: dict[str, str], **asked: Any) -> Made:
    """A table at which somebody has drawn and is to place a block."""
    table = house.make(*seats, **asked)
    assert house.play(table, lambda it: any("place" in offer.do for offer in it.offers.values()), keen=True)
    return table


def equal_for_winter(it: Snapshot) -> int:
    """How many placements Winter's blocks may be moved to."""
    return sum(len(group.ids) for group in it.offers["winter"].placements) if "winter" in it.offers else 0


def before_winter(house: House) -> Made:
    """A solo game in which three or more placements are equal for Winter; most deals lead there soon."""
    for _ in range(20):
        table = house.make(mode="solo", winter_ties="player")
        if house.play(table, lambda it: equal_for_winter(it) > 2, keen=True):
            return table
    raise AssertionError("no deal led there")


def last_move(house: House, table: Made) -> dict[str, Any]:
    """The last thing that was done."""
    events = house.ask("GET", f"/tables/{table.id}/events?limit=500")["events"]
    return next(it for it in reversed(events) if it["kind"] == "moved")


def ghost_of(page: Page) -> int:
    """How many cubes of a ghost the plans show from above."""
    return page.locator("[data-above] [data-ghost]").count()


def test_where_hints_are_refused_the_key_n_shows_the_best_by_points(house: House, visits: Visits) -> None:
    table = to_place(house, ME, bot("greedy"))
    page = visits.visit(table.path, preferences=FLAT, tables=(table.kept(),), script=TOO_LATE)
    at = AtTable(page)
    seen = at.asked()
    page.locator("[data-part=picture]").focus()
    page.evaluate("window.tooLate = 'hint'")
    page.keyboard.press("n")
    expect(page.get_by_text(text("error.stale"))).to_be_visible()
    at.wait(lambda now: now.placing, "a ghost")
    assert ghost_of(page) > 0
    at.act(seen, "[data-part=actions] [data-do='place']")


def test_a_hint_is_asked_for_understood_and_taken(house: House, visits: Visits) -> None:
    table = to_place(house, ME, bot("greedy"))
    page = visits.visit(table.path, preferences=FLAT, tables=(table.kept(),))
    at = AtTable(page)
    seen = at.asked()
    page.locator("[data-part=picture]").focus()
    page.keyboard.press("h")
    card = page.locator("[data-part=hint]")
    expect(card).to_have_attribute("data-number", "1")
    expect(card).to_contain_text("in all")
    assert ghost_of(page) > 0
    # The next one, and the numbers of all of them.
    card.get_by_role("button", name=text("hint.next")).click()
    expect(card).to_have_attribute("data-number", "2")
    card.get_by_role("button", name=text("hint.numbers")).click()
    numbers = page.locator("[data-part=hint-numbers]")
    expect(numbers.locator("tbody tr")).not_to_have_count(0)
    expect(numbers).to_contain_text(text("hint.lead"))
    wanted = numbers.locator("tbody tr").first.locator("th").inner_text()
    numbers.locator("[data-hint='1']").click()
    expect(card).to_have_attribute("data-number", "1")
    at.act(seen, "[data-part=actions] [data-do='place']")
    placed = next(it for it in last_move(house, table)["events"] if it["event"] == "placed")
    site = {it["id"]: it["names"]["en"] for it in house.edition()["sites"]}[placed["site"]]
    assert site.lower() in wanted.lower(), "what was placed is what was advised"
    expect(card).to_have_count(0)


def test_where_there_are_hints_the_list_goes_by_worth_and_else_says_that_it_counts_points_now(
    house: House, visits: Visits
) -> None:
    tables = {
        "placements.by_worth": to_place(house, ME, bot("greedy")),
        "placements.by_points": to_place(house, person("Anne", "yellow"), person("Jean", "blue")),
    }
    for words, table in tables.items():
        page = visits.visit(table.path, preferences=FLAT, tables=(table.kept(),))
        AtTable(page).asked()
        hinted = words == "placements.by_worth"
        expect(page.locator("[data-do='hint']")).to_have_count(1 if hinted else 0)
        page.get_by_role("button", name=text("placements.button")).click()
        expect(page.get_by_role("dialog")).to_contain_text(text(words))
        firsts = page.locator("[data-placement] strong").all_inner_texts()[:20]
        worths = [float(it.replace("−", "-")) for it in firsts]
        assert worths == sorted(worths, reverse=True)


def test_sol_5d_winters_tie_is_chosen_by_the_player_and_the_record_is_valid(
    house: House, visits: Visits, tmp_path: Path
) -> None:
    table = before_winter(house)
    page = visits.visit(table.path, preferences=FLAT, tables=(table.kept(),))
    at = AtTable(page)
    seen = at.asked()
    expect(page.locator("[data-part=prompt]")).to_contain_text("equal")
    for number in ("1", "2", "3"):
        page.locator("[data-part=actions] [data-do='next']").click()
        expect(page.locator("[data-part=winter-number]")).to_contain_text(number)
        assert ghost_of(page) > 0
    page.locator("[data-part=actions] [data-do='before']").click()
    at.act(seen, "[data-part=actions] [data-do='place']")
    move = last_move(house, table)
    assert (move["seat"], move["how"]) == ("winter", "person")
    chose = next(it for it in move["events"] if it["event"] == "winter_chose")
    assert not chose["usual"]
    chosen = catalogue("en")["log.winter_chosen"].split(";")[1].strip()
    expect(page.locator("[data-kind=winter_chose]").last).to_contain_text(chosen)
    # Taken back, one press takes the one that Winter usually takes.
    seen = at.act(at.asked(), "[data-part=take-back]")
    at.act(seen, "[data-do='usual']")
    chose = next(it for it in last_move(house, table)["events"] if it["event"] == "winter_chose")
    assert chose["usual"]
    house.play(table, keen=True)
    record = tmp_path / "game.jsonl"
    record.write_text(json.dumps(house.ask("GET", f"/tables/{table.id}/record")) + "\n", encoding="utf-8")
    verified = run_apart("verify", record)
    assert verified.code == 0, verified.out
    assert replayer.check(json.loads(record.read_text(encoding="utf-8"))) == []


@pytest.mark.large
@pytest.mark.parametrize("language", ["fr", "pl"])
def test_hints_and_winters_choice_in_other_languages(house: House, visits: Visits, language: str) -> None:
    table = to_place(house, ME, bot("greedy"))
    page = visits.visit(table.path, locale=language, preferences=FLAT, tables=(table.kept(),))
    AtTable(page).asked()
    page.get_by_role("button", name=text("hint.button", language), exact=True).click()
    expect(page.locator("[data-part=hint]")).to_contain_text(text("hint.numbers", language))
    alone = before_winter(house)
    page = visits.visit(alone.path, locale=language, preferences=FLAT, tables=(alone.kept(),))
    expect(page.get_by_role("button", name=text("winter.usual", language))).to_be_visible()
