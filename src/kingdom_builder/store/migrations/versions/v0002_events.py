"""Entries become events that hold everything about a table, and keys become credentials."""

from typing import Any

import sqlalchemy as sa
from alembic import op

from kingdom_builder.store.version_1 import event_values

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Copy the rows to the new tables, complete the events, and drop what they hold now."""
    _create_tables()
    op.execute(
        'INSERT INTO events (game, seq, kind, seat, "by", value, message_id, time) '
        'SELECT game, number, kind, seat, "by", value, message_id, time FROM entries'
    )
    op.execute(
        "INSERT INTO credentials (id, hash, kind, game, seat, label, created_at, expires_at) "
        "SELECT id, hash, kind, game, seat, label, created_at, expires_at FROM keys"
    )
    connection = op.get_bind()
    for game in connection.execute(sa.text("SELECT * FROM games")).mappings().all():
        _complete_events(connection, dict(game))
    op.drop_table("keys")
    op.drop_table("entries")
    for name in ("options", "setup", "rules"):
        op.drop_column("games", name)


def _create_tables() -> None:
    op.create_table(
        "events",
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.Column("message_id", sa.Text),
        sa.Column("time", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("game", "seq", name="pk_events"),
        sa.UniqueConstraint("game", "message_id", name="uq_events_game_message_id"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_events_game"),
    )
    op.create_table(
        "credentials",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("created_at", sa.Float, nullable=False),
        sa.Column("expires_at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_credentials"),
        sa.UniqueConstraint("hash", name="uq_credentials_hash"),
        sa.ForeignKeyConstraint(["game", "seat"], ["seats.game", "seats.seat"], name="fk_credentials_game_seat"),
    )
    op.create_index("ix_credentials_game_seat", "credentials", ["game", "seat"])


def _complete_events(connection: sa.Connection, game: dict[str, Any]) -> None:
    """Write what version 1 kept in other rows into the events of a game."""
    chosen = {"game": game["id"]}
    seats = connection.execute(sa.text("SELECT * FROM seats WHERE game = :game ORDER BY seat"), chosen).mappings()
    entries = connection.execute(
        sa.text(
            "SELECT number, kind, seat, value FROM entries "
            "WHERE game = :game AND kind NOT IN ('answer', 'undo') ORDER BY number"
        ),
        chosen,
    ).mappings()
    values = event_values(game, [dict(row) for row in seats], [dict(row) for row in entries])
    for seq, value in values.items():
        connection.execute(
            sa.text("UPDATE events SET value = :value WHERE game = :game AND seq = :seq"),
            {"value": value, "game": game["id"], "seq": seq},
        )
