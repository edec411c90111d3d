"""Position files: the visible state of a game as JSON (docs/position-format.md)."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar, cast

from kingdom_builder.engine import hexes
from kingdom_builder.engine.board import Board, Island
from kingdom_builder.engine.deck import Deck
from kingdom_builder.engine.fields import Field, PositionError
from kingdom_builder.engine.hexes import COORDINATES, iter_hexes
from kingdom_builder.engine.player import SETTLEMENTS, PlayerState
from kingdom_builder.engine.position import Position
from kingdom_builder.engine.rng import Rng
from kingdom_builder.engine.setup import Setup
from kingdom_builder.engine.terrain import (
    CARD_TERRAINS,
    SWAMP,
    TERRAINS,
    TERRAINS_OF_CARD,
    terrain_number,
)
from kingdom_builder.formats.documents import PositionDocument
from kingdom_builder.formats.field_order import in_order, sorted_by
from kingdom_builder.formats.position_parts import player_fields, read_board, read_island, read_player
from kingdom_builder.formats.progress import progress_fields, progress_of_setup, read_progress, write_progress
from kingdom_builder.sets.fields import hex_list, hex_lists, shared_hex_lists
from kingdom_builder.sets.problems import PositionProblem
from kingdom_builder.sets.registry import REGISTRY, answer_name, by_sets
from kingdom_builder.setup.builder import PLAYERS

if TYPE_CHECKING:
    from kingdom_builder.engine.game import Game

G = TypeVar("G", bound="Game")
FORMAT = "kingdom-builder/position-1"
_CORE = ("format", "board", "island", "cards", "players", "tiles_left", "to_play", "terrain", "progress")


@by_sets
def table_fields() -> tuple[str, ...]:
    """Return the names of the fields of a position file."""
    return in_order(_CORE, [game_set.fields.table for game_set in REGISTRY.sets])


def write_position(pos: Game) -> str:
    """Return a position as the text of a file with all fields, from which the game goes on exactly where it stands.

    The field `progress` is left out if a file without it means the same.
    """
    if pos.setup.settlements != SETTLEMENTS:
        raise ValueError("this is not the standard game: with another number of settlements it has no position file")
    document, progress = dict(position_document(pos)), write_progress(pos)
    without = position_on(pos.board, Field("", document).mapping(table_fields()), type(pos))
    if write_progress(without) != progress:
        document["progress"] = progress
    return json.dumps(document) + "\n"


def position_document(pos: Game, players: Sequence[Any] | None = None) -> PositionDocument:
    """Return the visible part of a position file as JSON values, with those of the players if they are known."""
    board = pos.board
    if board.sections is None:
        on_board = ((h, kind) for h, kind in sorted(board.location_at.items()) if not COORDINATES[h].island)
        locations = {_KEYS[h]: answer_name(kind) for h, kind in on_board}
        layout: dict[str, Any] = {"rows": list(board.to_rows()), "locations": locations}
    else:
        layout = {"sections": [[name, 180 if turned else 0] for name, turned in board.sections]}
    found = {
        "format": FORMAT,
        "board": layout,
        "island": _island_document(board.island),
        "cards": list(pos.setup.cards),
        "players": [player_document(player, pos.turn) for player in pos.players] if players is None else players,
        **_changing_fields(pos),
    }
    return cast(PositionDocument, sorted_by(table_fields(), found))


def next_position_document(before: dict[str, Any], pos: Game, players: Sequence[Any]) -> dict[str, Any]:
    """Return the document of a position from that of an earlier one of the same game."""
    return {**before, "players": players, **_changing_fields(pos)}


def _changing_fields(pos: Game) -> dict[str, Any]:
    """Return the fields that a move may change, but not the players."""
    board = pos.board
    found: dict[str, Any] = {
        "tiles_left": dict(_tiles_left(board.locations | board.nomads, pos.tiles_left, pos.two_tiles_left)),
        "to_play": pos.active,
        "terrain": None if pos.terrain is None else TERRAINS[pos.terrain],
    }
    for write in _table_writers():
        found |= write(pos)
    return found


@by_sets
def _table_writers() -> list[Callable[[Position], dict[str, Any]]]:
    return [game_set.fields.write_table for game_set in REGISTRY.sets if game_set.fields.write_table is not None]


@by_sets
def _player_writers() -> list[Callable[[PlayerState], dict[str, Any]]]:
    return [game_set.fields.write_player for game_set in REGISTRY.sets if game_set.fields.write_player is not None]


def _island_document(island: Island | None) -> Any:
    if island is None or island.side is not None:
        return None if island is None else island.side
    return {"rows": list(island.rows), "location": island.location}


@lru_cache(maxsize=1 << 12)
def _tiles_left(spaces: int, some: int, two: int) -> tuple[tuple[str, int], ...]:
    """Return how many tiles each space has. Cached: few moves take a tile."""
    return tuple([(_KEYS[h], (some >> h & 1) + (two >> h & 1)) for h in iter_hexes(spaces)])


def player_document(player: PlayerState, turn: int) -> dict[str, Any]:
    """Return a player in a position file: pieces, supply, gold, tiles; those taken in this turn are locked."""
    found = _core_fields(player, turn)
    for write in _player_writers():
        found |= write(player)
    return sorted_by(player_fields(), found)


def changed_player_fields(
    state: PlayerState, turn_before: int, player: PlayerState, turn: int
) -> Iterator[tuple[str, Any]]:
    """Yield the fields of a player's document that may have changed since an earlier state of this player.

    The fields of sets depend on the tokens, the nomad tiles and what sets keep of a player.
    """
    if player.settlements != state.settlements:
        yield "settlements", shared_hex_lists(player.settlements)
    yield "supply", player.supply
    yield "gold", player.gold
    if player.tiles is not state.tiles or turn != turn_before:  # the turn locks tiles
        yield "tiles", _tiles(player, turn)
    if player.tokens is not state.tokens or player.nomads is not state.nomads or player.extra is not state.extra:
        for write in _player_writers():
            yield from write(player).items()


def _core_fields(player: PlayerState, turn: int) -> dict[str, Any]:
    """Return the fields of a player that every game has."""
    return {
        "settlements": hex_lists(player.settlements),
        "supply": player.supply,
        "gold": player.gold,
        "tiles": _tiles(player, turn),
    }


def _tiles(player: PlayerState, turn: int) -> list[dict[str, Any]]:
    return [
        {
            "name": answer_name(tile.kind),
            "at": hex_list(tile.location),
            "used": tile.used,
            "locked": tile.acquired_turn == turn,
        }
        for tile in player.tiles
    ]


_KEYS = {h: ",".join(map(str, hex_list(h))) for h in COORDINATES}


def read_position(text: str, game: type[G]) -> G:
    """Read a position file into a game; raise PositionError with the name of the wrong field."""
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        raise PositionError(
            PositionProblem.NOT_JSON, line=error.lineno, column=error.colno, message=error.msg
        ) from None
    except (ValueError, RecursionError):
        raise PositionError(PositionProblem.NO_END) from None
    fields = Field("", value).mapping(table_fields())
    if "format" not in fields or fields["format"].value != FORMAT:
        raise PositionError(PositionProblem.WRONG_FORMAT, format=json.dumps(FORMAT))
    if "board" not in fields:
        raise PositionError(PositionProblem.NO_BOARD)
    return position_on(read_board(fields["board"], read_island(fields.get("island"))), fields, game)


def position_on(board: Board, fields: dict[str, Field], game: type[G]) -> G:
    """Return the position that the fields of a file describe on a board."""
    players = fields["players"].items() if "players" in fields else []
    if len(players) not in range(PLAYERS.stop):
        raise PositionError(PositionProblem.TOO_MANY_PLAYERS, most=PLAYERS.stop - 1, found=len(players))
    to_play = fields["to_play"].number(0, max(len(players) - 1, 0)) if "to_play" in fields else 0
    values: dict[str, Any] = {"parts": {}}
    for game_set in REGISTRY.sets:
        if game_set.fields.read_setup is not None:
            game_set.fields.read_setup(fields, board, values)
    progress = progress_fields(fields.get("progress"))
    values |= progress_of_setup(progress, len(players)) if progress else {"start": to_play}
    setup = Setup(
        players=len(players),
        board=board,
        cards=fields["cards"].names(REGISTRY.card_ids()) if "cards" in fields else (),
        registry=REGISTRY,
        **values,
    )
    pos = game.without_deal(setup)
    pos.active = to_play
    taken: Counter[int] = Counter()
    for i, player in enumerate(players):
        pos.players[i] = read_player(player, board, pos.rules.extra)
        taken.update(tile.location for tile in pos.players[i].tiles)
    pos.rules = REGISTRY.rules_for(setup, _owned_tiles(pos))
    _read_tiles_left(pos, fields.get("tiles_left"), taken)
    terrain = fields.get("terrain")
    if terrain is not None and terrain.value is not None:
        pos.terrain = terrain_number(terrain.name([TERRAINS[t] for t in (*CARD_TERRAINS, SWAMP)]))
        pos.card = next((card for card in setup.deck if pos.terrain in TERRAINS_OF_CARD[card]), None)
        if pos.card is None:
            raise terrain.error(PositionProblem.TERRAIN_WITHOUT_CARD)
    for game_set in REGISTRY.sets:
        if game_set.fields.read_table is not None:
            game_set.fields.read_table(fields, pos)
        if game_set.fields.check_players is not None:
            game_set.fields.check_players(pos.players)
    _check_one_per_hex(pos)
    if progress:
        read_progress(progress, pos)
        return pos
    if pos.players:
        pos.turn_state = pos.turn_state._replace(additional=pos.players[to_play].reserve)
    pos.refresh_free()
    _deal(pos)
    pos.end_triggered = any(player.supply == player.reserve == 0 for player in pos.players)
    return pos


def _owned_tiles(pos: Game) -> frozenset[int]:
    """Return the tiles of all players; their rules apply even if the board does not have their locations."""
    return frozenset(number for player in pos.players for number in REGISTRY.owned_tiles(player))


def _check_one_per_hex(pos: Game) -> None:
    """Raise PositionError if two things are on one hex (R4.1)."""
    temporary = f"{pos.rules.temporary}s"
    if pos.walls & pos.turn_state.temporary:
        raise _both_on("walls", temporary, pos.walls & pos.turn_state.temporary)
    for i, player in enumerate(pos.players):
        others = [(f"players[{j}]", other.pieces) for j, other in enumerate(pos.players[:i])]
        others += [("walls", pos.walls), (temporary, pos.turn_state.temporary)]
        for name, where in others:
            if player.pieces & where:
                raise _both_on(f"players[{i}]", name, player.pieces & where)


def _both_on(first: str, second: str, where: int) -> PositionError:
    return PositionError(PositionProblem.BOTH_ON_ONE_HEX, first=first, second=second, hexes=hexes.format_hexes(where))


def _read_tiles_left(pos: Game, field: Field | None, taken: Counter[int]) -> None:
    board = pos.board
    left = {
        h: max(0, 2 - taken[h]) if h in board.location_at else 1 for h in iter_hexes(board.locations | board.nomads)
    }
    for entry in field.mapping().values() if field is not None else ():
        h = entry.key_hex()
        if h not in left:
            raise entry.error(PositionProblem.NO_TILES_THERE)
        left[h] = entry.number(0, 2 if h in board.location_at else 1)
    pos.tiles_left = hexes.hex_set([h for h, count in left.items() if count])
    pos.two_tiles_left = hexes.hex_set([h for h, count in left.items() if count == 2])


def _deal(pos: Game) -> None:
    """Give the revealed card to the player to move, and deal the hidden cards at random."""
    cards = list(Rng(0).shuffled(pos.setup.deck))
    if not pos.players:
        return
    player = pos.players[pos.active]
    if pos.card is not None:
        cards.remove(pos.card)
        player.hand = (pos.card,)
    if pos.terrain is None or not pos.board.terrain[pos.terrain] & pos.free or not (player.supply or player.reserve):
        pos.to_build = 0
    for seat, player in enumerate(pos.players):
        if seat != pos.active:
            player.hand = (cards.pop(),)
    pos.deck = Deck(tuple(cards), shuffles=((),))
