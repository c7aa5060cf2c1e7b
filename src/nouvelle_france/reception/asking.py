"""Who asks: the host of a table, or who holds a seat there."""

from __future__ import annotations

from nouvelle_france.house import House
from nouvelle_france.house.house import Decide, seats_held
from nouvelle_france.tables import Code, Entry, Table, TableError
from nouvelle_france.tables.decisions import AlreadyDone
from nouvelle_france.tables.tokens import hashed


async def check_host(house: House, id: str, token: str) -> None:
    """Refuse whoever is not the host of a table."""
    if not await house.hosts(id, token):
        raise TableError(Code.BAD_TOKEN, "only the host may do this")


async def check_holder(house: House, id: str, seat: str, token: str) -> None:
    """Refuse whoever does not hold a seat."""
    async with house.up_to_date(await house.live(id)) as table:
        _check_held(table, seat, token)


def by_holder(seat: str, token: str, decide: Decide) -> Decide:
    """A decision that only the holder of a seat may ask for: whoever holds it when it is decided on."""

    def decided(table: Table) -> list[Entry] | AlreadyDone:
        _check_held(table, seat, token)
        return decide(table)

    return decided


def seat_or_host(table: Table, token: str) -> str | None:
    """The seat that whoever asks holds, or None for the host. As :func:`seats_held`, not for a table out of date."""
    if table.host == hashed(token):
        return None
    (seat,) = seats_held(table, [token])
    return seat


def _check_held(table: Table, seat: str, token: str) -> None:
    if seat not in seats_held(table, [token]):
        raise TableError(Code.NOT_YOUR_SEAT, f"this token does not hold the seat {seat}")
