"""The tables of the database as this program expects them. Migrations bring a database here."""

from __future__ import annotations

from typing import Any

import orjson
from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, MetaData, Table, Text

REVISION = "0004"
"""The newest migration. A test compares it with the folder of migrations."""

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
"""The progress of a game's analysis, as of that time; its text once it is complete."""

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
"""Games of days: the result of each once it has ended, and whether everybody may see it."""

keys = Table(
    "keys",
    metadata,
    Column("name", KEY, primary_key=True),
    Column("value", Text, nullable=False),
)
"""The server's own secret keys."""


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
"""Browsers to notify of a seat's turns, for as long as the token with that hash holds the seat."""

webhooks = Table(
    "webhooks",
    metadata,
    _of_a_table(),
    Column("url", Text, nullable=False),
    Column("link", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
)
"""The webhooks of tables, with the table link to send there."""

lookouts = Table(
    "lookouts",
    metadata,
    _of_a_table(),
    Column("seq", BigInteger, nullable=False),
    Column("look_at", BigInteger),
)
"""Tables with subscribers: up to which entry they were examined, and when to examine them again in any case."""

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
"""By seat and target: the wait it is about (by its first entry), and when to send it next; None once it was sent or
given up. So nobody is notified twice."""


def as_json(value: object) -> str:
    """JSON as stored: the same text on every database."""
    # orjson does not know read-only mappings, so treat them as dicts.
    return orjson.dumps(value, default=dict).decode()


def from_json(text: str) -> dict[str, Any]:
    """What :func:`as_json` was given."""
    value: dict[str, Any] = orjson.loads(text)
    return value
