"""Read the parts of a position file that every game has; errors name the wrong field."""

from __future__ import annotations

from typing import Any

from kingdom_builder.engine import hexes
from kingdom_builder.engine.board import Board, Island
from kingdom_builder.engine.fields import Field, PositionError, shown
from kingdom_builder.engine.hexes import COORDINATES, neighbours
from kingdom_builder.engine.player import SETTLEMENTS, OwnedTile, PlayerState
from kingdom_builder.engine.terrain import CODES
from kingdom_builder.formats.field_order import in_order
from kingdom_builder.sets.fields import BEFORE, read_hexes
from kingdom_builder.sets.problems import PositionProblem
from kingdom_builder.sets.registry import REGISTRY, by_sets, option_number
from kingdom_builder.setup.boards import board_from_rows, board_from_sections
from kingdom_builder.setup.builder import island_of
from kingdom_builder.setup.sections import GENERATED, all_sections, section

_NOW = 0
"""The turn number of a position from a file; locked tiles were taken in this turn."""
MAX_GOLD = 9999


@by_sets
def player_fields() -> tuple[str, ...]:
    """Return the names of the fields of a player."""
    return in_order(("settlements", "supply", "gold", "tiles"), [s.fields.player for s in REGISTRY.sets])


def read_island(field: Field | None) -> Island | None:
    """Read the Island: one of its two sides by its location, or rows and a location."""
    if field is None or field.value is None:
        return None
    sides = REGISTRY.tile_ids("island")
    if isinstance(field.value, str):
        return island_of(field.name(sides))
    parts = field.mapping(("rows", "location"))
    for name in ("rows", "location"):
        if name not in parts:
            raise PositionError(PositionProblem.MISSING, path=f"{field.path}.{name}")
    rows = []
    for row in parts["rows"].items(hexes.ROWS_OF_ISLAND):
        if not isinstance(row.value, str) or len(row.value) > hexes.COLUMNS_OF_ISLAND:
            raise row.error(PositionProblem.EXPECTED_CODES_AT_MOST, count=hexes.COLUMNS_OF_ISLAND)
        _check_codes(row, {*CODES, *REGISTRY.special_codes, "."})
        rows.append(row.value)
    return Island(tuple(rows), parts["location"].name(sides))


def read_board(field: Field, island: Island | None) -> Board:
    """Read the board: four sections, or rows and the location of each L."""
    parts = field.mapping(("sections", "rows", "locations"))
    if ("sections" in parts) == ("rows" in parts):
        raise field.error(PositionProblem.SECTIONS_OR_ROWS)
    if "sections" in parts:
        if "locations" in parts:
            raise parts["locations"].error(PositionProblem.LOCATIONS_OF_SECTIONS)
        choices = []
        for item in parts["sections"].items(4):
            name, turn = item.items(2)
            if turn.value not in (0, 180) or isinstance(turn.value, bool):
                raise turn.error(PositionProblem.EXPECTED_TURN)
            choices.append((_read_section(name), turn.value == 180))
        return board_from_sections(tuple(choices), island)
    rows = [_read_row(row) for row in parts["rows"].items(hexes.ROWS_OF_BOARD)]
    wanted = {
        COORDINATES[h]
        for h in COORDINATES
        if not COORDINATES[h].island and rows[COORDINATES[h].row][COORDINATES[h].col] == "L"
    }
    found: dict[int, str] = {}
    for entry in parts["locations"].mapping().values() if "locations" in parts else ():
        h = entry.key_hex()
        if COORDINATES[h] not in wanted:
            raise entry.error(PositionProblem.NO_LOCATION_THERE)
        found[h] = entry.name(REGISTRY.tile_ids())
    missing = wanted - {COORDINATES[h] for h in found}
    if missing:
        first = min(missing)
        place = f"{first.row},{first.col}"
        raise PositionError(PositionProblem.UNNAMED_LOCATION, path=f"{field.path}.locations", place=place)
    return board_from_rows(tuple(rows), found, island)


def _read_section(field: Field) -> str:
    """Read the name of a section, from a file or generated."""
    name = field.value
    if isinstance(name, str) and name.startswith(f"{GENERATED}_"):
        try:
            return section(name).name
        except ValueError:
            raise field.error(PositionProblem.EXPECTED_GENERATED) from None
    return field.name([piece.name for piece in all_sections()])


def _read_row(field: Field) -> str:
    row = field.value
    if not isinstance(row, str) or len(row) != hexes.COLUMNS_OF_BOARD:
        raise field.error(PositionProblem.EXPECTED_CODES, count=hexes.COLUMNS_OF_BOARD)
    _check_codes(field, {*CODES, *REGISTRY.special_codes})
    return row


def _check_codes(field: Field, known: set[str]) -> None:
    for column, code in enumerate(field.value):
        if code not in known:
            wanted = " ".join(sorted(known))
            raise field.error(PositionProblem.UNKNOWN_CODE, column=column, code=shown(code), known=wanted)


def read_player(field: Field, board: Board, extra: tuple[Any, ...]) -> PlayerState:
    """Read one player: pieces, supply, gold, tiles, and the fields of sets."""
    fields = field.mapping(player_fields())
    player = PlayerState(extra)
    settlements = read_hexes(fields.get("settlements"), board.open, PositionProblem.EXPECTED_PIECE_HEX)
    for game_set in REGISTRY.sets:
        if game_set.fields.read_player is not None:
            game_set.fields.read_player(fields, board, player)
    kinds = [settlements, *(where for _, where in player.tokens)]
    for where in kinds:
        player.pieces |= where
    if player.pieces.bit_count() != sum(where.bit_count() for where in kinds):
        raise field.error(PositionProblem.PIECES_ON_ONE_HEX)
    player.adjacent = neighbours(player.pieces)
    used = [game_set.fields.settlements_used for game_set in REGISTRY.sets]
    left = SETTLEMENTS - settlements.bit_count() - player.reserve - sum(count(player) for count in used if count)
    if left < 0:
        path = f"{field.path}.settlements"
        raise PositionError(PositionProblem.TOO_MANY_SETTLEMENTS, path=path, count=SETTLEMENTS)
    player.supply = fields["supply"].number(0, left) if "supply" in fields else left
    player.gold = fields["gold"].number(0, MAX_GOLD) if "gold" in fields else 0
    for tile in fields["tiles"].items() if "tiles" in fields else ():
        player.tiles = (*player.tiles, _read_tile(tile, board))
    player.taken_from = hexes.hex_set([tile.location for tile in player.tiles])
    if player.taken_from.bit_count() != len(player.tiles):
        raise PositionError(PositionProblem.TILES_OF_ONE_HEX, path=f"{field.path}.tiles")
    return player


def _read_tile(field: Field, board: Board) -> OwnedTile:
    fields = field.mapping(("name", "at", "used", "locked"))
    for name in ("name", "at"):
        if name not in fields:
            raise PositionError(PositionProblem.MISSING, path=f"{field.path}.{name}")
    kind = option_number(fields["name"].name(REGISTRY.tile_ids()))
    at = fields["at"].hex()
    if board.location_at.get(at) != kind:
        raise fields["at"].error(PositionProblem.EXPECTED_LOCATION, tile=fields["name"].value)
    used = fields["used"].flag() if "used" in fields else False
    locked = fields["locked"].flag() if "locked" in fields else False
    return OwnedTile(kind, at, _NOW if locked else BEFORE, used)
