"""The days' games: beginning them, their promises, lists and secrets."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from nouvelle_france import days
from nouvelle_france.house import House
from nouvelle_france.house.daybook import DayBook, Listing, Promised, Try
from nouvelle_france.house.live import Live
from nouvelle_france.protocol.days import BeginDay
from nouvelle_france.reception.making import told
from nouvelle_france.tables import Code, Pace, Table, TableError, daily, decisions
from nouvelle_france.tables.chairs import SOLO_SEAT
from nouvelle_france.tables.options import DayCount, DayGame
from nouvelle_france.tables.tokens import hashed

TURN_S = 20.0
"""How often to look whether a day has ended, in seconds."""

LISTED = 100
"""The maximum length of a day's list."""


class Days:
    """With a daybook, days have secrets and lists; without one (in a browser) a deal follows from its date."""

    def __init__(self, house: House, book: DayBook | None) -> None:
        self._house = house
        self._book = book
        if book is not None:
            house.changed.append(self._table_changed)

    @property
    def today(self) -> str:
        """Today."""
        return days.day_of(self._house.clock())

    # -- what goes on by itself ------------------------------------------------------------------------------------

    async def keep_turning(self) -> None:
        """Periodically promise the days to come and open those that are over."""
        while True:
            await asyncio.sleep(TURN_S)
            await self._house.work.guarded(self.turn())

    async def turn(self) -> None:
        """Promise the days to come; settle games that have ended, and open those of days that are over."""
        book = self._book
        assert book is not None, "a book of days"
        today = self.today
        there = {it.day for it in await book.promised(today, days.following(today, days.AHEAD))}
        for day in (days.following(today, ahead) for ahead in range(days.AHEAD + 1)):
            if day not in there:
                await book.promise(Promised(day, self._house.names.secret(), self._house.clock()))
        for table in await book.unsettled(self._last_closed()):
            await self._house.work.guarded(self._settle(table))

    def _last_closed(self) -> str:
        """The latest day whose games are no longer secret."""
        day = days.following(self.today, -1)
        return day if self._closed(day) else days.following(day, -1)

    def _closed(self, day: str) -> bool:
        return days.closes(day) <= self._house.clock()

    def _table_changed(self, live: Live, _grace: int) -> None:
        table = live.table
        if table.options.day is not None and table.options.dealt_elsewhere and table.finished and not table.unsealed:
            self._house.work.spawn(self._settle(table.id))

    async def _settle(self, id: str) -> None:
        """Store the result of a day's game; once the day is over, everybody may see it."""
        assert self._book is not None, "a book of days"
        async with self._house.up_to_date(await self._house.live(id)) as table:
            day = table.options.day
            if day is None or not table.finished:
                return
            outcome = daily.outcome(table)
        over = self._closed(day.date)
        if over:
            await self._house.act(id, decisions.unseal)
        await self._book.settle(id, outcome, over)

    # -- what people ask for ---------------------------------------------------------------------------------------

    async def begin(self, day: str, asked: BeginDay, token: str | None) -> dict[str, Any]:
        """The game of a day, as :class:`~nouvelle_france.protocol.rest.Created`: a new table, or the one already
        waiting.

        ``token`` is that of an earlier day's game: all games of one person are held by the same token, so a second try
        is recognised as one, whatever name is used.
        """
        past = self._is_past(day)  # once, since it may turn midnight while the storage is asked
        secret = await self._secret(day)
        person = hashed(token) if token is not None and (self._book is None or await self._knows(token)) else None
        if token is None or person is None:
            token = self._house.names.token()
            person = hashed(token)
        while True:
            count, waiting = ("past", None) if past else await self._count(day, person)
            if waiting is not None:
                return await self._told(waiting, token)
            table = await self._open(DayGame(day, count), secret, asked, person)
            if self._book is None or await self._entered(table, day, count, person):
                return await self._told(table.id, token)
            await self._house.act(table.id, decisions.close)  # somebody with the same token was first

    async def _knows(self, token: str) -> bool:
        assert self._book is not None, "a book of days"
        return await self._book.knows(hashed(token))

    def _is_past(self, day: str) -> bool:
        """Whether a day is over; refuses one whose game may not be played now."""
        if not days.is_date(day):
            raise TableError(Code.NOT_FOUND, "days are written like 2026-11-16")
        today = self.today
        if day > today:
            raise TableError(Code.NOT_YET, "that day has not begun")
        if day < today and self._book is not None and not self._closed(day):
            raise TableError(Code.NOT_YET, "that day is over, and its last games are still being played")
        return day < today

    async def _secret(self, day: str) -> str:
        if self._book is None:
            return ""
        for promised in await self._book.promised(day, day):
            return promised.secret
        raise TableError(Code.NOT_FOUND, "this server had no game on that day")

    async def _count(self, day: str, person: str) -> tuple[DayCount, str | None]:
        """What a game of today counts as; and the table of the first, if that is still being played."""
        if self._book is None:
            return "alone", None
        mine = await self._book.tries(day, person)
        for it in mine:
            if (found := await self._playing(it.table)) is not None:
                return "first", found
        return ("further" if mine else "first"), None

    async def _playing(self, table: str) -> str | None:
        async with self._house.up_to_date(await self._house.live(table)) as there:
            return None if there.finished else table

    async def _open(self, day: DayGame, secret: str, asked: BeginDay, person: str) -> Table:
        edition, pace = self._house.editions.choose(None), Pace(bots=asked.bot_seconds)
        made, *then = daily.begin(day, secret, edition, asked.name, person, pace, self._house.deal)
        return (await self._house.create(made, *then)).table

    async def _entered(self, table: Table, day: str, count: DayCount, person: str) -> bool:
        """Record who has begun which game; games of past days are not recorded."""
        if count == "past":
            return True
        assert self._book is not None, "a book of days"
        number = 1 + len(await self._book.tries(day, person))
        fits = (number == 1) == (count == "first")
        return fits and await self._book.enter(Try(day, person, number, table.id, table.created_at))

    async def _told(self, table: str, token: str) -> dict[str, Any]:
        return await told(self._house, table, token, token, {SOLO_SEAT: token})

    async def calendar(self, before: str | None, limit: int) -> dict[str, Any]:
        """Today, the days to come and the last ones, as :class:`~nouvelle_france.protocol.days.DaysTold`."""
        today = self.today
        before = min(before or today, today) if days.is_date(before or today) else today
        if self._book is None:
            past = [Promised(days.following(before, -ago), "", 0) for ago in range(1, limit + 1)]
            ahead = [Promised(today, "", 0)]
        else:
            past = await self._book.before(before, limit)
            ahead = await self._book.promised(today, days.following(today, days.AHEAD))
        days_ahead = [self._day(it) for it in ahead]
        return {
            "today": next((it for it in days_ahead if it["date"] == today), None),
            "ahead": [it for it in days_ahead if it["date"] != today],
            "past": [self._day(it) for it in past],
        }

    async def standings(self, day: str) -> dict[str, Any]:
        """A day and its list, as :class:`~nouvelle_france.protocol.days.DayStandings`."""
        if not days.is_date(day):
            raise TableError(Code.NOT_FOUND, "days are written like 2026-11-16")
        if self._book is None:
            return {"day": self._day(Promised(day, "", 0)), "results": [], "others": 0}
        found = await self._book.promised(day, day)
        if not found:
            raise TableError(Code.NOT_FOUND, "this server has no game on that day")
        listed = await self._book.listings(day)
        return {
            "day": self._day(found[0]),
            "results": _ranked([it for it in listed if it.outcome.why_not is None]),
            "others": sum(it.outcome.why_not is not None for it in listed),
        }

    def _day(self, it: Promised) -> dict[str, Any]:
        """What may be published about a day now: its secret only when its last game must be over."""
        settings = days.challenge(it.day, self._house.editions.choose(None))
        closed = self._closed(it.day)
        today = self.today
        kept = self._book is not None
        return {
            "date": it.day,
            "level": days.level(it.day),
            "solo": {
                "constraint": settings.constraint,
                "track": settings.track,
                "architecture": list(settings.architecture),
            },
            "state": "ahead" if it.day > today else "open" if it.day == today else "closed" if closed else "closing",
            "begins_at": days.begins(it.day),
            "closes_at": days.closes(it.day),
            "promise": days.promise(it.secret) if kept else None,
            "promised_at": it.at if kept else None,
            "secret": it.secret if kept and closed else None,
        }


def _ranked(listed: Sequence[Listing]) -> list[dict[str, Any]]:
    """Best first; equal ones share a place."""
    ranks = sorted((it.outcome.rank() for it in listed), reverse=True)
    ordered = sorted(listed, key=lambda it: it.outcome.rank(), reverse=True)
    return [
        {
            "place": 1 + ranks.index(it.outcome.rank()),
            "name": it.name,
            "won": it.outcome.won,
            "margin": it.outcome.margin,
            "points": it.outcome.points,
            "challenges": it.outcome.challenges,
        }
        for it in ordered[:LISTED]
    ]
