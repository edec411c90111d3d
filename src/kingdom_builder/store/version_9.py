"""Rows of the ninth version of the database, which did not list the people who have had a seat at a game.

The migration of a database and the import of an export use it. It must not change.
"""

from __future__ import annotations

_SQLITE = (
    "INSERT OR IGNORE INTO participants (person, game) SELECT json_extract(value, '$.person'), game FROM events "
    "WHERE kind IN ('joined', 'moved', 'requested') AND json_extract(value, '$.person') IS NOT NULL",
    "INSERT OR IGNORE INTO participants (person, game) SELECT json_extract(seat.value, '$.person'), game "
    "FROM events, json_each(events.value, '$.seats') AS seat "
    "WHERE events.kind = 'created' AND json_extract(seat.value, '$.person') IS NOT NULL",
)
_POSTGRESQL = (
    "INSERT INTO participants (person, game) SELECT DISTINCT value::json ->> 'person', game FROM events "
    "WHERE kind IN ('joined', 'moved', 'requested') AND value::json ->> 'person' IS NOT NULL ON CONFLICT DO NOTHING",
    "INSERT INTO participants (person, game) SELECT DISTINCT seat ->> 'person', game "
    "FROM (SELECT game, json_array_elements(value::json -> 'seats') AS seat FROM events WHERE kind = 'created') AS new "
    "WHERE seat ->> 'person' IS NOT NULL ON CONFLICT DO NOTHING",
)


def participants_of_events(dialect: str) -> tuple[str, ...]:
    """Return the statements that find the participants in the events; `dialect` is `sqlite` or `postgresql`."""
    return _SQLITE if dialect == "sqlite" else _POSTGRESQL
