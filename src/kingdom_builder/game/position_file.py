"""Position files: what is visible on a table, as JSON (docs/position-format.md)."""

from __future__ import annotations

import json
from collections import Counter
from itertools import cycle
from typing import TYPE_CHECKING, Any, TypeVar

from kingdom_builder.game import hexes
from kingdom_builder.game.answers import LOCATION_TILES, NOMAD_TILES, answer_name, option_number
from kingdom_builder.game.board import Board, Island
from kingdom_builder.game.cards import ALL_CARDS, TASKS
from kingdom_builder.game.chance import Chance
from kingdom_builder.game.fields import Field, PositionError, shown
from kingdom_builder.game.hexes import BIT, NEIGHBOURS, PLACES, each, neighbours
from kingdom_builder.game.position import NUMBERS, SCOUTS, WALLS, WARRIORS, Deck
from kingdom_builder.game.seat import BonusTile, Holdings, NomadTile, OwnedTile, Seat, Tokens
from kingdom_builder.game.sections import GENERATED, SETS, all_sections, section
from kingdom_builder.game.setup import NOMAD_POOL, PLAYERS, SETTLEMENTS, Setup, island_of
from kingdom_builder.game.terrain import (
    CARD_TERRAINS,
    CODES,
    MOUNTAIN,
    SPECIAL_CODES,
    SWAMP,
    TERRAINS,
    TERRAINS_OF_CARD,
    WATER,
    terrain_number,
)

if TYPE_CHECKING:
    from kingdom_builder.game.turn import Turn

G = TypeVar("G", bound="Turn")
FORMAT = "kingdom-builder/position-1"
MAX_GOLD = 9999

_TABLE_FIELDS = (
    "format",
    "board",
    "island",
    "capitols",
    "caves",
    "removed_terrain",
    "cards",
    "tasks",
    "players",
    "tiles_left",
    "walls",
    "scouts",
    "to_play",
    "terrain",
)
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
_LOCATIONS = tuple(tile for tiles in LOCATION_TILES.values() for tile in tiles)
_BONUS_TILES = LOCATION_TILES["marshlands"]
_NOMAD_TILES_KEPT = tuple(name for name in NOMAD_TILES if name != "treasure")
"""The nomad tiles that somebody can own: a treasure leaves the game at once (R6.6)."""
_BEFORE, _NOW = -1, 0
"""The turns in which tiles were taken: before this one, or in it; a position from a file is in turn 0."""


def write_position(pos: Turn) -> str:
    """Write a position as a file, every field in it."""
    return json.dumps(position_facts(pos)) + "\n"


def position_facts(pos: Turn) -> dict[str, Any]:
    """Return what a position file says, as JSON would give it."""
    board = pos.board
    if board.sections is None:
        on_board = ((h, kind) for h, kind in sorted(board.location_at.items()) if not PLACES[h].island)
        locations = {_key(h): answer_name(kind) for h, kind in on_board}
        layout: dict[str, Any] = {"rows": list(board.to_rows()), "locations": locations}
    else:
        layout = {"sections": [[name, 180 if turned else 0] for name, turned in board.sections]}
    left = {h: (pos.stocked >> h & 1) + (pos.second >> h & 1) for h in each(board.locations | board.nomads)}
    return {
        "format": FORMAT,
        "board": layout,
        "island": _island_facts(board.island),
        "capitols": hex_lists(pos.setup.capitols),
        "caves": hex_lists(pos.setup.caves),
        "removed_terrain": None if pos.setup.removed_terrain is None else TERRAINS[pos.setup.removed_terrain],
        "cards": list(pos.setup.cards),
        "tasks": list(pos.setup.tasks),
        "players": [_player_facts(pos, seat) for seat in pos.seats],
        "tiles_left": {_key(h): count for h, count in left.items()},
        "walls": hex_lists(pos.walls),
        "scouts": hex_lists(pos.phase.scouts),
        "to_play": pos.active,
        "terrain": None if pos.card is None else TERRAINS[pos.card],
    }


