"""The parts of a position file, each read with the place of every mistake (docs/position-format.md)."""

from __future__ import annotations

from typing import Any

from kingdom_builder.engine import hexes
from kingdom_builder.engine.board import Board, Island
from kingdom_builder.engine.fields import Field, PositionError, shown
from kingdom_builder.engine.hexes import BIT, NEIGHBOURS, PLACES, neighbours
from kingdom_builder.engine.pieces import toggled
from kingdom_builder.engine.player import RESERVE, SETTLEMENTS, NomadTile, OwnedTile, Seat
from kingdom_builder.engine.terrain import (
    CARD_TERRAINS,
    CODES,
    MOUNTAIN,
    SWAMP,
    TERRAINS,
    WATER,
    terrain_number,
)
from kingdom_builder.sets.crossroads.pieces import CITY_HALL, SHIP, WAGON, WARRIOR, WARRIORS
from kingdom_builder.sets.harvest.cathedral import NUMBERS
from kingdom_builder.sets.harvest.state import HarvestPlayer
from kingdom_builder.sets.harvest.state import state_of as harvest_state
from kingdom_builder.sets.marshlands.state import BonusTile, MarshlandsPlayer
from kingdom_builder.sets.registry import REGISTRY, option_number
from kingdom_builder.sets.slots import HARVEST, MARSHLANDS
from kingdom_builder.setup.boards import board_from_rows, board_from_sections
from kingdom_builder.setup.builder import island_of
from kingdom_builder.setup.sections import GENERATED, all_sections, section

_PLAYER_FIELDS = (
    "settlements",
    "warriors",
    "ship",
    "wagon",
    "city_hall",
    "supply",
    "held",
    "gold",
    "marked_lines",
    "number_tiles",
    "tiles",
    "bonus_tiles",
    "nomad_tiles",
)
_LOCATIONS = REGISTRY.tile_ids()
_BONUS_TILES = REGISTRY.tile_ids("marshlands")
_NOMAD_TILES_KEPT = tuple(name for name in REGISTRY.nomad_ids if name != "treasure")
"""The nomad tiles that somebody can own: a treasure leaves the game at once (R6.6)."""
_BEFORE, _NOW = -1, 0
"""The turns in which tiles were taken: before this one, or in it; a position from a file is in turn 0."""
MAX_GOLD = 9999


def read_extras(fields: dict[str, Field], board: Board) -> dict[str, Any]:
    """Read what the other sets add to a table: capitols, caves, the removed terrain, swamp cards."""
    found: dict[str, Any] = {}
    found["parts"] = {
        name: read_hexes(fields[name], board.open | board.special, "a hex of the board")
        for name in ("capitols", "caves")
        if name in fields
    }
    removed = fields.get("removed_terrain")
    if removed is not None and removed.value is not None:
        found["removed_terrain"] = terrain_number(removed.name([TERRAINS[t] for t in CARD_TERRAINS]))
    terrain = fields.get("terrain")
    found["swamp_cards"] = bool(board.terrain[SWAMP]) or (terrain is not None and terrain.value == TERRAINS[SWAMP])
    return found


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
            raise PositionError(f"{field.path}.{name}: expected, but not there")
    rows = []
    for row in parts["rows"].items(hexes.ROWS_OF_ISLAND):
        if not isinstance(row.value, str) or len(row.value) > hexes.COLUMNS_OF_ISLAND:
            raise row.error(f"a string of up to {hexes.COLUMNS_OF_ISLAND} codes")
        _check_codes(row, {*CODES, *REGISTRY.special_codes, "."})
        rows.append(row.value)
    return Island(tuple(rows), parts["location"].name(sides))


def read_board(field: Field, island: Island | None) -> Board:
    """Read the board: four sections, or rows and what each L is."""
    parts = field.mapping(("sections", "rows", "locations"))
    if ("sections" in parts) == ("rows" in parts):
        raise field.error("either sections or rows")
    if "sections" in parts:
        if "locations" in parts:
            raise parts["locations"].error("nothing, because the sections say where locations are")
        choices = []
        for item in parts["sections"].items(4):
            name, turn = item.items(2)
            if turn.value not in (0, 180) or isinstance(turn.value, bool):
                raise turn.error("0 or 180")
            choices.append((_read_section(name), turn.value == 180))
        return board_from_sections(tuple(choices), island)
    rows = [_read_row(row) for row in parts["rows"].items(hexes.ROWS_OF_BOARD)]
    wanted = {PLACES[h] for h in PLACES if not PLACES[h].island and rows[PLACES[h].row][PLACES[h].col] == "L"}
    found: dict[int, str] = {}
    for entry in parts["locations"].mapping().values() if "locations" in parts else ():
        h = entry.key_hex()
        if PLACES[h] not in wanted:
            raise PositionError(f"{entry.path}: the row has no L there")
        found[h] = entry.name(_LOCATIONS)
    missing = wanted - {PLACES[h] for h in found}
    if missing:
        place = min(missing)
        raise PositionError(f'{field.path}.locations: expected what the L at "{place.row},{place.col}" is')
    return board_from_rows(tuple(rows), found, island)


def _read_section(field: Field) -> str:
    """Read the name of a section, one that has a file or a generated one."""
    name = field.value
    if isinstance(name, str) and name.startswith(f"{GENERATED}_"):
        try:
            return section(name).name
        except ValueError:
            raise field.error(f"{GENERATED}_SET_NUMBER for a generated section") from None
    return field.name([piece.name for piece in all_sections()])


def _read_row(field: Field) -> str:
    row = field.value
    if not isinstance(row, str) or len(row) != hexes.COLUMNS_OF_BOARD:
        raise field.error(f"a string of {hexes.COLUMNS_OF_BOARD} codes")
    _check_codes(field, {*CODES, *REGISTRY.special_codes})
    return row


