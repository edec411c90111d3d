"""Bots keep the seats that were freed during a game."""

from alembic import op

from kingdom_builder.store.version_2 import FREE_SEATS

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Change the rows of such seats."""
    for statement in FREE_SEATS:
        op.execute(statement)
