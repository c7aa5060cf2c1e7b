"""Being told of one's turn: asked for in the page, sent by the server, read as a browser reads it, shown by its worker.

A browser's own push service is its vendor's, which cannot be reached from here: a receiver at this machine stands in
for it, and what it receives is handed to the page's service worker by Chromium itself.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Worker, expect

from tests.server.receiving import Browser, Receiver, receiving
from tests.server.running import ServerProcess, running_server
from tests.web.browser import PATIENCE_S, Visits
from tests.web.conftest import KEPT
from tests.web.tables import House, Made, person
from tests.web.words import text

SUBSCRIBING = """(() => {
  let known = null;
  const { endpoint, p256dh, auth } = %s;
  PushManager.prototype.getSubscription = async () => known;
  PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
    if (!userVisibleOnly || applicationServerKey.length !== 87) throw new TypeError("not as a server's key is");
    const plain = atob(applicationServerKey.replace(/-/g, "+").replace(/_/g, "/") + "=");
    const bytes = Uint8Array.from(plain, (it) => it.charCodeAt(0));
    known = {
      endpoint,
      options: { applicationServerKey: bytes.buffer },
      toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
      unsubscribe: async () => true,
    };
    return known;
  };
})()"""
"""In the place of the vendor's push service."""


@pytest.fixture
def receiver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Receiver]:
    with receiving(tmp_path) as (receiver, trusted):
        monkeypatch.setenv("SSL_CERT_FILE", str(trusted))
        yield receiver


@pytest.fixture
def server(tmp_path: Path, receiver: Receiver) -> Iterator[ServerProcess]:
    """One whose players are told soon, and by whom we like."""
    told = ["--notice-delay", "0.2", "--inside-host", receiver.host, "--webhook-host", receiver.host]
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    with running_server(database, tmp_path, "--no-limits", *told, forked=True) as server:
        yield server


@pytest.fixture
def house(server: ServerProcess) -> Iterator[House]:
    with House(server.url) as house:
        yield house


@pytest.fixture
def visits(server: ServerProcess) -> Iterator[Visits]:
    visits = Visits(KEPT.browser(), server.url)
    try:
        yield visits
    finally:
        visits.end()
    assert visits.troubles() == []


def two(house: House, turn_of: str) -> Made:
    """Two people who play over days, where it is somebody's turn."""
    table = house.make(person("Antoine", "white"), person("Jeanne", "yellow"), title="Québec")
    assert_turn(house, table, turn_of)
    return table


def assert_turn(house: House, table: Made, seat: str) -> None:
    """Play until it is a seat's own turn."""
    assert house.play(
        table, lambda it: it.position is not None and it.position.active == seat and it.position.phase == "turn"
    )


def noted(page: Page, worker: Worker, count: int) -> list[Any]:
    """What the page's worker has noted, once it is so much."""
    until = time.monotonic() + PATIENCE_S
    while len(found := worker.evaluate("() => self.shown")) < count:
        assert time.monotonic() < until, found
        page.wait_for_timeout(20)
    noted: list[Any] = found
    return noted


def test_a_push_from_the_panel_to_the_message(house: House, visits: Visits, receiver: Receiver) -> None:
    table = two(house, turn_of="white")
    browser = Browser(receiver.url("/push"))
    page = visits.visit(
        table.path,
        tables=(table.kept("yellow"),),
        preferences={"flat": True},
        script=SUBSCRIBING % json.dumps(browser.asked()),
    )
    page.context.grant_permissions(["notifications"])
    page.get_by_role("button", name=text("table.links"), exact=True).click()
    panel = page.locator("[data-part=your-turn]")
    panel.get_by_role("checkbox").click()
    expect(panel.get_by_role("status")).to_have_text(text("turn.told"))
    # The host of the table has a channel told too.
    channel = page.locator("[data-part=channel]")
    channel.get_by_role("textbox").fill(receiver.url("/hook"))
    channel.locator("[data-do=save-hook]").click()
    expect(channel.get_by_role("status")).to_have_text(text("turn.hook.kept"))

    while receiver.next().path != "/hook":  # of the turn that was waited for already
        pass
    assert_turn(house, table, "yellow")
    received = {it.path: it for it in (receiver.next(), receiver.next())}
    assert received["/hook"].told["link"] == f"{visits.url}{table.path}"
    told = browser.read(received["/push"])
    assert told == {"table": table.id, "title": "Québec", "body": "Jeanne, it is your turn."}

    # A browser without a screen shows nothing, so the worker notes what it would show, and which page it would open.
    (worker,) = page.context.service_workers
    worker.evaluate(
        """() => {
          self.shown = [];
          self.registration.showNotification = async (title, options) => void self.shown.push({ title, ...options });
          self.clients.openWindow = async (url) => void self.shown.push(url);
        }"""
    )
    devtools = page.context.new_cdp_session(page)
    registrations: list[dict[str, Any]] = []
    devtools.on("ServiceWorker.workerRegistrationUpdated", lambda it: registrations.extend(it["registrations"]))
    devtools.send("ServiceWorker.enable")
    while not registrations:
        page.wait_for_timeout(20)
    devtools.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": visits.url, "registrationId": registrations[0]["registrationId"], "data": json.dumps(told)},
    )
    (message,) = noted(page, worker, 1)
    assert (message["title"], message["body"], message["data"]) == ("Québec", told["body"], table.id)

    # Pressing it leads to the table.
    page.goto(f"{visits.url}/rules")
    worker.evaluate(
        """(data) => {
          const press = new ExtendableEvent("notificationclick");
          press.notification = { data, close: () => undefined };
          press.waitUntil = () => undefined; // only a press of a person's can keep a worker awake
          self.dispatchEvent(press);
        }""",
        message["data"],
    )
    assert noted(page, worker, 2)[1] == f"{visits.url}{table.path}"
    # Whoever looks again finds it as it was, and can have it taken away.
    page.goto(f"{visits.url}{table.path}")
    assert house.ask("GET", f"/tables/{table.id}/seats/yellow/push", token=table.tokens["yellow"])["ids"]


@pytest.mark.large
@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("Object.defineProperty(globalThis, 'isSecureContext', { value: false })", "turn.insecure"),
        ("delete globalThis.PushManager", "turn.unable"),
        (
            "delete globalThis.PushManager; Object.defineProperty(navigator, 'userAgent', { value: 'iPhone' })",
            "turn.install",
        ),
    ],
    ids=["insecure", "unable", "iphone"],
)
def test_where_a_browser_cannot_it_is_said(house: House, visits: Visits, script: str, said: str) -> None:
    table = two(house, turn_of="white")
    page = visits.visit(table.path, tables=(table.kept("yellow"),), preferences={"flat": True}, script=script)
    page.get_by_role("button", name=text("table.links"), exact=True).click()
    panel = page.locator("[data-part=your-turn]")
    expect(panel).to_contain_text(text(said))
    expect(panel.get_by_role("checkbox")).to_have_count(0)
