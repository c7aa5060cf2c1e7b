"""Who is present at tables according to other processes, and what those are told of who is present here."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from nouvelle_france.house.house import House
from nouvelle_france.house.live import Live
from nouvelle_france.house.storage import StorageError

GOSSIP = 20.0
"""How often processes tell each other who is present, in seconds; silence for twice as long means absence."""

HEARSAY = 2.0
"""How long other processes have to report that somebody is present there, in seconds."""


class Report(NamedTuple):
    """What another process said of a table: when, the seats present there, and its spectators."""

    at: float
    seats: frozenset[str]
    watching: int


class Elsewhere:
    """What the processes that share a storage tell each other; where there is one alone, nothing.

    ``left`` says who was here until recently, by seat, and how many seconds ago; ``heard`` is told the same of another
    process, whenever something has been heard of a table.
    """

    def __init__(
        self,
        house: House,
        left: Callable[[Live], Mapping[str, float]],
        heard: Callable[[Live, Mapping[str, float]], None],
    ) -> None:
        self._house = house
        self._left = left
        self._heard = heard
        self._reports: dict[str, dict[str, Report]] = {}
        """By table and other process."""

    def start(self) -> None:
        """Begin telling the other processes, if there are any."""
        if self._house.storage.shared:
            self._house.work.spawn(self._gossip())

    def at(self, id: str) -> tuple[set[str], int]:
        """The seats of a table whose holders are connected to other processes, and how many spectators."""
        reports = self._reports.get(id, {}).values()
        return {seat for report in reports for seat in report.seats}, sum(report.watching for report in reports)

    async def tell(self, live: Live, asks: bool = False) -> None:
        """Tell the others who is present here."""
        if not self._house.storage.shared:
            return
        seats, watching = live.present
        message: dict[str, Any] = {"table": live.table.id, "present": sorted(seats), "watching": watching}
        if left := self._left(live):
            message["left"] = left
        if asks:
            message["asks"] = True
        try:
            await self._house.storage.notify(message)
        except StorageError as error:
            self._house.notes.warning("presence", error=str(error))

    async def find(self, live: Live, seat: str) -> None:
        """Ask the others about a seat's holder, and wait until one of them reports it present, or it comes here."""
        if not self._house.storage.shared:
            return
        asked = time.monotonic()
        await self.tell(live, asks=True)
        while time.monotonic() - asked < HEARSAY:
            # Earlier reports may be outdated: do not count somebody who has just left.
            reports = self._reports.get(live.table.id, {}).values()
            if seat in live.present[0] or any(it.at >= asked and seat in it.seats for it in reports):
                return
            await asyncio.sleep(0.02)

    def heard(self, message: Mapping[str, Any]) -> None:
        """Note another process's report of who is present there."""
        live = self._house.in_memory.get(message.get("table", ""))
        if live is None or "present" not in message:
            return
        report = Report(time.monotonic(), frozenset(message["present"]), message["watching"])
        reports = self._reports.setdefault(live.table.id, {})
        reports[message["from"]] = report
        if not report.seats and not report.watching:
            del reports[message["from"]]
        self._heard(live, message.get("left", {}))
        if message.get("asks"):
            self._house.work.spawn(self.tell(live))

    def forget(self, id: str) -> None:
        """Forget a table that was dropped from memory."""
        self._reports.pop(id, None)

    async def _gossip(self) -> None:
        """Repeat who is present, and forget processes that have fallen silent."""
        while True:
            await asyncio.sleep(GOSSIP)
            for live in list(self._house.in_memory.values()):
                if live.followers:
                    await self.tell(live)
                reports = self._reports.get(live.table.id, {})
                silent = [process for process, it in reports.items() if time.monotonic() - it.at > 2.2 * GOSSIP]
                for process in silent:
                    del reports[process]
                if silent:
                    self._heard(live, {})
