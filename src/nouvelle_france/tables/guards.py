"""Which requests a table's status permits at all."""

from __future__ import annotations

from nouvelle_france.tables.errors import Code, TableError
from nouvelle_france.tables.table import Table


def not_ended(table: Table) -> None:
    """Refuse a request that makes no sense after the end."""
    if table.status == "closed":
        raise TableError(Code.CLOSED, "the table is closed")
    if table.status == "over":
        raise TableError(Code.NOT_PLAYING, "the game is over")


def waiting(table: Table) -> None:
    """Refuse a request that is only possible before the game."""
    if table.status == "closed":
        raise TableError(Code.CLOSED, "the table is closed")
    if table.status != "waiting":
        raise TableError(Code.NOT_WAITING, "the game has begun")


def playing(table: Table) -> None:
    """Refuse a request that is only possible during the game."""
    not_ended(table)
    if table.status != "playing":
        raise TableError(Code.NOT_PLAYING, "the game has not begun")
