"""Who asks: the host of a table, or who holds a seat there."""

from __future__ import annotations

from nouvelle_france.house import House
from nouvelle_france.house.house import Decide, seats_held
from nouvelle_france.tables import Code, Entry, Table, TableError
from nouvelle_france.tables.decisions import AlreadyDone


async def check_host(house: House, id: str, token: str) -> None:
    """Refuse whoever is not the host of a table."""
    if not await house.hosts(id, token):
        raise TableError(Code.BAD_TOKEN, "only the host may do this")


async def check_holder(house: House, id: str, seat: str, token: str) -> None:
    """Refuse whoever does not hold a seat."""
    if seat not in await house.seats_of(id, [token]):
        raise _not_held(seat)


def by_holder(seat: str, token: str, decide: Decide) -> Decide:
    """A decision that only the holder of a seat may ask for: whoever holds it when it is decided on."""

    def decided(table: Table) -> list[Entry] | AlreadyDone:
        if seat not in seats_held(table, [token]):
            raise _not_held(seat)
        return decide(table)

    return decided


async def seat_or_host(house: House, id: str, token: str) -> str | None:
    """The seat that whoever asks holds, or None for the host."""
    if await house.hosts(id, token):
        return None
    (seat,) = await house.seats_of(id, [token])
    return seat


def _not_held(seat: str) -> TableError:
    return TableError(Code.NOT_YOUR_SEAT, f"this token does not hold the seat {seat}")
