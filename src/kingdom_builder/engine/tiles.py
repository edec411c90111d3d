"""The tiles of players: taking, using and losing them (docs/rules.md R3.13, R4.12 to R4.20, R6.1, R6.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingdom_builder.engine.hexes import BIT, iter_hexes
from kingdom_builder.engine.player import OwnedNomadTile, OwnedTile, PlayerState

if TYPE_CHECKING:
    from kingdom_builder.engine.position import Position


def take_tiles(pos: Position, seat: int, player: PlayerState, near: int) -> None:
    """Take a tile from every location not yet in `taken_from`, and every nomad tile (R4.12, R4.13, R6.6)."""
    rules = pos.rules
    for h in iter_hexes(near & pos.tiles_left):
        kind = pos.board.location_at.get(h)
        if kind is None:
            pos.tiles_left ^= BIT[h]
            _count_emptied(pos, seat)
            kind = pos.setup.nomad_tiles[h]
            if rules.at_once is not None and kind in rules.at_once:
                rules.at_once[kind](player)
            else:
                player.nomads = (*player.nomads, OwnedNomadTile(kind, pos.turn))
        elif not player.taken_from & BIT[h]:
            player.taken_from |= BIT[h]
            if pos.two_tiles_left & BIT[h]:
                pos.two_tiles_left ^= BIT[h]
            else:
                pos.tiles_left ^= BIT[h]
                _count_emptied(pos, seat)
            player.tiles = (*player.tiles, OwnedTile(kind, h, pos.turn))
            if rules.taken is not None and kind in rules.taken:
                rules.taken[kind](pos, player, kind)


def lose_tiles(pos: Position, player: PlayerState) -> None:
    """Lose every location tile whose hex is not next to an own piece any more (R4.18).

    Of two equal tiles the one that can still be used this turn is kept (R4.20).
    """
    lost = [tile for tile in player.tiles if not player.adjacent >> tile.location & 1]
    if not lost:
        return
    hooks = pos.rules.lost
    if hooks is not None:
        for kind in dict.fromkeys([tile.kind for tile in lost]):
            if kind in hooks:
                hooks[kind](pos, player, kind)
    kept = [tile for tile in player.tiles if player.adjacent >> tile.location & 1]
    for tile in lost:
        if is_ready(pos, tile):
            for i, other in enumerate(kept):
                if other.kind == tile.kind and not is_ready(pos, other):
                    kept[i] = other._replace(used=False, acquired_turn=tile.acquired_turn)
                    break
    player.tiles = tuple(kept)


def is_ready(pos: Position, tile: OwnedTile) -> bool:
    """Return whether a tile can be used now: not used, and not taken in this turn (R3.13, R4.16)."""
    return not tile.used and tile.acquired_turn != pos.turn


def use_tile(pos: Position, seat: int, kind: int) -> None:
    """Mark a ready location tile of that kind as used (R3.13)."""
    player = pos.change(seat)
    tiles = player.tiles
    for i, (other, location, acquired_turn, used) in enumerate(tiles):
        if other == kind and not used and acquired_turn != pos.turn:
            player.tiles = (*tiles[:i], OwnedTile(kind, location, acquired_turn, used=True), *tiles[i + 1 :])
            return
    raise ValueError(f"no tile {kind} is ready")


def use_nomad(pos: Position, seat: int, kind: int) -> None:
    """Remove a usable nomad tile of that kind from the game (R6.1)."""
    player = pos.change(seat)
    tile = next(tile for tile in player.nomads if tile.kind == kind and tile.acquired_turn != pos.turn)
    nomads = list(player.nomads)
    nomads.remove(tile)
    player.nomads = tuple(nomads)


def _count_emptied(pos: Position, seat: int) -> None:
    if pos.rules.emptied:
        pos.emptied += 1
        pos.emptied_by = seat
