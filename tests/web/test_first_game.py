"""The first game and its coach, from the front page to the end and on to the full game."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from nouvelle_france import Record, faults
from nouvelle_france.rulebook import load
from tests.kinds import EDITION
from tests.web.at_table import AtTable, Manner, next_best
from tests.web.browser import PHONE, WIDE, Visits
from tests.web.by_finger import TapsAtTable, fits
from tests.web.by_keyboard import ByKeyboard, no_mouse
from tests.web.by_keyboard import place as place_by_keys
from tests.web.canvas import ready
from tests.web.coached import Pupil, begin, chooses_first
from tests.web.tables import House, bot, held, person
from tests.web.words import IN_ONE_LANGUAGE, LANGUAGES, text

ROOT = Path(__file__).parents[2]
COACH = "[data-part=coach][data-topic]"
MATRIX = [
    pytest.param("pl", "mouse", True, id="pl-mouse-flat"),
    *(
        pytest.param(language, how, False, id=f"{language}-{how}-3d", marks=pytest.mark.large)
        for language in LANGUAGES
        for how in ("mouse", "phone", "keys")
    ),
]
"""In 3D the whole game is played by hand; what the coach covers there, and on a phone, has a test of its own."""


class WithKeys(Pupil):
    """Escape is enough."""

    def dismiss(self) -> None:
        """Escape."""
        self.at.page.keyboard.press("Escape")


# At how many left edges what the result consists of begins.
EDGES = """() => new Set([...document.querySelector("[data-part=end]").children]
    .filter((it) => it.checkVisibility()).map((it) => Math.round(it.getBoundingClientRect().left))).size"""


@pytest.mark.timeout(600)
@pytest.mark.parametrize(("language", "how", "flat"), MATRIX)
def test_the_first_game_with_its_coach_is_played_to_its_end(
    house: House, visits: Visits, language: str, how: str, flat: bool
) -> None:
    phone = how == "phone"
    page = visits.visit(locale=language, size=PHONE if phone else WIDE, phone=phone, preferences={"flat": flat})
    begin(page, language)
    at: AtTable = {"mouse": AtTable, "phone": TapsAtTable, "keys": ByKeyboard}[how](page)
    if how == "keys":
        no_mouse(page)
    at.press("[data-part=first-game] button")
    manner = Manner(place_by_keys if how == "keys" else chooses_first)
    pupil = (WithKeys if how == "keys" else Pupil)(manner, at)
    at.asked()
    expect(page.locator("[data-topic=draw]")).to_contain_text(text("coach.draw.one", language))
    if phone:
        fits(page)
    if flat:  # once it has snowed, the middle of the game is played beside the page
        pupil.play(until=lambda heard: {"snow", "covered"} <= {topic for topic, _ in heard})
        house.play(held(page), lambda it: it.position is not None and it.position.snow == 2)
    pupil.play()

    table = page.url.rsplit("/", 1)[1]
    over = house.look(table)
    mine = next(seat["seat"] for seat in over["seats"] if seat["kind"] == "person")
    assert over["status"] == "over"
    assert over["game"]["seats"][0] == over["options"]["begins"] == mine, "the person begins"
    assert over["options"]["rules"]["one_card"]
    assert over["options"]["rules"]["allies"] == "none"
    assert [seat["bot"] for seat in over["seats"] if seat["bot"]] == ["apprenti"]

    # Each thing was said once: what there always is in such a game, and nothing about what there is not.
    expect(page.locator("dialog [data-topic=end]")).to_contain_text(text("coach.tie", language))
    heard = dict(pupil.heard)
    assert len(heard) == len(pupil.heard)
    assert {"draw", "block", "poses", "support", "stick", "snow", "covered", "end"} <= set(heard)
    assert {"links", "scored"} & set(heard)
    assert {"odds", "near"} & set(heard), "a snowflake may be the first card that can be one, but not every time"
    assert not {"display", "fille", "coureur", "huron", "winter", "alone", "due"} & set(heard)
    told = [it for event in history(house, table) for it in event["events"] if it["event"] == "snow_fell"]
    points = sum(site["cubes"].get(mine, 0) * site["mark"] for site in told[0]["sites"])
    signed = f"+{points}" if points > 0 else f"−{-points}" if points else "0"
    assert re.search(rf"{re.escape(signed)}(?!\d)", heard["snow"])

    # The end is explained in the result, which says that there is no proof, and leads on to the full game.
    dialog = page.get_by_role("dialog")
    expect(dialog.locator("[data-part=no-proof]")).to_have_text(text("first.noProof", language))
    expect(dialog.get_by_role("link", name=text("end.fairness", language))).to_have_count(0)
    record = Record.from_json(httpx.get(f"{house.url}/api/tables/{table}/record", trust_env=False).text)
    assert list(faults(record, EDITION)) == []
    refused = httpx.get(f"{house.url}/api/tables/{table}/fairness", trust_env=False)
    assert (refused.status_code, refused.json()["code"]) == (409, "no_proof")
    assert page.evaluate(EDGES) == 1, "one thing under the other, the coach among them"
    if phone:
        fits(page)
    onward = "dialog [data-do='full-game']"
    if how == "mouse":
        page.locator(onward).dblclick()  # impatience makes no second game
    else:
        at.press(onward)
    page.wait_for_url(lambda url: table not in url)
    at.asked()
    assert page.evaluate("JSON.parse(localStorage.getItem('nouvelle-france/tables')).length") == 2
    full = house.look(page.url.rsplit("/", 1)[1])["options"]
    assert (full["rules"]["one_card"], full["rules"]["allies"], full["begins"]) == (False, "each_stage", None)


@pytest.mark.timeout(300)
@pytest.mark.parametrize(
    "size", [(1366, 650), PHONE, *(pytest.param(it, marks=pytest.mark.large) for it in ((1280, 800), (844, 390)))]
)
@IN_ONE_LANGUAGE
def test_the_coach_covers_neither_the_sites_nor_what_can_be_pressed(
    house: House, visits: Visits, language: str, size: tuple[int, int]
) -> None:
    table = house.make(person("Antoine", "white"), bot("random"))
    script = "localStorage.setItem('nouvelle-france/coach', JSON.stringify({ on: true, said: [] }))"
    phone = size[1] == PHONE[1] or size[1] == PHONE[0]
    page = visits.visit(
        table.path, locale=language, still=True, size=size, phone=phone, tables=(table.kept(),), script=script
    )
    at = AtTable(page)
    pupil = Pupil(Manner(next_best), at)
    at.asked()
    page.locator(COACH).wait_for()
    ready(page)
    if phone:
        fits(page, size[0])
    pupil.play(until=lambda heard: len(heard) >= 4)


@pytest.mark.timeout(300)
def test_what_the_coach_has_said_it_does_not_say_again_unless_asked(house: House, visits: Visits) -> None:
    page = visits.visit(preferences={"flat": True})
    begin(page, "en")
    page.locator("[data-part=first-game] button").click()
    at = AtTable(page)
    seen = at.asked()
    coach = page.locator(COACH)
    expect(coach).to_have_attribute("data-topic", "draw")
    page.reload()  # before it was put away: it may not have been read
    expect(coach).to_have_attribute("data-topic", "draw")
    coach.locator("[data-do=coach-ok]").click()
    page.reload()
    at.asked()
    page.wait_for_timeout(1000)
    expect(coach).to_have_count(0)
    at.act(seen, "[data-do='draw']")
    expect(coach).to_have_attribute("data-topic", "block")
    # It is no obstacle: Escape is for the block in one's hand first, then for what is said.
    page.locator("[data-part=picture]").focus()
    page.keyboard.press("n")
    at.wait(lambda now: now.placing, "a ghost")
    expect(coach).to_have_attribute("data-topic", "poses")
    page.keyboard.press("Escape")
    at.wait(lambda now: not now.placing, "no ghost")
    expect(coach).to_have_attribute("data-topic", "poses")
    page.keyboard.press("Escape")
    expect(coach).to_have_count(0)
    # Help tells the game that is played: of one card there is nothing to choose from.
    page.get_by_role("button", name=text("help.title"), exact=True).click()
    told = page.get_by_role("dialog")
    expect(told).to_contain_text(text("help.one_card"))
    expect(told).not_to_contain_text(text("home.primer.build"))
    told.get_by_role("button", name=text("dialog.close")).click()
    # The rule is a link beside it; the settings have it all said again, or nothing more.
    page.get_by_role("button", name=text("table.settings")).click()
    settings = page.get_by_role("dialog")
    settings.get_by_role("button", name=text("coach.again")).click()
    expect(settings).to_contain_text(text("coach.again.done"))
    settings.get_by_role("button", name=text("dialog.close")).click()
    expect(coach).to_have_count(1)
    expect(coach.locator("[data-part=rule-link]")).to_have_attribute("href", re.compile(r"^/rules#[a-z]+-\d+$"))
    coach.get_by_role("button", name=text("coach.off")).click()
    expect(page.locator("[data-part=coach]")).to_have_count(0)
    page.reload()
    at.asked()
    expect(page.locator("[data-part=coach]")).to_have_count(0)


@pytest.mark.timeout(300)
def test_between_people_nobody_is_coached(house: House, visits: Visits) -> None:
    table = house.make(person("Antoine", "white"), person("Jeanne", "yellow"))
    alone = house.make(person("Antoine", "white"), bot("random"))
    script = "localStorage.setItem('nouvelle-france/coach', JSON.stringify({ on: true, said: [] }))"
    kept = (table.kept("white"), alone.kept())
    page = visits.visit(table.path, tables=kept, script=script, preferences={"flat": True})
    page.locator("[data-part=table]").wait_for()
    page.wait_for_timeout(1000)
    expect(page.locator("[data-part=coach]")).to_have_count(0)
    page.goto(visits.url + alone.path)
    AtTable(page).asked()
    expect(page.locator(COACH)).to_have_count(1)


def test_every_rule_the_coach_links_to_is_one() -> None:
    source = (ROOT / "web" / "src" / "model" / "coach.ts").read_text("utf-8")
    named = set(re.findall(r'(?:rule|solo): "([A-Z]+-\d+)"', source))
    assert len(named) > 15
    assert named <= set(load("en").numbers)


def history(house: House, table: str) -> list[dict[str, Any]]:
    """All that happened there."""
    found: list[dict[str, Any]] = house.ask("GET", f"/tables/{table}/events?after=0&limit=500")["events"]
    return found
