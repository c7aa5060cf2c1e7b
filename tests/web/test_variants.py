"""Every variant can be chosen wherever a game is begun, and reaches the server; a guest is told what the game is."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.browser import PHONE, Visits, slow
from tests.web.by_finger import fits
from tests.web.tables import ME, OPEN, House, bot, person
from tests.web.words import IN_ONE_LANGUAGE, text

UNLIKE = {"one_card": True, "allies": "once", "support": "leaning", "unable": "claimed"}
"""Each rule as it usually is not."""


def choose(form: Locator, language: str = "en") -> None:
    """Every rule otherwise than usual."""
    form.locator("[data-part=variants] > summary").click()
    form.get_by_role("checkbox", name=text("home.rule.oneCard", language)).check()
    for key in ("allies.once", "support.lean", "unable.claimed"):
        group = form.get_by_role("group", name=text(f"home.rule.{key.split('.')[0]}", language), exact=True)
        chosen = group.get_by_role("radio", name=text(f"home.rule.{key}", language))
        chosen.check()
        expect(group).to_contain_text(text(f"home.rule.{key}.line", language))
        expect(chosen).to_be_checked()


def made(house: House, page: Page) -> Any:
    """What the server has of the table that was made."""
    page.wait_for_url("**/t/*")
    return house.look(page.url.rsplit("/", 1)[1])["options"]


@pytest.mark.parametrize("way", ["now", "new"])
def test_var_every_variant_is_chosen_on_the_front_page(house: House, visits: Visits, way: str) -> None:
    page = visits.visit()
    page.get_by_role("tab", name=text(f"home.{way}")).click()
    page.wait_for_load_state("networkidle")  # what the server offers moves the form while it is filled in
    form = page.get_by_role("tabpanel")
    expect(form.locator("[data-part=variants] > summary")).to_contain_text(text("variants.full"))
    choose(form)
    expect(form.locator("[data-part=variants] > summary")).to_contain_text(text("home.told.oneCard"))
    form.locator("[type=submit]").click()
    assert made(house, page)["rules"] == UNLIKE


def test_var_3_alone_the_support_and_the_challenges_are_chosen(house: House, visits: Visits) -> None:
    page = visits.visit()
    page.get_by_role("tab", name=text("home.alone")).click()
    form = page.get_by_role("tabpanel")
    form.locator("[data-part=variants] > summary").click()
    expect(form.get_by_role("checkbox", name=text("home.rule.oneCard"))).to_have_count(0)
    form.get_by_role("radio", name=text("home.rule.support.lean")).check()
    form.locator("[type=submit]").click()
    options = made(house, page)
    assert options["rules"] == {"one_card": False, "allies": "none", "support": "leaning", "unable": "verified"}
    assert options["solo"] == {"constraint": "apprentice", "track": "standard", "architecture": []}


@pytest.mark.timeout(300)
@IN_ONE_LANGUAGE
def test_var_the_host_chooses_while_the_table_waits_and_a_guest_sees_it(
    house: House, visits: Visits, language: str
) -> None:
    table = house.make(person("Barbe", "white"), OPEN, start=False)
    host = visits.visit(f"{table.path}#join={table.invite}", locale=language, tables=(table.kept(),))
    invitation = host.get_by_label(text("waiting.invite", language), exact=True)
    expect(invitation).to_have_value(re.compile(f"#join={table.invite}$"))
    host.get_by_role("button", name=text("waiting.host.invite", language)).click()
    expect(invitation).not_to_have_value(re.compile(f"#join={table.invite}$"))
    renewed = invitation.input_value().removeprefix(visits.url)
    guest = visits.visit(renewed, locale=language, size=PHONE, phone=True)
    choose(host.locator("main"), language)
    for rule in ("oneCard", "leaning", "claimed"):  # the last is chosen last: the server has them all
        expect(guest.locator("main")).to_contain_text(text(f"home.told.{rule}", language))
    assert house.look(table)["options"]["rules"] == UNLIKE
    expect(guest.locator("[data-part=variants]")).to_have_count(0)
    # Whoever follows a link may never have seen the game: what it is, and where to learn it, before sitting down.
    told = guest.locator("[data-part=new-here]")
    expect(told).to_contain_text(text("help.one_card", language))
    expect(told).to_contain_text(text("home.primer.snow", language))
    expect(told.get_by_role("link", name=text("guest.learn", language))).to_have_attribute("href", "/learn")
    expect(told.locator("[data-part=rule-link]")).to_have_attribute("href", "/rules")
    fits(guest)
    guest.locator("form [type=submit]").first.click()
    expect(told).to_have_count(0)


@pytest.mark.timeout(300)
def test_var_the_next_game_has_other_rules(house: House, visits: Visits) -> None:
    table = house.make(person("Barbe", "white"), bot("random"), rules={"one_card": True, "allies": "none"})
    house.play(table)
    # However long the way to the server is: what is shown is what begins.
    page = visits.visit(table.path, tables=(table.kept(),), preferences={"flat": True}, script=slow("/rules"))
    page.get_by_role("dialog").get_by_role("button", name=text("end.rematch")).click()
    page.wait_for_url(lambda url: table.id not in url)
    main = page.locator("main")
    main.locator("[data-part=variants] > summary").click()
    main.get_by_role("checkbox", name=text("home.rule.oneCard")).uncheck()
    expect(main.locator("[data-part=variants] > summary")).not_to_contain_text(text("home.told.oneCard"))
    page.get_by_role("button", name=text("waiting.begin")).click()
    page.locator("[data-part=table]").wait_for()
    rules = house.look(page.url.rsplit("/", 1)[1])["game"]["rules"]
    assert (rules["one_card"], rules["allies"]) == (False, "none")


def test_var_a_game_begins_also_after_a_refused_change_and_with_what_was_chosen_last(
    house: House, visits: Visits
) -> None:
    table = house.make(person("Barbe", "white"), bot("random"), start=False)
    late = slow("/bot") + slow("/words")
    page = visits.visit(table.path, tables=(table.kept(),), preferences={"flat": True}, script=late)
    visits.watch().expect("503")
    refusal = {"code": "unavailable", "message": "later"}
    page.route("**/rules", lambda route: route.fulfill(status=503, json=refusal))
    page.locator("[data-part=variants] > summary").click()
    simpler = page.get_by_role("checkbox", name=text("home.rule.oneCard"))
    simpler.click()
    expect(page.get_by_text(text("error.unavailable"))).to_be_visible()
    expect(simpler).not_to_be_checked()
    # A game that is begun waits for what was chosen, and nothing else can be chosen any more.
    page.get_by_label(text("waiting.shuffle.words")).fill("snow on snow")
    page.get_by_role("button", name=text("waiting.shuffle.add")).click()
    page.get_by_role("listitem").get_by_role("combobox").select_option("greedy")
    page.get_by_role("button", name=text("waiting.begin")).click()
    expect(simpler).to_be_disabled()
    page.locator("[data-part=table]").wait_for()
    begun = house.look(table)
    assert not begun["game"]["rules"]["one_card"]
    assert [chair["bot"] for chair in begun["seats"]] == [None, "greedy"]
    events = house.ask("GET", f"/tables/{table.id}/events?after=0&limit=500")["events"]
    given = [event["seat"] for event in events if event["kind"] == "words_added"]
    assert given == ["white", "white"], "the page's own words at first, and those that were typed"


def test_set_6_a_table_that_waits_says_that_it_will_have_no_proof(house: House, visits: Visits) -> None:
    table = house.make({**ME, "begins": True}, OPEN, start=False)
    page = visits.visit(table.path, tables=(table.kept(),))
    expect(page.locator("[data-part=no-proof]")).to_have_text(text("first.noProof"))
    expect(page.get_by_role("region", name=text("waiting.shuffle"))).to_have_count(0)
    plain = house.make(ME, OPEN, start=False)
    page.goto(visits.url + plain.path)
    expect(page.get_by_role("region", name=text("waiting.shuffle"))).to_have_count(1)
    expect(page.locator("[data-part=no-proof]")).to_have_count(0)
