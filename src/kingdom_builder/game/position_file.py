"""Position files: what is visible on a table, as JSON (docs/position-format.md)."""

from __future__ import annotations

import json
from collections import Counter
from itertools import cycle
from typing import TYPE_CHECKING, Any, TypeVar

from kingdom_builder.game import hexes
from kingdom_builder.game.answers import NOMAD_TILES, answer_name, option_number
from kingdom_builder.game.board import Board
from kingdom_builder.game.cards import ALL_CARDS, TASKS
from kingdom_builder.game.chance import Chance
from kingdom_builder.game.fields import Field, PositionError, shown
from kingdom_builder.game.hexes import BIT, NEIGHBOURS, PLACES, each, neighbours
from kingdom_builder.game.position import WALLS, WARRIORS, Deck
from kingdom_builder.game.seat import NomadTile, OwnedTile, Seat, Tokens
from kingdom_builder.game.sections import PLAYED_LOCATIONS, all_sections
from kingdom_builder.game.setup import NOMAD_POOL, PLAYERS, SETTLEMENTS, Setup
from kingdom_builder.game.terrain import (
    BASE_DECK,
    CARD_TERRAINS,
    CODES,
    LOCATION,
    MOUNTAIN,
    SPECIAL_CODES,
    SPECIAL_LETTERS,
    TERRAINS,
    WATER,
    terrain_number,
)

if TYPE_CHECKING:
    from kingdom_builder.game.turn import Turn

G = TypeVar("G", bound="Turn")
FORMAT = "kingdom-builder/position-1"
MAX_GOLD = 9999

_LATER_TABLE: dict[str, tuple[Any, str]] = {
    "island": (None, "Island"),
    "capitols": ([], "Capitol"),
    "caves": ([], "Caves"),
    "removed_terrain": (None, "Marshlands"),
    "scouts": ([], "Harvest"),
}
_LATER_PLAYER: dict[str, tuple[Any, str]] = {
    "held": (0, "Marshlands"),
    "marked_lines": ([], "Harvest"),
    "number_tiles": (0, "Harvest"),
    "bonus_tiles": ([], "Marshlands"),
}
"""Fields of sets that are not played yet: the value that says the set is not in use, and the set."""

_TABLE_FIELDS = ("format", "board", "cards", "tasks", "players", "tiles_left", "walls", "to_play", "terrain")
_PLAYER_FIELDS = ("settlements", "warriors", "ship", "wagon", "city_hall", "supply", "gold", "tiles", "nomad_tiles")
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
        locations = {_key(h): answer_name(kind) for h, kind in sorted(board.location_at.items())}
        layout: dict[str, Any] = {"rows": list(board.to_rows()), "locations": locations}
    else:
        layout = {"sections": [[name, 180 if turned else 0] for name, turned in board.sections]}
    left = {h: (pos.stocked >> h & 1) + (pos.second >> h & 1) for h in each(board.locations | board.nomads)}
    return {
        "format": FORMAT,
        "board": layout,
        "island": None,
        "capitols": [],
        "caves": [],
        "removed_terrain": None,
        "cards": list(pos.setup.cards),
        "tasks": list(pos.setup.tasks),
        "players": [_player_facts(pos, seat) for seat in pos.seats],
        "tiles_left": {_key(h): count for h, count in left.items()},
        "walls": hex_lists(pos.walls),
        "scouts": [],
        "to_play": pos.active,
        "terrain": None if pos.card is None else TERRAINS[pos.card],
    }


