"""Your turn: told once for each wait, after a pause, to those who want to know, for as long as the seat is theirs."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from nouvelle_france.house import Editions, House, Household
from nouvelle_france.house.house import now_ms
from nouvelle_france.protocol.notices import NoticesOffered, Subscribed, WebhookTold
from nouvelle_france.protocol.rest import Join, TakeOver
from nouvelle_france.server.erasing import erase_person, erase_table
from nouvelle_france.server.limits import Rate
from nouvelle_france.server.notices import pushing
from nouvelle_france.server.notices.notices import BROWSERS, target_of
from nouvelle_france.server.settings import Settings
from nouvelle_france.server.storage import backup
from nouvelle_france.tables.errors import Code
from tests.server.databases import PostgresServer
from tests.server.gathering import ME, OPEN, Gathering, Guest, Visit, awaited, play_until, visiting
from tests.server.receiving import WAIT_S, Browser, Received, Receiver, claims_of, receiving
from tests.server.running import SLOW, running_server, serving_here
from tests.server.storage.making import opened

DELAY = 60
RETRIES = (10.0, 100.0)


class Clock:
    """The time of a server, which a test sets on."""

    def __init__(self) -> None:
        self._now = now_ms()

    def __call__(self) -> int:
        return self._now

    def on(self, seconds: float) -> None:
        self._now += round(seconds * 1000)


@pytest.fixture
def receiver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Receiver]:
    with receiving(tmp_path) as (receiver, trusted):
        monkeypatch.setenv("SSL_CERT_FILE", str(trusted))
        yield receiver


@dataclass
class Site:
    """A server whose clock stands still, somebody to receive what it sends, and people at a table."""

    clock: Clock
    receiver: Receiver
    http: httpx.AsyncClient
    visit: Visit
    there: Gathering
    guests: list[Guest]

    @property
    def asked(self) -> Guest:
        """Whoever the game waits for."""
        (asked,) = [guest for guest in self.guests if guest.asked]
        return asked

    @property
    def other(self) -> Guest:
        """The one of two it does not wait for."""
        (other,) = [guest for guest in self.guests if not guest.asked]
        return other

    async def turn_of(self, guest: Guest) -> None:
        """Play until the game waits for somebody's own turn."""
        assert await play_until(lambda: guest.phase == "turn" and bool(guest.asked), *self.guests)

    async def next(self) -> Received:
        """What arrives next."""
        return await asyncio.to_thread(self.receiver.next)

    async def call(self, method: str, path: str, token: str, body: Any = None) -> httpx.Response:
        """Ask for something at the table."""
        headers = {"Authorization": f"Bearer {token}"}
        return await self.http.request(method, f"/api/tables/{self.there.table}{path}", headers=headers, json=body)

    async def subscribe(self, seat: str, path: str = "/push", language: str = "en") -> Browser:
        """A browser that wants to be told of a seat's turns."""
        browser = Browser(self.receiver.url(path))
        asked = browser.asked(language)
        answer = await self.call("PUT", f"/seats/{seat}/push", self.there.tokens[seat], asked)
        assert answer.status_code == 204, answer.text
        return browser

    async def hook(self, path: str = "/hook", language: str = "en") -> None:
        """The host wants a channel to be told."""
        asked = {"url": self.receiver.url(path), "language": language}
        answer = await self.call("PUT", "/webhook", self.there.host, asked)
        assert answer.status_code == 204, answer.text

    async def subscribed(self, seat: str) -> list[str]:
        told = await self.call("GET", f"/seats/{seat}/push", self.there.tokens[seat])
        return Subscribed.model_validate_json(told.content).ids

    async def counted(self, to: str, how: str) -> float:
        """How many attempts ended so."""
        name = f'nouvelle_france_notices_total{{how="{how}",to="{to}"}} '
        lines = (await self.http.get("/metrics")).text.splitlines()
        return next((float(line.removeprefix(name)) for line in lines if line.startswith(name)), 0.0)

    async def until_counted(self, to: str, how: str, count: int = 1) -> None:
        until = time.monotonic() + WAIT_S
        while await self.counted(to, how) < count:
            assert time.monotonic() < until, (await self.http.get("/metrics")).text
            await asyncio.sleep(0.02)


