"""The names of everything that must have texts."""

from __future__ import annotations

from kingdom_builder.engine.answers import LOCATION_TILES, NOMAD_TILES, WITHOUT_TILE
from kingdom_builder.sets.card_names import ALL_CARDS, TASKS

BONUS_TILES = ("temple_bonus", "fountain_bonus")
"""Bonus tiles that change another action and so are no options."""

ACTIONS = dict.fromkeys(
    name.partition(":")[0]
    for name in (*(tile for tiles in LOCATION_TILES.values() for tile in tiles), *NOMAD_TILES, *WITHOUT_TILE)
)
"""Every tile and every action without a tile."""

TILES = (*(name for name in ACTIONS if name != "silo"), *BONUS_TILES)
"""What has an entry of its own in the rules for players; the silos are in the chapter on the end of the game."""

CARDS = (*ALL_CARDS, *TASKS, "castle", "palace", "capitol", "in_game")
"""Every source of gold."""
