"""Rows of the second version of the database, in which a seat that was freed during a game stayed open.

Now a bot keeps such a seat. The migration of a database and the import of an old export use it. It must not change.
"""

from __future__ import annotations

LEVEL = "mason"

FREE_SEATS = (
    f"UPDATE seats SET kind = 'bot', level = '{LEVEL}', name = '{LEVEL.capitalize()}' WHERE kind = 'open' "
    "AND EXISTS (SELECT 1 FROM events WHERE events.game = seats.game AND events.kind = 'started')",
    # Perhaps the bot has to play: the server looks at the game when it starts.
    "UPDATE games SET wake_at = created_at WHERE status = 'playing' AND wake_at IS NULL "
    f"AND EXISTS (SELECT 1 FROM seats WHERE seats.game = games.id AND seats.kind = 'bot' AND seats.level = '{LEVEL}')",
)
"""Statements that give the freed seats of running games to bots."""
