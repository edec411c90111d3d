"""Nomads in the set-up: one nomad tile on each nomad hex (R2.11)."""

from __future__ import annotations

from kingdom_builder.engine.answers import NOMAD_TILES, option_number
from kingdom_builder.engine.hexes import each
from kingdom_builder.sets.draft import Draft

_COPIES = {"resettlement": 2, "outpost": 2, "sword": 2, "treasure": 2}
NOMAD_POOL: tuple[int, ...] = tuple(option_number(name) for name in NOMAD_TILES for _ in range(_COPIES.get(name, 1)))
"""The 15 nomad tiles (R1.6)."""
_STREAM = 5


def prepare(draft: Draft) -> None:
    """Draw the nomad tiles."""
    if draft.board.nomads:
        tiles = draft.rng(_STREAM).shuffled(NOMAD_POOL)
        draft.nomad_tiles = dict(zip(each(draft.board.nomads), tiles, strict=False))
