"""What people expect at a table: to concede, to agree, to mute, to move on to another device, to be told."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.server.running import running_server
from tests.web.at_table import TOO_LATE, AtTable
from tests.web.browser import Visits, slow
from tests.web.screenshots import phase
from tests.web.tables import House, Made, bot, person
from tests.web.words import text


def open_links(page: Page) -> None:
    """The doors of the table."""
    page.get_by_role("button", name=text("table.links"), exact=True).click()
    page.locator("[data-part=proposing]").wait_for()


def seat(visits: Visits, table: Made, colour: str, script: str | None = None) -> Page:
    """Somebody at a device of their own, who has one seat."""
    page = visits.visit(table.path, still=True, tables=(table.kept(colour),), preferences={"flat": True}, script=script)
    page.locator("[data-part=table]").wait_for()
    return page


def test_two_agree_to_go_back_and_one_concedes(house: House, visits: Visits) -> None:
    table = house.make(person("Antoine", "white"), person("Jeanne", "yellow"))
    # Somebody has placed a block, and the other has declined: by the ordinary rule nothing is taken back any more.
    assert house.play(table, lambda it: phase(it) == "coureur", keen=True)
    asked = house.look(table)["asks"][0]["seat"]
    mover = next(it for it in ("white", "yellow") if it != asked)
    mine, other = seat(visits, table, mover), seat(visits, table, asked)
    AtTable(other).asked()
    other.locator("[data-do='decline']").click()
    AtTable(other).wait(lambda seen: seen.phase != "coureur", "the window to close")
    before = house.look(table)
    open_links(mine)
    mine.locator("[data-do='propose-back']").click()
    name = {"white": "Antoine", "yellow": "Jeanne"}[mover]
    expect(other.locator("[data-part=proposal]")).to_contain_text(text("agree.asks_take_back", name=name))
    expect(mine.locator("[data-do='withdraw']")).to_be_visible()
    other.locator("[data-do='agree']").click()
    AtTable(mine).wait(lambda seen: seen.seq > before["seq"] + 2, "the game to go back")
    assert house.look(table)["position"]["phase"] in ("place", "fille", "coureur", "turn")
    expect(mine.locator("[data-part=proposal]")).to_have_count(0)
    # Then one gives up: both are told, and both can have the record.
    open_links(mine)
    concede = mine.get_by_role("button", name=text("agree.concede"), exact=True)
    concede.click()
    concede.click()
    for page in (mine, other):
        page.locator("dialog [data-part=ended]").wait_for()
    over = house.look(table)
    assert (over["status"], over["ended"]["seat"], over["ended"]["winners"]) == ("over", mover, [asked])
    assert json.loads(house.record(table))["result"] is None


def test_whoever_begins_at_once_has_a_hand_in_the_shuffle_all_the_same(house: House, visits: Visits) -> None:
    table = house.make(person("Antoine", "white"), bot("random"), start=False)
    page = visits.visit(table.path, tables=(table.kept(),), script=slow("/words"), preferences={"flat": True})
    page.get_by_role("button", name=text("waiting.begin")).click()
    page.locator("[data-part=table]").wait_for()
    assert {it["seat"]: it["words"] for it in house.look(table)["words"]}["white"]


def test_whoever_is_alone_with_bots_ends_the_game_when_they_like(house: House, visits: Visits) -> None:
    table = house.make(person("Antoine", "white"), bot("random"), bot("random"))
    page = seat(visits, table, "white")
    AtTable(page).asked()
    open_links(page)
    page.locator("[data-do='propose-end']").click()
    page.locator("dialog [data-part=ended]").wait_for()
    expect(page.locator("[data-part=ended]")).to_have_text(text("agree.abandoned"))
    assert house.look(table)["ended"]["how"] == "abandoned"


# What is said sets out a little late, and is refused where `window.tooLate` says so.
SLOW_CHAT = (
    """(() => {
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {
    setTimeout(() => send.call(this, text), JSON.parse(text).type === "say" ? 500 : 0);
  };
})();"""
    + TOO_LATE
)


# Where `window.sooner` says so, what takes seconds takes a fifth of that.
SOONER = """(() => {
  const later = window.setTimeout;
  window.setTimeout = (what, wait) => later(what, window.sooner && wait > 2000 ? wait / 5 : wait);
})();"""


def test_what_is_said_appears_at_its_player_unless_they_are_muted(house: House, visits: Visits) -> None:
    table = house.make(person("Antoine", "white"), person("Jeanne", "yellow"))
    here, there = seat(visits, table, "white", SOONER), seat(visits, table, "yellow", SLOW_CHAT)
    for page in (here, there):
        page.get_by_role("tab", name=text("journal.chat")).click()
    field = there.get_by_role("textbox")
    field.fill("Il neige")
    field.press("Enter")
    field.press("Enter")  # however long the way to the server is, it is said once,
    field.fill("Il neige encore")  # and what is written meanwhile stays
    bubble = here.locator("[data-part=bubble]")
    expect(bubble).to_contain_text("Il neige")
    tile = here.locator("[data-part=player][data-colour=yellow]").bounding_box()
    box = bubble.bounding_box()
    assert tile
    assert box
    assert box["x"] <= tile["x"] + tile["width"]
    assert box["y"] >= tile["y"] + tile["height"]
    expect(there.locator("[data-part=bubble]")).to_have_count(0)  # nobody needs to be told what they say
    here.locator("[data-do='mute']").click()
    expect(bubble).to_have_count(0)
    expect(there.get_by_role("list", name=text("journal.chat")).get_by_role("listitem")).to_have_text("Jeanne Il neige")
    expect(field).to_have_value("Il neige encore")
    there.evaluate("window.tooLate = 'say'")
    field.press("Enter")
    expect(there.get_by_text(text("error.bad_message"))).to_be_visible()
    expect(field).to_have_value("Il neige encore")  # what was refused can be said again
    field.press("Enter")
    there.get_by_text("Il neige encore").wait_for()
    expect(here.get_by_text("Il neige")).to_have_count(0)
    here.locator("[data-do='mute']").click()
    expect(here.get_by_text("Il neige encore").first).to_be_visible()
    # It goes in its time, also where it was answered.
    here.evaluate("window.sooner = true")
    field.fill("Toujours ?")
    field.press("Enter")
    expect(bubble).to_contain_text("Toujours ?")
    here.get_by_role("textbox").fill("Toujours.")
    here.get_by_role("textbox").press("Enter")
    expect(bubble).to_have_count(0)


def test_all_seats_move_to_another_device_by_link(house: House, visits: Visits) -> None:
    tables = [house.make(person("Antoine", "white"), person("Jeanne", "yellow")) for _ in range(2)]
    page = visits.visit(tables=tuple(it.kept() for it in tables))
    page.locator("[data-do='move']").click()
    dialog = page.get_by_role("dialog")
    dialog.locator("[data-part=qr]").wait_for()
    link = dialog.locator("[data-part=moving] input").input_value()
    assert "#seats=" in link
    other = visits.visit("/" + link.split("/", 3)[3])
    other.locator("[data-part=take-seats] .primary").click()
    expect(other.locator("[data-part=take-seats]")).to_have_count(0)
    assert "#" not in other.url, "what holds the seats does not stay in the address"
    kept = other.evaluate("Object.entries(localStorage).find(([key]) => key.endsWith('/tables'))[1]")
    assert {it["table"]: it["tokens"] for it in json.loads(kept)} == {it.id: it.tokens for it in tables}
    other.goto(visits.url + tables[0].path)
    AtTable(other).asked()


def test_a_report_holds_what_happened_and_no_key_to_any_seat(house: House, visits: Visits) -> None:
    # A game that only its player may look at, and whose record is sealed still.
    table = house.make(person("Antoine", "white"), bot("random"), series="duplicate")
    house.play(table)
    page = seat(visits, table, "white")
    visits.watch().expect("409")
    page.get_by_role("dialog").get_by_role("button", name=text("dialog.close")).click()
    page.get_by_role("button", name=text("help.title"), exact=True).click()
    page.locator("[data-part=report] summary").click()
    page.locator("[data-part=report] textarea").fill("the block fell")
    with page.expect_download() as saved:
        page.locator("[data-do='report']").click()
    written = Path(saved.value.path()).read_text("utf-8")
    told = json.loads(written)
    assert (told["what"], told["table"], told["record"]) == ("the block fell", table.id, None)
    assert [it["seq"] for it in told["events"]] == list(range(1, house.look(table, table.tokens["white"])["seq"] + 1))
    for secret in (*table.tokens.values(), table.host, table.invite):
        assert secret not in written


def test_a_server_with_a_password_asks_for_it_first(visits: Visits, tmp_path: Path) -> None:
    file = tmp_path / "password"
    file.write_text("poutine\n", encoding="utf-8")
    with running_server(
        f"sqlite:///{tmp_path / 't.sqlite'}", tmp_path, "--password-file", str(file), forked=True
    ) as server:
        page = visits.visit(url=server.url)
        page.locator("[data-part=enter] input").fill("poutine")
        page.locator("[data-part=enter] button").click()
        page.get_by_role("tab", name=text("home.now")).wait_for()
        troubles = visits.watch().troubles
        assert all("401" in it for it in troubles)  # the refusal that led to the question
        troubles.clear()
        visits.end()  # before the server does: the page may still be fetching
