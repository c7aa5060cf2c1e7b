"""Bots that are getting ready: what people are told about them, and what happens once they are."""

from __future__ import annotations

from functools import partial
from typing import Any

import orjson

from nouvelle_france.house.house import House
from nouvelle_france.house.live import Live
from nouvelle_france.house.schedule import Schedule
from nouvelle_france.house.thinking import Thinking
from nouvelle_france.tables import Table, decisions


class Readying:
    """Reports to tables how far their bots are, and lets a bot play once it is ready."""

    def __init__(self, house: House, thinking: Thinking, schedule: Schedule) -> None:
        self._house = house
        self._thinking = thinking
        self._schedule = schedule
        self._told: dict[str, list[dict[str, Any]]] = {}
        house.changed.append(self._table_changed)
        thinking.changed.append(self._look_at_all)

    def at(self, table: Table) -> list[dict[str, Any]]:
        """The bots of a table that are getting ready, by their seats."""
        if table.status not in ("waiting", "playing"):
            return []
        found = []
        for chair in table.chairs.values():
            ready = None if chair.bot is None else self._thinking.readiness(chair.bot, table.edition)
            if ready is not None:
                found.append({"seat": chair.seat, "bot": chair.bot, **ready._asdict()})
        return found

    def message(self, table: Table) -> bytes:
        """The message to a table about them."""
        return orjson.dumps({"type": "readying", "table": table.id, "bots": self.at(table)})

    def is_ready(self, table: Table, seat: str) -> bool:
        """Whether the bot on a seat can play."""
        return all(it["seat"] != seat for it in self.at(table))

    def forget(self, id: str) -> None:
        """Forget a table that was dropped from memory."""
        self._told.pop(id, None)

    def _table_changed(self, live: Live, _grace: int) -> None:
        self._look_at(live)

    def _look_at_all(self) -> None:
        for live in list(self._house.in_memory.values()):
            if self._look_at(live):
                self._schedule.drive(live)

    def _look_at(self, live: Live) -> bool:
        """Tell a table about changes in its bots' readiness, and return whether there were any."""
        table = live.table
        bots = self.at(table)
        for chair in table.chairs.values():
            if chair.kind == "bot" and chair.away and table.status == "playing" and self.is_ready(table, chair.seat):
                self._house.work.spawn(self._house.act(table.id, partial(decisions.come_back, seat=chair.seat)))
        if bots == self._told.get(table.id, []):
            return False
        self._told[table.id] = bots
        live.tell(self.message(table))
        return True
