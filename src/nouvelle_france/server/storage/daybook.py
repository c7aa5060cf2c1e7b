"""Days in the database: their secrets, and the games that were begun on them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection, Row, Select, or_, select, update

from nouvelle_france.house.daybook import Listing, Promised, Try
from nouvelle_france.server.storage.database import Database
from nouvelle_france.server.storage.schema import as_json, days, from_json, tables, tries
from nouvelle_france.server.storage.writer import make_if_new
from nouvelle_france.tables import daily
from nouvelle_france.tables.daily import Outcome

T = TypeVar("T")

FINISHED = ("over", "closed")
"""The statuses of a table that has ended."""


class Work(Protocol):
    """A job to run with a connection."""

    def __call__(self, do: Callable[[Connection], T], /) -> Awaitable[T]:
        """The job's result."""


class DatabaseDays:
    """The daybook beside the tables: a game's row is deleted with its table."""

    def __init__(self, database: Database, read: Work, write: Work) -> None:
        self._database = database
        self._read = read
        self._write = write

    async def promise(self, promised: Promised) -> None:
        """Store the secret of a day, unless there is one."""
        row = {"day": promised.day, "secret": promised.secret, "at": promised.at}
        await self._write(lambda connection: connection.execute(make_if_new(self._database, days), row))

    async def promised(self, first: str, last: str) -> list[Promised]:
        """The secrets of these days, earliest day first."""
        query = select(days).where(days.c.day >= first, days.c.day <= last).order_by(days.c.day)
        return await self._read(lambda connection: [_promised(row) for row in connection.execute(query)])

    async def before(self, day: str, limit: int) -> list[Promised]:
        """The last ``limit`` days before one, latest first."""
        query = select(days).where(days.c.day < day).order_by(days.c.day.desc()).limit(limit)
        return await self._read(lambda connection: [_promised(row) for row in connection.execute(query)])

    async def knows(self, person: str) -> bool:
        """Whether this person has begun a day's game before."""
        query = select(tries.c.day).where(tries.c.person == person).limit(1)
        return await self._read(lambda connection: connection.scalar(query)) is not None

    async def tries(self, day: str, person: str) -> list[Try]:
        """The games a person has begun on a day, in order."""
        it = tries.c
        query = select(tries).where(it.day == day, it.person == person).order_by(it.number)

        def read(connection: Connection) -> list[Try]:
            found = connection.execute(query)
            return [Try(row.day, row.person, row.number, row.table_id, row.begun_at) for row in found]

        return await self._read(read)

    async def enter(self, begun: Try) -> bool:
        """Store that a game was begun."""
        row = {
            "day": begun.day,
            "person": begun.person,
            "number": begun.number,
            "table_id": begun.table,
            "begun_at": begun.begun_at,
            "data": None,
            "open": False,
        }
        it = tries.c
        mine = (it.day == begun.day) & (it.person == begun.person) & (it.number == begun.number)

        def write(connection: Connection) -> str | None:
            connection.execute(make_if_new(self._database, tries), row)
            return connection.scalar(select(it.table_id).where(mine))  # an INSERT need not report whose it is

        return await self._write(write) == begun.table

    async def settle(self, table: str, outcome: Outcome, open: bool) -> None:
        """Store the result of a game."""
        data = as_json(daily.written(outcome))
        change = update(tries).where(tries.c.table_id == table).values(data=data, open=open)
        await self._write(lambda connection: connection.execute(change))

    async def unsettled(self, last: str) -> list[str]:
        """The tables of days that have ended and are not settled, or that may be opened but are not."""
        it = tries.c
        query = (
            select(it.table_id)
            .join(tables, tables.c.id == it.table_id)
            .where(it.open.is_(False), tables.c.status.in_(FINISHED), or_(it.data.is_(None), it.day <= last))
            .order_by(it.day, it.table_id)
        )
        return await self._read(lambda connection: list(connection.scalars(query)))

    async def listings(self, day: str) -> list[Listing]:
        """All settled games of a day, in the order they were begun."""
        it = tries.c
        query: Select[Any] = (
            select(it.table_id, it.data, tables.c.summary)
            .join(tables, tables.c.id == it.table_id)
            .where(it.day == day, it.data.is_not(None))
            .order_by(it.begun_at, it.table_id)
        )
        return await self._read(lambda connection: [_listing(row) for row in connection.execute(query)])


def _promised(row: Row[Any]) -> Promised:
    return Promised(row.day, row.secret, row.at)


def _listing(row: Row[Any]) -> Listing:
    (seat,) = from_json(row.summary)["seats"]
    return Listing(row.table_id, seat["name"], daily.read(from_json(row.data)))