def hex_lists(some: int) -> list[list[int]]:
    """Return a set of hexes as lists [row, col] in reading order.

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
        "held": 0,
        "gold": seat.gold,
        "marked_lines": [],
        "number_tiles": 0,
        "tiles": [
            {
                "name": answer_name(tile.kind),
                "at": _hex_list(tile.at),
                "used": tile.used,
                "locked": tile.since == pos.turn,
            }
            for tile in seat.tiles
        ],
        "bonus_tiles": [],
        "nomad_tiles": [answer_name(tile.kind) for tile in seat.nomads],
    }


def _hex_list(h: int) -> list[int]:
    return [PLACES[h].row, PLACES[h].col]


def _hex_or_none(one: int) -> list[int] | None:
    return _hex_list(one.bit_length() - 1) if one else None


def _key(h: int) -> str:
    return f"{PLACES[h].row},{PLACES[h].col}"


def read_position(text: str, game: type[G]) -> G:
    """Read a position file into a game; PositionError names the field that breaks the format."""
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        raise PositionError(f"line {error.lineno}, column {error.colno}: this is not JSON: {error.msg}") from None
    except (ValueError, RecursionError):
        raise PositionError("the file: expected a position, found a number or brackets without end") from None
    fields = Field("", value).mapping((*_TABLE_FIELDS, *_LATER_TABLE))
    if "format" not in fields or fields["format"].value != FORMAT:
        raise PositionError(f'format: expected "{FORMAT}"')
    if "board" not in fields:
        raise PositionError("board: expected the four sections, or rows and locations")
    _refuse_later_sets(fields, _LATER_TABLE)
    board = _read_board(fields["board"])
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
    )
    pos = game.laid(setup)
    taken: Counter[int] = Counter()
    for i, player in enumerate(players):
        pos.seats[i] = _read_player(player, board)
        taken.update(tile.at for tile in pos.seats[i].tiles)
    pos.walls = _read_hexes(fields["walls"], board.land, "land") if "walls" in fields else 0
    if pos.walls.bit_count() > WALLS:
        raise PositionError(f"walls: there are only {WALLS}")
    _check_one_per_hex(pos)
    _read_tiles_left(pos, fields.get("tiles_left"), taken)
    terrain = fields.get("terrain")
    if terrain is not None and terrain.value is not None:
        pos.card = pos.played = terrain_number(terrain.name([TERRAINS[t] for t in CARD_TERRAINS]))
    pos.refresh_free()
    _deal(pos)
    pos.ending = any(seat.supply == 0 for seat in pos.seats)
    return pos


def _refuse_later_sets(fields: dict[str, Field], later: dict[str, tuple[Any, str]]) -> None:
    for name, (unused, set_name) in later.items():
        if name in fields and json.dumps(fields[name].value) != json.dumps(unused):
            raise fields[name].error(f"{json.dumps(unused)}, because {set_name} cannot be played yet")


def _read_board(field: Field) -> Board:
    parts = field.mapping(("sections", "rows", "locations"))
    if ("sections" in parts) == ("rows" in parts):
        raise field.error("either sections or rows")
    if "sections" in parts:
        if "locations" in parts:
            raise parts["locations"].error("nothing, because the sections say where locations are")
        names = [section.name for section in all_sections()]
        choices = []
        for item in parts["sections"].items(4):
            name, turn = item.items(2)
            if turn.value not in (0, 180) or isinstance(turn.value, bool):
                raise turn.error("0 or 180")
            choices.append((name.name(names), turn.value == 180))
        return Board.from_sections(tuple(choices))
    rows = [_read_row(row) for row in parts["rows"].items(hexes.ROWS_OF_BOARD)]
    wanted = {PLACES[h] for h in PLACES if not PLACES[h].island and rows[PLACES[h].row][PLACES[h].col] == "L"}
    found: dict[int, str] = {}
    for entry in parts["locations"].mapping().values() if "locations" in parts else ():
        h = entry.key_hex()
        if PLACES[h] not in wanted:
            raise PositionError(f"{entry.path}: the row has no L there")
        found[h] = entry.name(PLAYED_LOCATIONS)
    missing = wanted - {PLACES[h] for h in found}
    if missing:
        place = min(missing)
        raise PositionError(f'{field.path}.locations: expected what the L at "{place.row},{place.col}" is')
    return Board.from_rows(tuple(rows), found)


def _read_row(field: Field) -> str:
    row = field.value
    known = {*CODES, *SPECIAL_CODES, SPECIAL_LETTERS[LOCATION]}
    if not isinstance(row, str) or len(row) != hexes.COLUMNS_OF_BOARD:
        raise field.error(f"a string of {hexes.COLUMNS_OF_BOARD} codes")
    for column, code in enumerate(row):
        if code not in known:
            raise PositionError(f"{field.path}: column {column}: {shown(code)} is not one of {' '.join(sorted(known))}")
    return row


def _read_player(field: Field, board: Board) -> Seat:
    fields = field.mapping((*_PLAYER_FIELDS, *_LATER_PLAYER))
    _refuse_later_sets(fields, _LATER_PLAYER)

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
    left = SETTLEMENTS - settlements.bit_count()
    if left < 0:
        raise PositionError(f"{field.path}.settlements: a player has only {SETTLEMENTS}")
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


def _read_tile(field: Field, board: Board) -> OwnedTile:
    fields = field.mapping(("name", "at", "used", "locked"))
    for name in ("name", "at"):
        if name not in fields:
            raise PositionError(f"{field.path}.{name}: expected, but not there")
    kind = option_number(fields["name"].name(PLAYED_LOCATIONS))
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
    """Refuse two things on one hex (R4.1)."""
    for i, seat in enumerate(pos.seats):
        others = [("walls", pos.walls), *((f"players[{j}]", pos.seats[j].pieces) for j in range(i))]
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
    cards = list(Chance(0).shuffled(BASE_DECK))
    if not pos.seats:
        return
    if pos.card is not None:
        cards.remove(pos.card)
        pos.seats[pos.active].hand = (pos.card,)
    if pos.card is None or not pos.board.terrain[pos.card] & pos.free or not pos.seats[pos.active].supply:
        pos.to_build = 0
    for i, seat in enumerate(pos.seats):
        if i != pos.active:
            seat.hand = (cards.pop(),)
    pos.deck = Deck(tuple(cards), shuffles=((),))
