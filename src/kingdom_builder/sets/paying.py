"""Where one more piece pays: functions for the `pays_at` of cards and special hexes in more than one set."""

from __future__ import annotations

from kingdom_builder.engine.hexes import neighbour_counts, neighbours
from kingdom_builder.engine.position import Position


def new_lines(pos: Position, seat: int) -> int:
    """Return the lines without an own piece."""
    pieces, found = pos.players[seat].pieces, 0
    for row in pos.board.rows:
        if not pieces & row:
            found |= row
    return found


def beside_two(pos: Position, seat: int) -> int:
    """Return the hexes with at least two own pieces next to them."""
    return neighbour_counts(pos.players[seat].pieces)[1]


def beside_unreached(pos: Position, seat: int, hexes: int) -> int:
    """Return the neighbours of those of these hexes that have no own piece next to them."""
    return neighbours(hexes & ~pos.players[seat].adjacent)
