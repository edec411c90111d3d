"""Tables that wait for players, by person and address; and an index of the credentials that have expired."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Create the table and the index. Tables that wait already are not counted."""
    op.create_table(
        "waiting_tables",
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("game", name="pk_waiting_tables"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_waiting_tables_game"),
    )
    op.create_index("ix_waiting_tables_person", "waiting_tables", ["person"])
    op.create_index("ix_waiting_tables_address", "waiting_tables", ["address"])
    op.create_index("ix_credentials_expires_at", "credentials", ["expires_at"])
