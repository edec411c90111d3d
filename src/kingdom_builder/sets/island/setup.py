"""The Island in the set-up: its side (R2.25)."""

from __future__ import annotations

from kingdom_builder.sets.draft import Option, OptionKind
from kingdom_builder.sets.island.tiles import TILES

CHOOSE_SIDE = Option("island", OptionKind.NAME, needs="island", choices=tuple(tile.id for tile in TILES))
