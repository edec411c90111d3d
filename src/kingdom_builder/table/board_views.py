"""The board in messages: its map, what is on it, and the set-up before the first turn.

No set is named here: pieces come from the registry, marks and marked lines from the drawings of the sets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from kingdom_builder.engine.answers import ANSWER_OF_HEX
from kingdom_builder.engine.board import Board
from kingdom_builder.engine.game import Game
from kingdom_builder.engine.hexes import COORDINATES, ROWS_OF_BOARD, interior, iter_hexes
from kingdom_builder.engine.pieces import SETTLEMENT
from kingdom_builder.engine.player import PlayerState
from kingdom_builder.engine.position import Position
from kingdom_builder.formats.setup_document import setup_document
from kingdom_builder.sets.draft import OptionKind
from kingdom_builder.sets.drawing import Mark
from kingdom_builder.sets.fields import Editable, Holds
from kingdom_builder.sets.registry import REGISTRY, answer_name, by_sets
from kingdom_builder.setup.builder import option_candidates
from kingdom_builder.setup.options import set_options
from kingdom_builder.table.board_messages import (
    BoardContents,
    BoardMap,
    MarkedLine,
    PieceGroup,
    TableSetup,
    TerrainCards,
)
from kingdom_builder.table.diff import card_name, hex_numbers


def setup_view(game: Game) -> TableSetup:
    """Return the set-up of a game before the first turn."""
    before = Game(game.setup)
    document = setup_document(before)
    lists = [option.name for option in set_options() if option.kind in (OptionKind.NAMES, OptionKind.HEXES)]
    return {
        **document,
        **board_map(before),
        "contents": board_contents(before),
        "candidates": {option: hex_numbers(hexes) for option, hexes in option_candidates(game.setup).items()},
        "drawn": {name: document[name] for name in lists},  # type: ignore[literal-required]  # a field of a set
    }


def board_map(pos: Position) -> BoardMap:
    """Return the map of a board, with the marks that are part of its hexes."""
    board = pos.board
    marks = [mark for s in REGISTRY.sets for mark in (*s.icons.on_terrain, *s.icons.on_special)]
    return {
        "rows": list(board.to_rows()),
        "island_rows": None if board.island is None else list(board.island.rows),
        "locations": {str(COORDINATES[h]): answer_name(kind) for h, kind in sorted(board.location_at.items())},
        "marks": _hexes_of_marks(marks, pos),
    }


class PlayerContents(NamedTuple):
    """What a player has on the board."""

    pieces: list[PieceGroup]
    lines: list[MarkedLine]


def player_contents(seat: int, player: PlayerState) -> PlayerContents:
    """Return what a player has on the board."""
    return PlayerContents(list(_pieces(seat, player)), list(_lines(seat, player)))


def board_contents(pos: Position, players: Sequence[PlayerContents] | None = None) -> BoardContents:
    """Return what is on the board: pieces, marked lines, what stands there besides, and the tiles that are left.

    `players` is what they have, if it is known already.
    """
    if players is None:
        players = [player_contents(seat, player) for seat, player in enumerate(pos.players)]
    return {
        "pieces": [group for player in players for group in player.pieces],
        "lines": [line for player in players for line in player.lines],
        "standing": _hexes_of_marks(_standing_marks(), pos),
        "tiles_left": list(_tiles_left(pos.tiles_left, pos.two_tiles_left)),
    }


@by_sets
def _standing_marks() -> list[Mark]:
    return [mark for s in REGISTRY.sets for mark in s.icons.standing]


@lru_cache(maxsize=1 << 12)
def _tiles_left(some: int, two: int) -> tuple[tuple[int, int], ...]:
    """Cached: few moves take a tile."""
    return tuple([(ANSWER_OF_HEX[h], 1 + (two >> h & 1)) for h in iter_hexes(some)])


def terrain_cards(pos: Position) -> TerrainCards:
    """Return the terrain cards that everybody sees."""
    deck = pos.deck
    return {
        "card": None if pos.card is None else card_name(pos.card),
        "draw": len(deck.draw),
        "discard": [card_name(card) for card in deck.discard],
        "removed": [card_name(card) for card in deck.removed],
    }


def piece_places(board: Board) -> dict[str, list[int]]:
    """Return the hexes that may have a piece or mark, by the field of position files that holds it."""
    return {field.field: hex_numbers(field.ground(board)) for field in _editable() if field.ground is not None}


def pieces_left(player: PlayerState) -> dict[str, int]:
    """Return how many pieces of every kind a player can still place, by the field of position files that holds them."""
    footprints = {kind.id: kind.footprint for kind in REGISTRY.pieces.values()}

    def left(field: Editable) -> int:
        if field.of == SETTLEMENT:
            return player.supply
        return field.owned - player.hexes_of(field.of).bit_count() // footprints[field.of]

    return {field.field: left(field) for field in _editable() if field.holds in (Holds.PIECE, Holds.PIECES)}


def _editable() -> Iterator[Editable]:
    for game_set in REGISTRY.sets:
        yield from game_set.fields.editable


def _pieces(seat: int, player: PlayerState) -> Iterator[PieceGroup]:
    """Yield the pieces of a player by kind; one that covers several hexes is drawn on the one in the middle."""
    if player.settlements:
        yield {"kind": SETTLEMENT, "seat": seat, "hexes": hex_numbers(player.settlements), "around": []}
    for kind, hexes in player.tokens:
        drawn = interior(hexes) if kind.footprint > 1 else hexes
        yield {"kind": kind.id, "seat": seat, "hexes": hex_numbers(drawn), "around": hex_numbers(hexes & ~drawn)}


def _lines(seat: int, player: PlayerState) -> Iterator[MarkedLine]:
    for game_set in REGISTRY.sets:
        if game_set.icons.marked_lines is not None:
            for line in iter_hexes(game_set.icons.marked_lines(player)):
                island = line >= ROWS_OF_BOARD
                yield {"seat": seat, "row": line - ROWS_OF_BOARD if island else line, "island": island}


def _hexes_of_marks(marks: Iterable[Mark], pos: Position) -> dict[str, list[int]]:
    """Return the hexes of the marks that are on the board, by their ids."""
    found = {mark.id: hex_numbers(mark.where(pos)) for mark in marks}
    return {name: hexes for name, hexes in found.items() if hexes}
