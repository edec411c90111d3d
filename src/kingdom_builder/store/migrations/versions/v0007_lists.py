"""What lists of tables show, and indexes for every query."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the columns; what is not known of older games is read from their events when they are listed."""
    op.add_column("games", sa.Column("active_at", sa.Float, nullable=False, server_default="0"))
    op.execute("UPDATE games SET active_at = created_at")
    op.add_column("games", sa.Column("to_play", sa.Integer))
    op.add_column("games", sa.Column("result", sa.Text))
    op.create_index("ix_games_status_active_at", "games", ["status", "active_at"])
    op.create_index("ix_games_status_listed_created_at_id", "games", ["status", "listed", "created_at", "id"])
    op.create_index("ix_games_creator", "games", ["creator"])
