"""The fields of Harvest in files: scouts, number tiles, marked lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kingdom_builder.engine.board import Board
from kingdom_builder.engine.fields import Field, PositionError
from kingdom_builder.engine.hexes import ROWS_OF_BOARD, ROWS_OF_ISLAND, SECTIONS, iter_hexes
from kingdom_builder.engine.player import PlayerState
from kingdom_builder.engine.position import Position
from kingdom_builder.sets.fields import Editable, FileFields, Holds, hex_lists, read_hexes
from kingdom_builder.sets.harvest.cards import sections_built_in
from kingdom_builder.sets.harvest.cathedral import NUMBERS
from kingdom_builder.sets.harvest.problems import HarvestProblem
from kingdom_builder.sets.harvest.scouts import SCOUTS
from kingdom_builder.sets.harvest.silo import SiloFrame
from kingdom_builder.sets.harvest.state import HarvestPlayer, state_of
from kingdom_builder.sets.problems import PositionProblem
from kingdom_builder.sets.slots import HARVEST


def write_table(pos: Position) -> dict[str, Any]:
    """Return the scouts."""
    return {"scouts": hex_lists(pos.turn_state.temporary)}


def read_table(fields: dict[str, Field], pos: Position) -> None:
    """Read the scouts."""
    scouts = read_hexes(fields.get("scouts"), pos.board.open, HarvestProblem.EXPECTED_LAND_WATER_OR_MOUNTAIN)
    if scouts.bit_count() > SCOUTS:
        raise PositionError(PositionProblem.TOO_MANY_PIECES, path="scouts", count=SCOUTS)
    pos.turn_state = pos.turn_state._replace(temporary=scouts)


def write_player(player: PlayerState) -> dict[str, Any]:
    """Return the number tiles and the marked lines of a player; lines of the Island as ["island", row]."""
    numbers, lines = state_of(player)
    marked = [i if i < ROWS_OF_BOARD else ["island", i - ROWS_OF_BOARD] for i in iter_hexes(lines)]
    return {"marked_lines": marked, "number_tiles": numbers}


def read_player(fields: dict[str, Field], board: Board, player: PlayerState) -> None:
    """Read the number tiles and the marked lines of a player."""
    lines = 0
    for item in fields["marked_lines"].items() if "marked_lines" in fields else ():
        line = _read_line(item, len(board.rows))
        if lines >> line & 1:
            raise item.error(HarvestProblem.LINE_TWICE)
        lines |= 1 << line
    numbers = fields["number_tiles"].number(0, NUMBERS) if "number_tiles" in fields else 0
    player.set_extra(HARVEST, HarvestPlayer(numbers, lines))


def check_players(players: Sequence[PlayerState]) -> None:
    """Reject more number tiles than there are (R1.11) and a line that two players have marked (R7.31)."""
    numbers = 0
    for i, player in enumerate(players):
        numbers += state_of(player).numbers
        if numbers > NUMBERS:
            path = f"players[{i}].number_tiles"
            raise PositionError(HarvestProblem.TOO_MANY_NUMBER_TILES, path=path, count=NUMBERS)
        if any(state_of(player).lines & state_of(other).lines for other in players[:i]):
            raise PositionError(HarvestProblem.LINE_OF_ANOTHER, path=f"players[{i}].marked_lines")


def write_progress(pos: Position) -> dict[str, Any]:
    """Return the sections noted for Rovers in this turn (R7.33)."""
    return {"rovers_sections": list(iter_hexes(sections_built_in(pos)))}


def read_progress(fields: dict[str, Field], pos: Position) -> None:
    """Read the sections noted for Rovers."""
    sections = {item.number(0, len(SECTIONS) - 1) for item in fields["rovers_sections"].items()}
    if sections:
        pos.set_turn_extra(HARVEST, sum(1 << section for section in sections))


def markers(player: PlayerState) -> int:
    """Return how many settlements of a player mark lines."""
    return state_of(player).lines.bit_count()


def _read_line(value: Field, count: int) -> int:
    found = value.value
    if isinstance(found, list) and len(found) == 2 and found[0] == "island" and count > ROWS_OF_BOARD:
        return ROWS_OF_BOARD + Field(value.path, found[1]).number(0, ROWS_OF_ISLAND - 1)
    return value.number(0, ROWS_OF_BOARD - 1)


FIELDS = FileFields(
    table={"scouts": "walls"},
    player={"marked_lines": "gold", "number_tiles": "marked_lines"},
    editable=(Editable("marked_lines", Holds.LINES, needs="mayors"),),
    progress=("rovers_sections",),
    frames=(SiloFrame,),
    write_progress=write_progress,
    read_progress=read_progress,
    write_table=write_table,
    read_table=read_table,
    write_player=write_player,
    read_player=read_player,
    check_players=check_players,
    settlements_used=markers,
)
