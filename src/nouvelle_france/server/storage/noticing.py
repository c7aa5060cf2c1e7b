"""The stored notices: subscriptions, what to send, what was sent."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Iterable
from typing import Any, NamedTuple, Protocol, TypeVar

from sqlalchemy import Connection, delete, insert, or_, select, tuple_, update

from nouvelle_france.server.storage.database import Database
from nouvelle_france.server.storage.schema import keys, lookouts, notices, subscriptions, tables, webhooks
from nouvelle_france.server.storage.writer import make_if_new

T = TypeVar("T")

HOOK = "webhook"
"""The target of a table's webhook; others are subscriptions by their ids."""


class Subscription(NamedTuple):
    """A browser subscribed to a seat's turns."""

    seat: str
    id: str
    token: str
    """The hash of the token that holds the seat: the subscription ends with it."""
    endpoint: str
    p256dh: str
    auth: str
    language: str
    at: int


class Webhook(NamedTuple):
    """The webhook of a table."""

    url: str
    link: str
    language: str
    at: int


class Lookout(NamedTuple):
    """A table to examine: its state when it was last examined, and its last entry now."""

    table: str
    seq: int
    look_at: int | None
    last: int


class Notice(NamedTuple):
    """A notice to send."""

    table: str
    seat: str
    target: str
    wait: int
    due_at: int
    attempts: int


class Carry(Protocol):
    """How a storage runs a job."""

    def __call__(self, work: Callable[[Connection], T], /) -> Awaitable[T]:
        """Run it, and return its result."""


