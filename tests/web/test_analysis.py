"""The analysis of a finished game, watched to its end in the browser, and a mistake tried again."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.web.at_table import AtTable
from tests.web.browser import Visits
from tests.web.tables import ME, House, Made, bot
from tests.web.watching import stands_at
from tests.web.words import text

WORTH: dict[str, Any] = {"placement": None, "gain": 0, "error": 0.1, "chance": 0, "now": {}, "why": []}
VERDICT: dict[str, Any] = {"moment": 1, "regret": 1, "error": 0.1, "chance": 0, "verdict": None, "now": {}, "why": []}


@pytest.mark.large
@pytest.mark.timeout(900)
def test_a_game_is_analysed_and_a_mistake_is_tried_again(house: House, visits: Visits) -> None:
    # The shortest game there is, played at random: there is much to be found in it.
    table = house.make(ME, bot("random"), rules={"one_card": True, "allies": "none"})
    house.play(table)
    page = visits.visit(f"/replay/{table.id}", preferences={"flat": True}, tables=(table.kept(),))
    stands_at(page, 0)
    page.get_by_role("tab", name=text("analysis.title")).click()
    page.locator("[data-do=analyse]").click()
    analysis = page.locator("[data-part=analysis]")
    expect(analysis).to_have_attribute("data-status", "done", timeout=600_000)
    told = house.ask("GET", f"/tables/{table.id}/analysis")["analysis"]
    (mine,) = table.tokens
    # The three turning points lead to their moments, and what was chosen there is judged.
    turning = page.locator("[data-part=turning] button")
    expect(turning).to_have_count(3)
    turning.first.click()
    stands_at(page, told["turning"][0]["moment"])
    # The margin is what the seat was worth, luck, and what the others gave up less what one gave up oneself.
    for player in told["players"]:
        parts = player["start"] + player["luck"] + player["received"] - player["regret"]
        assert parts == pytest.approx(player["margin"], abs=0.01)
    values = page.locator("[data-part=summary] tr[data-of=margin] td").evaluate_all(
        "them => them.map(it => +it.dataset.value)"
    )
    assert values == [player["margin"] for player in told["players"]]
    # The worst choice, with something better as a ghost where it could have been placed.
    faults = sorted(
        (it for it in told["choices"] if it["seat"] == mine and it["verdict"]), key=lambda it: -float(it["regret"])
    )
    worst = next(it for it in faults if it["alternatives"] and "cubes" in it["alternatives"][0]["action"])
    page.get_by_role("slider").fill(str(worst["moment"]))
    choice = page.locator("[data-part=choice]")
    expect(choice).to_contain_text(text(f"analysis.verdict.{worst['verdict']}"))
    choice.get_by_role("button").first.click()
    stands_at(page, worst["moment"] - 1)
    expect(page.locator("[data-above] [data-ghost]").first).to_be_visible()
    # Tried again at the board: whatever one does is judged, and the best is right.
    page.locator("[data-do=try-again]").click()
    again = page.locator("[data-part=try-again]")
    expect(again).to_have_attribute("data-moment", str(faults[0]["moment"]))
    if faults[0]["action"]["do"] == "place":
        at = AtTable(page)
        at.asked()
        page.locator("[data-part=picture]").focus()
        page.keyboard.press("n")
        at.wait(lambda now: now.placing, "a ghost")
        page.keyboard.press("Enter")
        expect(page.locator("[data-part=verdict]")).to_be_visible()
    again.locator("[data-do=show-best]").click()
    again.locator("[data-do=take-best]").click()
    expect(page.locator("[data-part=verdict]")).to_have_attribute("data-right", "true")
    again.locator("[data-do=back]").click()
    stands_at(page, faults[0]["moment"])


def test_an_analysis_is_followed_over_lost_answers_and_a_mistake_tried_again_by_keys(
    house: House, visits: Visits
) -> None:
    table = house.make(ME, bot("random"), rules={"one_card": True, "allies": "none"})
    house.play(table)
    page = visits.visit("/learn", preferences={"flat": True}, tables=(table.kept(),))
    visits.watch().expect("503")
    done = analysed(house, table)
    unanswered: list[Route] = []

    def progress(route: Route) -> None:
        """The first is answered when it is old news, the second fails."""
        unanswered.append(route)
        if len(unanswered) == 2:
            route.fulfill(status=503, json={"code": "unavailable", "message": "later"})
        elif len(unanswered) > 2:
            route.fulfill(json=done)

    page.route("**/analysis?bot=*", progress)
    page.route("**/analysis", lambda route: route.fulfill(json={**done, "status": "running", "analysis": None}))
    page.goto(f"{visits.url}/replay/{table.id}")
    stands_at(page, 0)
    page.get_by_role("tab", name=text("analysis.title")).click()
    page.locator("[data-do=analyse]").click()
    analysis = page.locator("[data-part=analysis]")
    expect(analysis).to_have_attribute("data-status", "running")
    unanswered[0].fulfill(json={**done, "status": "none", "analysis": None})
    expect(analysis).to_have_attribute("data-status", "done")
    expect(analysis.get_by_text(text("error.unavailable"))).to_have_count(0)

    # The keys are those of a table.
    page.locator("[data-do=try-again]").click()
    AtTable(page).asked()
    page.locator("[data-part=picture]").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-column]:focus")).to_have_count(1)
    # A verdict that comes after one has gone on is not of the next mistake.
    judged: list[Route] = []

    def judge(route: Route) -> None:
        judged.append(route)

    page.route("**/analysis/retry", judge)
    for late in (True, False):
        page.locator("[data-do=show-best]").click()
        page.locator("[data-do=take-best]").click()
        expect(page.locator("[data-part=try-again]")).to_contain_text(text("analysis.again.checking"))
        if late:
            page.get_by_role("button", name=text("analysis.again.next")).click()
            expect(page.locator("[data-part=try-again]")).to_contain_text(text("analysis.again.ask"))
        judged.pop().fulfill(json={**VERDICT, "right": late})
    expect(page.locator("[data-part=verdict]")).to_have_attribute("data-right", "false")


def analysed(house: House, table: Made) -> Any:
    """An analysis that finds every placement of one's own to be a mistake, without the minutes a real one takes."""
    (seat,) = table.tokens
    moves = json.loads(house.record(table))["moves"]
    faults: list[dict[str, Any]] = [
        {
            "moment": moment,
            "move": moment,
            "seat": seat,
            "phase": "turn",
            "action": {**move, "by": seat},
            "placement": None,
            "regret": 5 - moment / 1000,
            "error": 0.1,
            "chance": 0.1,
            "verdict": "mistake",
            "given": {},
            "why": [],
            "alternatives": [{"action": {**move, "by": seat}, **WORTH}],
        }
        for moment, move in enumerate(moves, 1)
        if move["do"] == "place" and move["by"] == seat
    ]
    told = {"bot": "maitre", "players": [], "choices": faults, "luck": [], "course": [], "turning": []}
    return {"status": "done", "bot": "maitre", "done": 1, "total": 1, "ahead": 0, "analysis": told}
