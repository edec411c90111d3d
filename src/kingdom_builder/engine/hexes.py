"""Sets of hexes, and all geometry of the board (docs/rules.md R0.13 to R0.18).

A hex is a small int and a set of hexes is one int with a bit for each of its hexes. Hex `(row, col)` is number
`row * 31 + col - row // 2 + 10`, so that the six neighbours of every hex are 1, 30 and 31 away in either direction
in all rows, and one shift moves a whole set. The unused columns and rows prevent a shift from wrapping to the next
row. The Island (R0.18) has five rows of ten reserved below a gap, so it touches nothing on the board.

>>> format_hexes(neighbours(parse_hex("a1").bit))
'b1 a2'
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache, reduce
from operator import or_
from typing import NamedTuple

from kingdom_builder.engine.problems import InputError, Problem

WIDTH = 31
ROWS_OF_BOARD = COLUMNS_OF_BOARD = 20
ROWS_OF_ISLAND, COLUMNS_OF_ISLAND = 5, 10
_ISLAND_TOP, _ISLAND_LEFT = 22, 10

EAST, WEST, SOUTH_WEST, SOUTH_EAST, NORTH_EAST, NORTH_WEST = DIRECTIONS = (1, -1, 30, 31, -30, -31)
AXES = (EAST, SOUTH_WEST, SOUTH_EAST)
DIAGONALS = (SOUTH_WEST, SOUTH_EAST)


class HexProblem(Problem):
    """A hex in writing."""

    NOT_A_HEX = "{text} is not a hex: write a1 to t20, or row,col from 0,0 to 19,19"


class Coordinate(NamedTuple):
    """A hex as row and column, on the board or on the Island."""

    row: int
    col: int
    island: bool = False

    @property
    def hex(self) -> int:
        """The number of this hex."""
        row, col = (self.row + _ISLAND_TOP, self.col + _ISLAND_LEFT) if self.island else (self.row, self.col)
        return row * WIDTH + col - row // 2 + 10

    @property
    def bit(self) -> int:
        """The set that holds only this hex."""
        return 1 << self.hex

    def __str__(self) -> str:
        """Return the name of the hex: a letter for the column, a number from 1 for the row.

        >>> str(Coordinate(0, 0)), str(Coordinate(19, 19)), str(Coordinate(0, 0, island=True))
        ('a1', 't20', 'i:a1')
        """
        return ("i:" if self.island else "") + f"{chr(ord('a') + self.col)}{self.row + 1}"


_BOARD_PLACES = [Coordinate(row, col) for row in range(ROWS_OF_BOARD) for col in range(COLUMNS_OF_BOARD)]
_ISLAND_PLACES = [
    Coordinate(row, col, island=True) for row in range(ROWS_OF_ISLAND) for col in range(COLUMNS_OF_ISLAND)
]
COORDINATES: dict[int, Coordinate] = {place.hex: place for place in _BOARD_PLACES + _ISLAND_PLACES}
ALL_HEXES: tuple[int, ...] = tuple(COORDINATES)
"""Every hex in reading order: the board's rows from the top, then the Island's."""


def hex_set(hexes: Iterator[int] | list[int] | tuple[int, ...]) -> int:
    """Return the set of these hexes.

    >>> hex_set([0, 3])
    9
    """
    return reduce(or_, (1 << h for h in hexes), 0)


BOARD = hex_set([place.hex for place in _BOARD_PLACES])
ISLAND = hex_set([place.hex for place in _ISLAND_PLACES])
EVERYWHERE = BOARD | ISLAND
BIT: tuple[int, ...] = tuple(1 << h for h in range(EVERYWHERE.bit_length()))


def neighbours(hexes: int) -> int:
    """Return every hex next to some hex of the set (R0.13); it may contain hexes of the set itself.

    >>> format_hexes(neighbours(parse_hex("e5").bit))
    'd4 e4 d5 f5 d6 e6'
    """
    return (hexes << 1 | hexes >> 1 | hexes << 31 | hexes >> 31 | hexes << 30 | hexes >> 30) & EVERYWHERE


NEIGHBOURS: tuple[int, ...] = tuple(neighbours(bit) if bit & EVERYWHERE else 0 for bit in BIT)
"""For every hex the set of its neighbours."""


def neighbour_counts(hexes: int) -> tuple[int, int, int]:
    """Return the hexes with at least one, at least two and at least three neighbours in the set.

    >>> format_hexes(neighbour_counts(parse_hex("a1").bit | parse_hex("c1").bit)[1])
    'b1'
    """
    once = twice = thrice = 0
    for direction in DIRECTIONS:
        here = shift(hexes, direction)
        thrice |= twice & here
        twice |= once & here
        once |= here
    return once & EVERYWHERE, twice & EVERYWHERE, thrice & EVERYWHERE


def shift(hexes: int, distance: int) -> int:
    """Move every hex of the set by a multiple of a direction; the caller masks hexes off the board.

    >>> format_hexes(shift(parse_hex("e5").bit, 2 * EAST))
    'g5'
    """
    return hexes << distance if distance > 0 else hexes >> -distance


def iter_hexes(hexes: int) -> Iterator[int]:
    """Yield the hexes of the set in reading order.

    >>> [str(COORDINATES[h]) for h in iter_hexes(parse_hex("b1").bit | parse_hex("a1").bit)]
    ['a1', 'b1']
    """
    while hexes:
        low = hexes & -hexes
        yield low.bit_length() - 1
        hexes ^= low


def nth_hex(hexes: int, n: int) -> int:
    """Return the n-th hex of the set, counted from 0 in reading order.

    >>> str(COORDINATES[nth_hex(BOARD, 21)])
    'b2'
    """
    offset = 0
    while n > 5:
        half = hexes.bit_length() >> 1
        low = hexes & ((1 << half) - 1)
        below = low.bit_count()
        if n < below:
            hexes = low
        else:
            n -= below
            hexes >>= half
            offset += half
    while n:
        hexes &= hexes - 1
        n -= 1
    return offset + (hexes & -hexes).bit_length() - 1


def area_of(start: int, hexes: int) -> int:
    """Return the part of the set that is connected with the start, a hex of the set (R0.10).

    >>> format_hexes(area_of(parse_hex("a1").bit, hex_set([parse_hex(t).hex for t in ("a1", "b1", "d1")])))
    'a1 b1'
    """
    area = start
    while True:
        grown = (neighbours(area) | area) & hexes
        if grown == area:
            return area
        area = grown


@lru_cache(maxsize=1 << 13)
def areas(hexes: int) -> tuple[int, ...]:
    """Return the connected areas of the set, in reading order of their first hex (R0.10).

    The result is cached: several cards and the planning bots need the areas of the same pieces again and again.

    >>> len(areas(hex_set([parse_hex(t).hex for t in ("a1", "b1", "d1")])))
    2
    """
    found = []
    while hexes:
        area = area_of(hexes & -hexes, hexes)
        found.append(area)
        hexes ^= area
    return tuple(found)


def interior(hexes: int) -> int:
    """Return the hexes of the set all of whose six neighbours are in it too.

    >>> format_hexes(interior(neighbours(parse_hex("e5").bit) | parse_hex("e5").bit))
    'e5'
    """
    centres = hexes
    for direction in DIRECTIONS:
        centres &= shift(hexes, direction)
    return centres


def runs(hexes: int, length: int, axes: tuple[int, ...] = AXES) -> int:
    """Return the hexes of the set that belong to a straight run of at least this length along one of the axes (R0.12).

    >>> format_hexes(runs(hex_set([parse_hex(t).hex for t in ("a1", "b1", "c1", "a3")]), 3))
    'a1 b1 c1'
    """
    found = 0
    for axis in axes:
        ends = hexes
        for _ in range(length - 1):
            ends &= shift(ends, axis) & hexes
        for _ in range(length):
            found |= ends
            ends = shift(ends, -axis)
    return found


def distance(a: int, b: int) -> int | None:
    """Return the number of steps between two hexes (R0.15); None between the board and the Island (R0.18).

    >>> distance(parse_hex("a1").hex, parse_hex("t20").hex), distance(parse_hex("a1").hex, parse_hex("i:a1").hex)
    (29, None)
    """
    if COORDINATES[a].island != COORDINATES[b].island:
        return None
    (row_a, q_a), (row_b, q_b) = divmod(a, WIDTH), divmod(b, WIDTH)
    dr, dq = row_b - row_a, q_b - q_a
    return (abs(dq) + abs(dr) + abs(dq + dr)) // 2


ROWS: tuple[int, ...] = tuple(
    hex_set([place.hex for place in COORDINATES.values() if place.island == island and place.row == row])
    for island, rows in ((False, ROWS_OF_BOARD), (True, ROWS_OF_ISLAND))
    for row in range(rows)
)
"""The 20 horizontal lines of the board, then the 5 of the Island (R0.11)."""

SECTIONS: tuple[int, ...] = tuple(
    hex_set([place.hex for place in _BOARD_PLACES if (place.row // 10, place.col // 10) == divmod(section, 2)])
    for section in range(4)
)
"""The hexes of the four sections: top left, top right, bottom left, bottom right (R0.16)."""

TOP, BOTTOM, LEFT, RIGHT = EDGES = (
    ROWS[0],
    ROWS[19],
    hex_set([Coordinate(row, 0).hex for row in range(ROWS_OF_BOARD)]),
    hex_set([Coordinate(row, 19).hex for row in range(ROWS_OF_BOARD)]),
)
OUTER_EDGE = TOP | BOTTOM | LEFT | RIGHT
INNER_EDGE = hex_set([p.hex for p in _BOARD_PLACES if p.row in (9, 10) or p.col in (9, 10)])
"""The hexes that touch another section (R0.17)."""


def parse_hex(text: str) -> Coordinate:
    """Parse a hex: `e5`, `4,4`, or on the Island `i:a1`, `i:0,0`; raise InputError for any other text.

    >>> parse_hex("e5") == parse_hex("4,4") == Coordinate(4, 4)
    True
    """
    match = re.fullmatch(r"(i:|island,)?(?:([a-t])(\d{1,2})|(\d{1,2}),(\d{1,2}))", "".join(text.lower().split()))
    if match is not None:
        island, letter, number, row, col = match.groups()
        if letter:
            place = Coordinate(int(number) - 1, ord(letter) - ord("a"), island is not None)
        else:
            place = Coordinate(int(row), int(col), island is not None)
        if COORDINATES.get(place.hex) == place:
            return place
    raise InputError(HexProblem.NOT_A_HEX, text=repr(text))


def format_hexes(hexes: int) -> str:
    """Return the names of a set of hexes, in reading order.

    >>> format_hexes(parse_hex("b1").bit | parse_hex("a1").bit)
    'a1 b1'
    """
    return " ".join(str(COORDINATES[h]) for h in iter_hexes(hexes))
