"""A finished game is watched again, by whoever has its link or its record."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser import PHONE, Visits, wait_until
from tests.web.tables import ME, House, Made, bot
from tests.web.watching import drop, moment, stands_at
from tests.web.words import text


@pytest.fixture(scope="module")
def finished(house: House) -> Made:
    table = house.make(ME, bot("greedy"))
    house.play(table)
    return table


@pytest.fixture
def record(house: House, finished: Made) -> str:
    return house.record(finished)


def shown(page: Page) -> tuple[list[str], int]:
    """What somebody sees of a moment: points of all, lines of the log."""
    return page.locator("[data-part=score]").all_inner_texts(), page.locator("ol > li[data-kind]").count()


def press(page: Page, key: str) -> None:
    page.get_by_role("button", name=text(key), exact=True).click()


def tabs_and_asked_keep_their_arrows(page: Page) -> None:
    """Tabs, and things to ask about, are walked through by arrows, and the game stays at its beginning."""
    page.locator("[data-asked-group] [data-ask][tabindex='0']:visible").first.focus()
    asked = page.evaluate_handle("document.activeElement")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("(it) => it !== document.activeElement && document.activeElement.matches('[data-ask]')", asked)
    log, analysis = (page.get_by_role("tab", name=text(key)) for key in ("journal.log", "analysis.title"))
    log.focus()
    for key, tab in (("ArrowRight", analysis), ("ArrowLeft", log)):
        page.keyboard.press(key)
        expect(tab).to_be_focused()
        expect(tab).to_have_attribute("aria-selected", "true")
    assert moment(page) == 0


def test_a_game_is_watched_again_from_its_result_and_a_moment_is_given_to_another(
    house: House, visits: Visits, finished: Made
) -> None:
    page = visits.visit(finished.path, tables=(finished.kept(),))
    page.locator("dialog[open] [data-do=replay]").click()
    stands_at(page, 0)
    last = int(page.get_by_role("slider").get_attribute("max") or 0)
    assert last > 60
    # By moves, turns and snowfalls, forwards and back: the same moment looks the same.
    seen = {0: shown(page)}
    for key in ("replay.move.next", "replay.turn.next", "replay.snow.next", "replay.snow.next", "replay.turn.next"):
        press(page, key)
        expect(page.locator(f"[data-part=replay][data-moment='{max(seen)}']")).to_have_count(0)
        seen[moment(page)] = shown(page)
    assert len(seen) == 6
    page.keyboard.press("End")
    stands_at(page, last)
    result = house.look(finished)["position"]["result"]
    assert [int(points) for points in shown(page)[0]] == [result["scores"][seat] for seat in result["scores"]]
    for number in sorted(seen, reverse=True):
        page.get_by_role("slider").fill(str(number))
        stands_at(page, number)
        assert shown(page) == seen[number]
    # Keys, wherever the focus is.
    for key, number in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("Home", 0)):
        page.keyboard.press(key)
        stands_at(page, number)
    tabs_and_asked_keep_their_arrows(page)
    page.locator("select").select_option("4")
    page.locator("[data-do=play]").click()
    wait_until(page, "Number(document.querySelector('[data-part=replay]').dataset.moment) >= 3")
    page.locator("[data-do=play]").click()
    # The address is that of the moment: another opens it there, on a phone, on plans.
    there = max(seen)
    page.get_by_role("slider").fill(str(there))
    expect(page).to_have_url(re.compile(f"#at={there}$"))
    way = page.url.removeprefix(visits.url)
    guest = visits.visit(way, size=PHONE, phone=True, locale="pl-PL", preferences={"flat": True})
    stands_at(guest, there)
    assert [score.strip() for score in shown(guest)[0]] == seen[there][0]


def test_a_record_is_dropped_and_a_forged_one_refused_with_its_move_and_rule(visits: Visits, record: str) -> None:
    page = visits.visit("/replay")
    visits.watch().expect("422|400")
    forged = json.loads(record)
    block = next(move for move in forged["moves"] if move["do"] == "place")
    block["cubes"] = [[x, y, z + 1] for x, y, z in block["cubes"]]
    drop(page, json.dumps(forged))
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text(text("error.bad_record"))
    expect(alert).to_contain_text("move ")
    expect(alert.get_by_role("link", name="PLC-")).to_be_visible()
    drop(page, record)
    stands_at(page, 0)
    page.keyboard.press("End")
    expect(page.locator("[data-do=result]")).to_be_visible()
    page.locator("[data-do=result]").click()
    expect(page.get_by_role("dialog").locator("[data-part=tally]")).to_be_visible()


def test_a_record_is_chosen_from_a_folder(visits: Visits, record: str, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(record, encoding="utf-8")
    page = visits.visit("/replay")
    page.locator("input[type=file]").set_input_files(file)
    stands_at(page, 0)
