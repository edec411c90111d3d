"""The field of the Capitol in files: the hexes with a capitol."""

from __future__ import annotations

from typing import Any

from kingdom_builder.engine.board import Board
from kingdom_builder.engine.fields import Field
from kingdom_builder.engine.hexes import format_hexes
from kingdom_builder.engine.position import Position
from kingdom_builder.engine.setup import Setup
from kingdom_builder.sets.capitol.setup import PART
from kingdom_builder.sets.fields import FileFields, hex_lists, read_named_hexes, read_part


def write_table(pos: Position) -> dict[str, Any]:
    """Return the capitols."""
    return {PART: hex_lists(pos.setup.marked(PART))}


def read_setup(fields: dict[str, Field], board: Board, values: dict[str, Any]) -> None:
    """Read the capitols."""
    read_part(fields, board, values, PART)


def write_record(setup: Setup) -> dict[str, str]:
    """Return the capitols."""
    return {PART: format_hexes(setup.marked(PART))}


def read_record(lines: dict[str, str], board: Board, values: dict[str, Any]) -> None:
    """Read the capitols."""
    values["parts"][PART] = read_named_hexes(PART, lines, board.special_hexes("castle"), "a castle")


def write_document(setup: Setup) -> dict[str, Any]:
    """Return the capitols."""
    return {PART: format_hexes(setup.marked(PART)).split()}


FIELDS = FileFields(
    table={PART: "island"},
    record={PART: "island"},
    document={PART: "island"},
    write_table=write_table,
    read_setup=read_setup,
    write_record=write_record,
    read_record=read_record,
    write_document=write_document,
)