def _check_codes(field: Field, known: set[str]) -> None:
    for column, code in enumerate(field.value):
        if code not in known:
            raise PositionError(f"{field.path}: column {column}: {shown(code)} is not one of {' '.join(sorted(known))}")


def read_player(field: Field, board: Board, extra: tuple[Any, ...]) -> Seat:
    """Read one player: pieces, supply, gold, tiles."""
    fields = field.mapping(_PLAYER_FIELDS)

    def standing(name: str, ground: int, what: str) -> int:
        return read_hexes(fields[name], ground, what) if name in fields else 0

    def token(name: str, ground: int, what: str) -> int:
        if name not in fields or fields[name].value is None:
            return 0
        return _read_hex(fields[name], ground, what)

    seat = Seat(extra)
    settlements = standing("settlements", board.open, "a hex that can hold a piece")
    warriors = standing("warriors", board.land, "land")
    if warriors.bit_count() > WARRIORS:
        raise PositionError(f"{fields['warriors'].path}: a player has only {WARRIORS}")
    ship = token("ship", board.terrain[WATER], "water")
    wagon = token("wagon", board.land | board.terrain[MOUNTAIN], "land or mountain")
    city_hall = token("city_hall", hexes.surrounded(board.land), "land with land on all six sides")
    if city_hall:
        city_hall |= NEIGHBOURS[city_hall.bit_length() - 1]
    kinds = (settlements, warriors, ship, wagon, city_hall)
    seat.pieces = settlements | warriors | ship | wagon | city_hall
    if seat.pieces.bit_count() != sum(kind.bit_count() for kind in kinds):
        raise PositionError(f"{field.path}: two pieces of this player stand on the same hex")
    for kind, where in ((WARRIOR, warriors), (SHIP, ship), (WAGON, wagon), (CITY_HALL, city_hall)):
        if where:
            seat.tokens = toggled(seat.tokens, kind, where)
    seat.reach = neighbours(seat.pieces)
    _read_state_of_sets(seat, fields, board)
    left = SETTLEMENTS - settlements.bit_count() - seat.reserve - harvest_state(seat).lines.bit_count()
    if left < 0:
        raise PositionError(f"{field.path}.settlements: a player has only {SETTLEMENTS}, held and markers included")
    seat.supply = fields["supply"].number(0, left) if "supply" in fields else left
    seat.gold = fields["gold"].number(0, MAX_GOLD) if "gold" in fields else 0
    for tile in fields["tiles"].items() if "tiles" in fields else ():
        seat.tiles = (*seat.tiles, _read_tile(tile, board))
    seat.taken = hexes.hex_set([tile.at for tile in seat.tiles])
    if seat.taken.bit_count() != len(seat.tiles):
        raise PositionError(f"{field.path}.tiles: two tiles are from the same hex")
    for name in fields["nomad_tiles"].items() if "nomad_tiles" in fields else ():
        seat.nomads = (*seat.nomads, NomadTile(option_number(name.name(_NOMAD_TILES_KEPT)), _BEFORE))
    return seat


def _read_state_of_sets(seat: Seat, fields: dict[str, Field], board: Board) -> None:
    """Read settlements set aside, number tiles, marked lines and bonus tiles."""
    lines = 0
    for item in fields["marked_lines"].items() if "marked_lines" in fields else ():
        line = _read_line(item, len(board.rows))
        if lines >> line & 1:
            raise PositionError(f"{item.path}: this line stands there twice")
        lines |= 1 << line
    if "held" in fields:
        seat.set_extra(RESERVE, fields["held"].number(0, SETTLEMENTS))
    numbers = fields["number_tiles"].number(0, NUMBERS) if "number_tiles" in fields else 0
    seat.set_extra(HARVEST, HarvestPlayer(numbers, lines))
    bonus = fields["bonus_tiles"].names(_BONUS_TILES) if "bonus_tiles" in fields else ()
    kinds = tuple(option_number(name) for name in bonus)
    seat.set_extra(MARSHLANDS, MarshlandsPlayer(tuple(BonusTile(kind, _BEFORE) for kind in kinds), kinds))


def _read_line(field: Field, count: int) -> int:
    value = field.value
    if isinstance(value, list) and len(value) == 2 and value[0] == "island" and count > hexes.ROWS_OF_BOARD:
        return hexes.ROWS_OF_BOARD + Field(field.path, value[1]).number(0, hexes.ROWS_OF_ISLAND - 1)
    return field.number(0, hexes.ROWS_OF_BOARD - 1)


def _read_tile(field: Field, board: Board) -> OwnedTile:
    fields = field.mapping(("name", "at", "used", "locked"))
    for name in ("name", "at"):
        if name not in fields:
            raise PositionError(f"{field.path}.{name}: expected, but not there")
    kind = option_number(fields["name"].name(_LOCATIONS))
    at = fields["at"].hex()
    if board.location_at.get(at) != kind:
        raise fields["at"].error(f"a {fields['name'].value} hex of the board")
    used = fields["used"].flag() if "used" in fields else False
    locked = fields["locked"].flag() if "locked" in fields else False
    return OwnedTile(kind, at, _NOW if locked else _BEFORE, used)


def _read_hex(field: Field, ground: int, what: str) -> int:
    h = field.hex()
    if not ground >> h & 1:
        raise field.error(what)
    return BIT[h]


def read_hexes(field: Field, ground: int, what: str) -> int:
    """Read a list of different hexes, all of them on some ground."""
    found = 0
    for item in field.items():
        bit = _read_hex(item, ground, what)
        if found & bit:
            raise PositionError(f"{item.path}: this hex stands there twice")
        found |= bit
    return found
