"""Messages of newcomers, who get the same cookie for the same message; and the start of tables that are full."""

import sqlalchemy as sa
from alembic import op

from kingdom_builder.store.version_5 import FULL_TABLES

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Create the table, and let the server look at the tables that are full."""
    op.create_table(
        "newcomers",
        sa.Column("message", sa.Text, nullable=False),
        sa.Column("salt", sa.Text, nullable=False),
        sa.Column("expires_at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("message", name="pk_newcomers"),
    )
    op.create_index("ix_newcomers_expires_at", "newcomers", ["expires_at"])
    op.execute(FULL_TABLES)
