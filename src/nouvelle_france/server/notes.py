"""The house's activity in the server's log and metrics."""

from __future__ import annotations

from functools import cache
from typing import Any

from nouvelle_france.house.notes import Notes
from nouvelle_france.server.logs import get_log
from nouvelle_france.server.metrics import Metrics
from nouvelle_france.tables import Table, Written
from nouvelle_france.tables.entries import Created, Moved


class ServerNotes(Notes):
    """Counts and logs. Neither ever has tokens, cards or what people write."""

    def __init__(self, metrics: Metrics) -> None:
        self.metrics = metrics
        # Finding the counter of a label takes a lock and longer than counting.
        self._entries = cache(metrics.entries.labels)
        self._moves = cache(metrics.moves.labels)
        self.log = get_log().bind()  # not assembled again for every entry

    def written(self, table: Table, written: Written) -> None:
        """An entry was committed."""
        entry = written.entry
        self._entries(entry.kind).inc()
        details: dict[str, Any] = {}
        match entry:
            case Created():
                self.log.info("created", table=table.id, mode=table.options.mode, seats=len(table.chairs))
                return
            case Moved():
                self._moves(entry.how).inc()
                details = {"do": entry.action["do"], "how": entry.how, "seat": entry.seat}
            case _ if hasattr(entry, "seat"):
                details = {"seat": entry.seat}
            case _:
                pass
        self.log.debug(entry.kind, table=table.id, seq=written.seq, **details)
        if table.status == "over" and isinstance(entry, Moved):
            self.log.info("over", table=table.id, seq=written.seq)

    def committed(self, seconds: float) -> None:
        """A commit took this long."""
        self.metrics.commit.observe(seconds)

    def conflict(self) -> None:
        """Another process was first."""
        self.metrics.conflicts.inc()

    def in_memory(self, tables: int) -> None:
        """How many tables are in memory."""
        self.metrics.tables.set(tables)

    def info(self, event: str, **details: Any) -> None:
        """Something worth knowing happened."""
        self.log.info(event, **details)

    def warning(self, event: str, **details: Any) -> None:
        """Something went wrong that will be tried again."""
        self.log.warning(event, **details)

    def error(self, event: str, **details: Any) -> None:
        """Something went wrong for somebody."""
        self.log.error(event, **details)

    def exception(self, event: str, **details: Any) -> None:
        """Something went wrong that never should."""
        self.log.exception(event, **details)