class Noticing:
    """The part of a storage for notices. Each method is one transaction."""

    def __init__(self, database: Database, read: Carry, write: Carry) -> None:
        self._database = database
        self._read = read
        self._write = write

    async def key(self, name: str, make: Callable[[], str]) -> str:
        """A key of the server; made once, by whichever process is first."""
        query = select(keys.c.value).where(keys.c.name == name)
        found: str | None = await self._read(lambda connection: connection.scalar(query))
        if found is not None:
            return found
        row = {"name": name, "value": make()}

        def write(connection: Connection) -> str:
            connection.execute(make_if_new(self._database, keys), row)
            return str(connection.scalar(query))

        return await self._write(write)

    # -- whom to tell ------------------------------------------------------------------------------------------------

    async def subscribe(self, table: str, it: Subscription, known: int | None, most: int) -> bool:
        """Store a subscription, keeping only a seat's newest ones; ``known`` is the wait it already knows of.

        False if there is no such table.
        """

        def write(connection: Connection) -> bool:
            if not self._look_out(connection, table):
                return False
            mine = (subscriptions.c.table_id == table, subscriptions.c.seat == it.seat)
            connection.execute(delete(subscriptions).where(*mine, subscriptions.c.id == it.id))
            connection.execute(insert(subscriptions), {"table_id": table, **it._asdict()})
            newest = select(subscriptions.c.id).where(*mine).order_by(subscriptions.c.at.desc(), subscriptions.c.id)
            kept = list(connection.scalars(newest.limit(most)))
            connection.execute(delete(subscriptions).where(*mine, subscriptions.c.id.not_in(kept)))
            if known is not None:
                self._put(connection, table, it.seat, it.id, known, None)
            return True

        return await self._write(write)

    async def set_webhook(self, table: str, it: Webhook | None) -> bool:
        """Set, replace or remove a table's webhook. False if there is no such table."""

        def write(connection: Connection) -> bool:
            connection.execute(delete(webhooks).where(webhooks.c.table_id == table))
            if it is None:
                self._forget(connection, table, [("", HOOK)])
                return True
            if not self._look_out(connection, table):
                return False
            connection.execute(insert(webhooks), {"table_id": table, **it._asdict()})
            return True

        return await self._write(write)

    async def unsubscribe(self, table: str, ended: Collection[tuple[str, str]]) -> None:
        """Delete subscriptions, by seat and id, with their pending notices."""

        def write(connection: Connection) -> None:
            it = subscriptions.c
            connection.execute(
                delete(subscriptions).where(it.table_id == table, tuple_(it.seat, it.id).in_(list(ended)))
            )
            self._forget(connection, table, ended)

        if ended:
            await self._write(write)

    async def subscriptions(self, table: str) -> list[Subscription]:
        """All of a table."""
        columns = [subscriptions.c[name] for name in Subscription._fields]
        query = select(*columns).where(subscriptions.c.table_id == table).order_by(*subscriptions.primary_key)
        return await self._read(lambda connection: [Subscription(*row) for row in connection.execute(query)])

    async def webhook(self, table: str) -> Webhook | None:
        """A table's."""
        query = select(*(webhooks.c[name] for name in Webhook._fields)).where(webhooks.c.table_id == table)

        def read(connection: Connection) -> Webhook | None:
            row = connection.execute(query).first()
            return None if row is None else Webhook(*row)

        return await self._read(read)

    async def forget(self, table: str) -> None:
        """Delete all subscriptions and notices of a table."""

        def write(connection: Connection) -> None:
            for kept in (notices, subscriptions, webhooks, lookouts):
                connection.execute(delete(kept).where(kept.c.table_id == table))

        await self._write(write)

    # -- looking out -------------------------------------------------------------------------------------------------

    async def to_look_at(self, now: int, limit: int) -> list[Lookout]:
        """Tables that have changed since they were examined, or where something may be due by now."""
        it = lookouts.c
        query = (
            select(it.table_id, it.seq, it.look_at, tables.c.seq)
            .join(tables, tables.c.id == it.table_id)
            .where(or_(it.seq < tables.c.seq, it.look_at <= now))
            .order_by(it.table_id)
            .limit(limit)
        )
        return await self._read(lambda connection: [Lookout(*row) for row in connection.execute(query)])

    async def looked(
        self, before: Lookout, seq: int, look_at: int | None, due: Iterable[tuple[str, str, int]], now: int
    ) -> bool:
        """Mark a table as examined, with the notices to send (seat, target, wait) and when to examine it again.

        False, and nothing changed, if another process has examined it meanwhile. There is one notice per wait.
        """
        it = lookouts.c
        as_before = it.look_at.is_(None) if before.look_at is None else it.look_at == before.look_at

        def write(connection: Connection) -> bool:
            mine = update(lookouts).where(it.table_id == before.table, it.seq == before.seq, as_before)
            if not connection.execute(mine.values(seq=seq, look_at=look_at)).rowcount:
                return False
            for seat, target, wait in due:
                known = select(notices.c.wait).where(_at(before.table, seat, target))
                if connection.scalar(known) != wait:
                    self._put(connection, before.table, seat, target, wait, now)
            return True

        return await self._write(write)

    # -- sending -----------------------------------------------------------------------------------------------------

    async def due(self, now: int, limit: int) -> list[Notice]:
        """The notices due by now; those never tried come first, so that unresponsive receivers delay nobody."""
        it = notices.c
        query = (
            select(it.table_id, it.seat, it.target, it.wait, it.due_at, it.attempts)
            .where(it.due_at <= now)
            .order_by(it.attempts, it.due_at, it.table_id, it.seat, it.target)
            .limit(limit)
        )
        return await self._read(lambda connection: [Notice(*row) for row in connection.execute(query)])

    async def take(self, notice: Notice, until: int) -> bool:
        """Reserve a notice for sending; if its outcome is not stored until then, another process may take it.

        False if another process was first, or it is no longer to be sent.
        """
        return await self._settle(notice, notice.due_at, due_at=until, attempts=notice.attempts + 1)

    async def settle(self, notice: Notice, due_at: int, again_at: int | None, attempts: int) -> None:
        """Mark a notice as done, or set the time of its retry."""
        await self._settle(notice, due_at, due_at=again_at, attempts=attempts)

    async def _settle(self, notice: Notice, until_now: int, **values: Any) -> bool:
        mine = (
            _at(notice.table, notice.seat, notice.target),
            notices.c.wait == notice.wait,
            notices.c.due_at == until_now,
        )
        statement = update(notices).where(*mine).values(**values)
        return await self._write(lambda connection: connection.execute(statement).rowcount) > 0

    # -- all of them -------------------------------------------------------------------------------------------------

    def _look_out(self, connection: Connection, table: str) -> bool:
        """Have a table examined soon; returns whether it exists."""
        if connection.scalar(select(tables.c.id).where(tables.c.id == table)) is None:
            return False
        connection.execute(make_if_new(self._database, lookouts), {"table_id": table, "seq": 0, "look_at": None})
        connection.execute(update(lookouts).where(lookouts.c.table_id == table).values(seq=0))
        return True

    def _put(self, connection: Connection, table: str, seat: str, target: str, wait: int, due_at: int | None) -> None:
        connection.execute(delete(notices).where(_at(table, seat, target)))
        row = {"table_id": table, "seat": seat, "target": target, "wait": wait, "due_at": due_at, "attempts": 0}
        connection.execute(insert(notices), row)

    def _forget(self, connection: Connection, table: str, ended: Collection[tuple[str, str]]) -> None:
        for seat, target in ended:
            at = _at(table, seat, target) if seat else (notices.c.table_id == table) & (notices.c.target == target)
            connection.execute(delete(notices).where(at))


def _at(table: str, seat: str, target: str) -> Any:
    it = notices.c
    return (it.table_id == table) & (it.seat == seat) & (it.target == target)