@asynccontextmanager
async def at_a_table(
    database: str, receiver: Receiver, monkeypatch: pytest.MonkeyPatch, start: bool = True, **settings: Any
) -> AsyncIterator[Site]:
    """A table of two people, each with a tab that stays open all the time."""
    monkeypatch.setattr("nouvelle_france.server.notices.notices.LOOK_S", 0.02)
    clock = Clock()
    chosen = replace(
        Settings(
            database=database,
            notice_delay=DELAY,
            notice_retries=RETRIES,
            webhook_hosts=(receiver.host,),
            inside_hosts=(receiver.host,),
            notices_per_target=Rate(1e6, 10**6),
        ).without_limits(),
        **settings,
    )

    def build(storage: Any, thinkers: Any, notes: Any) -> Household:
        return Household(House(storage, Editions(), notes, clock=clock), thinkers)

    with serving_here(chosen, build) as url:
        async with visiting(url) as visit, httpx.AsyncClient(base_url=url, trust_env=False, timeout=60) as http:
            there = await visit.gather(ME, OPEN, title="Québec & <co>")
            guests = await visit.guests(there)
            if start:
                await visit.start(there)
            yield Site(clock, receiver, http, visit, there, guests)


@awaited
async def test_a_push_is_received_and_only_its_browser_can_read_it(
    database_url: str, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with at_a_table(database_url, receiver, monkeypatch, public_url="https://games.example.org") as site:
        offered = NoticesOffered.model_validate_json((await site.http.get("/api/notices")).content)
        assert offered.push is not None
        assert (offered.delay, offered.webhook_hosts) == (DELAY, [receiver.host])
        me = site.other
        (seat,) = me.table.you
        browser = await site.subscribe(seat, language="fr")
        assert await site.subscribed(seat) == [target_of(browser.endpoint)]
        await site.turn_of(me)
        site.clock.on(DELAY)
        received = await site.next()
        name = next(it.name for it in me.shown.seats if it.seat == seat)
        assert browser.read(received) == {
            "table": site.there.table, "title": "Québec & <co>", "body": f"{name}, c’est à vous de jouer.",
        }  # fmt: skip
        claims = claims_of(received, offered.push)
        assert claims["aud"] == f"https://{receiver.host}"
        assert claims["sub"] == "https://games.example.org"
        assert time.time() < claims["exp"] <= time.time() + 24 * 60 * 60
        assert (received.headers["TTL"], len(received.headers["Topic"])) == ("86400", 32)
        # One a turn, though it goes on for days and through everything else that happens there.
        site.clock.on(24 * 60 * 60)
        await me.table.say(seat, "Good evening")
        await site.turn_of(site.other)
        await site.turn_of(me)
        site.clock.on(DELAY)
        again = await site.next()
        assert browser.read(again)["table"] == site.there.table
        assert again.body != received.body
        await site.until_counted("push", "sent", 2)
        assert receiver.arrived.empty()


@awaited
async def test_a_quick_reply_sends_none(database_url: str, receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    async with at_a_table(database_url, receiver, monkeypatch) as site:
        await site.hook()
        slow = site.other
        for _ in range(3):
            await site.turn_of(site.asked)
            site.clock.on(DELAY - 1)
            await site.turn_of(slow)  # whoever it was has moved in time
            site.clock.on(1)  # so that their time would be over now
            site.clock.on(DELAY - 1)
            assert (await site.next()).told["seat"] == slow.table.you[0]
            await site.turn_of(site.other)
        assert receiver.arrived.empty()


@awaited
async def test_a_webhook_says_who_is_to_move_and_where_and_holds_no_key(
    database_url: str, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with at_a_table(database_url, receiver, monkeypatch) as site:
        await site.hook("/services/T1?x=1", language="pl")
        told = await site.call("GET", "/webhook", site.there.host)
        assert WebhookTold.model_validate_json(told.content).url == receiver.url("/services/T1?x=1")
        me = site.asked
        (seat,) = me.table.you
        name = next(it.name for it in me.shown.seats if it.seat == seat)
        since = site.clock()
        site.clock.on(DELAY)
        received = await site.next()
        link = f"{site.http.base_url}".rstrip("/") + f"/t/{site.there.table}"
        said = f"Québec ＆ ‹co›: teraz ruch gracza {name}. {link}"
        assert received.path == "/services/T1?x=1"
        assert received.told == {
            "event": "your_turn", "id": f"{site.there.table}-{seat}-{me.table.seq}", "table": site.there.table,
            "title": "Québec & <co>", "seat": seat, "name": name, "link": link, "since": since,
            "text": said, "content": said, "allowed_mentions": {"parse": []},
        }  # fmt: skip
        assert received.headers["Idempotency-Key"] == received.told["id"]
        for secret in (*site.there.tokens.values(), site.there.host, site.there.invite):
            assert secret not in received.text
        # It is taken away again.
        assert (await site.call("DELETE", "/webhook", site.there.host)).status_code == 204
        assert (await site.call("GET", "/webhook", site.there.host)).json() == {"url": None}
        browser = await site.subscribe(site.other.table.you[0])
        await site.turn_of(site.other)
        site.clock.on(DELAY)
        assert browser.read(await site.next())
        assert receiver.arrived.empty()


@awaited
async def test_a_notice_that_does_not_arrive_is_tried_again_and_given_up(
    database_url: str, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with at_a_table(database_url, receiver, monkeypatch) as site:
        receiver.answers = [503, 429, 200]
        await site.hook()
        site.clock.on(DELAY)
        first = await site.next()
        for count, pause in enumerate(RETRIES, start=1):
            await site.until_counted("webhook", "retried", count)
            assert receiver.arrived.empty()
            site.clock.on(pause)
            again = await site.next()
            assert (again.told["id"], again.body) == (first.told["id"], first.body)
        await site.until_counted("webhook", "sent")
        # The next one is refused to the end.
        receiver.answers = [500] * (1 + len(RETRIES))
        await site.turn_of(site.other)
        site.clock.on(DELAY)
        for count, pause in enumerate(RETRIES, start=1 + len(RETRIES)):
            assert (await site.next()).told["id"] != first.told["id"]
            await site.until_counted("webhook", "retried", count)
            site.clock.on(pause)
        await site.next()
        await site.until_counted("webhook", "given_up")
        site.clock.on(24 * 60 * 60)
        # And one that can never be taken, at once.
        receiver.answers = [400]
        await site.turn_of(site.other)
        site.clock.on(DELAY)
        await site.next()
        await site.until_counted("webhook", "given_up", 2)
        # A redirect is no answer, and not followed.
        receiver.answers = [302]
        receiver.headers = {"Location": receiver.url("/elsewhere")}
        await site.turn_of(site.other)
        site.clock.on(DELAY)
        assert (await site.next()).path == "/hook"
        await site.until_counted("webhook", "refused")
        assert receiver.arrived.empty()


@awaited
async def test_who_moves_while_a_notice_is_tried_again_is_not_told(
    sqlite_url: str, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with at_a_table(sqlite_url, receiver, monkeypatch) as site:
        receiver.answers = [500]
        await site.hook()
        site.clock.on(DELAY)
        await site.next()
        await site.until_counted("webhook", "retried")
        await site.turn_of(site.other)
        site.clock.on(RETRIES[0])
        await site.until_counted("webhook", "over")
        assert receiver.arrived.empty()


@awaited
async def test_a_subscription_that_the_push_service_has_ended_is_forgotten(
    database_url: str, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with at_a_table(database_url, receiver, monkeypatch) as site:
        (seat,) = site.other.table.you
        gone = await site.subscribe(seat, "/gone")
        stays = await site.subscribe(seat, "/stays")
        assert sorted(await site.subscribed(seat)) == sorted(map(target_of, (gone.endpoint, stays.endpoint)))
        receiver.answers = [410, 410]
        await site.turn_of(site.other)
        site.clock.on(DELAY)
        assert {(await site.next()).path, (await site.next()).path} == {"/gone", "/stays"}
        await site.until_counted("push", "gone", 2)
        assert await site.subscribed(seat) == []


@awaited
async def test_a_subscription_ends_with_the_seat(
    sqlite_url: str, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with at_a_table(sqlite_url, receiver, monkeypatch, start=False) as site:
        there, client = site.there, site.visit.client
        mine, theirs = there.seats

        async def ends(holds: str) -> None:
            until = time.monotonic() + WAIT_S
            while await site.subscribed(holds):
                assert time.monotonic() < until
                await asyncio.sleep(0.02)

        # Somebody is sent away before the game, and somebody else sits down there.
        await site.subscribe(theirs, "/first")
        await client.open_seat(there.table, theirs, there.host)
        seated = await client.join(there.table, Join(name="Second", seat=theirs, invite=there.invite))
        there.tokens[theirs] = seated.token
        await ends(theirs)
        # Somebody hands the seat on, during the game.
        await site.subscribe(theirs, "/second")
        code = (await client.offer(there.table, theirs, there.tokens[theirs])).code
        there.tokens[theirs] = (await client.take_over(there.table, TakeOver(offer=code, name="Third"))).token
        await ends(theirs)
        # Somebody leaves: also where the bot that stands in is sent away again.
        await client.start(there.table, there.host)
        await site.subscribe(theirs, "/third")
        await client.leave(there.table, theirs, there.tokens[theirs])
        assert await site.subscribed(theirs) == []
        # The game ends.
        await site.subscribe(mine, "/mine")
        await site.hook()
        await client.close(there.table, there.host)
        await ends(mine)
        until = time.monotonic() + WAIT_S
        while (await site.call("GET", "/webhook", there.host)).json()["url"] is not None:
            assert time.monotonic() < until
            await asyncio.sleep(0.02)
        over = await site.call("PUT", f"/seats/{mine}/push", there.tokens[mine], Browser(receiver.url()).asked())
        assert (over.status_code, over.json()["code"]) == (409, Code.NOT_PLAYING)
        assert receiver.arrived.empty()


@awaited
async def test_addresses_and_keys_are_in_no_backup_and_go_with_a_person_who_is_erased(
    database_url: str, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with at_a_table(database_url, receiver, monkeypatch) as site:
        mine, theirs = site.there.seats
        for seat in (mine, theirs):
            await site.subscribe(seat, f"/of-{seat}")
        await site.hook("/secret")
        lines: list[bytes] = []
        assert (await asyncio.to_thread(backup, database_url, lines.append))["tables"] == 1
        for word in (b"PRIVATE KEY", b"/of-", b"/secret", receiver.host.encode()):
            assert word not in b"".join(lines)
        (name,) = [it.name for it in site.guests[0].shown.seats if it.seat == theirs]
        assert await erase_person(database_url, name)
        assert await site.subscribed(theirs) == []
        assert len(await site.subscribed(mine)) == 1
        # And all goes with the table.
        assert await erase_table(database_url, site.there.table)
        async with opened(database_url) as (storage,):
            assert await storage.noticing.subscriptions(site.there.table) == []
            assert await storage.noticing.webhook(site.there.table) is None


@awaited
async def test_who_may_ask_for_what(sqlite_url: str, receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    async with at_a_table(sqlite_url, receiver, monkeypatch) as site:
        there = site.there
        mine, theirs = there.seats
        asked = Browser(receiver.url()).asked()
        hook = {"url": receiver.url("/hook")}
        for method, path, token, body, code in (
            ("PUT", f"/seats/{theirs}/push", there.tokens[mine], asked, Code.NOT_YOUR_SEAT),
            ("PUT", f"/seats/{theirs}/push", there.host, asked, Code.BAD_TOKEN),
            ("GET", f"/seats/{theirs}/push", there.tokens[mine], None, Code.NOT_YOUR_SEAT),
            ("DELETE", f"/seats/{theirs}/push/{'0' * 64}", there.tokens[mine], None, Code.NOT_YOUR_SEAT),
            ("PUT", "/webhook", there.tokens[mine], hook, Code.BAD_TOKEN),
            ("GET", "/webhook", there.tokens[mine], None, Code.BAD_TOKEN),
            ("DELETE", "/webhook", there.tokens[mine], None, Code.BAD_TOKEN),
            ("PUT", f"/seats/{mine}/push", there.tokens[mine], {**asked, "p256dh": "A" * 87}, Code.BAD_MESSAGE),
            ("PUT", f"/seats/{mine}/push", there.tokens[mine], {**asked, "auth": "A"}, Code.BAD_MESSAGE),
            ("PUT", f"/seats/{mine}/push", there.tokens[mine], {**asked, "language": "de"}, Code.BAD_MESSAGE),
        ):
            answer = await site.call(method, path, token, body)
            assert answer.json()["code"] == code, (method, path, answer.text)
        for number in range(BROWSERS + 2):
            site.clock.on(1)
            await site.subscribe(mine, f"/{number}")
        newest = [target_of(receiver.url(f"/{number}")) for number in range(2, BROWSERS + 2)]
        assert sorted(await site.subscribed(mine)) == sorted(newest)
        ended = await site.call("DELETE", f"/seats/{mine}/push/{newest[0]}", there.tokens[mine])
        assert ended.status_code == 204
        assert newest[0] not in await site.subscribed(mine)


@awaited
async def test_addresses_inside_the_network_are_refused(
    sqlite_url: str, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    hosts = ("localhost", "127.0.0.1", "*.example.org", receiver.host)
    async with at_a_table(sqlite_url, receiver, monkeypatch, webhook_hosts=hosts, inside_hosts=()) as site:
        seat = site.there.seats[0]
        token, host = site.there.tokens[seat], site.there.host
        refused = [
            receiver.url(), "https://127.0.0.1/", "https://[::1]/", "https://[::ffff:127.0.0.1]/", "https://10.0.0.1/",
            "https://169.254.169.254/latest/", "https://[fd00::1]/", "https://localhost/", "https://nowhere.invalid/",
        ]  # fmt: skip
        words = set()
        for url in refused:
            answer = await site.call("PUT", f"/seats/{seat}/push", token, Browser(url).asked())
            assert (answer.status_code, answer.json()["code"]) == (422, Code.BAD_ADDRESS), url
            words.add(answer.json()["message"])
        assert len(words) == 1, "nobody learns here what there is inside"
        for url in ("https://127.0.0.1/", "https://localhost/", receiver.url(), "https://elsewhere.org/"):
            answer = await site.call("PUT", "/webhook", host, {"url": url})
            assert (answer.status_code, answer.json()["code"]) == (422, Code.BAD_ADDRESS), url
        for url in ("http://127.0.0.1/", "ftp://a.org/"):
            answer = await site.call("PUT", "/webhook", host, {"url": url})
            assert (answer.status_code, answer.json()["code"]) == (422, Code.BAD_MESSAGE), url
        assert receiver.arrived.empty()


@awaited
async def test_too_many_addresses_and_too_many_notices(
    sqlite_url: str, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = Rate(SLOW, 2)
    async with at_a_table(sqlite_url, receiver, monkeypatch, addresses_per_address=few, notices_per_target=few) as site:
        await site.hook()
        (seat,) = site.other.table.you
        await site.subscribe(seat)
        answer = await site.call("PUT", "/webhook", site.there.host, {"url": receiver.url()})
        assert (answer.status_code, answer.json()["code"]) == (429, Code.TOO_MANY)
        # Of this channel's notices two are sent; the third waits, and the browser's are others.
        for _ in range(2):
            site.clock.on(DELAY)
            paths = {(await site.next()).path}
            if site.asked.table.you == [seat]:
                paths.add((await site.next()).path)
            assert "/hook" in paths
            await site.turn_of(site.other)
        while site.asked.table.you != [seat]:
            await site.turn_of(site.other)
        site.clock.on(DELAY)
        assert (await site.next()).path == "/push"
        assert receiver.arrived.empty()


@contextmanager
def two_tables(url: str) -> Iterator[tuple[str, Gathering]]:
    """A table of two people with a webhook, on a server that is a process."""

    async def make() -> Gathering:
        async with visiting(url) as visit:
            there = await visit.gather(ME, OPEN)
            await visit.client.start(there.table, there.host)
            return there

    yield url, asyncio.run(make())


def hook_at(url: str, there: Gathering, receiver: Receiver) -> None:
    headers = {"Authorization": f"Bearer {there.host}"}
    asked = {"url": receiver.url(f"/{there.table}")}
    path = f"{url}/api/tables/{there.table}/webhook"
    httpx.put(path, json=asked, headers=headers, trust_env=False, timeout=60).raise_for_status()


def options(receiver: Receiver, delay: float) -> list[str]:
    return ["--notice-delay", str(delay), "--webhook-host", receiver.host, "--inside-host", receiver.host]


def wait_for(holds: Callable[[], bool]) -> None:
    until = time.monotonic() + WAIT_S
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.02)


@pytest.mark.unix
def test_kills_neither_lose_a_notice_nor_send_it_twice(tmp_path: Path, receiver: Receiver, sqlite_url: str) -> None:
    with running_server(sqlite_url, tmp_path, "--no-limits", *options(receiver, 0.4), forked=True) as server:
        with two_tables(server.url) as (url, there):
            hook_at(url, there, receiver)
            server.kill()  # before anybody is told, or while they are
            server.start()
            first = receiver.next()
            assert first.told["table"] == there.table
            wait_for(lambda: "sent" in server.log.read_text())
            server.kill()
            server.start()
            # Another table's notice comes, and nothing of the first before it.
        with two_tables(server.url) as (url, other):
            hook_at(url, other, receiver)
            told = receiver.next().told
            while told["table"] == there.table:  # it was killed between sending and writing that down
                assert told["id"] == first.told["id"]
                told = receiver.next().told
            assert told["table"] == other.table
            log = server.log.read_text()
        for secret in (*there.tokens.values(), there.host, receiver.url("/")):
            assert secret not in log


@pytest.mark.unix
def test_of_several_processes_one_sends(tmp_path: Path, receiver: Receiver, postgres_server: PostgresServer) -> None:
    name = postgres_server.create()
    database = postgres_server.url(name)
    try:
        with running_server(
            database, tmp_path, "--no-limits", "--workers", "3", *options(receiver, 0.2), forked=True
        ) as server:
            tables = []
            for _ in range(6):
                with two_tables(server.url) as (url, there):
                    hook_at(url, there, receiver)
                    tables.append(there.table)
            told = [receiver.next().told["table"] for _ in tables]
            assert sorted(told) == sorted(tables)
            wait_for(lambda: server.log.read_text().count('"how": "sent"') == len(tables))
            assert receiver.arrived.empty()
            keys = {httpx.get(f"{server.url}/api/notices", trust_env=False).json()["push"] for _ in range(8)}
            assert len(keys) == 1
    finally:
        postgres_server.drop(name)


def test_without_the_extra_it_is_said_how_to_get_it(
    tmp_path: Path, receiver: Receiver, monkeypatch: pytest.MonkeyPatch, sqlite_url: str
) -> None:
    monkeypatch.setattr(pushing, "find_spec", lambda _name: None)

    @awaited
    async def ask() -> None:
        async with at_a_table(sqlite_url, receiver, monkeypatch) as site:
            assert (await site.http.get("/api/notices")).json()["push"] is None
            seat = site.there.seats[0]
            asked = Browser(receiver.url()).asked()
            answer = await site.call("PUT", f"/seats/{seat}/push", site.there.tokens[seat], asked)
            assert answer.json()["code"] == Code.UNAVAILABLE
            assert answer.json()["message"].endswith('pip install "nouvelle-france[push]"')
            await site.hook()  # which needs no extra
            site.clock.on(DELAY)
            assert (await site.next()).told["table"] == site.there.table

    ask()


def test_what_only_another_browser_can_read() -> None:
    one, other = Browser("https://a.org/"), Browser("https://a.org/")
    asked = one.asked()
    body = pushing.sealed(json.dumps({"a": "é"}).encode(), asked["p256dh"], asked["auth"])
    received = Received("/", {"Content-Encoding": "aes128gcm"}, body)
    assert one.read(received) == {"a": "é"}
    with pytest.raises(Exception, match=r".*"):  # whatever its library raises
        other.read(received)
    assert not pushing.is_key("A" * 87)
