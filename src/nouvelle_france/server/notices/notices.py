"""Subscriptions to turns, and the notices: one for each wait, after a pause, sent by a single process."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import NamedTuple

import orjson

import nouvelle_france
from nouvelle_france.extras import needs
from nouvelle_france.house import House, StorageError
from nouvelle_france.protocol.notices import NoticesOffered, PushAsked, WebhookAsked
from nouvelle_france.server.limits import Limiter
from nouvelle_france.server.metrics import Metrics
from nouvelle_france.server.notices import pushing, words
from nouvelle_france.server.notices.calling import (
    Answer,
    Calling,
    RefusedAddressError,
    UnreachableError,
    is_named,
    read_address,
)
from nouvelle_france.server.settings import Settings
from nouvelle_france.server.storage import Storage
from nouvelle_france.server.storage.noticing import HOOK, Lookout, Notice, Subscription, Webhook
from nouvelle_france.tables import Code, Table, TableError
from nouvelle_france.tables.chairs import holder_of
from nouvelle_france.tables.tokens import hashed

LOOK_S = 2.0
"""How often to look for turns that began and notices that are due, in seconds."""

AT_ONCE = 8
"""Notices under way at a time."""

LEASE_MS = 60_000
"""How long a process that has taken a notice reserves it, in milliseconds: longer than any call lasts."""

LATER_MS = 60 * 60 * 1000
"""When to retry a table that cannot be examined now, in milliseconds; also the longest pause a receiver may request."""

BROWSERS = 5
"""The maximum number of browsers per seat; the newest are kept."""

TTL_S = 24 * 60 * 60
"""How long a push service keeps a message for an unreachable browser, in seconds."""

GONE = (404, 410)
"""A push service's statuses for a subscription that has ended."""

NOT_NOW = (408, 425, 429)
"""The 4xx statuses that are worth a retry."""

REFUSED = "this address cannot be used: expected one of the open internet, by HTTPS"


