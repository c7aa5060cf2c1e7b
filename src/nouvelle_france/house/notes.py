"""The observer of the house beside its tables' followers: a server's log and metrics."""

from __future__ import annotations

from typing import Any

from nouvelle_france.tables import Table, Written


class Notes:
    """Takes no notes; subclasses override what they want to note."""

    def written(self, table: Table, written: Written) -> None:
        """An entry was committed."""

    def committed(self, seconds: float) -> None:
        """A commit took this long, counted from the decision."""

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
