"""The fields of Nomads in files: nomad tiles and walls."""

from __future__ import annotations

from itertools import cycle
from typing import Any

from kingdom_builder.engine.board import Board
from kingdom_builder.engine.fields import Field, PositionError
from kingdom_builder.engine.hexes import COORDINATES, iter_hexes, parse_hex
from kingdom_builder.engine.player import OwnedNomadTile, PlayerState
from kingdom_builder.engine.position import Position
from kingdom_builder.engine.rng import Rng
from kingdom_builder.engine.setup import Setup
from kingdom_builder.sets.fields import BEFORE, FileFields, hex_lists, read_hexes
from kingdom_builder.sets.nomads.nomad_tiles import NOMAD_TILES, StepsFrame, SwordFrame
from kingdom_builder.sets.nomads.problems import NomadsProblem
from kingdom_builder.sets.nomads.setup import NOMAD_POOL
from kingdom_builder.sets.nomads.tiles import WALLS
from kingdom_builder.sets.problems import PositionProblem, RecordError

_NUMBERS = {tile.id: tile.number for tile in NOMAD_TILES}
_IDS = {tile.number: tile.id for tile in NOMAD_TILES}
_KEPT = tuple(tile.id for tile in NOMAD_TILES if tile.at_once is None)
"""The nomad tiles that a player can own: the others leave the game at once (R6.6)."""


def write_table(pos: Position) -> dict[str, Any]:
    """Return the walls."""
    return {"walls": hex_lists(pos.walls)}


def read_table(fields: dict[str, Field], pos: Position) -> None:
    """Read the walls."""
    pos.walls = read_hexes(fields.get("walls"), pos.board.land, PositionProblem.EXPECTED_LAND)
    if pos.walls.bit_count() > WALLS:
        raise PositionError(PositionProblem.TOO_MANY_PIECES, path="walls", count=WALLS)


def read_setup(fields: dict[str, Field], board: Board, values: dict[str, Any]) -> None:
    """Put any nomad tiles on the nomad spaces: a position file does not say which they are."""
    tiles = cycle(Rng(0).shuffled(NOMAD_POOL))
    values["nomad_tiles"] = dict(zip(iter_hexes(board.nomads), tiles, strict=False))


def write_player(player: PlayerState) -> dict[str, Any]:
    """Return the nomad tiles of a player."""
    return {"nomad_tiles": [_IDS[tile.kind] for tile in player.nomads]}


def read_player(fields: dict[str, Field], board: Board, player: PlayerState) -> None:
    """Read the nomad tiles of a player."""
    for name in fields["nomad_tiles"].items() if "nomad_tiles" in fields else ():
        player.nomads = (*player.nomads, OwnedNomadTile(_NUMBERS[name.name(_KEPT)], BEFORE))


def write_record(setup: Setup) -> dict[str, str]:
    """Return the nomad tile of each nomad space."""
    tiles = (f"{COORDINATES[h]}={_IDS[tile]}" for h, tile in sorted(setup.nomad_tiles.items()))
    return {"nomads": " ".join(tiles)}


def read_record(lines: dict[str, str], board: Board, values: dict[str, Any]) -> None:
    """Read the nomad tile of each nomad space."""
    found = {}
    for word in lines.get("nomads", "").split():
        place, _, tile = word.partition("=")
        try:
            h = parse_hex(place).hex
        except ValueError:
            raise RecordError(NomadsProblem.EXPECTED_NOMAD_TILE, word=repr(word)) from None
        if tile not in _NUMBERS:
            raise RecordError(NomadsProblem.UNKNOWN_NOMAD_TILE, tile=repr(tile))
        found[h] = _NUMBERS[tile]
    if set(found) != set(iter_hexes(board.nomads)):
        raise RecordError(NomadsProblem.NOT_EVERY_NOMAD_SPACE)
    values["nomad_tiles"] = found


def write_document(setup: Setup) -> dict[str, Any]:
    """Return the nomad tile of each nomad space."""
    return {"nomad_tiles": {str(COORDINATES[h]): _IDS[tile] for h, tile in setup.nomad_tiles.items()}}


FIELDS = FileFields(
    table={"walls": "tiles_left"},
    player={"nomad_tiles": "bonus_tiles"},
    record={"nomads": "tasks"},
    document={"nomad_tiles": "tasks"},
    frames=(StepsFrame, SwordFrame),
    write_table=write_table,
    read_setup=read_setup,
    read_table=read_table,
    write_player=write_player,
    read_player=read_player,
    write_record=write_record,
    read_record=read_record,
    write_document=write_document,
)