def _island_facts(island: Island | None) -> Any:
    if island is None or island.side is not None:
        return None if island is None else island.side
    return {"rows": list(island.rows), "location": island.location}


def hex_lists(some: int) -> list[list[Any]]:
    """Return a set of hexes as lists [row, col] in reading order, those of the Island as ["island", row, col].

    >>> hex_lists(hexes.parse("b1").bit)
    [[0, 1]]
    """
    return [_hex_list(h) for h in each(some)]


def _player_facts(pos: Turn, seat: Seat) -> dict[str, Any]:
    tokens = seat.tokens
    return {
        "settlements": hex_lists(seat.settlements),
        "warriors": hex_lists(tokens.warriors),
        "ship": _hex_or_none(tokens.ship),
        "wagon": _hex_or_none(tokens.wagon),
        "city_hall": _hex_or_none(hexes.surrounded(tokens.city_hall)),
        "supply": seat.supply,
        "held": seat.holdings.held,
        "gold": seat.gold,
        "marked_lines": [
            i if i < hexes.ROWS_OF_BOARD else ["island", i - hexes.ROWS_OF_BOARD] for i in each(seat.holdings.lines)
        ],
        "number_tiles": seat.holdings.numbers,
        "tiles": [
            {
                "name": answer_name(tile.kind),
                "at": _hex_list(tile.at),
                "used": tile.used,
                "locked": tile.since == pos.turn,
            }
            for tile in seat.tiles
        ],
        "bonus_tiles": [answer_name(tile.kind) for tile in seat.holdings.bonus],
        "nomad_tiles": [answer_name(tile.kind) for tile in seat.nomads],
    }


def _hex_list(h: int) -> list[Any]:
    place = PLACES[h]
    return ["island", place.row, place.col] if place.island else [place.row, place.col]


def _hex_or_none(one: int) -> list[Any] | None:
    return _hex_list(one.bit_length() - 1) if one else None


def _key(h: int) -> str:
    return ",".join(map(str, _hex_list(h)))


def read_position(text: str, game: type[G]) -> G:
    """Read a position file into a game; PositionError names the field that breaks the format."""
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        raise PositionError(f"line {error.lineno}, column {error.colno}: this is not JSON: {error.msg}") from None
    except (ValueError, RecursionError):
        raise PositionError("the file: expected a position, found a number or brackets without end") from None
    fields = Field("", value).mapping(_TABLE_FIELDS)
    if "format" not in fields or fields["format"].value != FORMAT:
        raise PositionError(f'format: expected "{FORMAT}"')
    if "board" not in fields:
        raise PositionError("board: expected the four sections, or rows and locations")
    board = _read_board(fields["board"], _read_island(fields.get("island")))
    players = fields["players"].items() if "players" in fields else []
    if len(players) not in range(PLAYERS.stop):
        raise PositionError(f"players: expected at most {PLAYERS.stop - 1}, found {len(players)}")
    to_play = fields["to_play"].number(0, max(len(players) - 1, 0)) if "to_play" in fields else 0
    setup = Setup(
        players=len(players),
        board=board,
        cards=fields["cards"].names(ALL_CARDS) if "cards" in fields else (),
        tasks=fields["tasks"].names(TASKS) if "tasks" in fields else (),
        nomad_tiles=dict(zip(each(board.nomads), cycle(Chance(0).shuffled(NOMAD_POOL)), strict=False)),
        start=to_play,
        **_read_extras(fields, board),
    )
    pos = game.laid(setup)
    taken: Counter[int] = Counter()
    for i, player in enumerate(players):
        pos.seats[i] = _read_player(player, board)
        taken.update(tile.at for tile in pos.seats[i].tiles)
    pos.walls = _read_hexes(fields["walls"], board.land, "land") if "walls" in fields else 0
    if pos.walls.bit_count() > WALLS:
        raise PositionError(f"walls: there are only {WALLS}")
    _read_tiles_left(pos, fields.get("tiles_left"), taken)
    terrain = fields.get("terrain")
    if terrain is not None and terrain.value is not None:
        pos.card = terrain_number(terrain.name([TERRAINS[t] for t in (*CARD_TERRAINS, SWAMP)]))
        pos.played = next((card for card in setup.deck if pos.card in TERRAINS_OF_CARD[card]), None)
        if pos.played is None:
            raise terrain.error("a terrain whose cards are still in the game")
    if "scouts" in fields:
        scouts = _read_hexes(fields["scouts"], board.open, "land, water or mountain")
        if scouts.bit_count() > SCOUTS:
            raise PositionError(f"scouts: there are only {SCOUTS}")
        pos.phase = pos.phase._replace(scouts=scouts)
    _check_one_per_hex(pos)
    if pos.seats:
        pos.phase = pos.phase._replace(due=pos.seats[to_play].holdings.held)
    pos.refresh_free()
    _deal(pos)
    pos.ending = any(seat.supply == seat.holdings.held == 0 for seat in pos.seats)
    return pos


