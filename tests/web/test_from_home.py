"""Games that begin on the front page and are played to their end."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.at_table import AtTable, Manner, next_best
from tests.web.browser import Visits
from tests.web.tables import House
from tests.web.words import catalogue, text


@pytest.mark.timeout(600)
@pytest.mark.parametrize("placements", [2, pytest.param(9, marks=pytest.mark.large)])
def test_a_game_against_a_bot_from_play_now(house: House, visits: Visits, placements: int) -> None:
    """Its first turns, or all of it and the way back to it."""
    page = visits.visit()
    page.get_by_label(text("settings.name")).fill("Mathurin")
    page.get_by_role("tab", name=text("home.now")).click()
    page.get_by_role("radio", name=text("bot.greedy")).check()
    page.get_by_role("button", name=text("home.now.go"), exact=True).click()
    at = AtTable(page)
    at.asked()
    players = page.get_by_role("list", name=text("players.title"))
    expect(players).to_contain_text("Mathurin")
    whole = placements == 9
    Manner(next_best).play(at, until=lambda at: not whole and at.did["place"] >= placements)
    over = house.look(page.url.rsplit("/", 1)[1])
    assert {seat["kind"] for seat in over["seats"]} == {"person", "bot"}
    assert at.did["place"] >= placements
    if not whole:
        return
    assert over["status"] == "over"
    # The table is one to return to, and its end is still there.
    page.get_by_role("dialog").get_by_role("button", name=text("table.home")).click()
    kept = page.get_by_role("region", name=text("home.kept"))
    expect(kept).to_contain_text(text("home.status.over"))
    kept.get_by_role("button", name=text("home.lobby.return")).first.click()
    expect(page.locator("[data-part=winner]")).to_be_visible()


@pytest.mark.timeout(600)
@pytest.mark.large
def test_a_solo_game_with_challenges_from_home(house: House, visits: Visits) -> None:
    page = visits.visit(still=False)
    page.get_by_role("tab", name=text("home.alone")).click()
    panel = page.get_by_role("tabpanel")
    expect(panel).to_contain_text(text("solo.constraint.artisan"))
    panel.get_by_role("radio", name=re.compile("artisan", re.I)).check()
    for challenge in ("cannons", "way-of-the-cross"):
        panel.get_by_role("checkbox", name=_name(house, challenge)).check()
    panel.get_by_role("button", name=text("home.alone.go")).click()
    at = AtTable(page)
    at.asked()
    Manner(next_best).play(at)
    over = house.look(page.url.rsplit("/", 1)[1])
    assert over["status"] == "over"
    assert over["options"]["solo"]["constraint"] == "artisan"
    assert set(over["options"]["solo"]["architecture"]) == {"cannons", "way-of-the-cross"}
    won = over["position"]["result"]["winners"] == ["player"]
    expect(page.locator("[data-part=winner]")).to_have_text(text("end.solo_won" if won else "end.solo_lost"))
    # Winter's reasons were told, each in a line of the log.
    page.get_by_role("dialog").get_by_role("button", name=text("dialog.close")).click()
    events = house.ask("GET", f"/tables/{page.url.rsplit('/', 1)[1]}/events?after=0&limit=500")["events"]
    told = sum(it["event"] == "winter_chose" for event in events for it in event.get("events") or ())
    assert told
    reasons = page.locator("[data-kind=winter_chose]")
    expect(reasons).to_have_count(told)
    expect(reasons.first).to_contain_text(catalogue("en")["log.winter_chose"].split("{")[0].strip())


def _name(house: House, challenge: str) -> re.Pattern[str]:
    names = {it["id"]: it["names"]["en"] for it in house.edition()["solo"]["challenges"]}
    return re.compile(re.escape(names[challenge]), re.I)
