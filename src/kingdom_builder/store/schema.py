"""The tables of the database. Times are seconds since 1970; ids and codes are random text.

The events of a game contain everything about it. `games` and `seats` are an index of them, for queries; `projection.py`
derives their rows. Alembic's migrations (`migrations/versions`) create and change the tables; a test compares the two.
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
    Column("creator", Text, nullable=False),  # a person
    Column("status", Text, nullable=False),  # open, playing, over, archived, closed
    Column("listed", Boolean, nullable=False),
    Column("wake_at", Float),  # when the server has a task: a bot's answer, a time-out
    Column("created_at", Float, nullable=False),
    Column("active_at", Float, nullable=False),  # the time of an event; there may be later ones
    Column("to_play", Integer),  # the seat that is asked during the game
    Column("result", Text),  # of a game that is over, as JSON: gold and winners
    PrimaryKeyConstraint("id"),
    UniqueConstraint("invite"),
    UniqueConstraint("watch"),
    Index(None, "status", "wake_at"),
    Index(None, "status", "active_at"),
    Index(None, "status", "listed", "created_at", "id"),
    Index(None, "creator"),
)

seats = Table(
    "seats",
    metadata,
    Column("game", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("kind", Text, nullable=False),  # open, person, bot
    Column("person", Text),  # an opaque id: the hash of a cookie's secret, which itself is not stored
    Column("level", Text),  # of a bot
    Column("name", Text, nullable=False),
    PrimaryKeyConstraint("game", "seat"),
    ForeignKeyConstraint(["game"], ["games.id"]),
    Index(None, "person"),
)

events = Table(
    "events",
    metadata,
    Column("game", Text, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    Column("seat", Integer),
    Column("by", Text, nullable=False),  # player, bot, clock
    Column("value", Text, nullable=False),  # as JSON
    Column("message_id", Text),
    Column("time", Float, nullable=False),
    PrimaryKeyConstraint("game", "seq"),
    UniqueConstraint("game", "message_id"),
    ForeignKeyConstraint(["game"], ["games.id"]),
)

processes = Table(
    "processes",
    metadata,
    Column("id", Text, nullable=False),
    Column("started_at", Float, nullable=False),
    Column("seen_at", Float, nullable=False),  # when the server process was running for certain
    Column("ended", Boolean, nullable=False),
    Column("turns", Integer),  # that a process waits for before it stops; null if it does not drain
    PrimaryKeyConstraint("id"),
)

orders = Table(
    "orders",
    metadata,
    Column("id", Integer, nullable=False, autoincrement=True),
    Column("kind", Text, nullable=False),  # close, ban, unban, announce, drain
    Column("value", Text, nullable=False),  # as JSON
    Column("created_at", Float, nullable=False),
    Column("result", Text),  # what a server process has done about it
    PrimaryKeyConstraint("id"),
)

cookie_keys = Table(
    "cookie_keys",
    metadata,
    Column("key", Text, nullable=False),  # in hexadecimal digits
    Column("created_at", Float, nullable=False),
    PrimaryKeyConstraint("key"),
)

participants = Table(
    "participants",
    metadata,
    Column("person", Text, nullable=False),  # who has or had a seat at the game, or has asked for one
    Column("game", Text, nullable=False),
    PrimaryKeyConstraint("person", "game"),
    ForeignKeyConstraint(["game"], ["games.id"]),
    Index(None, "game"),
)

newcomers = Table(
    "newcomers",
    metadata,
    Column("message", Text, nullable=False),  # the hash of a message that came without a cookie
    Column("salt", Text, nullable=False),
    Column("expires_at", Float, nullable=False),
    PrimaryKeyConstraint("message"),
    Index(None, "expires_at"),
)

credentials = Table(
    "credentials",
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
    Index(None, "expires_at"),
)

daily_results = Table(
    "daily_results",
    metadata,
    Column("day", Text, nullable=False),  # as YYYY-MM-DD
    Column("person", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("gold", Integer, nullable=False),
    Column("margin", Integer, nullable=False),  # how much more than the bot
    Column("hinted", Boolean, nullable=False),
    Column("finished_at", Float, nullable=False),
    PrimaryKeyConstraint("day", "person"),
    ForeignKeyConstraint(["game", "seat"], ["seats.game", "seats.seat"]),
    UniqueConstraint("game"),
    Index(None, "day", "gold", "margin", "finished_at"),
)

waiting_tables = Table(
    "waiting_tables",
    metadata,
    Column("game", Text, nullable=False),
    Column("person", Text, nullable=False),
    Column("address", Text, nullable=False),  # of the person who has created the table
    Column("listed", Boolean, nullable=False),
    PrimaryKeyConstraint("game"),
    ForeignKeyConstraint(["game"], ["games.id"]),
    Index(None, "person"),
    Index(None, "address"),
)

reviews = Table(
    "reviews",
    metadata,
    Column("game", Text, nullable=False),  # one that is over
    Column("version", Text, nullable=False),  # of the review and of the bots that made it
    Column("document", Text, nullable=False),  # as JSON
    PrimaryKeyConstraint("game"),
    ForeignKeyConstraint(["game"], ["games.id"], ondelete="CASCADE"),
)
