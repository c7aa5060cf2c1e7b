"""The two games of a duplicate: each is sealed until both have ended."""

from __future__ import annotations

from nouvelle_france.house.house import House
from nouvelle_france.house.live import Live
from nouvelle_france.tables import Code, Table, TableError, decisions


class Sealing:
    """Opens both games once the second has ended, even if the process that should have done so died."""

    def __init__(self, house: House) -> None:
        self._house = house
        house.changed.append(self._table_changed)

    def _table_changed(self, live: Live, _grace: int) -> None:
        table = live.table
        if table.options.duplicate and table.finished and not table.unsealed:
            self._house.work.spawn(self._look_at(table))

    async def _look_at(self, table: Table) -> None:
        """Open an ended game and the other one, once both have ended."""
        assert table.options.series is not None
        other = table.options.series.other
        if other is not None:
            try:
                async with self._house.up_to_date(await self._house.live(other)) as there:
                    if not there.finished:
                        return
                await self._house.act(other, decisions.unseal)
            except TableError as error:
                if error.code != Code.UNKNOWN_TABLE:  # one that was removed will never be resumed
                    raise
        await self._house.act(table.id, decisions.unseal)
