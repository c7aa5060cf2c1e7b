"""A folder of files on a host that knows nothing of the game: played in Chromium, with the network cut."""

from __future__ import annotations

import gzip
import json
import re
import subprocess
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Error, Page, expect

from nouvelle_france.browser.site import write_site
from nouvelle_france.record import Record
from nouvelle_france.server.page import PAGE
from tests.kinds import EDITION
from tests.server.running import COMMAND, ServerProcess
from tests.web.at_table import AtTable, Manner, Seen, next_best
from tests.web.browser import Visits, wait_until
from tests.web.conftest import KEPT
from tests.web.hosting import Host
from tests.web.learning import LESSONS, Learner
from tests.web.solving import miss_one, solve_one
from tests.web.weight import FRONT
from tests.web.words import text

PATH = "/games/new-france"
FLAT = {"flat": True}
"""Without 3D, which is not what is tested here and the slowest part of a machine without a graphics card."""


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pages")
    write_site(folder / PATH[1:], PAGE)
    return folder


@pytest.fixture
def host(folder: Path) -> Iterator[Host]:
    host = Host(folder, PATH)
    yield host
    host.stop()


@pytest.fixture
def visits(host: Host) -> Iterator[Visits]:
    """Visits that must end without an error in any console and without a request to elsewhere."""
    visits = Visits(KEPT.browser(), host.url)
    try:
        yield visits
    finally:
        visits.end()
    assert visits.troubles() == []


def without_network(visits: Visits, host: Host, page: Page) -> None:
    """Cut the network, as soon as the page has fetched what it wants to keep."""
    wait_until(page, "() => navigator.serviceWorker.controller !== null")
    host.stop()
    host.asked.clear()
    visits.watch().expect(r"sw\.js")  # whether there is a newer one cannot be found out now


def id_of(page: Page) -> str:
    """The table that is open, by its address."""
    found = re.search(r"\?/t/(\w+)$", page.url)
    assert found, page.url
    return found[1]


def play_now(page: Page, bot: str = "greedy") -> AtTable:
    """Begin a game against a bot."""
    page.get_by_role("radio", name=text(f"bot.{bot}")).check()
    page.get_by_role("button", name=text("home.now.go"), exact=True).click()
    at = AtTable(page)
    at.asked()
    return at


def save(page: Page, press: Callable[[], None], folder: Path) -> Path:
    """A file that the page gives away."""
    with page.expect_download() as download:
        press()
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    return path


