"""Games, their seats and entries, and the keys to seats."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the first tables."""
    op.create_table(
        "games",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("invite", sa.Text, nullable=False),
        sa.Column("watch", sa.Text, nullable=False),
        sa.Column("creator", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("setup", sa.Text, nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("wake_at", sa.Float),
        sa.Column("created_at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
        sa.UniqueConstraint("invite", name="uq_games_invite"),
        sa.UniqueConstraint("watch", name="uq_games_watch"),
    )
    op.create_index("ix_games_status_wake_at", "games", ["status", "wake_at"])
    op.create_table(
        "seats",
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("person", sa.Text),
        sa.Column("level", sa.Text),
        sa.Column("name", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game", "seat", name="pk_seats"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_seats_game"),
    )
    op.create_index("ix_seats_person", "seats", ["person"])
    op.create_table(
        "entries",
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.Column("message_id", sa.Text),
        sa.Column("time", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("game", "number", name="pk_entries"),
        sa.UniqueConstraint("game", "message_id", name="uq_entries_game_message_id"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_entries_game"),
    )
    op.create_table(
        "keys",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("created_at", sa.Float, nullable=False),
        sa.Column("expires_at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_keys"),
        sa.UniqueConstraint("hash", name="uq_keys_hash"),
        sa.ForeignKeyConstraint(["game", "seat"], ["seats.game", "seats.seat"], name="fk_keys_game_seat"),
    )
    op.create_index("ix_keys_game_seat", "keys", ["game", "seat"])