def _read_extras(fields: dict[str, Field], board: Board) -> dict[str, Any]:
    """Read what the other sets add to a table: capitols, caves, the removed terrain, swamp cards."""
    found: dict[str, Any] = {}
    if "capitols" in fields:
        found["capitols"] = _read_hexes(fields["capitols"], board.open | board.special, "a hex of the board")
    if "caves" in fields:
        found["caves"] = _read_hexes(fields["caves"], board.open | board.special, "a hex of the board")
    removed = fields.get("removed_terrain")
    if removed is not None and removed.value is not None:
        found["removed_terrain"] = terrain_number(removed.name([TERRAINS[t] for t in CARD_TERRAINS]))
    terrain = fields.get("terrain")
    found["swamp_cards"] = bool(board.terrain[SWAMP]) or (terrain is not None and terrain.value == TERRAINS[SWAMP])
    return found


def _read_island(field: Field | None) -> Island | None:
    """Read the Island: one of its two sides by its location, or rows and a location."""
    if field is None or field.value is None:
        return None
    sides = LOCATION_TILES["island"]
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
        _check_codes(row, {*CODES, *SPECIAL_CODES, "."})
        rows.append(row.value)
    return Island(tuple(rows), parts["location"].name(sides))


def _read_board(field: Field, island: Island | None) -> Board:
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
        return Board.from_sections(tuple(choices), island)
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
    return Board.from_rows(tuple(rows), found, island)


def _read_section(field: Field) -> str:
    """Read the name of a section, one that has a file or a generated one."""
    name = field.value
    if isinstance(name, str) and name.startswith(f"{GENERATED}_"):
        try:
            if section(name).set in SETS:
                return name
        except ValueError:
            raise field.error(f"{GENERATED}_SET_NUMBER for a generated section") from None
    return field.name([piece.name for piece in all_sections() if piece.set in SETS])


def _read_row(field: Field) -> str:
    row = field.value
    if not isinstance(row, str) or len(row) != hexes.COLUMNS_OF_BOARD:
        raise field.error(f"a string of {hexes.COLUMNS_OF_BOARD} codes")
    _check_codes(field, {*CODES, *SPECIAL_CODES})
    return row


def _check_codes(field: Field, known: set[str]) -> None:
    for column, code in enumerate(field.value):
        if code not in known:
            raise PositionError(f"{field.path}: column {column}: {shown(code)} is not one of {' '.join(sorted(known))}")


def _read_player(field: Field, board: Board) -> Seat:
    fields = field.mapping(_PLAYER_FIELDS)

    def standing(name: str, ground: int, what: str) -> int:
        return _read_hexes(fields[name], ground, what) if name in fields else 0

    def token(name: str, ground: int, what: str) -> int:
        if name not in fields or fields[name].value is None:
            return 0
        return _read_hex(fields[name], ground, what)

    seat = Seat()
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
    seat.tokens = Tokens(warriors, ship, wagon, city_hall)
    seat.reach = neighbours(seat.pieces)
    seat.holdings = _read_holdings(fields, board)
    left = SETTLEMENTS - settlements.bit_count() - seat.holdings.held - seat.holdings.lines.bit_count()
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


