"""The position of an example: its map alone on the board, and the answers that are played first."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from kingdom_builder.engine.board import LOCATION, NO_HEX
from kingdom_builder.engine.fields import Field, PositionError
from kingdom_builder.engine.game import Game
from kingdom_builder.engine.hexes import COLUMNS_OF_BOARD, COORDINATES, ROWS_OF_BOARD, iter_hexes
from kingdom_builder.engine.pieces import SETTLEMENT
from kingdom_builder.examples.example_file import Example
from kingdom_builder.formats.position_file import position_on, table_fields
from kingdom_builder.formats.position_parts import player_fields
from kingdom_builder.sets.fields import hex_list
from kingdom_builder.sets.registry import REGISTRY, option_number
from kingdom_builder.setup.boards import board_from_rows

MIN_PLAYERS = 2


class Played(NamedTuple):
    """An example after its answers: the game before and after them, hexes built on, pieces moved (from, to)."""

    before: Game
    game: Game
    built: tuple[int, ...]
    moved: tuple[tuple[int, int], ...]


def play(example: Example) -> Played:
    """Return the example after its answers; raise ExampleError if its position or one of its answers is impossible."""
    before = position(example)
    game = before.copy()
    built: list[int] = []
    moved: list[tuple[int, int]] = []
    for word in example.play:
        occupied = _occupied(game)
        try:
            game.play(example.answer(word))
        except ValueError as error:
            raise example.error(f"play: {word}: {error}") from None
        new, old = _occupied(game) & ~occupied, occupied & ~_occupied(game)
        if new and old:
            moved.append((old.bit_length() - 1, new.bit_length() - 1))
        else:
            built += iter_hexes(new)
    return Played(before, game, tuple(built), tuple(moved))


def position(example: Example) -> Game:
    """Return the position of an example, in which nothing but its map is on the board."""
    locations = {h: cell.ground for h, cell in example.cells.items() if cell.ground in REGISTRY.tile_ids()}
    board = board_from_rows(_rows(example, set(locations)), locations)
    try:
        game = position_on(board, Field("", _facts(example)).mapping(table_fields()), Game)
    except PositionError as error:
        raise example.error(str(error)) from None
    nomad_tiles = {h: _nomad_tile(example, h) for h in iter_hexes(board.nomads)}
    game.setup = replace(game.setup, nomad_tiles=nomad_tiles)
    return game


def _rows(example: Example, locations: set[int]) -> tuple[str, ...]:
    codes = [[NO_HEX] * COLUMNS_OF_BOARD for _ in range(ROWS_OF_BOARD)]
    for h, cell in example.cells.items():
        place = COORDINATES[h]
        codes[place.row][place.col] = REGISTRY.special_letters[LOCATION] if h in locations else cell.ground
    return tuple(map("".join, codes))


def _nomad_tile(example: Example, h: int) -> int:
    name = example.cells[h].holds
    if name not in REGISTRY.nomad_ids:
        raise example.error(f"{COORDINATES[h]}: expected one of {', '.join(REGISTRY.nomad_ids)} behind the colon")
    return option_number(name)


def _facts(example: Example) -> dict[str, Any]:
    """Return the fields of the position file: those that the example names, and what the map shows."""
    own = player_fields()
    count = 1 + max([MIN_PLAYERS - 1, *(cell.owner for cell in example.cells.values() if cell.owner is not None)])
    players: list[dict[str, Any]] = [{} for _ in range(count)]
    players[0] |= {name: value for name, value in example.fields.items() if name in own}
    table = {name: value for name, value in example.fields.items() if name not in own}
    for h, cell in example.cells.items():
        if cell.piece:
            _put(table if cell.owner is None else players[cell.owner], cell.piece, hex_list(h))
        if cell.holds.isdigit():
            table.setdefault("tiles_left", {})[",".join(map(str, hex_list(h)))] = int(cell.holds)
    for key, value in example.claims:
        if key == "pays" and (source := value.split()[0]) not in REGISTRY.specials:
            table["cards" if source in REGISTRY.cards else "tasks"] = [source]
    if example.tiles:
        at = {cell.ground: hex_list(h) for h, cell in example.cells.items()}
        players[0]["tiles"] = [{"name": name, "at": at.get(name, [])} for name in example.tiles]
    return {**table, "players": players}


def _put(fields: dict[str, Any], piece: str, at: list[Any]) -> None:
    """Put a piece into the field that is called like it, or into the list that is called like several of it."""
    if piece != SETTLEMENT and piece in player_fields():
        fields[piece] = at
    else:
        fields.setdefault(f"{piece}s", []).append(at)


def _occupied(game: Game) -> int:
    found = game.walls | game.turn_state.temporary
    for player in game.players:
        found |= player.pieces
    return found
