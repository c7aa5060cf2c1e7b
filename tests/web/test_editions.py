"""A server with two editions: the page offers both, shows what is in one, and plays it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from nouvelle_france.edition import load
from tests.server.running import ServerProcess, running_server
from tests.web.at_table import AtTable, Manner, next_best
from tests.web.browser import PHONE, Visits
from tests.web.tables import ME, OPEN, House, bot
from tests.web.words import text

FILE = Path(__file__).parents[1] / "edition" / "tiny.toml"
TINY = load(FILE)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("editions")
    (folder / "boxes").mkdir()
    (folder / "boxes" / "tiny.toml").write_text(f"\ufeff{FILE.read_text('utf-8')}", encoding="utf-8")
    options = ("--edition", str(folder / "boxes"), "--no-limits")
    with running_server(f"sqlite:///{folder / 'tables.sqlite'}", folder, *options, forked=True) as server:
        yield server


@pytest.fixture(scope="module")
def house(server: ServerProcess) -> Iterator[House]:
    with House(server.url) as house:
        yield house


@pytest.mark.timeout(600)
def test_an_edition_is_chosen_looked_at_and_played(house: House, visits: Visits) -> None:
    page = visits.visit()
    choose = page.locator("[data-part=editions]")
    pick = choose.get_by_label(text("editions.choose"))
    expect(pick.locator("option")).to_have_count(2)
    pick.select_option(label="Tiny")
    choose.get_by_role("link", name=text("editions.look")).click()
    page.wait_for_url("**/editions/tiny")
    # What is in it, on the board: a block that stands there, the pattern of a challenge.
    expect(page.get_by_role("heading", level=1)).to_have_text("Tiny")
    expect(page.locator("[data-part=picture] canvas")).to_be_visible()
    expect(page.locator("[data-shape]")).to_have_count(len(TINY.all_shapes))
    expect(page.locator("[data-challenge]")).to_have_count(len(TINY.solo.challenges))
    shown = page.locator("[data-part=shown]")
    expect(shown).to_have_text(text("editions.hint"))
    page.locator("[data-shape=zed]").click()
    expect(shown).to_contain_text("Zed (")
    challenge = TINY.solo.challenges[0]
    page.locator(f"[data-challenge={challenge.id}]").click()
    expect(shown).to_contain_text(challenge.names["en"])
    # The other one is there too, and the address leads back to this one.
    page.get_by_role("button", name="Nouvelle-France, reconstruction 1").click()
    expect(page.locator("[data-shape=weathercock]")).to_be_visible()
    page.go_back()
    expect(page.locator("[data-shape=zed]")).to_be_visible()
    page.locator("[data-do=play-edition]").click()
    # As many play as it has colours, and the table is one of that edition.
    expect(pick).to_have_value("tiny")
    page.get_by_role("tab", name=text("home.now")).click()
    expect(page.get_by_role("radio", name="4", exact=True)).to_have_count(0)
    page.get_by_role("radio", name=text("bot.greedy")).check()
    page.get_by_role("button", name=text("home.now.go"), exact=True).click()
    at = AtTable(page)
    at.asked()
    Manner(next_best).play(at, lambda at: at.did["place"] > 0)
    assert house.look(page.url.rsplit("/", 1)[1])["edition"] == TINY.digest


def test_a_guest_is_told_which_edition_a_table_plays(house: House, visits: Visits) -> None:
    table = house.make(ME, OPEN, start=False, edition="tiny")
    guest = visits.visit(f"{table.path}#join={table.invite}", size=PHONE, phone=True)
    expect(guest.locator("[data-part=edition]")).to_have_text(text("editions.this", name="Tiny"))
    usual = house.make(ME, OPEN, bot("random"), start=False)
    other = visits.visit(f"{usual.path}#join={usual.invite}", size=PHONE, phone=True)
    expect(other.get_by_role("heading", level=1)).to_be_visible()
    expect(other.locator("[data-part=edition]")).to_have_count(0)


@pytest.mark.no_webgl
def test_without_3d_the_sites_are_plans_and_an_unknown_edition_is_said(visits: Visits) -> None:
    page = visits.visit("/editions/tiny")
    expect(page.locator("[data-board=flat]")).to_be_visible()
    page.goto(f"{visits.url}/editions/%E0%A4%A")
    expect(page.get_by_role("alert")).to_have_text(text("error.unknown_edition"))


def test_what_a_browser_preferred_elsewhere_does_no_harm_here(house: House, visits: Visits) -> None:
    """The preference names an edition that this server does not have: its usual one is played."""
    page = visits.visit(preferences={"name": "Ana", "edition": "another-box", "flat": True})
    page.get_by_role("tab", name=text("home.now")).click()
    page.get_by_role("radio", name=text("bot.greedy")).check()
    page.get_by_role("button", name=text("home.now.go"), exact=True).click()
    AtTable(page).asked()
    assert house.look(page.url.rsplit("/", 1)[1])["edition"] == house.edition()["digest"]