class Message(NamedTuple):
    """A notice in the form it is sent."""

    url: str
    headers: dict[str, str]
    body: bytes


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of an attempt."""

    how: str
    """``sent``, ``retried``, or why not: ``gone``, ``refused``, ``given_up``, ``over`` (the turn was)."""
    again_ms: int | None = None
    """When to try again, in milliseconds from now."""


class Notices:
    """The notices of one server process."""

    def __init__(
        self, house: House, storage: Storage, settings: Settings, metrics: Metrics, calling: Calling | None = None
    ) -> None:
        self._house = house
        self._kept = storage.noticing
        self._settings = settings
        self._metrics = metrics
        self._calling = calling or Calling(settings.inside_hosts)
        self._identity: pushing.Identity | None = None
        self._by_target = Limiter(settings.notices_per_target)
        self._in_all = Limiter(settings.notices_per_server)
        self._sending: set[tuple[str, str, str]] = set()
        self._delay_ms = round(settings.notice_delay * 1000)

    async def start(self) -> None:
        """Begin to watch for turns, including what was due when the last process ended."""
        if pushing.is_installed():
            contact = self._settings.public_url if self._settings.public_url.startswith("https:") else ""
            self._identity = pushing.Identity(await self._kept.key(pushing.KEY, pushing.make_key), contact)
        self._house.work.spawn(self._go_on())

    async def stop(self) -> None:
        """Stop sending."""
        await self._calling.close()

    # -- what is asked -----------------------------------------------------------------------------------------------

    @property
    def offered(self) -> NoticesOffered:
        """The kinds of notices this server offers."""
        return NoticesOffered(
            push=None if self._identity is None else self._identity.public,
            webhook_hosts=list(self._settings.webhook_hosts),
            delay=self._settings.notice_delay,
        )

    async def subscribe(self, id: str, seat: str, token: str, asked: PushAsked) -> None:
        """Notify a browser of a seat's turns, for as long as the token holds the seat."""
        if self._identity is None:
            raise TableError(Code.UNAVAILABLE, f"web push {needs('push')}")
        if not pushing.is_key(asked.p256dh):
            raise TableError(Code.BAD_MESSAGE, "p256dh is not a key")
        await self._check(asked.endpoint)
        table = (await self._house.live(id)).table
        if table.finished:
            raise TableError(Code.NOT_PLAYING, "the game is over")
        wait = table.clock.waits.get(seat) if seat in table.asked else None
        known = None if wait is None else wait.seq  # the subscriber is at the table and sees whose turn it is
        it = Subscription(
            seat, target_of(asked.endpoint), hashed(token), asked.endpoint, asked.p256dh, asked.auth,
            asked.language, self._house.clock(),
        )  # fmt: skip
        if not await self._kept.subscribe(id, it, known, BROWSERS):
            raise TableError(Code.UNKNOWN_TABLE, "there is no such table, or it was removed")

    async def unsubscribe(self, id: str, seat: str, target: str) -> None:
        """End a browser's subscription."""
        await self._kept.unsubscribe(id, [(seat, target)])

    async def subscribed(self, id: str, seat: str) -> list[str]:
        """The browsers subscribed to a seat's turns, by the hashes of their addresses."""
        return [it.id for it in await self._kept.subscriptions(id) if it.seat == seat]

    async def left(self, id: str, seat: str) -> None:
        """End all subscriptions of a seat whose holder has left."""
        await self._kept.unsubscribe(id, [(seat, it) for it in await self.subscribed(id, seat)])

    async def webhook(self, id: str) -> str | None:
        """The webhook of a table."""
        found = await self._kept.webhook(id)
        return None if found is None else found.url

    async def set_webhook(self, id: str, asked: WebhookAsked, base: str) -> None:
        """Set a table's webhook, at a host that the operator allows; ``base`` is our own address."""
        try:
            address = read_address(asked.url)
        except RefusedAddressError as error:
            raise TableError(Code.BAD_ADDRESS, f"this address cannot be used: {error}") from error
        if not is_named(address.host, address.port, self._settings.webhook_hosts):
            raise TableError(Code.BAD_ADDRESS, "this server sends webhooks to hosts of its operator's choice only")
        await self._check(asked.url)
        link = f"{self._settings.public_url or base}/t/{id}"
        if not await self._kept.set_webhook(id, Webhook(asked.url, link, asked.language, self._house.clock())):
            raise TableError(Code.UNKNOWN_TABLE, "there is no such table, or it was removed")

    async def remove_webhook(self, id: str) -> None:
        """Remove a table's webhook."""
        await self._kept.set_webhook(id, None)

    async def _check(self, url: str) -> None:
        """Refuse an address that must not be called, always with the same message, which reveals nothing inside."""
        try:
            await self._calling.check(url)
        except (RefusedAddressError, UnreachableError) as error:
            raise TableError(Code.BAD_ADDRESS, REFUSED) from error

    # -- looking out -------------------------------------------------------------------------------------------------

    async def _go_on(self) -> None:
        pause = min(LOOK_S, max(0.05, self._settings.notice_delay / 4))
        while True:
            try:
                for lookout in await self._kept.to_look_at(self._house.clock(), limit=200):
                    await self._look(lookout)
                await self._send_what_is_due()
            except StorageError as error:
                self._house.notes.warning("notices", error=str(error))
            except Exception:
                self._house.notes.exception("failed")  # whatever it was, the next round continues
            await asyncio.sleep(pause)

    async def _look(self, lookout: Lookout) -> None:
        """Determine whom a game waits for, and store whom to notify."""
        now = self._house.clock()
        subscriptions = await self._kept.subscriptions(lookout.table)
        hook = await self._kept.webhook(lookout.table)
        try:
            async with self._house.up_to_date(await self._house.live(lookout.table)) as table:
                if table.finished or (hook is None and not subscriptions):
                    await self._kept.forget(lookout.table)
                    return
                ended = [(it.seat, it.id) for it in subscriptions if not _holds(table, it)]
                due, look_at = self._whom_to_tell(table, [it for it in subscriptions if _holds(table, it)], hook, now)
                seq = table.seq
        except TableError as error:
            if error.code is not Code.UNKNOWN_TABLE:  # perhaps it began under other rules
                await self._kept.looked(lookout, lookout.last, now + LATER_MS, [], now)
            return
        await self._kept.unsubscribe(lookout.table, ended)
        await self._kept.looked(lookout, seq, look_at, due, now)

    def _whom_to_tell(
        self, table: Table, subscriptions: Sequence[Subscription], hook: Webhook | None, now: int
    ) -> tuple[list[tuple[str, str, int]], int | None]:
        """The notices due by now, as seat, target and wait; and when the next will be."""
        due: list[tuple[str, str, int]] = []
        times: list[int] = []
        for seat in table.persons_asked if table.status == "playing" else ():
            wait = table.clock.waits[seat]
            if wait.at + self._delay_ms > now:
                times.append(wait.at + self._delay_ms)
                continue
            holder = holder_of(seat)
            targets = [it.id for it in subscriptions if it.seat == holder] + ([HOOK] if hook else [])
            due += [(seat, target, wait.seq) for target in targets]
        return due, min(times, default=None)

    # -- sending -----------------------------------------------------------------------------------------------------

    async def _send_what_is_due(self) -> None:
        free = AT_ONCE - len(self._sending)
        for notice in await self._kept.due(self._house.clock(), limit=free) if free > 0 else ():
            key = (notice.table, notice.seat, notice.target)
            if key not in self._sending:
                self._sending.add(key)
                task = self._house.work.spawn(self._deliver(notice))
                task.add_done_callback(lambda _, key=key: self._sending.discard(key))  # type: ignore[misc]  # a default binds it

    async def _deliver(self, notice: Notice) -> None:
        """Send one notice. If its outcome cannot be stored, it is retried when the reservation ends."""
        try:
            await self._send(notice)
        except StorageError as error:
            self._house.notes.warning("notices", error=str(error))

    async def _send(self, notice: Notice) -> None:
        """Send it, and store the outcome."""
        until = self._house.clock() + LEASE_MS
        if wait := self._wait(notice):
            await self._kept.settle(notice, notice.due_at, self._house.clock() + wait, notice.attempts)
            return
        if not await self._kept.take(notice, until):
            return  # another process has it
        kind = "webhook" if notice.target == HOOK else "push"
        outcome = await self._attempt(notice)
        again = None if outcome.again_ms is None else self._house.clock() + outcome.again_ms
        if outcome.how in ("gone", "refused") and kind == "push":
            await self._kept.unsubscribe(notice.table, [(holder_of(notice.seat), notice.target)])
        await self._kept.settle(notice, until, again, notice.attempts + 1)
        self._metrics.notices.labels(kind, outcome.how).inc()
        say = self._house.notes.warning if outcome.how in ("given_up", "refused") else self._house.notes.info
        say("notice", table=notice.table, seat=notice.seat, to=kind, how=outcome.how, attempt=notice.attempts + 1)

    def _wait(self, notice: Notice) -> int:
        """How many milliseconds a notice must wait because too many were sent."""
        where = f"{notice.table} {notice.target}" if notice.target == HOOK else notice.target
        wait = self._in_all.wait("all") or self._by_target.take(where) or self._in_all.take("all")
        return round(wait * 1000)

    async def _attempt(self, notice: Notice) -> Outcome:
        try:
            message = await self._message(notice)
            if message is None:
                return Outcome("over")
            answer = await self._calling.post(message.url, message.headers, message.body)
        except RefusedAddressError:
            return Outcome("refused")
        except UnreachableError:
            return self._again(notice, None)
        return self._judged(notice, answer)

    def _judged(self, notice: Notice, answer: Answer) -> Outcome:
        if answer.status < 300:
            return Outcome("sent")
        if answer.status in GONE and notice.target != HOOK:
            return Outcome("gone")
        if answer.status < 400:
            return Outcome("refused")  # a redirect leads to an unchecked address
        if answer.status < 500 and answer.status not in NOT_NOW:
            return Outcome("given_up")
        return self._again(notice, answer.retry_after)

    def _again(self, notice: Notice, asked_for: float | None) -> Outcome:
        pauses = self._settings.notice_retries
        if notice.attempts >= len(pauses):
            return Outcome("given_up")
        pause = max(pauses[notice.attempts], asked_for or 0.0)
        return Outcome("retried", min(round(pause * 1000), LATER_MS))

    async def _message(self, notice: Notice) -> Message | None:
        """The text of the notice for the table's current state; None if its turn is over, or the subscription ended."""
        hook = await self._kept.webhook(notice.table) if notice.target == HOOK else None
        subscriptions = [] if hook else await self._kept.subscriptions(notice.table)
        mine = [it for it in subscriptions if it.id == notice.target and it.seat == holder_of(notice.seat)]
        try:
            async with self._house.up_to_date(await self._house.live(notice.table)) as table:
                goes_on = table.status == "playing" and notice.seat in table.persons_asked
                if not goes_on or table.clock.waits[notice.seat].seq != notice.wait:
                    return None
                if hook is not None:
                    return _post(table, notice, hook)
                for it in mine:
                    if _holds(table, it):
                        return self._push(table, notice, it)
        except TableError:
            pass
        return None

    def _push(self, table: Table, notice: Notice, it: Subscription) -> Message | None:
        if self._identity is None:
            return None
        payload = orjson.dumps(words.pushed(table, notice.seat, it.language))
        headers = {
            "Authorization": self._identity.authorization(read_address(it.endpoint).origin),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(TTL_S),
            "Urgency": "normal",
            # A message still waiting for an unreachable browser is replaced: one message per table and seat.
            "Topic": _short(f"{table.id} {notice.seat}"),
        }
        return Message(it.endpoint, headers, pushing.sealed(payload, it.p256dh, it.auth))


def _post(table: Table, notice: Notice, hook: Webhook) -> Message:
    payload = words.posted(table, notice.seat, table.clock.waits[notice.seat], hook.link, hook.language)
    headers = {
        "Content-Type": "application/json",
        "User-Agent": f"nouvelle-france/{nouvelle_france.__version__}",
        "Idempotency-Key": payload["id"],
    }
    return Message(hook.url, headers, orjson.dumps(payload))


def target_of(endpoint: str) -> str:
    """The id of a subscription: its address is a secret between browser and server."""
    return sha256(endpoint.encode()).hexdigest()


def _short(text: str) -> str:
    return pushing.to_text(sha256(text.encode()).digest()[:24])


def _holds(table: Table, it: Subscription) -> bool:
    """Whether the token of a subscription still holds its seat."""
    chair = table.chairs.get(it.seat)
    return chair is not None and chair.kind == "person" and chair.token == it.token
