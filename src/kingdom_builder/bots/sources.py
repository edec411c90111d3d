"""The sources of gold of a game as the bots see them: the entries of the sets say where they pay."""

from __future__ import annotations

from typing import NamedTuple

from kingdom_builder.engine.hexes import neighbours
from kingdom_builder.engine.position import Position
from kingdom_builder.engine.setup import Setup
from kingdom_builder.sets.entries import Card, PaysAt, Special
from kingdom_builder.sets.registry import REGISTRY
from kingdom_builder.setup.builder import COMMON_SETS

TILES = "tiles"
"""The name of the tiles among the sources; a tile is worth about as much as a castle."""
_TILE_VALUE = 3.0


class PayingSource(NamedTuple):
    """A source of gold: where one more piece would pay, and about how much gold."""

    name: str
    pays_at: PaysAt
    piece_value: float


def paying_sources(setup: Setup) -> list[PayingSource]:
    """Return the sources of a game that know where one more piece would pay: cards, special hexes, tiles."""
    entries: list[Card | Special] = [REGISTRY.cards[name] for name in setup.cards]
    entries += [special for special in REGISTRY.specials.values() if special.is_in(setup)]
    found = [PayingSource(entry.id, entry.pays_at, entry.piece_value) for entry in entries if entry.pays_at is not None]
    return [*found, PayingSource(TILES, beside_stocked, _TILE_VALUE)]


def is_base_only(setup: Setup) -> bool:
    """Return whether a game has nothing but the base game; a position file does not name the sets of its entries."""
    kinds = set(setup.board.location_at.values())
    others = [game_set for game_set in REGISTRY.sets if game_set.id not in COMMON_SETS]
    return (
        set(setup.sets) <= set(COMMON_SETS)
        and not any(card.id in setup.cards for game_set in others for card in game_set.cards)
        and not any(tile.number in kinds for game_set in others for tile in game_set.tiles)
        and not any(special.is_in(setup) for game_set in others for special in game_set.specials)
    )


def is_shared(source: str) -> bool:
    """Return whether a source pays a player depending on the others' pieces, so a move changes the others' gold too."""
    return REGISTRY.is_shared(source)


def is_kept(source: str) -> bool:
    """Return whether the gold of a source stays when the pieces that have earned it leave (R7.31)."""
    entry = REGISTRY.cards.get(source) or REGISTRY.specials.get(source)
    return entry is not None and entry.kept


def beside_stocked(pos: Position, seat: int) -> int:
    """Return the neighbours of the location and nomad spaces that have a tile for this player (R3.18)."""
    return neighbours(pos.tiles_left & ~pos.players[seat].taken_from)
