"""Whom to tell that it is their turn, what has been told, and the server's own keys.

A migration is frozen: it says what the database was like then and imports nothing of the program that goes on changing.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make their tables."""
    key = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")

    def table_id() -> sa.Column[str]:
        return sa.Column("table_id", key, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)

    op.create_table(
        "keys",
        sa.Column("name", key, primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    op.create_table(
        "subscriptions",
        table_id(),
        sa.Column("seat", key, primary_key=True),
        sa.Column("id", key, primary_key=True),
        sa.Column("token", key, nullable=False),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("p256dh", sa.Text, nullable=False),
        sa.Column("auth", sa.Text, nullable=False),
        sa.Column("language", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "webhooks",
        table_id(),
        sa.Column("url", sa.Text, nullable=False),
        sa.Column("link", sa.Text, nullable=False),
        sa.Column("language", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "lookouts",
        table_id(),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("look_at", sa.BigInteger),
    )
    op.create_table(
        "notices",
        table_id(),
        sa.Column("seat", key, primary_key=True),
        sa.Column("target", key, primary_key=True),
        sa.Column("wait", sa.BigInteger, nullable=False),
        sa.Column("due_at", sa.BigInteger),
        sa.Column("attempts", sa.BigInteger, nullable=False),
    )
    op.create_index("notices_due", "notices", ["due_at"])
