"""Two people at two devices."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from tests.server.gathering import Tunnel
from tests.server.running import ServerProcess
from tests.web.at_table import AtTable, Manner, Seen, next_best
from tests.web.browser import PATIENCE_S, Visits
from tests.web.tables import House, held
from tests.web.words import starting, text


class Way:
    """A way to the server that can be cut, as seen from a thread without an event loop of its own."""

    def __init__(self, port: int) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._thread.start()
        self._tunnel = Tunnel(port)
        self.url = self._tunnel.url

    def open(self) -> None:
        """Let connections through."""
        asyncio.run_coroutine_threadsafe(self._tunnel.open(), self._loop).result(10)

    def cut(self) -> None:
        """Cut all connections and let none through."""
        asyncio.run_coroutine_threadsafe(self._tunnel.block(), self._loop).result(10)

    def end(self) -> None:
        """Leave nothing running."""
        self.cut()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()


@pytest.fixture
def way(server: ServerProcess) -> Iterator[Way]:
    way = Way(server.port)
    way.open()
    yield way
    way.end()


def step(manner: Manner, at: AtTable) -> bool | None:
    """One thing if there is one to do; None if somebody else is asked."""
    seen = at.look()
    return manner.step(at, seen) if seen and seen.asks else None


@pytest.mark.timeout(900)
@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.large)], ids=["ends", "whole"])
def test_two_browsers_at_one_table_to_the_end_and_to_a_rematch(
    house: House, visits: Visits, way: Way, whole: bool
) -> None:
    """The middle of the game is played beside the pages, on flat plans, unless the whole is asked for."""
    host = visits.visit(preferences={"name": "Nicolas", "flat": not whole})
    host.get_by_role("tab", name=text("home.new")).click()
    host.get_by_role("button", name=text("home.new.open")).click()
    invite = host.get_by_label(text("waiting.invite"), exact=True).input_value()
    assert host.get_by_role("button", name=text("waiting.begin")).is_disabled()

    # The guest's way to the server is another one, to be cut later.
    path = invite.removeprefix(visits.url)
    guest = visits.visit(path, preferences={"name": "Catherine", "flat": True}, url=way.url)
    watch = visits.watch()
    guest.get_by_role("button", name=text("waiting.sit.as", name="Catherine")).click()
    expect(guest).to_have_url(way.url + path.split("#", 1)[0])
    host.get_by_role("button", name=text("waiting.begin")).click()
    table = host.url.rsplit("/", 1)[1]

    here, there = AtTable(host), AtTable(guest)
    manner = Manner(next_best)

    def both(until: Callable[[], bool] = lambda: False) -> None:
        while not until():
            done = [step(manner, at) for at in (here, there)]
            if done == [False, False]:
                return
            if done == [None, None]:
                host.wait_for_timeout(40)

    both(until=lambda: bool(there.did["coureur"] and there.did["place"] and here.did["place"]))
    assert there.did["coureur"], "the guest was never offered anything"
    expect(host.locator("[data-kind=took_half]").filter(has_text="Catherine").first).to_be_visible()

    # What one says, the other reads.
    guest.get_by_role("tab", name=text("journal.chat")).click()
    guest.get_by_label(text("chat.label")).fill("Quel hiver !")
    guest.get_by_role("button", name=text("chat.send")).click()
    host.get_by_role("tab", name=starting("journal.chat")).click()
    expect(host.get_by_role("list", name=text("journal.chat"))).to_contain_text("Quel hiver !")
    host.get_by_role("tab", name=text("journal.log")).click()

    # The connection is lost: the page says so, the other sees it, and it comes back by itself.
    watch.expect("WebSocket connection|ERR_")
    way.cut()
    expect(guest.get_by_text(text("table.lost"))).to_be_visible()
    expect(host.get_by_role("list", name=text("players.title"))).to_contain_text(text("players.absent"))
    moved = play_alone(manner, here)
    way.open()
    expect(guest.get_by_text(text("table.lost"))).to_be_hidden()
    there.wait(lambda seen: seen.seq >= moved.seq, "what was missed")
    expect(host.get_by_role("list", name=text("players.title"))).not_to_contain_text(text("players.absent"))

    guest.reload()
    there.wait(lambda seen: seen.seq >= moved.seq, "the table after a reload")
    if not whole:
        beside = replace(held(host), tokens=held(host).tokens | held(guest).tokens)
        house.play(beside, lambda it: it.position is not None and it.position.snow == 2 and it.position.snow_may_come)
        played = house.look(table)["seq"]
        for at in (here, there):
            at.wait(lambda seen: seen.seq >= played and not seen.busy, "the pages to have followed")
    both()
    over = house.look(table)
    assert over["status"] == "over"
    for at in (here, there):
        assert at.did["place"] >= (6 if whole else 1)

    # The rematch is one table for both.
    for page in (host, guest):
        page.get_by_role("dialog").get_by_role("button", name=text("end.rematch")).click()
        page.get_by_role("button", name=text("waiting.begin")).wait_for()
    assert host.url.rsplit("/", 1)[1] == guest.url.rsplit("/", 1)[1] != table
    # Each page adds words to the shuffle by itself; those that come after the beginning would be refused.
    until = time.monotonic() + PATIENCE_S
    while words_added(house, host.url.rsplit("/", 1)[1]) < 2:
        assert time.monotonic() < until, "the pages add no words"
        host.wait_for_timeout(40)
    guest.get_by_role("button", name=text("waiting.begin")).click()
    for at in (here, there):
        at.wait(lambda seen: seen.status == "playing", "the rematch")
    while not any((seen := at.look()) and seen.asks for at in (here, there)):
        host.wait_for_timeout(40)  # the test's own timeout ends it


def words_added(house: House, table: str) -> int:
    """How many seats have added words to the shuffle."""
    events = house.ask("GET", f"/tables/{table}/events?after=0&limit=500")["events"]
    return sum(event["kind"] == "words_added" for event in events)


def play_alone(manner: Manner, at: AtTable) -> Seen:
    """Go on as far as one can without the other."""
    while (seen := at.wait(lambda now: not now.busy)).asks and seen.status == "playing":
        manner.step(at, seen)
    return seen
