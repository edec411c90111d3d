"""When server processes ran, so that clocks stop while none does."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Create the table. The last event is the last sign of the processes before."""
    op.create_table(
        "processes",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("started_at", sa.Float, nullable=False),
        sa.Column("seen_at", sa.Float, nullable=False),
        sa.Column("ended", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_processes"),
    )
    op.execute(
        "INSERT INTO processes (id, started_at, seen_at, ended) "
        "SELECT 'before', MIN(time), MAX(time), TRUE FROM events HAVING COUNT(*) > 0"
    )
