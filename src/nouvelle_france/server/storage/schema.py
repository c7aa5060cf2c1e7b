"""The tables of the database as this program expects them. Migrations bring a database here."""

from __future__ import annotations

from typing import Any

import orjson
from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, MetaData, Table, Text

REVISION = "0004"
"""The newest migration. A test holds it to the folder of migrations."""

KEY = Text().with_variant(Text(collation="C"), "postgresql")
"""Text sorted by its bytes, as SQLite and Python do, whatever language the PostgreSQL server speaks."""

metadata = MetaData()

editions = Table(
    "editions",
    metadata,
    Column("digest", KEY, primary_key=True),
    Column("id", Text, nullable=False),
    Column("text", Text, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", KEY, primary_key=True),
    Column("created_at", BigInteger, nullable=False),
    Column("changed_at", BigInteger, nullable=False),
    Column("seq", BigInteger, nullable=False),
    Column("status", KEY, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("due_at", BigInteger),
    Column("edition", KEY, nullable=False),
    Column("summary", Text, nullable=False),
    Index("tables_lobby", "public", "status", "changed_at", "id"),
    Index("tables_due", "status", "due_at", "id"),
    Index("tables_retention", "status", "changed_at", "id"),
)

entries = Table(
    "entries",
    metadata,
    Column("table_id", KEY, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("kind", Text, nullable=False),
    Column("data", Text, nullable=False),
)


analyses = Table(
    "analyses",
    metadata,
    Column("table_id", KEY, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("bot", KEY, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("done", BigInteger, nullable=False),
    Column("total", BigInteger, nullable=False),
    Column("data", Text),
)
"""How far the analysis of a game is, told at that time; its text once it is whole."""

days = Table(
    "days",
    metadata,
    Column("day", KEY, primary_key=True),
    Column("secret", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
)
"""The secrets of days, and since when their hashes have been published."""

tries = Table(
    "tries",
    metadata,
    Column("day", KEY, primary_key=True),
    Column("person", KEY, primary_key=True),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("table_id", KEY, ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("begun_at", BigInteger, nullable=False),
    Column("data", Text),
    Column("open", Boolean, nullable=False),
    Index("tries_table", "table_id"),
    Index("tries_person", "person"),
    Index("tries_open", "open", "day"),
)
"""Games of days: what came of each once it has ended, and whether all may see it."""

keys = Table(
    "keys",
    metadata,
    Column("name", KEY, primary_key=True),
    Column("value", Text, nullable=False),
)
"""What the server has made for itself and nobody else may know."""


def _of_a_table() -> Column[str]:
    return Column("table_id", KEY, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)


subscriptions = Table(
    "subscriptions",
    metadata,
    _of_a_table(),
    Column("seat", KEY, primary_key=True),
    Column("id", KEY, primary_key=True),
    Column("token", KEY, nullable=False),
    Column("endpoint", Text, nullable=False),
    Column("p256dh", Text, nullable=False),
    Column("auth", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
)
"""Browsers to be told when it is a seat's turn, for as long as the token of that hash holds the seat."""

webhooks = Table(
    "webhooks",
    metadata,
    _of_a_table(),
    Column("url", Text, nullable=False),
    Column("link", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
)
"""Where a table tells of every turn, with the link to the table that it gives there."""

lookouts = Table(
    "lookouts",
    metadata,
    _of_a_table(),
    Column("seq", BigInteger, nullable=False),
    Column("look_at", BigInteger),
)
"""Tables that somebody wants to be told of: up to which entry they were looked at, and when to look again anyhow."""

notices = Table(
    "notices",
    metadata,
    _of_a_table(),
    Column("seat", KEY, primary_key=True),
    Column("target", KEY, primary_key=True),
    Column("wait", BigInteger, nullable=False),
    Column("due_at", BigInteger),
    Column("attempts", BigInteger, nullable=False),
    Index("notices_due", "due_at"),
)
"""By seat and whom it goes to: of which wait it tells (by its first entry), and when it is to be sent next; None once
it was sent or given up. So nobody is told twice."""


def as_json(value: object) -> str:
    """Plain JSON as it is kept: the same text on every database."""
    # Read-only mappings are not known to orjson, but are as good as a dict.
    return orjson.dumps(value, default=dict).decode()


def from_json(text: str) -> dict[str, Any]:
    """What :func:`as_json` was given."""
    value: dict[str, Any] = orjson.loads(text)
    return value
