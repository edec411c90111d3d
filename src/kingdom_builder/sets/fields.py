"""The fields of a set in files: what it adds to position files, records and set-up documents.

A set names its fields, each with the field that it follows, and has functions that write and read them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from typing import Any, NamedTuple

from kingdom_builder.engine.board import Board
from kingdom_builder.engine.fields import Field
from kingdom_builder.engine.hexes import BIT, COORDINATES, format_hexes, iter_hexes, parse_hex
from kingdom_builder.engine.player import PlayerState
from kingdom_builder.engine.position import Position
from kingdom_builder.engine.problems import InputError, Problem
from kingdom_builder.engine.setup import Setup
from kingdom_builder.sets.problems import PositionProblem, RecordError, RecordProblem

BEFORE = -1
"""The turn in which a tile of a position file was taken that is not locked; such a position is in turn 0."""

Names = Mapping[str, str]
"""The names of fields, each with the name of the field that it follows."""


class Holds(StrEnum):
    """What a field holds that a person can set: pieces or lines of a player, marked hexes, or a terrain."""

    PIECE = "piece"
    PIECES = "pieces"
    LINES = "lines"
    HEXES = "hexes"
    TERRAIN = "terrain"


class Editable(NamedTuple):
    """A field of position files that a person can set where a table is scored.

    `of` is the id of the kind of piece or of the mark. `needs` is the card without which the field has no effect.
    `ground` returns the hexes that may have such a piece or mark, and a player has `owned` of these pieces.
    """

    field: str
    holds: Holds
    of: str = ""
    needs: str = ""
    ground: Callable[[Board], int] | None = None
    owned: int = 1


@dataclass(frozen=True)
class FileFields:
    """What a set adds to files.

    `table` and `player` are fields of position files, `record` lines of records, `document` fields of set-up
    documents; `variants` are words of the line `variants:` in records, each a flag of `Setup`. `editable` are the
    fields of position files that matter for the score of a table.

    `write_player` depends on the tokens, the nomad tiles and the `extra` of a player.

    `read_setup` and `read_record` put what they read into the keyword arguments of `Setup`. `read_table` changes a
    position, `read_player` a player. `check_players` raises PositionError for what the players cannot have together.
    `progress` are parts of the field of that name, and `frames` the classes of open questions that the set adds.
    `settlements_used` counts the settlements of a player that are neither on the board nor in the supply nor held.
    """

    table: Names = field(default_factory=dict)
    player: Names = field(default_factory=dict)
    record: Names = field(default_factory=dict)
    document: Names = field(default_factory=dict)
    variants: tuple[str, ...] = ()
    editable: tuple[Editable, ...] = ()
    write_table: Callable[[Position], dict[str, Any]] | None = None
    write_player: Callable[[PlayerState], dict[str, Any]] | None = None
    write_record: Callable[[Setup], dict[str, str]] | None = None
    write_document: Callable[[Setup], dict[str, Any]] | None = None
    read_setup: Callable[[dict[str, Field], Board, dict[str, Any]], None] | None = None
    read_table: Callable[[dict[str, Field], Position], None] | None = None
    read_player: Callable[[dict[str, Field], Board, PlayerState], None] | None = None
    read_record: Callable[[dict[str, str], Board, dict[str, Any]], None] | None = None
    check_players: Callable[[Sequence[PlayerState]], None] | None = None
    progress: tuple[str, ...] = ()
    write_progress: Callable[[Position], dict[str, Any]] | None = None
    read_progress: Callable[[dict[str, Field], Position], None] | None = None
    frames: tuple[type, ...] = ()
    settlements_used: Callable[[PlayerState], int] | None = None


# Position files


def hex_list(h: int) -> list[Any]:
    """Return a hex as [row, col], one of the Island as ["island", row, col]."""
    return list(_HEX_LISTS[h])


def hex_lists(some: int) -> list[list[Any]]:
    """Return a set of hexes as lists [row, col] in reading order, those of the Island as ["island", row, col].

    >>> hex_lists(parse_hex("b1").bit)
    [[0, 1]]
    """
    return [list(pair) for pair in shared_hex_lists(some)]


@lru_cache(maxsize=1 << 13)
def shared_hex_lists(some: int) -> tuple[list[Any], ...]:
    """Return the same as values that must not be changed. Cached: views name the same hexes several times."""
    return tuple([_HEX_LISTS[h] for h in iter_hexes(some)])


_HEX_LISTS = {h: ["island", at.row, at.col] if at.island else [at.row, at.col] for h, at in COORDINATES.items()}


def hex_or_none(one: int) -> list[Any] | None:
    """Return the only hex of a set, None if it is empty."""
    return hex_list(one.bit_length() - 1) if one else None


def read_hex(value: Field, ground: int, problem: Problem) -> int:
    """Read one hex that is on some ground, as a set; raise PositionError with `problem` for another."""
    h = value.hex()
    if not ground >> h & 1:
        raise value.error(problem)
    return BIT[h]


def read_hexes(value: Field | None, ground: int, problem: Problem) -> int:
    """Read a list of different hexes, all of them on some ground; none if the field is missing."""
    found = 0
    for item in value.items() if value is not None else ():
        bit = read_hex(item, ground, problem)
        if found & bit:
            raise item.error(PositionProblem.HEX_TWICE)
        found |= bit
    return found


# Records


def read_words(key: str, lines: dict[str, str], known: Sequence[str]) -> tuple[str, ...]:
    """Read different known words of a line; none if the line is missing."""
    words = tuple(lines.get(key, "").split())
    for word in words:
        if word not in known:
            raise RecordError(RecordProblem.UNKNOWN_WORD, key=key, word=repr(word), known=", ".join(known))
        if words.count(word) > 1:
            raise RecordError(RecordProblem.WORD_TWICE, key=key, word=repr(word))
    return words


def read_named_hexes(key: str, lines: dict[str, str], ground: int, problem: Problem) -> int:
    """Read the hexes of a line, all of them on some ground; raise RecordError with `problem` for another."""
    found = 0
    for word in lines.get(key, "").split():
        try:
            bit = parse_hex(word).bit
        except InputError as error:
            raise RecordError(RecordProblem.WRONG_HEX_IN_LINE, key=key, error=error) from None
        if not bit & ground:
            raise RecordError(problem, key=key, hex=word)
        found |= bit
    return found


# All formats


def _hexes_of_board(value: Field, board: Board) -> int:
    return read_hexes(value, board.open | board.special, PositionProblem.EXPECTED_HEX_OF_BOARD)


def part_fields(
    part: str, *, after: str, ground: Callable[[Board], int], problem: Problem, editable: tuple[Editable, ...] = ()
) -> FileFields:
    """Return the fields of a set that marks hexes of the board and keeps nothing else.

    `part` is the name of the marked hexes in the set-up and in every format. `ground` returns the hexes that a record
    may mark, `problem` says that a hex is not one of them.
    """

    def write_table(pos: Position) -> dict[str, Any]:
        return {part: hex_lists(pos.setup.marked(part))}

    def read_setup(fields: dict[str, Field], board: Board, values: dict[str, Any]) -> None:
        if part in fields and (hexes := _hexes_of_board(fields[part], board)):
            values["parts"][part] = hexes

    def write_record(setup: Setup) -> dict[str, str]:
        return {part: format_hexes(setup.marked(part))}

    def read_record(lines: dict[str, str], board: Board, values: dict[str, Any]) -> None:
        values["parts"][part] = read_named_hexes(part, lines, ground(board), problem)

    def write_document(setup: Setup) -> dict[str, Any]:
        return {part: format_hexes(setup.marked(part)).split()}

    names = {part: after}
    return FileFields(
        table=names,
        record=names,
        document=names,
        editable=editable,
        write_table=write_table,
        read_setup=read_setup,
        write_record=write_record,
        read_record=read_record,
        write_document=write_document,
    )
