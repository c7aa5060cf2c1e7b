"""A server below a path of its host: behind a real nginx, by REST and sockets, and played in Chromium."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from random import Random
from urllib.parse import urlsplit

import httpx
import pytest
from playwright.sync_api import expect

from nouvelle_france.client import Client
from nouvelle_france.protocol.rest import CreateTable, PaceAsked, SeatAsked
from nouvelle_france.server.security import HEADERS
from tests.keeping.nginx import nginx_before
from tests.server.running import Placements, Player, ServerProcess, running_server
from tests.web.at_table import AtTable, Manner, next_best
from tests.web.browser import Visits, chromium
from tests.web.tables import ME, OPEN, House
from tests.web.words import text

ROOT = "/games"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("below")
    options = ("--root-path", ROOT, "--proxy", "127.0.0.1", "--no-limits")
    with running_server(f"sqlite:///{folder / 'tables.sqlite'}", folder, *options, forked=True) as server:
        yield server


@pytest.fixture(scope="module", params=["passed on", pytest.param("taken off", marks=pytest.mark.large)])
def site(
    server: ServerProcess, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """The site whose path the game is below; some proxies pass that path on, some take it off."""
    folder = tmp_path_factory.mktemp("nginx")
    with nginx_before(server.port, folder, takes_off=request.param == "taken off") as url:
        yield url


def test_all_of_it_is_below_the_path(site: str) -> None:
    with httpx.Client(base_url=site, trust_env=False, timeout=30) as http:
        assert http.get(ROOT).headers["Location"].endswith(f"{ROOT}/")
        for path in ("/", "/t/ABCDEFGHIJKL", "/rules", "/learn"):
            page = http.get(ROOT + path)
            assert page.status_code == 200
            assert f'<meta name="root" content="{ROOT}"' in page.text
            assert 'src="./' not in page.text
        assert http.get(f"{ROOT}/icon.svg").status_code == 200
        assert http.get(f"{ROOT}/healthz").json()["status"] == "ok"
        described = http.get(f"{ROOT}/api/openapi.json").json()
        assert described["servers"] == [{"url": ROOT}]
        docs = http.get(f"{ROOT}/docs").text
        assert f'href="{ROOT}/docs/style.css"' in docs
        assert f"{ROOT}/api/tables" in docs
        assert http.get("/healthz").status_code in (403, 404)  # beside it nginx has its own, or nothing


def test_without_a_proxy_it_is_found_with_and_without_the_path(server: ServerProcess) -> None:
    with httpx.Client(base_url=server.url, trust_env=False, timeout=30) as http:
        moved = http.get(ROOT)
        assert (moved.status_code, moved.headers["Location"]) == (308, f"{ROOT}/")
        assert all(moved.headers[name] == value for name, value in HEADERS.items())
        for path in ("/healthz", "/api/info", "/rules", "/docs"):
            with_it, without = http.get(ROOT + path), http.get(path)
            assert with_it.status_code == without.status_code == 200
            assert with_it.content == without.content
        assert http.get(f"{ROOT}some/healthz").status_code == 404
    assert f"{server.url}{ROOT}/" in server.log.read_text()


def test_a_program_plays_a_game_below_the_path(site: str) -> None:
    async def play() -> str:
        async with Client(site + ROOT) as client, client.socket() as socket:
            seats = [SeatAsked(kind="me"), SeatAsked(kind="bot", bot="random")]
            made = await client.create(CreateTable(name="Ana", seats=seats, pace=PaceAsked(bot_seconds=0)))
            await client.start(made.table, made.host)
            table = await socket.open(made.table, *made.tokens.values())
            await Player(table, await Placements.of(client), Random(1)).play_to_the_end()
            return table.snapshot.status

    assert asyncio.run(play()) == "over"


@pytest.mark.timeout(600)
def test_the_page_plays_below_the_path(site: str) -> None:
    with House(site + ROOT) as house, chromium() as browser:
        visits = Visits(browser, site + ROOT)
        page = visits.visit("/")
        # From the front page to a table in 3D, some moves over its socket; a reload finds the seat again.
        page.get_by_label(text("settings.name")).fill("Mathurin")
        page.get_by_role("tab", name=text("home.now")).click()
        page.get_by_role("radio", name=text("bot.greedy")).check()
        page.get_by_role("button", name=text("home.now.go"), exact=True).click()
        at = AtTable(page)
        at.asked()
        assert urlsplit(page.url).path.startswith(f"{ROOT}/t/")
        Manner(next_best).play(at, lambda at: at.did["place"] >= 2)
        page.reload()
        at.asked()
        expect(page.locator("[data-part=picture] canvas")).to_be_visible()
        # To the rulebook and the lessons, whose texts are files beside the script, and back.
        page.goto(f"{site}{ROOT}/rules#plc-5")
        back = page.locator("[data-part=back]")
        expect(back).to_have_attribute("href", f"{ROOT}/")
        expect(page.locator("#plc-5")).to_be_visible()
        back.click()
        page.wait_for_url(f"{site}{ROOT}/")
        page.locator("[data-part=learn] button").click()
        page.wait_for_url(f"{site}{ROOT}/learn")
        expect(page.locator("[data-lesson-id]").first).to_be_visible()
        # A link to give away.
        table = house.make(ME, OPEN, start=False)
        host = visits.visit(table.path, tables=(table.kept(),))
        invite = host.get_by_label(text("waiting.invite"), exact=True)
        expect(invite).to_have_value(f"{site}{ROOT}{table.path}#join={table.invite}")
        visits.end()
        assert visits.troubles() == []
