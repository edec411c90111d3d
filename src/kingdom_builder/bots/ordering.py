"""Move ordering: which of many hexes the search looks at."""

from __future__ import annotations

from collections.abc import Sequence

from kingdom_builder.bots.sources import PayingSource
from kingdom_builder.engine.hexes import NEIGHBOURS, iter_hexes
from kingdom_builder.engine.hooks import Scorer
from kingdom_builder.engine.position import Position


class MoveOrdering:
    """Selects the most promising hexes of a question that offers too many to search all of them."""

    def __init__(self, paying: Sequence[PayingSource], scorers: Sequence[Scorer]) -> None:
        """Prepare for a game with these sources of gold."""
        self._pays_at = [(source.pays_at, source.piece_value) for source in paying]
        self._scorers = scorers

    def best(self, pos: Position, seat: int, hexes: int, most: int) -> list[int]:
        """Return up to `most` of these hexes, which are own pieces to be moved or places to build on."""
        pieces = pos.players[seat].pieces
        if hexes & pieces == hexes:
            # Pieces that earn little where they are come first, then those with few own neighbours.
            earning = [scorer(pos, seat)[1] for scorer in self._scorers]
            return sorted(
                iter_hexes(hexes),
                key=lambda h: (
                    sum([paid >> h & 1 for paid in earning]),
                    (NEIGHBOURS[h] & pieces).bit_count(),
                    _mixed(h),
                ),
            )[:most]
        value = dict.fromkeys(iter_hexes(hexes), 0.0)
        for pays_at, piece_value in self._pays_at:
            for h in iter_hexes(pays_at(pos, seat) & hexes):
                value[h] += piece_value
        return sorted(value, key=lambda h: (-value[h], _mixed(h)))[:most]


def _mixed(h: int) -> int:
    """Return a number that orders hexes without preference for a part of the board."""
    return h * 40503 & 0xFFFF
