"""What a host sends about boards and set-ups (docs/protocol.md), as types of plain JSON values."""

from __future__ import annotations

from typing import TypedDict

from kingdom_builder.formats.documents import SetupDocument


class BoardMap(TypedDict):
    """The map of a board: rows of letters, the rows of the Island, and the location tiles by the names of hexes.

    `marks` are the hexes with something printed on them or part of them, by the id of its drawing.
    """

    rows: list[str]
    island_rows: list[str] | None
    locations: dict[str, str]
    marks: dict[str, list[int]]


class PieceGroup(TypedDict):
    """A player's pieces of one kind: where they are drawn, and the other hexes that they cover."""

    kind: str
    seat: int
    hexes: list[int]
    around: list[int]


class MarkedLine(TypedDict):
    """A horizontal line that a player has marked."""

    seat: int
    row: int
    island: bool


class TerrainCards(TypedDict):
    """The terrain cards that everybody sees: the one played, the size of the draw pile, and the other piles in order.

    `removed` are the cards that are out of the game.
    """

    card: str | None
    draw: int
    discard: list[str]
    removed: list[str]


class BoardContents(TypedDict):
    """What is on a board, whatever set it belongs to.

    `standing` are the hexes with something that belongs to no player, by the id of its drawing. `tiles_left` are hexes
    with the number of tiles on them.
    """

    pieces: list[PieceGroup]
    lines: list[MarkedLine]
    standing: dict[str, list[int]]
    tiles_left: list[tuple[int, int]]


class TableSetup(SetupDocument, BoardMap):
    """The set-up of a game, and its board before the first turn.

    `drawn` is what the game has for each set-up option that takes several names or hexes, `candidates` are the hexes
    that such an option can take. Both are by the name of the option.
    """

    contents: BoardContents
    drawn: dict[str, list[str]]
    candidates: dict[str, list[int]]
