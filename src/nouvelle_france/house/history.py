"""What happened at a table, played again for somebody who looks back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from nouvelle_france.house.house import House, seats_held
from nouvelle_france.house.work import apart
from nouvelle_france.tables import Table, decisions
from nouvelle_france.tables.news import Reporter


async def history(
    house: House, id: str, tokens: Sequence[str], after: int, limit: int
) -> tuple[list[dict[str, Any]], bool]:
    """The events of a table after one of them, as whoever has these tokens may know them, and whether there are more.

    Each token must hold a seat.
    """
    async with house.up_to_date(await house.live(id)) as table:
        seats = seats_held(table, tokens)
        decisions.watch(table, seats)
        seq = table.seq
    log = await house.log(id, until=min(seq, after + limit))  # what comes later may be for fewer eyes

    def played_again() -> list[dict[str, Any]]:
        reporter = Reporter(Table(id, house.editions.known))
        news = [reporter.apply(written) for written in log]
        return [it.seen_by(seats) for it in news[after:]]

    # A long game takes a while, and others must not wait for it.
    return await apart(played_again), seq > after + limit
