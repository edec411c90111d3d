"""Nomads in the set-up: one nomad tile on each nomad space (R2.11)."""

from __future__ import annotations

from kingdom_builder.engine.hexes import iter_hexes
from kingdom_builder.sets.draft import Draft
from kingdom_builder.sets.nomads.nomad_tiles import NOMAD_TILES

NOMAD_POOL: tuple[int, ...] = tuple(tile.number for tile in NOMAD_TILES for _ in range(tile.copies))
"""The 15 nomad tiles (R1.6)."""
_STREAM = 5


def prepare(draft: Draft) -> None:
    """Draw the nomad tiles."""
    if draft.board.nomads:
        tiles = draft.rng(_STREAM).shuffled(NOMAD_POOL)
        draft.nomad_tiles = dict(zip(iter_hexes(draft.board.nomads), tiles, strict=False))
