"""The gold of the capitols (docs/rules.md R7.6)."""

from __future__ import annotations

from kingdom_builder.engine.hexes import NEIGHBOURS, iter_hexes, neighbours
from kingdom_builder.engine.hooks import Score
from kingdom_builder.engine.position import Position
from kingdom_builder.engine.setup import Setup
from kingdom_builder.sets.capitol.setup import PART
from kingdom_builder.sets.entries import Special


def capitols(pos: Position, seat: int) -> Score:
    """1 gold for each piece within two hexes of a capitol, counted for each capitol (R7.6)."""
    gold = earning = 0
    for capitol in iter_hexes(pos.setup.marked(PART)):
        near = NEIGHBOURS[capitol]
        here = pos.players[seat].pieces & (near | neighbours(near))
        gold += here.bit_count()
        earning |= here
    return gold, earning


def _has_capitols(setup: Setup) -> bool:
    return setup.marked(PART) != 0


CAPITOL = Special("capitol", "R7.6", score=capitols, present=_has_capitols)
