"""The tables of the database. Times are seconds since 1970; ids and codes are random text.

Alembic's migrations (`migrations/versions`) make and change them; a test holds the two together.
"""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

games = Table(
    "games",
    metadata,
    Column("id", Text, nullable=False),
    Column("invite", Text, nullable=False),
    Column("watch", Text, nullable=False),
    Column("creator", Text, nullable=False),  # a person: the hash of a cookie's secret, which itself is nowhere
    Column("status", Text, nullable=False),  # open, playing, over, archived
    Column("listed", Boolean, nullable=False),
    Column("options", Text, nullable=False),  # as JSON: what the creator chose
    Column("setup", Text, nullable=False),  # a record without answers: sections, cards, and the secret deck
    Column("rules", Integer, nullable=False),  # the version of the rules the game is played by
    Column("wake_at", Float),  # when the server has something to do here: a bot's answer, the end of a player's time
    Column("created_at", Float, nullable=False),
    PrimaryKeyConstraint("id"),
    UniqueConstraint("invite"),
    UniqueConstraint("watch"),
    Index(None, "status", "wake_at"),
)

seats = Table(
    "seats",
    metadata,
    Column("game", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("kind", Text, nullable=False),  # open, person, bot
    Column("person", Text),  # the hash of a cookie's secret
    Column("level", Text),  # of a bot
    Column("name", Text, nullable=False),
    PrimaryKeyConstraint("game", "seat"),
    ForeignKeyConstraint(["game"], ["games.id"]),
    Index(None, "person"),
)

entries = Table(
    "entries",
    metadata,
    Column("game", Text, nullable=False),
    Column("number", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    Column("seat", Integer),
    Column("by", Text, nullable=False),  # player, bot, clock
    Column("value", Text, nullable=False),  # as JSON
    Column("message_id", Text),
    Column("time", Float, nullable=False),
    PrimaryKeyConstraint("game", "number"),
    UniqueConstraint("game", "message_id"),
    ForeignKeyConstraint(["game"], ["games.id"]),
)

keys = Table(
    "keys",
    metadata,
    Column("id", Text, nullable=False),
    Column("hash", Text, nullable=False),
    Column("kind", Text, nullable=False),  # token: a bearer token; move: a link that moves the seat, once
    Column("game", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("label", Text, nullable=False),
    Column("created_at", Float, nullable=False),
    Column("expires_at", Float, nullable=False),
    PrimaryKeyConstraint("id"),
    UniqueConstraint("hash"),
    ForeignKeyConstraint(["game", "seat"], ["seats.game", "seats.seat"]),
    Index(None, "game", "seat"),
)
