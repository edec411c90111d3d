"""Rows of the fifth version of the database, in which a table could be full without being started.

The server stored the last seat and the start in two transactions, and could be killed between them. The migration of a
database and the import of an old export use it. It must not change.
"""

from __future__ import annotations

FULL_TABLES = (
    "UPDATE games SET wake_at = created_at WHERE status = 'open' AND wake_at IS NULL "
    "AND NOT EXISTS (SELECT 1 FROM seats WHERE seats.game = games.id AND seats.kind = 'open')"
)
"""Let the server look at the tables that are full: it starts those that are to start then."""
