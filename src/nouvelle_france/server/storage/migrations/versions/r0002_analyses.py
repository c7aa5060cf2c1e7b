"""Analyses of finished games, beside the tables they are of.

A migration is frozen: it says what the database was like then and imports nothing of the program that goes on changing.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make their table."""
    key = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
    op.create_table(
        "analyses",
        sa.Column("table_id", key, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("bot", key, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("done", sa.BigInteger, nullable=False),
        sa.Column("total", sa.BigInteger, nullable=False),
        sa.Column("data", sa.Text),
    )
