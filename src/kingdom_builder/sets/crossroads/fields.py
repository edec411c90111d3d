"""The fields of Crossroads in files: tasks, warriors, ship, wagon, city hall."""

from __future__ import annotations

from typing import Any

from kingdom_builder.engine.board import Board
from kingdom_builder.engine.fields import Field
from kingdom_builder.engine.hexes import NEIGHBOURS, interior
from kingdom_builder.engine.pieces import toggled
from kingdom_builder.engine.player import PlayerState
from kingdom_builder.engine.position import Position
from kingdom_builder.engine.problems import Problem
from kingdom_builder.engine.setup import Setup
from kingdom_builder.engine.terrain import MOUNTAIN, WATER
from kingdom_builder.sets.crossroads.pieces import CITY_HALL, SHIP, WAGON, WARRIOR, WARRIORS
from kingdom_builder.sets.crossroads.problems import CrossroadsProblem
from kingdom_builder.sets.crossroads.tasks import TASKS
from kingdom_builder.sets.fields import (
    Editable,
    FileFields,
    Holds,
    hex_lists,
    hex_or_none,
    read_hex,
    read_hexes,
    read_words,
)
from kingdom_builder.sets.problems import PositionProblem

_TASKS = tuple(task.id for task in TASKS)


def _land(board: Board) -> int:
    return board.land


def _water(board: Board) -> int:
    return board.terrain[WATER]


def _land_and_mountains(board: Board) -> int:
    return board.land | board.terrain[MOUNTAIN]


def _centres(board: Board) -> int:
    return interior(board.land)


def write_table(pos: Position) -> dict[str, Any]:
    """Return the tasks."""
    return {"tasks": list(pos.setup.tasks)}


def read_setup(fields: dict[str, Field], board: Board, values: dict[str, Any]) -> None:
    """Read the tasks."""
    if "tasks" in fields:
        values["tasks"] = fields["tasks"].names(_TASKS)


def write_player(player: PlayerState) -> dict[str, Any]:
    """Return where the pieces of a player are; a city hall by its centre."""
    return {
        "warriors": hex_lists(player.hexes_of(WARRIOR.id)),
        "ship": hex_or_none(player.hexes_of(SHIP.id)),
        "wagon": hex_or_none(player.hexes_of(WAGON.id)),
        "city_hall": hex_or_none(interior(player.hexes_of(CITY_HALL.id))),
    }


def read_player(fields: dict[str, Field], board: Board, player: PlayerState) -> None:
    """Read where the pieces of a player are."""

    def one(name: str, ground: int, problem: Problem) -> int:
        found = fields.get(name)
        return 0 if found is None or found.value is None else read_hex(found, ground, problem)

    warriors = read_hexes(fields.get("warriors"), _land(board), PositionProblem.EXPECTED_LAND)
    if warriors.bit_count() > WARRIORS:
        raise fields["warriors"].error(CrossroadsProblem.TOO_MANY_WARRIORS, count=WARRIORS)
    ship = one("ship", _water(board), CrossroadsProblem.EXPECTED_WATER)
    wagon = one("wagon", _land_and_mountains(board), CrossroadsProblem.EXPECTED_LAND_OR_MOUNTAIN)
    city_hall = one("city_hall", _centres(board), CrossroadsProblem.EXPECTED_ROOM_FOR_CITY_HALL)
    if city_hall:
        city_hall |= NEIGHBOURS[city_hall.bit_length() - 1]
    for kind, where in ((WARRIOR, warriors), (SHIP, ship), (WAGON, wagon), (CITY_HALL, city_hall)):
        if where:
            player.tokens = toggled(player.tokens, kind, where)


def write_record(setup: Setup) -> dict[str, str]:
    """Return the tasks."""
    return {"tasks": " ".join(setup.tasks)}


def read_record(lines: dict[str, str], board: Board, values: dict[str, Any]) -> None:
    """Read the tasks."""
    values["tasks"] = read_words("tasks", lines, _TASKS)


def write_document(setup: Setup) -> dict[str, Any]:
    """Return the tasks."""
    return {"tasks": list(setup.tasks)}


FIELDS = FileFields(
    table={"tasks": "cards"},
    player={"warriors": "settlements", "ship": "warriors", "wagon": "ship", "city_hall": "wagon"},
    record={"tasks": "cards"},
    document={"tasks": "cards"},
    editable=(
        Editable("warriors", Holds.PIECES, WARRIOR.id, ground=_land, owned=WARRIORS),
        Editable("ship", Holds.PIECE, SHIP.id, ground=_water),
        Editable("wagon", Holds.PIECE, WAGON.id, ground=_land_and_mountains),
        Editable("city_hall", Holds.PIECE, CITY_HALL.id, ground=_centres),
    ),
    write_table=write_table,
    read_setup=read_setup,
    write_player=write_player,
    read_player=read_player,
    write_record=write_record,
    read_record=read_record,
    write_document=write_document,
)
