"""Pictures of a table's board."""

from __future__ import annotations

import asyncio

from kingdom_builder.server.viewers import Live

PICTURE_HEADERS = {"cache-control": "no-store", "content-security-policy": "default-src 'none'"}
"""Opened by itself, a drawing runs no script and loads nothing."""


async def draw(live: Live, number: int) -> str:
    """Draw the board as it was after an entry; what lies on it, everybody may see."""
    table = live.table
    game = table.game if number == table.number else table.game_at(number)
    return await asyncio.to_thread(game.to_svg)
