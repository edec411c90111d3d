"""Who has or had a seat at a game, so that a person's names and chat can be deleted."""

import sqlalchemy as sa
from alembic import op

from kingdom_builder.store.version_9 import participants_of_events

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Create the table and fill it from the events."""
    op.create_table(
        "participants",
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("person", "game", name="pk_participants"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_participants_game"),
    )
    op.create_index("ix_participants_game", "participants", ["game"])
    for statement in participants_of_events(op.get_bind().dialect.name):
        op.execute(statement)
