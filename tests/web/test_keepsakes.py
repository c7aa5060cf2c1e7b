"""What is taken along of a game that is watched again, and playing on from one of its moments."""

from __future__ import annotations

import base64
import io
import json
import re
from pathlib import Path

import pytest
import trimesh
from PIL import Image
from playwright.sync_api import Page, expect

from nouvelle_france import Record, replay
from nouvelle_france.keepsakes import CUBE_MM, cubes_on
from tests.kinds import EDITION
from tests.web.browser import Visits
from tests.web.tables import ME, House, Made, bot
from tests.web.watching import drop, moment, stands_at
from tests.web.words import text

PLAYED = """async (packed) => {
  const video = document.createElement("video");
  video.src = `data:video/webm;base64,${packed}`;
  await new Promise((done, fail) => { video.onloadeddata = done; video.onerror = () => fail(video.error.message); });
  return [video.videoWidth, video.videoHeight];
}"""


@pytest.fixture(scope="module")
def finished(house: House) -> Made:
    table = house.make(ME, bot("greedy"))
    house.play(table)
    return table


def taken(page: Page, what: str, to: Path) -> bytes:
    """What is saved when a button of the dialog is pressed."""
    with page.expect_download(timeout=120_000) as download:
        page.locator(f"[data-part=keep] [data-do='{what}']").click()
    download.value.save_as(to)
    return to.read_bytes()


def test_picture_solids_and_record_are_kept(house: House, visits: Visits, finished: Made, tmp_path: Path) -> None:
    page = visits.visit(f"/replay/{finished.id}#at=60")
    stands_at(page, 60)
    page.locator("[data-board=scene] canvas").wait_for()
    page.locator("[data-do=keep]").click()
    picture = Image.open(io.BytesIO(taken(page, "picture", tmp_path / "a.png")))
    assert picture.format == "PNG"
    colours = picture.convert("RGB").resize((120, 80)).getcolors(10_000)
    assert colours is not None
    assert len(colours) > 200, "a picture, and not a blank"
    record = taken(page, "record", tmp_path / "a.jsonl").decode()
    assert json.loads(record) == json.loads(house.record(finished))
    position = replay(Record.from_json(record), EDITION).state.position
    for format in ("stl", "3mf"):
        file = tmp_path / f"mill.{format}"
        taken(page, f"mill.{format}", file)
        found = trimesh.load(file)
        (body,) = found.geometry.values() if isinstance(found, trimesh.Scene) else (found,)
        assert isinstance(body, trimesh.Trimesh)
        assert body.is_watertight
        cubes = cubes_on(position, EDITION.site_ids.index("mill"))
        assert body.volume == pytest.approx(len(cubes) * CUBE_MM**3, rel=0.005)


def test_the_growing_is_filmed(visits: Visits, house: House, finished: Made, tmp_path: Path) -> None:
    """Of a record that was not finished: a short film."""
    record = json.loads(house.record(finished))
    short = {**record, "moves": record["moves"][:9], "result": None}
    page = visits.visit("/replay")
    drop(page, json.dumps(short))
    stands_at(page, 0)
    page.locator("[data-board=scene] canvas").wait_for()
    page.locator("[data-do=keep]").click()
    film = taken(page, "film", tmp_path / "a.webm")
    assert film[:4] == b"\x1a\x45\xdf\xa3", "EBML, as WebM begins"
    assert moment(page) > 5
    width, height = page.context.new_page().evaluate(PLAYED, base64.b64encode(film).decode())
    assert width > 100
    assert height > 100


def test_without_a_picture_there_is_none_to_be_kept(visits: Visits, finished: Made) -> None:
    page = visits.visit(f"/replay/{finished.id}", preferences={"flat": True})
    stands_at(page, 0)
    page.locator("select").select_option("4")
    page.locator("[data-do=play]").click()
    page.locator("[data-do=keep]").click()
    # What is to be kept is the moment one saw: the game does not play on behind the question.
    expect(page.locator("[data-do=play]")).to_have_attribute("title", text("replay.play"))
    expect(page.locator("[data-part=keep]")).to_contain_text(text("keep.cannot"))
    expect(page.locator("[data-do=film]")).to_be_disabled()
    expect(page.locator("[data-do='church.3mf']")).to_be_enabled()


def test_a_game_is_played_on_from_a_moment_and_says_where_it_came_from(
    house: House, visits: Visits, finished: Made
) -> None:
    page = visits.visit(f"/replay/{finished.id}#at=40", preferences={"flat": True, "bots": "quick"})
    stands_at(page, 40)
    page.locator("[data-do=play-on]").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label(text("playon.bot")).select_option("greedy")
    dialog.get_by_role("button", name=text("playon.go", moment=40)).click()
    expect(page).to_have_url(re.compile("/t/"))
    expect(page.locator("[data-part=table]")).to_have_attribute("data-status", "playing")
    shown = house.look(page.url.rsplit("/", 1)[1])
    assert shown["options"]["origin"] == {"table": finished.id, "moment": 40, "moved": False}
    assert sorted(seat["kind"] for seat in shown["seats"]) == ["bot", "person"]
    assert shown["options"]["pace"]["bot_seconds"] == 0.2, "as the settings say that bots play"
    page.get_by_role("button", name=text("table.links")).click()
    told = page.locator("[data-part=no-proof]")
    expect(told).to_contain_text(text("playon.from", moment=40))
    told.get_by_role("link").click()
    stands_at(page, 40)
    # From the end nothing goes on.
    page.keyboard.press("End")
    expect(page.locator("[data-do=play-on]")).to_have_count(0)
