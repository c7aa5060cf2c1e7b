"""The secrets of days and the games of days, beside the tables these are played at.

A migration is frozen: it says what the database was like then and imports nothing of the program that goes on changing.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make their tables."""
    key = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
    op.create_table(
        "days",
        sa.Column("day", key, primary_key=True),
        sa.Column("secret", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "tries",
        sa.Column("day", key, primary_key=True),
        sa.Column("person", key, primary_key=True),
        sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("table_id", key, sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
        sa.Column("begun_at", sa.BigInteger, nullable=False),
        sa.Column("data", sa.Text),
        sa.Column("open", sa.Boolean, nullable=False),
    )
    op.create_index("tries_table", "tries", ["table_id"])
    op.create_index("tries_person", "tries", ["person"])
    op.create_index("tries_open", "tries", ["open", "day"])
