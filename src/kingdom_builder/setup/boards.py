"""Boards from sections, or from rows of codes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from kingdom_builder.engine.board import LOCATION, NO_HEX, Board, BoardPart, Island, SectionChoice
from kingdom_builder.engine.hexes import Coordinate
from kingdom_builder.engine.terrain import CODES, TERRAINS
from kingdom_builder.sets.problems import SetupError, SetupProblem
from kingdom_builder.sets.registry import REGISTRY, option_number
from kingdom_builder.setup.sections import Cell, Section, placed, section


def board_from_sections(choices: tuple[SectionChoice, ...], island: Island | None = None) -> Board:
    """Return a board of four sections (top left, top right, bottom left, bottom right), and the Island if given.

    >>> board = board_from_sections((("tavern", False), ("paddock", False), ("oasis", False), ("farm", False)))
    >>> board.code(Coordinate(3, 3).hex), len(board.location_at)
    ('K', 8)
    """
    if len(choices) != 4:
        raise SetupError(SetupProblem.WRONG_NUMBER_OF_SECTIONS, count=len(choices))
    parts = [section_part(section(name), quadrant, turned=turned) for quadrant, (name, turned) in enumerate(choices)]
    if island is not None:
        parts.append(_island_part(island))
    return Board(*_joined(parts), REGISTRY.special_letters, choices, island, tuple(parts))


def with_fewer_sections(board: Board, count: int) -> Board:
    """Return a board of the first sections of another one, and its Island; it is not a board of the standard game.

    >>> board = board_from_sections((("tavern", False), ("paddock", False), ("oasis", False), ("farm", False)))
    >>> with_fewer_sections(board, 1).code(Coordinate(3, 3).hex), len(with_fewer_sections(board, 1).location_at)
    ('K', 2)
    """
    parts = (*board.parts[:count], *board.parts[4:])
    return Board(*_joined(parts), REGISTRY.special_letters, None, board.island, parts)


def board_from_rows(rows: tuple[str, ...], locations: Mapping[int, str], island: Island | None = None) -> Board:
    """Return a board from up to 20 strings of up to 20 codes, `.` where there is no hex; `locations` names each L.

    The caller has checked the codes.
    """
    cells = [
        Cell(Coordinate(r, c).hex, code, None)
        for r, row in enumerate(rows)
        for c, code in enumerate(row)
        if code != NO_HEX
    ]
    terrain, special, _ = _sorted_by_kind(cells)
    part = terrain, special, {h: option_number(name) for h, name in locations.items()}
    terrain, special, tiles = _joined([part] if island is None else [part, _island_part(island)])
    return Board(terrain, special, tiles, REGISTRY.special_letters, None, island)


@lru_cache(maxsize=512)
def section_part(piece: Section, quadrant: int, *, turned: bool) -> BoardPart:
    """Return a section in its place on the board; boards share it."""
    return _sorted_by_kind(placed(piece, quadrant, turned=turned))


@lru_cache(maxsize=16)
def _island_part(island: Island) -> BoardPart:
    location = REGISTRY.special_letters[LOCATION]
    cells = [
        Cell(Coordinate(r, c, island=True).hex, code, island.location if code == location else None)
        for r, row in enumerate(island.rows)
        for c, code in enumerate(row)
        if code != NO_HEX
    ]
    return _sorted_by_kind(cells)


def _joined(parts: Sequence[BoardPart]) -> BoardPart:
    """Join parts of a board, which have no hex in common."""
    terrain = [sum(hexes) for hexes in zip(*[part[0] for part in parts], strict=True)]
    special = dict.fromkeys(REGISTRY.specials, 0)
    tiles: dict[int, int] = {}
    for _, part_special, part_tiles in parts:
        for kind, hexes in part_special.items():
            special[kind] |= hexes
        tiles |= part_tiles
    return terrain, special, tiles


def _sorted_by_kind(cells: Iterable[Cell]) -> BoardPart:
    terrain = [0] * len(TERRAINS)
    special: dict[str, int] = {}
    kinds = REGISTRY.special_codes
    locations: dict[int, int] = {}
    for cell in cells:
        if cell.location is not None:
            locations[cell.hex] = option_number(cell.location)
        if cell.code in CODES:
            terrain[CODES[cell.code]] |= 1 << cell.hex
        else:
            kind = kinds[cell.code]
            special[kind] = special.get(kind, 0) | 1 << cell.hex
    return terrain, special, locations
