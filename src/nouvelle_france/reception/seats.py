"""Seats of a table: taking them, handing them on, giving them up, and what their holders ask of each other."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from nouvelle_france.house import Household
from nouvelle_france.house.house import Decide
from nouvelle_france.protocol.rest import Join, Sitting, TakeOver
from nouvelle_france.reception.asking import by_holder, check_host, seat_or_host
from nouvelle_france.reception.options import bot_named
from nouvelle_france.tables import Code, Entry, Table, TableError, agreements, decisions
from nouvelle_france.tables.entries import What
from nouvelle_france.tables.tokens import hashed

GUESTS_KEPT = 20_000
"""Of how many tables is remembered who took seats there uninvited."""


class Seats:
    """Gives out tokens and codes for seats; what it gives is told to whoever asked, and only hashes are kept."""

    def __init__(self, household: Household, seats_per_caller: int) -> None:
        self._house = household.house
        self._presence = household.presence
        self._readying = household.readying
        self._seats_per_caller = seats_per_caller
        self._guests: dict[str, dict[str, str]] = {}
        """By table: who took seats without an invitation, by the hash of their tokens."""

    async def join(self, id: str, asked: Join, caller: str) -> dict[str, Any]:
        """Take an open seat, as :class:`~nouvelle_france.protocol.rest.Seated`; ``caller`` tells strangers apart."""
        invite = None if asked.invite is None else hashed(asked.invite)

        def sit(table: Table, token: str) -> list[Entry]:
            sat = decisions.sit(table, asked.seat, asked.name, token, asked.words, invite)
            if invite != table.invite:
                self._one_guest_more(table, token, caller)
            return sat

        return await self._seat(id, asked, sit)

    def _one_guest_more(self, table: Table, token: str, caller: str) -> None:
        """Refuse a stranger who would take all open seats; those who were invited may sit down together.

        It is decided with the sitting down, under the table's lock: who asks twice at once is refused once too.
        """
        guests = self._guests.get(table.id, {})
        here = {hash: who for hash, who in guests.items() if table.seat_of(hash) is not None}
        if list(here.values()).count(caller) >= self._seats_per_caller:
            raise TableError(Code.BAD_INVITE, "you have a seat here; for another one the host's invitation is needed")
        if not here and len(self._guests) >= GUESTS_KEPT:
            del self._guests[next(iter(self._guests))]
        self._guests[table.id] = {**here, token: caller}

    async def take_over(self, id: str, asked: TakeOver) -> dict[str, Any]:
        """Take a seat that was offered by link."""

        def take_over(table: Table, token: str) -> list[Entry]:
            return decisions.take_over(table, hashed(asked.offer), asked.name, token)

        return await self._seat(id, asked, take_over)

    async def _seat(self, id: str, asked: Sitting, decide: Callable[[Table, str], list[Entry]]) -> dict[str, Any]:
        """Give a seat to a token, whose hash the decision gets; to one that has it already nothing more is given."""
        token = asked.token or self._house.names.token()

        def once(table: Table) -> list[Entry]:
            return [] if table.seat_of(hashed(token)) else decide(table, hashed(token))

        await self._house.act(id, once)
        snapshot = await self._house.look(id, [token])
        (seat,) = snapshot["you"]
        return {"table": id, "seat": seat, "token": token, "snapshot": snapshot}

    async def offer(self, id: str, seat: str, token: str) -> str:
        """A code that hands one's own seat to whoever uses it first."""
        code = self._house.names.token()
        await self._act(id, seat, token, partial(decisions.offer, seat=seat, offer=hashed(code)))
        return code

    async def leave(self, id: str, seat: str, token: str) -> int:
        """Give one's seat up before the game, or let a bot stand in during it."""
        return await self._act(id, seat, token, partial(decisions.leave, seat=seat))

    async def concede(self, id: str, seat: str, token: str) -> int:
        """Give up."""
        return await self._act(id, seat, token, partial(agreements.concede, seat=seat))

    async def propose(self, id: str, seat: str, token: str, what: What) -> int:
        """Propose something to the others."""
        return await self._act(id, seat, token, partial(agreements.propose, seat=seat, what=what))

    async def answer(self, id: str, seat: str, token: str, agree: bool) -> int:
        """Agree to a proposal, or not."""
        return await self._act(id, seat, token, partial(agreements.answer, seat=seat, agree=agree))

    async def add_words(self, id: str, seat: str, token: str, words: str) -> int:
        """Add words to the shuffle."""
        return await self._act(id, seat, token, partial(decisions.add_words, seat=seat, words=words))

    async def _act(self, id: str, seat: str, token: str, decide: Decide) -> int:
        """Carry a request of a seat's holder out."""
        return await self._house.act(id, by_holder(seat, token, decide))

    async def seat_bot(self, id: str, seat: str, token: str, bot: str) -> int:
        """Put a bot on an open seat."""
        await check_host(self._house, id, token)
        return await self._house.act(id, partial(decisions.seat_bot, seat=seat, bot=bot_named(bot)))

    async def open_seat(self, id: str, seat: str, token: str) -> int:
        """Free a seat before the game."""
        await check_host(self._house, id, token)
        return await self._house.act(id, partial(decisions.open_seat, seat=seat))

    async def stand_in(self, id: str, seat: str, token: str) -> int:
        """Let a bot stand in for somebody who is not there, or for a bot that is not ready."""
        live = await self._house.live(id)
        async with self._house.up_to_date(live) as table:
            seat_or_host(table, token)
        if seat in live.table.chairs and live.table.chairs[seat].kind == "bot":
            ready = self._readying.is_ready(live.table, seat)
            return await self._house.act(id, partial(decisions.stand_in_for_bot, seat=seat, ready=ready))
        absent = await self._presence.is_absent(id, seat)

        def decide(table: Table) -> list[Entry]:
            # Who was absent may have come while other processes were asked.
            return decisions.stand_in(table, seat, present=not absent or seat in self._presence.at(live)[0])

        return await self._house.act(id, decide)
