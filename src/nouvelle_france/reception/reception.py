"""What people ask of the tables there are; making them and their seats have rooms of their own."""

from __future__ import annotations

from functools import partial

from nouvelle_france.house import Household, Listed
from nouvelle_france.protocol.rest import ChangeRules
from nouvelle_france.reception.asking import check_host, seat_or_host
from nouvelle_france.reception.making import Making
from nouvelle_france.reception.options import rules_of, settings_of
from nouvelle_france.reception.seats import Seats
from nouvelle_france.tables import Code, Entry, Table, TableError, decisions
from nouvelle_france.tables.tokens import hashed


class Reception:
    """Where people turn to with whatever they want of tables."""

    def __init__(self, household: Household, max_tables: int, seats_per_caller: int) -> None:
        self.house = household.house
        self.making = Making(household.house, max_tables)
        self.seats = Seats(household, seats_per_caller)

    async def lobby(self, limit: int, before: tuple[int, str] | None) -> list[Listed]:
        """Public tables that wait for players or are being played, most recently changed first."""
        return await self.house.storage.lobby(("waiting", "playing"), limit, before)

    async def start(self, id: str, token: str, words: str | None) -> int:
        """Begin the game; anyone who holds a seat, or the host, may when no seat is open."""

        def add_words(table: Table) -> list[Entry]:
            seat = seat_or_host(table, token)
            if seat is not None:
                return [] if words is None else decisions.add_words(table, seat, words)
            if words:
                raise TableError(Code.NOT_YOUR_SEAT, "words are added for a seat, and the host's token holds none")
            return []

        def start(table: Table) -> list[Entry]:
            seat_or_host(table, token)
            return decisions.start(table, self.house.deal)

        await self.house.act(id, add_words)
        return await self.house.act(id, start)

    async def change_rules(self, id: str, token: str, asked: ChangeRules) -> int:
        """Choose other rules before the game."""
        await check_host(self.house, id, token)
        mode = (await self.house.live(id)).table.options.mode
        rules, settings = rules_of(asked.rules, mode), settings_of(asked.solo, mode)
        return await self.house.act(
            id,
            partial(
                decisions.change_rules,
                rules=rules,
                solo=settings,
                coureur=asked.coureur,
                winter_ties=asked.winter_ties,
            ),
        )

    async def close(self, id: str, token: str) -> int:
        """End a table early."""
        await check_host(self.house, id, token)
        return await self.house.act(id, decisions.close)

    async def invite(self, id: str, token: str) -> str:
        """A new invitation; the old one is void."""
        await check_host(self.house, id, token)
        code = self.house.names.token()
        await self.house.act(id, partial(decisions.invite, invite=hashed(code)))
        return code