@pytest.mark.large
@pytest.mark.timeout(600)
def test_a_solo_game_with_challenges_its_record_and_its_replay_without_a_network(
    visits: Visits, host: Host, tmp_path: Path
) -> None:
    page = visits.visit("/", preferences=FLAT)
    page.get_by_role("tab", name=text("home.alone")).click()
    panel = page.get_by_role("tabpanel")
    chosen = EDITION.solo.challenges[:2]
    for challenge in chosen:
        panel.get_by_role("checkbox", name=re.compile(re.escape(challenge.names["en"]), re.I)).check()
    panel.get_by_role("button", name=text("home.alone.go")).click()
    at = AtTable(page)
    at.asked()
    without_network(visits, host, page)
    Manner(next_best).play(at)
    expect(page.locator("[data-part=winner]")).to_be_visible()

    record = save(page, page.get_by_role("button", name=text("end.record")).click, tmp_path)
    played = Record.from_json(record.read_text("utf-8"))
    assert played.solo is not None
    assert set(played.solo["architecture"]) == {challenge.id for challenge in chosen}
    done = subprocess.run([COMMAND, "verify", record], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout

    page.locator("dialog[open] [data-do=replay]").click()
    expect(page.locator("[data-part=replay][data-moment='0']")).to_be_visible()
    page.keyboard.press("End")
    expect(page.get_by_role("button", name=text("end.title"))).to_be_visible()
    # The record itself is watched as well, from the file that was just saved.
    page.goto(f"{host.url}/?/replay")
    page.locator("input[type=file]").set_input_files(record)
    expect(page.locator("[data-part=replay][data-moment='0']")).to_be_visible()


@pytest.mark.large
@pytest.mark.timeout(600)
@pytest.mark.parametrize("turns", [3, pytest.param(99, marks=pytest.mark.large)])
def test_a_game_against_a_bot_without_a_network(visits: Visits, host: Host, turns: int) -> None:
    at = play_now(visits.visit("/", preferences=FLAT), "artisan")
    without_network(visits, host, at.page)
    Manner(next_best).play(at, until=lambda at: at.did["place"] >= turns)
    expect(at.page.locator("[data-kind=placed]").nth(2)).to_be_attached()
    if turns == 99:
        expect(at.page.locator("[data-part=winner]")).to_be_visible()
    else:
        # What somebody would do is thought of here too.
        at.wait(lambda seen: "draw" in seen.actions, "one's turn")
        at.page.keyboard.press("h")
        expect(at.page.locator("[data-part=hint]").first).to_be_visible()
    assert host.asked == []


@pytest.mark.timeout(600)
@pytest.mark.parametrize("covers", [3, pytest.param(99, marks=pytest.mark.large)])
def test_a_hot_seat_game_without_a_network(visits: Visits, host: Host, covers: int) -> None:
    page = visits.visit("/", preferences=FLAT)
    page.get_by_role("tab", name=text("home.new")).click()
    who = page.get_by_label(text("home.seat.who", number=2))
    # Nobody can come from elsewhere, and so that is not offered.
    assert "open" not in who.locator("option").evaluate_all("all => all.map((it) => it.value)")
    page.get_by_label(text("home.seat.name", number=2)).fill("Barbe")
    page.get_by_role("button", name=text("home.new.go"), exact=True).click()
    at = AtTable(page)
    at.asked()
    without_network(visits, host, page)
    Manner(next_best).play(at, until=lambda at: at.did["cover"] >= covers)
    assert at.did["cover"] >= 3
    expect(page.get_by_role("list", name=text("players.title"))).to_contain_text("Barbe")


@pytest.mark.large
@pytest.mark.timeout(600)
def test_a_lesson_and_the_rulebook_without_a_network(visits: Visits, host: Host) -> None:
    page = visits.visit("/", preferences=FLAT)
    play_now(page)
    without_network(visits, host, page)
    lesson = next(iter(LESSONS.values()))
    page.goto(f"{host.url}/?/learn/{lesson.id}")
    Learner(AtTable(page), "en").learn(lesson)
    page.goto(f"{host.url}/?/rules#plc-5")
    expect(page.locator("#plc-5")).to_be_in_viewport()


@pytest.mark.large
@pytest.mark.timeout(600)
def test_puzzles_without_a_network(visits: Visits, host: Host) -> None:
    page = visits.visit("/", preferences=FLAT)
    play_now(page)
    without_network(visits, host, page)
    page.goto(f"{host.url}/?/puzzles")
    at = AtTable(page)
    miss_one(at, "en", "winter")
    solve_one(at, "en", "snow")


@pytest.mark.large
@pytest.mark.timeout(600)
@pytest.mark.parametrize("kills", [4, pytest.param(25, marks=pytest.mark.large)])
def test_a_tab_that_is_killed_in_mid_move_finds_its_game_again(visits: Visits, host: Host, kills: int) -> None:
    rng = Random(5)
    page = visits.visit("/", preferences=FLAT)
    at = play_now(page, "apprenti")
    without_network(visits, host, page)
    table, manner = id_of(page), Manner(next_best)
    for number in range(kills):
        manner.step(at, at.asked())
        seen = at.asked()
        if seen.status != "playing":
            break
        # Something is under way, nobody knows how far, when everything ends.
        at.page.evaluate("() => document.querySelector('[data-part=actions] [data-do]:not(:disabled)')?.click()")
        at.page.wait_for_timeout(rng.uniform(0, 60))
        crash(at.page)
        at = AtTable(again(visits, at.page, f"{host.url}/" if number == 0 else f"{host.url}/?/t/{table}"))
        if number == 0:  # the way back is on the front page
            at.page.get_by_role("button", name=re.compile(re.escape(text("home.lobby.return")))).first.click()
        found = at.asked()
        assert id_of(at.page) == table
        assert found.seq >= seen.seq


def reached(seq: int, seen: Seen) -> bool:
    """Whether a tab knows of an event."""
    return seen.seq >= seq


def crash(page: Page) -> None:
    """End a tab's process, with all that goes on in it."""
    with pytest.raises(Error):
        page.goto("chrome://crash")


def again(visits: Visits, page: Page, url: str) -> Page:
    """The same person opens another tab."""
    context = page.context
    page.close()
    return visits.return_to(context, url)


@pytest.mark.large
@pytest.mark.timeout(600)
def test_two_tabs_play_at_one_table(visits: Visits) -> None:
    """Each has a house of its own, and neither overwrites what the other has done."""
    one = play_now(visits.visit("/", preferences=FLAT))
    two = AtTable(visits.return_to(one.page.context, one.page.url))
    manner = Manner(next_best)
    for at, other in ((one, two), (two, one), (one, two)):
        manner.step(at, at.asked())
        other.wait(partial(reached, at.asked().seq), "the other tab to have heard of it")
    assert one.did.total() + two.did.total() == 3


@pytest.mark.large
@pytest.mark.timeout(600)
def test_games_move_to_another_browser_and_to_a_server(
    visits: Visits, host: Host, tmp_path: Path, server: ServerProcess
) -> None:
    page = visits.visit("/", preferences=FLAT)
    at = play_now(page)
    Manner(next_best).play(at, until=lambda at: at.did["place"] >= 1)
    before, table = at.asked(), id_of(page)
    page.goto(f"{host.url}/")
    games = save(page, page.get_by_role("button", name=text("site.take"), exact=True).click, tmp_path)

    other = visits.visit("/", preferences=FLAT)
    other.locator("[data-part=inside] input[type=file]").set_input_files(games)
    other.get_by_role("button", name=re.compile(re.escape(text("home.lobby.return")))).first.click()
    there = AtTable(other)
    assert there.asked().seq >= before.seq
    assert id_of(other) == table
    Manner(next_best).play(there, until=lambda at: at.did["place"] >= 1)
    # Something else is refused, and nothing comes of it.
    other.goto(f"{host.url}/")
    wrong = tmp_path / "wrong.json"
    wrong.write_text(json.dumps({"format": "another"}), "utf-8")
    other.locator("[data-part=inside] input[type=file]").set_input_files(wrong)
    expect(other.locator("[data-part=inside]")).to_contain_text(text("error.bad_games"))
    # At a server the same file is taken in, as it was where it left.
    third = visits.visit("/", preferences=FLAT, url=server.url)
    bring = third.locator("[data-part=bring]")
    bring.locator("summary").click()
    bring.locator("input[type=file]").set_input_files(games)
    expect(bring.get_by_role("status")).to_contain_text("1 game is here now.")
    third.get_by_role("button", name=re.compile(re.escape(text("home.lobby.return")))).first.click()
    at = AtTable(third)
    assert at.asked().phase == before.phase
    third.get_by_role("button", name=text("table.links"), exact=True).click()
    expect(third.locator("[data-part=no-proof]")).to_have_text(text("bring.from"))
    third.keyboard.press("Escape")
    Manner(next_best).play(at, until=lambda at: at.did["place"] >= 1)


@pytest.mark.large
@pytest.mark.timeout(600)
@pytest.mark.parametrize("asked", [False, True], ids=["left", "asked"])
def test_an_update_waits_until_the_game_is_left_or_somebody_asks_for_it(
    visits: Visits, tmp_path: Path, asked: bool
) -> None:
    write_site(tmp_path / PATH[1:], PAGE)
    host = Host(tmp_path, PATH)
    try:
        page = visits.visit("/", preferences=FLAT, url=host.url)
        at = play_now(page)
        wait_until(page, "() => navigator.serviceWorker.controller !== null")
        old, table = house_of(page), id_of(page)
        edition = tmp_path / "another.toml"
        subprocess.run([COMMAND, "edition", "new", edition], check=True, capture_output=True)
        write_site(tmp_path / PATH[1:], PAGE, [edition])  # the files of the old version are gone
        page.evaluate("() => navigator.serviceWorker.getRegistration().then((it) => it.update())")
        wait_until(page, "() => navigator.serviceWorker.getRegistration().then((it) => it.waiting !== null)")
        Manner(next_best).play(at, until=lambda at: at.did["place"] >= 1)
        page.reload()  # still the version that the game began with
        assert house_of(page) == old
        before = at.asked()
        context = page.context
        newer = page.locator("[data-part=new-version]")
        expect(newer).to_contain_text(text("site.newer"))
        beside = visits.return_to(context, f"{host.url}/", url=host.url)
        newer.get_by_role("button", name=text("version.load")).click()
        expect(newer).to_contain_text(text("site.newer.others"))  # which would get parts of two versions
        assert house_of(page) == old
        beside.close()
        if asked:
            newer.get_by_role("button", name=text("version.load")).click()
            wait_until(page, f"() => document.querySelector('meta[name=house]')?.content !== '{old}'")
            again = page
        else:
            page.close()
            again = visits.return_to(context, f"{host.url}/?/t/{table}", url=host.url)
        wait_until(again, "() => navigator.serviceWorker.controller !== null")
        assert AtTable(again).asked().seq >= before.seq
        assert house_of(again) != old
    finally:
        host.stop()


def house_of(page: Page) -> str | None:
    """Which version of the house a page has."""
    return page.locator("meta[name=house]").get_attribute("content")


def test_the_first_visit_fetches_no_more_than_that_of_a_server(visits: Visits, host: Host, folder: Path) -> None:
    page = visits.visit("/")
    expect(page.locator("[data-part=inside]")).to_be_visible()
    expect(page.get_by_role("radio", name=text("bot.artisan"))).to_be_visible()
    page.wait_for_load_state("networkidle")
    asked = {path.split("?")[0] for path in host.asked}
    scripts = [path for path in asked if path.endswith(".js")]
    assert sum(len(gzip.compress((folder / path[1:]).read_bytes())) for path in scripts) < FRONT
    # Of the house only what it offers; neither Python nor the worker that keeps everything.
    house = {path.rpartition("/")[2] for path in asked if "/house-" in path}
    assert house == {"info.json", f"{EDITION.digest}.json"}
    assert not any(path.endswith(("/sw.js", ".wasm")) for path in asked)


def test_it_can_be_installed(visits: Visits, host: Host) -> None:
    """Chromium itself says what is missing."""
    page = visits.visit("/")
    expect(page.locator("[data-part=inside]")).to_be_visible()
    devtools = page.context.new_cdp_session(page)
    manifest = devtools.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert json.loads(manifest["data"])["name"] == "Nouvelle-France"
    found = {it["errorId"] for it in devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]}
    assert found <= {"in-incognito"}  # as every page of these tests


@pytest.mark.large
@pytest.mark.timeout(600)
def test_the_winter_of_the_day_is_kept_for_oneself_without_a_network(visits: Visits, host: Host) -> None:
    page = visits.visit("/?/days", preferences=FLAT)
    expect(page.locator("[data-part=shuffle]")).to_contain_text(text("day.shuffle.alone"))
    expect(page.locator("[data-part=list]")).to_have_count(0)
    page.locator("[data-do=play-day]").click()
    at = AtTable(page)
    at.asked()
    without_network(visits, host, page)
    Manner(next_best).play(at)
    expect(page.get_by_role("dialog").locator("[data-part=day]")).to_have_attribute("data-count", "alone")
    page.get_by_role("dialog").get_by_role("link", name=text("day.to_all")).click()
    expect(page.locator("[data-part=mine]")).to_be_visible()
    page.get_by_role("link", name=text("day.home.story")).click()
    expect(page.locator("[data-part=story]")).to_have_attribute("data-games", "1")
