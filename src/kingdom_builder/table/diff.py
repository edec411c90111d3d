"""The differences between two states of a game, for the log and for animations."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from kingdom_builder.engine.answers import ANSWER_OF_HEX
from kingdom_builder.engine.game import Game
from kingdom_builder.engine.hexes import iter_hexes
from kingdom_builder.engine.player import PlayerState
from kingdom_builder.engine.terrain import TERRAINS, TERRAINS_OF_CARD
from kingdom_builder.sets.registry import REGISTRY, answer_name
from kingdom_builder.table import messages


def diff_players(before: Game, after: Game) -> list[messages.PlayerChange]:
    """Return what has changed for each player, all of it public: pieces, tiles, gold."""
    return [
        _player_change(number, old, new)
        for number, (old, new) in enumerate(zip(before.players, after.players, strict=True))
        if old is not new and _visible(old) != _visible(new)
    ]


def tiles_between(old: PlayerState, new: PlayerState) -> tuple[list[str], list[str]]:
    """Return the names of the tiles that a player has gained and lost.

    >>> tiles_between(PlayerState(REGISTRY.extra), PlayerState(REGISTRY.extra))
    ([], [])
    """
    if new.tiles is old.tiles and new.nomads is old.nomads and new.extra is old.extra:
        return [], []
    had, has = REGISTRY.owned_tiles(old), REGISTRY.owned_tiles(new)
    return _names(has, had), _names(had, has)


def hex_numbers(hexes: int) -> list[int]:
    """Return a set of hexes as the numbers of the answers that name them.

    >>> hex_numbers(0)
    []
    """
    return list(_hex_numbers(hexes))


def card_name(card: int) -> str:
    """Return the name of a terrain card: its terrain, or both of them.

    >>> card_name(0), card_name(5)
    ('grass', 'swamp+grass')
    """
    terrains = TERRAINS_OF_CARD[card]
    return TERRAINS[terrains[0]] if len(terrains) == 1 else "+".join([TERRAINS[terrain] for terrain in terrains])


def sorted_card_names(cards: tuple[int, ...]) -> list[str]:
    """Return the names of terrain cards, sorted.

    >>> sorted_card_names((5, 0, 5))
    ['grass', 'swamp+grass', 'swamp+grass']
    """
    return sorted([card_name(card) for card in cards])


@lru_cache(maxsize=1 << 13)
def _hex_numbers(hexes: int) -> tuple[int, ...]:
    """Cached: a view names the same pieces several times, and most of them are in the next view too."""
    return tuple([ANSWER_OF_HEX[h] for h in iter_hexes(hexes)])


def _player_change(number: int, old: PlayerState, new: PlayerState) -> messages.PlayerChange:
    gained, lost = tiles_between(old, new)
    return {
        "seat": number,
        "placed": hex_numbers(new.pieces & ~old.pieces),
        "removed": hex_numbers(old.pieces & ~new.pieces),
        "gained": gained,
        "lost": lost,
        "gold": new.gold - old.gold,
    }


def _visible(player: PlayerState) -> tuple[Any, ...]:
    return player.pieces, player.tiles, player.nomads, player.extra, player.gold


def _names(tiles: list[int], without: list[int]) -> list[str]:
    rest = list(without)
    found = []
    for kind in tiles:
        if kind in rest:
            rest.remove(kind)
        else:
            found.append(answer_name(kind))
    return found
