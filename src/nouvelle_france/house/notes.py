"""Who hears what the house does, beside those at its tables: a server's log and metrics."""

from __future__ import annotations

from typing import Any

from nouvelle_france.tables import Table, Written


class Notes:
    """Takes no notes; whoever wants some says what to do with them."""

    def written(self, table: Table, written: Written) -> None:
        """An entry was committed."""

    def committed(self, seconds: float) -> None:
        """A commit took so long, from the decision on."""

    def conflict(self) -> None:
        """Another process was first."""

    def in_memory(self, tables: int) -> None:
        """How many tables are in memory."""

    def info(self, event: str, **details: Any) -> None:
        """Something worth knowing happened."""

    def warning(self, event: str, **details: Any) -> None:
        """Something went wrong that will be tried again."""

    def error(self, event: str, **details: Any) -> None:
        """Something went wrong for somebody."""

    def exception(self, event: str, **details: Any) -> None:
        """Something went wrong that never should; called where the exception is handled."""
