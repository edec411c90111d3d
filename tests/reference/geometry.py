"""The geometry of the hexes: rules R0.10 to R0.18, formula by formula.

Only this module reads the parts of a hex; everywhere else a hex is a key. The Island is 5 rows of up to 10 hexes here;
only `table` knows which of them exist.
"""

import math
from collections.abc import Iterable
from functools import cache
from typing import Any, Literal, TypeAlias

Hex: TypeAlias = tuple[Any, ...]
"""(row, col) on the board, ("island", row, col) on the Island (R0.13, R0.18)."""
HorizontalLine: TypeAlias = tuple[str, int]
"""("board", row) or ("island", row) (R0.11)."""
Direction: TypeAlias = Literal["E", "W", "NW", "NE", "SW", "SE"]

ROWS = range(20)
COLUMNS = range(20)
ISLAND_ROWS = range(5)
"""R1.12."""
ISLAND_COLUMNS = range(10)
"""The largest width of an Island (`position-format.md`)."""
BOARD: tuple[Hex, ...] = tuple((r, c) for r in ROWS for c in COLUMNS)
SECTIONS = (0, 1, 2, 3)

STEP_FROM_EVEN_ROW: dict[Direction, tuple[int, int]] = {
    "E": (0, +1),
    "W": (0, -1),
    "NW": (-1, -1),
    "NE": (-1, 0),
    "SW": (+1, -1),
    "SE": (+1, 0),
}
STEP_FROM_ODD_ROW: dict[Direction, tuple[int, int]] = {
    "E": (0, +1),
    "W": (0, -1),
    "NW": (-1, 0),
    "NE": (-1, +1),
    "SW": (+1, 0),
    "SE": (+1, +1),
}
DIRECTIONS: tuple[Direction, ...] = ("E", "W", "NW", "NE", "SW", "SE")
OPPOSITE: dict[Direction, Direction] = {"E": "W", "W": "E", "NW": "SE", "SE": "NW", "NE": "SW", "SW": "NE"}
DIAGONAL_AXES: tuple[Direction, ...] = ("SE", "SW")
"""One direction of each of the two non-horizontal axes (R0.12)."""


def on_island(h: Hex) -> bool:
    """Return whether `h` is a hex of the Island (R0.18)."""
    return bool(h[0] == "island")


def row_and_column(h: Hex) -> tuple[int, int]:
    """Return the row and the column of `h`, on the board or in the Island's own coordinates (R0.13, R0.18)."""
    return (h[1], h[2]) if on_island(h) else (h[0], h[1])


@cache
def neighbours(h: Hex) -> frozenset[Hex]:
    """Return the hexes that touch `h`, also across section borders (R0.13); board and Island never touch (R0.18).

    On the Island the result may contain hexes that do not exist.
    """
    r, c = row_and_column(h)
    if r % 2 == 0:
        around = [(r, c - 1), (r, c + 1), (r - 1, c - 1), (r - 1, c), (r + 1, c - 1), (r + 1, c)]
    else:
        around = [(r, c - 1), (r, c + 1), (r - 1, c), (r - 1, c + 1), (r + 1, c), (r + 1, c + 1)]
    if on_island(h):
        around = [place for place in around if place[0] in ISLAND_ROWS and place[1] in ISLAND_COLUMNS]
        return frozenset(("island", row, column) for row, column in around)
    return frozenset((row, column) for row, column in around if row in ROWS and column in COLUMNS)


def step(h: Hex, direction: Direction) -> Hex | None:
    """Return the next hex from `h` in one of the six directions, or None beyond the edge (R0.14, R0.18)."""
    r, c = row_and_column(h)
    down, right = STEP_FROM_EVEN_ROW[direction] if r % 2 == 0 else STEP_FROM_ODD_ROW[direction]
    row, column = r + down, c + right
    if on_island(h):
        return ("island", row, column) if row in ISLAND_ROWS and column in ISLAND_COLUMNS else None
    return (row, column) if row in ROWS and column in COLUMNS else None


def straight_line(h: Hex, direction: Direction) -> list[Hex]:
    """Return the hexes that follow `h` in one direction up to the edge, nearest first, without `h` (R0.12, R0.14)."""
    followers = []
    place = step(h, direction)
    while place is not None:
        followers.append(place)
        place = step(place, direction)
    return followers


def distance(a: Hex, b: Hex) -> float:
    """Return the number of steps from `a` to `b` (R0.15), infinite between board and Island (R0.18)."""
    if on_island(a) != on_island(b):
        return math.inf
    (row_a, column_a), (row_b, column_b) = row_and_column(a), row_and_column(b)
    q_a = column_a - (row_a - (row_a % 2)) // 2
    q_b = column_b - (row_b - (row_b % 2)) // 2
    dq = q_b - q_a
    dr = row_b - row_a
    return (abs(dq) + abs(dr) + abs(dq + dr)) // 2


def area(start: Hex, members: Iterable[Hex]) -> set[Hex]:
    """Return the hexes of `members` connected with `start`, including `start` (R0.10); empty if it is no member."""
    allowed = set(members)
    reached: set[Hex] = set()
    to_visit = [start]
    while to_visit:
        h = to_visit.pop()
        if h in allowed and h not in reached:
            reached.add(h)
            to_visit.extend(neighbours(h))
    return reached


def areas(members: Iterable[Hex]) -> list[set[Hex]]:
    """Return all maximal connected groups of `members` (R0.10), in the reading order of the first hex of each."""
    left = set(members)
    groups = []
    for h in in_reading_order(members):
        if h in left:
            group = area(h, left)
            groups.append(group)
            left -= group
    return groups


def in_reading_order(hexes: Iterable[Hex]) -> list[Hex]:
    """Return the hexes sorted by row, then by column (R0.13); those of the Island last (R3.21)."""
    return sorted(hexes, key=lambda h: (on_island(h), row_and_column(h)))


def horizontal_line(h: Hex) -> HorizontalLine:
    """Return the horizontal line of `h`: a row of the board or a row of the Island (R0.11)."""
    r, _ = row_and_column(h)
    return ("island", r) if on_island(h) else ("board", r)


def section(h: Hex) -> int | None:
    """Return the section of `h`: 0 top left, 1 top right, 2 bottom left, 3 bottom right (R0.16); None on the Island."""
    if on_island(h):
        return None
    r, c = row_and_column(h)
    return 2 * (r // 10) + c // 10


def outer_edges() -> list[set[Hex]]:
    """Return the four outer edges of the board: top, bottom, left, right; each corner is in two of them (R0.17)."""
    top = {(r, c) for r, c in BOARD if r == 0}
    bottom = {(r, c) for r, c in BOARD if r == 19}
    left = {(r, c) for r, c in BOARD if c == 0}
    right = {(r, c) for r, c in BOARD if c == 19}
    return [top, bottom, left, right]


def outer_edge() -> set[Hex]:
    """Return the 76 hexes of the outer edge (R0.17)."""
    return {(r, c) for r, c in BOARD if r in (0, 19) or c in (0, 19)}


def inner_edge() -> set[Hex]:
    """Return the 76 hexes of the inner edge (R0.17)."""
    return {(r, c) for r, c in BOARD if r in (9, 10) or c in (9, 10)}
