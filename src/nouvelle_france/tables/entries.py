"""What is written down of a table: a log of entries, and a line that says where it stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that happened at a table. A table is its entries, in order; nothing else is kept of it.

    ``seq`` counts from 1 without gaps, ``at`` is in milliseconds since 1970 (UTC), ``data`` is plain JSON. Entries hold
    secrets (the shuffle's secret, hashes of tokens, a Huron's order): what a seat may see of one is in
    :mod:`nouvelle_france.tables.news`.
    """

    seq: int
    at: int
    kind: str
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a table stands after its last entry: what can be asked of many tables without reading their logs."""

    status: str
    """``waiting``, ``playing``, ``over`` or ``closed``."""
    public: bool
    """Whether the lobby lists it."""
    due: int | None
    """When the server must act by itself, in milliseconds since 1970: a bot is to move, or a clock runs out."""
    edition: str
    """The digest of its edition."""
    summary: Mapping[str, Any]
    """What the lobby shows, plain JSON."""