def _read_holdings(fields: dict[str, Field], board: Board) -> Holdings:
    """Read held settlements, number tiles, marked lines and bonus tiles."""
    lines = 0
    for item in fields["marked_lines"].items() if "marked_lines" in fields else ():
        line = _read_line(item, len(board.rows))
        if lines >> line & 1:
            raise PositionError(f"{item.path}: this line stands there twice")
        lines |= 1 << line
    bonus = fields["bonus_tiles"].names(_BONUS_TILES) if "bonus_tiles" in fields else ()
    kinds = tuple(option_number(name) for name in bonus)
    return Holdings(
        held=fields["held"].number(0, SETTLEMENTS) if "held" in fields else 0,
        numbers=fields["number_tiles"].number(0, NUMBERS) if "number_tiles" in fields else 0,
        lines=lines,
        bonus=tuple(BonusTile(kind, _BEFORE) for kind in kinds),
        bonus_ever=kinds,
    )


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


def _read_hexes(field: Field, ground: int, what: str) -> int:
    found = 0
    for item in field.items():
        bit = _read_hex(item, ground, what)
        if found & bit:
            raise PositionError(f"{item.path}: this hex stands there twice")
        found |= bit
    return found


def _check_one_per_hex(pos: Turn) -> None:
    """Refuse two things on one hex (R4.1), a line marked twice (R7.31), more number tiles than there are (R1.11)."""
    if pos.walls & pos.phase.scouts:
        raise PositionError(f"walls and scouts: both are on {hexes.names(pos.walls & pos.phase.scouts)}")
    numbers = 0
    for i, seat in enumerate(pos.seats):
        numbers += seat.holdings.numbers
        if numbers > NUMBERS:
            raise PositionError(f"players[{i}].number_tiles: all players together have at most {NUMBERS}")
        if any(seat.holdings.lines & other.holdings.lines for other in pos.seats[:i]):
            raise PositionError(f"players[{i}].marked_lines: another player has marked one of them")
        others = [(f"players[{j}]", other.pieces) for j, other in enumerate(pos.seats[:i])]
        others += [("walls", pos.walls), ("scouts", pos.phase.scouts)]
        for name, where in others:
            if seat.pieces & where:
                raise PositionError(f"players[{i}] and {name}: both are on {hexes.names(seat.pieces & where)}")


def _read_tiles_left(pos: Turn, field: Field | None, taken: Counter[int]) -> None:
    board = pos.board
    left = {h: max(0, 2 - taken[h]) if h in board.location_at else 1 for h in each(board.locations | board.nomads)}
    for entry in field.mapping().values() if field is not None else ():
        h = entry.key_hex()
        if h not in left:
            raise PositionError(f"{entry.path}: expected a location or nomad hex")
        left[h] = entry.number(0, 2 if h in board.location_at else 1)
    pos.stocked = hexes.hex_set([h for h, count in left.items() if count])
    pos.second = hexes.hex_set([h for h, count in left.items() if count == 2])


def _deal(pos: Turn) -> None:
    """Give the player to move the card shown, and deal what nobody can see at random."""
    cards = list(Chance(0).shuffled(pos.setup.deck))
    if not pos.seats:
        return
    seat = pos.seats[pos.active]
    if pos.played is not None:
        cards.remove(pos.played)
        seat.hand = (pos.played,)
    if pos.card is None or not pos.board.terrain[pos.card] & pos.free or not (seat.supply or seat.holdings.held):
        pos.to_build = 0
    for i, seat in enumerate(pos.seats):
        if i != pos.active:
            seat.hand = (cards.pop(),)
    pos.deck = Deck(tuple(cards), shuffles=((),))
