"""The names of everything that must have texts."""

from __future__ import annotations

from kingdom_builder.sets.registry import REGISTRY

WITHOUT_TILE = tuple(name for number, name in REGISTRY.option_names.items() if number >= 508)

BONUS_TILES = ("temple_bonus", "fountain_bonus")
"""Bonus tiles that change another action and so are no options."""

ACTIONS = dict.fromkeys(name.partition(":")[0] for name in (*REGISTRY.tile_ids(), *REGISTRY.nomad_ids, *WITHOUT_TILE))
"""Every tile and every action without a tile."""

TILES = (*(name for name in ACTIONS if name != "silo"), *BONUS_TILES)
"""What has an entry of its own in the rules for players; the silos are in the chapter on the end of the game."""

CARDS = (*REGISTRY.card_ids(), *REGISTRY.task_ids, "castle", "palace", "capitol", "in_game")
"""Every source of gold."""
