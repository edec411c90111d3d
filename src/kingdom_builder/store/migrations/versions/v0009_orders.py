"""Orders of the server's operator, and how far processes are that drain."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Create the table of orders, and add the number of turns that a process waits for."""
    op.create_table(
        "orders",
        sa.Column("id", sa.Integer, nullable=False, autoincrement=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.Column("created_at", sa.Float, nullable=False),
        sa.Column("result", sa.Text),
        sa.PrimaryKeyConstraint("id", name="pk_orders"),
    )
    op.add_column("processes", sa.Column("turns", sa.Integer))
