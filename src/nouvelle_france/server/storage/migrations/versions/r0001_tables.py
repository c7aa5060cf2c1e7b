"""Editions, tables and their entries.

A migration is frozen: it says what the database was like then and imports nothing of the program that goes on changing.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the first tables."""
    key = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
    op.create_table(
        "editions",
        sa.Column("digest", key, primary_key=True),
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.create_table(
        "tables",
        sa.Column("id", key, primary_key=True),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("changed_at", sa.BigInteger, nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("status", key, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("due_at", sa.BigInteger),
        sa.Column("edition", key, nullable=False),
        sa.Column("summary", sa.Text, nullable=False),
    )
    op.create_index("tables_lobby", "tables", ["public", "status", "changed_at", "id"])
    op.create_index("tables_due", "tables", ["status", "due_at", "id"])
    op.create_index("tables_retention", "tables", ["status", "changed_at", "id"])
    op.create_table(
        "entries",
        sa.Column("table_id", key, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seq", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
    )
